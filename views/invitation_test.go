package views

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"postrider/rules"
)

// invite makes an invitation with the form of the preset's page; its path.
func (p *person) invite(opponent string) string {
	p.t.Helper()
	return p.post("/invitations", 303, "variant", "chess", "days", "3", "side", "white", "opponent", opponent).where()
}

func TestRefusedInvitation(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	for field, bad := range map[string]string{"opponent": "Nobody", "days": "0", "side": "green", "fen": "xyz", "variant": "nothing"} {
		fields := map[string]string{"variant": "chess", "fen": "", "days": "3", "side": "white", "title": "A title", "opponent": "x@example.org"}
		fields[field] = bad
		var pairs []string
		for name, value := range fields {
			pairs = append(pairs, name, value)
		}
		a := ann.post("/invitations", 422, pairs...)
		if field != "variant" {
			a.holds(t, `id="`+field+`-wrong"`, `value="A title"`)
		}
	}
}

func TestGuestAccepts(t *testing.T) {
	w := newWorld(t)
	ann, guest := w.join("Ann"), w.stranger()
	path := ann.invite("")
	ann.get(path, 200).says(t, "Your invitation to Chess", "Send this link", w.url+path, "Withdraw", "Open until")
	guest.get(path, 200).says(t, "Ann invites you to Chess", "Three days for each move", "Ann plays White", "Your name", "Accept and play")
	guest.post(path+"/accept", 422, "name", "Ann", "email", "greta@example.org").holds(t, `id="name-wrong"`, `value="greta@example.org"`)
	guest.post(path+"/accept", 422, "name", "Greta", "email", "greta@").holds(t, `id="email-wrong"`, `value="Greta"`, `value="greta@"`)
	if to := guest.post(path+"/accept", 303, "name", "Greta", "email", "greta@example.org").where(); to != "/signup/sent?what=guest" {
		t.Errorf("a guest is led to %s", to)
	}
	if sent := guest.get("/signup/sent?what=guest", 200); strings.Contains(sent.words(), "account") {
		t.Errorf("a guest is promised an account: %s", sent.words())
	}
	guest.get("/signup/sent?what=guest", 200).says(t, "and the game begins")
	game := guest.post("/confirm/"+w.mail("guest", "greta@example.org").Token, 303).where()
	if again := guest.post("/confirm/"+w.mail("guest", "greta@example.org").Token, 303).where(); again != game {
		t.Errorf("the second click on the guest's button leads to %s", again)
	}
	if again := guest.post(path+"/accept", 303).where(); again != game {
		t.Errorf("accepting once more leads to %s", again)
	}
	guest.get(game, 200).says(t, "Ann", "Greta (you)")
	guest.get(path, 200).says(t, "has been accepted", "Go to the game")
	w.stranger().post(path+"/accept", 410, "name", "Late", "email", "late@example.org")
}

// A guest who confirms after somebody else has taken the seat is told that no game of his has begun.
func TestGuestComesTooLate(t *testing.T) {
	w := newWorld(t)
	ann, late := w.join("Ann"), w.stranger()
	path := ann.invite("")
	late.post(path+"/accept", 303, "name", "Lea", "email", "lea@example.org")
	w.join("Bob").post(path+"/accept", 303)
	if to := late.post("/confirm/"+w.mail("guest", "lea@example.org").Token, 303).where(); to != path {
		t.Errorf("who comes too late is led to %s", to)
	}
	late.get(path, 200).says(t, "You came too late", "an account all the same, Lea", "has been accepted")
}

// A guest whose name was taken meanwhile is led back to the invitation.
func TestGuestsNameIsTakenMeanwhile(t *testing.T) {
	w := newWorld(t)
	ann, guest := w.join("Ann"), w.stranger()
	path := ann.invite("")
	guest.post(path+"/accept", 303, "name", "Greta", "email", "greta@example.org")
	link := "/confirm/" + w.mail("guest", "greta@example.org").Token
	w.join("Greta")
	refused := guest.post(link, 422)
	refused.says(t, "The name Greta is taken")
	refused.holds(t, `href="`+path+`"`)
	if strings.Contains(refused.body, `href="/signup"`) {
		t.Error("a guest is led away from the invitation")
	}
}

func TestInvitationForOnePlayer(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	path := ann.invite("bob")
	out.get(path, 200).says(t, "This invitation is for Bob", "Sign in to accept it")
	eve.get(path, 200).says(t, "This invitation is for Bob")
	eve.post(path+"/accept", 403)
	eve.post(path+"/decline", 403)
	eve.post(path+"/withdraw", 403)
	ann.post(path+"/accept", 403)
	out.post(path+"/withdraw", 303)
	out.post(path+"/decline", 303)
	if to := out.post(path+"/accept", 303).where(); !strings.HasPrefix(to, "/signin?next=") {
		t.Errorf("who is not signed in is led to %s", to)
	}
	bob.get("/games", 200).says(t, "You are invited", "Ann invites you to Chess", "three days a move")
	bob.get(path, 200).says(t, "You would play as Bob", "Accept and play", "Decline")
	bob.post(path+"/decline", 303)
	bob.get(path, 200).says(t, "has been declined")
	bob.post(path+"/accept", 410)

	path = ann.invite("Bob")
	ann.get(path, 200).says(t, "It is for Bob")
	ann.post(path+"/withdraw", 303)
	bob.get(path, 200).says(t, "Ann has withdrawn")
	bob.post(path+"/accept", 410)

	path = ann.invite("Bob")
	w.now.Add(31 * 86400)
	bob.get(path, 200).says(t, "time of this invitation is over")
	bob.post(path+"/accept", 410)
	for _, deed := range []string{"accept", "decline", "withdraw"} {
		bob.post("/invitations/nothing/"+deed, 404)
	}
	bob.get("/invitations/nothing", 404)
}

func TestInvitationByMail(t *testing.T) {
	w := newWorld(t)
	ann, eve, out := w.join("Ann"), w.join("Eve"), w.stranger()
	path := ann.invite("greta@example.org")
	ann.get(path, 200).says(t, "It is for greta@example.org", "The mail to that address waits")
	for _, who := range []*person{eve, out} {
		if strings.Contains(who.get(path, 200).body, "greta@") {
			t.Error("the page shows the address of who is invited")
		}
	}
	// Eve is no guest, and it is not for her
	eve.get(path, 200).says(t, "an address that is not yours here")
	if strings.Contains(eve.get(path, 200).body, path+"/accept") {
		t.Error("a member may accept what is for another address")
	}
	eve.post(path+"/accept", 403)
	out.get(path, 200).says(t, "has a link for that at its end", "Decline")
	token := strings.TrimPrefix(path, "/invitations/")
	ann.post("/never/"+token, 404) // she could make the address unreachable for others
	never := "/never/" + w.mail("invitation", "greta@example.org").Never
	out.get(never, 200).says(t, "Ann asked us to invite you by mail")
	out.do("POST", never, filled("List-Unsubscribe", "One-Click").Values, 200, "Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site").says(t, "will not write to your address again")
	ann.post("/invitations", 422, "variant", "chess", "days", "3", "side", "white", "opponent", "greta@example.org").holds(t, `id="opponent-wrong"`)
	ann.get("/never/nothing", 404)
}

// A mail server's answer often holds the address that it refuses.
func TestRefusedMailTellsNoAddress(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	path := ann.invite("Bob")
	e, _, err := w.store.NextEnvelope(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.store.EnvelopeFailed(t.Context(), e.ID, "", "550 5.1.1 <bob@example.com>: user bob.smith unknown"); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{path, "/settings"} {
		a := ann.get(page, 200)
		a.says(t, "The mail server answered 550 5.1.1")
		if strings.Contains(a.body, "bob@") || strings.Contains(a.body, "smith") {
			t.Errorf("%s shows Bob's address", page)
		}
	}
	game := w.chess(ann, bob, "e4")
	e, err = w.store.LastMail(t.Context(), strings.TrimPrefix(game, "/games/"), rules.Black)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ answer, want string }{
		{"450 4.7.1 <bob@example.com>: bob.smith is over quota", "waits to be sent again. The mail server answered 450 4.7.1."},
		{"the mail server cannot be reached; we go on trying", "waits to be sent again. The mail server cannot be reached; we go on trying."},
		{"550 User bob.smith unknown", "could not be delivered. The mail server answered 550."},
	} {
		if strings.HasPrefix(c.answer, "5") {
			err = w.store.EnvelopeFailed(t.Context(), e.ID, "", c.answer)
		} else {
			err = w.store.EnvelopeLater(t.Context(), e.ID, "", c.answer, true)
		}
		if err != nil {
			t.Fatal(err)
		}
		page := ann.get(game, 200)
		page.says(t, c.want)
		if strings.Contains(page.body, "bob@") || strings.Contains(page.body, "smith") {
			t.Errorf("the game shows Bob's address: %s", page.words())
		}
		bob.get("/mail", 200).holds(t, html.EscapeString(upper(c.answer)))
	}
}

// A double click makes one invitation and one mail.
func TestInvitedOnce(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	w.join("Bob")
	mark := regexp.MustCompile(`name="once" value="([^"]+)"`)
	page := ann.get("/presets/new?variant=chess", 200)
	saved := ann.get(ann.post("/presets", 303, "variant", "chess", "days", "3", "side", "white").where(), 200)
	for form, fields := range map[*answer][]string{&page: {"variant", "chess", "side", "white"}, &saved: {"preset", saved.Request.URL.Path[len("/presets/"):]}} {
		found := mark.FindStringSubmatch(form.body)
		if found == nil {
			t.Fatalf("the form has no mark: %s", form.body)
		}
		w.mails = nil
		fields = append(fields, "opponent", "Bob", "once", found[1])
		first, second := ann.post("/invitations", 303, fields...).where(), ann.post("/invitations", 303, fields...).where()
		w.mail("invitation", "bob@example.com")
		if first != second || len(w.mails) != 1 {
			t.Errorf("two clicks lead to %s and %s, and %d mails", first, second, len(w.mails))
		}
	}
}
