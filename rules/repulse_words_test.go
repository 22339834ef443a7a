package rules

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const promotingThrow = "7k/N7/P7/8/8/E7/8/7K w - - 0 1"

func TestRepulsionIsReadAsItIsWritten(t *testing.T) {
	knight, pawn := "6k1/4p3/8/4n3/8/4E3/8/6K1 w - - 7 1", "7k/8/8/4E3/8/K3p3/4n3/8 w - - 3 1"
	for _, c := range []struct{ fen, typed, want string }{
		{knight, "e3e4", "e3e4"}, {knight, "Ee4", "e3e4"}, {knight, "Ee4 (Ne5>e8)", "e3e4"}, {knight, "Ee4(Ne5>e8)+", "e3e4"}, {knight, "e3e4,e5e8", "e3e4"},
		{knight, "e3-e4, e5-e8", "e3e4"}, {knight, "E3E4,E5E8", "e3e4"}, {knight, "e4 (♞e5→e8)", ""}, {knight, "ee4 (e5>e8)", "e3e4"}, {knight, "1. Ee4 (Ne5>e8)!", "e3e4"},
		{promotingThrow, "a3a4q", "a3a4q"}, {promotingThrow, "Ea4 (a6>a8=Q)", "a3a4q"}, {promotingThrow, "Ea4=N", "a3a4n"}, {promotingThrow, "a3a4,a6a8r", "a3a4r"},
		{promotingThrow, "a3a4e,a6a8e", "a3a4e"}, {promotingThrow, "Ea4 (a6-a8=E)+", "a3a4e"}, {promotingThrow, "a3a4q,a6a8", "a3a4q"},
		{pawn, "Ee4 (e3>e1=Q)", "e5e4"}, {pawn, "e5e4,e3e1q", "e5e4"}, {pawn, "e5e4,e3e1", "e5e4"}, {pawn, "e5e4", "e5e4"},
	} {
		p := position(t, lookup(t, "echidna-8x8"), c.fen)
		m, err := p.Parse(c.typed)
		if (err == nil) != (c.want != "") || p.Text(m) != c.want {
			t.Errorf("%s: %q is read as %q (%v), want %q", c.fen, c.typed, p.Text(m), err, c.want)
		}
	}
}

// An origin by its rank looks like a square: "E5e4" is the Echidna's on the fifth rank, not somebody's on e5.
func TestRepulsionWithAnOriginThatLooksLikeASquare(t *testing.T) {
	for _, c := range []struct{ game, fen, move string }{
		{"echidna", "1B3Q2n1/*k2ePnpn*/*8*/*1Q1P1eQK*/*pP4pR*/*3p1e2*/*2q1E1pE*/10 b - - 5 51", "f5e4q"},
		{"echidna-8x8-kwagga", "EEE1k2r/2R2Ep1/7E/3PpP1E/RE4R1/RE1Rp2p/2p1p3/R3K2R w Kk - 5 8", "b3c4q"},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		m, err := p.Parse(c.move)
		if err != nil {
			t.Fatal(err)
		}
		san := p.SAN(m)
		short, _, _ := strings.Cut(san, " (")
		for _, text := range []string{san, short + "=Q", strings.TrimRight(san, "+")} {
			if again, err := p.Parse(text); err != nil || again != m {
				t.Errorf("%s: %q is read as %v (%v), not as %s", c.fen, text, again, err, c.move)
			}
		}
	}
}

func TestRepulsionIsRefusedWithReasons(t *testing.T) {
	knight, pawn, check := "6k1/4p3/8/4n3/8/4E3/8/6K1 w - - 7 1", "7k/8/8/4E3/8/K3p3/4n3/8 w - - 3 1", "k7/8/4e3/8/8/4N3/P3P3/4K3 w - - 0 1"
	for _, c := range []struct{ fen, move, why string }{
		{knight, "e3e4,e5e7", "The Echidna on e3 throws the black knight on e5 to e8: write e3e4 alone"},
		{knight, "e3e4,e7e8", "throws the black knight on e5 to e8"},
		{knight, "e3d4,e5e8", "The move of the Echidna on e3 to d4 throws nobody: write e3d4 alone"},
		{knight, "g1h1,e5e8", "The move of the king on g1 to h1 throws nobody"},
		{knight, "Ee4 (Be5>e8)", "On e5 stands a knight, not a bishop"},
		{knight, "Ｅｅ４ （Ｂｅ５＞ｅ８）", "On e5 stands a knight, not a bishop"},
		{knight, "Ee4（Be5>e8）", "On e5 stands a knight, not a bishop"},
		{knight, "e3e4,e5e8q", "The black knight on e5 does not promote on e8: write e3e4 alone"},
		{knight, "e3e4q", "There is no promotion on e4: write e3e4 alone"},
		{knight, "e3e4,5", "cannot be read"},
		{knight, "e3e5,e5e8", "Echidna does not move from e3 to e5"},
		{promotingThrow, "a3a4", "The pawn on a6 promotes on a8: choose a queen .a3a4q., a rook|promotes on a8: choose a queen, rook, bishop, knight or Echidna .a3a4q, a3a4r"},
		{promotingThrow, "a3a4,a6a8", "promotes on a8: choose"},
		{promotingThrow, "a3a4k", "A pawn cannot promote to a king"},
		{promotingThrow, "a3a4,a6a8k", "A pawn cannot promote to a king"},
		{promotingThrow, "a3a4q,a6a8r", "becomes a queen on a8|cannot be read|a3a4q"},
		{pawn, "e5e4q", "The black pawn on e3 is thrown to e1 and becomes a queen by itself: write e5e4 alone"},
		{pawn, "e5e4,e3e1r", "becomes a queen on e1: write e5e4 alone|becomes a queen by itself: write e5e4 alone"},
		{"4k3/8/8/8/4p3/4E3/8/4K3 w - - 0 1", "e3e4", "An Echidna does not capture by its step, and the black pawn stands on e4"},
		{"4k3/8/8/8/4P3/4E3/8/4K3 w - - 0 1", "e3e4", "Your own pawn stands on e4"},
		{check, "a2a3", "Your king on e1 is in check from the Echidna on e6, which would throw the knight on e3 over e2, and this move does not end that"},
		// a move that brings the check about
		{"k7/8/4e3/8/8/4N3/P3P3/3K4 w - - 0 1", "Ke1", "Your king on e1 would be in check from the Echidna on e6, which would throw the knight on e3 over e2"},
		// castling over a square on to which somebody could be thrown
		{"4k3/8/8/1e6/8/3N4/4P3/4K2R w K - 0 1", "O-O", "cross f1, which is attacked by the black Echidna on b5, which would throw the knight on d3 over e2"},
		{"k7/8/4e3/8/8/4N3/4P3/4K2R w K - 0 1", "O-O", "king on e1 is in check from the black Echidna on e6, which would throw the knight on e3 over e2"},
	} {
		refused(t, position(t, lookup(t, "echidna-8x8"), c.fen), c.move, c.why)
	}
	// a man who moves leaves his king to a throw, and a man of the enemy can be the one who is thrown
	refused(t, position(t, lookup(t, "echidna-8x8"), "k7/4e3/8/8/4n3/4R3/4P3/4K3 w - - 0 1"), "e3d3", "Your king on e1 would be in check from the Echidna on e7, which would throw the knight on e4 over e2")
	if why := position(t, lookup(t, "echidna-8x8"), check).Stuck("a2"); !strings.Contains(why, "black Echidna on e6, which would throw the knight on e3 over e2, and no move of that pawn ends that.") {
		t.Error(why)
	}
}

func TestRepulsionInClicksAndEffects(t *testing.T) {
	p := position(t, lookup(t, "echidna-8x8"), promotingThrow)
	m, err := p.Parse("a3a4q")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.Clicks(m), " "); got != "a3 a4 =q" {
		t.Error(got)
	}
	cell := func(name string) Cell { c, _ := p.v.board.Cell(name); return c }
	piece := func(letter byte) Piece { typ, _ := p.v.typeOf(letter); return Piece{Type: typ} }
	want := []Effect{{Moved, piece('e'), cell("a3"), cell("a4")}, {Thrown, piece('p'), cell("a6"), cell("a8")}, {Promoted, piece('q'), NoCell, cell("a8")}}
	if got := p.Effects(m); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// What a repulsion does in a game with hands: who is captured on landing goes to the mover's hand, and who was promoted stays marked.
func TestRepulsionWithHands(t *testing.T) {
	v, err := Parse("[x:crazyhouse]\ncustomPiece1 = e:mK\nrepulse = e\npieceNames = e:Echidna\npromotionPieceTypes = rn\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ fen, move, gives, says string }{
		{"4r1k1/4p3/8/4n3/8/4E3/8/6K1[] w - - 7 1", "e3e4", "4n1k1/4p3/8/8/4E3/8/8/6K1[R] b - - 0 1", "The black knight on e5 is thrown to e8 and captures the black rook there. A rook comes into White’s hand."},
		{"4r~1k1/4p3/8/4n3/8/4E3/8/6K1[] w - - 7 1", "e3e4", "4n1k1/4p3/8/8/4E3/8/8/6K1[P] b - - 0 1", "The black knight on e5 is thrown to e8 and captures the black rook there. A pawn comes into White’s hand."},
		{"6k1/4p3/8/4n~3/8/4E3/8/6K1[] w - - 7 1", "e3e4", "4n~1k1/4p3/8/8/4E3/8/8/6K1[] b - - 8 1", "The black knight on e5 is thrown to e8."},
		{"7k/8/8/4E3/8/K3p3/4n3/8[] w - - 3 1", "e5e4", "7k/8/8/8/4E3/K7/4n3/4r~3[] b - - 0 1", "The black pawn on e3 is thrown to e1. The pawn becomes a rook."}, // without a queen: the first of the choices
		{"7k/N7/P7/8/8/E7/8/7K[] w - - 3 1", "a3a4n", "N~6k/N7/8/8/E7/8/8/7K[] b - - 0 1", "The white pawn on a6 is thrown to a8. The pawn becomes a knight."},
		{"6k1/4p3/8/4n3/8/8/8/6K1[E] w - - 7 1", "E@e4", "6k1/4p3/8/4n3/4E3/8/8/6K1[] b - - 8 1", ""}, // a drop is no step
	} {
		p := position(t, v, c.fen)
		m, err := p.Parse(c.move)
		if err != nil {
			t.Errorf("%s %s: %v", c.fen, c.move, err)
			continue
		}
		if got := p.Play(m).FEN(); got != c.gives || p.Describe(m) != c.says {
			t.Errorf("%s %s gives\n%s %q, want\n%s %q", c.fen, c.move, got, p.Describe(m), c.gives, c.says)
		}
	}
}

// Where a pawn becomes what is in the opponent's hand, a thrown one does, too.
func TestRepulsionWithPromotionFromHand(t *testing.T) {
	v, err := Parse("[x:dragonfly]\ncustomPiece1 = e:mK\nrepulse = e\npieceNames = e:Echidna\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ fen, move, gives string }{
		{"6k/N6/P6/7/E6/7/6K[nr] w", "a3a4n", "N~5k/N6/7/E6/7/7/6K[r] b"},
		{"6k/7/4E2/7/4p2/4n2/1K5[B] w", "e5e4", "6k/7/7/4E2/7/4n2/1K2b~2[] b"},
		{"6k/N6/P6/7/E6/7/6K[R] w", "a3a4", "6k/N6/P6/E6/7/7/6K[R] b"}, // nothing to promote to: nobody is thrown
		{"6k/7/4E2/7/4p2/4n2/1K5[b] w", "e5e4", "6k/7/7/4E2/4p2/4n2/1K5[b] b"},
		{"6k/7/4E2/7/4p2/K3n2/4r2[] w", "e5e4", "6k/7/7/4E2/4p2/K3n2/4r2[] b"}, // a rook captured there would come to hand too late
		{"6k/7/4E2/7/4p2/K3n2/4r2[N] w", "e5e4", "6k/7/7/4E2/7/K3n2/4n2[R] b"},
	} {
		p := play(t, position(t, v, c.fen), c.move)
		if got := strings.ReplaceAll(p.FEN(), "~", ""); !strings.HasPrefix(got, strings.ReplaceAll(c.gives, "~", "")) {
			t.Errorf("%s %s gives %s, want %s", c.fen, c.move, got, c.gives)
		}
	}
}

// A paralysed Echidna neither steps nor throws, and gives no check.
func TestRepulsionWithParalysis(t *testing.T) {
	v, err := Parse("[x:pyrrhus]\ncustomPiece2 = e:mK\nrepulse = e\npieceNames = y:Pyrrhus, e:Echidna\n")
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, v, "k7/8/Y3e3/8/8/4N3/P3P3/4K3[] w - - 0 1")
	if p.Check() {
		t.Error("a paralysed Echidna gives check")
	}
	refused(t, p, "a6b5", "free the Echidna on e6 from paralysis, and your king on e1 would be in check")
	p = position(t, v, "k7/8/4e3/8/8/4N3/P3P3/4K3[] w - - 0 1")
	if !p.Check() {
		t.Error("no check")
	}
	refused(t, position(t, v, "6k1/4p3/8/4n3/8/4E2y/8/6K1[] w - - 7 1"), "e3e4", "The Echidna on e3 is paralysed by the black Pyrrhus on h3")
}

// Capablanca's chess with Echidnas.
const capablanca = `[capablanca-echidna:chess]
maxFile = 10
archbishop = a
chancellor = c
customPiece1 = e:mK
pieceNames = e:Echidna
repulse = e
promotionPieceTypes = acqrbne
castlingKingsideFile = i
startFen = rnaeqkecnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNAEQKECNR w KQkq - 0 1`

func TestCapablancaWithEchidnas(t *testing.T) {
	if n := strings.Count(capablanca, "\n") + 1; n != 10 {
		t.Fatalf("%d lines", n)
	}
	file := filepath.Join(t.TempDir(), "mine.ini")
	if err := os.WriteFile(file, []byte(capablanca), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := all[0].Start()
	for i, want := range []uint64{28, 784} {
		if got := Perft(p, i+1); got != want {
			t.Errorf("perft %d: %d, want %d", i+1, got, want)
		}
	}
	p = play(t, p, "d2d4 d7d5")
	m, err := p.Parse("Ed2 (d4>d6)")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Play(m).FEN(), "rnaeqkecnr/ppp1pppppp/3P6/3p6/10/10/PPPEPPPPPP/RNA1QKECNR b KQkq - 1 2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
