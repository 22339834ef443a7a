package rules

import (
	"fmt"
	"strings"
)

// tossSAN is what a readable text says of whom a move throws, like " (Ne5>e8)", " (e5>xe8)" or " (a7>a8=Q)"; "" if nobody.
func (p *Position) tossSAN(m Move) string {
	t := p.toss(m)
	if !t.throws() {
		return ""
	}
	var text strings.Builder
	text.WriteString(" (")
	if thrown := p.cells[t.from].typ(); !p.v.letterless(thrown) {
		text.WriteString(p.v.upper(thrown))
	}
	text.WriteString(p.v.board.Name(t.from) + ">")
	if p.cells[t.to] != 0 {
		text.WriteByte('x')
	}
	text.WriteString(p.v.board.Name(t.to))
	if as, ok := p.promoted(m, t); ok {
		text.WriteString("=" + p.v.upper(as))
	}
	return text.String() + ")"
}

// promoted is what becomes of whom a move throws; false if he stays what he is.
func (p *Position) promoted(m Move, t toss) (Type, bool) {
	if m.kind == throwUp {
		return m.as, true
	}
	return p.becomes(p.cells[t.from], t.to)
}

// cutToss parts a text that says besides whom the move throws: "e3e4,e5e8" or "Ee4 (Ne5>e8)".
func (p *Position) cutToss(text string) (move, toss string, ok bool) {
	i := strings.IndexAny(text, "(,")
	if p.v.repulse == nil || i < 0 || len(text) > maxTyped || !strings.ContainsAny(text[i:], "0123456789") {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// parseToss reads a move of which it is said whom it throws. That can be left out, but if it is there, it has to be true.
func (p *Position) parseToss(text, move, thrown string) (Move, error) {
	said := reading{to: NoCell}
	for _, r := range p.read(thrown) {
		if _, whole := r.from(&p.v.board); whole {
			said = r
			break
		}
	}
	if said.to == NoCell {
		return Move{}, p.refuse(text, nil, p.Moves())
	}
	m, err := p.Parse(move)
	if said.as != 0 {
		up, wrong := p.Parse(move + string(rune(said.as)))
		switch {
		case wrong == nil:
			m, err = up, nil
		case err != nil:
			err = wrong
		}
	}
	if err != nil {
		return Move{}, err
	}
	if why := p.whyOtherToss(m, said); why != "" {
		return Move{}, &Refusal{why}
	}
	return m, nil
}

// whyOtherToss says what is wrong with what was said of whom a move throws; "" if it is true.
func (p *Position) whyOtherToss(m Move, said reading) string {
	v, b := p.v, &p.v.board
	t := p.toss(m)
	from, _ := said.from(b)
	alone := ": write " + p.Text(m) + " alone."
	if !t.throws() {
		return fmt.Sprintf("The move of the %s to %s throws nobody%s", p.manOn(m.from), b.Name(m.to), alone)
	}
	thrown := p.cells[t.from]
	as, rises := p.promoted(m, t)
	switch {
	case t.from != from || t.to != said.to:
		return fmt.Sprintf("The %s throws the %s to %s%s", p.manOn(m.from), p.manOn(t.from), b.Name(t.to), alone)
	case said.typed && thrown.typ() != said.typ:
		return fmt.Sprintf("On %s stands %s, not %s.", b.Name(from), article(v.name(thrown.typ())), article(v.name(said.typ)))
	case said.as != 0 && !rises:
		return fmt.Sprintf("The %s does not promote on %s%s", p.manOn(t.from), b.Name(t.to), alone)
	case said.as != 0 && v.pieces[as].Letter != said.as:
		return fmt.Sprintf("The %s becomes %s on %s%s", p.manOn(t.from), article(v.name(as)), b.Name(t.to), alone)
	}
	return ""
}

// whyNoLetter says that nobody promotes by a move for which a letter was written, though it is a legal one without.
func (p *Position) whyNoLetter(from, to Cell) string {
	b := &p.v.board
	m := Move{step, from, to, 0}
	if t := p.toss(m); t.throws() {
		if as, ok := p.promoted(m, t); ok {
			return fmt.Sprintf("The %s is thrown to %s and becomes %s by itself: write %s alone.", p.manOn(t.from), b.Name(t.to), article(p.v.name(as)), p.Text(m))
		}
	}
	return fmt.Sprintf("There is no promotion on %s: write %s%s alone.", b.Name(to), b.Name(from), b.Name(to))
}

// throwing says, after the name of a man who attacks a cell, whom he would throw on to it; "" if he would go there himself.
func (p *Position) throwing(from, c Cell) string {
	if p.v.repulse == nil {
		return ""
	}
	by := p.cells[from].side()
	for _, a := range p.v.approaches[c] {
		if p.attacker(a, by) == from {
			return ""
		}
	}
	for _, a := range p.v.repulse.seen[c] {
		if thrower, thrown := p.thrower(a, c, by); thrower == from {
			return fmt.Sprintf(", which would throw the %s on %s over %s", p.v.name(p.cells[thrown].typ()), p.v.board.Name(thrown), p.v.board.Name(a[0].cell))
		}
	}
	return ""
}

// describeToss says in a sentence whom a move throws, or why he is not thrown with whom that was in the air; "" if it was not.
func (p *Position) describeToss(m Move) string {
	v, b := p.v, &p.v.board
	t := p.toss(m)
	if t.from == NoCell {
		return ""
	}
	man := func(c Cell) string { return v.ManName(p.cells[c].typ(), p.cells[c].side()) }
	thrown, only := "The "+man(t.from)+" on "+b.Name(t.from), ", so the "+v.name(p.cells[m.from].typ())+" only steps."
	switch {
	case t.held == ownRank:
		return thrown + " cannot be thrown back to its first rank" + only
	case t.held == noChoice:
		return thrown + " is not thrown: there is no piece in hand to which it could promote on " + b.Name(t.to) + only
	case t.held == ownMan:
		return thrown + " is not thrown: it would land on the " + man(t.to) + " on " + b.Name(t.to) + only
	case p.cells[t.to] != 0:
		return thrown + " is thrown to " + b.Name(t.to) + " and captures the " + man(t.to) + " there."
	}
	return thrown + " is thrown to " + b.Name(t.to) + "."
}
