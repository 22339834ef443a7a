package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestForgivingReading(t *testing.T) {
	for _, c := range []struct{ game, fen, typed, want string }{
		{"chess", "", "e4", "e2e4"},
		{"chess", "", "E4", "e2e4"},
		{"chess", "", " e2-e4 ", "e2e4"},
		{"chess", "", "E2E4", "e2e4"},
		{"chess", "", "e2 e4", "e2e4"},
		{"chess", "", "e2–e4!?", "e2e4"},
		{"chess", "", "Pe4", "e2e4"},
		{"chess", "", "1. e4", "e2e4"},
		{"chess", "", "1.Nf3", "g1f3"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12", "12… Nf6", "g8f6"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12", "12...e5", "e7e5"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12", "...e5", "e7e5"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 12", "… Nf6", "g8f6"},
		{"chess", "", "♘f3", "g1f3"},
		{"chess", "", "Ｎｆ３", "g1f3"}, // as a keyboard writes that is set for Japanese
		{"shogi", "", "ｇ３－ｇ４　", "g3g4"},
		{"chess", "", "♞f3", "g1f3"},
		{"chess", "", " nc3 ", "b1c3"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e takes d6", "e5d6"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castles kingside", "e1g1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Castle long!", "e1c1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castle", ""},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8=Queen", "e7e8q"},
		{"chess", "", "5254", "e2e4"}, // the ICCF's notation
		{"chess", "", "1. 7163", "g1f3"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "5131", "e1c1"},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "57584", "e7e8n"},
		{"shogi", "", "7776", ""},
		{"chess", "", "5254.", "e2e4"},
		{"chess", "", "1. 5254!", "e2e4"},
		{"chess", "", "5755 5254", ""}, // two moves
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "57585", ""},
		{"chess", "", "12.", ""},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "ｈ７ｉ８＋", "h7i8+"},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "h7i8＋", "h7i8+"},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "Ｓｉ８＋", "h7i8+"},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "“h7i8+”", "h7i8+"},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "h7i8+‼", "h7i8+"},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "h7i8", "h7i8"},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "silver general to i8+", "h7i8+"},
		{"shogi", "8k/9/7S1/9/9/9/9/9/K8[] w", "Silver general to i8", "h7i8"},
		{"chess", "", "NC3", "b1c3"},
		{"chess", "", "Ng1-f3", "g1f3"},
		{"chess", "", "Ng1f3", "g1f3"},
		{"chess", "", "N*f3", "g1f3"},
		{"chess", "", "Nxf3+", "g1f3"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o", "e1g1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "OOO", "e1c1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O–O+", "e1g1"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1", "e1g1"},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rhf1", "h1f1"},
		{"chess", "4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "R1a4", "a1a4"},
		{"chess", "4k3/R7/8/8/8/8/8/R3K3 w - - 0 1", "ra7a4", "a7a4"},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8Q", "e7e8q"},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8=q", "e7e8q"},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e7e8=Q", "e7e8q"},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "E7E8N", "e7e8n"},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8(R)#", "e7e8r"},
		{"chess", "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8/B", "e7e8b"},
		{"chess", "7k/8/8/8/8/8/8/4R1K1 w - - 0 1", "Re:e4", "e1e4"},
		{"chess", "7k/8/8/8/8/8/8/4R1K1 w - - 0 1", "Re: e4", ""}, // how mail programs begin a subject
		{"chess", "7k/8/8/8/8/8/8/4R1K1 w - - 0 1", "RE: Re: e4", ""},
		{"chess", "7k/8/8/8/8/8/8/4R1K1 w - - 0 1", " re:\te4", ""},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6ep", "e5d6"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed6", "e5d6"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "ed", ""},
		{"chess", "4k3/8/2p5/1P1B4/8/8/8/4K3 w - - 0 1", "bxc6", "b5c6"},
		{"chess", "4k3/8/2p5/1P1B4/8/8/8/4K3 w - - 0 1", "Bxc6", "d5c6"},
		{"chess", "4k3/8/2p5/1P1B4/8/8/8/4K3 w - - 0 1", "bc6", "b5c6"},
		{"chess", "4k3/8/2p5/1P1B4/8/8/8/4K3 w - - 0 1", "BC6", "d5c6"},
		{"chess", "4k3/8/2p5/3B4/8/8/8/4K3 w - - 0 1", "bxc6", "d5c6"},
		{"chess", "4k3/8/2p5/1P6/8/8/8/4K3 w - - 0 1", "BXC6", "b5c6"},
		{"chess", "4k3/8/2p5/1P6/8/8/8/4KB2 w - - 0 1", "Bxc6", ""}, // the bishop cannot, and the pawn is not meant
		{"chess", "4k3/8/8/8/1P6/8/4B3/4K3 w - - 0 1", "bb5", "e2b5"},
		{"chess", "4k3/8/8/8/1P6/8/8/4K3 w - - 0 1", "bb5", "b4b5"},
		// a letter that is a piece's and a file's, before a rank
		{"chess", "4k3/8/8/8/8/B7/8/1R2K3 w - - 0 1", "b3b2", ""}, // nobody stands on b3
		{"chess", "4k3/8/8/8/1p6/B7/1B6/4K3 w - - 0 1", "b4c5", ""},
		{"chess", "4k3/8/8/8/8/8/1PB5/4K3 w - - 0 1", "b2b3", "b2b3"},
		{"chess", "4k3/8/8/8/8/8/1PB5/4K3 w - - 0 1", "B2B3", "b2b3"},
		{"chess", "4k3/8/8/8/8/8/1P2B3/4K3 w - - 0 1", "B2b4", "b2b4"}, // the bishop has no way there
		{"chess", "4k3/8/8/8/8/8/1PB5/4K3 w - - 0 1", "B2b3", "c2b3"},
		{"chess", "4k3/8/8/8/8/2B5/1PB5/4K3 w - - 0 1", "B2B3", "b2b3"},
		{"chess", "4k3/8/8/8/8/2B5/2B5/4K3 w - - 0 1", "B2b3", "c2b3"},
		{"chess", "4k3/8/8/8/8/2B5/2B5/4K3 w - - 0 1", "B2B3", "c2b3"},
		{"chess", "", "1 e4", "e2e4"},
		{"chess", "", "\ufeffe4\u200b" + strings.Repeat("\r\n", 60), "e2e4"},
		{"chess", "", "1) e4", "e2e4"},
		{"chess", "", "“e2→e4”", "e2e4"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0 - 0", "e1g1"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "n@f3", "N@f3"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N*f3", "N@f3"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "@e6", "P@e6"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "♙@E6", "P@e6"},
		{"pyrrhus", "", "y@e2", "Y@e2"},
		{"pyrrhus", "", "Y@E2!", "Y@e2"},
		{"pyrrhus", "4k3/8/8/8/8/8/4Y3/4K3[] w - - 0 1", "ye3", "e2e3"},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		m, err := p.Parse(c.typed)
		if got := p.Text(m); got != c.want {
			t.Errorf("%s %s: %q is read as %q (%v), want %q", c.game, c.fen, c.typed, got, err, c.want)
		}
	}
}

// A word for a man is read where it can mean but one thing.
func TestMovesInWords(t *testing.T) {
	const (
		yari  = "3p2r/P+N5/1R2b+Rp/3bppk/2p4/1p1PNP1/1BPNP1P/1B1K3/5R1[NPp] w - - 3 29"
		rooks = "4k3/8/8/8/1b1R4/8/8/1R2K3 w - - 0 1"
		pawn  = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1"
	)
	for _, c := range []struct{ game, fen, typed, want string }{
		{"chess", "", "Knight f3", "g1f3"},
		{"chess", "", "1. knight to f3.", "g1f3"},
		{"chess", "", "Ｋｎｉｇｈｔ　ｔｏ　ｆ３", "g1f3"},
		{"chess", "", "pawn to e4", "e2e4"},
		{"chess", "", "e2 to e4", "e2e4"},
		{"chess", "", "kite to e4", ""},
		{"chess", "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1", "b to b4", ""}, // the pawn, or the bishop?
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "pawn to e4 e5", ""},
		{"chess", rooks, "rook d to b4", "d4b4"},
		{"chess", "", "takes e4", ""},
		{"chess", "", "e4 or knight f3", ""},
		{"chess", "", "pawn to bishop 4", ""}, // as was written in English once
		{"chess", "", "bishop 4", ""},
		{"chess", "", "bishop to 4", ""},
		{"chess", "", "pawn b4 bishop", ""},
		{"chess", rooks, "rook takes bishop b4", ""},
		{"chess", rooks, "rook d takes b4", "d4b4"},
		{"chess", rooks, "rook d4 takes b4", "d4b4"},
		{"chess", rooks, "rook takes b4", ""}, // which one?
		{"chess", pawn, "pawn takes d8 knight", ""},
		{"chess", pawn, "pawn takes d8 = knight", "c7d8n"},
		{"chess", pawn, "c takes d8 = Queen!", "c7d8q"},
		{"pyrrhus", "", "Pyrrhus @ e2", "Y@e2"},
		{"harpy", "", "harpy to e4", "e2e4"},
		{"harpy", "", "e2e4~", ""},
		{"harpy", "", "pawn to e4", ""},
		{"yari-shogi", yari, "rook to e7", "f7e7"}, // the name of the promoted one
		{"yari-shogi", yari, "yari rook to e7", "b7e7"},
		{"yari-shogi", yari, "yari gold to b8", ""}, // two kinds of men are called so
	} {
		p := position(t, lookup(t, c.game), c.fen)
		m, err := p.Parse(c.typed)
		if got := p.Text(m); got != c.want {
			t.Errorf("%s %s: %q is read as %q (%v), want %q", c.game, c.fen, c.typed, got, err, c.want)
		}
	}
}

// Digits are cells or nothing, and on boards of 64 cells alone.
func TestDigitsAreCells(t *testing.T) {
	promoting, err := Parse("[mine:chess]\npromotedPieceType = n:q")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(games(t), promoting) {
		p, b := v.Start(), v.Board()
		squares := b.Files == 8 && b.Ranks == 8 && !b.Hex && v.forms == nil
		for n := 2 * 1111; n < 2*8889; n++ {
			text := strconv.Itoa(n / 2)
			if n%2 == 1 {
				text += "4"
			}
			readings := p.read(text)
			if (!squares || strings.ContainsAny(text, "09")) && readings != nil {
				t.Fatalf("%s: %s is read as %+v", v.Key(), text, readings)
			}
			for _, r := range readings {
				want := fmt.Sprintf("%s%c%s%c", b.FileNames[text[0]-'1'], text[1], b.FileNames[text[2]-'1'], text[3])
				if from, whole := r.from(b); !whole || b.Name(from)+b.Name(r.to) != want || (r.as != 0) != (len(text) == 5) {
					t.Fatalf("%s: %s is read as %+v", v.Key(), text, r)
				}
			}
		}
	}
}

func TestSANTellsMovesApart(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "c3e2", "Nce2"},
		{"4k3/8/8/8/8/6N1/8/4K1N1 w - - 0 1", "g1e2", "N1e2"},
		{"2q1q3/8/8/8/2q5/7k/8/K7 b - - 0 1", "c8e6", "Qc8e6"},
		{"7k/8/8/8/8/8/1r6/K1r5 w - - 0 1", "", ""},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"},
		{"6k1/5pp1/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8+"},
		{"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
		{"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"},
		{"4k3/8/4b3/8/4R3/8/3p4/4K3 w - - 0 1", "e1d2", "Kxd2"},
		{"B3k3/8/BR6/8/8/8/8/4K3 w - - 0 1", "a6b7", "B6b7"}, // not the rook's move b6b7
	} {
		p := position(t, lookup(t, "chess"), c.fen)
		if c.text == "" {
			continue
		}
		m, err := p.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.SAN(m); got != c.want {
			t.Errorf("%s: %s is written %s, want %s", c.fen, c.text, got, c.want)
		}
		if again, err := p.Parse(c.want); again != m {
			t.Errorf("%s: %s is read as %s (%v)", c.fen, c.want, p.Text(again), err)
		}
	}
}

// What has the form of a canonical text is that move or none; a cell twice may be folding wings.
func TestCellsAreReadAsCells(t *testing.T) {
	eachGame(t, 40, func(t *rapid.T, p Position, legal []Move, m Move) {
		b := p.v.Board()
		cell := rapid.IntRange(0, len(b.Cells)-1)
		from, to := Cell(cell.Draw(t, "from")), Cell(cell.Draw(t, "to"))
		text := b.Name(from) + b.Name(to)
		if m, err := p.Parse(text); err == nil && p.Text(m) != text && p.Text(m) != b.Name(from)+"=" {
			t.Fatalf("%s: %s is read as %s", p.FEN(), text, p.Text(m))
		}
	})
}

func TestClicks(t *testing.T) {
	for _, c := range []struct{ game, fen, text, want string }{
		{"chess", "", "e2e4", "e2,e4"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1,g1"},
		{"chess", "8/P7/8/8/8/k7/8/K7 w - - 0 1", "a7a8q", "a7,a8,=q"},
		{"pyrrhus", "", "Y@e2", "hand:Y,e2"},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		m, err := p.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Clicks(m), ","); got != c.want {
			t.Errorf("%s: clicks %s, want %s", c.text, got, c.want)
		}
	}
}

func TestClicked(t *testing.T) {
	for _, c := range []struct{ game, click, want string }{
		{"chess", "g1", "knight g1"}, {"chess", "e4", "e4"}, {"pyrrhus", "hand:Y", "Pyrrhus in reserve"}, {"chess", "hand:", "hand:"},
		{"shogi", "hand:P", "pawn in hand"}, {"chess", "", ""},
	} {
		if got := position(t, lookup(t, c.game), "").Clicked(c.click); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.game, c.click, got, c.want)
		}
	}
}

func TestDescriptions(t *testing.T) {
	for _, c := range []struct{ game, fen, text, want string }{
		{"chess", "", "e2e4", ""},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "The rook on h1 goes to f1."},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "The black pawn on d5 is captured."},
		{"chess", "8/P7/8/8/8/k7/8/K7 w - - 0 1", "a7a8q", "The pawn becomes a queen."},
		{"crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "exd5", "A pawn comes into White’s hand."},
		{"pyrrhus", "4k3/8/8/8/8/8/3P4/4K3[Y] w - - 0 1", "Y@d2", "The pawn on d2 goes to d4."},
		{"pyrrhus", "4k3/p7/8/8/8/8/4P3/4K3[Y] w - - 0 1", "Y@e2", "The pawn on e2 goes to e4."},
		{"pyrrhus", "3rk3/8/8/8/8/4p3/2Y5/5K2[] w - - 0 1", "Yd1", "The black rook on d8 is paralysed."},
		{"pyrrhus", "3rk3/8/8/8/8/4p3/8/3Y1K2[] w - - 0 1", "Yc1", "The black pawn on e3 is paralysed. The black rook on d8 is free again."},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		m, err := p.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Describe(m); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.fen, c.text, got, c.want)
		}
	}
}

func TestEffectsOfAPushDrop(t *testing.T) {
	v := lookup(t, "pyrrhus")
	p := position(t, v, "4k3/8/8/8/8/8/3P4/4K2r[Y] b - - 0 1")
	p = play(t, p, "Rh2")
	m, err := p.Parse("Y@d2")
	if err != nil {
		t.Fatal(err)
	}
	y, pawn, rook := Piece{Type: v.letters['y']}, Piece{Type: v.letters['p']}, Piece{Type: v.letters['r'], Side: Black}
	cell := func(name string) Cell { c, _ := v.Board().Cell(name); return c }
	want := []Effect{{Dropped, y, NoCell, cell("d2")}, {Relocated, pawn, cell("d2"), cell("d4")}, {Frozen, rook, cell("h2"), NoCell}}
	if got := p.Effects(m); !slices.Equal(got, want) {
		t.Errorf("effects %v, want %v", got, want)
	}
}
