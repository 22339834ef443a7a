package rules

import (
	"regexp"
	"strings"
	"testing"
)

func matches(t testing.TB, text, pattern string) {
	t.Helper()
	if !regexp.MustCompile("(?i)" + pattern).MatchString(text) {
		t.Errorf("%q does not fit /%s/", text, pattern)
	}
}

// record plays moves from a position.
func record(t testing.TB, game, fen, moves string) *Record {
	t.Helper()
	r := NewRecord(position(t, lookup(t, game), fen))
	for _, text := range strings.Fields(moves) {
		m, err := r.Position().Parse(text)
		if err != nil {
			t.Fatalf("%s: %s: %v", r.Position().FEN(), text, err)
		}
		r.Play(m)
	}
	return r
}

func TestOutcomes(t *testing.T) {
	shuffle := "Nf3 Nf6 Ng1 Ng8 "
	for _, c := range []struct{ game, fen, moves, result, reason string }{
		{"chess", "", "e4", "*", ""},
		{"chess", "", "f3 e5 g4 Qh4", "0-1", "checkmate"},
		{"chess", "k7/8/2Q5/8/8/8/8/K7 w - - 0 1", "Qc7", "1/2-1/2", "stalemate"},
		{"chess", "k7/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2", "1/2-1/2", "dead position"},
		{"chess", "", strings.Repeat(shuffle, 3), "*", ""},
		{"chess", "", strings.Repeat(shuffle, 4), "1/2-1/2", "repetition"},
		{"chess", "k7/8/8/8/8/8/7r/K5R1 w - - 148 90", "Rf1", "*", ""},
		{"chess", "k7/8/8/8/8/8/7r/K5R1 w - - 148 90", "Rf1 Ra2", "1/2-1/2", "fifty moves"},
		{"chess", "k7/2R5/1K6/8/8/8/8/8 w - - 149 90", "Rc8", "1-0", "checkmate"}, // mate comes before the counter
		{"crazyhouse", "k7/8/8/8/8/8/7r/K5R1[] w - - 400 90", "Rf1", "*", ""},
		{"crazyhouse", "k7/8/8/8/8/8/8/K7[] w - - 0 1", "Kb1", "*", ""},
		{"crazyhouse", "", strings.Repeat(shuffle, 4), "1/2-1/2", "repetition"},
		{"pyrrhus", "k7/8/8/8/8/8/1n6/K7[y] w - - 0 1", "Kxb2", "1/2-1/2", "dead position"}, // no pawn can bring the Pyrrhus in
		{"pyrrhus", "k7/8/1K6/Y7/8/8/8/8[] w - - 0 1", "Yb5", "*", ""},
		{"pyrrhus", "k7/8/1K6/Y7/8/8/8/8[] w - - 0 1", "Kb7", "1-0", "checkmate"}, // the king mates: theirs is paralysed
	} {
		if got := record(t, c.game, c.fen, c.moves).Outcome(); got != (Outcome{c.result, c.reason}) {
			t.Errorf("%s %s after %q: %v, want %s %s", c.game, c.fen, c.moves, got, c.result, c.reason)
		}
	}
}

func TestClaims(t *testing.T) {
	shuffle := "Nf3 Nf6 Ng1 Ng8 "
	for _, c := range []struct{ game, fen, moves, reason string }{
		{"chess", "", shuffle, ""},
		{"chess", "", shuffle + shuffle, "repetition"},
		{"chess", "", shuffle + shuffle + "e4", ""},
		{"chess", "k7/8/8/8/8/8/7r/K5R1 w - - 98 90", "Rf1", ""},
		{"chess", "k7/8/8/8/8/8/7r/K5R1 w - - 98 90", "Rf1 Ra2 Kxa2", ""},
		{"chess", "k7/8/8/8/8/8/7r/K5R1 w - - 98 90", "Rf1 Rb2", "fifty moves"},
		{"chess", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", strings.Repeat("Ke2 Ke7 Ke1 Ke8 ", 2), ""}, // the rights were different at first
		{"crazyhouse", "", shuffle + shuffle, "repetition"},
		{"crazyhouse", "k7/8/8/8/8/8/7r/K5R1[] w - - 98 90", "Rf1 Rb2", ""},
	} {
		r := record(t, c.game, c.fen, c.moves)
		if got, ok := r.Claim(); got != c.reason || ok != (c.reason != "") {
			t.Errorf("%s %s after %q: claim %q, want %q", c.game, c.fen, c.moves, got, c.reason)
		}
	}
}

// The pawn on e4 is pinned on its rank: capturing en passant was never possible, so the position is the same afterwards.
func TestRepetitionKnowsPinsOnEnPassant(t *testing.T) {
	r := record(t, "chess", "8/8/8/8/k3p2R/8/3P4/6K1 w - - 0 1", "d4 Ka5 Kg2 Ka4 Kg1 Ka5 Kg2 Ka4")
	if fen := record(t, "chess", "8/8/8/8/k3p2R/8/3P4/6K1 w - - 0 1", "d4").Position().FEN(); !strings.Contains(fen, " d3 ") {
		t.Errorf("the field of en passant is missing: %s", fen)
	}
	m, _ := r.Position().Parse("Kg1")
	if r.Play(m); r.seen[r.Position().key()] != 3 {
		t.Error("the third occurrence is not seen")
	}
}

// A game can start from any position that is read, and go on from what is stored of it.
func TestLongestFENsGoOn(t *testing.T) {
	for _, c := range []struct{ game, fen, moves string }{
		{"crazyhouse", "4k3/8/8/8/8/8/4r3/4K3[] w - - 9999 9999", "Kxe2 Ke7 Ke3 Ke6"},
		{"crazyhouse", "4k3/8/8/8/8/8/4r3/4K3[] b - - 9999 9999", "Kd8 Kxe2 Kc8 Ke3"},
		{"crazyhouse", "4k3/8/8/8/8/8/4r3/4K3[" + strings.Repeat("QRBNPqrbnp", 64) + "] w - - 0 1", "Kxe2 Ke7 Q@e3"},
	} {
		r := record(t, c.game, c.fen, c.moves)
		for _, p := range r.positions {
			if again, err := p.v.ParseFEN(p.FEN()); err != nil || again != p {
				t.Errorf("%s is not read as it was written (%v)", p.FEN(), err)
			}
		}
	}
	if _, err := lookup(t, "crazyhouse").ParseFEN("4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("Q", 65) + "] w"); err == nil {
		t.Error("65 queens in hand are accepted")
	}
}

func TestDeadPositions(t *testing.T) {
	for fen, dead := range map[string]bool{
		"k7/8/8/8/8/8/8/K7":      true,
		"k7/8/8/8/8/8/8/K6N":     true,
		"k7/8/8/8/8/8/8/K6b":     true,
		"k7/8/8/8/8/8/8/K5NN":    false,
		"k6b/8/8/8/8/8/8/K5B1":   true, // g1 and h8 are dark
		"k6b/8/8/8/8/8/8/K6B":    false,
		"k5b1/8/8/8/8/8/8/K5B1":  false,
		"kb1b4/8/8/8/8/8/8/KBB5": false,
		"k6n/8/8/8/8/8/8/K6B":    false,
		"k7/7p/8/8/8/8/8/K7":     false,
		"k7/8/8/8/8/8/8/K2R4":    false,
	} {
		for _, game := range []string{"chess", "pyrrhus"} {
			if p := position(t, lookup(t, game), fen); p.isDead() != dead {
				t.Errorf("%s %s: dead is %v", game, fen, !dead)
			}
		}
	}
	pyrrhus := lookup(t, "pyrrhus")
	for fen, dead := range map[string]bool{
		"k7/8/8/8/8/8/8/K7[Yy]": true,
		"k7/8/8/8/8/8/8/K6Y[]":  false,
		"k7/8/8/8/8/8/7P/K7[Y]": false,
	} {
		if p := position(t, pyrrhus, fen); p.isDead() != dead {
			t.Errorf("%s: dead is %v", fen, !dead)
		}
	}
}

func TestCanWin(t *testing.T) {
	for _, c := range []struct {
		game, fen string
		white     bool
	}{
		{"chess", "kq6/8/8/8/8/8/8/K7", false},
		{"chess", "kq6/8/8/8/8/8/8/KN6", true},
		{"chess", "kq6/8/8/8/8/8/P7/K7", true},
		{"crazyhouse", "kq6/8/8/8/8/8/8/K7[]", true},
		{"crazyhouse", "k7/8/8/8/8/8/8/K7[q]", true},
		{"crazyhouse", "k7/8/8/8/8/8/8/K7[]", false},
		{"pyrrhus", "kq6/8/8/8/8/8/8/K7[Y]", false},
		{"dragonfly", "kr5/7/7/7/7/7/K6[]", true},    // a rook that he captures is his
		{"dragonfly", "kppp3/7/7/7/7/7/K6[]", false}, // pawns never come to his hand, and never promote while that is empty
		{"dragonfly", "kp5/7/7/7/7/7/K6[r]", true},
		{"dragonfly", "kp5/7/7/7/7/7/K6[R]", true},
	} {
		if got := position(t, lookup(t, c.game), c.fen).CanWin(White); got != c.white {
			t.Errorf("%s %s: White can win: %v", c.game, c.fen, got)
		}
	}
}

func TestTimeoutDraw(t *testing.T) {
	for value, want := range map[string]bool{"bareKing": false, "never": true} {
		v, err := Parse("[mine:chess]\ntimeoutDraw = " + value + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := position(t, v, "kq6/8/8/8/8/8/8/K7").CanWin(White); got != want {
			t.Errorf("timeoutDraw = %s: a bare king can win: %v", value, got)
		}
	}
	if _, err := Parse("[mine:chess]\ntimeoutDraw = always\n"); err == nil || !strings.Contains(err.Error(), "bareKing") {
		t.Errorf("timeoutDraw = always: %v", err)
	}
}

func TestResume(t *testing.T) {
	played := record(t, "pyrrhus", "", strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 2))
	var fens []string
	for _, p := range played.positions {
		fens = append(fens, p.FEN())
	}
	again, err := played.Position().Variant().Resume(fens)
	if err != nil {
		t.Fatal(err)
	}
	reason, ok := again.Claim()
	if again.Ply() != played.Ply() || again.Position() != played.Position() || !ok || reason != "repetition" {
		t.Errorf("resumed at ply %d, %s, claim %q", again.Ply(), again.Position().FEN(), reason)
	}
	if _, err := played.Position().Variant().Resume(nil); err == nil {
		t.Error("a game without positions is resumed")
	}
}

func TestCounterAndRights(t *testing.T) {
	for _, c := range []struct{ game, fen, move, want string }{
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 7 9", "P@e4", "b - - 0 9"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 7 9", "N@e4", "b - - 8 9"},
		{"pyrrhus", "4k3/8/8/8/3p4/8/4P3/4K3[Y] w - - 7 9", "Y@e2", "b - e3 0 9"},
		{"pyrrhus", "r3k2r/8/8/8/8/8/4P3/R3K2R[Y] w KQkq - 7 9", "Y@e2", "b KQkq - 0 9"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9", "Rxa8", "b Kk - 0 9"},
		{"chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 7 9", "O-O-O", "w KQ - 8 10"},
	} {
		if got := play(t, position(t, lookup(t, c.game), c.fen), c.move).FEN(); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: %s gives %s, want …%s", c.fen, c.move, got, c.want)
		}
	}
}

func TestABareKingWinsByStalemateWhereItIsNoDraw(t *testing.T) {
	for value, want := range map[string]bool{"draw": false, "loss": true, "win": true} {
		v, err := Parse("[mine:chess]\nstalemateValue = " + value + "\ndeadPosition = k\n")
		if err != nil {
			t.Fatal(err)
		}
		p := position(t, v, "8/8/8/8/8/8/p1K5/k7 b - - 0 1") // how it is done: the pawn shuts his own king in
		if len(p.Moves()) > 0 || p.Check() || p.CanWin(White) != want {
			t.Errorf("%s: moves %v; a bare king can win: %v", value, p.Moves(), p.CanWin(White))
		}
	}
}
