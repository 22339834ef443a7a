package rules

import (
	"slices"
	"testing"
)

// TestExamples: each example is legal, of its sort, and written so that it can be read again; and the powers of each game are among them.
func TestExamples(t *testing.T) {
	for _, v := range Variants() {
		var found []string
		for _, e := range v.Examples() {
			found = append(found, e.Sort)
			for _, text := range []string{e.Position.SAN(e.Move), e.Position.Text(e.Move)} {
				if m, err := e.Position.Parse(text); err != nil || m != e.Move {
					t.Errorf("%s: %s, %s: read as %v, %v", v.Key(), e.Sort, text, m, err)
				}
			}
			t.Log(v.Key(), e.Sort, e.Position.SAN(e.Move), e.Position.Text(e.Move))
		}
		wanted := []string{"A move", "A capture"}
		for sort, has := range map[string]bool{"A pawn’s move": v.pawns != 0, "Castling": len(v.castles) > 0, "Promotion": v.promoters != 0 || v.forms != nil,
			"A drop": v.drops && v.push == nil, "A drop under a pawn": v.push != nil, "A flight": v.flight != nil, "Folding": v.flight != nil,
			"A throw": v.repulse != nil, "A throw that promotes": v.repulse != nil} {
			if has {
				wanted = append(wanted, sort)
			}
		}
		for _, sort := range wanted {
			if !slices.Contains(found, sort) {
				t.Errorf("%s: no example of %q", v.Key(), sort)
			}
		}
	}
}
