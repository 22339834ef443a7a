package rules

import "slices"

const (
	maxLetters = 26             // piece types that have a letter, and can be in hand
	maxTypes   = 2 * maxLetters // with their promoted forms
)

// reach is where a man of one type and side may go from one cell, without a look at who stands where.
type reach struct {
	leaps  []Cell   // goes there or captures there, whatever stands between
	slides [][]Cell // goes along until something stands in the way, which it may capture
	lines  []line   // everything else
	double bool     // some cell can be reached in two ways: the generator must not list it twice
}

// line is one way along which a man goes.
type line struct {
	cells   []Cell
	free    int // the first cells that have to be empty and are no aims themselves: the leg of a horse, the square a double step skips
	move    bool
	capture bool
	passing bool // may capture en passant
	skips   bool // a double step: the enemy may capture en passant on cells[0]
	hop     hop
}

// plain says whether the line needs none of what lines do beyond leaps and slides.
func (l *line) plain() bool {
	return l.move && l.capture && !l.passing && !l.skips && l.free == 0 && l.hop == noHop
}

// eye is a cell on the way towards another, with the types (as bits, by side) that from there can capture what stands at its end.
type eye struct {
	cell      Cell
	by        [2]uint64 // with nothing between
	over      [2]uint64 // with exactly one man between
	overFirst [2]uint64 // with one man between, who stands next to the end
}

// approach is all eyes along one line, the nearest first.
type approach []eye

// double is a double step: the cell that is skipped and the cell where it ends.
type double struct{ skip, to Cell }

// passed is a double step seen from the cell that is skipped.
type passed struct{ from, to Cell }

// trace turns the terms of a move description into the lines from a cell.
type trace func(terms []term, s Side, from Cell) []line

// trace is the trace on the variant's board; a hole ends a line and cannot be a leg. region is where initial moves are allowed.
func (c *compiler) trace(region [2]set) trace {
	b := &c.v.board
	return func(terms []term, s Side, from Cell) []line {
		var lines []line
		for _, t := range terms {
			if t.initial && !region[s].has(from) {
				continue
			}
			for _, w := range b.ways(t, s) {
				l := line{move: t.move, capture: t.capture, passing: t.passing, hop: t.hop}
				if t.lame {
					for _, leg := range w.legs {
						l.cells = append(l.cells, b.away(from, leg, 1))
					}
					l.free = len(l.cells)
					l.skips = t.initial && !t.capture && t.base == atoms['D']
				}
				for n := 1; (n <= t.limit || t.limit == 0) && b.away(from, w.vector, n) != NoCell; n++ {
					l.cells = append(l.cells, b.away(from, w.vector, n))
				}
				if len(l.cells) > l.free && !slices.Contains(l.cells, NoCell) {
					lines = append(lines, l)
				}
			}
		}
		return lines
	}
}

// makeReach sorts lines by what the generator does with them. Types that promote have all their moves among the lines.
func makeReach(lines []line, promotes bool) reach {
	r := reach{}
	var moves, captures set
	for _, l := range lines {
		switch {
		case !l.plain() || promotes:
			r.lines = append(r.lines, l)
		case len(l.cells) == 1:
			r.leaps = append(r.leaps, l.cells[0])
		default:
			r.slides = append(r.slides, l.cells)
		}
		for _, c := range l.cells[l.free:] {
			r.double = r.double || l.move && moves.has(c) || l.capture && captures.has(c)
			if l.move {
				moves.add(c)
			}
			if l.capture {
				captures.add(c)
			}
		}
	}
	return r
}

// each calls f for every way of a reach, leaps and slides included.
func (r *reach) each(f func(l line)) {
	for i := range r.leaps {
		f(line{cells: r.leaps[i : i+1], move: true, capture: true})
	}
	for _, s := range r.slides {
		f(line{cells: s, move: true, capture: true})
	}
	for _, l := range r.lines {
		f(l)
	}
}

// hits says whether some way captures on a cell, if nobody stands between.
func (r *reach) hits(c Cell) (found bool) {
	r.each(func(l line) {
		found = found || l.capture && slices.Contains(l.cells, c)
	})
	return found
}

// approaches turns the reaches of all types round: for every cell the lines along which it can be captured. reach gives the ways of a
// type, side and cell. Lines that begin alike share their cells, so that one walk serves all types.
func approaches(cells, types int, ways func(t Type, s Side, c Cell) *reach) [][]approach {
	type way struct {
		back []Cell // from the end to the attacker
		side Side
		typ  Type
		hop  hop
	}
	towards := make([][]way, cells)
	for c := range Cell(cells) {
		for t := range Type(types) {
			for _, s := range []Side{White, Black} {
				ways(t, s, c).each(func(l line) {
					for i := l.free; l.capture && i < len(l.cells); i++ {
						back := []Cell{c}
						back = append(back, l.cells[:i]...)
						slices.Reverse(back)
						towards[l.cells[i]] = append(towards[l.cells[i]], way{back, s, t, l.hop})
					}
				})
			}
		}
	}
	all := make([][]approach, cells)
	for c := range towards {
		slices.SortStableFunc(towards[c], func(a, b way) int { return len(b.back) - len(a.back) })
		for _, w := range towards[c] {
			e := eyeAt(&all[c], w.back)
			switch w.hop {
			case noHop:
				e.by[w.side] |= 1 << w.typ
			case farHop:
				e.over[w.side] |= 1 << w.typ
			case nearHop:
				e.overFirst[w.side] |= 1 << w.typ
			}
		}
	}
	return all
}

// eyeAt finds or makes the last eye of an approach that goes over these cells.
func eyeAt(list *[]approach, cells []Cell) *eye {
	for _, a := range *list {
		if len(a) >= len(cells) && slices.EqualFunc(a[:len(cells)], cells, func(e eye, c Cell) bool { return e.cell == c }) {
			return &a[len(cells)-1]
		}
	}
	a := make(approach, len(cells))
	for i, c := range cells {
		a[i].cell = c
	}
	*list = append(*list, a)
	return &a[len(a)-1]
}
