package views

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"postrider/rules"
)

// TestRulesPages: every game's page shows where each of its pieces may go, how its moves are written, and invites; all from the definition.
func TestRulesPages(t *testing.T) {
	w := newWorld(t)
	out := w.stranger()
	for _, v := range rules.Variants() {
		page := out.get("/variants/"+v.Key()+"?opponent=Bob", http.StatusOK)
		for _, p := range v.Pieces() {
			path := "/variants/" + v.Key() + "/board.svg?piece=" + url.QueryEscape(p.Sign())
			page.holds(t, path)
			picture := out.get(path, http.StatusOK)
			if !strings.HasPrefix(picture.body, "<svg") || p.Betza != "" && !strings.Contains(picture.body, "<circle") {
				t.Errorf("%s, %s: the picture shows no move: %.200s", v.Key(), p.Name, picture.body)
			}
		}
		page.says(t, "A move", "Play "+v.Title(), "postrider check FILE", "put into rules/games", "[mine:"+v.Key()+"]")
		page.holds(t, `name="variant" value="`+v.Key()+`"`, `value="Bob"`, `name="side"`)
		page.says(t, "Days for each move")
		page.holds(t, `name="days" min="1" max="30" value="3"`)
		if len(page.body) > 160<<10 {
			t.Errorf("%s: %d bytes", v.Key(), len(page.body))
		}
	}
	out.get("/variants/chess/board.svg?piece=x", http.StatusNotFound)
	out.get("/variants/harpy", http.StatusOK).says(t, "Or it unfolds its wings and flies to any empty square", "Folds its wings where it stands", "flies there", "A flight Harpy a2 flies to c2")
	out.get("/variants/harpy-free", http.StatusOK).says(t, "Or it flies on to another empty square")
	out.get("/variants/echidna", http.StatusOK).says(t, "throws the first man that it sees", "A throw that promotes")
	out.get("/variants/pyrrhus", http.StatusOK).says(t, "A drop under a pawn", "On its last rank it becomes a queen, a rook, a bishop or a knight.")
	out.get("/variants/dragonfly-hex", http.StatusOK).says(t, "of those that your opponent has in hand", "One step across an edge straight ahead, without capturing")
	out.get("/variants/dragonfly-hex", http.StatusOK).holds(t, "From e5 the rook reaches 24 cells.")
	out.get("/variants/shogi", http.StatusOK).says(t, "Promoted lance +L", "it may become a promoted pawn.", "Sente moves first", "on ranks 7 to 9 (Gote: on ranks 1 to 3) it may become a promoted lance", "whoever gave it loses", "A move that does not promote")
	ann := w.join("Ann")
	token := ann.post("/invitations", http.StatusSeeOther, "variant", "glinski", "days", "4", "side", "black", "opponent", "").where()
	ann.get(token, http.StatusOK).says(t, "Gliński’s Chess")
}

// TestBetzaOnHexagons: letters of direction are read in pairs, steps go across edges and corners.
func TestBetzaOnHexagons(t *testing.T) {
	for notation, want := range map[string]string{
		"mffWcfsW": "one step across an edge straight ahead, without capturing; one step across an edge ahead and to the side, only to capture",
		"K":        "one step across an edge or a corner",
		"B2":       "across corners, up to 2 times in one direction",
		"fN":       "a knight’s leap ahead, two cells across edges and one aside",
	} {
		if got := betzaWords(notation, true); got != want {
			t.Errorf("%s on hexagons: %q, want %q", notation, got, want)
		}
	}
}

// TestWaysAreAskedInWords: what the board cannot ask is asked beside it.
func TestWaysAreAskedInWords(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		at           []string
		want         []string
	}{
		{"harpy", "", []string{"e2", "e3"}, []string{"Fly there Pe2^e3", "Step there e3"}},
		{"harpy", "4k3/8/8/8/4F3/8/8/4K3 w - - 0 1", []string{"e4"}, []string{"Fold the wings e4="}},
		{"dragonfly", "3k3/P6/7/7/7/7/3K3[rn] w - - 0 1", []string{"a6", "a7"}, []string{"Knight a7=N", "Rook a7=R+"}},
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
		chosen, ok := choose(p, c.at)
		var labels []string
		for _, w := range chosen.ways(func(...string) string { return "" }) {
			labels = append(labels, w.Label)
		}
		slices.Sort(labels)
		if !ok || !slices.Equal(labels, c.want) {
			t.Errorf("%s, %q: asked for %q, want %q", c.variant, c.at, labels, c.want)
		}
	}
}

func TestShelves(t *testing.T) {
	found := 0
	for _, s := range shelves(rules.Variants()) {
		if len(s.Variants) < 2 {
			t.Errorf("the shelf %q holds %d games", s.Name, len(s.Variants))
		}
		found += len(s.Variants)
	}
	if found != len(rules.Variants()) {
		t.Errorf("%d games on the shelves, of %d", found, len(rules.Variants()))
	}
	for region, want := range map[string]string{"*8": "on rank 8", "*7 *8 *9": "on ranks 7 to 9", "*2 *5": "on the ranks 2, 5", "a5 b6": "on a5, b6"} {
		if got := places(region); got != want {
			t.Errorf("%s is told as %q, want %q", region, got, want)
		}
	}
}

// A definition that does not say when nobody can win is one of bare kings alone.
func TestEndsOfOwnGame(t *testing.T) {
	v, err := rules.Parse("[mine:chess]\nknight = n:NW\n")
	if err != nil {
		t.Fatal(err)
	}
	if said := "When neither of you can win any more, the game is drawn: only the kings are left."; !slices.Contains(ends(v), said) {
		t.Errorf("its page does not say %q, but %q", said, ends(v))
	}
}
