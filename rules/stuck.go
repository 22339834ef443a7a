package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Stuck says why no legal move begins with a click (see Clicks) on a man of the side to move, on the board or in hand; "" where a move
// does, or where there is no such man.
func (p Position) Stuck(click string) string {
	for _, m := range p.Moves() {
		if p.Clicks(m)[0] == click {
			return ""
		}
	}
	if t, ok := p.v.InHand(click); ok && p.hands[p.turn][t] > 0 {
		return fmt.Sprintf("The %s in your %s cannot be dropped now. %s", p.v.name(t), p.v.HandName(), p.whyNoDrop(t))
	}
	c, ok := p.v.board.Cell(click)
	if !ok || p.v.board.Name(c) != click || p.cells[c] == 0 || p.cells[c].side() != p.turn {
		return ""
	}
	if by := p.frozenBy(c); by != NoCell {
		return fmt.Sprintf("The %s is paralysed by the %s and cannot move.", p.manOn(c), p.manOn(by))
	}
	return strings.TrimSpace(fmt.Sprintf("The %s cannot move now. %s", p.manOn(c), p.whyNoStep(c)))
}

// whyNoStep says what keeps a man that is free to move from all its moves: a check, a pin, or who stands in the way.
func (p *Position) whyNoStep(from Cell) string {
	if p.Check() && from != p.king[p.turn] {
		return p.checked() + ", and no move of that " + p.v.name(p.cells[from].typ()) + " ends that." + p.noInterposing(from)
	}
	var unsafe, blocked, idle []string
	m := p.cells[from]
	p.v.reach[m.side()][m.typ()][from].each(func(l line) {
		for _, to := range l.cells[l.free:] {
			switch why := p.whyNotReached(from, to); {
			case why != "" && p.cells[to] == 0 && l.capture && !l.move:
				idle = append(idle, why)
				return
			case why != "":
				blocked = append(blocked, why)
				return // what comes behind does not matter
			case p.v.stuck[m.side()][m.typ()].has(to) && !p.mayUpgrade(from, to):
				blocked = append(blocked, p.whyNotUnpromoted(from, to))
			case p.whyNoChoice(from, to) != "":
				blocked = append(blocked, p.whyNoChoice(from, to))
				return
			default:
				unsafe = append(unsafe, p.whyUnsafe(Move{step, from, to, 0}))
			}
		}
	})
	unsafe = append(p.whyNoFlight(from), unsafe...)
	for _, reasons := range [][]string{unsafe, blocked, idle} {
		if reasons = different(reasons); reasons != nil {
			return strings.Join(reasons[:min(2, len(reasons))], " ")
		}
	}
	return ""
}

// whyNoDrop says what keeps a man in hand from all drops.
func (p *Position) whyNoDrop(t Type) string {
	v, us := p.v, p.turn
	if p.Check() {
		return p.checked() + ", and no drop ends that."
	}
	push := v.push != nil && v.push.piece == t
	var reasons []string
	for i := range v.board.Cells {
		c := Cell(i)
		if push && p.pushable(us, c) || !push && v.dropRegion[us][t].has(c) && p.cells[c] == 0 {
			reasons = append(reasons, p.whyNotDrop(t, c))
		}
	}
	reasons = different(reasons)
	switch {
	case reasons != nil:
		return strings.Join(reasons[:min(2, len(reasons))], " ")
	case push:
		return fmt.Sprintf("You have no %s on your second rank (%s), under which it could be put.", v.name(v.push.pawn), v.doublesFrom(us))
	}
	return "There is no empty " + v.board.word() + " for it."
}

// checked says who gives check, without the end of the sentence.
func (p *Position) checked() string {
	king := p.king[p.turn]
	return fmt.Sprintf("Your king on %s is in check from the %s", p.v.board.Name(king), p.firstAttacker(king))
}

// different is the texts that are not empty, each once.
func different(texts []string) (all []string) {
	for _, text := range texts {
		if text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}
