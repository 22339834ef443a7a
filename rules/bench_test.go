package rules

import (
	"strings"
	"testing"
)

// BenchmarkPerft gives nodes a second, counted in bulk: the moves of the last ply are generated and counted, not played.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		key   string
		depth int
	}{{"chess", 5}, {"crazyhouse", 4}, {"harpy", 3}, {"harpy-free", 3}, {"echidna", 4}, {"shogi", 4}, {"pyrrhus", 4}, {"dragonfly", 5}, {"dragonfly-hex", 4}, {"glinski", 3}} {
		b.Run(c.key, func(b *testing.B) {
			p := lookup(b, c.key).Start()
			var nodes uint64
			for b.Loop() {
				nodes += Perft(p, c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkTexts is the time to write all moves of a position, as a page of a game does, and to read one.
func BenchmarkTexts(b *testing.B) {
	for _, key := range []string{"chess", "crazyhouse", "harpy", "harpy-free"} {
		p := lookup(b, key).Sample()
		moves := p.Moves()
		b.Run(key+"/SANs", func(b *testing.B) {
			for b.Loop() {
				p.SANs(moves)
			}
		})
		b.Run(key+"/Clicks", func(b *testing.B) {
			for b.Loop() {
				for _, m := range moves {
					p.Clicks(m)
				}
			}
		})
		for i, text := range []string{p.Text(moves[len(moves)/2]), p.SAN(moves[len(moves)/2]), "e2e1", "Qa9"} {
			b.Run(key+"/Parse/"+[]string{"canonical", "SAN", "refused", "unreadable"}[i], func(b *testing.B) {
				for b.Loop() {
					_, _ = p.Parse(text)
				}
			})
		}
	}
}

// immortal is the first sixty plies of a long game with castling, captures and many pieces on the board: Byrne against Fischer, 1956.
const immortal = `Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6
	Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8
	Nxe1 Bd5`

// BenchmarkMove is the time to parse a move's text, check that it is legal, and play it, over a game of sixty plies; by canonical text and by SAN.
func BenchmarkMove(b *testing.B) {
	v := lookup(b, "chess")
	sans := strings.Fields(immortal)
	if len(sans) != 60 {
		b.Fatalf("%d plies", len(sans))
	}
	var canonical []string
	p := v.Start()
	for _, san := range sans {
		m, err := p.Parse(san)
		if err != nil {
			b.Fatal(err)
		}
		if got := p.SAN(m); got != san {
			b.Fatalf("%s is written %s", san, got)
		}
		canonical = append(canonical, p.Text(m))
		p = p.Play(m)
	}
	for name, texts := range map[string][]string{"canonical": canonical, "SAN": sans} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%len(texts) == 0 {
					p = v.Start()
				}
				m, err := p.Parse(texts[i%len(texts)])
				if err != nil {
					b.Fatal(err)
				}
				p = p.Play(m)
			}
		})
	}
}

// BenchmarkCompile is the time to read a definition and build its tables.
func BenchmarkCompile(b *testing.B) {
	text := lookup(b, "pyrrhus").Text()
	for b.Loop() {
		if _, err := Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}
