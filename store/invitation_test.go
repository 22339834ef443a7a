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

func TestTerms(t *testing.T) {
	w := newWorld(t)
	got, err := w.CheckTerms(Terms{Variant: "chess", Days: 3, Title: "  Über-Schach "})
	must(t, err)
	chess, err := rules.Lookup("chess")
	must(t, err)
	if want := (Terms{"chess", chess.Start().FEN(), 3, "random", "Über-Schach"}); got != want {
		t.Fatalf("completed to %+v, want %+v", got, want)
	}
	got, err = w.CheckTerms(Terms{Variant: "chess", Days: 30, Side: "black", FEN: " 4k3/8/8/8/8/8/4P3/4K3 "})
	must(t, err)
	if got.FEN != "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" {
		t.Fatalf("the FEN became %q", got.FEN)
	}
	for _, bad := range []struct {
		field string
		Terms
	}{
		{"variant", Terms{Variant: "no-such-game", Days: 3}}, {"variant", Terms{Days: 3}},
		{"days", Terms{Variant: "chess"}}, {"days", Terms{Variant: "chess", Days: 31}}, {"days", Terms{Variant: "chess", Days: -1}},
		{"side", Terms{Variant: "chess", Days: 3, Side: "green"}},
		{"title", Terms{Variant: "chess", Days: 3, Title: strings.Repeat("x", 81)}}, {"title", Terms{Variant: "chess", Days: 3, Title: "a\r\nBcc: b"}},
		{"title", Terms{Variant: "chess", Days: 3, Title: "\xff"}},
		{"fen", Terms{Variant: "chess", Days: 3, FEN: "xyz"}}, {"fen", Terms{Variant: "chess", Days: 3, FEN: "8/8/8/8/8/8/8/8 w - - 0 1"}},
		{"fen", Terms{Variant: "chess", Days: 3, FEN: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}}, // stalemate
	} {
		_, err := w.CheckTerms(bad.Terms)
		wantInvalid(t, err, bad.field)
		_, err = w.SavePreset(w.ctx(), 1, bad.Terms)
		wantInvalid(t, err, bad.field)
		_, err = w.Invite(w.ctx(), 1, bad.Terms, "", "")
		wantInvalid(t, err, bad.field)
	}
}

func TestPresets(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	saved, err := w.SavePreset(w.ctx(), ann.ID, w.terms())
	must(t, err)
	again, err := w.SavePreset(w.ctx(), ann.ID, w.terms())
	must(t, err)
	found, err := w.Preset(w.ctx(), saved.Slug)
	must(t, err)
	if len(saved.Slug) != 10 || again != saved || found != saved || saved.OwnerName != "Ann" || saved.OwnerID != ann.ID {
		t.Fatalf("saved %+v, again %+v, found %+v", saved, again, found)
	}
	w.pass(time.Second)
	other := w.terms()
	other.Title = "Another"
	second, err := w.SavePreset(w.ctx(), ann.ID, other)
	must(t, err)
	if list, err := w.PresetsOf(w.ctx(), ann.ID); err != nil || len(list) != 2 || list[0] != second || list[1] != saved {
		t.Fatalf("the list is %+v, %v", list, err)
	}
	_, err = w.Preset(w.ctx(), "nothing")
	wantErr(t, err, ErrNotFound)

	bob := w.join("Bob")
	wantErr(t, w.DeletePreset(w.ctx(), bob.ID, saved.Slug), ErrForbidden)
	wantErr(t, w.DeletePreset(w.ctx(), 0, saved.Slug), ErrForbidden)
	wantErr(t, w.DeletePreset(w.ctx(), ann.ID, "nothing"), ErrNotFound)
	must(t, w.DeletePreset(w.ctx(), ann.ID, saved.Slug))
	if list, err := w.PresetsOf(w.ctx(), ann.ID); err != nil || len(list) != 1 || list[0] != second {
		t.Fatalf("after one is deleted the list is %+v, %v", list, err)
	}
}

func TestPresetsHaveALimit(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	save := func(p Player, n int) (Preset, error) {
		return w.SavePreset(w.ctx(), p.ID, Terms{Variant: "chess", Days: 3, Title: fmt.Sprint(n)})
	}
	var last Preset
	for n := range maxPresets {
		var err error
		last, err = save(ann, n)
		must(t, err)
	}
	_, err := save(ann, maxPresets)
	wantInvalid(t, err, "", "100 presets", "Delete")
	_, err = save(ann, 7) // that one there is
	must(t, err)
	_, err = save(bob, maxPresets)
	must(t, err)
	must(t, w.DeletePreset(w.ctx(), ann.ID, last.Slug))
	_, err = save(ann, maxPresets)
	must(t, err)
}

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
	if g.Seats[0] != (Seat{PlayerID: ann.ID, Name: "Ann"}) || g.Seats[1] != (Seat{PlayerID: bob.ID, Name: "Bob"}) || g.Seq != 1 || g.Ply != 0 ||
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
	must(t, w.SetWishes(w.ctx(), dora.ID, MailWishes{Moves: true}))
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
	other.Days++
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
	if c.Player.Wishes != (MailWishes{Moves: true, Reminders: true}) {
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

func TestInvitationWishes(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	must(t, w.SetWishes(w.ctx(), bob.ID, MailWishes{Moves: true}))
	must(t, w.SetWishes(w.ctx(), ann.ID, MailWishes{Moves: true}))
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
