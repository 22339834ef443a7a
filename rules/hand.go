package rules

// dropCells is where a piece in hand of the side to move may be dropped, among the free cells.
func (p *Position) dropCells(t Type, free set) set {
	cells := free.and(p.v.dropRegion[p.turn][t])
	if p.v.noDoubled>>t&1 == 0 {
		return cells
	}
	for _, c := range cells.cells() {
		if p.doubled(t, c) != NoCell {
			cells.remove(c)
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

// handType is what a captured man is in hand; false if it does not go there. A promoted man is a pawn again.
func (v *Variant) handType(m man) (Type, bool) {
	if !v.toHand {
		return 0, false
	}
	t := m.typ()
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
