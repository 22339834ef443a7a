package views

import (
	"net/url"
	"strings"
	"testing"

	"postrider/rules"
	"postrider/store"
)

// A line is played for both sides by clicks alone, signed in or not; each position is a link that holds all of it.
func TestAnalysisByClicks(t *testing.T) {
	w := newWorld(t)
	out := w.stranger()
	page := out.get("/analysis?variant=chess", 200)
	page.says(t, "White to move", "the usual start", "no engine here", "20 legal moves")
	page.holds(t, `href="/analysis?variant=chess&amp;at=e2" aria-label="e2, White’s pawn: choose it"`, `href="/analysis?variant=chess&amp;flip=1">Turn the board`)
	out.get("/analysis?variant=chess&at=e2", 200).holds(t, `href="/analysis?variant=chess&amp;at=e2&amp;at=e4" aria-label="Pawn e2 goes to e4: and go on from there"`)
	page = out.follow("/analysis?variant=chess&at=e2&at=e4&flip=1", 200)
	page.says(t, "Black to move", "1. e4 …")
	page.holds(t, `href="/analysis?variant=chess&amp;line=e2e4&amp;at=e7&amp;flip=1"`, `name="line" value="e2e4"`)
	out.follow("/analysis?variant=chess&line=e2e4&move=e5", 200).says(t, "1. e4 e5")
	page = out.follow("/analysis?variant=chess&line=e2e4.e7e5&pick=g1f3", 200)
	page.says(t, "1. e4 e5 2. Nf3 …")
	page.holds(t, `<a href="/analysis?variant=chess&amp;line=e2e4.e7e5">e5</a>`, `rel="prev" href="/analysis?variant=chess&amp;line=e2e4.e7e5"`, `href="/analysis?variant=chess">Start over`,
		"/presets/new?fen=rnbqkbnr%2Fpppp1ppp", `aria-current="true">Nf3`)
	out.get("/analysis?variant=chess&at=a1", 200).says(t, "rook") // it has no move, and the page says why
	mate := out.get("/analysis?variant=chess&line=f2f3.e7e5.g2g4.d8h4", 200)
	mate.says(t, "Checkmate: White has no move", "Qh4#")
	if strings.Contains(mate.body, "Take this move") || strings.Contains(mate.body, "Start a game from") {
		t.Error("the game is over")
	}
}

func TestAnalysisRefusals(t *testing.T) {
	w := newWorld(t)
	out := w.stranger()
	out.get("/analysis", 200).says(t, "Another game or position")
	out.get("/analysis?variant=nonsense&fen=8/8", 422).holds(t, `id="variant-wrong"`, `value="8/8"`)
	out.get("/analysis?variant=chess&fen=8/8", 422).holds(t, `id="fen-wrong"`, `value="8/8"`)
	out.get("/analysis?variant=chess&fen=%FF%00", 422)
	for _, query := range []string{"at=z9", "at=e7", "at=e2&at=e5", "move=e5", "move=%FF", "move=e4&pick=d2d4"} {
		out.get("/analysis?variant=chess&"+query, 422).holds(t, `id="move-wrong"`)
	}
	const rises = "/analysis?variant=shogi&line=c3c4.g7g6.b2h8"
	if got := out.get(rises+"+", 200).body; got != out.get(rises+"%2B", 200).body {
		t.Error("a + in a line is lost")
	}
	for _, query := range []string{"line=e2e5", "line=.", "line=e2e4..e7e5"} {
		out.get("/analysis?variant=chess&"+query, 400)
	}
	out.get("/analysis?game=nothing", 404)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := strings.TrimPrefix(w.chess(ann, bob, "e4"), "/games/")
	out.get("/analysis?game="+game+"&ply=2", 404)
	out.get("/analysis?game="+game+"&ply=x", 400)
}

// Drops, promotions and flights survive the way through the links, on any position of any variant.
func TestAnalysisOfAnyVariant(t *testing.T) {
	w := newWorld(t)
	out := w.stranger()
	for _, c := range []struct{ variant, fen, moves string }{
		{"crazyhouse", "4k3/8/8/8/8/8/4p3/4K2R[Pn] w K - 0 1", "P@d4"},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"},
		{"harpy", "", "e2e4^"}, {"pyrrhus", "", ""}, {"dragonfly-hex", "", ""}, {"glinski", "", ""},
	} {
		v, err := rules.Lookup(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start()
		if c.fen != "" {
			if p, err = v.ParseFEN(c.fen); err != nil {
				t.Fatal(err)
			}
		}
		first := p.Moves()[0]
		if c.moves != "" {
			if first, err = p.Parse(c.moves); err != nil {
				t.Fatal(err)
			}
		}
		q := url.Values{"variant": {c.variant}, "at": p.Clicks(first)}
		if c.fen != "" {
			q.Set("fen", p.FEN())
		}
		p = p.Play(first)
		out.follow("/analysis?"+q.Encode(), 200).says(t, "FEN: "+strings.ReplaceAll(p.FEN(), "&", "&amp;"))
	}
}

// An analysis begins with any position of a log, by the game's own definition, and its line can be kept in the private note.
func TestAnalysisOfAGame(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5", "Nf3")
	id := strings.TrimPrefix(game, "/games/")
	from := "/analysis?game=" + id + "&ply=1"
	out.get(game+"?ply=1", 200).holds(t, `href="`+strings.ReplaceAll(from, "&", "&amp;")+`">Analyse from here`)
	bob.get(game, 200).holds(t, `ply=3&amp;flip=1">Analyse from here`)
	page := ann.get(from+"&line=c7c5.g1f3", 200)
	page.says(t, "It begins with the position after 1. e4 in Ann against Bob.", "Black to move", "1. … c5 2. Nf3", "Keep this line in my private note")
	page.holds(t, `href="`+game+`?ply=1"`, `<option value="chess" selected>`)
	for _, who := range []*person{eve, out} {
		if page := who.get(from+"&line=c7c5.g1f3", 200); strings.Contains(page.body, "private note") {
			t.Error("a note is offered to who does not play")
		}
	}
	keep := func(who *person, line string, want int) answer {
		t.Helper()
		return who.post("/analysis/note", want, "game", id, "ply", "1", "line", line)
	}
	note := func() string {
		t.Helper()
		text, err := w.store.Note(t.Context(), id, ann.account().ID)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	keep(eve, "c7c5.g1f3", 403)
	keep(out, "c7c5.g1f3", 303)
	keep(ann, "c7c6.", 400)
	keep(ann, "", 422).says(t, "There is no line to keep yet")
	ann.post(game+"/note", 303, "note", "Beware of the Sicilian.")
	for range 2 {
		if to := keep(ann, "c7c5.g1f3", 303).where(); to != from+"&line=c7c5.g1f3" {
			t.Errorf("it leads to %s", to)
		}
	}
	keep(ann, "c7c5", 303)
	ann.get(from+"&line=c7c5", 200).says(t, "The line is kept")
	want := "Beware of the Sicilian.\n\n1… c5 2. Nf3\n" + w.url + from + "&line=c7c5.g1f3\n\n1… c5\n" + w.url + from + "&line=c7c5"
	if got := note(); got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
	if err := w.store.SetNote(t.Context(), id, ann.account().ID, strings.Repeat("x", 19990), store.WordsMark(want)); err != nil {
		t.Fatal(err)
	}
	keep(ann, "c7c5.g1f3", 422).says(t, "The line was not kept.", "20000 letters", "1. … c5 2. Nf3")
	if len(note()) != 19990 {
		t.Error("the note has changed")
	}
}

// A game from a position of its own, Black to move: the numbers of an analysis go on from it.
func TestAnalysisNumbersGoOn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.begin(ann, bob, store.Terms{Variant: "chess", FEN: "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30", Clock: store.DaysAMove(3), Side: "black"})
	ann.get("/analysis?game="+strings.TrimPrefix(game, "/games/")+"&line=e8e7.e2e4.e7e6", 200).says(t, "30. … Ke7 31. e4 Ke6", "the start of Bob against Ann")
}
