package views

import (
	"bytes"
	"image/png"
	"net/url"
	"strings"
	"testing"

	"postrider/store"
)

const kings = "4k3/8/8/8/8/8/4P3/4K3"

func TestPresetInItsLink(t *testing.T) {
	w := newWorld(t)
	out, ann := w.stranger(), w.join("Ann")
	for _, fen := range []string{kings + "%20w%20-%20-%200%201", kings + "+w+-+-+0+1", kings + "_w_-_-_0_1", kings + "_w", kings, url.QueryEscape(kings + " w - - 0 1")} {
		out.get("/presets/new?variant=chess&fen="+fen, 200).holds(t, "e2, white pawn", `value="`+kings+` w - - 0 1"`, `property="og:image"`)
	}
	page := out.get("/presets/new?variant=pyrrhus&days=7&side=black&title=Caf%C3%A9+%26+%3Cb%3E", 200)
	page.says(t, "Café &amp; &lt;b&gt;", "Invented by M. Winther, 2007", "You sign in first")
	page.holds(t, `value="7"`, `value="black" checked`, "days=7&amp;side=black&amp;title=Caf%C3%A9")
	if strings.Contains(page.body, `formaction="/presets"`) {
		t.Error("who is not signed in is offered to save")
	}
	ann.get("/presets/new?variant=chess&opponent=Bob", 200).holds(t, `formaction="/presets"`, `value="Bob"`)

	for query, sentence := range map[string]string{
		"variant=no-such-game": "Which game?", "": "Which game?", "variant=chess%00": "Which game?", "fen=" + kings: "Which game?",
		"variant=chess&fen=xyz": "no position of Chess", "variant=chess&fen=8/8/8/8/8/8/8/8_w": "king", "variant=chess&fen=%FF%FE": "no text",
		"variant=chess&days=0": "30", "variant=chess&days=abc": "1 to 30", "variant=chess&days=99999999999999999999": "1 to 30",
		"variant=chess&side=green": "side", "variant=chess&title=%FF": "no text", "variant=chess&title=" + strings.Repeat("x", 5000): "80",
		"variant=chess&fen=k7/8/8/8/8/8/6q1/7K_b": "check",
	} {
		out.get("/presets/new?"+query, 422).says(t, sentence)
	}
	out.get("/presets/new?variant=chess&title=xyz&fen=abc", 422).holds(t, `value="abc"`, `value="xyz"`, `aria-invalid="true"`, "<details open")
}

// What was made from a game that the program has no longer says so.
func TestGameThatIsGone(t *testing.T) {
	_, err := setupFor(store.Terms{Variant: "gone"})
	if p := told(err); p.Status != 404 || !strings.Contains(p.Text, "no game with the key “gone”") {
		t.Errorf("%+v", p)
	}
}

// TestPromotedMenInLinks: the + of a promoted man stands in links as %2B, and is put back where an address has lost it; SFEN is read, too.
func TestPromotedMenInLinks(t *testing.T) {
	w := newWorld(t)
	out, ann := w.stranger(), w.join("Ann")
	const board = "+R8/8k/9/4+P4/9/9/9/9/4K4"
	for _, fen := range []string{url.QueryEscape(board + "[] w - - 0 1"), strings.ReplaceAll(board, "+", "%2B") + "[]_w", board + "[]+w+-+-+0+1", board + "+b+-+1"} {
		page := out.get("/presets/new?variant=shogi&fen="+fen, 200)
		page.holds(t, "e6, Sente promoted pawn", "a9, Sente dragon king", `value="`+board+`[] w - - 0 1"`, "fen=%2BR8%2F8k%2F9%2F4%2BP4%2F9")
	}
	out.get("/presets/new/board.png?variant=shogi&fen="+url.QueryEscape(board), 200)
	malformed := "ln2k2nl/9/p+p+p+p+p+p+p+p+p+/9/9/9/PPPPPPPPP/1B+5R+1/LNSGKGSNL[-] w 0 1"
	for _, fen := range []string{malformed, url.QueryEscape(malformed)} {
		out.get("/presets/new?variant=shogi&fen="+strings.ReplaceAll(fen, " ", "_"), 422).says(t, "no position of Shogi")
	}
	path := ann.post("/presets", 303, "variant", "shogi", "fen", board+"[] w - - 0 1", "days", "3").where()
	out.get(path, 200).holds(t, "e6, Sente promoted pawn")
}

func TestSavedPreset(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	fields := []string{"variant", "chess", "fen", kings + " w - - 0 1", "days", "5", "side", "black", "title", "Pawns & kings"}
	if to := out.post("/presets", 303, fields...).where(); to != "/signin?next="+url.QueryEscape("/presets/new?variant=chess") {
		t.Errorf("who is not signed in is led to %s", to)
	}
	ann.post("/presets", 422, "variant", "chess", "fen", "xyz", "days", "5", "title", "Oops").holds(t, `value="xyz"`, `value="Oops"`)
	path := ann.post("/presets", 303, fields...).where()
	ann.do("HEAD", path, nil, 200) // tells nobody anything
	ann.get(path, 200).says(t, "Saved. You find it again in your settings")
	out.get(path, 200).says(t, "Pawns &amp; kings", "a preset by Ann", "Five days for each move", "Whoever invites plays Black", "this position, not from the usual one; White moves first")
	out.get("/presets/nothing", 404)
	slug := strings.TrimPrefix(path, "/presets/")
	bob.post("/invitations", 422, "preset", slug, "opponent", "Nobody").holds(t, `value="Nobody"`, `value="`+slug+`"`)
	bob.post("/invitations", 404, "preset", "nothing", "opponent", "")
	invitation := bob.post("/invitations", 303, "preset", slug, "opponent", "").where()
	ann.get(invitation, 200).says(t, "Bob invites you to Chess", "Pawns &amp; kings", "Five days", "Bob plays Black")
	if to := out.post("/invitations", 303, "preset", slug, "opponent", "").where(); to != "/signin?next="+url.QueryEscape(path) {
		t.Errorf("who is not signed in is led to %s", to)
	}
	for _, picture := range []string{path + "/board.png", "/presets/new/board.png?variant=pyrrhus", invitation + "/board.png"} {
		a := out.get(picture, 200)
		image, err := png.DecodeConfig(bytes.NewReader([]byte(a.body)))
		if err != nil || image.Width != 1200 || image.Height != 630 || a.Header.Get("Content-Type") != "image/png" || a.Header.Get("Cache-Control") == "" {
			t.Errorf("%s: %v %v %v", picture, image, err, a.Header)
		}
	}
	bob.get(path, 200).holds(t, `href="`+path+`?opponent=Ann"`)
	bob.get(path+"?opponent=Ann", 200).holds(t, `name="opponent" value="Ann"`)
	if body := bob.get(path, 200).body; strings.Contains(body, "/delete") {
		t.Error("Bob is offered to delete Ann's preset")
	}
	ann.get(path, 200).holds(t, `action="`+path+`/delete"`)
	ann.get("/settings", 200).holds(t, `action="`+path+`/delete"`)
	bob.post(path+"/delete", 403)
	if to := out.post(path+"/delete", 303).where(); to != "/signin?next="+url.QueryEscape(path) {
		t.Errorf("who is not signed in is led to %s", to)
	}
	out.get(path, 200)
	ann.post(path+"/delete", 303)
	ann.post(path+"/delete", 404).says(t, "It has been deleted, perhaps by the first of two clicks")
	out.get(path, 404)
	ann.get(invitation, 200).says(t, "Bob invites you to Chess")

	out.get("/presets/new/board.png?variant=chess&fen=xyz", 422)
	out.get("/presets/nothing/board.png", 404)
	out.get("/invitations/nothing/board.png", 404)
}

func TestTypedInvitationOutlivesSigningIn(t *testing.T) {
	w := newWorld(t)
	w.join("Ann")
	bob := w.stranger()
	to := bob.post("/invitations", 303, "variant", "crazyhouse", "fen", "", "days", "9", "side", "white", "title", "After tea", "opponent", "Ann").where()
	w.join("Bob")
	back := bob.post("/signin", 303, "login", "Bob", "password", password, "next", strings.TrimPrefix(mustUnescape(t, to), "/signin?next=")).where()
	bob.get(back, 200).holds(t, `value="After tea"`, `value="Ann"`, `value="9"`, `value="white" checked`)
	bob.post("/invitations", 303, "variant", "crazyhouse", "days", "9", "opponent", "Ann")
	if strings.Contains(bob.get(back, 200).body, "After tea") {
		t.Error("the draft is still there after it was sent")
	}
}

func mustUnescape(t *testing.T, text string) string {
	t.Helper()
	plain, err := url.QueryUnescape(text)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func TestShowOnlyLooks(t *testing.T) {
	w := newWorld(t)
	page := w.stranger().post("/invitations", 200, "variant", "chess", "fen", kings+" w", "opponent", "Ann", "show", "1")
	page.holds(t, "e2, white pawn", `value="Ann"`)
}
