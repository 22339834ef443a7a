package rules

import (
	"testing"
)

// BenchmarkPerft gives nodes a second, counted in bulk: the moves of the last ply are generated and counted, not played.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		key   string
		depth int
	}{{"chess", 5}, {"crazyhouse", 4}, {"pyrrhus", 4}} {
		b.Run(c.key, func(b *testing.B) {
			p := lookup(b, c.key).Start()
			var nodes uint64
			for b.Loop() {
				nodes += Perft(p, c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
