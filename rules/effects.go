package rules

import "strings"

// Effects lists all that a legal move does, in the order of the kinds.
func (p Position) Effects(m Move) []Effect {
	if m.kind == noMove {
		return nil
	}
	q := p.Play(m)
	var all []Effect
	add := func(kind EffectKind, piece Piece, from, to Cell) {
		all = append(all, Effect{kind, piece, from, to})
	}
	switch m.kind {
	case drop, push:
		add(Dropped, q.cells[m.to].piece(), NoCell, m.to)
	default:
		add(Moved, p.cells[m.from].piece(), m.from, m.to)
	}
	victim, t := p.captured(m), p.toss(m)
	if t.throws() && p.cells[t.to] != 0 {
		victim = t.to
	}
	if victim != NoCell {
		add(Captured, p.cells[victim].piece(), victim, NoCell)
	}
	switch m.kind {
	case castling:
		k := &p.v.castles[m.as]
		add(Relocated, q.cells[k.rookTo].piece(), k.rook, k.rookTo)
	case push:
		to := p.v.doubles[p.turn][m.to].to
		add(Relocated, q.cells[to].piece(), m.to, to)
	case step, throwUp:
		if !t.throws() {
			break
		}
		add(Thrown, p.cells[t.from].piece(), t.from, t.to)
		if _, ok := p.promoted(m, t); ok {
			add(Promoted, q.cells[t.to].piece(), NoCell, t.to)
		}
	case promotion, upgrade:
		add(Promoted, q.cells[m.to].piece(), NoCell, m.to)
	case fly, fold:
		if q.cells[m.to] != p.cells[m.from] {
			add(Turned, q.cells[m.to].piece(), NoCell, m.to)
		}
	}
	if victim != NoCell {
		if t, ok := p.v.handType(p.cells[victim]); ok {
			add(ToHand, Piece{Type: t, Side: p.turn}, NoCell, NoCell)
		}
	}
	if p.v.fromHand && m.kind != upgrade { // a form of his own is nobody's piece
		for _, e := range all {
			if e.Kind == Promoted {
				add(FromHand, Piece{Type: e.Piece.Type, Side: e.Piece.Side.Other()}, NoCell, NoCell)
			}
		}
	}
	return append(all, p.changedFrost(&q, all)...)
}

// changedFrost lists who is paralysed or free after a move and was not before. done is what the move did.
func (p *Position) changedFrost(q *Position, done []Effect) []Effect {
	if p.v.paralyse == nil {
		return nil
	}
	var frozen, unfrozen []Effect
	for i, m := range q.cells[:len(p.v.board.Cells)] {
		c := Cell(i)
		if m == 0 {
			continue
		}
		before := c
		for _, e := range done {
			if e.To == c && e.Kind != Promoted && e.Kind != Turned {
				before = e.From
			}
		}
		was := before != NoCell && p.frozenBy(before) != NoCell
		switch is := q.frozenBy(c) != NoCell; {
		case is && !was:
			frozen = append(frozen, Effect{Frozen, m.piece(), c, NoCell})
		case was && !is:
			unfrozen = append(unfrozen, Effect{Unfrozen, m.piece(), c, NoCell})
		}
	}
	return append(frozen, unfrozen...)
}

// Describe says in sentences what a move does besides moving and capturing on the cell where it ends; "" if nothing.
func (p Position) Describe(m Move) string {
	var sentences, frozen, unfrozen []string
	b, t := &p.v.board, p.toss(m)
	if why := p.describeToss(m); why != "" {
		sentences = append(sentences, why)
	}
	man := func(piece Piece, c Cell) string {
		return p.v.ManName(piece.Type, piece.Side) + " on " + b.Name(c)
	}
	for _, e := range p.Effects(m) {
		switch e.Kind {
		case Captured:
			if e.From != m.to && e.From != t.to {
				sentences = append(sentences, "The "+man(e.Piece, e.From)+" is captured.")
			}
		case Relocated:
			sentences = append(sentences, "The "+p.v.name(e.Piece.Type)+" on "+b.Name(e.From)+" goes to "+b.Name(e.To)+".")
		case Promoted:
			pawn := m.from
			if t.throws() {
				pawn = t.from
			}
			sentences = append(sentences, "The "+p.v.name(p.cells[pawn].typ())+" becomes "+article(p.v.name(e.Piece.Type))+".")
		case Turned:
			sentences = append(sentences, p.describeTurn(m))
		case ToHand:
			sentences = append(sentences, UpperFirst(article(p.v.name(e.Piece.Type)))+" comes into "+p.v.SideName(e.Piece.Side)+"’s "+p.v.HandName()+".")
		case FromHand:
			sentences = append(sentences, UpperFirst(article(p.v.name(e.Piece.Type)))+" leaves "+p.v.SideName(e.Piece.Side)+"’s "+p.v.HandName()+".")
		case Frozen:
			frozen = append(frozen, man(e.Piece, e.From))
		case Unfrozen:
			unfrozen = append(unfrozen, man(e.Piece, e.From))
		}
	}
	for i, names := range [][]string{frozen, unfrozen} {
		verb := []string{"paralysed", "free again"}[i]
		switch len(names) {
		case 0:
		case 1:
			sentences = append(sentences, "The "+names[0]+" is "+verb+".")
		default:
			sentences = append(sentences, "The "+listed(names, "and the")+" are "+verb+".")
		}
	}
	return strings.Join(sentences, " ")
}
