package views

import (
	"strings"
	"testing"

	"postrider/store"
)

// TestLostMailIsSaid: the player sees on every page about mail that none arrives, and why; the opponent sees that none does; and a button ends it.
func TestLostMailIsSaid(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4")
	sent := w.mail("move", bob.email())
	ann.get(game, 200).says(t, "Bob was told by e-mail on")
	if err := w.store.Bounce(t.Context(), sent.ID, true, "5.1.1 bob@example.com: no such user"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/settings", "/mail"} {
		bob.get(path, 200).says(t, "Mail to you does not arrive", "bob@example.com: no such user", "My mail works again", "Use another address")
		lacks(t, ann.get(path, 200), "does not arrive")
	}
	bob.get("/mail", 200).says(t, "Could not be delivered", "The answer: “5.1.1 bob@example.com: no such user”")
	bob.get(game, 200).says(t, "Mail to you does not arrive: nobody tells you when it is your move.")
	page := ann.get(game, 200)
	page.says(t, "Mail to Bob does not arrive: the address does not work at present.")
	lacks(t, page, "bob@example.com", "no such user")
	if err := w.store.OfferDraw(t.Context(), store.Deed{Game: game[len("/games/"):], Player: ann.account().ID, Ply: 1, Seq: -1}); err != nil {
		t.Fatal(err)
	}
	bob.get("/mail", 200).says(t, "A draw was offered", "Not sent. Mail to this address comes back.")
	bob.post("/mail/test", 303)
	bob.get("/mail", 200).says(t, "If it reaches you, press “My mail works again”.")
	bob.post("/settings", 303, "do", "mailworks")
	bob.get("/settings", 200).says(t, "mail goes to bob@example.com again")
	lacks(t, bob.get("/", 200), "does not arrive")
	lacks(t, ann.get(game, 200), "does not arrive")
}

// TestLostInvitationIsSaid to the inviter.
func TestLostInvitationIsSaid(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	i, err := w.store.Invite(t.Context(), ann.account().ID, terms(), "nobody@example.net", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.store.Bounce(t.Context(), w.mail("invitation", "nobody@example.net").ID, true, "5.1.1 no such user"); err != nil {
		t.Fatal(err)
	}
	ann.get("/invitations/"+i.Token, 200).says(t, "The mail to that address could not be delivered. The mail server answered 5.1.1")
}

func lacks(t *testing.T, a answer, sentences ...string) {
	t.Helper()
	for _, s := range sentences {
		if strings.Contains(a.words(), s) {
			t.Errorf("the page says %q", s)
		}
	}
}
