package rules

import "fmt"

// whyNotYours says that nobody of the side to move stands on a cell; "" if somebody does.
func (p *Position) whyNotYours(c Cell) string {
	v, m := p.v, p.cells[c]
	switch {
	case m == 0:
		return fmt.Sprintf("There is no piece on %s.", v.board.Name(c))
	case m.side() != p.turn:
		return fmt.Sprintf("The %s on %s is %s’s, and it is %s’s turn to move.", v.name(m.typ()), v.board.Name(c), v.SideName(p.turn.Other()), v.SideName(p.turn))
	}
	return ""
}

// whyFrozen says who paralyses the man on a cell; "" if nobody does.
func (p *Position) whyFrozen(c Cell) string {
	if by := p.frozenBy(c); by != NoCell {
		return fmt.Sprintf("The %s is paralysed by the %s and cannot move.", p.manOn(c), p.manOn(by))
	}
	return ""
}

// whyUnsafe says by whom the king could be taken after a move; "" if by nobody.
func (p *Position) whyUnsafe(m Move) string {
	b := &p.v.board
	us := p.turn
	q := *p
	q.do(m)
	king := q.king[us]
	var freed, stay, come []string // who is free by the move, who gives check before and after it, and who only after
	q.attackers(king, us.Other(), func(c Cell) bool {
		switch man, how := "the "+q.manOn(c), q.throwing(c, king); {
		case p.cells[c] == q.cells[c] && p.frozenBy(c) != NoCell:
			freed = append(freed, man)
		case king == p.king[us] && p.attacks(c, king):
			stay = append(stay, man+how)
		default:
			come = append(come, man+how)
		}
		return true
	})
	at := b.Name(king)
	switch {
	case len(stay) > 0:
		return fmt.Sprintf("Your king on %s is in check from %s, and this move does not end that.", at, listed(stay, "and"))
	case len(freed) == 1:
		return fmt.Sprintf("That would free %s from paralysis, and your king on %s would be in check from it.", freed[0], at)
	case len(freed) > 1:
		return fmt.Sprintf("That would free %s from paralysis, and your king on %s would be in check from them.", listed(freed, "and"), at)
	case len(come) > 0:
		return fmt.Sprintf("Your king on %s would be in check from %s.", at, listed(come, "and")) + p.thrownInto(m, &q)
	}
	return ""
}

// thrownInto says, to be added to a sentence, how an enemy came to give check by being thrown there by the move m, after which the position is q; "" where
// none did.
func (p *Position) thrownInto(m Move, q *Position) string {
	t := p.toss(m)
	if !t.throws() || p.cells[t.from].side() == p.turn || !q.attacks(t.to, q.king[p.turn]) {
		return ""
	}
	how := fmt.Sprintf(" The %s is thrown to %s", p.manOn(t.from), p.v.board.Name(t.to))
	if as, ok := p.promoted(m, t); ok {
		how += " and becomes " + article(p.v.name(as))
	}
	return how + "."
}

// attacks says whether the man on a cell could capture on another.
func (p *Position) attacks(from, to Cell) (found bool) {
	p.attackers(to, p.cells[from].side(), func(c Cell) bool {
		found = found || c == from
		return !found
	})
	return found
}

// firstAttacker names a man of the other side that attacks a cell.
func (p *Position) firstAttacker(c Cell) (name string) {
	p.attackers(c, p.turn.Other(), func(from Cell) bool {
		name = p.manOn(from) + p.throwing(from, c)
		return false
	})
	return name
}
