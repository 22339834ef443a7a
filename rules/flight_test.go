package rules

import (
	"strings"
	"testing"
)

// The rows H1 to H15 are those of the specification's table of resolutions for Harpy Chess.

func TestFlightAndFolding(t *testing.T) {
	for _, c := range []struct{ row, game, fen, move, gives, san, says string }{
		{"H4 along the line of the pin", "harpy", "4r1k1/8/8/8/8/8/4P3/4K3 w - - 7 1", "e2e7^", "4r1k1/4F3/8/8/8/8/8/4K3 b - - 8 1", "P^e7",
			"The Harpy spreads its wings and lands on e7. It has to fold them before it can move again."},
		{"H5", "harpy", "4k3/8/8/8/4P3/8/4R3/4K3 w - - 7 1", "e4a5^", "4k3/8/8/F7/8/8/4R3/4K3 b - - 8 1", "P^a5+", "*"},
		{"H6", "harpy", "8/8/8/3k4/4F3/8/8/4K3 w - - 7 1", "e4=", "8/8/8/3k4/4P3/8/8/4K3 b - - 8 1", "e4=+", "The flying Harpy on e4 folds its wings and is a Harpy again."},
		{"H6 mate", "harpy", "kb6/1F6/1K6/8/8/8/8/8 w - - 7 1", "b7=", "kb6/1P6/1K6/8/8/8/8/8 b - - 8 1", "b7=#", "*"},
		{"H7 the own second rank", "harpy", "4k3/8/8/8/8/P7/8/4K3 w - - 7 1", "a3h2^", "4k3/8/8/8/8/8/7F/4K3 b - - 8 1", "P^h2", "*"},
		{"H7 the own seventh rank", "harpy", "4k3/p7/8/8/8/8/8/4K3 b - - 7 1", "a7h2^", "4k3/8/8/8/8/8/7f/4K3 w - - 8 2", "P^h2", "*"},
		{"H7 from the seventh rank", "harpy", "8/P6k/8/8/8/8/8/4K3 w - - 7 1", "a7c3^", "8/7k/8/8/8/2F5/8/4K3 b - - 8 1", "P^c3", "*"},
		{"H9 after a flight", "harpy", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 1", "e2e4^", "4k3/8/8/8/3pF3/8/8/4K3 b - - 8 1", "P^e4", "*"},
		{"H9 after a double step", "harpy", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 1", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e4", ""},
		{"H9 wings out", "harpy", "4k3/8/8/8/3f4/8/4P3/4K3 w - - 7 1", "e2e4", "4k3/8/8/8/3fP3/8/8/4K3 b - - 0 1", "e4", ""},
		{"H10", "harpy", "4k3/8/8/8/8/8/3PP3/4K3 w - - 7 1", "e2e4^", "4k3/8/8/8/4F3/8/3P4/4K3 b - - 8 1", "Pe2^e4", "*"},
		{"H10", "harpy", "4k3/8/8/8/8/8/3PP3/4K3 w - - 7 1", "e2e3", "4k3/8/8/8/8/4P3/3P4/4K3 b - - 0 1", "e3", ""},
		{"H11", "harpy", "8/P6k/8/8/8/8/8/4K3 w - - 7 1", "a7a8n", "N7/7k/8/8/8/8/8/4K3 b - - 0 1", "a8=N", "The Harpy becomes a knight."},
		{"H12 a flying one is captured", "harpy", "4k3/8/8/3f4/4P3/8/8/4K3 w - - 7 1", "e4d5", "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1", "exd5", ""},
		{"H15", "harpy", "4k3/8/8/8/3pP3/7p/8/4K3 b - e3 0 1", "h3a5^", "4k3/8/8/f7/3pP3/8/8/4K3 w - - 1 2", "Ph3^a5", "*"},
		{"a king captures", "harpy", "8/8/8/4k3/4F3/8/8/4K3 b - - 7 1", "e5e4", "8/8/8/8/4k3/8/8/4K3 w - - 0 2", "Kxe4", ""},
		{"free flight", "harpy-free", "4k3/8/8/3F4/8/8/8/4K3 w - - 7 1", "d5c5^", "4k3/8/8/2F5/8/8/8/4K3 b - - 8 1", "F^c5", ""},
		{"free flight, which of them", "harpy-free", "4k3/8/8/3FF3/8/8/4P3/4K3 w - - 7 1", "d5c5^", "4k3/8/8/2F1F3/8/8/4P3/4K3 b - - 8 1", "Fd5^c5", ""},
		{"free flight, the first", "harpy-free", "4k3/8/8/3FF3/8/8/4P3/4K3 w - - 7 1", "e2c5^", "4k3/8/8/2FFF3/8/8/8/4K3 b - - 8 1", "P^c5",
			"The Harpy spreads its wings and lands on c5. It is a flying Harpy until it folds them."},
	} {
		v := lookup(t, c.game)
		p := position(t, v, c.fen)
		m, err := p.Parse(c.move)
		if err != nil || p.Text(m) != c.move {
			t.Errorf("%s: %s %s: %v", c.row, c.fen, c.move, err)
			continue
		}
		if got := p.Play(m).FEN(); got != c.gives {
			t.Errorf("%s: %s %s gives %s, want %s", c.row, c.fen, c.move, got, c.gives)
		}
		if got := p.SAN(m); got != c.san {
			t.Errorf("%s: %s is written %s, want %s", c.row, c.move, got, c.san)
		}
		if got := p.Describe(m); got != c.says && c.says != "*" {
			t.Errorf("%s: %s is described by %q, want %q", c.row, c.move, got, c.says)
		}
	}
}

func TestWhoMayFlyAndFold(t *testing.T) {
	for _, c := range []struct{ row, game, fen, moves string }{
		{"H2", "harpy", "4k3/8/8/8/4r3/8/PPP5/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2"},
		{"H3", "harpy", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2"},
		{"H4", "harpy", "4r1k1/8/8/8/8/8/4P3/3bKb2 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 e2e3 e2e3^ e2e4 e2e4^ e2e5^ e2e6^ e2e7^"},
		{"H11", "harpy", "8/F6k/8/8/8/8/8/K7 w - - 0 1", "a1a2 a1b1 a1b2 a7="},
		{"H14", "harpy", "k7/2Q5/8/7f/8/8/8/K7 b - - 0 1", "h5="},
		{"free: who flies already may interpose", "harpy-free", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 h2e2^ h2e3^ h2e4^ h2e5^ h2e6^ h2e7^"},
		{"free: pinned", "harpy-free", "4r1k1/8/8/8/8/8/4F3/3bKb2 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 e2= e2e3^ e2e4^ e2e5^ e2e6^ e2e7^"},
		{"free: a double check", "harpy-free", "4r2k/8/8/8/8/5n2/P6F/4K3 w - - 0 1", "e1d1 e1f1 e1f2"},
	} {
		if got := strings.Join(texts(position(t, lookup(t, c.game), c.fen)), " "); got != c.moves {
			t.Errorf("%s: %s: moves %s, want %s", c.row, c.fen, got, c.moves)
		}
	}
	v := lookup(t, "harpy")
	p := v.Start()
	flights := map[Cell]int{}
	for _, m := range p.Moves() {
		if m.kind == fly {
			flights[m.from]++
		}
	}
	if len(flights) != 8 || flights[8] != 32 || v.name(p.cells[8].typ()) != "Harpy" {
		t.Errorf("H1: flights %v", flights)
	}
	p = play(t, position(t, v, "4k3/8/8/8/8/8/4F3/4K3 w - - 3 1"), "e2= Kd8 e2e4")
	if got := p.FEN(); got != "3k4/8/8/8/4P3/8/8/4K3 b - - 0 2" {
		t.Errorf("H8: %s", got)
	}
}

func TestHarpiesAreMaterial(t *testing.T) { // H13
	for fen, dead := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1": true, "4k3/8/8/8/8/8/8/4KN2 w - - 0 1": true, "4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1": true,
		"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1": false, "4k3/8/8/8/4F3/8/8/4K3 w - - 0 1": false, "4k3/8/8/8/4p3/8/8/4K3 w - - 0 1": false,
	} {
		if got := record(t, "harpy", fen, "").Outcome().Reason == byDead; got != dead {
			t.Errorf("%s: dead %v, want %v", fen, got, dead)
		}
	}
	if got := record(t, "harpy", "k7/2Q5/8/7f/8/8/8/K7 b - - 0 1", "").Outcome(); got.Over() {
		t.Errorf("H14: %v", got)
	}
}

func TestWingsAreAskedFor(t *testing.T) {
	for _, c := range []struct{ game, fen, text, want string }{
		{"harpy", "", "e2e4^", "e2,e4,^"},
		{"harpy", "", "e2e4", "e2,e4,-"},
		{"harpy", "", "e2e5^", "e2,e5"},
		{"harpy", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5,d6,-"},
		{"harpy", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6^", "e5,d6,^"},
		{"harpy", "4r1k1/8/8/8/8/8/3P4/3bK3 w - - 0 1", "e1d1", "e1,d1"},
		{"harpy", "4k3/8/8/7b/8/8/4P3/3K4 w - - 0 1", "e2f3^", "e2,f3"},
		{"harpy", "4k3/8/8/8/3b4/8/5P2/4K2r w - - 0 1", "e1d2", "e1,d2"},
		{"harpy", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "d5=", "d5,="},
		{"harpy-free", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "d5d6^", "d5,d6"},
		{"harpy", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a7,a8,=q"},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		m, err := p.Parse(c.text)
		if got := strings.Join(p.Clicks(m), ","); err != nil || got != c.want {
			t.Errorf("%s %s: clicks %s, want %s (%v)", c.fen, c.text, got, c.want, err)
		}
	}
}

func TestFlightsAreReadAsPeopleWriteThem(t *testing.T) {
	one, two, free := "4k3/8/8/3F4/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/3F4/8/8/4PP2/4K3 w - - 0 1", "4k3/8/2F5/3F4/8/8/4P3/4K3 w - - 0 1"
	for _, c := range []struct{ game, fen, texts, want string }{
		{"harpy", one, "e2e5^|e2^e5|e2-e5^|Pe2^e5|P^e5|^e5|e5^|pe2^e5|p^e5|Pe2-e5 ^|e2 ^ e5|1. P^e5!|^e2e5|E2E5^", "e2e5^"},
		{"harpy", two, "Pe2^e5|e2^e5|pe^e5|e^e5", "e2e5^"},
		{"harpy", one, "d5=|Fd5=|f d5=|F d5 =|d5=P|d5=p|d5-d5|d5d5|d5d5=|Pd5=|fd5=|D5=|FD5=", "d5="},
		{"harpy", one, "e4|e2e4|e2-e4|P e4", "e2e4"},
		{"harpy-free", free, "d5e5^|Fd5^e5|fd5^e5|d5^e5", "d5e5^"},
		{"harpy-free", free, "Pe2^e5|P^e5|p^e5", "e2e5^"},
		{"harpy-free", one, "F^e5|f^e5|Fe5^|F^ e5", "d5e5^"},
	} {
		p := position(t, lookup(t, c.game), c.fen)
		for text := range strings.SplitSeq(c.texts, "|") {
			if m, err := p.Parse(text); p.Text(m) != c.want {
				t.Errorf("%s: %s is read as %s (%v), want %s", c.fen, text, p.Text(m), err, c.want)
			}
		}
	}
	refused(t, position(t, lookup(t, "harpy"), two), "^e5", "“\\^e5” could be Pe2\\^e5 or Pf2\\^e5: write which one.")
	refused(t, position(t, lookup(t, "harpy-free"), free), "^e5", "could be .*Fd5\\^e5")
}

func TestFlightsAreRefusedWithReasons(t *testing.T) {
	pinned := "4r1k1/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, c := range []struct{ game, fen, move, why string }{
		{"harpy", "4k3/8/8/8/4r3/8/PPP5/4K3 w - - 0 1", "a2e2^", "^Your king on e1 is in check from the black rook on e4. A Harpy cannot fly to interpose: unfolding and flying are two moves.$"},
		{"harpy", "4k3/8/8/8/4r3/8/PPP5/4K3 w - - 0 1", "^e2", "A Harpy cannot fly to interpose: unfolding and flying are two moves."},
		{"harpy", "4k3/8/8/8/4r3/8/PPP5/4K3 w - - 0 1", "a2h7^", "check from the rook on e4, and this move does not end that"},
		{"harpy", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "h2=", "check from the rook on e8, and this move does not end that"},
		{"harpy", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "h2e2^", "flying Harpy on h2 has to fold its wings before it can move. .*check from the rook on e8"},
		{"harpy", pinned, "e2d4^", "king on e1 would be in check from the rook on e8"},
		{"harpy", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d8^", "^A Harpy lands on ranks 2 to 7 only.$"},
		{"harpy", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "P^d1", "^A Harpy lands on ranks 2 to 7 only.$"},
		{"harpy", "4k3/8/3p4/8/8/8/4P3/4K3 w - - 0 1", "e2d6^", "^A Harpy lands on empty squares only and never captures, and the black Harpy stands on d6.$"},
		{"harpy", "4k3/8/3p4/8/8/8/4PP2/4K3 w - - 0 1", "e2f2^", "your Harpy stands on f2"},
		{"harpy", "4k3/8/3p4/8/8/8/4PP2/4K3 w - - 0 1", "e2e2^", "ends on another square: the Harpy cannot stay on e2"},
		{"harpy", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "d5d6", "^The flying Harpy on d5 must fold its wings first \\(d5=\\).$"},
		{"harpy", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "d5c5^", "^The flying Harpy on d5 must fold its wings first \\(d5=\\).$"},
		{"harpy", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "F^c5", "must fold its wings first \\(d5=\\)"},
		{"harpy", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "Fd6", "must fold its wings first \\(d5=\\)"},
		{"harpy", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "d6", "flying Harpy on d5 must fold its wings first \\(d5=\\)"},
		{"harpy", "4k3/8/8/3FF3/8/8/8/4K3 w - - 0 1", "Fd6", "Flying Harpies cannot move before they have folded their wings. .*d5="},
		{"harpy", "4k3/8/8/2pF4/8/8/8/4K3 w - c6 0 1", "dxc6", "must fold its wings first"},
		{"harpy", "4k3/F7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", "flying Harpy on a7 must fold its wings first \\(a7=\\)"},
		{"harpy", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2=", "Harpy on e2 has its wings folded already"},
		{"harpy", "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e1=", "king on e1 has no wings to fold"},
		{"harpy", "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e5=", "no piece on e5"},
		{"harpy", "4k3/8/8/4f3/8/8/4P3/4K1N1 w - - 0 1", "e5=", "flying Harpy on e5 is Black’s"},
		{"harpy", "4k3/8/8/4f3/8/8/4P3/4K1N1 w - - 0 1", "e7e5^", "no piece on e7"},
		{"harpy", "4k3/4p3/8/4f3/8/8/4P3/4K1N1 w - - 0 1", "e7e6^", "Harpy on e7 is Black’s"},
		{"harpy", "4k3/4p3/8/4f3/8/8/4P3/4K1N1 w - - 0 1", "g1f3^", "knight on g1 does not fly; a Harpy does"},
		{"harpy-free", "4k3/4p3/8/8/8/F4N2/8/4K3 w - - 0 1", "f3c3^", "knight on f3 does not fly; a Harpy does"},
		{"harpy", "", "b1e5^", "^The knight on b1 does not fly; a Harpy does.$"},
		{"harpy", "", "b1^c3", "^The knight on b1 does not fly; a Harpy does.$"},
		{"harpy", "", "B1^e5", "^The knight on b1 does not fly; a Harpy does.$"},
		{"harpy", "4k3/3p4/8/8/4F3/8/8/4K3 w - - 0 1", "e4", "^Your own flying Harpy stands on e4.$"},
		{"harpy", "4k3/8/8/3p4/4F3/8/8/4K3 w - - 0 1", "e4", "^Your own flying Harpy stands on e4.$"},
		{"harpy", "4k3/8/8/3p4/4F3/8/8/4K3 w - - 0 1", "dxe4", "^That is a move for Black, and it is White’s turn.$"},
		{"harpy", "4k3/4p3/8/4f3/8/8/4P3/4K1N1 w - - 0 1", "N^f3", "A knight does not fly; a Harpy does"},
		{"harpy", "4k3/4p3/8/4f3/8/8/4P3/4K1N1 w - - 0 1", "Pb^f3", "no Harpy on the b-file that could fly"},
		{"harpy", "4k3/4p3/8/4f3/8/8/8/4K1N1 w - - 0 1", "P^f3", "no Harpy that could fly"},
		{"harpy", "4k3/4p3/8/4f3/8/8/4P3/4K1N1 w - - 0 1", "e2e4q^", "Nobody promotes by a flight: write e2e4\\^ alone"},
		{"harpy", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8f", "A Harpy cannot promote to a flying Harpy: choose a queen"},
		{"harpy", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", "does not move from e2 to e5.*The Harpy on e2 can fly there: write e2e5\\^."},
		{"harpy", "4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1", "d5", "None of your Harpies on a2 and e2 can go to d5. The Harpy on a2 can fly there: write a2d5\\^."},
		{"harpy-free", "4k3/8/8/3F4/8/8/8/4K3 w - - 0 1", "d5d6", "cannot walk before it has folded its wings: to fly there, write d5d6\\^; to fold its wings first, write d5=."},
		{"harpy-free", "4k3/8/3p4/3F4/8/8/8/4K3 w - - 0 1", "d5d6", "cannot walk before it has folded its wings: to fold its wings first, write d5=."},
		{"harpy-free", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "h2h3", "cannot walk before it has folded its wings. Your king on e1 is in check from the rook on e8"},
		{"harpy-free", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "a2e2^", "A Harpy cannot fly to interpose"},
		{"chess", "", "e2e4^", "nobody flies"},
	} {
		refused(t, position(t, lookup(t, c.game), c.fen), c.move, c.why)
	}
}

// condors fly on a board of another size, whose flying form has a step of its own; what is captured goes to the hand.
const condors = `[condors]
maxFile = 7
maxRank = 7
startFen = 2rkc2/1ppppp1/7/7/7/1PPPPP1/2RKC2[] w - - 0 1
king = k
rook = r
pawn = p
doubleStep = false
castling = false
customPiece1 = c:N
customPiece2 = d:W
pieceNames = c:condor, d:soaring condor
flight = c:d
flightRegion = c4 d4 e4
pieceDrops = true
capturesToHand = true
promotionPieceTypes = rc
`

func TestFlightInOtherGames(t *testing.T) {
	v, err := Parse(condors)
	if err != nil {
		t.Fatal(err)
	}
	p := play(t, v.Start(), "C^d4 C^e4")
	if got := p.FEN(); got != "2rk3/1ppppp1/7/3Dd2/7/1PPPPP1/2RK3[] w - - 2 2" {
		t.Error(got)
	}
	m, _ := p.Parse("Dxe4")
	if got := p.Play(m).FEN(); got != "2rk3/1ppppp1/7/4D2/7/1PPPPP1/2RK3[C] b - - 0 2" {
		t.Errorf("a soaring condor comes to the hand as what it is with its wings folded: %s", got)
	}
	if _, err := v.ParseFEN("2rk3/1ppppp1/7/4D2/7/1PPPPP1/2RK3[D] b - - 0 2"); err == nil {
		t.Error("a soaring condor in hand")
	}
	refused(t, v.Start(), "e1f4^", "A condor lands on c4, d4 and e4 only.")
	refused(t, p, "d4c4^", "soaring condor on d4 must fold its wings first \\(d4=\\)")
	refused(t, p, "d4f6", "A soaring condor does not move from d4 to f6")
	m, _ = v.Start().Parse("e1d4^")
	if got := v.Start().Describe(m); got != "The condor spreads its wings and lands on d4. It is a soaring condor until it folds them." {
		t.Error(got)
	}
	frozen := strings.Replace(condors, "customPiece2", "customPiece3 = y:K\nparalyse = y:Q\ncustomPiece2", 1)
	if v, err = Parse(frozen); err != nil {
		t.Fatal(err)
	}
	for fen, move := range map[string]string{
		"3k3/7/1y5/7/7/4C2/3K3[] w - - 0 1": "e2d4^", "3k3/7/1y5/7/3D3/7/3K3[] w - - 0 1": "d3=", "3k3/7/7/7/y2D3/7/3K3[] w - - 0 1": "Dd4",
	} {
		refused(t, position(t, v, fen), move, "paralysed by the black y on ")
	}
}

func TestFlightKeys(t *testing.T) {
	for line, want := range map[string]string{
		"flight = p": "line 3, flight: “p” is not allowed", "flight = p:p": "flight: “p:p” is not allowed", "flight = p:z": "flight: “p:z” is not allowed",
		"flight = k:f": "flight: a king does not fly", "flight = p:f\nflightRegion = a9": "line 4, flightRegion: “a9” is not allowed",
		"flight = p:f\nrefly = yes": "line 4, refly: “yes” is not allowed", "refly = true": "line 3, refly: nobody flies", "flightRegion = *4": "line 3, flightRegion: nobody flies",
	} {
		if _, err := Parse("[a:chess]\nimmobile = f\n" + line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if _, err := Parse("[a:harpy]\nflight = -"); err != nil {
		t.Error(err)
	}
}

func TestStuckHarpies(t *testing.T) {
	for _, c := range []struct{ game, fen, click, want string }{
		{"harpy", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "h2", "The flying Harpy on h2 cannot move now. Your king on e1 is in check from the black rook on e8, and no move of that flying Harpy ends that."},
		{"harpy", "4r2k/8/8/8/8/8/P6F/4K3 w - - 0 1", "a2", "The Harpy on a2 cannot move now. Your king on e1 is in check from the black rook on e8, and no move of that Harpy ends that. A Harpy cannot fly to interpose: unfolding and flying are two moves."},
		{"harpy", "7k/8/8/8/8/5n2/P7/4K3 w - - 0 1", "a2", "The Harpy on a2 cannot move now. Your king on e1 is in check from the black knight on f3, and no move of that Harpy ends that."},
		{"harpy", "7k/8/8/8/8/6b1/P4P2/4K3 w - - 0 1", "f2", ""},
		{"harpy", "7k/8/8/8/7b/6n1/5P2/4K3 w - - 0 1", "f2", ""},
		{"harpy", "7k/8/8/8/5n2/5b2/4KPrR/8 w - - 0 1", "f2", "check"},
	} {
		if got := position(t, lookup(t, c.game), c.fen).Stuck(c.click); got != c.want && (c.want != "check" || !strings.Contains(got, "check")) {
			t.Errorf("%s: %s: %q, want %q", c.fen, c.click, got, c.want)
		}
	}
}
