package rules

import (
	"fmt"
	"math/bits"
)

// dropCells is where a piece in hand of the side to move may be dropped, among the free cells.
func (p *Position) dropCells(t Type, free set) set {
	cells := free.and(p.v.dropRegion[p.turn][t])
	if p.v.noDoubled>>t&1 == 0 || cells.empty() {
		return cells
	}
	for w, word := range p.men[p.turn] {
		for ; word != 0; word &= word - 1 {
			if c := Cell(w<<6 + bits.TrailingZeros64(word)); p.cells[c] == newMan(t, p.turn) {
				cells = cells.without(p.v.files[p.v.board.Cells[c].File])
			}
		}
	}
	return cells
}

// doubled is a man of the side to move who stands on the cell's file already and has the type, unpromoted, of which a file holds only one.
func (p *Position) doubled(t Type, c Cell) Cell {
	for i, info := range p.v.board.Cells {
		if m := p.cells[i]; info.File == p.v.board.Cells[c].File && m == newMan(t, p.turn) && p.v.noDoubled>>t&1 != 0 {
			return Cell(i)
		}
	}
	return NoCell
}

// dropMates leaves out of the drops from start on those that mate. Where no power upsets it, only who attacks the king from where he is dropped can do so.
func (g *generator) dropMates(start int) {
	kept := g.moves[:start]
	plain := g.v.paralyse == nil && g.v.repulse == nil && !g.v.hops
	for _, m := range g.moves[start:] {
		if plain && !g.v.reach[g.us][m.as][m.to].hits(g.king) || !g.mates(m) {
			kept = append(kept, m)
		}
	}
	g.moves = kept
}

// mates says whether a move gives checkmate.
func (p *Position) mates(m Move) bool {
	q := p.Play(m)
	return q.Check() && !q.canMove()
}

// handType is what a captured man is in hand; false if it does not go there. A promoted man is what he was before, and
// who was flying has folded his wings.
func (v *Variant) handType(m man) (Type, bool) {
	if !v.toHand {
		return 0, false
	}
	t := v.base[m.typ()]
	if v.flight != nil && t == v.flight.flying {
		t = v.flight.folded
	}
	if m&promotedMan != 0 {
		t = v.pawnType()
	}
	return t, v.handTypes>>t&1 != 0
}

// pawnType is the type that promotes, the first if there are several.
func (v *Variant) pawnType() Type {
	for t := range v.pieces {
		if v.promoters>>t&1 != 0 {
			return Type(t)
		}
	}
	return 0
}

// take puts a captured man into the capturer's hand, where the variant does so.
func (p *Position) take(m man, by Side) {
	if t, ok := p.v.handType(m); ok && p.hands[by][t] < maxHand {
		p.hands[by][t]++
	}
}

// maxHand is how many of one type a hand can hold.
const maxHand = 64

// howToDrop says how to drop a piece that is in hand on a cell, or why that cannot be.
func (p *Position) howToDrop(t Type, to Cell) string {
	for _, m := range p.Moves() {
		if (m.kind == drop || m.kind == push) && m.as == t && m.to == to {
			return fmt.Sprintf("To drop the one in %s, write %s.", p.v.HandName(), p.Text(m))
		}
	}
	return p.whyNotDrop(t, to)
}

// whyNotDrop says why a piece cannot be dropped on a cell.
func (p *Position) whyNotDrop(t Type, to Cell) string {
	v, b := p.v, &p.v.board
	us := p.turn
	name, cell := v.name(t), b.Name(to)
	switch {
	case !v.drops:
		return "No pieces are dropped in this game."
	case v.pieces[t].Form:
		return fmt.Sprintf("A %s is never dropped: in %s it is a %s, and is dropped as such.", name, v.HandName(), v.name(v.base[t]))
	case v.handTypes>>t&1 == 0:
		return fmt.Sprintf("A %s is never in %s in this game.", name, v.HandName())
	case p.hands[us][t] == 0:
		return fmt.Sprintf("You have no %s in %s.", name, v.HandName())
	case v.push != nil && v.push.piece == t:
		return p.whyNotPush(to)
	case v.stuck[us][t].has(to):
		return fmt.Sprintf("A %s cannot be dropped on %s: from rank %d it could never move on.", name, cell, b.Cells[to].Rank+1)
	case !v.dropRegion[us][t].has(to) && v.pawns>>t&1 != 0:
		return fmt.Sprintf("A %s cannot be dropped on rank %d.", name, b.Cells[to].Rank+1)
	case !v.dropRegion[us][t].has(to):
		return fmt.Sprintf("%s cannot drop a %s on %s.", v.SideName(us), name, cell)
	case p.cells[to] != 0:
		return fmt.Sprintf("A %s can be dropped only on an empty %s, and %s stands on %s.", name, b.word(), p.who(to), cell)
	}
	if other := p.doubled(t, to); other != NoCell {
		return fmt.Sprintf("You have %s on the %s-file already, on %s: a second one may not be dropped there%s.", article(name), b.FileNames[b.Cells[to].File], b.Name(other), v.shogiWord(t, "nifu"))
	}
	if why := p.whyUnsafe(Move{drop, NoCell, to, t}); why != "" {
		return why
	}
	if v.mateless>>t&1 != 0 && p.mates(Move{drop, NoCell, to, t}) {
		return fmt.Sprintf("A %s may not be dropped to give checkmate, and on %s it would%s.", name, cell, v.shogiWord(t, "uchifuzume"))
	}
	return fmt.Sprintf("A %s cannot be dropped on %s now.", name, cell)
}

// shogiWord is what players of shogi call a rule, in brackets, where the piece that it is about moves like a pawn of shogi; else "".
func (v *Variant) shogiWord(t Type, word string) string {
	if v.pieces[t].Betza != "fW" {
		return ""
	}
	return " (" + word + ")"
}
