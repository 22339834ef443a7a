package rules

// PlayAll plays moves as people write them, one after the other. The error is the *Refusal of the first that is not legal.
func (p Position) PlayAll(texts ...string) (Position, error) {
	for _, text := range texts {
		m, err := p.Parse(text)
		if err != nil {
			return p, err
		}
		p = p.Play(m)
	}
	return p, nil
}

// Play is the position after a legal move. The order is fixed: what leaves the hand, the move and its capture, what goes to the hand, promotion,
// rights and counters; then whom the mover throws, with all of these.
func (p Position) Play(m Move) Position {
	p.do(m)
	return p
}

// do plays a move.
func (p *Position) do(m Move) {
	us := p.turn
	them := us.Other()
	p.ep = NoCell
	if p.clock < maxCounter {
		p.clock++
	}
	switch m.kind {
	case step, doubleStep, enPassant, promotion, throwUp, upgrade:
		p.doStep(m, us, them)
	case castling:
		k := &p.v.castles[m.as]
		p.castle(k)
		p.rights &^= p.v.loses[k.king]
	case drop:
		p.put(m.to, newMan(m.as, us))
		p.hands[us][m.as]--
		p.rights &^= p.v.loses[m.to]
		if p.v.dropsCount || p.v.counterTypes>>m.as&1 != 0 {
			p.clock = 0
		}
	case push:
		p.doPush(m)
	case fly, fold:
		p.doFlight(m)
	}
	if us == Black && p.number < maxCounter {
		p.number++
	}
	p.turn = them
}

// doStep moves a man, with capture, promotion, and what they do to rights and counters.
func (p *Position) doStep(m Move, us, them Side) {
	mover := p.lift(m.from)
	victim := m.to
	if m.kind == enPassant {
		victim = p.v.passed[them][m.to].to
	}
	captures := p.cells[victim] != 0
	if captures {
		p.take(p.lift(victim), us)
		p.clock = 0
		p.rights &^= p.v.loses[victim]
	}
	if mover.is(p.v.counterTypes) {
		p.clock = 0
	}
	if mover.typ() == p.v.royal {
		p.king[us] = m.to
	}
	switch m.kind {
	case promotion:
		mover = p.rise(m.as, us)
	case upgrade:
		mover = newMan(m.as, us)
	}
	p.put(m.to, mover)
	p.rights &^= p.v.loses[m.from] | p.v.loses[m.to]
	if p.v.repulse != nil && !captures && (m.kind == step || m.kind == throwUp) {
		p.throw(mover, m)
	}
	if m.kind == doubleStep {
		p.allowEnPassant(p.v.doubles[us][m.from].skip)
	}
}

// allowEnPassant notes the cell that a double step of the side to move skipped, if an enemy could capture there as far as the men on the board go:
// paralysed ones cannot.
func (p *Position) allowEnPassant(skip Cell) {
	them := p.turn.Other()
	for _, c := range p.v.catchers[them][skip] {
		if m := p.cells[c]; m != 0 && m.side() == them && m.is(p.v.passing) && p.catches(m.typ(), c, skip) && p.frozenBy(c) == NoCell {
			p.ep = skip
			return
		}
	}
}

// catches says whether a type captures en passant from one cell on another; types that do so need not all do it the same way.
func (p *Position) catches(t Type, from, skip Cell) bool {
	lines := p.v.reach[p.cells[from].side()][t][from].lines
	for i := range lines {
		if lines[i].passing && lines[i].cells[0] == skip {
			return true
		}
	}
	return false
}
