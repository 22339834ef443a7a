package rules

import (
	"fmt"
	"slices"
	"strings"
)

// twoMoves is why nobody spreads his wings to stand between his king and who gives check.
const twoMoves = "A %s cannot fly to interpose: unfolding and flying are two moves."

// readFlight reads a flight from what is left of its text without the ^: "e2e4", "Pe2e4", "Pe4", "e4". A small letter that is a file and a piece may be
// either.
func (p *Position) readFlight(s string) []reading {
	readings := p.readFrom(s, reading{flies: true, file: -1, rank: -1})
	if s == "" {
		return nil
	}
	t, ok := p.v.typeNamed(s[:1])
	coordinates := slices.ContainsFunc(readings, func(r reading) bool { _, whole := r.from(&p.v.board); return whole })
	if !ok || coordinates && (s[0] >= 'a' || p.v.flight.types()>>t&1 == 0) { // "f3c3" is that of the man on f3, and "B1c3" no bishop's
		return readings
	}
	named := p.readFrom(s[1:], reading{flies: true, typed: true, typ: t, file: -1, rank: -1})
	for i := range readings {
		if s[0] < 'a' && len(named) > 0 {
			readings[i].distance = 1
		}
	}
	return append(named, readings...)
}

// readFold reads how a flying man folds his wings: "e4=", "Fe4=", "e4=P".
func (p *Position) readFold(s string) (reading, bool) {
	f := p.v.flight
	man, becomes, ok := strings.Cut(s, "=")
	if f == nil || !ok {
		return reading{}, false
	}
	r := reading{folds: true, file: -1, rank: -1}
	man = strings.ToLower(p.v.strip(man))
	if r.to, ok = p.v.board.Cell(man); !ok && man != "" {
		r.typ, r.typed = p.v.typeNamed(man[:1])
		r.to, ok = p.v.board.Cell(man[1:])
		ok = ok && r.typed && f.types()>>r.typ&1 != 0
	}
	if from, rest, found := p.v.board.readCell(man); !ok && found {
		r.to, ok = p.v.board.Cell(rest) // "e4e4="
		r.typed, ok = false, ok && from == r.to
	}
	if becomes == "" || !ok {
		return r, ok
	}
	t, known := p.v.typeNamed(becomes)
	return r, known && t == f.folded && p.men[p.turn].has(r.to) && p.cells[r.to].typ() == f.flying
}

// describeTurn says in a sentence how a man spreads or folds his wings.
func (p *Position) describeTurn(m Move) string {
	v, f := p.v, p.v.flight
	at, folded, flying := v.board.Name(m.to), v.name(f.folded), v.name(f.flying)
	switch {
	case m.kind == fold:
		return fmt.Sprintf("The %s on %s folds its wings and is %s again.", flying, at, article(folded))
	case f.refly || v.pieces[f.flying].Betza != "":
		return fmt.Sprintf("The %s spreads its wings and lands on %s. It is %s until it folds them.", folded, at, article(flying))
	}
	return fmt.Sprintf("The %s spreads its wings and lands on %s. It has to fold them before it can move again.", folded, at)
}

// whyNotFold says why the man on a cell does not fold his wings.
func (p *Position) whyNotFold(c Cell) string {
	f := p.v.flight
	if why := p.whyNotYours(c); why != "" {
		return why
	}
	switch t := p.cells[c].typ(); {
	case t == f.folded:
		return fmt.Sprintf("The %s has its wings folded already.", p.manOn(c))
	case t != f.flying:
		return fmt.Sprintf("The %s has no wings to fold.", p.manOn(c))
	}
	if why := p.whyFrozen(c); why != "" {
		return why
	}
	return p.whyUnsafe(Move{fold, c, c, 0})
}

// mustFold says that a flying man cannot move before he has folded his wings, and how he does, or why he cannot.
func (p *Position) mustFold(c Cell) string {
	if why := p.whyNotFold(c); why != "" {
		return fmt.Sprintf("The %s has to fold its wings before it can move. %s", p.manOn(c), why)
	}
	return fmt.Sprintf("The %s must fold its wings first (%s).", p.manOn(c), p.Text(Move{fold, c, c, 0}))
}

// whyNotOnFoot says what a flying man can do who was to go to a cell, and has no moves but these; "" for all others.
func (p *Position) whyNotOnFoot(from, to Cell) string {
	f := p.v.flight
	if f == nil || p.cells[from].typ() != f.flying || p.v.pieces[f.flying].Betza != "" {
		return ""
	}
	if !f.refly {
		return p.mustFold(from)
	}
	var can []string
	if p.flies(from, to) {
		can = append(can, fmt.Sprintf("to fly there, write %s", p.Text(Move{fly, from, to, 0})))
	}
	if p.whyNotFold(from) == "" {
		can = append(can, fmt.Sprintf("to fold its wings first, write %s", p.Text(Move{fold, from, from, 0})))
	}
	why := fmt.Sprintf("The %s cannot walk before it has folded its wings", p.manOn(from))
	if can == nil {
		return why + ". " + p.whyNotFly(reading{to: to}, from)
	}
	return why + ": " + strings.Join(can, "; ") + "."
}

// noneOnFoot says it of several flying men.
func (p *Position) noneOnFoot(to Cell, men []Cell) string {
	f := p.v.flight
	if p.whyNotOnFoot(men[0], to) == "" || f.refly {
		return ""
	}
	return fmt.Sprintf("%s cannot move before they have folded their wings. %s", UpperFirst(Plural(p.v.name(f.flying), 2)), p.mustFold(men[0]))
}

// foldsBefore is a flying man of the side to move who could be meant by a reading if he had his wings folded; NoCell for none.
func (p *Position) foldsBefore(r reading) Cell {
	f := p.v.flight
	if f == nil || r.typ != f.folded {
		return NoCell
	}
	r.typ = f.flying
	for _, c := range p.candidates(r) {
		if p.leadsAs(f.folded, c, r.to) {
			return c
		}
	}
	return NoCell
}

// howToFly says how a man gets to a cell by flight, to be added to a sentence that says why he cannot go there; "" if he does not.
func (p *Position) howToFly(from, to Cell) string {
	if !p.flies(from, to) {
		return ""
	}
	return fmt.Sprintf(" The %s can fly there: write %s.", p.manOn(from), p.Text(Move{fly, from, to, 0}))
}

// whyNotFly says why the man on a cell does not make the flight that a reading means.
func (p *Position) whyNotFly(r reading, from Cell) string {
	v, f, to := p.v, p.v.flight, r.to
	if why := p.whyNotYours(from); why != "" {
		return why
	}
	t := p.cells[from].typ()
	name := v.name(f.folded)
	switch {
	case f.types()>>t&1 == 0:
		return fmt.Sprintf("The %s does not fly; %s does.", p.manOn(from), article(name))
	case p.frozenBy(from) != NoCell:
		return p.whyFrozen(from)
	case t == f.flying && !f.refly:
		return p.mustFold(from)
	case from == to:
		return fmt.Sprintf("A flight ends on another %s: the %s cannot stay on %s.", v.board.word(), v.name(t), v.board.Name(to))
	}
	if why := p.whyNotLand(to); why != "" {
		return why
	}
	m := Move{fly, from, to, 0}
	switch why := p.whyUnsafe(m); {
	case t == f.folded && p.Check() && why == "":
		return p.checked() + ". " + fmt.Sprintf(twoMoves, name)
	case why != "":
		return why
	}
	return fmt.Sprintf("Nobody promotes by a flight: write %s alone.", p.Text(m))
}

// whyNotLand says why no flight ends on a cell; "" if one may.
func (p *Position) whyNotLand(to Cell) string {
	v, f := p.v, p.v.flight
	name := v.name(f.folded)
	switch {
	case !f.region.has(to):
		if where := v.regionName(f.region); where != "" {
			return fmt.Sprintf("%s lands on %s only.", UpperFirst(article(name)), where)
		}
		return fmt.Sprintf("%s does not land on %s.", UpperFirst(article(name)), v.board.Name(to))
	case p.cells[to] != 0:
		return fmt.Sprintf("%s lands on empty %ss only and never captures, and %s stands on %s.", UpperFirst(article(name)), v.board.word(), p.who(to), v.board.Name(to))
	}
	return ""
}

// regionName is what a region is called, "ranks 2 to 7" or "d4 and e4"; "" where that would be long.
func (v *Variant) regionName(region set) string {
	var names []string
	first, last := v.board.Ranks, -1
	for _, c := range region.cells() {
		names = append(names, v.board.Name(c))
		first, last = min(first, v.board.Cells[c].Rank), max(last, v.board.Cells[c].Rank)
	}
	whole := set{}
	for c, info := range v.board.Cells {
		if info.Rank >= first && info.Rank <= last {
			whole.add(Cell(c))
		}
	}
	switch {
	case names == nil:
		return ""
	case whole == region && first == last:
		return fmt.Sprintf("rank %d", first+1)
	case whole == region:
		return fmt.Sprintf("ranks %d to %d", first+1, last+1)
	case len(names) <= 6:
		return listed(names, "and")
	}
	return ""
}

// whyNoneFlies says why no man makes a flight of which it is not said where it begins.
func (p *Position) whyNoneFlies(r reading) string {
	v, f := p.v, p.v.flight
	var able, flying []Cell
	for _, c := range p.candidates(r) {
		switch t := p.cells[c].typ(); {
		case t == f.folded || t == f.flying && f.refly:
			able = append(able, c)
		case t == f.flying:
			flying = append(flying, c)
		}
	}
	switch {
	case r.typed && f.types()>>r.typ&1 == 0:
		return fmt.Sprintf("%s does not fly; %s does.", UpperFirst(article(v.name(r.typ))), article(v.name(f.folded)))
	case len(able)+len(flying) == 0 && r.file >= 0:
		return fmt.Sprintf("You have no %s on the %s-file that could fly.", v.name(f.folded), v.board.FileNames[r.file])
	case len(able)+len(flying) == 0:
		return fmt.Sprintf("You have no %s that could fly.", v.name(f.folded))
	case p.whyNotLand(r.to) != "":
		return p.whyNotLand(r.to)
	case len(able) == 0:
		able = flying
	}
	var reasons []string
	for _, c := range able {
		reasons = append(reasons, p.whyNotFly(r, c))
	}
	reasons = different(reasons)
	return strings.Join(reasons[:min(3, len(reasons))], " ")
}

// whyNoFlight says what keeps a man from all his flights, or from folding his wings, as far as it is about his king; nothing for who does not fly.
func (p *Position) whyNoFlight(from Cell) (reasons []string) {
	f := p.v.flight
	if f == nil || !p.cells[from].is(f.types()) {
		return nil
	}
	if p.cells[from].typ() == f.flying {
		reasons = append(reasons, p.whyNotFold(from))
		if !f.refly {
			return reasons
		}
	}
	for _, to := range f.region.without(p.men[White]).without(p.men[Black]).cells() {
		reasons = append(reasons, p.whyNotFly(reading{to: to}, from))
	}
	return reasons
}

// noInterposing says, to be added to a sentence, that a man could parry the check if he could fly now; "" where that would not help.
func (p *Position) noInterposing(from Cell) string {
	f := p.v.flight
	if f == nil || p.cells[from].typ() != f.folded {
		return ""
	}
	for _, to := range f.region.without(p.men[White]).without(p.men[Black]).cells() {
		if p.safe(Move{fly, from, to, 0}) {
			return " " + fmt.Sprintf(twoMoves, p.v.name(f.folded))
		}
	}
	return ""
}
