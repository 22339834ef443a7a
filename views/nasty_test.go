package views

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// survives asserts that the server has an answer for a request.
func (p *person) survives(method, path string, fields url.Values) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(fields.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode >= 500 {
		p.t.Errorf("%s %s %v: %d", method, path, fields, answer.StatusCode)
	}
}

// Whatever is sent, the answer is no fault of the server.
func TestNastyInput(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4")
	link := ann.invite("")
	toAddress := ann.invite("greta@example.org")
	nasty := []string{"", " ", "\x00", "\xff\xfe", "\u202e\u2066x", "<script>alert(1)</script>", "'; DROP TABLE games; --", "-1", "1e9", "99999999999999999999999", strings.Repeat("(", 3000), "a\r\nBcc: x@example.net", "%s%n{{.}}", "../../etc/passwd", "🐴"}
	for _, text := range nasty {
		q := url.QueryEscape(text)
		for _, who := range []*person{bob, out} {
			for _, path := range []string{game, game + "/board.svg", game + ".json"} {
				for _, name := range []string{"ply", "at", "flip", "move", "pick"} {
					who.survives("GET", path+"?"+name+"="+q, nil)
				}
				who.survives("GET", path+"?at=e7&at="+q, nil)
				who.survives("HEAD", path+"?"+q, nil)
			}
			for _, name := range termFields {
				who.survives("GET", "/presets/new?variant=crazyhouse&"+name+"="+q, nil)
				who.survives("GET", "/presets/new/board.png?variant=crazyhouse&"+name+"="+q, nil)
			}
			for _, path := range []string{"/games/", "/presets/", "/invitations/", "/players/", "/variants/"} {
				who.survives("GET", path+url.PathEscape(text), nil)
			}
			for path, names := range map[string][]string{
				game + "/moves": {"ply", "seq", "move", "pick", "comment", "draw", "preview", "back"}, game + "/draw": {"ply", "seq", "action"}, game + "/resign": {"ply", "seq"},
				game + "/comments": {"allow"}, link + "/accept": {"name", "email"}, toAddress + "/accept": {"name", "email"},
				"/presets": termFields[:], "/invitations": append(termFields[:], "opponent", "preset", "show"),
			} {
				if strings.HasSuffix(path, "/accept") && who == bob {
					continue // he would simply accept
				}
				for _, name := range names {
					fields := url.Values{"ply": {"1"}, "variant": {"chess"}, "days": {"3"}, "name": {"Greta"}, "email": {"greta@example.org"}, "move": {"e9"}}
					fields.Set(name, text)
					who.survives("POST", path, fields)
				}
			}
		}
	}
}

func TestInvitationsAreLimited(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits = true })
	ann := w.join("Ann")
	for range budgets["invite"].Burst {
		ann.invite("")
	}
	ann.post("/invitations", 429, "variant", "chess", "days", "3", "side", "white", "title", "kept").holds(t, `value="kept"`, "wait some minutes")
}
