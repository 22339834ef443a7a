package rules

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// flight is the power of a man who flies (Harpy Chess). Folded, he moves like any other man of his type, or he spreads his wings and lands on any
// empty cell of the region, whatever stands between; there he is of the flying type, and has only its moves. Folding the wings, on the same cell, is a move
// of its own. Unfolding and flying are two moves, too, made in one turn: so nobody flies while his king is in check, not even to interpose. With refly
// who is flying already may fly on: that is one move, and may interpose. Neither captures, or is a pawn's move to the counter.
type flight struct {
	folded, flying Type
	region         set
	refly          bool
}

// makeFlight reads the keys flight = p:f, flightRegion and refly.
func (c *compiler) makeFlight() {
	v, value := c.v, c.text("flight", "-")
	home := v.rank(White, 0)
	f := &flight{region: c.region("flightRegion", v.all.without(home).without(v.rank(Black, 0))), refly: c.flag("refly", false)}
	if value == "-" {
		for _, name := range []string{"flightRegion", "refly"} {
			if _, own := c.lines[name]; own {
				c.fail(name, errors.New("nobody flies in this game; it needs flight = p:f"))
			}
		}
		return
	}
	first, second, _ := strings.Cut(value, ":")
	folded, ok1 := v.typeNamed(strings.TrimSpace(first))
	flying, ok2 := v.typeNamed(strings.TrimSpace(second))
	switch {
	case !ok1 || !ok2 || folded == flying:
		c.notAllowed("flight", value)
		return
	case folded == v.royal || flying == v.royal:
		c.fail("flight", fmt.Errorf("a %s does not fly", v.name(v.royal)))
		return
	}
	switch pawns := v.pawns | v.promoters; {
	case pawns>>folded&1 == 0: // only pawns are harmed
	case mask(v.choices)>>flying&1 != 0:
		c.fail("flight", fmt.Errorf("%s may become %s by promotion, and that could fold its wings on the last rank; take it out of promotionPieceTypes, or land as another piece", article(v.name(folded)), article(v.name(flying))))
	case v.pieces[flying].Betza != "":
		c.fail("flight", fmt.Errorf("the %s has moves of its own, and could fold its wings on the last rank; %s that has landed needs a piece without moves (immobile = f)", v.name(flying), article(v.name(folded))))
	}
	f.folded, f.flying = folded, flying
	if _, set := c.values["handTypes"]; !set {
		v.handTypes &^= 1 << flying
	}
	v.flight = f
}

// types are both types, as bits.
func (f *flight) types() uint64 { return 1<<f.folded | 1<<f.flying }

// turned is a man who has become of another type.
func (m man) turned(t Type) man { return m&(blackMan|promotedMan) | man(t) + 1 }

// flights generates the flights of a side's men, and their foldings.
func (g *generator) flights(own set) {
	f := g.v.flight
	empty := f.region.without(g.men[White]).without(g.men[Black])
	check := g.fast && g.shield.block != everything || !g.fast && g.Check()
	for w, word := range own {
		for ; word != 0; word &= word - 1 {
			c := Cell(w<<6 + bits.TrailingZeros64(word))
			start, t := len(g.moves), g.cells[c].typ()
			if t == f.flying && !(g.fast && check) {
				g.moves = append(g.moves, Move{fold, c, c, 0})
			}
			if t == f.folded && !check || t == f.flying && f.refly {
				g.landings(c, empty)
			}
			switch {
			case !g.fast:
				g.try(start)
			case g.watched:
				g.tryWatched(start)
			}
		}
	}
}

// landings adds a man's flights to the cells of a set.
func (g *generator) landings(from Cell, cells set) {
	if g.fast {
		cells = cells.and(g.shield.allow(from))
	}
	for w, word := range cells {
		for ; word != 0; word &= word - 1 {
			g.moves = append(g.moves, Move{fly, from, Cell(w<<6 + bits.TrailingZeros64(word)), 0})
		}
	}
}

// doFlight carries a flight or a folding out.
func (p *Position) doFlight(m Move) {
	t := p.v.flight.flying
	if m.kind == fold {
		t = p.v.flight.folded
	}
	p.put(m.to, p.lift(m.from).turned(t))
	p.rights &^= p.v.loses[m.from] | p.v.loses[m.to]
}

// takeOff is as much of the cell where a flight begins as tells it from the others: nothing, or all.
func (p *Position) takeOff(m Move, legal []Move) string {
	for _, o := range legal {
		if o.to == m.to && o.kind == fly && o.from != m.from && p.cells[o.from].typ() == p.cells[m.from].typ() {
			return p.v.board.Name(m.from)
		}
	}
	return ""
}

// flies says whether the man on a cell may fly to another.
func (p *Position) flies(from, to Cell) bool {
	f := p.v.flight
	if f == nil || p.cells[to] != 0 || !f.region.has(to) || p.frozenBy(from) != NoCell {
		return false
	}
	t := p.cells[from].typ()
	return (t == f.folded && !p.Check() || t == f.flying && f.refly) && p.safe(Move{fly, from, to, 0})
}

// walks says whether a man may go to an empty cell by a move that is no flight.
func (p *Position) walks(from, to Cell) bool {
	for _, l := range p.linesTo(from, to) {
		by := step
		if l.passing && to == p.ep {
			by = enPassant
		}
		if (l.move || by == enPassant) && p.whyNotAlong(l, from, to) == "" && p.safe(Move{by, from, to, 0}) {
			return true
		}
	}
	return false
}
