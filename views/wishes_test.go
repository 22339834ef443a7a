package views

import (
	"strings"
	"testing"
	"time"

	"postrider/store"
)

func TestMailWishes(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	page := ann.get("/settings", 200)
	page.holds(t, `value="every" checked`, `<option value="8" selected>08:00</option>`, `action="/mail/test"`)
	page.says(t, "On a day with nothing to tell there is none.")
	ann.post("/settings", 422, "do", "mail").holds(t, `id="moves-wrong"`)
	ann.post("/settings", 422, "do", "mail", "moves", "weekly").holds(t, `id="moves-wrong"`)
	ann.post("/settings", 422, "do", "mail", "moves", "digest", "hour", "25").holds(t, `id="hour-wrong"`, `value="digest" checked`)
	ann.post("/settings", 422, "do", "mail", "moves", "digest", "hour", "x").holds(t, `id="hour-wrong"`)

	ann.post("/settings", 303, "do", "zone", "zone", "Asia/Tokyo")
	ann.post("/settings", 303, "do", "mail", "moves", "digest", "hour", "19", "reminders", "on")
	if got := ann.account(); got.Wishes != (store.MailWishes{Moves: store.InDigest, Hour: 19, Reminders: true}) || got.DigestAt == 0 {
		t.Fatalf("the player is %+v", got)
	}
	page = ann.get("/settings", 200)
	page.says(t, "one mail a day about your games, at 19:00. The next is due on "+soon(ann.account().DigestAt, time.FixedZone("JST", 9*3600)), "The next one is due on "+soon(ann.account().DigestAt, time.FixedZone("JST", 9*3600)), "by the clock of Asia/Tokyo")
	page.holds(t, `<option value="19" selected>`, `value="digest" checked`)

	// what is told of it in a game
	game := w.chess(bob, ann)
	bob.get(game+"?at=e2&at=e4", 200).says(t, "Ann gets one mail a day, and finds your move in the next.")
	bob.play(game, 0, "e4", 303)
	bob.get(game, 200).says(t, "Ann gets one mail a day, and finds your move in the next.")
	w.now.Store(ann.account().DigestAt)
	if err := w.store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	bob.get(game, 200).says(t, "The mail to Ann is on its way.")
	w.mail("digest", ann.email())
	bob.get(game, 200).says(t, "Ann was told by e-mail on")
	ann.get("/mail", 200).says(t, "Your digest")
}

// Whoever has answered everybody is told how the next turn is told.
func TestWhoTellsOfTheNextTurn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	if home := ann.get("/", 200); !strings.Contains(home.words(), "You have no game under way.") || strings.Contains(home.words(), "You have answered everybody") {
		t.Errorf("who has no game is told %s", home.words())
	}
	w.chess(bob, ann)
	for _, c := range [][2]string{{"every", "A mail will tell you when it is your turn again."}, {"digest", "Your digest tells you when it is your turn again."}, {"none", "You get no mail about your games: look here yourself."}} {
		ann.post("/settings", 303, "do", "mail", "moves", c[0])
		ann.get("/", 200).says(t, "You have answered everybody. "+c[1])
	}
	ann.post("/settings", 303, "do", "mail", "moves", "every")
	ann.post("/unsubscribe/"+w.store.UnsubscribeToken(ann.account().ID), 200)
	ann.get("/", 200).says(t, "You have answered everybody. You get no mail about your games: look here yourself.")
}

// A refused form shows what was chosen in it, also the boxes that were not ticked.
func TestRefusedWishesStay(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	box := func(a answer, name string) bool { return strings.Contains(a.body, `name="`+name+`" checked`) }
	if page := ann.get("/settings", 200); !box(page, "reminders") || !box(page, "invitations") {
		t.Fatal("the boxes have no ticks to begin with")
	}
	page := ann.post("/settings", 422, "do", "mail", "moves", "digest", "hour", "99", "invitations", "on")
	if page.holds(t, `value="digest" checked`); box(page, "reminders") || !box(page, "invitations") {
		t.Error("a refused form forgets which boxes were ticked")
	}
	if page := ann.post("/settings", 422, "do", "zone", "zone", "nowhere"); !box(page, "reminders") || !box(page, "invitations") {
		t.Error("another form changes the boxes")
	}
}

func TestMailOfOneGame(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob)
	bob.get(game, 200).holds(t, `<option value="" selected>as in my settings</option>`)
	bob.post(game+"/mail", 422, "mail", "weekly").says(t, "Choose one")
	out.post(game+"/mail", 303, "mail", "none")
	w.join("Eve").post(game+"/mail", 403, "mail", "none")
	bob.post(game+"/mail", 303, "mail", "none")
	page := bob.get(game, 200)
	page.holds(t, `<option value="none" selected>`)
	page.says(t, "You get no mail about this game")
	ann.get(game+"?at=e2&at=e4", 200).says(t, "Bob gets no mail about this game, and sees your move when looking here. A sent move")
	ann.play(game, 0, "e4", 303)
	ann.get(game, 200).says(t, "Bob gets no mail about this game")
	other := w.chess(ann, bob)
	if strings.Contains(bob.get(other, 200).words(), "You get no mail") {
		t.Error("one game's wish holds for another")
	}
	back := func(button, flash string) {
		t.Helper()
		bob.get(game, 200).says(t, "You get no mail about this game", button)
		bob.post(game+"/mail", 303, "mail", "back")
		page := bob.get(game, 200)
		page.says(t, flash)
		if strings.Contains(page.words(), "You get no mail") {
			t.Error("one click does not bring the mail back")
		}
	}
	back("Bring the mail back", "You get mail about this game again.")
	bob.post("/settings", 303, "do", "mail", "moves", "none")
	back("Bring the mail back", "You get mail about this game again.")
	link := "/unsubscribe/" + w.store.UnsubscribeToken(bob.account().ID)
	bob.post(link, 200).says(t, "gets no mail about games any more")
	bob.get("/settings", 200).says(t, "By the link in a mail you have ended all mail")
	back("Bring back mail about your games, this one too", "You get mail about your games again, this one too.")
	bob.post(link, 200)
	bob.post("/settings", 303, "do", "mail", "moves", "none", "reminders", "on") // ended it stays
	if got := bob.account().Wishes; !got.Off || !got.Reminders {
		t.Errorf("the wishes are %+v", got)
	}
	bob.post("/settings", 303, "do", "mailback")
	if bob.account().Wishes.Off {
		t.Error("the mail is not brought back")
	}
}

func TestTestMail(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits, o.From = true, "Postrider <games@post.example>" })
	ann := w.join("Ann")
	if got := w.stranger().post("/mail/test", 303).where(); got != "/signin?next=%2Fmail" {
		t.Errorf("a stranger is led to %s", got)
	}
	if got := ann.post("/mail/test", 303).where(); got != "/mail" {
		t.Errorf("a test mail leads to %s", got)
	}
	ann.get("/mail", 200).says(t, "A test mail to ann@example.com is on its way", "A test mail, which you asked for", "On its way to the mail server", "games@post.example", "no spam")
	w.mail("test", "ann@example.com")
	ann.get("/mail", 200).says(t, "Sent on", "The answer: “250 queued”")
	for range 4 {
		ann.post("/mail/test", 303)
	}
	ann.post("/mail/test", 429)
	ann.get("/signup/sent", 200).says(t, "Nothing came?", "games@post.example", "your contacts")
}

// TestMailFates: what, when, how often, when again, and what was answered.
func TestMailFates(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	test := func() store.Envelope {
		t.Helper()
		if err := w.store.SendTest(t.Context(), ann.account().ID); err != nil {
			t.Fatal(err)
		}
		e, _, err := w.store.NextEnvelope(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	later := func(e store.Envelope, answer string, counted bool) {
		t.Helper()
		if err := w.store.EnvelopeLater(t.Context(), e.ID, "A test", answer, counted); err != nil {
			t.Fatal(err)
		}
	}
	e := test()
	later(e, "the mail server cannot be reached; we go on trying", false)
	ann.get("/mail", 200).says(t, "Waits for the mail server; tried again on "+soon(w.now.Load()+60, time.UTC), "cannot be reached")
	later(e, "451 4.7.1 greylisted", true)
	w.now.Add(60)
	later(e, "451 4.7.1 greylisted <again>", true)
	ann.get("/mail", 200).says(t, "Not gone yet, after two tries; tried again on "+soon(w.now.Load()+300, time.UTC), "451 4.7.1 greylisted &lt;again&gt;")
	w.now.Add(300)
	ann.get("/mail", 200).says(t, "tried again now")
	w.mail("test", ann.email())
	ann.get("/mail", 200).says(t, "Sent on "+soon(w.now.Load(), time.UTC)+", after two tries that failed")
	later(test(), "the mail server cannot be reached; we go on trying", false)
	w.now.Add(300)
	w.mail("test", ann.email())
	ann.get("/mail", 200).says(t, "Sent on "+soon(w.now.Load(), time.UTC)+", after waiting 5 min for the mail server")
	if err := w.store.EnvelopeFailed(t.Context(), test().ID, "A test", "550 5.1.1 no such user"); err != nil {
		t.Fatal(err)
	}
	ann.get("/mail", 200).says(t, "Could not be delivered, and is not tried again", "550 5.1.1 no such user")
}

func TestEveryMailHasAReason(t *testing.T) {
	for _, kind := range store.MailKinds() {
		if mailReason(store.Envelope{Kind: kind}) == "" {
			t.Errorf("/mail has no words for a mail of the kind %s", kind)
		}
	}
}
