package rules

// thrower is the man of a side who could throw somebody along an approach on to its cell, and whom; NoCell where there is none. Seen from the cell, the
// next one is the screen, and behind him come the man to be thrown and, with room for a step, the one who throws.
func (p *Position) thrower(a approach, c Cell, by Side) (from, thrown Cell) {
	if len(a) < 4 || p.cells[a[0].cell] == 0 {
		return NoCell, NoCell
	}
	i := 1
	for i < len(a) && p.cells[a[i].cell] == 0 {
		i++
	}
	if i+2 >= len(a) || p.cells[a[i+1].cell] != 0 || p.kept(p.cells[a[i].cell], c) {
		return NoCell, NoCell
	}
	thrown = a[i].cell
	for i += 2; i < len(a); i++ {
		e := &a[i]
		m := p.cells[e.cell]
		if m == 0 {
			continue
		}
		if m.side() == by && e.by[by]>>m.typ()&1 != 0 && p.frozenBy(e.cell) == NoCell {
			return e.cell, thrown
		}
		break
	}
	return NoCell, NoCell
}

// thrownAt says whether a side could throw somebody on to a cell where an enemy stands.
func (p *Position) thrownAt(c Cell, by Side) bool {
	for _, a := range p.v.repulse.seen[c] {
		if from, _ := p.thrower(a, c, by); from != NoCell {
			return true
		}
	}
	return false
}

// watch gathers the cells on which a change could bring the king of the side to move into check by repulsion: those between him and an enemy who repulses,
// and that one's own. Moves that touch none of them are as safe as if nobody repulsed. It is false where that is not so: the king is in such a check already,
// or who throws depends on who is paralysed.
func (p *Position) watch(cells *set) bool {
	if p.v.repulse == nil {
		return true
	}
	if p.v.paralyse != nil {
		return false
	}
	king, them := p.king[p.turn], p.turn.Other()
	for _, a := range p.v.repulse.seen[king] {
		last := 0
		for i := 3; i < len(a); i++ {
			if m := p.cells[a[i].cell]; m != 0 && m.side() == them && a[i].by[them]>>m.typ()&1 != 0 {
				last = i
			}
		}
		if last == 0 {
			continue
		}
		if from, _ := p.thrower(a, king, them); from != NoCell {
			return false
		}
		for i := range a[:last+1] {
			cells.add(a[i].cell)
		}
	}
	return true
}

// tryWatched keeps of the moves from start on those that touch no watched cell or leave the king safe.
func (g *generator) tryWatched(start int) {
	kept := g.moves[:start]
	for _, m := range g.moves[start:] {
		if !g.watch.has(m.to) && (m.from == NoCell || !g.watch.has(m.from)) || g.safe(m) {
			kept = append(kept, m)
		}
	}
	g.moves = kept
}
