package rules

// deadRule says with which men beside the kings nobody can win any more. Types are bits.
type deadRule struct {
	kings  bool   // with none
	alone  uint64 // with one of these
	shaded uint64 // with any number of one of these, all on one shade
}

// isDead says whether nobody can win any more by what is on the board and in the hands.
func (p *Position) isDead() bool {
	d := p.v.dead
	if !d.kings || p.reserve(White) || p.reserve(Black) {
		return false
	}
	count, shades, types := 0, map[int]bool{}, uint64(0)
	for c, m := range p.cells[:len(p.v.board.Cells)] {
		if m == 0 || m.typ() == p.v.royal {
			continue
		}
		count++
		types |= 1 << m.typ()
		shades[p.v.board.shade(Cell(c))] = true
	}
	return count == 0 || count == 1 && types&^d.alone == 0 || len(shades) == 1 && types&(types-1) == 0 && types&^d.shaded == 0
}

// reserve says whether a side has something in hand that can still come on the board. Who is dropped under a pawn needs a pawn that has its
// double step before it.
func (p *Position) reserve(s Side) bool {
	for t, n := range p.hands[s] {
		switch {
		case n == 0:
		case p.v.push == nil || p.v.push.piece != Type(t):
			return true
		default:
			for _, c := range p.men[s].cells() {
				if p.pushable(s, c) {
					return true
				}
			}
		}
	}
	return false
}

// CanWin is false for a bare king whom nothing can join any more: then the other's lost time is a draw, unless the game says that it never is (timeoutDraw). Where
// stalemate is no draw, he can still win by it.
func (p Position) CanWin(s Side) bool {
	if p.v.timeWins {
		return true
	}
	bare := func(s Side) bool { return len(p.men[s].cells()) == 1 && !p.reserve(s) }
	if !bare(s) || p.v.stalemate != "draw" {
		return true
	}
	return p.feeds(s.Other())
}

// feeds says whether what is captured of a side, or of what it still drops or promotes to, can come to the capturer's hand. Where pawns become only what the
// opponent has in hand, and that is nothing, they do not promote.
func (p *Position) feeds(s Side) bool {
	if !p.v.toHand {
		return false
	}
	found := p.reserve(s)
	for _, c := range p.men[s].cells() {
		m := p.cells[c]
		_, goes := p.v.handType(m)
		found = found || goes && m.typ() != p.v.royal || m.is(p.v.promoters) && p.choices(s)&p.v.handTypes != 0
	}
	return found
}
