package rules

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The rows E1 to E17 are those of the specification's table of resolutions for Echidna Chess.

func TestRepulsion(t *testing.T) {
	for _, c := range []struct{ row, game, fen, move, gives, san, says string }{
		{"E1", "echidna-8x8", "6k1/4p3/8/4n3/8/4E3/8/6K1 w - - 7 1", "e3e4", "4n1k1/4p3/8/8/4E3/8/8/6K1 b - - 8 1", "Ee4 (Ne5>e8)", "The black knight on e5 is thrown to e8."},
		{"E1 without a screen", "echidna-8x8", "k7/8/8/8/3n4/8/1E6/6K1 w - - 7 1", "b2c3", "k7/8/8/8/3n4/2E5/8/6K1 b - - 8 1", "Ec3", ""},
		{"E2 an enemy captures his comrade", "echidna-8x8", "4r1k1/4p3/8/4n3/8/4E3/8/6K1 w - - 7 1", "e3e4", "4n1k1/4p3/8/8/4E3/8/8/6K1 b - - 0 1", "Ee4 (Ne5>xe8)", "The black knight on e5 is thrown to e8 and captures the black rook there."},
		{"E2 an enemy does not land on mine", "echidna-8x8", "4R3/4p1k1/8/4n3/8/4E3/8/6K1 w - - 7 1", "e3e4", "4R3/4p1k1/8/4n3/4E3/8/8/6K1 b - - 8 1", "Ee4", "The black knight on e5 is not thrown: it would land on the white rook on e8, so the Echidna only steps."},
		{"E2 a friend captures an enemy", "echidna-8x8", "6k1/6q1/5p2/8/3N4/8/1E6/4K3 w - - 7 1", "b2c3", "6k1/6N1/5p2/8/8/2E5/8/4K3 b - - 0 1", "Ec3 (Nd4>xg7)", "The white knight on d4 is thrown to g7 and captures the black queen there."},
		{"E2 a friend spares a friend", "echidna-8x8", "k7/6Q1/5p2/8/3N4/8/1E6/4K3 w - - 7 1", "b2c3", "k7/6Q1/5p2/8/3N4/2E5/8/4K3 b - - 8 1", "Ec3", "The white knight on d4 is not thrown: it would land on the white queen on g7, so the Echidna only steps."},
		{"E3", "echidna-8x8", "6k1/8/8/8/1n1pE3/4p3/4n3/7K w - - 7 1", "e4e5", "6k1/8/8/4E3/1n1p4/4p3/4n3/7K b - - 8 1", "Ee5", ""},
		{"E4", "echidna-8x8", "6k1/8/8/8/8/8/7K/E2n2p1 w - - 7 1", "a1b1", "6k1/8/8/8/8/8/7K/1E4pn b - - 8 1", "Eb1 (Nd1>h1)", "The black knight on d1 is thrown to h1."},
		{"E4 off the board", "echidna-8x8", "6k1/8/8/8/8/8/7K/E2r3n w - - 7 1", "a1b1", "6k1/8/8/8/8/8/7K/1E1r3n b - - 8 1", "Eb1", ""},
		{"E5 the enemy king", "echidna-8x8", "4n3/8/4k3/8/8/4E3/8/6K1 w - - 7 1", "e3e4", "4n3/8/4k3/8/4E3/8/8/6K1 b - - 8 1", "Ee4", ""},
		{"E5 the enemy king", "echidna-8x8", "8/4p3/4k3/8/8/4E3/8/6K1 w - - 7 1", "e3e4", "4k3/4p3/8/8/4E3/8/8/6K1 b - - 8 1", "Ee4 (Ke6>e8)", "The black king on e6 is thrown to e8."},
		{"E5 the own king", "echidna-8x8", "1k6/8/8/8/8/8/8/E1K1p3 w - - 7 1", "a1b1", "1k6/8/8/8/8/8/8/1E2pK2 b - - 8 1", "Eb1 (Kc1>f1)", "The white king on c1 is thrown to f1."},
		{"E5 the own king captures", "echidna-8x8", "1k6/8/8/8/8/8/8/E1K1pr2 w - - 7 1", "a1b1", "1k6/8/8/8/8/8/8/1E2pK2 b - - 0 1", "Eb1 (Kc1>xf1)", "The white king on c1 is thrown to f1 and captures the black rook there."},
		{"E8", "echidna-8x8", "6k1/4n3/8/4p3/8/4E3/8/6K1 w - - 7 1", "e3e4", "6k1/4n3/8/4p3/4E3/8/8/6K1 b - - 8 1", "Ee4", "The black pawn on e5 cannot be thrown back to its first rank, so the Echidna only steps."},
		{"E8 the second rank", "echidna-8x8", "4k3/8/p7/p7/8/8/E7/4K3 w - - 7 1", "a2a3", "4k3/p7/p7/8/8/E7/8/4K3 b - - 8 1", "Ea3 (a5>a7)", "The black pawn on a5 is thrown to a7."},
		{"E9", "echidna-8x8", "7k/E7/8/8/P7/8/N7/6NK w - - 7 1", "a7a6", "7k/8/E7/8/P7/8/N7/6NK b - - 8 1", "Ea6", "The white pawn on a4 cannot be thrown back to its first rank, so the Echidna only steps."},
		{"E10 the king", "echidna-8x8", "1k6/8/8/4E3/8/8/8/e3K1n1 b - - 7 1", "a1b1", "1k6/8/8/4E3/8/8/8/1e4nK w - - 8 2", "Eb1 (Ke1>h1)", "The white king on e1 is thrown to h1."},
		{"E10 a rook takes his own comrade", "echidna-8x8", "1k6/8/8/7e/8/7R/4n2P/R3K2R b KQ - 7 1", "h5h4", "1k6/8/8/8/7e/8/4n2P/R3K2R w Q - 0 2", "Eh4 (Rh3>xh1)", "The white rook on h3 is thrown to h1 and captures the white rook there."},
		{"E10 the king goes", "echidna-8x8", "4k3/8/8/8/8/8/8/R1p1K2e b Q - 7 1", "h1g1", "4k3/8/8/8/8/8/8/RKp3e1 w - - 8 2", "Eg1 (Ke1>b1)", "The white king on e1 is thrown to b1."},
		{"E10 the rook is captured", "echidna-8x8", "4k3/8/7e/8/8/7n/7P/R3K2R b KQ - 5 1", "h6h5", "4k3/8/8/7e/8/8/7P/R3K2n w Q - 0 2", "Eh5 (Nh3>xh1)", "The black knight on h3 is thrown to h1 and captures the white rook there."},
		{"E12", "echidna-8x8", "4k3/8/8/8/Pp5E/8/8/4K3 b - a3 0 1", "e8d8", "3k4/8/8/8/Pp5E/8/8/4K3 w - - 1 2", "Kd8", ""},
		{"E13", "echidna-8x8", "7k/8/8/4E3/8/K3p3/4n3/8 w - - 3 1", "e5e4", "7k/8/8/8/4E3/K7/4n3/4q3 b - - 0 1", "Ee4 (e3>e1=Q)", "The black pawn on e3 is thrown to e1. The pawn becomes a queen."},
		{"E14", "echidna-8x8", "7k/P7/8/8/8/8/8/7K w - - 7 1", "a7a8e", "E6k/8/8/8/8/8/8/7K b - - 0 1", "a8=E", "The pawn becomes an Echidna."},
		{"E16", "echidna-8x8-kwagga", "7k/W7/P7/8/8/E7/8/7K w - - 7 1", "a3a4w", "W6k/W7/8/8/E7/8/8/7K b - - 0 1", "Ea4 (a6>a8=W)", "The white pawn on a6 is thrown to a8. The pawn becomes a Kwagga."},
		{"E17", "echidna", "5k4/*n7*/*1P6*/*8*/*8*/*4E3*/*8*/5K4 w - - 7 1", "e3d4q", "Q4k4/*n7*/*8*/*8*/*3E4*/*8*/*8*/5K4 b - - 0 1", "Ed4 (b6>z8=Q)+", "The white pawn on b6 is thrown to z8. The pawn becomes a queen."},
		{"E17 z1 is Black's last rank", "echidna", "5k4/*8*/*8*/*3E4*/*8*/*1p6*/*n4K2*/10 w - - 7 1", "d5c4", "5k4/*8*/*8*/*8*/*2E5*/*8*/*n4K2*/q9 b - - 0 1", "Ec4 (b3>z1=Q)", "The black pawn on b3 is thrown to z1. The pawn becomes a queen."},
		{"E17 z8 is Black's first rank", "echidna", "5k4/*n7*/*1p6*/*8*/*8*/*4E3*/*8*/5K4 w - - 7 1", "e3d4", "5k4/*n7*/*1p6*/*8*/*3E4*/*8*/*8*/5K4 b - - 8 1", "Ed4", "The black pawn on b6 cannot be thrown back to its first rank, so the Echidna only steps."},
		{"E17 a hole ends the line", "echidna", "5k4/*8*/*8*/*E2r2n1*/*8*/*8*/*8*/5K4 w - - 7 1", "a5b5", "5k4/*8*/*8*/*1E4nr*/*8*/*8*/*8*/5K4 b - - 8 1", "Eb5 (Rd5>h5)", "The black rook on d5 is thrown to h5."},
		{"E17 nobody lands in a hole", "echidna", "5k4/*8*/*8*/*E2r3n*/*8*/*8*/*8*/5K4 w - - 7 1", "a5b5", "5k4/*8*/*8*/*1E1r3n*/*8*/*8*/*8*/5K4 b - - 8 1", "Eb5", ""},
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
		if n := len(slices.DeleteFunc(texts(p), func(text string) bool { return text != p.Text(m) })); n != 1 {
			t.Errorf("%s: %s: %s is there %d times", c.row, c.fen, c.move, n)
		}
	}
}

// E6: check by repulsion, and every way to parry it but the moves of the king and of the knight who would be thrown.
func TestCheckByRepulsion(t *testing.T) {
	v := lookup(t, "echidna-8x8")
	for _, c := range []struct{ way, fen, others string }{
		{"none", "1k6/8/4e3/8/8/4N1P1/4P3/4K1B1 w - - 0 1", ""},
		{"the square of the step, or a new man to be thrown", "1k6/8/4e3/8/5E2/4N3/4P3/4K3 w - - 0 1", "f4e4 f4e5"},
		{"the square of the step", "1k6/8/4e3/7R/8/4N3/4P3/4K3 w - - 0 1", "h5e5"},
		{"capturing the Echidna", "1k6/8/4e3/8/2B5/4N3/4P3/4K3 w - - 0 1", "c4e6"},
		{"the screen goes, or a new one comes", "1k6/8/4e3/8/4N3/7R/4P3/4K3 w - - 0 1", "e2e3 h3e3"},
	} {
		p := position(t, v, c.fen)
		others := slices.DeleteFunc(texts(p), func(text string) bool {
			from, _ := v.board.Cell(text[:2])
			return strings.ContainsRune("KN", rune(v.pieces[p.cells[from].typ()].Letter))
		})
		if got := strings.Join(others, " "); !p.Check() || got != c.others {
			t.Errorf("%s: %s: check %v, %q", c.way, c.fen, p.Check(), got)
		}
	}
	for _, c := range []struct{ row, fen string }{
		{"E7", "7k/8/8/8/8/3e4/8/4K3 w - - 0 1"},
		{"E9, a pawn is not thrown to his first rank", "1k6/8/4e3/8/8/4P3/4N3/4K3 w - - 0 1"},
		{"the screen is not beside him", "1k6/8/4e3/8/4N3/4P3/8/4K3 w - - 0 1"},
		{"no room for the step", "1k6/8/8/8/4e3/4N3/4P3/4K3 w - - 0 1"},
	} {
		if p := position(t, v, c.fen); p.Check() {
			t.Errorf("%s: %s is check", c.row, c.fen)
		}
	}
	if got := texts(position(t, v, "7k/8/8/8/8/3e4/8/4K3 w - - 0 1")); !slices.Contains(got, "e1d2") || !slices.Contains(got, "e1e2") {
		t.Errorf("E7: beside an Echidna the king has %v", got)
	}
}

func TestRepulsionAndWhatFollows(t *testing.T) {
	v := lookup(t, "echidna-8x8")
	p := play(t, position(t, v, "4k3/8/2n5/3p4/8/5E2/8/4K3 w - - 0 1"), "f3e4")
	if got := texts(p); !slices.Contains(got, "b7b6") || !slices.Contains(got, "b7b5") {
		t.Errorf("E11: a pawn thrown back to his second rank has %v", got)
	}
	p = position(t, v, "4k3/8/8/1e6/Pp6/8/8/4K3 b - a3 0 1")
	if got := texts(p); !slices.Contains(got, "b4a3") {
		t.Errorf("E12, before: %v", got)
	}
	if p = play(t, p, "b5b6 e1e2"); strings.Contains(p.FEN(), "a3") || slices.Contains(texts(p), "b4a3") {
		t.Errorf("E12: %s", p.FEN())
	}
	refused(t, position(t, v, "7k/8/8/4E3/8/4p3/4n3/K7 w - - 3 1"), "e5e4", "Your king on a1 would be in check from the queen on e1. The black pawn on e3 is thrown to e1 and becomes a queen.$") // E13
	refused(t, position(t, v, "4k3/8/8/8/8/8/8/e1N1K2R w K - 0 1"), "O-O", "check on g1 from the black Echidna on a1, which would throw the knight on c1 over f1")
	refused(t, position(t, v, "1k3r2/8/8/8/8/8/8/E1K1p3 w - - 7 1"), "a1b1", "Your king on f1 would be in check from the rook on f8") // E5
}

// What the tables say of attacks by repulsion is what the steps do.
func TestThrownAtIsSomebodysStep(t *testing.T) {
	eachGame(t, 60, func(t *rapid.T, p Position, legal []Move, m Move) {
		if p.v.repulse == nil {
			return
		}
		for _, s := range []Side{White, Black} {
			hit := set{}
			for _, from := range p.men[s].cells() {
				if man := p.cells[from]; man.is(p.v.repulse.types) && p.frozenBy(from) == NoCell {
					for _, x := range p.v.repulse.rays[s][man.typ()][from] {
						for i := 0; i < x.steps && p.cells[x.cells[i]] == 0; i++ {
							if c := p.tossBy(man, from, x.cells[i]); c.throws() || c.held == noChoice {
								hit.add(c.to)
							}
						}
					}
				}
			}
			for _, c := range p.men[s.Other()].cells() {
				if got := p.thrownAt(c, s); got != hit.has(c) {
					t.Fatalf("%s: somebody can be thrown on to %s: %v", p.FEN(), p.v.board.Name(c), got)
				}
			}
		}
	})
}
