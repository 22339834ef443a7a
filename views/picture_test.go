package views

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"postrider/rules"
	"postrider/store"
)

// plays begins a game of a variant, and plays so many legal moves by chance, or fewer where it ends; its path.
func (w *world) plays(white, black *person, variant string, plies int) string {
	w.t.Helper()
	terms, err := w.store.CheckTerms(store.Terms{Variant: variant, Clock: store.DaysAMove(3), Side: "white"})
	if err != nil {
		w.t.Fatal(err)
	}
	game := w.begin(white, black, terms)
	id, players := strings.TrimPrefix(game, "/games/"), []store.Player{white.account(), black.account()}
	chance := rand.New(rand.NewPCG(7, uint64(plies)))
	for g := w.state(game); g.Status == "playing" && g.Ply < plies; g = w.state(game) {
		v, err := w.store.Variant(w.t.Context(), g.Definition)
		if err != nil {
			w.t.Fatal(err)
		}
		p, err := v.ParseFEN(g.FEN)
		if err != nil {
			w.t.Fatal(err)
		}
		moves := p.Moves()
		m := moves[chance.IntN(len(moves))]
		for tries := 0; tries < 50 && len(p.Play(m).Moves()) == 0; tries++ { // the game goes on
			m = moves[chance.IntN(len(moves))]
		}
		if _, err := w.store.Play(w.t.Context(), store.Deed{Game: id, Player: players[g.Turn].ID, Ply: g.Ply, Seq: -1}, p.Text(m), "private words", false); err != nil {
			w.t.Fatal(err)
		}
	}
	return game
}

// standsAlone asserts that an SVG is well-formed and asks for nothing from elsewhere.
func standsAlone(t *testing.T, path, text string) {
	t.Helper()
	for decoder := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s is not well-formed: %v", path, err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if n := element.Name.Local; n == "script" || n == "image" || n == "foreignObject" || n == "a" {
			t.Errorf("%s holds <%s>", path, n)
		}
		for _, a := range element.Attr {
			if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || strings.Contains(a.Value, "url(") {
				t.Errorf("%s refers to %s", path, a.Value)
			}
		}
	}
}

// Every ply of a game of every variant has its picture, drawn and painted, from both sides, and all painted ones are of one size.
func TestEveryPlyHasItsPicture(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	for _, v := range rules.Variants() {
		game := w.plays(ann, bob, v.Key(), 12)
		sizes, seen := map[string]bool{}, map[string]bool{}
		for ply := range w.state(game).Ply + 1 {
			for _, flip := range []string{"", "&flip=1"} {
				path := fmt.Sprintf("%s/board.svg?ply=%d%s", game, ply, flip)
				a := out.get(path, 200)
				standsAlone(t, path, a.body)
				if policy := a.Header.Get("Content-Security-Policy"); seen[a.body] || !strings.Contains(policy, "style-src 'sha256-") {
					t.Errorf("%s: seen before: %v; %s", path, seen[a.body], policy)
				}
				seen[a.body] = true
				path = strings.Replace(path, ".svg", ".png", 1)
				config, err := png.DecodeConfig(strings.NewReader(out.get(path, 200).body))
				if err != nil || config.Width > 480 || config.Width < 320 {
					t.Errorf("%s: %v, %v", path, config, err)
				}
				sizes[fmt.Sprint(config.Width, config.Height)] = true
			}
		}
		if len(sizes) != 1 {
			t.Errorf("%s: pictures of one game have the sizes %v", v.Key(), sizes)
		}
	}
}

func TestSizesOfPictures(t *testing.T) {
	w := newWorld(t)
	out, game := w.stranger(), w.chess(w.join("Ann"), w.join("Bob"), "e4")
	for query, most := range map[string]int{"": 480, "width=100": 110, "width=700": 700, "width=800": 800} {
		data := out.get(game+"/board.png?"+query, 200).body
		config, err := png.DecodeConfig(strings.NewReader(data))
		if err != nil || config.Width > most || config.Width < most*3/4 {
			t.Errorf("%q: %d wide, %v", query, config.Width, err)
		}
	}
	for _, width := range []string{"99", "801", "0", "-5", "x", "", "1e3", "99999999999999999999", "%00"} {
		out.get(game+"/board.png?width="+width, 400).says(t, "No such picture", "100 to 800 pixels wide")
	}
}

// A position that may still be taken back is asked for again each time; one that cannot change is kept.
func TestHowLongPicturesAreKept(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5")
	kept := func(query, want string) string {
		t.Helper()
		tag := ""
		for _, kind := range []string{"/board.svg", "/board.png"} {
			a := out.get(game+kind+query, 200)
			if tag = a.Header.Get("ETag"); a.Header.Get("Cache-Control") != want || tag == "" || len(a.Cookies()) > 0 {
				t.Errorf("%s%s: %v", kind, query, a.Header)
			}
			if again := out.do("GET", game+kind+query, nil, 304, "If-None-Match", tag); again.body != "" || again.Header.Get("Cache-Control") != want {
				t.Errorf("%s%s again: %v", kind, query, again.Header)
			}
		}
		return tag
	}
	kept("", askAgain)
	kept("?flip=1", askAgain)
	kept("?ply=0", keepForEver)
	before := kept("?ply=2", askAgain)
	kept("?ply=2&seq=1", askAgain)
	kept("?ply=2&seq="+itoa(w.state(game).Seq), keepForEver)
	ann.get("/games", 200).holds(t, "/board.svg?small=1&amp;ply=2&amp;seq="+itoa(w.state(game).Seq))
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
	ann.deed(game, "/ask", 303, "kind", "takeback", "action", "grant")
	bob.play(game, 1, "c5", 303)
	if after := kept("?ply=2", askAgain); after == before {
		t.Error("a move was taken back and another one played, and the picture has the same tag")
	}
	ann.post(game+"/resign", 303, "ply", "2")
	kept("", askAgain)
	kept("?ply=2", keepForEver)
}

// The log of a game that had not ended may give way to a longer one: no picture of it is kept for ever, unless the number of its events stands in the address.
func TestPicturesOfAnUnfinishedLog(t *testing.T) {
	w := newWorld(t)
	out, record := w.stranger(), "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 "
	game := w.takes(record + "*")
	kept := func(path, want string) {
		t.Helper()
		if got := out.get(game+path, 200).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	for path, want := range map[string]string{"/board.svg?ply=2": askAgain, "/board.png?ply=2": askAgain, "/board.png?ply=0": keepForEver, ".gif": askAgain} {
		kept(path, want)
	}
	kept("/board.svg?ply=2&seq="+itoa(w.state(game).Seq), keepForEver)
	game = w.takes(record + "2. Nf3 1-0")
	kept("/board.svg?ply=2", keepForEver)
	kept(".gif", keepADay)
}
