package rules

// attackers calls f for every man of a side that could capture on a cell, until f says false. Frozen men do not attack.
func (p *Position) attackers(c Cell, by Side, f func(from Cell) bool) {
	for _, a := range p.v.approaches[c] {
		if from := p.attacker(a, by); from != NoCell && !f(from) {
			return
		}
	}
	if p.v.repulse == nil {
		return
	}
	for _, a := range p.v.repulse.seen[c] {
		if from, _ := p.thrower(a, c, by); from != NoCell && !f(from) {
			return
		}
	}
}

// attacked says whether a side could capture on a cell.
func (p *Position) attacked(c Cell, by Side) bool {
	for _, a := range p.v.approaches[c] {
		if p.attacker(a, by) != NoCell {
			return true
		}
	}
	return p.v.repulse != nil && p.thrownAt(c, by)
}

// attacker is the man of a side that attacks along an approach, or NoCell.
func (p *Position) attacker(a approach, by Side) Cell {
	for i := range a {
		e := &a[i]
		m := p.cells[e.cell]
		if m == 0 {
			continue
		}
		if m.side() == by && e.by[by]>>m.typ()&1 != 0 && p.frozenBy(e.cell) == NoCell {
			return e.cell
		}
		if p.v.hops {
			return p.hopper(a[i+1:], by, i == 0)
		}
		return NoCell
	}
	return NoCell
}

// hopper goes on along an approach behind its first man, the screen.
func (p *Position) hopper(a approach, by Side, first bool) Cell {
	for i := range a {
		e := &a[i]
		if m := p.cells[e.cell]; m != 0 {
			over := e.over[by]
			if first {
				over |= e.overFirst[by]
			}
			if m.side() == by && over>>m.typ()&1 != 0 && p.frozenBy(e.cell) == NoCell {
				return e.cell
			}
			return NoCell
		}
	}
	return NoCell
}

// shield is what the generator knows of the checks and pins of a side's king, where no power upsets it.
type shield struct {
	block  set // where a man may go that is not the king: every cell that parries all checks
	pinned set
	pins   [32]pin
	count  int
}

type pin struct {
	cell  Cell
	allow set // where the pinned man may go
}

// shield looks along all lines from the king; false if there are too many pins to note.
func (p *Position) shield(us Side, s *shield) bool {
	s.block = everything
	them := us.Other()
	for _, a := range p.v.approaches[p.king[us]] {
		own := NoCell
		for i := range a {
			e := &a[i]
			m := p.cells[e.cell]
			if m == 0 {
				continue
			}
			if m.side() == us {
				if own != NoCell {
					break
				}
				own = e.cell
				continue
			}
			if e.by[them]>>m.typ()&1 == 0 {
				break
			}
			line := set{}
			for j := range a[:i+1] {
				line.add(a[j].cell)
			}
			if own == NoCell {
				s.block = s.block.and(line)
			} else if s.count == len(s.pins) {
				return false
			} else {
				s.pinned.add(own)
				s.pins[s.count] = pin{own, line}
				s.count++
			}
			break
		}
	}
	return true
}

// allow is where the man on a cell may go without leaving his king in check.
func (s *shield) allow(c Cell) set {
	if !s.pinned.has(c) {
		return s.block
	}
	allow := s.block
	for i := range s.pins[:s.count] {
		if s.pins[i].cell == c {
			allow = allow.and(s.pins[i].allow)
		}
	}
	return allow
}
