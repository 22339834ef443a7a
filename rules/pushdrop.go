package rules

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// pushDrop is the power of a piece that is dropped only under an own pawn, which makes its double step ahead (Pyrrhus Chess). The pawn is
// relocated, it does not move: so it may be paralysed. It can be captured en passant.
type pushDrop struct{ piece, pawn Type }

// makePushDrop reads the key pushDrop = y:p.
func (c *compiler) makePushDrop() {
	value := c.text("pushDrop", "-")
	if value == "-" {
		return
	}
	first, second, _ := strings.Cut(value, ":")
	piece, ok1 := c.v.typeNamed(first)
	pawn, ok2 := c.v.typeNamed(second)
	switch {
	case !ok1 || !ok2 || piece == pawn || pawn == c.v.royal:
		c.notAllowed("pushDrop", value)
	case !c.v.drops || c.v.handTypes>>piece&1 == 0:
		c.fail("pushDrop", errors.New("the piece cannot be in hand; it needs pieceDrops = true, and its letter among handTypes"))
	default:
		c.v.push = &pushDrop{piece, pawn}
	}
}

// pushable says whether on a cell stands a pawn of a side under which something can be put: one with its double step before it, whatever stands
// in its way.
func (p *Position) pushable(s Side, c Cell) bool {
	return p.cells[c]&^promotedMan == newMan(p.v.push.pawn, s) && p.v.doubles[s][c].to != NoCell
}

// pushes generates the drops under pawns. They are always tried: two men change their places at once.
func (g *generator) pushes() {
	start := len(g.moves)
	for _, c := range g.men[g.us].cells() {
		if !g.pushable(g.us, c) {
			continue
		}
		if d := g.v.doubles[g.us][c]; g.cells[d.skip] == 0 && g.cells[d.to] == 0 {
			g.moves = append(g.moves, Move{push, NoCell, c, g.v.push.piece})
		}
	}
	g.try(start)
}

// doPush carries such a drop out.
func (p *Position) doPush(m Move) {
	us := p.turn
	d := p.v.doubles[us][m.to]
	p.put(d.to, p.lift(m.to))
	p.put(m.to, newMan(m.as, us))
	p.hands[us][m.as]--
	p.clock = 0
	p.allowEnPassant(d.skip)
}

// whyNotPush says why a piece cannot be put under the pawn on a cell.
func (p *Position) whyNotPush(to Cell) string {
	v, b := p.v, &p.v.board
	us := p.turn
	piece, pawn := v.name(v.push.piece), v.name(v.push.pawn)
	region := v.doublesFrom(us)
	m, d := p.cells[to], v.doubles[us][to]
	switch {
	case d.to == NoCell:
		return fmt.Sprintf("The %s is put under a %s on your second rank (%s), and %s is not one of those squares.", piece, pawn, region, b.Name(to))
	case m == 0:
		return fmt.Sprintf("There is no %s of yours on %s, under which the %s could be put.", pawn, b.Name(to), piece)
	case !p.pushable(us, to):
		return fmt.Sprintf("The %s is put under a %s of your own, and %s stands on %s.", piece, pawn, p.who(to), b.Name(to))
	}
	for _, c := range []Cell{d.skip, d.to} {
		if p.cells[c] != 0 {
			return fmt.Sprintf("The %s on %s has to go two squares ahead to %s, and the %s is in the way.", pawn, b.Name(to), b.Name(d.to), p.manOn(c))
		}
	}
	if why := p.whyUnsafe(Move{push, NoCell, to, v.push.piece}); why != "" {
		return why
	}
	return fmt.Sprintf("The %s cannot be put on %s now.", piece, b.Name(to))
}

// doublesFrom names where a side's double steps begin: "a2 to h2", or on hexagons all the cells; "" if nowhere.
func (v *Variant) doublesFrom(s Side) string {
	var cells []Cell
	for c, d := range v.doubles[s] {
		if d.to != NoCell {
			cells = append(cells, Cell(c))
		}
	}
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(v.board.Cells[a].File-v.board.Cells[b].File, v.board.Cells[a].Rank-v.board.Cells[b].Rank)
	})
	var names []string
	for _, c := range cells {
		names = append(names, v.board.Name(c))
	}
	if len(names) == 0 || v.board.Hex {
		return listed(names, "and")
	}
	return names[0] + " to " + names[len(names)-1]
}

// goesTwo says, after "it", from where a side's pawns make their double step.
func (v *Variant) goesTwo(s Side) string {
	cells := v.board.word() + "s"
	switch where := v.doublesFrom(s); {
	case where == "":
		return "never goes two " + cells
	case v.board.Hex:
		return "goes two " + cells + " only from " + where
	}
	return "goes two " + cells + " only from its second rank"
}
