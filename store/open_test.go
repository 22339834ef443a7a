package store

import (
	"testing"
)

func TestRematch(t *testing.T) {
	m := newMatch(t, bank())
	ann, bob := m.players[0], m.players[1]
	_, _, err := m.Rematch(m.ctx(), m.id, ann.ID)
	wantInvalid(t, err, "", "over")
	m.play("e2e4", "e7e5")
	must(t, m.Resign(m.ctx(), m.deed(1)))
	m.mails()
	_, _, err = m.Rematch(m.ctx(), m.id, m.join("Eve").ID)
	wantErr(t, err, ErrForbidden)
	for range 2 { // offered once
		i, id, err := m.Rematch(m.ctx(), m.id, ann.ID)
		must(t, err)
		if id != "" || i.RematchOf != m.id || i.Terms.Side != "black" || i.Terms.Clock != bank().Clock || i.OpponentID != bob.ID {
			t.Fatalf("offered %+v, %q", i, id)
		}
	}
	m.mail("rematch", bob.Email)
	_, id, err := m.Rematch(m.ctx(), m.id, bob.ID)
	must(t, err)
	if g := m.game(id); g.Seats[0].PlayerID != bob.ID || g.Seats[1].PlayerID != ann.ID || g.Clock != bank().Clock {
		t.Errorf("the rematch is %+v", g)
	}
	m.mails()
	for _, again := range []Player{ann, bob} { // an old page
		if _, there, err := m.Rematch(m.ctx(), m.id, again.ID); there != id || err != nil {
			t.Errorf("%s once more: %q, %v", again.Name, there, err)
		}
	}
	m.noMail()
	m.id = id
	must(t, m.Abort(m.ctx(), Deed{id, bob.ID, 0, -1}))
	i, _, err := m.Rematch(m.ctx(), id, bob.ID)
	must(t, err)
	must(t, m.Decline(m.ctx(), i.Token, ann.ID))
	_, _, err = m.Rematch(m.ctx(), id, bob.ID)
	wantInvalid(t, err, "", "Ann has declined")
	if last, err := m.RematchOf(m.ctx(), id); err != nil || last.Status != "declined" {
		t.Errorf("%+v, %v", last, err)
	}
}

func TestTwoGames(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	terms := chess("")
	terms.Games = 3
	_, err := w.Invite(w.ctx(), ann.ID, terms, "", "")
	wantInvalid(t, err, "games")
	terms.Games = 2
	i, err := w.Invite(w.ctx(), ann.ID, terms, "", "")
	must(t, err)
	var id string
	for range 2 { // a double click
		id, err = w.Accept(w.ctx(), i.Token, bob.ID)
		must(t, err)
	}
	w.mail("accepted", ann.Email)
	i, err = w.Invitation(w.ctx(), i.Token)
	must(t, err)
	first, second := w.game(i.Game), w.game(i.Second)
	if i.Game != id || first.Seats[0].PlayerID != ann.ID || second.Seats[0].PlayerID != bob.ID || second.Seats[1].PlayerID != ann.ID {
		t.Errorf("%+v and %+v", first, second)
	}
	if n, err := w.CountWaitingForOthers(w.ctx(), ann.ID); n != 1 || err != nil {
		t.Errorf("Ann waits in %d games, %v", n, err)
	}
}

func TestOpenInvitations(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.join("Ann"), w.join("Bob"), w.join("Eve")
	list := func(viewer Player, want int) []Invitation {
		t.Helper()
		list, _, err := w.OpenInvitations(w.ctx(), viewer.ID, 1)
		if must(t, err); len(list) != want {
			t.Fatalf("%s sees %d open invitations, want %d", viewer.Name, len(list), want)
		}
		return list
	}
	_, err := w.InviteAnyone(w.ctx(), ann.ID, w.terms(), 21, "")
	wantInvalid(t, err, "renewals", "20")
	for range 2 { // a double click
		_, err = w.InviteAnyone(w.ctx(), ann.ID, w.terms(), 2, "mark")
		must(t, err)
	}
	_, err = w.Invite(w.ctx(), ann.ID, w.terms(), "", "") // by link alone
	must(t, err)
	open := list(Player{Name: "nobody"}, 1)[0]
	if !open.Listed || open.Renewals != 2 {
		t.Errorf("%+v", open)
	}
	must(t, w.Block(w.ctx(), ann.ID, "EVE"))
	list(eve, 0)
	_, err = w.Accept(w.ctx(), open.Token, eve.ID)
	wantErr(t, err, ErrForbidden)
	_, err = w.Accept(w.ctx(), open.Token, bob.ID) // joined, and put up once more
	must(t, err)
	if next := list(bob, 1)[0]; next.Token == open.Token || next.Renewals != 1 {
		t.Errorf("%+v", next)
	}
	w.pass(31 * day) // in vain, and once more
	must(t, w.Sweep(w.ctx()))
	open = list(bob, 1)[0]
	if open.Renewals != 0 {
		t.Errorf("%+v", open)
	}
	_, err = w.Accept(w.ctx(), open.Token, bob.ID)
	must(t, err)
	list(bob, 0)
	for range maxListed {
		_, err = w.InviteAnyone(w.ctx(), bob.ID, w.terms(), 0, "")
		must(t, err)
	}
	_, err = w.InviteAnyone(w.ctx(), bob.ID, w.terms(), 0, "")
	wantInvalid(t, err, "", "10")
	w.pass(30 * day)
	list(ann, 0)
}

func TestBlock(t *testing.T) {
	m := newMatch(t, chess(""))
	ann, bob := m.players[0], m.players[1]
	wantInvalid(t, m.Block(m.ctx(), ann.ID, "Nobody"), "player", "Nobody")
	wantInvalid(t, m.Block(m.ctx(), ann.ID, "ann"), "player")
	_, err := m.Invite(m.ctx(), bob.ID, m.terms(), "Ann", "")
	must(t, err)
	for range 2 {
		must(t, m.Block(m.ctx(), ann.ID, "Bob"))
	}
	m.noMail() // the invitation's has been dropped
	if _, toMe, err := m.InvitationsOf(m.ctx(), ann.ID); len(toMe) != 0 || err != nil {
		t.Errorf("Ann sees %+v, %v", toMe, err)
	}
	_, err = m.Invite(m.ctx(), bob.ID, m.terms(), "Ann", "")
	wantInvalid(t, err, "opponent", "Ann takes no invitations")
	_, err = m.Invite(m.ctx(), bob.ID, m.terms(), ann.Email, "")
	wantInvalid(t, err, "opponent", "wants no invitations")
	_, err = m.Invite(m.ctx(), ann.ID, m.terms(), "Bob", "")
	wantInvalid(t, err, "opponent", "You have blocked Bob")
	wantInvalid(t, m.Write(m.ctx(), m.id, bob.ID, "hello?"), "message", "Ann takes no messages")
	must(t, m.Write(m.ctx(), m.id, ann.ID, "Play on, please."))
	m.mail("message", bob.Email)
	m.play("e2e4", "e7e5") // games go on
	list, err := m.Blocked(m.ctx(), ann.ID)
	if len(list) != 1 || list[0].ID != bob.ID || err != nil {
		t.Errorf("blocked are %+v, %v", list, err)
	}
	must(t, m.Resign(m.ctx(), m.deed(0)))
	m.mails()
	_, _, err = m.Rematch(m.ctx(), m.id, bob.ID)
	wantInvalid(t, err, "opponent", "Ann takes no invitations")
	_, _, err = m.Rematch(m.ctx(), m.id, ann.ID)
	wantInvalid(t, err, "opponent", "You have blocked Bob")
	must(t, m.Unblock(m.ctx(), ann.ID, bob.ID))
	must(t, m.Write(m.ctx(), m.id, bob.ID, "hello?"))
	must(t, m.Block(m.ctx(), ann.ID, "Bob"))
	m.noMail() // neither the message's
	must(t, m.Unblock(m.ctx(), ann.ID, bob.ID))
	_, err = m.Invite(m.ctx(), bob.ID, m.terms(), "Ann", "")
	must(t, err)
}

func TestFeeds(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	whose := func(token string, want error) {
		t.Helper()
		if p, err := w.PlayerByFeed(w.ctx(), token); want == nil && (err != nil || p.ID != ann.ID) {
			t.Errorf("%q is %+v's, %v", token, p, err)
		} else if want != nil {
			wantErr(t, err, want)
		}
	}
	none, err := w.FeedToken(w.ctx(), ann.ID)
	if must(t, err); none != "" {
		t.Fatal("there is a token from the start")
	}
	whose("", ErrNotFound)
	first, err := w.NewFeedToken(w.ctx(), ann.ID)
	must(t, err)
	whose(first, nil)
	if again, err := w.FeedToken(w.ctx(), ann.ID); again != first || err != nil {
		t.Errorf("%q, %v", again, err)
	}
	second, err := w.NewFeedToken(w.ctx(), ann.ID)
	must(t, err)
	whose(first, ErrNotFound)
	whose(second, nil)
	must(t, w.EndFeeds(w.ctx(), ann.ID))
	whose(second, ErrNotFound)
}
