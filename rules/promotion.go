package rules

import (
	"errors"
	"fmt"
	"strings"
)

// makePromotionSource reads the key promotionSource: with opponentHand (Dragonfly) a pawn becomes only what the opponent has in hand, and it leaves his hand.
// Without one a pawn does not go where it would have to promote. What a pawn attacks does not depend on it: attacks are made from lines alone. What the
// promoting move itself captures goes to the mover's hand, and so makes no difference.
func (c *compiler) makePromotionSource() {
	v := c.v
	v.anyChoice = mask(v.choices)
	switch source := c.text("promotionSource", "-"); {
	case source == "-":
	case source != "opponentHand":
		c.notAllowed("promotionSource", source)
	case !v.drops:
		c.fail("promotionSource", errors.New("without pieceDrops = true there are no hands"))
	default:
		v.fromHand = true
	}
}

// choices are the types that a pawn of a side may become now.
func (p *Position) choices(s Side) uint64 {
	if !p.v.fromHand {
		return p.v.anyChoice
	}
	held := uint64(0)
	for _, t := range p.v.choices {
		if p.hands[s.Other()][t] > 0 {
			held |= 1 << t
		}
	}
	return held
}

// rise is a pawn of a side that becomes a man of a type, who leaves the opponent's hand where he comes from there.
func (p *Position) rise(as Type, s Side) man {
	if p.v.fromHand {
		p.hands[s.Other()][as]--
	}
	if p.v.marks {
		return newMan(as, s) | promotedMan
	}
	return newMan(as, s)
}

// whyNoChoice says that a pawn may go nowhere where it has to promote, since there is nothing to promote to; "" where there is.
func (p *Position) whyNoChoice(from, to Cell) string {
	if !p.v.fromHand || !p.aspires(p.cells[from], to) || p.choices(p.turn) != 0 || !p.v.mustRise {
		return ""
	}
	them := p.v.SideName(p.turn.Other())
	return fmt.Sprintf("%s has no piece in hand to promote to, so the %s cannot go to %s now. It still attacks the last rank.", them, p.manOn(from), p.v.board.Name(to))
}

// rises says whether the man on one cell may promote on another.
func (p *Position) rises(from, to Cell) bool {
	return p.aspires(p.cells[from], to) && p.choices(p.turn) != 0
}

// aspires says whether a cell is where a man promotes, as long as there is something to become.
func (p *Position) aspires(m man, to Cell) bool {
	return m.is(p.v.promoters) && p.v.promotion[m.side()].has(to)
}

// rising is the man who may promote when the one on a cell goes to another, where he does so, and by which kind of move; false if nobody does.
func (p *Position) rising(from, to Cell) (pawn, on Cell, by kind, ok bool) {
	if p.rises(from, to) {
		return from, to, promotion, true
	}
	if t := p.toss(Move{step, from, to, 0}); p.throwsUp(t) && p.choices(p.turn) != 0 {
		return t.from, t.to, throwUp, true
	}
	return NoCell, NoCell, noMove, false
}

// whyNotPromoted says what is wrong with the promotion that was asked for, or missing, in a move by which somebody may promote; "" if nothing is.
func (p *Position) whyNotPromoted(from, to Cell, as byte) string {
	pawn, on, by, _ := p.rising(from, to)
	v, b := p.v, &p.v.board
	var names, examples []string
	unsafe := ""
	for _, t := range v.choices {
		switch m := (Move{by, from, to, t}); {
		case p.choices(p.turn)>>t&1 == 0:
		case p.safe(m):
			names = append(names, v.name(t))
			examples = append(examples, b.Name(from)+b.Name(to)+v.lower(t))
		case unsafe == "":
			unsafe = p.whyUnsafe(m)
		}
	}
	name, choices := v.name(p.cells[pawn].typ()), fmt.Sprintf("choose a %s (%s)", listed(names, "or"), strings.Join(examples, ", "))
	t, ok := v.typeOf(as)
	switch {
	case ok && p.choices(p.turn)>>t&1 != 0, as == 0 && !v.mustRise:
		return ""
	case names == nil:
		return unsafe
	case as == 0:
		return fmt.Sprintf("The %s promotes on %s: %s.", p.manOn(pawn), b.Name(on), choices)
	case !ok:
		return fmt.Sprintf("A %s cannot promote to “%c”: %s.", name, rune(as), choices)
	case v.anyChoice>>t&1 != 0:
		return fmt.Sprintf("%s has no %s in hand to promote to: %s.", v.SideName(p.turn.Other()), v.name(t), choices)
	}
	return fmt.Sprintf("A %s cannot promote to %s: %s.", name, article(v.name(t)), choices)
}
