package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// opponentHand is the value of promotionSource that lets a pawn become only what the opponent has in hand (Dragonfly): the piece leaves his hand. Without one
// a pawn does not go where it would have to promote. What a pawn attacks does not depend on it: attacks are made from lines alone.
const opponentHand = "opponentHand"

// maxFromHand is how many types there can be to choose from in the opponent's hand.
const maxFromHand = 6

// makePromotionSource reads the key promotionSource, and lists the choices for every content of a hand.
func (c *compiler) makePromotionSource() {
	v := c.v
	switch source := c.text("promotionSource", "-"); {
	case source == "-":
		return
	case source != opponentHand:
		c.notAllowed("promotionSource", source)
	case !v.drops:
		c.fail("promotionSource", errors.New("without pieceDrops = true there are no hands"))
	case len(v.choices) > maxFromHand:
		c.fail("promotionSource", fmt.Errorf("promotionPieceTypes may list up to %d types with it", maxFromHand))
	}
	for held := range 1 << len(v.choices) {
		var choices []Type
		for i, t := range v.choices {
			if held>>i&1 != 0 {
				choices = append(choices, t)
			}
		}
		v.fromHand = append(v.fromHand, choices)
	}
}

// choices are what a pawn of the side to move may become now.
func (p *Position) choices() []Type { return p.choicesOf(p.turn) }

// choicesOf are what a pawn of a side may become now.
func (p *Position) choicesOf(s Side) []Type {
	if p.v.fromHand == nil {
		return p.v.choices
	}
	held := 0
	for i, t := range p.v.choices {
		if p.hands[s.Other()][t] > 0 {
			held |= 1 << i
		}
	}
	return p.v.fromHand[held]
}

// rise is a pawn of a side that becomes a man of a type, who leaves the opponent's hand where he comes from there.
func (p *Position) rise(as Type, s Side) man {
	if p.v.fromHand != nil {
		p.hands[s.Other()][as]--
	}
	if p.v.marks {
		return newMan(as, s) | promotedMan
	}
	return newMan(as, s)
}

// whyNoChoice says that a pawn may go nowhere where it has to promote, since there is nothing to promote to; "" where there is.
func (p *Position) whyNoChoice(from, to Cell) string {
	m := p.cells[from]
	if p.v.fromHand == nil || !m.is(p.v.promoters) || !p.v.promotion[m.side()].has(to) || len(p.choices()) > 0 || !p.v.mustRise {
		return ""
	}
	them := p.v.SideName(p.turn.Other())
	return fmt.Sprintf("%s has no piece in hand to promote to, so the %s cannot go to %s now. It still attacks the last rank.", them, p.manOn(from), p.v.board.Name(to))
}

// rises says whether the man on one cell may promote on another.
func (p *Position) rises(from, to Cell) bool {
	m := p.cells[from]
	return m.is(p.v.promoters) && p.v.promotion[m.side()].has(to) && len(p.choices()) > 0
}

// rising is the man who may promote when the one on a cell goes to another, where he does so, and by which kind of move; false if nobody does.
func (p *Position) rising(from, to Cell) (pawn, on Cell, by kind, ok bool) {
	if p.rises(from, to) {
		return from, to, promotion, true
	}
	if t := p.toss(Move{step, from, to, 0}); p.throwsUp(t) && len(p.choices()) > 0 {
		return t.from, t.to, throwUp, true
	}
	return NoCell, NoCell, noMove, false
}

// whyNotPromoted says what is wrong with the promotion that was asked for, or missing, in a move by which somebody may promote; "" if nothing is.
func (p *Position) whyNotPromoted(from, to Cell, as byte) string {
	pawn, on, by, _ := p.rising(from, to)
	v, b := p.v, &p.v.board
	var names, examples []string
	for _, t := range p.choices() {
		if p.safe(Move{by, from, to, t}) {
			names = append(names, v.name(t))
			examples = append(examples, b.Name(from)+b.Name(to)+v.lower(t))
		}
	}
	name, choices := v.name(p.cells[pawn].typ()), fmt.Sprintf("choose a %s (%s)", listed(names, "or"), strings.Join(examples, ", "))
	t, ok := v.typeOf(as)
	switch {
	case ok && mask(p.choices())>>t&1 != 0, as == 0 && !v.mustRise:
		return ""
	case names == nil:
		return p.whyUnsafe(Move{by, from, to, p.choices()[0]})
	case as == 0:
		return fmt.Sprintf("The %s promotes on %s: %s.", p.manOn(pawn), b.Name(on), choices)
	case !ok:
		return fmt.Sprintf("A %s cannot promote to “%c”: %s.", name, rune(as), choices)
	}
	if v.fromHand != nil && slices.Contains(v.choices, t) {
		return fmt.Sprintf("%s has no %s in hand to promote to: %s.", v.SideName(p.turn.Other()), v.name(t), choices)
	}
	return fmt.Sprintf("A %s cannot promote to %s: %s.", name, article(v.name(t)), choices)
}
