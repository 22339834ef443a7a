package rules

import "strings"

// Example is a legal move of one sort, which shows how such moves are written.
type Example struct {
	Sort     string // what sort of move it is, a title: "A capture"
	Position Position
	Move     Move
}

// sorts are the sorts of moves in the order in which pages explain them.
var sorts = []string{"A move", "A pawn’s move", "A capture", "A pawn’s capture", "A capture en passant", "Castling", "Promotion", "A move that does not promote", "A drop", "A drop under a pawn",
	"A throw", "A throw that promotes", "A flight", "Folding"}

// Examples are a move of each sort that the variant has, from its sample, its start, its diagrams, and else from games that are played on from there
// without much thought, the same ones each time. A sort that comes up in none of them is left out.
func (v *Variant) Examples() []Example { return v.examples() }

// findExamples looks for the examples; it takes some hundredths of a second.
func (v *Variant) findExamples() []Example {
	const games, plies = 24, 90
	best := map[string]Example{}
	clear := map[string]bool{} // those that are not to be bettered
	look := func(p Position) []Move {
		moves := p.Moves()
		for _, m := range moves {
			sort := p.sort(m)
			if clear[sort] {
				continue
			}
			plain := p.turn == White && !p.Play(m).Check() && (p.sort(m) != "Promotion" || p.cells[m.to] == 0)
			if _, found := best[sort]; !found || plain {
				best[sort], clear[sort] = Example{sort, p, m}, plain
			}
		}
		return moves
	}
	starts := []Position{v.sample, v.start}
	for _, d := range v.diagrams {
		starts = append(starts, d.Position)
	}
	seed := uint32(1)
	for game := range max(games, len(starts)) {
		p := starts[game%len(starts)]
		for range plies {
			moves := look(p)
			if len(moves) == 0 {
				break
			}
			seed = seed*1664525 + 1013904223
			m := moves[int(seed>>16)%len(moves)]
			if m.from != NoCell && p.cells[m.from].typ() == p.v.royal {
				m = moves[0] // kings wait, so that they may castle
			}
			p = p.Play(m)
		}
	}
	var all []Example
	for _, sort := range sorts {
		if e, ok := best[sort]; ok {
			all = append(all, e)
		}
	}
	return all
}

// sort says what sort of move it is. What the last click says comes first: flights and the like are named by it.
func (p *Position) sort(m Move) string {
	pawn := m.from != NoCell && p.v.pawns>>p.cells[m.from].typ()&1 != 0
	switch m.kind {
	case castling:
		return "Castling"
	case enPassant:
		return "A capture en passant"
	case promotion, upgrade:
		return "Promotion"
	case drop:
		return "A drop"
	case push:
		return "A drop under a pawn"
	case throwUp:
		return "A throw that promotes"
	case step, doubleStep:
		switch {
		case m.kind == step && (p.chooses(m) || !p.v.mustRise && p.rises(m.from, m.to)):
			return "A move that does not promote"
		case p.v.repulse != nil && p.toss(m).throws():
			return "A throw"
		case pawn && p.cells[m.to] != 0:
			return "A pawn’s capture"
		case pawn:
			return "A pawn’s move"
		case p.cells[m.to] != 0:
			return "A capture"
		}
		return "A move"
	}
	text := p.Text(m)
	switch {
	case strings.HasSuffix(text, "^"):
		return "A flight"
	case strings.HasSuffix(text, "="):
		return "Folding"
	}
	return "A move"
}
