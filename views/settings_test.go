package views

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"postrider/store"
)

func terms() store.Terms {
	return store.Terms{Variant: "chess", Clock: store.DaysAMove(3), Side: "white"}
}

// game starts a game between the two, White first.
func (w *world) game(white, black *person) string {
	w.t.Helper()
	i, err := w.store.Invite(w.t.Context(), white.account().ID, terms(), "", "")
	if err != nil {
		w.t.Fatal(err)
	}
	id, err := w.store.Accept(w.t.Context(), i.Token, black.account().ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

func TestSettingsNeedSignIn(t *testing.T) {
	w := newWorld(t)
	out := w.stranger()
	for _, path := range []string{"/settings", "/settings/delete", "/mail"} {
		if got := out.get(path, 303).where(); got != "/signin?next="+strings.ReplaceAll(path, "/", "%2F") {
			t.Errorf("%s leads to %s", path, got)
		}
	}
	out.post("/settings", 303, "do", "zone", "zone", "Europe/Berlin")
	out.post("/settings/delete", 303)
}

func TestSettings(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	ann.get("/settings", 200).says(t, "ann@example.com", "Europe", "Mail about my games", "None is open")

	ann.post("/settings", 303, "do", "zone", "zone", "America/Santiago")
	ann.get("/settings", 200).holds(t, `<option selected>America/Santiago</option>`, `role="status"`)
	ann.post("/settings", 422, "do", "zone", "zone", "Mars/Olympus").holds(t, `id="zone-wrong"`)
	ann.post("/settings", 422, "do", "nonsense")
	ann.post("/settings", 422)

	ann.post("/settings", 303, "do", "mail", "moves", "none", "reminders", "on")
	if got := ann.account().Wishes; got != (store.MailWishes{Moves: store.NoMail, Hour: 8, Reminders: true}) {
		t.Errorf("the wishes are %+v", got)
	}
	ann.get("/settings", 200).holds(t, `name="reminders" checked`, `value="none" checked`)

	// a password: other sessions end, this one goes on
	other := w.stranger()
	other.post("/signin", 303, "login", "Ann", "password", password)
	ann.post("/settings", 422, "do", "password", "new", "short").holds(t, `id="new-wrong"`)
	ann.post("/settings", 303, "do", "password", "new", "a brand new sentence")
	if !ann.signedIn() || other.signedIn() {
		t.Errorf("after a new password: signed in here %v, elsewhere %v", ann.signedIn(), other.signedIn())
	}
	other.post("/signin", 422, "login", "Ann", "password", password)
	other.post("/signin", 303, "login", "Ann", "password", "a brand new sentence")

	ann.post("/settings", 303, "do", "everywhere")
	if ann.signedIn() || other.signedIn() {
		t.Error("signed out everywhere, and still in")
	}
}

func TestChangeAddress(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	ann.post("/settings", 422, "do", "address", "email", "nonsense").holds(t, `value="nonsense"`, `id="email-wrong"`)
	ann.post("/settings", 303, "do", "address", "email", "new@example.org")
	if got := ann.account().Email; got != "ann@example.com" {
		t.Fatalf("the address is %s before it is confirmed", got)
	}
	link := "/confirm/" + w.mail("address", "new@example.org").Token
	ann.get(link, 200).says(t, "new@example.org", "Ann")
	// only Ann herself, signed in, takes it: the link proves nothing but that somebody reads mail there
	out, bob := w.stranger(), w.join("Bob")
	out.get(link, 200).says(t, "sign in first as Ann", "That was not me")
	if got := out.post(link, 303).where(); got != "/signin?next="+url.QueryEscape(link) {
		t.Errorf("who is not signed in is led to %s", got)
	}
	if out.signedIn() {
		t.Error("a link about an address signed somebody in")
	}
	bob.post(link, 403).says(t, "signed in as Bob")
	if got := ann.account().Email; got != "ann@example.com" {
		t.Fatalf("a stranger has changed the address to %s", got)
	}
	back := out.post("/signin", 303, "login", "Ann", "password", password, "next", link).where()
	if got := out.post(back, 303).where(); got != "/settings" {
		t.Errorf("the new address leads to %s", got)
	}
	if got := ann.account().Email; got != "new@example.org" {
		t.Errorf("the address is %s", got)
	}
	w.mail("addressed", "ann@example.com")
}

func TestOpenInvitations(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	i, err := w.store.Invite(t.Context(), ann.account().ID, terms(), "Bob", "")
	if err != nil {
		t.Fatal(err)
	}
	ann.get("/settings", 200).says(t, "Bob", "three days a move", "open until "+instant(w.now.Load()+30*86400, time.UTC), "Withdraw")
	bob.get("/", 200).holds(t, "You are invited", "/invitations/"+i.Token)
	ann.get("/settings", 200).holds(t, `action="/invitations/`+i.Token+`/withdraw"`)
}

func TestDeleteAccount(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	id := w.game(ann, bob)
	ann.get("/settings/delete", 200).says(t, "You resign the game that you are playing", "former player")
	ann.get("/players/Ann", 200)
	ann.post("/settings/delete", 303)
	ann.get("/", 200).says(t, "Your account is gone")
	if ann.signedIn() {
		t.Error("the account is gone, and signed in")
	}
	bob.get("/players/Ann", 404)
	ann.post("/signin", 422, "login", "Ann", "password", password)
	g, err := w.store.Game(t.Context(), id)
	if err != nil || g.Status != "finished" {
		t.Errorf("the game: %+v, %v", g, err)
	}
	bob.get("/players/Bob", 200).says(t, "former player")
}

func TestUnsubscribe(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	path := "/unsubscribe/" + w.store.UnsubscribeToken(ann.account().ID)
	machine := w.stranger()
	for _, method := range []string{"GET", "HEAD"} {
		machine.do(method, path, nil, 200)
	}
	if ann.account().Wishes.Off {
		t.Fatal("a GET ended the mail")
	}
	machine.do("POST", path, filled("List-Unsubscribe", "One-Click").Values, 200, "Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site")
	if got := ann.account().Wishes; !got.Off || !got.Invitations {
		t.Errorf("the wishes are %+v", got)
	}
	machine.get(path, 200).says(t, "Bring the mail back")
	machine.post(path, 200, "back", "on")
	if got := ann.account().Wishes; got.Off || got.Moves != store.AtOnce || !got.Reminders {
		t.Errorf("the wishes are %+v", got)
	}
	without := store.MailWishes{Moves: store.AtOnce}
	if err := w.store.SetWishes(t.Context(), ann.account().ID, without); err != nil {
		t.Fatal(err)
	}
	machine.post(path, 200)
	machine.post(path, 200, "back", "on")
	if got := ann.account().Wishes; got != without {
		t.Errorf("mail that was brought back brings more: %+v", got)
	}
	for of, words := range map[string]string{"?of=invitations": "about invitations", "": "about games"} {
		before := store.MailWishes{Moves: store.InDigest, Hour: 3, Invitations: true}
		if err := w.store.SetWishes(t.Context(), ann.account().ID, before); err != nil {
			t.Fatal(err)
		}
		machine.get(path+of, 200).says(t, "Ann gets mail "+words)
		machine.do("POST", path+of, filled("List-Unsubscribe", "One-Click").Values, 200, "Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site").
			says(t, "Ann gets no mail "+words+" any more")
		if got := ann.account().Wishes; got.Off == (of != "") || got.Invitations == (of != "") {
			t.Errorf("%q: the wishes are %+v", of, got)
		}
		page := machine.get(path+of, 200)
		page.says(t, "no mail "+words+" any more", "Bring the mail back")
		page.holds(t, `action="`+path+of+`"`)
		machine.post(path+of, 200, "back", "on").says(t, "Ann gets mail "+words)
		if got := ann.account().Wishes; got != before {
			t.Errorf("%q brought back: the wishes are %+v", of, got)
		}
	}
	machine.get(path+"?of=everything", 404)
	machine.post(path+"?of=everything", 404)
	machine.get("/unsubscribe/nothing", 404)
	machine.post("/unsubscribe/nothing", 404)
}
