package rules

import (
	"fmt"
	"strings"
)

// rises says whether the man on one cell may promote on another.
func (p *Position) rises(from, to Cell) bool {
	m := p.cells[from]
	return m.is(p.v.promoters) && p.v.promotion[m.side()].has(to) && len(p.choices()) > 0
}

// risen is a pawn of a side that has become a man of a type.
func (p *Position) risen(as Type, s Side) man {
	if p.v.marks {
		return newMan(as, s) | promotedMan
	}
	return newMan(as, s)
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
	return fmt.Sprintf("A %s cannot promote to %s: %s.", name, article(v.name(t)), choices)
}
