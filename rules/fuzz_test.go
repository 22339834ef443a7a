package rules

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// malformed are positions that crashed others, or were read as something else.
var malformed = []string{
	"", " ", "/", "//////// w", "8/8/8/8/8/8/8/8 w - - 0 1", "ln2k2nl/9/p+p+p+p+p+p+p+p+p+/9/9/9/PPPPPPPPP/1B+5R+1/LNSGKGSNL[-] w 0 1",
	"4k3/8/8/8/8/8/8/4K3[QRp] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[-] w", "4k3/8/8/8/8/8/8/4K3/QRp w - - 0 1", "4k3/8/8/8/8/8/8/4K3[[]] w",
	"rk6/p1r3p1/P3B1K1/1p2B3/8/8/8/8 w - - 0 1", "rnk2bnr/8/b4p2/p1p2Pp1/P1P5/7p/3N3P/R1BK1B1R w - g6 0 27", "4k3/8/8/8/4p3/8/3P4/4K3 w KQkq e3 9999 9999",
	"4k3/9/8/8/8/8/8/4K3 w", "4k3/00000000/8/8/8/8/8/4K3 w", "4k~3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/3~4K b - - -1 +1", "*k6/8/8/8/8/8/8/K7 w - - 99999999999999999999 1",
}

// checkPosition tells what is wrong with a position that was read, or with what its moves lead to.
func checkPosition(t *testing.T, p Position) {
	again, err := p.v.ParseFEN(p.FEN())
	if err != nil || again != p {
		t.Fatalf("%s: %s is read as %s (%v)", p.v.Key(), p.FEN(), again.FEN(), err)
	}
	_ = p.Startable()
	legal := p.Moves()
	for i := 0; i < len(legal); i += 1 + len(legal)/12 {
		m := legal[i]
		for _, text := range []string{p.Text(m), p.SAN(m)} {
			if read, err := p.Parse(text); err != nil || read != m {
				t.Fatalf("%s: %s is read as %v (%v)", p.FEN(), text, read, err)
			}
		}
		q := p.Play(m)
		if again, err := p.v.ParseFEN(q.FEN()); err != nil || again != q {
			t.Fatalf("%s, %s: %s is read as %s (%v)", p.FEN(), p.Text(m), q.FEN(), again.FEN(), err)
		}
		_, _, _ = p.Describe(m), p.Effects(m), p.Clicks(m)
	}
	for _, info := range p.v.board.Cells {
		_ = p.Stuck(info.Name)
	}
}

func FuzzFEN(f *testing.F) {
	all := games(f)
	for i, v := range all {
		f.Add(uint8(i), v.Start().FEN())
		f.Add(uint8(i), v.Sample().FEN())
		for _, d := range v.Diagrams() {
			f.Add(uint8(i), d.Position.FEN())
		}
	}
	for i, fen := range malformed {
		f.Add(uint8(i), fen)
	}
	f.Fuzz(func(t *testing.T, game uint8, text string) {
		p, err := all[int(game)%len(all)].ParseFEN(text)
		if err == nil {
			checkPosition(t, p)
		} else if err.Error() == "" || !utf8.ValidString(err.Error()) || len(err.Error()) > 1000 {
			t.Fatalf("%q is refused by %q", text, err)
		}
	})
}

func FuzzMove(f *testing.F) {
	var positions []Position
	for _, v := range games(f) {
		positions = append(positions, v.Start(), v.Sample())
		for _, d := range v.Diagrams() {
			positions = append(positions, d.Position)
		}
	}
	for i, p := range positions {
		for _, m := range p.Moves()[:min(3, len(p.Moves()))] {
			f.Add(uint8(i), p.SAN(m))
		}
	}
	for i, text := range []string{"e2e4", "Nf3", "O-O", "Y@e2", "B6b7", "e8=Q#", "1. e4 e.p.", "♘f3", "@", "z9", "\x00", "^", "=", "e4=", "P^e4", "^=", "e4^=", "(", "Ee4 (Ne5>xe8)", ",", "e2e4,",
		"P@", "*", "N*f3", "+", "e2e4+", "0-0-0", "e2 e4 e6", strings.Repeat("e", 200), "a1a1", "a1a1=", "Fe4=F", "fe4^", "^^", "99.", "12...", "e.p."} {
		f.Add(uint8(i*7), text)
	}
	f.Fuzz(func(t *testing.T, at uint8, text string) {
		p := positions[int(at)%len(positions)]
		m, err := p.Parse(text)
		refusal, refused := err.(*Refusal)
		switch {
		case err == nil && !slices.Contains(p.Moves(), m):
			t.Fatalf("%s: %q is read as %v, which is not legal", p.FEN(), text, m)
		case err != nil && (!refused || refusal.Text == "" || !utf8.ValidString(refusal.Text) || len(refusal.Text) > 3000):
			t.Fatalf("%s: %q is refused by %q", p.FEN(), text, err)
		}
		_ = p.Stuck(text)
	})
}

func FuzzDefinition(f *testing.F) {
	for _, v := range games(f) {
		f.Add(v.Text())
	}
	for _, text := range []string{condors, "[a:chess]\nqueen = q:fWfF3ifmnD\n", "[a:harpy]\nflight = f:p\n", "[a:chess]\nboard = hex\nhexSide = 7\n", "[a:chess]\nmaxFile = 12\nmaxRank = 12\n",
		"[a:a]", "[a]\n[a]", "[", "[a:chess]\nrepulse = n\nknight = n:mNN\n", "[a:chess]\nparalyse = q:RBNNCCZZ\npushDrop = q:p\npieceDrops = true\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		begun := time.Now()
		all, err := ParseFile(text)
		if err != nil && (err.Error() == "" || len(err.Error()) > 20000) {
			t.Fatalf("%q is refused by %q", text, err)
		}
		for _, v := range all {
			again, err := Parse(v.Text())
			if err != nil || again.Text() != v.Text() {
				t.Fatalf("the flattened text is refused, or is another: %v\n%s", err, v.Text())
			}
			checkPosition(t, v.Start())
			if again.Start().FEN() != v.Start().FEN() || Perft(again.Start(), 1) != Perft(v.Start(), 1) {
				t.Fatalf("the flattened text is another game:\n%s", v.Text())
			}
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Fatalf("%v for %d bytes", took, len(text))
		}
	})
}
