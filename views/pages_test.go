package views

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"postrider/rules"
)

func TestPublicPages(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	w.game(ann, bob)
	out := w.stranger()
	paths := []string{"/", "/privacy", "/signup", "/signin", "/signup/sent", "/signup/sent?what=link", "/variants", "/players/Ann", "/players/bob"}
	for _, v := range rules.Variants() {
		paths = append(paths, "/variants/"+v.Key())
	}
	for _, who := range []*person{out, ann} {
		for _, path := range paths {
			if who == ann && strings.HasPrefix(path, "/sign") && !strings.HasPrefix(path, "/signup/") {
				who.get(path, 303)
				continue
			}
			a := who.get(path, 200)
			if strings.Contains(a.body, "@example.com") {
				t.Errorf("%s shows an address", path)
			}
			if n := strings.Count(a.body, `class="btn"`); n > 1 {
				t.Errorf("%s has %d red buttons", path, n)
			}
			if strings.Count(a.body, "<h1") != 1 {
				t.Errorf("%s has not one h1", path)
			}
		}
	}
	out.get("/", 200).says(t, "at the pace of the post", "Pyrrhus Chess")
	ann.get("/", 200).says(t, "One game waits for you", "against Bob", "3 d left")
	bob.get("/", 200).says(t, "No game waits for you", "In one game it is your opponent’s turn")
	out.get("/players/Ann", 200).says(t, "against Bob")
	for _, path := range []string{"/nothing", "/players/Nobody", "/players/%FF", "/players/%00", "/variants/nothing", "/variants/%FF"} {
		out.get(path, 404)
	}
	for _, page := range []string{"0", "-1", "99999999999999999999", "x", "%00", "%FF"} {
		out.get("/players/Ann?page="+page, 400)
	}
	out.get("/signin?next=%", 400)
	out.get("/signin?a=b;c", 400)
	if got := out.get("/healthz", 200).body; got != "ok" {
		t.Errorf("healthz says %q", got)
	}
	out.get("/robots.txt", 200)
}

func TestVariantBoard(t *testing.T) {
	w := newWorld(t)
	out := w.stranger()
	a := out.get("/variants/pyrrhus/board.svg", 200)
	if got := a.Header.Get("Content-Type"); got != "image/svg+xml; charset=utf-8" {
		t.Errorf("the board is %s", got)
	}
	if a.Header.Get("Cache-Control") == "" {
		t.Error("the board is not cached")
	}
	decoder := xml.NewDecoder(strings.NewReader(a.body))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	out.get("/variants/nothing/board.svg", 404)
}

func TestRulesPage(t *testing.T) {
	w := newWorld(t)
	w.stranger().get("/variants/pyrrhus", 200).says(t, "Pyrrhus Chess", "Winther", "2007", "Knight N", "A knight’s leap",
		"When a position comes up for the third time, the player whose turn it is may claim a draw. The fifth time it is a draw",
		"When each of you has made 50 moves", "After 75 it is a draw", "only the kings are left, or the kings and one knight, or", "pieceDrops", "customPiece1 … customPiece25",
		"The white Pyrrhus paralyses the rook", "After Y@e2")
	w.stranger().get("/variants/pyrrhus", 200).holds(t, `<a href="https://www.chessvariants.com/play/pyrrhus-chess">`, "Black’s men in hand")
	w.stranger().get("/variants?opponent=Ann+%26+co", 200).holds(t, `/presets/new?variant=pyrrhus&amp;opponent=Ann+%26+co`, `/variants/chess?opponent=Ann`)
	w.stranger().get("/variants/crazyhouse", 200).holds(t, `/presets/new?variant=crazyhouse`, `property="og:image"`)
}

func TestBetzaWords(t *testing.T) {
	for notation, want := range map[string]string{
		"K":       "one step in any direction",
		"N":       "a knight’s leap",
		"fmWfceF": "one step straight ahead, without capturing; one step diagonally ahead, only to capture, also en passant",
		"BN":      "diagonally, any distance; a knight’s leap",
		"R4":      "straight, up to 4 times in one direction",
		"NN":      "a knight’s leap, again and again in one direction",
		"mRcpR":   "straight, any distance, without capturing; straight, any distance, only to capture, over exactly one man, like a cannon",
		"nN":      "a knight’s leap, only if the way is free",
		"fsW":     "one step straight ahead and to the side",
		"":        "does not move",
	} {
		if got := betzaWords(notation, false); got != want {
			t.Errorf("%s is %q, want %q", notation, got, want)
		}
	}
	for _, v := range rules.Variants() {
		for _, p := range v.Pieces() {
			if words := betzaWords(p.Betza, v.Board().Hex); words == "" || strings.ContainsAny(words, "WFDNAHCZG") {
				t.Errorf("%s: %s is %q", v.Key(), p.Betza, words)
			}
		}
	}
}

func TestMailPage(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	w.game(ann, bob)
	w.mail("accepted", ann.email())
	ann.get("/mail", 200).says(t, "To begin your account", "250 queued", "Your invitation was accepted")
	if strings.Contains(bob.get("/mail", 200).body, "was accepted") {
		t.Error("the mail page shows another person's mail")
	}
}

func TestKeptMailIsForThisMachineOnly(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.KeepsMail = true })
	ann := w.stranger()
	ann.post("/signup", 303, "name", "Ann", "email", "ann@example.com", "password", password)
	ann.get("/signup/sent", 200).holds(t, `href="/mail"`)
	e, _, err := w.store.NextEnvelope(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	raw := "Subject: Confirm\r\nFrom: <a@b.example>\r\nTo: <ann@example.com>\r\nDate: Tue, 01 Dec 2026 05:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" +
		"Hello <b>Ann</b>,\r\n  follow " + w.url + "/confirm/abc.\r\nNot http://evil.example/x\r\n"
	if err := w.store.EnvelopeSent(t.Context(), e.ID, "Confirm", "kept here", []byte(raw)); err != nil {
		t.Fatal(err)
	}
	page := ann.get("/mail", 200)
	page.holds(t, `<a href="/confirm/abc">`+w.url+`/confirm/abc</a>.`, "Hello &lt;b&gt;Ann&lt;/b&gt;,\n  follow ", "Not http://evil.example/x\n")
	for _, header := range [][2]string{{"Host", "post.example"}, {"X-Forwarded-For", "127.0.0.1"}, {"X-Forwarded-Host", "localhost"}, {"Forwarded", "for=1.2.3.4"}, {"Via", "1.1 proxy"}} {
		ann.do("GET", "/mail", nil, 303, header[0], header[1])
	}
	ann.do("GET", "/mail", nil, 200, "Host", "localhost:8080")
}

func TestDirect(t *testing.T) {
	for _, c := range []struct {
		peer, host string
		want       bool
	}{
		{"127.0.0.1:5", "localhost:8080", true},
		{"[::1]:5", "[::1]:8080", true},
		{"[::ffff:127.0.0.1]:5", "127.0.0.1", true},
		{"127.0.0.1:5", "localhost.evil.example", false},
		{"127.0.0.1:5", "evil.example:8080", false},
		{"192.0.2.1:5", "localhost:8080", false},
		{"127.0.0.1:5", "", false},
	} {
		r := httptest.NewRequest("GET", "/mail", nil)
		r.RemoteAddr, r.Host = c.peer, c.host
		if got := direct(r); got != c.want {
			t.Errorf("%s asking %s: %v, want %v", c.peer, c.host, got, c.want)
		}
	}
}

func TestZones(t *testing.T) {
	groups := zoneGroups("Etc/GMT+5")
	if groups[0].Zones[0] != "Etc/GMT+5" || len(groups) < 9 || len(groups) > 12 {
		t.Errorf("the zones are %v", groups)
	}
}

// A phone that has dropped a tab loads it again by its address, which after a refused form is the address that the form was sent to.
func TestFormsLoadedAgain(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game, link := w.chess(ann, bob), ann.invite("")
	for path, to := range map[string]string{
		game + "/moves": game, game + "/ask": game, game + "/plan/drop": game + "/plan", link + "/accept": link, "/signin/link": "/signin", "/mail/test": "/mail",
		"/players/Ann/block": "/players/Ann", "/invitations": "/", "/presets": "/", "/signout": "/",
	} {
		for _, method := range []string{"GET", "HEAD"} {
			if a := out.do(method, path, nil, 303); a.Header.Get("Location") != to {
				t.Errorf("%s %s leads to %s, not to %s", method, path, a.Header.Get("Location"), to)
			}
		}
	}
	for request, allow := range map[string]string{
		"PUT " + game: "GET, HEAD", "POST " + game: "GET, HEAD", "DELETE " + game + "/moves": "POST", "OPTIONS /signin": "GET, HEAD, POST", "TRACE /": "GET, HEAD",
	} {
		method, path, _ := strings.Cut(request, " ")
		if a := out.do(method, path, nil, 405); a.Header.Get("Allow") != allow {
			t.Errorf("%s allows %q, not %q", request, a.Header.Get("Allow"), allow)
		}
	}
	out.do("PUT", "/nothing", nil, 404)
	out.get("/nothing/moves", 404)
}

// A path with one slash too many leads to the page, whatever letters are in it: net/http's own redirection writes what is written %C3%AB as %25C3%25AB.
func TestSlashesTooMany(t *testing.T) {
	out := newWorld(t).stranger()
	for path, to := range map[string]string{
		"//players/Zo%C3%AB": "/players/Zo%C3%AB", "/players//Zo%C3%AB?page=1": "/players/Zo%C3%AB?page=1", "/players/./50%25": "/players/50%25", "/variants/": "/variants",
		"//evil.example/": "/evil.example", "/variants/chess/?a=%2F%2F": "/variants/chess?a=%2F%2F", "/static/x/../style.css": "/static/style.css", "///": "/",
	} {
		r := httptest.NewRequest("GET", out.url, nil)
		r.URL, _ = url.Parse(out.url + path)
		r.RequestURI = ""
		answer, err := out.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if got := answer.Header.Get("Location"); answer.StatusCode != 307 || got != to {
			t.Errorf("%s is answered with %d and leads to %s, not to %s", path, answer.StatusCode, got, to)
		}
	}
	out.get("/players/Ann%2F%2FBob", 404) // a name
	out.get("/players/%2E%2E", 404)
}
