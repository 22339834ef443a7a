package rules

import (
	"errors"
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
	piece, ok1 := c.v.letters[(first + " ")[0]|0x20]
	pawn, ok2 := c.v.letters[(second + " ")[0]|0x20]
	switch {
	case len(first) != 1 || len(second) != 1 || !ok1 || !ok2 || piece == pawn || pawn == c.v.royal:
		c.notAllowed("pushDrop", value)
	case !c.v.drops || c.v.handTypes>>piece&1 == 0:
		c.fail("pushDrop", errors.New("the piece cannot be in hand; it needs pieceDrops = true, and its letter among handTypes"))
	default:
		c.v.push = &pushDrop{piece, pawn}
	}
}

// pushes generates the drops under pawns. They are always tried: two men change their places at once.
func (g *generator) pushes() {
	start := len(g.moves)
	pawn := newMan(g.v.push.pawn, g.us)
	for _, c := range g.men[g.us].cells() {
		d := g.v.doubles[g.us][c]
		if g.cells[c]&^promotedMan == pawn && d.to != NoCell && g.cells[d.skip] == 0 && g.cells[d.to] == 0 {
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
