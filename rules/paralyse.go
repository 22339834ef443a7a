package rules

import (
	"fmt"
	"math/bits"
	"strings"
)

// paralysis is the power of a piece that paralyses every enemy man it sees along its range (Pyrrhus Chess). Who is paralysed generates nothing:
// no move, no attack, no check. He is an ordinary obstacle and victim, and if he paralyses, he goes on doing so.
type paralysis struct {
	types uint64
	sight [2][]reach   // by side and cell
	seen  [][]approach // by cell: from where one can be paralysed
}

// makeParalysis reads the key paralyse = y:Q.
func (c *compiler) makeParalysis() {
	value := c.text("paralyse", "-")
	if value == "-" {
		return
	}
	letter, betza, ok := strings.Cut(value, ":")
	t, known := c.v.typeNamed(letter)
	if !ok || !known {
		c.notAllowed("paralyse", value)
		return
	}
	terms, err := parseBetza(strings.TrimSpace(betza))
	for _, m := range terms {
		if err == nil && (!m.capture || !m.move || m.hop != noHop || m.initial || m.passing) {
			err = fmt.Errorf("a range has only directions and distances")
		}
	}
	if err == nil && len(terms) > 10 {
		err = fmt.Errorf("the range is too complicated")
	}
	if err != nil {
		c.fail("paralyse", err)
		return
	}
	p := &paralysis{types: 1 << t}
	lines := c.trace([2]set{})
	for _, s := range []Side{White, Black} {
		p.sight[s] = make([]reach, len(c.v.board.Cells))
		for cell := range p.sight[s] {
			p.sight[s][cell] = makeReach(lines(terms, s, Cell(cell)), false)
		}
	}
	nothing := &reach{}
	p.seen = approaches(len(c.v.board.Cells), len(c.v.pieces), func(u Type, s Side, cell Cell) *reach {
		if u != t {
			return nothing
		}
		return &p.sight[s][cell]
	})
	c.v.paralyse = p
}

// frozenBy is the enemy who paralyses the man on a cell, or NoCell.
func (p *Position) frozenBy(c Cell) Cell {
	if p.v.paralyse == nil || p.cells[c] == 0 {
		return NoCell
	}
	them := p.cells[c].side().Other()
	for _, a := range p.v.paralyse.seen[c] {
		for i := range a {
			e := &a[i]
			m := p.cells[e.cell]
			if m == 0 {
				continue
			}
			if m.side() == them && e.by[them]>>m.typ()&1 != 0 {
				return e.cell
			}
			break
		}
	}
	return NoCell
}

// frozen are the cells where a side's men are paralysed.
func (p *Position) frozen(us Side) (cells set) {
	them := us.Other()
	for w, word := range p.men[them] {
		for ; word != 0; word &= word - 1 {
			c := Cell(w<<6 + bits.TrailingZeros64(word))
			if !p.cells[c].is(p.v.paralyse.types) {
				continue
			}
			r := &p.v.paralyse.sight[them][c]
			for _, to := range r.leaps {
				cells.add(to)
			}
			for _, slide := range r.slides {
				for _, to := range slide {
					cells.add(to)
					if p.cells[to] != 0 {
						break
					}
				}
			}
			for _, l := range r.lines { // lame leaps
				if p.emptyAll(l.cells[:l.free]) {
					cells.add(l.cells[l.free])
				}
			}
		}
	}
	return cells.and(p.men[us])
}

// emptyAll says whether nobody stands on any of the cells.
func (p *Position) emptyAll(cells []Cell) bool {
	for _, c := range cells {
		if p.cells[c] != 0 {
			return false
		}
	}
	return true
}

// paralyses says whether a side has a man on the board that paralyses.
func (p *Position) paralyses(s Side) bool {
	for w, word := range p.men[s] {
		for ; word != 0; word &= word - 1 {
			if p.cells[w<<6+bits.TrailingZeros64(word)].is(p.v.paralyse.types) {
				return true
			}
		}
	}
	return false
}
