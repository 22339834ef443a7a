package store

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"postrider/rules"
)

// TestOldInvitationsGo: closed ones, but for those whose mail holds a link to say "never again".
func TestOldInvitationsGo(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	var made []Invitation
	for _, to := range []string{"", "Bob", "carl@example.org"} {
		i, err := w.Invite(w.ctx(), ann.ID, w.terms(), to, "")
		must(t, err)
		made = append(made, i)
	}
	id, err := w.Accept(w.ctx(), made[0].Token, bob.ID)
	must(t, err)
	never := w.mails()[1].Never
	w.pass(89 * 24 * time.Hour)
	must(t, w.Sweep(w.ctx()))
	for _, i := range made {
		_, err := w.Invitation(w.ctx(), i.Token)
		must(t, err)
	}
	w.pass(24 * time.Hour)
	must(t, w.Sweep(w.ctx()))
	for _, i := range made[:2] {
		_, err := w.Invitation(w.ctx(), i.Token)
		wantErr(t, err, ErrNotFound)
	}
	w.game(id)
	must(t, w.NeverAgain(w.ctx(), never))
}

func TestInviteByName(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.join("Ann"), w.join("Bob"), w.join("Eve")
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), " BOB ", "")
	must(t, err)
	mail := w.mail("invitation", bob.Email)
	if mail.Invitation != i.Token || mail.PlayerID != bob.ID || mail.Name != "Ann" {
		t.Fatalf("the mail is %+v", mail)
	}
	if i.OpponentID != bob.ID || i.OpponentName != "Bob" || i.ToAddress || i.Status != "open" || i.InviterName != "Ann" || i.ExpiresAt != begin.Unix()+30*86400 {
		t.Fatalf("the invitation is %+v", i)
	}
	for _, player := range []int64{ann.ID, eve.ID, 99} {
		_, err := w.Accept(w.ctx(), i.Token, player)
		wantErr(t, err, ErrForbidden)
		wantErr(t, w.Decline(w.ctx(), i.Token, player), ErrForbidden)
	}
	wantErr(t, w.Decline(w.ctx(), i.Token, 0), ErrForbidden)
	wantErr(t, w.Withdraw(w.ctx(), i.Token, bob.ID), ErrForbidden)
	wantErr(t, w.AcceptAsGuest(w.ctx(), i.Token, "Mallory", "mallory@example.com"), ErrForbidden)
	wantErr(t, w.NeverAgain(w.ctx(), i.Token), ErrNotFound)
	mine, toMe, err := w.InvitationsOf(w.ctx(), bob.ID)
	if err != nil || len(mine) != 0 || len(toMe) != 1 || toMe[0].Token != i.Token || toMe[0].MailAnswer != "sent: 250 ok" {
		t.Fatalf("Bob's invitations are %+v, %+v, %v", mine, toMe, err)
	}
	id, err := w.Accept(w.ctx(), i.Token, bob.ID)
	must(t, err)
	mail = w.mail("accepted", ann.Email)
	if mail.Game != id || mail.Side != rules.White || mail.Name != "Bob" || mail.Invitation != i.Token {
		t.Fatalf("the mail is %+v", mail)
	}
	again, err := w.Accept(w.ctx(), i.Token, bob.ID) // a double click
	if err != nil || again != id {
		t.Fatalf("accepted again: %s, %v; want %s", again, err, id)
	}
	wantErr(t, w.Decline(w.ctx(), i.Token, bob.ID), ErrGone)
	wantErr(t, w.Withdraw(w.ctx(), i.Token, ann.ID), ErrGone)
	w.noMail()
	if i, err := w.Invitation(w.ctx(), i.Token); err != nil || i.Status != "accepted" || i.Game != id {
		t.Fatalf("the invitation is %+v, %v", i, err)
	}
	g := w.game(id)
	if g.Seats[0] != (Seat{PlayerID: ann.ID, Name: "Ann", Mail: AtOnce}) || g.Seats[1] != (Seat{PlayerID: bob.ID, Name: "Bob", Mail: AtOnce}) || g.Seq != 1 || g.Ply != 0 ||
		g.DeadlineAt != begin.Unix()+3*86400 || g.Variant != "chess" || g.Status != "playing" || g.Result != "*" || g.DrawOffer != -1 || g.FEN != g.StartFEN {
		t.Fatalf("the game is %+v", g)
	}
	for _, nobody := range []string{"Nobody-of-that-name", "not an@address", "x@example.com\r\nBcc: victim@example.net", "Ann", "ANN@example.com"} {
		_, err := w.Invite(w.ctx(), ann.ID, w.terms(), nobody, "")
		wantInvalid(t, err, "opponent")
	}
	w.noMail()
	_, err = w.Invitation(w.ctx(), "nothing")
	wantErr(t, err, ErrNotFound)
}

func TestInvitationEnds(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	invite := func() Invitation {
		i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
		must(t, err)
		return i
	}
	refused := func(i Invitation, status string) {
		t.Helper()
		_, err := w.Accept(w.ctx(), i.Token, bob.ID)
		wantErr(t, err, ErrGone)
		if i, err := w.Invitation(w.ctx(), i.Token); err != nil || i.Status != status {
			t.Fatalf("the invitation is %+v, %v; want it %s", i, err, status)
		}
	}
	i := invite()
	for range 2 {
		must(t, w.Withdraw(w.ctx(), i.Token, ann.ID))
	}
	w.noMail() // the one that waited was dropped
	refused(i, "withdrawn")
	i = invite()
	w.mail("invitation", bob.Email)
	for range 2 {
		must(t, w.Decline(w.ctx(), i.Token, bob.ID))
	}
	if mail := w.mail("declined", ann.Email); mail.Name != "Bob" {
		t.Fatalf("the mail is %+v", mail)
	}
	refused(i, "declined")
	i = invite()
	w.mail("invitation", bob.Email)
	w.pass(30*24*time.Hour - time.Second)
	if _, err := w.Invitation(w.ctx(), i.Token); err != nil {
		t.Fatal(err)
	}
	w.pass(time.Second)
	refused(i, "expired")
	must(t, w.Sweep(w.ctx()))
	refused(i, "expired")
	if mine, _, err := w.InvitationsOf(w.ctx(), ann.ID); err != nil || len(mine) != 0 {
		t.Fatalf("open ones: %+v, %v", mine, err)
	}
}

// TestInviteByAddress: whether an address has an account is told to nobody, and whoever has confirmed it can accept.
func TestInviteByAddress(t *testing.T) {
	w := newWorld(t)
	ann, zoe, eve := w.join("Ann"), w.join("Zoe"), w.join("Eve")
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "ZOE@example.com", "")
	must(t, err)
	if mail := w.mail("invitation", zoe.Email); mail.PlayerID != zoe.ID {
		t.Fatalf("the mail is %+v", mail)
	}
	if i.OpponentID != 0 || i.OpponentName != "" || !i.ToAddress || i.Address != "ZOE@example.com" {
		t.Fatalf("the invitation is %+v", i)
	}
	if _, toMe, err := w.InvitationsOf(w.ctx(), zoe.ID); err != nil || len(toMe) != 1 {
		t.Fatalf("invitations to Zoe: %+v, %v", toMe, err)
	}
	_, err = w.Accept(w.ctx(), i.Token, eve.ID)
	wantErr(t, err, ErrForbidden)
	_, err = w.Accept(w.ctx(), i.Token, zoe.ID)
	must(t, err)
	w.mail("accepted", ann.Email)

	i, err = w.Invite(w.ctx(), ann.ID, w.terms(), "carl@example.com", "")
	must(t, err)
	w.mail("invitation", "carl@example.com")
	must(t, w.Decline(w.ctx(), i.Token, 0)) // the bearer of the mailed link
	w.mail("declined", ann.Email)
}

func TestAnyoneCanAcceptALink(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "", "")
	must(t, err)
	w.noMail()
	wantErr(t, w.Decline(w.ctx(), i.Token, 0), ErrForbidden) // nobody spoils it for others
	_, err = w.Accept(w.ctx(), i.Token, ann.ID)
	wantErr(t, err, ErrForbidden)
	players := make([]Player, 5)
	for n := range players {
		players[n] = w.join(fmt.Sprintf("Player%d", n))
	}
	ids, errs := make([]string, 5), make([]error, 5)
	var group sync.WaitGroup
	for n, p := range players {
		group.Go(func() { ids[n], errs[n] = w.Accept(w.ctx(), i.Token, p.ID) })
	}
	group.Wait()
	started := 0
	for n := range players {
		if errs[n] == nil {
			started++
		} else if !errors.Is(errs[n], ErrGone) {
			t.Error(errs[n])
		}
	}
	if started != 1 {
		t.Fatalf("%d games were started: %v", started, ids)
	}
	w.mail("accepted", ann.Email)
}

func TestSides(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	terms, seen := w.terms(), map[int64]bool{}
	terms.Side = "black"
	i, err := w.Invite(w.ctx(), ann.ID, terms, "", "")
	must(t, err)
	id, err := w.Accept(w.ctx(), i.Token, bob.ID)
	must(t, err)
	if g := w.game(id); g.Seats[rules.Black].PlayerID != ann.ID {
		t.Fatalf("the inviter has Black, and the seats are %+v", g.Seats)
	}
	terms.Side = "random"
	for range 64 { // misses a side once in 2^63
		i, err := w.Invite(w.ctx(), ann.ID, terms, "", "")
		must(t, err)
		id, err := w.Accept(w.ctx(), i.Token, bob.ID)
		must(t, err)
		seen[w.game(id).Seats[rules.White].PlayerID] = true
		if len(seen) == 2 {
			return
		}
	}
	t.Fatal("a random side is always the same")
}

func TestGuest(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "greta@example.org", "")
	must(t, err)
	w.mail("invitation", "greta@example.org")
	wantInvalid(t, w.AcceptAsGuest(w.ctx(), i.Token, "ann", "greta@example.org"), "name", "taken")
	wantInvalid(t, w.AcceptAsGuest(w.ctx(), i.Token, "Greta", "greta@"), "email")
	wantInvalid(t, w.AcceptAsGuest(w.ctx(), i.Token, "Greta", "other@example.org"), "email", "Ann")
	w.noMail()
	must(t, w.AcceptAsGuest(w.ctx(), i.Token, "Greta", "Greta@example.org"))
	mail := w.mail("guest", "Greta@example.org")
	if mail.Invitation != i.Token {
		t.Fatalf("the mail is %+v", mail)
	}
	page, err := w.Token(w.ctx(), mail.Token)
	must(t, err)
	if page.Kind != "guest" || page.Name != "Greta" || page.Game == "" {
		t.Fatalf("the page is %+v", page)
	}
	c, err := w.Confirm(w.ctx(), mail.Token, 0)
	must(t, err)
	id, ok := strings.CutPrefix(c.Next, "/games/")
	if !ok || w.game(id).Seats[rules.Black].PlayerID != c.Player.ID {
		t.Fatalf("confirmed %+v", c)
	}
	w.mail("accepted", ann.Email)

	// an address that has an account: the same answer, and a mail that says whom to sign in as
	i, err = w.Invite(w.ctx(), ann.ID, w.terms(), "", "")
	must(t, err)
	must(t, w.AcceptAsGuest(w.ctx(), i.Token, "Gretel", "greta@example.org"))
	if mail := w.mail("known", "Greta@example.org"); mail.Name != "Greta" || mail.Invitation != i.Token || mail.Token != "" {
		t.Fatalf("the mail is %+v", mail)
	}
	// two guests: the first to confirm plays, the other has an account and sees why
	must(t, w.AcceptAsGuest(w.ctx(), i.Token, "Carl", "carl@example.org"))
	must(t, w.AcceptAsGuest(w.ctx(), i.Token, "Dora", "dora@example.org"))
	mails := w.mails()
	first, err := w.Confirm(w.ctx(), mails[1].Token, 0)
	must(t, err)
	second, err := w.Confirm(w.ctx(), mails[0].Token, 0)
	must(t, err)
	if first.Player.Name != "Dora" || !strings.HasPrefix(first.Next, "/games/") || second.Player.Name != "Carl" || second.Next != "/invitations/"+i.Token {
		t.Fatalf("confirmed %+v and %+v", first, second)
	}
	wantErr(t, w.AcceptAsGuest(w.ctx(), i.Token, "Emil", "emil@example.org"), ErrGone)
	wantErr(t, w.AcceptAsGuest(w.ctx(), "nothing", "Emil", "emil@example.org"), ErrNotFound)
}

func TestInvitationWishes(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	must(t, w.SetWishes(w.ctx(), bob.ID, MailWishes{Moves: AtOnce}))
	must(t, w.SetWishes(w.ctx(), ann.ID, MailWishes{Moves: AtOnce}))
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
	must(t, err)
	if i.MailAnswer != "" {
		t.Fatalf("no mail, and its fate is %q", i.MailAnswer)
	}
	w.noMail()
	_, err = w.Accept(w.ctx(), i.Token, bob.ID)
	must(t, err)
	w.mail("accepted", ann.Email) // it is her move
	terms := w.terms()
	terms.Side = "black"
	i, err = w.Invite(w.ctx(), ann.ID, terms, "Bob", "")
	must(t, err)
	_, err = w.Accept(w.ctx(), i.Token, bob.ID)
	must(t, err)
	w.noMail() // it is his
	i, err = w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
	must(t, err)
	must(t, w.Decline(w.ctx(), i.Token, bob.ID))
	w.noMail()
}
