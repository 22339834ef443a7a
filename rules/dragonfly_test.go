package rules

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The rows D1 to D12 are those of the specification's table of resolutions for Dragonfly; on hexagons they hold as well.

func TestDragonflyMoves(t *testing.T) {
	for _, c := range []struct{ row, game, fen, move, gives, san, says string }{
		{"D1 a drop gives mate", "dragonfly", "k6/7/1K5/7/7/7/7[R] w - - 5 1", "R@e7", "k3R2/7/1K5/7/7/7/7[] b - - 0 1", "R@e7#", ""},
		{"D1 a drop gives check", "dragonfly-hex", "1/3/5/7/9/4k4/9/4P4/4K4[N] w - - 5 1", "N@f6", "1/3/5/4N2/9/4k4/9/4P4/4K4[] b - - 0 1", "N@f6+", ""},
		{"D2", "dragonfly", "3r2k/7/7/7/7/7/3K3[N] w - - 5 1", "N@d4", "3r2k/7/7/3N3/7/7/3K3[] b - - 0 1", "N@d4", ""},
		{"D4", "dragonfly", "1n3k1/2P4/7/7/7/7/3K3[b] w - - 5 1", "c6b7b", "1B3k1/7/7/7/7/7/3K3[N] b - - 0 1", "cxb7=B", "The pawn becomes a bishop. A knight comes into White’s hand. A bishop leaves Black’s hand."},
		{"D4 the end of a file", "dragonfly-hex", "1/1k1/1P3/n6/9/9/9/9/4K4[r] w - - 5 1", "d7d8r", "1/Rk1/5/n6/9/9/9/9/4K4[] b - - 0 1", "d8=R+", "The pawn becomes a rook. A rook leaves Black’s hand."},
		{"D4 the end of the next file", "dragonfly-hex", "1/1k1/5/nP5/9/9/9/9/4K4[r] w - - 5 1", "c6b6r", "1/1k1/5/R6/9/9/9/9/4K4[N] b - - 0 1", "cxb6=R", "The pawn becomes a rook. A knight comes into White’s hand. A rook leaves Black’s hand."},
		{"D7 O-O", "dragonfly", "3k3/7/7/7/7/7/R2K2R[] w KQ - 5 1", "O-O", "3k3/7/7/7/7/7/R3RK1[] b - - 6 1", "O-O", "The rook on g1 goes to e1."},
		{"D7 the rook passes an attacked square", "dragonfly", "rr1k3/7/7/7/7/7/R2K2R[] w KQ - 5 1", "d1f1", "rr1k3/7/7/7/7/7/R3RK1[] b - - 6 1", "O-O", "The rook on g1 goes to e1."},
		{"D7 O-O-O out of an attack on the rook", "dragonfly", "r5k/7/7/7/7/7/R2K3[] w Q - 5 1", "O-O-O", "r5k/7/7/7/7/7/1KR4[] b - - 6 1", "O-O-O", "The rook on a1 goes to c1."},
		{"D7 Black", "dragonfly", "r2k2r/7/7/7/7/7/3K3[] b kq - 5 1", "O-O-O", "1kr3r/7/7/7/7/7/3K3[] w - - 6 2", "O-O-O", "The rook on a7 goes to c7."},
		{"D7 on hexagons", "dragonfly-hex", "k/3/5/r5r/9/9/9/P7P/1R2K2R1[] w KQkq - 5 1", "O-O", "k/3/5/r5r/9/9/9/P7P/1R3RK2[] b kq - 6 1", "O-O", "The rook on h1 goes to f1."},
		{"D7 on hexagons", "dragonfly-hex", "k/3/5/r5r/9/9/9/P7P/1R2K2R1[] w KQkq - 5 1", "e1c1", "k/3/5/r5r/9/9/9/P7P/2KR3R1[] b kq - 6 1", "O-O-O", "The rook on b1 goes to d1."},
		{"D7 Black on hexagons", "dragonfly-hex", "k/3/5/r5r/9/9/9/P7P/1R2K2R1[] b KQkq - 5 1", "O-O", "1/2r/4k/r6/9/9/9/P7P/1R2K2R1[] w KQ - 6 2", "O-O", "The rook on h6 goes to f8."},
		{"D7 Black on hexagons", "dragonfly-hex", "k/3/5/r5r/9/9/9/P7P/1R2K2R1[] b KQkq - 5 1", "O-O-O", "1/r2/k4/6r/9/9/9/P7P/1R2K2R1[] w KQ - 6 2", "O-O-O", "The rook on b6 goes to d8."},
		{"D9 a pawn's move", "dragonfly", "3k3/7/7/7/7/P6/3K3[] w - - 5 1", "a3", "3k3/7/7/7/P6/7/3K3[] b - - 0 1", "a3", ""},
		{"D9 a piece's move", "dragonfly", "3k3/7/7/7/7/P6/3K3[] w - - 5 1", "Ke1", "3k3/7/7/7/7/P6/4K2[] b - - 6 1", "Ke1", ""},
		{"D12 a pawn is out of the game", "dragonfly", "3k3/7/7/7/7/p6/R2K3[] w - - 5 1", "Rxa2", "3k3/7/7/7/7/R6/3K3[] b - - 0 1", "Rxa2", ""},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		m, err := p.Parse(c.move)
		if err != nil {
			t.Errorf("%s: %s %s: %v", c.row, c.fen, c.move, err)
			continue
		}
		if got := p.Play(m).FEN(); got != c.gives {
			t.Errorf("%s: %s %s gives\n%s, want\n%s", c.row, c.fen, c.move, got, c.gives)
		}
		if got := p.SAN(m); got != c.san {
			t.Errorf("%s: %s %s is written %q, want %q", c.row, c.fen, c.move, got, c.san)
		}
		if got := p.Describe(m); got != c.says {
			t.Errorf("%s: %s %s is described as\n%q, want\n%q", c.row, c.fen, c.move, got, c.says)
		}
	}
}

func TestDragonflyMoveLists(t *testing.T) {
	for _, c := range []struct{ row, game, fen, from, moves string }{
		{"D2 only between", "dragonfly", "3r2k/2r1r2/7/7/7/7/3K3[N] w - - 0 1", "", "N@d2 N@d3 N@d4 N@d5 N@d6"},
		{"D4 the choice is from the hand before the move", "dragonfly", "1n4k/2P4/7/7/7/7/3K3[b] w - - 0 1", "c6", "c6b7b c6c7b"},
		{"D5 it does not move", "dragonfly", "2r1r1k/3P3/7/7/7/7/6K[] w - - 0 1", "d6", ""},
		{"D5 it guards", "dragonfly", "5Rk/4P2/7/7/7/7/3K3[] b - - 0 1", "", "g7g6"},
		{"D5 it guards d8 and f8", "dragonfly-hex", "k/RP1/5/7/9/9/9/9/4K4[] b - - 0 1", "", "e9f7"},
	} {
		got := slices.DeleteFunc(texts(position(t, lookup(t, c.game), c.fen)), func(text string) bool { return !strings.HasPrefix(text, c.from) })
		if strings.Join(got, " ") != c.moves {
			t.Errorf("%s: %s: %v, want %s", c.row, c.fen, got, c.moves)
		}
	}
}

func TestDragonflyRefusals(t *testing.T) {
	for _, c := range []struct{ row, game, fen, move, why string }{
		{"D4", "dragonfly", "1n3k1/2P4/7/7/7/7/3K3[b] w - - 0 1", "c6b7n", `^Black has no knight in hand to promote to: choose a bishop \(c6b7b\)\.$`},
		{"D4", "dragonfly", "1n3k1/2P4/7/7/7/7/3K3[br] w - - 0 1", "cxb7", `pawn on c6 promotes on b7: choose a rook or bishop \(c6b7r, c6b7b\)`},
		{"D5", "dragonfly", "3k3/4P2/7/7/7/7/3K3[] w - - 0 1", "e6e7n", "^Black has no piece in hand to promote to, so the pawn on e6 cannot go to e7"},
		{"D5", "dragonfly", "3k3/4P2/7/7/7/7/3K3[NN] w - - 0 1", "e7", "^Black has no piece in hand to promote to, so the pawn on e6 cannot go to e7"},
		{"D5 by a capture", "dragonfly", "3k1r1/4P2/7/7/7/7/3K3[] w - - 0 1", "exf7", "^Black has no piece in hand to promote to, so the pawn on e6 cannot go to f7"},
		{"D5 on hexagons", "dragonfly-hex", "1/1P1/2k2/7/9/9/9/9/4K4[] w - - 0 1", "e9", "^Black has no piece in hand to promote to, so the pawn on e8 cannot go to e9"},
		{"D5 in the way of castling", "dragonfly", "3k3/7/7/7/7/5p1/3K2R[] w K - 0 1", "O-O", "king would cross e1, which is attacked by the black pawn on f2"},
		{"D5 gives check", "dragonfly", "3k3/4P2/7/7/7/7/3K3[] b - - 0 1", "N@a1", "You have no knight in hand"},
		{"D7 between", "dragonfly", "3k3/7/7/7/7/7/RN1K2R[] w KQ - 0 1", "O-O-O", "knight on b1 is in the way"},
		{"D7 the target", "dragonfly", "3k1r1/7/7/7/7/7/R2K2R[] w KQ - 0 1", "O-O", "in check on f1 from the black rook on f7"},
		{"D7 in check", "dragonfly", "k2r3/7/7/7/7/7/R2K2R[] w KQ - 0 1", "O-O", "in check from the black rook on d7"},
		{"D7 on hexagons", "dragonfly-hex", "k/2r/5/7/9/9/9/9/1R2K2R1[] w KQ - 0 1", "O-O", "cross f1, which is attacked by the black rook on f8"},
		{"D11", "dragonfly", "3k3/4P2/7/7/7/7/3K3[n] w - - 0 1", "e6e7q", `cannot promote to “Q”: choose a knight \(e6e7n\)`},
		{"D12 no double step", "dragonfly", "", "a2a4", "pawn does not move from a2 to a4: it never goes two squares"},
		{"D12 no pawn in hand", "dragonfly", "", "P@a4", "A pawn is never in hand"},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		_, err := p.Parse(c.move)
		if err == nil {
			t.Errorf("%s: %s: %s is legal", c.row, c.fen, c.move)
		} else if !regexp.MustCompile(c.why).MatchString(err.Error()) {
			t.Errorf("%s: %s: %s is refused by %q, which does not fit %q", c.row, c.fen, c.move, err, c.why)
		}
	}
	if _, err := lookup(t, "dragonfly").ParseFEN("3k3/7/7/7/7/7/3K2Q[]"); err == nil {
		t.Error("D11: there is a queen")
	}
	p := position(t, lookup(t, "dragonfly"), "3k3/4P2/7/7/7/7/3K3[] w - - 0 1")
	if why := p.Stuck("e6"); !strings.Contains(why, "Black has no piece in hand to promote to") {
		t.Errorf("D5: the pawn on e6 is stuck because %q", why)
	}
}

// D3: there are always four of each.
func TestDragonflyPromotedPieceStaysWhatItIs(t *testing.T) {
	p, err := position(t, lookup(t, "dragonfly"), "1r4k/P6/7/7/7/7/3K3[n] w - - 0 1").PlayAll("a6a7n", "b7a7")
	if want := "r5k/7/7/7/7/7/3K3[n] w - - 0 2"; err != nil || p.FEN() != want {
		t.Errorf("%s (%v), want %s", p.FEN(), err, want)
	}
}

func TestDragonflyDroppedRookDoesNotCastle(t *testing.T) { // D6
	p, err := position(t, lookup(t, "dragonfly"), "3k3/7/7/7/7/7/3K2R[R] w K - 0 1").PlayAll("g1g2", "d7d6", "R@g1", "d6d7")
	if err != nil || !strings.Contains(p.FEN(), " w - - ") {
		t.Fatalf("%s (%v)", p.FEN(), err)
	}
	if _, err := p.Parse("O-O"); err == nil || !strings.Contains(err.Error(), "not the first one") {
		t.Errorf("castling is refused by %v", err)
	}
	p = position(t, lookup(t, "dragonfly"), "3k3/7/7/7/6r/7/3K2R[R] b K - 0 1")
	if p, err = p.PlayAll("g3g1", "d1d2", "g1a1", "R@g1", "d7d6"); err != nil || !strings.Contains(p.FEN(), " w - - ") {
		t.Errorf("%s (%v)", p.FEN(), err)
	}
}

func TestDragonflyEnds(t *testing.T) {
	for _, c := range []struct{ row, game, fen, reason string }{
		{"D8", "dragonfly", "k6/3N3/1K5/7/7/7/7[] b - - 0 1", byStalemate},
		{"D8 but for a drop", "dragonfly", "k6/3N3/1K5/7/7/7/7[n] b - - 0 1", ""},
		{"D10 kings", "dragonfly", "3k3/7/7/7/7/7/3K3[] w - - 0 1", byDead},
		{"D10 a bishop", "dragonfly", "3k3/7/7/7/7/7/2BK3[] w - - 0 1", byDead},
		{"D10 a knight", "dragonfly", "3k3/7/7/7/7/7/2nK3[] w - - 0 1", byDead},
		{"D10 a pawn", "dragonfly", "3k3/7/7/7/2P4/7/3K3[] w - - 0 1", byDead},
		{"D10 a rook", "dragonfly", "3k3/7/7/7/2R4/7/3K3[] w - - 0 1", ""},
		{"D10 a pawn each", "dragonfly", "3k3/7/7/7/2P1p2/7/3K3[] w - - 0 1", ""},
		{"D10 a knight in hand", "dragonfly", "3k3/7/7/7/7/7/3K3[N] w - - 0 1", ""},
		{"D10 a pawn, and what it may become", "dragonfly", "3k3/7/7/7/2P4/7/3K3[n] w - - 0 1", ""},
		{"D10 two pawns mate", "dragonfly", "7/k1P4/1P5/1K5/7/7/7[] b - - 0 1", ""},
		{"D10 two pawns have mated", "dragonfly", "k6/1PP4/1K5/7/7/7/7[] b - - 0 1", ""},
		{"on hexagons kings alone", "dragonfly-hex", "k/3/5/7/9/9/9/9/4K4[] w - - 0 1", byDead},
		{"on hexagons a bishop is not dead", "dragonfly-hex", "k/3/5/7/9/9/9/9/3BK4[] w - - 0 1", ""},
		{"D9", "dragonfly", "3k3/7/7/7/2R4/7/3K3[] w - - 150 99", byFiftyMoves},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		if got := NewRecord(p).Outcome(); got.Reason != c.reason && (c.reason != "" || got.Reason != byMate) {
			t.Errorf("%s: %s: %v, want %q", c.row, c.fen, got, c.reason)
		}
	}
	mate := position(t, lookup(t, "dragonfly"), "k6/1PP4/1K5/7/7/7/7[] b - - 0 1")
	if got := NewRecord(mate).Outcome(); got != (Outcome{"1-0", byMate}) {
		t.Errorf("D10: %s: %v", mate.FEN(), got)
	}
	a, b := position(t, lookup(t, "dragonfly"), "3k3/7/7/7/7/7/3K3[N] w"), position(t, lookup(t, "dragonfly"), "3k3/7/7/7/7/7/3K3[n] w")
	if a.key() == b.key() {
		t.Error("D9: the hands do not count for a repetition")
	}
}
