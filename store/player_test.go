package store

import (
	"testing"
	"time"
)

func TestSettings(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	must(t, w.SetZone(w.ctx(), ann.ID, " Europe/Berlin "))
	must(t, w.SetPassword(w.ctx(), ann.ID, ""))
	must(t, w.SetWishes(w.ctx(), ann.ID, MailWishes{Moves: AtOnce}))
	p, err := w.Player(w.ctx(), ann.ID)
	must(t, err)
	if p.Zone != "Europe/Berlin" || p.HasPassword || p.Wishes != (MailWishes{Moves: AtOnce}) {
		t.Fatalf("set: %+v", p)
	}
	for _, zone := range []string{"", "Local", "Mars/Olympus", "../etc/passwd", "europe\x00"} {
		wantInvalid(t, w.SetZone(w.ctx(), ann.ID, zone), "zone", "Europe/Berlin")
	}
	wantErr(t, w.SetZone(w.ctx(), 99, "UTC"), ErrNotFound)
	wantErr(t, w.SetPassword(w.ctx(), 99, ""), ErrNotFound)
	wantErr(t, w.SetWishes(w.ctx(), 99, MailWishes{Moves: NoMail}), ErrNotFound)
	_, err = w.Player(w.ctx(), 99)
	wantErr(t, err, ErrNotFound)
}

func TestDeleteAccount(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	old := w.start(ann, bob, w.terms())
	fresh := w.start(ann, bob, w.terms())
	for ply, move := range []string{"e2e4", "e7e5"} {
		_, err := w.Play(w.ctx(), Deed{old, []int64{ann.ID, bob.ID}[ply], ply, -1}, move, "hello", false)
		must(t, err)
	}
	w.mails()
	mine, err := w.Invite(w.ctx(), ann.ID, w.terms(), "carl@example.com", "")
	must(t, err)
	toMe, err := w.Invite(w.ctx(), bob.ID, w.terms(), "Ann", "")
	must(t, err)
	preset, err := w.SavePreset(w.ctx(), ann.ID, w.terms())
	must(t, err)
	unsubscribe := w.UnsubscribeToken(ann.ID)

	must(t, w.DeleteAccount(w.ctx(), ann.ID))
	mails := w.mails()
	if len(mails) != 3 { // two games have ended, one invitation was declined; nothing to Carl, nothing to Ann
		t.Fatalf("the mails are %s", show(mails))
	}
	for _, mail := range mails {
		if mail.To != bob.Email {
			t.Fatalf("the mails are %s", show(mails))
		}
	}
	if g := w.game(old); g.Result != "0-1" || g.Reason != "resignation" || g.Seats[0].Name != "former player" || !g.Seats[0].Deleted {
		t.Fatalf("the game is %+v", g)
	}
	if g := w.game(fresh); g.Result != "*" || g.Reason != "aborted" {
		t.Fatalf("the game in which nobody had moved is %+v", g)
	}
	for token, status := range map[string]string{mine.Token: "withdrawn", toMe.Token: "declined"} {
		if i, err := w.Invitation(w.ctx(), token); err != nil || i.Status != status {
			t.Fatalf("the invitation is %+v, %v; want it %s", i, err, status)
		}
	}
	if p, err := w.Preset(w.ctx(), preset.Slug); err != nil || p.OwnerID != 0 || p.OwnerName != "former player" {
		t.Fatalf("the preset is %+v, %v", p, err)
	}
	gone, err := w.Player(w.ctx(), ann.ID)
	must(t, err)
	if !gone.Deleted || gone.Email != "" || gone.Name != "former player" || gone.HasPassword {
		t.Fatalf("what is left is %+v", gone)
	}
	_, err = w.PlayerByName(w.ctx(), "former player")
	wantErr(t, err, ErrNotFound)
	_, _, err = w.Login(w.ctx(), "ann@example.com")
	wantErr(t, err, ErrNotFound)
	wantErr(t, w.Unsubscribe(w.ctx(), unsubscribe, AboutGames, true), ErrNotFound)
	wantErr(t, w.DeleteAccount(w.ctx(), ann.ID), ErrNotFound)
	again := w.join("Ann") // name and address are free
	if again.ID == ann.ID {
		t.Fatal("an id was given twice")
	}
	var left int
	must(t, w.readers.QueryRow(`SELECT (SELECT count(*) FROM outbox WHERE player_id = ?1) + (SELECT count(*) FROM sessions WHERE player_id = ?1)
		+ (SELECT count(*) FROM tokens WHERE player_id = ?1) + (SELECT count(*) FROM invitations WHERE inviter_id = ?1 AND address <> '')`, ann.ID).Scan(&left))
	if left != 0 {
		t.Fatalf("%d rows are left", left)
	}
}

func TestUnsubscribe(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.start(ann, bob, w.terms())
	_, err := w.Play(w.ctx(), Deed{game, ann.ID, 0, -1}, "e2e4", "", false)
	must(t, err)
	token := w.UnsubscribeToken(bob.ID)
	for range 2 {
		if p, err := w.UnsubscribePage(w.ctx(), token); err != nil || p != bob {
			t.Fatalf("the page is about %+v, %v", p, err)
		}
	}
	for range 2 { // it may be used again
		must(t, w.Unsubscribe(w.ctx(), token, AboutGames, true))
	}
	w.noMail() // the one that waited was dropped
	if p, _ := w.Player(w.ctx(), bob.ID); p.Wishes != (MailWishes{Moves: AtOnce, Hour: 8, Reminders: true, Invitations: true, Off: true}) {
		t.Fatalf("the wishes are %+v", p.Wishes)
	}
	if g := w.game(game); g.Seats[1].Mail != NoMail || g.Seats[0].Mail != AtOnce {
		t.Fatalf("the seats are %+v", g.Seats)
	}
	_, err = w.Play(w.ctx(), Deed{game, bob.ID, 1, -1}, "e7e5", "", false)
	must(t, err)
	w.mail("move", ann.Email)
	_, err = w.Play(w.ctx(), Deed{game, ann.ID, 2, -1}, "g1f3", "", true)
	must(t, err)
	w.pass(60 * time.Hour)
	must(t, w.Sweep(w.ctx()))
	must(t, w.Resign(w.ctx(), Deed{game, ann.ID, 3, -1}))
	w.noMail()
	_, err = w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
	must(t, err)
	must(t, w.Unsubscribe(w.ctx(), token, AboutInvitations, true))
	_, err = w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
	must(t, err)
	w.noMail() // neither the one that waited nor another
	must(t, w.Unsubscribe(w.ctx(), token, AboutInvitations, false))
	_, err = w.Invite(w.ctx(), ann.ID, w.terms(), "Bob", "")
	must(t, err)
	w.mail("invitation", bob.Email)
	inv, err := w.Invite(w.ctx(), bob.ID, w.terms(), "Ann", "")
	must(t, err)
	_, err = w.Accept(w.ctx(), inv.Token, ann.ID)
	must(t, err)
	w.noMail() // that a game has begun is about games, too
	wantErr(t, w.Unsubscribe(w.ctx(), token, "everything", true), ErrNotFound)
	wantErr(t, w.Unsubscribe(w.ctx(), "nothing", AboutGames, true), ErrNotFound)
	_, err = w.UnsubscribePage(w.ctx(), "nothing")
	wantErr(t, err, ErrNotFound)
}
