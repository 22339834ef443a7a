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

// whyNotPromoted says what is wrong with the promotion that was asked for, or missing, of a man who may promote there; "" if nothing is.
func (p *Position) whyNotPromoted(from, to Cell, as byte) string {
	v, b := p.v, &p.v.board
	var names, examples []string
	for _, t := range p.choices() {
		if p.safe(Move{promotion, from, to, t}) {
			names = append(names, v.name(t))
			examples = append(examples, b.Name(from)+b.Name(to)+v.lower(t))
		}
	}
	name, choices := v.name(p.cells[from].typ()), fmt.Sprintf("choose a %s (%s)", listed(names, "or"), strings.Join(examples, ", "))
	t, ok := v.typeOf(as)
	switch {
	case ok && mask(p.choices())>>t&1 != 0, as == 0 && !v.mustRise:
		return ""
	case names == nil:
		return p.whyUnsafe(Move{promotion, from, to, p.choices()[0]})
	case as == 0:
		return fmt.Sprintf("The %s promotes on %s: %s.", p.manOn(from), b.Name(to), choices)
	case !ok:
		return fmt.Sprintf("A %s cannot promote to “%c”: %s.", name, rune(as), choices)
	}
	return fmt.Sprintf("A %s cannot promote to %s: %s.", name, article(v.name(t)), choices)
}
