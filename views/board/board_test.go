package board

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"postrider/rules"
	"postrider/static"
)

// position is a position of a shipped variant; fen "" for its start.
func position(t testing.TB, variant, fen string) rules.Position {
	t.Helper()
	v, err := rules.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	if fen == "" {
		return v.Start()
	}
	p, err := v.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// cell is a cell by its name.
func cell(t testing.TB, p rules.Position, name string) rules.Cell {
	t.Helper()
	c, ok := p.Variant().Board().Cell(name)
	if !ok {
		t.Fatalf("no cell %s", name)
	}
	return c
}

// The mail of the design's mock-up: a bishop on c5 is paralysed by the Pyrrhus on e3.
const mockFEN = "r1bq1rk1/ppp2ppp/2np1n2/2b2N2/4P3/2N1Y3/PPP2PPP/R1BQKB1R[y] w KQ - 0 8"

func rendered(t testing.TB, c templ.Component) string {
	t.Helper()
	var out strings.Builder
	if err := c.Render(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// elements are the start tags of a well-formed document.
func elements(t testing.TB, document string) []xml.StartElement {
	t.Helper()
	var all []xml.StartElement
	for decoder := xml.NewDecoder(strings.NewReader(document)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, document)
		}
		if start, ok := token.(xml.StartElement); ok {
			all = append(all, start)
		}
	}
}

func TestSVGStandsAlone(t *testing.T) {
	p := position(t, "pyrrhus", mockFEN)
	pictures := map[string]bool{}
	for _, flip := range []bool{false, true} {
		var out strings.Builder
		d := Drawing{Position: p, Flip: flip, Coordinates: true, Hands: true, Label: `"<&>'`,
			Links: map[rules.Cell]Link{cell(t, p, "e4"): {"/elsewhere", "x"}}}
		if err := SVG(&out, d); err != nil {
			t.Fatal(err)
		}
		pictures[out.String()] = true
		all := elements(t, out.String())
		if all[0].Name.Space != "http://www.w3.org/2000/svg" || all[0].Name.Local != "svg" {
			t.Errorf("the root is %v", all[0].Name)
		}
		ids := map[string]bool{}
		for _, e := range all {
			for _, a := range e.Attr {
				if a.Name.Local == "id" {
					ids["#"+a.Value] = true
				}
			}
		}
		for _, e := range all {
			if n := e.Name.Local; n == "script" || n == "image" || n == "a" || n == "foreignObject" {
				t.Errorf("it holds <%s>", n)
			}
			for _, a := range e.Attr {
				if n := a.Name.Local; n == "style" || strings.HasPrefix(n, "on") || n == "href" && !ids[a.Value] {
					t.Errorf("<%s> has %s=%q", e.Name.Local, n, a.Value)
				}
			}
		}
	}
	if len(pictures) != 2 {
		t.Error("the board seen from Black's side looks the same")
	}
}

// The dark colours of a picture that stands alone are those of pages, and load nothing.
func TestDarkStyle(t *testing.T) {
	sheet, err := static.Files.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	colours := regexp.MustCompile(`#[0-9a-f]{6}`).FindAllString(darkStyle, -1)
	for _, colour := range colours {
		if !strings.Contains(string(sheet), colour) {
			t.Errorf("style.css has no %s", colour)
		}
	}
	if len(colours) < 10 || regexp.MustCompile(`@import|url\(|[<&]`).MatchString(darkStyle) {
		t.Errorf("it is %s", darkStyle)
	}
}

func TestHandRoom(t *testing.T) {
	full, empty := position(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[QNq] w - - 0 1"), position(t, "crazyhouse", "")
	for _, flip := range []bool{false, true} {
		a, b := pictureScene(Drawing{Position: full, Flip: flip, Hands: true, HandRoom: true}), pictureScene(Drawing{Position: empty, Flip: flip, Hands: true, HandRoom: true})
		if a.height != b.height || a.width != b.width {
			t.Errorf("with full hands %g by %g, with empty ones %g by %g", a.width, a.height, b.width, b.height)
		}
	}
}

func TestInline(t *testing.T) {
	p := position(t, "pyrrhus", mockFEN)
	e4 := cell(t, p, "e4")
	text := rendered(t, Inline(Drawing{Position: p, Links: map[rules.Cell]Link{
		e4:               {`?at=e4&x="<`, `Choose <your> "pawn"`},
		cell(t, p, "e5"): {"?at=e5", ""},
		cell(t, p, "a3"): {"javascript:alert(1)", ""},
	}, Last: []rules.Cell{cell(t, p, "d6"), cell(t, p, "e2")}}))
	all := elements(t, text)
	names := map[string]string{} // of cells, to the element's name
	for _, e := range all {
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "aria-label":
				names[a.Value] = e.Name.Local
			case a.Name.Local == "style", strings.HasPrefix(a.Name.Local, "on"):
				t.Errorf("<%s> has %s", e.Name.Local, a.Name.Local)
			case a.Name.Local == "href" && strings.HasPrefix(a.Value, "javascript"):
				t.Errorf("a link to %s", a.Value)
			}
		}
	}
	for name, element := range map[string]string{"a2, white pawn": "g", "c5, black bishop, paralysed by the Pyrrhus on e3": "g", "d6, black pawn, last move": "g",
		`Choose <your> "pawn"`: "a", "e5, empty": "a", "a4, empty": "g", "e2, empty, last move": "g", "Pyrrhus Chess, White to move": "svg"} {
		if names[name] != element {
			t.Errorf("%q names <%s>, not <%s>", name, names[name], element)
		}
	}
	if len(names) != 1+64 { // board, cells
		t.Errorf("%d things have names: %v", len(names), names)
	}
	if strings.Contains(text, "e4, white pawn") {
		t.Error("the cell with a link has two names")
	}
}

func TestTargetsHaveShapesOfTheirOwn(t *testing.T) {
	p := position(t, "pyrrhus", mockFEN)
	marks := func(target Target, name string) string {
		text := rendered(t, Inline(Drawing{Position: p, Targets: map[rules.Cell]Target{cell(t, p, name): target}}))
		return strings.Join(regexp.MustCompile(`<circle class="\w+"|r="[\d.]+"`).FindAllString(text, -1), " ")
	}
	for name, got := range map[string]string{
		`<circle class="dot" r="7"`:     marks(MayGo, "e7"),
		`<circle class="dot" r="5"`:     marks(MayDrop, "b2"),
		`<circle class="ring" r="20.2"`: marks(MayCapture, "g7"),
	} {
		if got != name {
			t.Errorf("drawn %s, not %s", got, name)
		}
	}
}

func TestEffectsAreDrawn(t *testing.T) {
	for _, c := range []struct {
		variant, fen, move string
		marks              map[string]int // how often each class is there
		name               string         // of a cell, for who does not see the drawing
	}{
		{"chess", "", "e2e4", map[string]int{"arr mv": 1, "arr": 0, "ring": 0, "ghost": 0}, "e4, white pawn"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", map[string]int{"arr mv": 1, "arr": 1}, "f1, white rook, came along from h1"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", map[string]int{"arr mv": 1, "ring": 1, "ghost": 1}, "d5, empty, black pawn captured here"},
		{"chess", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 2", "e5d6", map[string]int{"arr mv": 1, "ring": 1, "ghost": 0}, "d6, white pawn, black pawn captured here"},
		{"pyrrhus", "", "Y@d2", map[string]int{"arr mv": 0, "arr": 1}, "d4, white pawn, came along from d2"},
		{"harpy", "", "e2e4^", map[string]int{"arr mv": 1, "wing": 0}, "e4, white flying Harpy, wings spread"},
		{"harpy", "4k3/8/4F3/8/8/8/8/4K3 w - - 0 1", "e6=", map[string]int{"arr mv": 0, "wing": 1}, "e6, white Harpy, wings folded"},
		{"echidna", "7k2/*6q1*/*5p2*/*8*/*3N4*/*8*/*1E6*/5K4 w - - 0 1", "b2c3", map[string]int{"arr mv": 1, "arr": 1, "ring": 1, "ghost": 0, "man": 6}, "g7, white knight, black queen captured here, thrown from d4"}, // men: the queen is seen
		{"echidna", "8k1/*N7*/*P7*/*8*/*8*/*E7*/*8*/8K1 w - - 0 1", "a3a4q", map[string]int{"arr mv": 1, "arr": 1, "prom": 1, "ring": 0}, "a8, white queen, thrown from a6, promoted"},
	} {
		p := position(t, c.variant, c.fen)
		m, err := p.Parse(c.move)
		if err != nil {
			t.Errorf("%s: %v", c.move, err)
			continue
		}
		effects := p.Effects(m)
		text := rendered(t, Inline(Drawing{Position: p.Play(m), Effects: effects}))
		if !strings.Contains(text, `aria-label="`+c.name+`"`) {
			t.Errorf("%s %s: no cell is called %q", c.variant, c.move, c.name)
		}
		for class, want := range c.marks {
			if got := strings.Count(text, `class="`+class+`"`); got != want {
				t.Errorf("%s %s: %d times %q, not %d; effects %v", c.variant, c.move, got, class, want, effects)
			}
		}
	}
}

func TestTray(t *testing.T) {
	p := position(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1")
	pawn := rules.Type(0)
	for i, info := range p.Variant().Pieces() {
		if info.Letter == 'P' {
			pawn = rules.Type(i)
		}
	}
	text := rendered(t, Tray(Hand{Position: p, Label: "Ann’s hand", Links: map[rules.Type]Link{pawn: {"?at=hand:P", ""}}, Chosen: &pawn}))
	for _, want := range []string{`aria-label="Ann’s hand"`, `<a href="?at=hand:P" aria-label="pawn, 2 in hand" class="on">`, "×2", `alt="queen"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if strings.Contains(text, "knight") {
		t.Error("the opponent's knight is in the tray")
	}
	if empty := rendered(t, Tray(Hand{Position: position(t, "crazyhouse", "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1")})); !strings.Contains(empty, "nothing in hand") {
		t.Errorf("an empty tray says %s", empty)
	}
}

func TestTouched(t *testing.T) {
	b := position(t, "chess", "").Variant().Board()
	for text, want := range map[string]string{"e2e4": "e2 e4", "Y@d2": "d2", "a7a8q": "a7 a8", "": ""} {
		var names []string
		for _, c := range Touched(b, text) {
			names = append(names, b.Cells[c].Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < .1 }

// What is drawn of a last move is what its cells do not show; castling is known to everybody.
func TestBesides(t *testing.T) {
	for _, c := range []struct {
		variant, fen, move string
		want               []rules.EffectKind
	}{
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", nil},
		{"chess", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Kxd2", nil},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", []rules.EffectKind{rules.Captured}},
		{"chess", "4k1n1/7P/8/8/8/8/8/4K3 w - - 0 2", "hxg8=Q", nil},
		{"pyrrhus", "", "Y@e2", []rules.EffectKind{rules.Relocated}},
		{"harpy", "", "e2e4^", nil},
		{"harpy", "4k3/8/4F3/8/8/8/8/4K3 w - - 0 1", "e6=", []rules.EffectKind{rules.Turned}},
		{"echidna", "7k2/*6q1*/*5p2*/*8*/*3N4*/*8*/*1E6*/5K4 w - - 0 1", "b2c3", []rules.EffectKind{rules.Captured, rules.Thrown}},
		{"echidna", "8k1/*N7*/*P7*/*8*/*8*/*E7*/*8*/8K1 w - - 0 1", "a3a4q", []rules.EffectKind{rules.Thrown, rules.Promoted}},
	} {
		p := position(t, c.variant, c.fen)
		m, err := p.Parse(c.move)
		if err != nil {
			t.Fatal(err)
		}
		var kinds []rules.EffectKind
		for _, e := range Besides(p, m) {
			kinds = append(kinds, e.Kind)
		}
		if !slices.Equal(kinds, c.want) {
			t.Errorf("%s %s: %v, want %v", c.variant, c.move, kinds, c.want)
		}
	}
}

// A tile of shogi points away from its owner, from whichever side one looks at the board; other men stand upright always.
func TestTilesPointAhead(t *testing.T) {
	v, err := rules.Parse("[tiles:crazyhouse]\npictures = p:shogi-pawn, q:shogi-rook-promoted\nstartFen = 4k3/4p3/8/8/8/8/4P3/4K3[QPq] w - - 0 1\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, flip := range []bool{false, true} {
		down, up := "black", "white"
		if flip {
			down, up = up, down
		}
		d := Drawing{Position: v.Start(), Flip: flip, Hands: true}
		var alone strings.Builder
		if err := SVG(&alone, d); err != nil {
			t.Fatal(err)
		}
		for text, way := range map[string]string{rendered(t, Inline(d)): `<image [^>]*/%s-shogi-pawn\.svg[^>]* transform="rotate\(180`, alone.String(): `<use href="#%s-shogi-[^>]* rotate\(180`} {
			for side, want := range map[string]bool{down: true, up: false} {
				if regexp.MustCompile(strings.Replace(way, "%s", side, 1)).MatchString(text) != want {
					t.Errorf("flip %v: %s tiles turned: %v", flip, side, !want)
				}
			}
			if strings.Count(text, "rotate(180") > 4 {
				t.Errorf("flip %v: kings are turned, too", flip)
			}
		}
		for side, want := range map[rules.Side]bool{rules.White: flip, rules.Black: !flip} {
			if got := strings.Contains(rendered(t, Tray(Hand{Position: v.Start(), Side: side, Flip: flip})), `class="turned"`); got != want {
				t.Errorf("flip %v: in %v's hand turned: %v", flip, side, got)
			}
		}
	}
}

func TestAParalysedManSaysWhyToAPointer(t *testing.T) {
	page := rendered(t, Inline(Drawing{Position: position(t, "pyrrhus", mockFEN)}))
	if title := "<title>paralysed by the Pyrrhus on e3</title>"; strings.Count(page, "<title>") != 1 || !strings.Contains(page, title) {
		t.Errorf("not once %s", title)
	}
}
