package store

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	w := worldWith(t, true)
	ann := w.join("Ann")
	invite := func(opponent string) error { _, err := w.Invite(w.ctx(), ann.ID, w.terms(), opponent, ""); return err }
	must(t, invite("x0@example.org"))
	wantInvalid(t, invite("X0@example.org"), "opponent", "before", "link")
	for n := 1; n < strangersADay; n++ {
		must(t, invite(fmt.Sprintf("x%d@example.org", n)))
	}
	wantInvalid(t, invite("x9@example.org"), "opponent", "day", "link")
	must(t, invite("")) // a link to hand on oneself, always
	w.pass(24 * time.Hour)
	must(t, w.Sweep(w.ctx()))
	must(t, invite("x9@example.org"))
	wantInvalid(t, invite("x0@example.org"), "opponent", "before") // ever
	w.mails()

	for n := range membersADay + 1 {
		w.join(fmt.Sprintf("Member%d", n))
	}
	friend := w.join("Friend")
	w.start(ann, friend, w.terms())
	for n := range membersADay {
		must(t, invite("Friend")) // they have played: that counts towards nothing
		must(t, invite(fmt.Sprintf("Member%d", n)))
	}
	wantInvalid(t, invite(fmt.Sprintf("Member%d", membersADay)), "opponent", "day")
	bob, err := w.PlayerByName(w.ctx(), "Member0")
	must(t, err)
	w.mails()
	w.start(ann, bob, w.terms())
	must(t, invite("Member0")) // they have played
	w.mail("invitation", bob.Email)
}

// TestInvitedAddressTellsNothing: to invite an address has the same answers whether it is a member's or not.
func TestInvitedAddressTellsNothing(t *testing.T) {
	w := worldWith(t, true)
	ann := w.join("Ann")
	dora := w.join("Dora")
	must(t, w.SignUp(w.ctx(), "Emil", "emil@example.com", "", ""))
	w.mail("confirm", "emil@example.com") // never answered
	invite := func(from Player, to string) string {
		i, err := w.Invite(w.ctx(), from.ID, w.terms(), to, "")
		var refused *Invalid
		if err != nil && !errors.As(err, &refused) {
			t.Fatal(err)
		}
		if refused != nil {
			return refused.Text
		}
		return i.MailAnswer
	}
	alike := func(when string, from Player) {
		t.Helper()
		member, stranger := invite(from, dora.Email), invite(from, "emil@example.com")
		if member != stranger {
			t.Errorf("%s: a member's address gives %q, another %q", when, member, stranger)
		}
	}
	alike("first", ann)
	alike("again", ann)
	mails := w.mails()
	must(t, w.NeverAgain(w.ctx(), mails[1].Never))
	must(t, w.SetWishes(w.ctx(), dora.ID, MailWishes{Moves: AtOnce}))
	w.mails()
	alike("unwanted", w.join("Finn"))
	w.noMail()
}

func TestInviteOnce(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	invite := func(from Player, terms Terms, opponent, once string) Invitation {
		i, err := w.Invite(w.ctx(), from.ID, terms, opponent, once)
		must(t, err)
		return i
	}
	terms := w.terms()
	first := invite(ann, terms, "Bob", "a mark")
	var clicks sync.WaitGroup
	for range 10 {
		clicks.Go(func() {
			if again, err := w.Invite(w.ctx(), ann.ID, terms, " Bob", "a mark"); err != nil || again.Token != first.Token {
				t.Errorf("a second click: %+v, %v", again, err)
			}
		})
	}
	clicks.Wait()
	w.mail("invitation", bob.Email)
	other := terms
	other.Clock.Days++
	seen := map[string]bool{first.Token: true}
	for _, i := range []Invitation{invite(ann, terms, "carl@example.org", "a mark"), invite(ann, other, "Bob", "a mark"), invite(ann, terms, "Bob", "another"),
		invite(ann, terms, "Bob", ""), invite(ann, terms, "Bob", ""), invite(bob, terms, "Ann", "a mark")} {
		if seen[i.Token] {
			t.Errorf("another form gives the same invitation %+v", i)
		}
		seen[i.Token] = true
	}
	must(t, w.Decline(w.ctx(), first.Token, bob.ID)) // later the same form, by the back button, asks for another game
	if later := invite(ann, terms, "Bob", "a mark"); seen[later.Token] || later.Status != "open" {
		t.Errorf("after it was declined: %+v", later)
	}
}

func TestNeverAgain(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "Carl@example.org", "")
	must(t, err)
	never := w.mail("invitation", "Carl@example.org").Never
	wantErr(t, w.NeverAgain(w.ctx(), i.Token), ErrNotFound) // that link Ann has, too
	wantErr(t, w.NeverAgain(w.ctx(), ""), ErrNotFound)
	if again, err := w.NeverInvitation(w.ctx(), never); err != nil || again.ID != i.ID {
		t.Fatalf("the link is about %+v, %v", again, err)
	}
	_, err = w.Invite(w.ctx(), bob.ID, w.terms(), "carl@example.org", "")
	must(t, err)
	for range 2 {
		must(t, w.NeverAgain(w.ctx(), never))
	}
	w.mail("declined", ann.Email) // and Bob's invitation, which waited, was dropped
	_, err = w.Invite(w.ctx(), bob.ID, w.terms(), "carl@EXAMPLE.org", "")
	wantInvalid(t, err, "opponent", "no invitations")
	var kept int
	must(t, w.readers.QueryRow(`SELECT count(*) FROM never_again WHERE instr(lower(CAST(address_hash AS TEXT)), 'carl')`).Scan(&kept))
	if kept != 0 {
		t.Fatal("the address is kept")
	}
	must(t, w.SignUp(w.ctx(), "Carl", "carl@example.org", "", "")) // for himself he may
	c, err := w.Confirm(w.ctx(), w.mail("confirm", "carl@example.org").Token, 0)
	must(t, err)
	if c.Player.Wishes != (MailWishes{Moves: AtOnce, Hour: 8, Reminders: true}) {
		t.Fatalf("his wishes are %+v", c.Player.Wishes)
	}
	_, err = w.Invite(w.ctx(), bob.ID, w.terms(), "Carl", "")
	must(t, err)
	w.noMail()
}

// TestNeverAgainFromAnOldMail: the link works when the invitation is over and the address no longer kept, also by the inviter's leaving.
func TestNeverAgainFromAnOldMail(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	_, err := w.Invite(w.ctx(), ann.ID, w.terms(), "Carl@example.com", "")
	must(t, err)
	_, err = w.Invite(w.ctx(), ann.ID, w.terms(), "dora@example.com", "")
	must(t, err)
	mails := w.mails()
	w.pass(200 * 24 * time.Hour)
	must(t, w.Sweep(w.ctx()))
	must(t, w.DeleteAccount(w.ctx(), ann.ID))
	var kept int
	must(t, w.readers.QueryRow(`SELECT count(*) FROM invitations WHERE address <> '' OR address_key <> ''`).Scan(&kept))
	if kept != 0 {
		t.Error("the addresses are kept")
	}
	carl := w.join("Carl")
	if !carl.Wishes.Invitations {
		t.Fatal("Carl wants no invitations")
	}
	for _, m := range mails {
		_, err := w.NeverInvitation(w.ctx(), m.Never)
		must(t, err)
		must(t, w.NeverAgain(w.ctx(), m.Never))
	}
	if carl, err = w.Player(w.ctx(), carl.ID); err != nil || carl.Wishes.Invitations {
		t.Errorf("Carl's wishes are %+v, %v", carl.Wishes, err)
	}
	for _, to := range []string{"carl@example.com", "DORA@example.com"} {
		_, err := w.Invite(w.ctx(), bob.ID, w.terms(), to, "")
		wantInvalid(t, err, "opponent", "no invitations")
	}
	w.noMail()
}

// TestOpenInvitationsEnd: where limits are on, no more of one player stay open than a list can show.
func TestOpenInvitationsEnd(t *testing.T) {
	w := worldWith(t, true)
	ann, bob := w.join("Ann"), w.join("Bob")
	for range maxOpen {
		_, err := w.Invite(w.ctx(), ann.ID, w.terms(), "", "")
		must(t, err)
	}
	_, err := w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
	wantInvalid(t, err, "", "200 invitations")
	mine, _, err := w.InvitationsOf(w.ctx(), ann.ID)
	must(t, err)
	_, err = w.Accept(w.ctx(), mine[0].Token, bob.ID)
	must(t, err)
	_, err = w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
	must(t, err)
}
