package rules

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// play plays moves in any notation.
func play(t testing.TB, p Position, moves string) Position {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := p.Parse(text)
		if err != nil {
			t.Fatalf("%s: %s: %v", p.FEN(), text, err)
		}
		p = p.Play(m)
	}
	return p
}

// refused fails unless the text is refused with words that fit the pattern.
func refused(t testing.TB, p Position, text, pattern string) {
	t.Helper()
	m, err := p.Parse(text)
	switch {
	case err == nil:
		t.Errorf("%s: %q is read as %s", p.FEN(), text, p.Text(m))
	case !regexp.MustCompile("(?i)" + pattern).MatchString(err.Error()):
		t.Errorf("%s: %q is refused by %q, want /%s/", p.FEN(), text, err, pattern)
	}
}

func TestCastlingTraps(t *testing.T) {
	chess := lookup(t, "chess")
	p := play(t, chess.Start(), "g4 h5 gxh5 g5 h6 g4 h7 g3 hxg8=R g2 Nf3 gxf1=N Rgg1 Ng3 hxg3 a6")
	refused(t, p, "O-O", "castl.*(moved|first)|castl.*in the way")

	p = position(t, chess, "r3k2r/pppbbppp/2n2n2/3pp2Q/3PP2q/2N2N2/PPPBBPPP/R3K2R w KQkq - 10 8")
	refused(t, p, "e1a2", "own pawn")
	refused(t, p, "e1h1", "own rook")

	p = play(t, position(t, chess, "2b1kbnr/rpq1pp1p/2n3p1/8/3Q4/2P5/PP3PPP/RN2KBNR w KQk - 0 9"), "Qxh8")
	if !strings.Contains(p.FEN(), " KQ ") {
		t.Errorf("rights after the rook on h8 was captured: %s", p.FEN())
	}

	crazy := lookup(t, "crazyhouse")
	p = play(t, position(t, crazy, "4k3/8/8/8/8/8/8/4K2R[Rn] w K - 0 1"), "Rh2 N@a1 Rg2 Nc2 Ke2 Nd4 Ke1 Nf3 Kf1 Nd4 Ke1 Nf3")
	refused(t, p, "R@h1 ", "check|empty") // in check from f3
	p = position(t, crazy, "4k3/8/8/8/8/8/8/4K2R~[] w KQ - 0 1")
	refused(t, p, "O-O", "castl")

	for fen, moves := range map[string]int{"4k3/8/8/8/8/8/8/7K w KQkq - 0 1": 3, "8/8/4k3/8/8/8/8/4K3 w KQkq - 0 1": 5} {
		if got := texts(position(t, chess, fen)); len(got) != moves {
			t.Errorf("%s: moves %v, want %d", fen, got, moves)
		}
	}
	if got := position(t, chess, "rk6/p1r3p1/P3B1K1/1p2B3/8/8/8/8 w - - 0 1").FEN(); got != "rk6/p1r3p1/P3B1K1/1p2B3/8/8/8/8 w - - 0 1" {
		t.Errorf("round trip gives %s", got)
	}
}

func TestLegalEnPassantIsThere(t *testing.T) {
	p := position(t, lookup(t, "chess"), "rnk2bnr/8/b4p2/p1p2Pp1/P1P5/7p/3N3P/R1BK1B1R w - g6 0 27")
	if !slices.Contains(texts(p), "f5g6") {
		t.Errorf("f5g6 is missing in %v", texts(p))
	}
}

func TestRepetitionDespiteUselessEnPassant(t *testing.T) {
	for _, c := range []struct{ fen, moves string }{
		{"8/8/8/8/4p3/8/R2P3k/K7 w - - 0 37", "d2d4 h2h3 a2a3 h3h2 a3a2 h2h1 a2a3 h1h2 a3a2"},
		{"", "f4 Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1"},
	} {
		r := NewRecord(position(t, lookup(t, "chess"), c.fen))
		for _, text := range strings.Fields(c.moves) {
			if reason, ok := r.Claim(); ok {
				t.Errorf("%s: %s can be claimed before %s", c.fen, reason, text)
			}
			m, err := r.Position().Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			r.Play(m)
		}
		if reason, ok := r.Claim(); !ok || reason != "repetition" {
			t.Errorf("%s: the third occurrence cannot be claimed", c.fen)
		}
	}
}

func TestCannonCheckEndsWhenItsScreenGoes(t *testing.T) {
	v, err := Parse("[shako:chess]\ncannon = c\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
	if err != nil {
		t.Fatal(err)
	}
	p := position(t, v, "k4c2/8/4p3/5P2/8/8/8/5K2 w - - 0 1")
	if !p.Check() {
		t.Fatal("the cannon on f8 gives no check over f5")
	}
	if got := texts(p); !slices.Contains(got, "f5e6") || slices.Contains(got, "f5f6") {
		t.Errorf("moves %v: f5e6 takes the screen away, f5f6 does not", got)
	}
}

func TestHandsInAllSpellings(t *testing.T) {
	crazy := lookup(t, "crazyhouse")
	board := "4k3/8/8/8/8/8/8/4K3"
	for spelling, want := range map[string]string{"": "[]", "[]": "[]", "[-]": "[]", "[QRp]": "[QRp]", "/QRp": "[QRp]", "/": "[]", "[pRQ]": "[QRp]"} {
		if got := position(t, crazy, board+spelling+" w - - 0 1").FEN(); got != board+want+" w - - 0 1" {
			t.Errorf("hand %q is read as %s", spelling, got)
		}
	}
	for fen, why := range map[string]string{
		board + "[QRp w - - 0 1":               "brackets",
		board + "[Qx] w - - 0 1":               "x",
		board + "[2Q] w - - 0 1":               "letter",
		board + "[K] w - - 0 1":                "king cannot",
		board + "/QRp/q w - - 0 1":             "10",
		board + "[" + strings.Repeat("q", 300): "brackets",
	} {
		if _, err := crazy.ParseFEN(fen); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want a word of %q", fen, err, why)
		}
	}
	if _, err := lookup(t, "chess").ParseFEN(board + "[Q] w - - 0 1"); err == nil {
		t.Error("a hand in chess is read silently")
	}
}

func TestMalformedFENs(t *testing.T) {
	chess := lookup(t, "chess")
	for fen, why := range map[string]string{
		"": "empty",
		"ln2k2nl/9/p+p+p+p+p+p+p+p+p+/9/9/9/PPPPPPPPP/1B+5R+1/LNSGKGSNL[-] w 0 1": "9",
		"8/8/8/8/8/8/8/8 w - - 0 1":                      "no king",
		"kk6/8/8/8/8/8/8/K7 w - - 0 1":                   "two kings",
		"k7/8/8/8/8/8/8/K8 w - - 0 1":                    "rank 1",
		"k7/8/8/8/8/8/8/K6 w - - 0 1":                    "rank 1",
		"k7/8/8/8/8/8/8/K6x w - - 0 1":                   "“X” on h1",
		"k7/8/8/8/8/8/8/K6* w - - 0 1":                   "h1",
		"k7/8/8/8/8/8/8/K7 x - - 0 1":                    "w or b",
		"k7/8/8/8/8/8/8/K7 w XY - 0 1":                   "castling",
		"k7/8/8/8/8/8/8/K7 w - z9 0 1":                   "z9",
		"k7/8/8/8/8/8/8/K7 w - - -1 1":                   "-1",
		"k7/8/8/8/8/8/8/K7 w - - 0 99999":                "99999",
		"k7/8/8/8/8/8/8/K7 w - - 0 1 1":                  "7 parts",
		"k7/8/8/8/8/8/8/+R6K w - - 0 1":                  "+",
		"k7/8/8/8/8/8/8/K7" + strings.Repeat("/8", 5000): "too long",
		"k7/8/8/8/8/8/8/♔7 w - - 0 1":                    "no piece",
	} {
		_, err := chess.ParseFEN(fen)
		if _, ok := err.(*Refusal); !ok || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want a word of %q", cut(fen), err, why)
		}
	}
}

func TestMissingFields(t *testing.T) {
	chess, full := lookup(t, "chess"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, rest := range []string{"", " w", "_w_KQkq", " w 0 1", " w KQkq", " w KQkq -", " w KQkq - 0", " w KQkq 0 1", "  w  qkQK - 0 0", " w KQkq e3"} {
		if got := position(t, chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"+rest).FEN(); got != full {
			t.Errorf("%q is read as %s", rest, got)
		}
	}
	if got := position(t, chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - 5 9").FEN(); !strings.HasSuffix(got, " b - - 5 9") {
		t.Errorf("a castling field - is read as %s", got)
	}
	if got := position(t, chess, "4k3/8/8/8/8/8/8/4K2R w").FEN(); got != "4k3/8/8/8/8/8/8/4K2R w K - 0 1" {
		t.Errorf("the rights of those at home: %s", got)
	}
	for given, want := range map[string]string{
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1":  "d6", // can be captured
		"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1":   "-",  // nobody there to capture
		"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6":    "-",
		"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6":    "-",  // no double step
		"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1":  "d6", // pinned, but pseudo-legal
		"4k3/8/8/3Pp3/8/8/8/4K3 b - e3 0 1":  "-",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1":  "e3",
		"4k3/8/8/3pP3/8/8/8/4K3 w KQ e5 0 1": "-",
	} {
		if fields := strings.Fields(position(t, chess, given).FEN()); fields[3] != want {
			t.Errorf("%s: en passant field %s, want %s", given, fields[3], want)
		}
	}
	p := position(t, lookup(t, "pyrrhus"), "4k3/8/8/3pP2y/8/8/8/4K3[] w - d6 0 1")
	if strings.Fields(p.FEN())[3] != "-" {
		t.Errorf("a paralysed pawn captures nobody en passant: %s", p.FEN())
	}
}
