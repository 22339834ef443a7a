package rules

import (
	"slices"
	"strings"
	"testing"
)

// from lists where the man on a cell may go.
func from(p Position, cell string) string {
	var to []string
	for _, text := range texts(p) {
		if rest, ok := strings.CutPrefix(text, cell); ok {
			to = append(to, rest)
		}
	}
	return strings.Join(to, " ")
}

func TestHexagonalMoves(t *testing.T) {
	const kings = " w - - 0 1"
	for _, c := range []struct{ what, game, fen, from, to string }{
		{"knight in the middle", "glinski", "k/3/5/7/9/5N5/11/11/11/11/5K5", "f6", "c4 c5 d3 d7 e3 e8 g3 g8 h3 h7 i4 i5"},
		{"knight in a corner", "glinski", "k/3/5/7/9/11/11/11/11/11/N4K5", "a1", "b4 c4 d2 d3"},
		{"rook", "glinski", "k/3/5/7/9/11/11/11/11/11/R4K5", "a1", "a2 a3 a4 a5 a6 b1 b2 c1 c3 d1 d4 e1 e5 f6 g6 h6 i6 k6 l6"},
		{"bishop", "glinski", "k/3/5/7/9/11/11/11/11/11/B4K5", "a1", "b3 c2 c5 d7 e3 e9 g3 i2 l1"},
		{"king in the middle", "glinski", "k/3/5/7/9/5K5/11/11/11/11/11", "f6", "d5 e4 e5 e6 e7 f5 f7 g4 g5 g6 g7 h5"},
		{"pawn from its first cell", "glinski", "k/3/5/7/9/11/11/4P6/11/11/5K5", "e4", "e5 e6"},
		{"pawn elsewhere", "glinski", "k/3/5/7/9/11/4P6/11/11/11/5K5", "e5", "e6"},
		{"pawn on the next file's first rank but one", "glinski", "k/3/5/7/9/11/11/5P5/11/11/5K5", "f4", "f5"},
		{"pawn captures towards and from the middle", "glinski", "k/3/5/7/9/11/5n5/3nP6/11/11/5K5", "e4", "d4 e5 e6 f5"},
		{"pawn of the middle file captures", "glinski", "k/3/5/7/9/5n5/4nPn4/11/11/11/5K5", "f5", "e5 g5"},
		{"pawn of the edge", "dragonfly-hex", "k/3/5/7/9/1n7/P8/9/4K4[]", "a3", "a4 b4"},
	} {
		p := position(t, lookup(t, c.game), c.fen+kings)
		if got := from(p, c.from); got != c.to {
			t.Errorf("%s: %s from %s: %s, want %s", c.what, c.fen, c.from, got, c.to)
		}
	}
}

func TestBetzaOnHexagons(t *testing.T) {
	for betza, want := range map[string]string{
		"W": "d4 d5 e4 e6 f4 f5", "F": "c4 d3 d6 f3 f6 g4", "K": "c4 d3 d4 d5 d6 e4 e6 f3 f4 f5 f6 g4",
		"D": "c3 c5 e3 e7 g3 g5", "A": "a3 c1 c7 g1 g7 i3", "H": "b2 b5 e2 e8 h2 h5",
		"N":  "b3 b4 c2 c6 d2 d7 f2 f7 g2 g6 h3 h4",
		"fW": "d5 e6 f5", "ffW": "e6", "fsW": "d5 f5", "flW": "d5", "frW": "f5", "bW": "d4 e4 f4", "bbW": "e4", "bsW": "d4 f4",
		"lW": "d4 d5", "rW": "f4 f5", "sW": "d4 d5 f4 f5", "vW": "e4 e6", "fF": "d6 f6", "flF": "d6", "sF": "c4 d3 d6 f3 f6 g4",
		"fN": "b4 c6 d7 f7 g6 h4", "ffN": "d7 f7", "fsN": "b4 c6 g6 h4", "bbN": "d2 f2",
		"R2": "c3 c5 d4 d5 e3 e4 e6 e7 f4 f5 g3 g5", "ffR": "e6 e7 e8 e9", "nD": "c3 c5 e3 e7 g3 g5",
	} {
		v, err := Parse("[a]\nboard = hex\nhexSide = 5\nking = k\ncastling = false\nrook = r:" + betza + "\nstartFen = 1/k2/5/7/4R4/9/9/9/K8 w - - 0 1")
		if err != nil {
			t.Errorf("%s: %v", betza, err)
			continue
		}
		if got := from(v.Start(), "e5"); got != want {
			t.Errorf("%s from e5: %s, want %s", betza, got, want)
		}
	}
}

// Across an edge, then across a corner: a lame leap of the knight's needs that cell next to it empty.
func TestLameLeapsOnHexagons(t *testing.T) {
	for betza, want := range map[string]string{"nD": "c3 c5 e3 g3 g5", "nA": "a3 c1 c7 g1 i3", "nN": "b3 b4 c2 c6 d2 f2 g2 g6 h3 h4"} {
		v, err := Parse("[a]\nboard = hex\nhexSide = 5\nking = k\npawn = p:mffW\ndoubleStep = false\ncastling = false\nrook = r:" + betza +
			"\nstartFen = 1/k2/5/3pp2/4R4/9/9/9/K8 w - - 0 1")
		if err != nil {
			t.Errorf("%s: %v", betza, err)
			continue
		}
		if got := from(v.Start(), "e5"); got != want {
			t.Errorf("%s from e5: %s, want %s", betza, got, want)
		}
	}
}

func TestHexagonalCells(t *testing.T) {
	for _, c := range []struct {
		game        string
		cells       int
		last        string // of every file, where White promotes
		doubleSteps string // White's
	}{
		{"glinski", 91, "a6 b7 c8 d9 e10 f11 g10 h9 i8 k7 l6", "b1b3 c2c4 d3d5 e4e6 f5f7 g4g6 h3h5 i2i4 k1k3"},
		{"dragonfly-hex", 61, "a5 b6 c7 d8 e9 f8 g7 h6 i5", ""},
	} {
		v := lookup(t, c.game)
		if n := len(v.board.Cells); n != c.cells {
			t.Errorf("%s: %d cells", c.game, n)
		}
		var last, doubles []string
		for _, cell := range v.promotion[White].cells() {
			last = append(last, v.board.Name(cell))
		}
		if slices.Sort(last); strings.Join(last, " ") != c.last {
			t.Errorf("%s: White promotes on %v", c.game, last)
		}
		if first := v.promotion[Black]; first != v.rank(White, 0) || len(first.cells()) != v.board.Files {
			t.Errorf("%s: Black promotes on %v", c.game, first.cells())
		}
		for cell, d := range v.doubles[White] {
			if d.to != NoCell {
				doubles = append(doubles, v.board.Name(Cell(cell))+v.board.Name(d.to))
			}
		}
		if slices.Sort(doubles); strings.Join(doubles, " ") != c.doubleSteps {
			t.Errorf("%s: double steps %v", c.game, doubles)
		}
		for file := range v.board.Files { // bishops never leave their shade, rooks always do
			for rank := range v.board.height(file) {
				cell := v.board.at(file, rank)
				bishop, _ := v.typeOf('b')
				for _, slide := range v.reach[White][bishop][cell].slides {
					for _, to := range slide {
						if v.board.shade(to) != v.board.shade(cell) {
							t.Errorf("%s: a bishop goes from %s to %s", c.game, v.board.Name(cell), v.board.Name(to))
						}
					}
				}
				for _, one := range edges {
					if to := v.board.away(cell, one, 1); to != NoCell && v.board.shade(to) == v.board.shade(cell) {
						t.Errorf("%s: %s and its neighbour %s have one shade", c.game, v.board.Name(cell), v.board.Name(to))
					}
				}
			}
		}
	}
}

func TestGlinski(t *testing.T) {
	for _, c := range []struct{ what, fen, moves, gives, legal string }{
		{"after a capture on to a first cell a pawn goes two", "k/3/5/7/9/11/11/11/3n7/2P8/5K5 w - - 0 1", "c2d3 f11f10", "1/1k1/5/7/9/11/11/11/3P7/11/5K5 w - - 1 2", "d3d5"},
		{"en passant", "1/3/4k/7/9/5p5/11/4P6/11/11/5K5 w - - 0 1", "e4e6", "1/3/4k/7/9/4Pp5/11/11/11/11/5K5 b - e5 0 1", "f6e5"},
		{"en passant captures", "1/3/4k/7/9/5p5/11/4P6/11/11/5K5 w - - 0 1", "e4e6 fxe5", "1/3/4k/7/9/11/4p6/11/11/11/5K5 w - - 0 2", "f1f2"},
		{"promotion at the end of a short file", "1/3/5/k6/9/11/P10/11/11/11/5K5 w - - 0 1", "a6=N", "1/3/5/k6/9/N10/11/11/11/11/5K5 b - - 0 1", "c8c7"},
		{"promotion by a capture", "1/3/5/6k/b8/2P8/11/11/11/11/5K5 w - - 0 1", "c6c7 i8i7 c7b7r", "1/3/5/7/R6k1/11/11/11/11/11/5K5 b - - 0 2", "i7h8"},
		{"promotion on the middle file", "1/1P1/k4/7/9/11/11/11/11/11/5K5 w - - 0 1", "f11=Q", "Q/3/k4/7/9/11/11/11/11/11/5K5 b - - 0 1", "d9c7"},
	} {
		p, err := position(t, lookup(t, "glinski"), c.fen).PlayAll(strings.Fields(c.moves)...)
		if err != nil || p.FEN() != c.gives {
			t.Errorf("%s: %s (%v), want %s", c.what, p.FEN(), err, c.gives)
		}
		if !slices.Contains(texts(p), c.legal) {
			t.Errorf("%s: %s is not legal", c.what, c.legal)
		}
	}
}

func TestGlinskiStalemate(t *testing.T) {
	p := position(t, lookup(t, "glinski"), "1/3/5/7/9/4Q6/11/11/11/11/k1K8 b - - 0 1")
	if got := NewRecord(p).Outcome(); got != (Outcome{drawn, byStalemate}) {
		t.Errorf("%v", got)
	}
	if got := p.v.StalemateNote(White); got != "3/4 to White in Gliński’s own scoring" {
		t.Errorf("the note is %q", got)
	}
	if got := lookup(t, "dragonfly-hex").StalemateNote(White); got != "" {
		t.Errorf("Dragonfly has the note %q", got)
	}
}

func TestHexagonsAreRefusedInWords(t *testing.T) {
	for _, c := range []struct{ game, fen, move, why string }{
		{"glinski", "", "O-O", "There is no castling in this game."},
		{"glinski", "", "j4", "there is no cell"},
		{"glinski", "", "b1b4", "A pawn does not move from b1 to b4. The pawn on b1 can go to b2 or b3."},
		{"glinski", "1/3/4k/7/9/11/5P5/11/11/11/5K5 w - - 0 1", "f5f4", "A pawn does not move from f5 to f4: it never goes back."},
		{"glinski", "1/3/4k/7/9/11/11/5P5/11/11/5K5 w - - 0 1", "f4f6", "it goes two cells only from b1, c2, d3, e4, f5, g4, h3, i2 and k1."},
		{"glinski", "", "c1c4", "pawn on c2 is in the way"},
		{"glinski", "", "g7f6", "pawn on g7 is Black’s"},
		{"dragonfly-hex", "", "e2e4", "A pawn does not move from e2 to e4: it never goes two cells. The pawn on e2 can go to e3."},
		{"dragonfly-hex", "1/3/k4/7/9/9/9/9/4K4[N] w - - 0 1", "N@c7", "empty cell, and the black king stands on c7"},
	} {
		_, err := position(t, lookup(t, c.game), c.fen).Parse(c.move)
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %s is refused by %v, want %q", c.game, c.move, err, c.why)
		}
	}
}

func TestHexagonalDefinitions(t *testing.T) {
	for text, want := range map[string]string{
		"board = hex\nhexSide = 2":               "3 to 7",
		"board = hex\nhexSide = 8":               "3 to 7",
		"board = hex\nhexSide = 5\nmaxFile = 9":  "hexSide instead",
		"board = hexagonal":                      "square or hex",
		"hexSide = 5":                            "only a board of hexagons",
		"board = hex\nhexSide = 5\nfiles = abcd": "as many different small letters",
		"promotionSource = mine":                 "opponentHand",
		"promotionSource = opponentHand":         "pieceDrops = true",
	} {
		if _, err := Parse("[a:chess]\n" + text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	large, err := Parse("[a]\nboard = hex\nhexSide = 7\nking = k\nrook = r\npawn = p:mffWcfsW\ncastling = false\nstartFen = k/3/5/7/9/11/13/13/13/13/13/13/6K6")
	if err != nil || len(large.board.Cells) != 127 || large.board.Name(large.start.king[White]) != "g1" || large.board.Name(large.start.king[Black]) != "g13" {
		t.Errorf("127 cells: %v", err)
	}
}
