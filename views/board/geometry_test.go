package board

import (
	"strconv"
	"testing"

	"postrider/rules"
)

// frameOf is a board of all cells of a frame that exist.
func frameOf(files, ranks int, hex bool, exists func(file, rank int) bool) *rules.Board {
	b := &rules.Board{Hex: hex, Files: files, Ranks: ranks}
	for r := range ranks {
		for f := range files {
			if exists(f, r) {
				b.Cells = append(b.Cells, rules.CellInfo{Name: string(rune('a'+f)) + strconv.Itoa(r+1), File: f, Rank: r})
			}
		}
	}
	return b
}

func hexBoard(side int) *rules.Board {
	n := 2*side - 1
	return frameOf(n, n, true, func(f, r int) bool { return r < side+f && r < n+side-1-f })
}

// placeOf is the place of a cell by its name.
func placeOf(t *testing.T, b *rules.Board, g geometry, name string) place {
	t.Helper()
	for c, info := range b.Cells {
		if info.Name == name {
			return g.places[c]
		}
	}
	t.Fatalf("no cell %s", name)
	return place{}
}

func TestSquareGeometry(t *testing.T) {
	b := frameOf(8, 8, false, func(f, r int) bool { return true })
	g := newGeometry(b, false, true)
	if g.width != 377.5 || g.height != 377.5 {
		t.Errorf("%v by %v", g.width, g.height)
	}
	for name, want := range map[string]place{"a1": {centre: point{38.5, 339}, shade: "c d"}, "h1": {centre: point{353.5, 339}, shade: "c l"}, "a8": {centre: point{38.5, 24}, shade: "c l"}} {
		if got := placeOf(t, b, g, name); got.centre != want.centre || got.shade != want.shade {
			t.Errorf("%s at %v, %s", name, got.centre, got.shade)
		}
		if got := placeOf(t, b, newGeometry(b, true, true), name); got.shade != want.shade || got.centre.x != 392-want.centre.x || got.centre.y != 363-want.centre.y {
			t.Errorf("from Black's side %s at %v, %s", name, got.centre, got.shade)
		}
	}
	if first := b.Cells[g.order[0]].Name + b.Cells[g.order[63]].Name; first != "a8h1" {
		t.Errorf("painted from and to %s", first)
	}
	if len(g.captions) != 16 || len(g.rim) != 1 || len(g.rim[0]) != 4 {
		t.Errorf("%d captions, outline %v", len(g.captions), g.rim)
	}
	if g := newGeometry(b, false, false); g.width != 363 || g.captions != nil {
		t.Errorf("without coordinates %v wide, %d captions", g.width, len(g.captions))
	}
}

func TestHoles(t *testing.T) {
	b := frameOf(12, 12, false, func(f, r int) bool { return f+r > 0 && (f != 5 || r != 5) && (f != 6 || r != 6) })
	g := newGeometry(b, false, true)
	if len(g.places) != 141 {
		t.Fatalf("%d cells", len(g.places))
	}
	corners := 0
	for _, outline := range g.rim {
		corners += len(outline)
	}
	if corners != 6+4+4 { // the frame less its corner cell, and two holes that touch at a corner
		t.Errorf("outlines with %d corners: %v", corners, g.rim)
	}
}

func TestCellsArePaintedRowByRow(t *testing.T) {
	whole := func(f, r int) bool { return true }
	for _, b := range []*rules.Board{frameOf(8, 8, false, whole), frameOf(1, 4, false, whole), frameOf(5, 1, false, whole), hexBoard(5),
		frameOf(6, 5, false, func(f, r int) bool { return f != r && r != 2 })} {
		for _, flip := range []bool{false, true} {
			g := newGeometry(b, flip, true)
			for i, c := range g.order[1:] {
				p, q := g.places[g.order[i]].centre, g.places[c].centre
				if below := q.y > p.y+.1; !below && (q.y < p.y-.1 || q.x <= p.x) {
					t.Errorf("%d by %d, flip %v: %s comes after %s", b.Files, b.Ranks, flip, b.Cells[c].Name, b.Cells[g.order[i]].Name)
				}
			}
			if len(g.order) != len(b.Cells) {
				t.Errorf("%d cells of %d", len(g.order), len(b.Cells))
			}
		}
	}
}

// The numbers are those of the guide's mock-up, 61 cells.
func TestHexGeometry(t *testing.T) {
	b := hexBoard(5)
	g := newGeometry(b, false, true)
	if len(g.places) != 61 || !near(g.width, 422) || !near(g.height, 454.5) {
		t.Fatalf("%d cells, %v by %v", len(g.places), g.width, g.height)
	}
	for name, want := range map[string]place{
		"a1": {centre: point{43, 317.2}, shade: "c h1"}, "e9": {centre: point{211, 26.25}, shade: "c h1"}, "e1": {centre: point{211, 414.2}, shade: "c h2"},
		"c5": {centre: point{127, 171.7}, shade: "c h1"}, "i5": {centre: point{379, 123.2}, shade: "c h2"}, "d3": {centre: point{169, 293}, shade: "c h3"},
	} {
		got := placeOf(t, b, g, name)
		if !near(got.centre.x, want.centre.x) || !near(got.centre.y, want.centre.y) || got.shade != want.shade {
			t.Errorf("%s at %v, %s; not %v", name, got.centre, got.shade, want)
		}
		turned := placeOf(t, b, newGeometry(b, true, true), name)
		if !near(turned.centre.x, 422-want.centre.x) || !near(turned.centre.y, 454.5-want.centre.y) || turned.shade != want.shade {
			t.Errorf("from Black's side %s at %v, %s", name, turned.centre, turned.shade)
		}
	}
	if corner := placeOf(t, b, g, "a1").outline[0]; !near(corner.x, 71) || !near(corner.y, 317.2) {
		t.Errorf("a1's right corner at %v", corner)
	}
	if len(g.rim) != 1 || len(g.rim[0]) != 54 {
		t.Errorf("outlines %v", g.rim)
	}
	want := map[string]point{"a": {43, 353.5}, "e": {211, 450.5}, "1": {13, 302.1}, "9": {181, 11.1}, "6": {55, 83.9}}
	if len(g.captions) != 18 {
		t.Errorf("%d captions", len(g.captions))
	}
	for _, c := range g.captions {
		if at, ok := want[c.text]; ok && (!near(c.at.x, at.x) || !near(c.at.y, at.y)) {
			t.Errorf("%s at %v, not %v", c.text, c.at, at)
		}
	}
	if n := len(newGeometry(hexBoard(6), true, true).captions); n != 22 {
		t.Errorf("91 cells from Black's side: %d captions", n)
	}
}
