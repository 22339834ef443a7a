package store

import (
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
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

func TestWords(t *testing.T) {
	m := newMatch(t, chess(""))
	ann, bob, eve := m.players[0], m.players[1], m.join("Eve")
	must(t, m.SetNote(m.ctx(), m.id, ann.ID, " mine:\r\n1.e4 e5 \n", ""))
	for p, want := range map[Player]string{ann: "mine:\n1.e4 e5", bob: ""} {
		if note, err := m.Note(m.ctx(), m.id, p.ID); note != want || err != nil {
			t.Errorf("%s's note is %q, %v", p.Name, note, err)
		}
	}
	_, err := m.Note(m.ctx(), m.id, eve.ID)
	wantErr(t, err, ErrForbidden)
	_, err = m.Note(m.ctx(), "nothing", eve.ID)
	wantErr(t, err, ErrNotFound)
	wantInvalid(t, m.SetNote(m.ctx(), m.id, ann.ID, strings.Repeat("ä", noteLetters+1), WordsMark("mine:\n1.e4 e5")), "note", "20000")
	wantErr(t, m.SetNote(m.ctx(), m.id, eve.ID, "x", ""), ErrForbidden)
	wantErr(t, m.AddToNote(m.ctx(), m.id, eve.ID, "x"), ErrForbidden)
	must(t, m.SetNote(m.ctx(), m.id, ann.ID, "", WordsMark("mine:\n1.e4 e5")))

	before := m.game(m.id)
	wantErr(t, m.Write(m.ctx(), m.id, eve.ID, "hi"), ErrForbidden)
	wantInvalid(t, m.Write(m.ctx(), m.id, ann.ID, " "), "message", "Bob")
	wantInvalid(t, m.Write(m.ctx(), m.id, ann.ID, strings.Repeat("x", messageLetters+1)), "message", "2000")
	for _, text := range []string{"Hello", "Hello", "Nice weather"} {
		must(t, m.Write(m.ctx(), m.id, ann.ID, text))
	}
	e, _, err := m.NextEnvelope(m.ctx())
	must(t, err)
	if e.Kind != "message" || e.EventSeq != 1 || e.Side != 1 {
		t.Errorf("%+v", e)
	}
	must(t, m.FoldMessages(m.ctx(), e, 2)) // one mail tells both
	if list := m.mails(); len(list) != 1 || list[0].ID != e.ID {
		t.Errorf("%+v", list)
	}
	must(t, m.Write(m.ctx(), m.id, ann.ID, "Bye"))
	m.mail("message", bob.Email)
	list, err := m.Messages(m.ctx(), m.id, bob.ID)
	if len(list) != 3 || list[1].Text != "Nice weather" || list[1].Number != 2 || err != nil {
		t.Errorf("the messages are %+v, %v", list, err)
	}
	_, err = m.Messages(m.ctx(), m.id, eve.ID)
	wantErr(t, err, ErrForbidden)
	if after := m.game(m.id); !reflect.DeepEqual(after, before) {
		t.Errorf("messages change the game to %+v", after)
	}

	wantInvalid(t, m.SetRemark(m.ctx(), m.id, ann.ID, "A fine game.", ""), "remark", "end")
	wantInvalid(t, m.Hide(m.ctx(), m.id, ann.ID, true), "")
	must(t, m.Resign(m.ctx(), m.deed(1)))
	must(t, m.SetRemark(m.ctx(), m.id, ann.ID, "A fine game.", ""))
	must(t, m.Hide(m.ctx(), m.id, ann.ID, true))
	if l, err := m.Log(m.ctx(), m.id, 0); err != nil || len(l.Remarks) != 1 || l.Remarks[0].Text != "A fine game." || l.Hidden != [2]bool{true, false} {
		t.Errorf("the log is %+v, %v", l, err)
	}
	for p, want := range map[Player]int{ann: 0, bob: 1} {
		if list, _, err := m.FinishedOf(m.ctx(), p.ID, 1); len(list) != want || err != nil {
			t.Errorf("%s's list has %d games, %v", p.Name, len(list), err)
		}
		if list, _, err := m.HiddenOf(m.ctx(), p.ID, 1); len(list) != 1-want || err != nil {
			t.Errorf("%s has hidden %d games, %v", p.Name, len(list), err)
		}
	}
	must(t, m.SetRemark(m.ctx(), m.id, ann.ID, "A fine game.", "")) // sent twice
	for _, text := range []string{"Another one.", ""} {
		wantInvalid(t, m.SetRemark(m.ctx(), m.id, ann.ID, text, ""), "remark", "another window")
	}
	must(t, m.SetRemark(m.ctx(), m.id, ann.ID, "", WordsMark("A fine game.")))
}

// TestNoteOfTwoWindows: neither of two windows takes away what was kept by the other.
func TestNoteOfTwoWindows(t *testing.T) {
	m := newMatch(t, chess(""))
	ann := m.players[0].ID
	is := func(want string) {
		t.Helper()
		if note, err := m.Note(m.ctx(), m.id, ann); note != want || err != nil {
			t.Fatalf("the note is %q, %v; want %q", note, err, want)
		}
	}
	must(t, m.SetNote(m.ctx(), m.id, ann, "one", ""))
	wantInvalid(t, m.SetNote(m.ctx(), m.id, ann, "other", ""), "note", "another window")
	must(t, m.SetNote(m.ctx(), m.id, ann, "one", "")) // sent twice
	must(t, m.SetNote(m.ctx(), m.id, ann, "two", WordsMark("one")))
	for _, text := range []string{"three", ""} {
		wantInvalid(t, m.SetNote(m.ctx(), m.id, ann, text, WordsMark("one")), "note", "another window")
	}
	is("two")
	for range 2 {
		must(t, m.AddToNote(m.ctx(), m.id, ann, "a line\nits link"))
	}
	must(t, m.AddToNote(m.ctx(), m.id, ann, "a line\nits lin"))
	is("two\n\na line\nits link\n\na line\nits lin")
	wantInvalid(t, m.AddToNote(m.ctx(), m.id, ann, strings.Repeat("x", noteLetters)), "note", "20000")
	must(t, m.SetNote(m.ctx(), m.id, ann, "", WordsMark("two\n\na line\nits link\n\na line\nits lin")))
	is("")
	var added sync.WaitGroup
	for _, text := range []string{"from one window", "from another"} {
		added.Go(func() {
			if err := m.AddToNote(m.ctx(), m.id, ann, text); err != nil {
				t.Error(err)
			}
		})
	}
	added.Wait()
	if note, _ := m.Note(m.ctx(), m.id, ann); len(note) != len("from one window\n\nfrom another") {
		t.Errorf("of two lines at once the note holds %q", note)
	}
}

func TestSearch(t *testing.T) {
	m := newMatch(t, chess(""))
	ann, bob, eve := m.players[0], m.players[1], m.join("Eve")
	house := m.start(bob, ann, Terms{Variant: "crazyhouse", Clock: DaysAMove(3), Side: "white"})
	third := m.start(eve, ann, chess(""))
	m.play("e2e4", "e7e5")
	must(t, m.Resign(m.ctx(), m.deed(1))) // Ann won
	m.mails()
	m.pass(time.Hour)
	at := m.clock().Unix()
	_, err := m.Play(m.ctx(), Deed{house, bob.ID, 0, -1}, "e4", "", false)
	must(t, err)
	for want, q := range map[string]Search{
		house + " " + m.id + " " + third: {}, m.id: {Player: "ann", Result: "won"}, "": {Player: "bob", Result: "won"}, house: {Variant: "crazyhouse", Player: "Ann"},
		m.id + " ": {Player: "Bob", Result: "lost"}, house + " " + m.id: {Player: "Ann", Opponent: "Bob"}, third: {Opponent: "Eve"},
		m.id + "  ": {Status: "finished"}, house + " ": {From: at}, m.id + " " + third: {Until: at}, house + "  " + third: {Result: "*"}, " ": {From: at + 1},
		house + " " + third: {Variant: "", Status: "playing", Player: "ANN"},
	} {
		list, _, err := m.SearchGames(m.ctx(), q, 1)
		must(t, err)
		var ids []string
		for _, g := range list {
			ids = append(ids, g.ID)
		}
		// games with their last moves in the same second stand in the order of their ids
		if !sameWords(ids, strings.Fields(want)) {
			t.Errorf("%+v finds %v, want %s", q, ids, want)
		}
	}
	_, _, err = m.SearchGames(m.ctx(), Search{Player: "Nobody"}, 1)
	wantInvalid(t, err, "player", "Nobody")
	_, _, err = m.SearchGames(m.ctx(), Search{Result: "won"}, 1)
	wantInvalid(t, err, "player")
	_, _, err = m.SearchGames(m.ctx(), Search{Result: "2-0"}, 1)
	wantInvalid(t, err, "result")
}

func sameWords(a, b []string) bool {
	count := map[string]int{}
	for _, word := range a {
		count[word]++
	}
	for _, word := range b {
		count[word]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
