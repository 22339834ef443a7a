package rules

import (
	"errors"
	"fmt"
	"slices"
)

// repulsion is the power of a piece that throws men over others (Echidna Chess). It goes on to an empty cell and looks on from there in the direction of
// its step, over empty cells: the first man whom it sees is thrown over the next one behind him, the screen, and lands right behind that. It is no choice:
// whoever can be thrown is. An enemy of the mover who stands there is captured; where an own man of the mover stands, or where a pawn would come back to his
// own first rank, nobody is thrown. A pawn thrown to where he promotes does: one of the mover's to what the mover chooses, an enemy's to the first of the
// choices (a queen, where there is one). Nobody else is thrown in turn, and a step that captures throws nobody. Whoever moves on over several cells looks on
// from where he stops; moves over a screen, past a leg, or from the region of double steps only, throw nobody.
type repulsion struct {
	types uint64
	rays  [2][maxTypes][][]ray // by side, type and cell
	seen  [][]approach         // by cell: from where somebody can be thrown on to it
	home  [2]set               // by side: where her pawns are not thrown
}

// ray is a direction in which a man steps and throws.
type ray struct {
	cells []Cell // as far as there is board
	steps int    // to how many of them he can go himself
}

// makeRepulsion reads the key repulse = e.
func (c *compiler) makeRepulsion() {
	v := c.v
	types := c.kinds("repulse", "-")
	if types == nil {
		return
	}
	r := &repulsion{types: mask(types), home: [2]set{v.rank(White, 0), v.rank(Black, 0)}}
	if r.types&v.promoters != 0 {
		c.fail("repulse", errors.New("a piece that promotes cannot repulse, too"))
		return
	}
	ways := [2][maxTypes][]reach{}
	for _, t := range types {
		found := false
		for _, s := range []Side{White, Black} {
			r.rays[s][t], ways[s][t] = make([][]ray, len(v.board.Cells)), make([]reach, len(v.board.Cells))
			for cell := range v.board.Cells {
				rays, err := c.raysOf(t, s, Cell(cell))
				if err != nil {
					c.fail("repulse", err)
					return
				}
				var lines []line
				for _, x := range rays {
					lines = append(lines, line{cells: x.cells, move: true, capture: true})
				}
				r.rays[s][t][cell], ways[s][t][cell] = rays, makeReach(lines, false)
				found = found || rays != nil
			}
		}
		if !found {
			c.fail("repulse", fmt.Errorf("the %s has no step to an empty square, after which it could throw somebody", v.name(t)))
		}
	}
	nothing := &reach{}
	r.seen = approaches(len(v.board.Cells), len(v.pieces), func(t Type, s Side, cell Cell) *reach {
		if r.types>>t&1 == 0 {
			return nothing
		}
		return &ways[s][t][cell]
	})
	v.repulse = r
}

// raysOf are the directions in which a man steps and throws from a cell.
func (c *compiler) raysOf(t Type, s Side, from Cell) ([]ray, error) {
	trace := c.trace([2]set{})
	var rays []ray
	for _, m := range c.terms[t] {
		if !m.move || m.hop != noHop || m.lame || m.initial {
			continue
		}
		steps := m.limit
		m.limit, m.capture, m.passing = 0, true, false
		for _, l := range trace([]term{m}, s, from) {
			x := ray{l.cells, len(l.cells)}
			if steps > 0 {
				x.steps = min(steps, x.steps)
			}
			for _, o := range rays {
				for i, to := range x.cells[:x.steps] {
					if j := slices.Index(o.cells[:o.steps], to); j >= 0 && !slices.Equal(o.cells[j:], x.cells[i:]) {
						return nil, fmt.Errorf("the %s goes from %s to %s in two directions, so that nobody could say whom it throws",
							c.v.name(t), c.v.board.Name(from), c.v.board.Name(to))
					}
				}
			}
			rays = append(rays, x)
		}
	}
	return rays, nil
}

// toss is how a step throws somebody: the man on from over the one on screen, on to the cell to. held says that he is not thrown after all.
type toss struct {
	from, screen, to Cell
	held             hold
}

// hold is why a man with a screen behind him is not thrown.
type hold uint8

const (
	notHeld  hold = iota
	ownMan        // a man of the mover stands where he would land
	ownRank       // he is a pawn and would come back to his first rank
	noChoice      // he is a pawn and would have to promote, and there is nothing to promote to
)

var noToss = toss{from: NoCell, screen: NoCell, to: NoCell}

// throws says whether somebody is thrown.
func (t toss) throws() bool { return t.from != NoCell && t.held == notHeld }

// toss is whom a move throws, or would but for what holds him: noToss for all moves but steps of those who repulse.
func (p *Position) toss(m Move) toss {
	if p.v.repulse == nil || m.kind != step && m.kind != throwUp || p.cells[m.to] != 0 {
		return noToss
	}
	return p.tossBy(p.cells[m.from], m.from, m.to)
}

// tossBy is whom a man throws who goes from one cell to another, an empty one.
func (p *Position) tossBy(mover man, from, to Cell) toss {
	r := p.v.repulse
	if !mover.is(r.types) {
		return noToss
	}
	rays := r.rays[mover.side()][mover.typ()][from]
	for i := range rays {
		for n, c := range rays[i].cells[:rays[i].steps] {
			if c == to {
				return p.tossAlong(rays[i].cells[n+1:], mover.side())
			}
		}
	}
	return noToss
}

// tossAlong is whom a side throws along a line, which begins behind the one who throws.
func (p *Position) tossAlong(line []Cell, us Side) toss {
	first := 0
	for first < len(line) && p.cells[line[first]] == 0 {
		first++
	}
	screen := first + 1
	for screen < len(line) && p.cells[line[screen]] == 0 {
		screen++
	}
	if screen+1 >= len(line) {
		return noToss
	}
	t := toss{from: line[first], screen: line[screen], to: line[screen+1]}
	if p.kept(p.cells[t.from], t.to) {
		t.held = ownRank
	}
	if m := p.cells[t.from]; p.v.fromHand && p.v.mustRise && p.aspires(m, t.to) && p.choices(m.side()) == 0 {
		t.held = noChoice
	}
	if m := p.cells[t.to]; m != 0 && m.side() == us {
		t.held = ownMan
	}
	return t
}

// kept says whether a man is not thrown on to a cell because he is a pawn and it is on his own first rank.
func (p *Position) kept(m man, to Cell) bool {
	return m.is(p.v.pawns) && p.v.repulse.home[m.side()].has(to)
}

// throw does what the step of a man throws who stands on m.to already.
func (p *Position) throw(mover man, m Move) {
	t := p.tossBy(mover, m.from, m.to)
	if !t.throws() {
		return
	}
	thrown := p.lift(t.from)
	as, enemy := p.becomes(thrown, t.to) // by what is in hand before a capture
	if p.cells[t.to] != 0 {
		p.take(p.lift(t.to), mover.side())
		p.clock = 0
	}
	switch {
	case m.kind == throwUp:
		thrown = p.rise(m.as, thrown.side())
		p.clock = 0
	case enemy:
		thrown = p.rise(as, thrown.side())
		p.clock = 0
	}
	if thrown.typ() == p.v.royal {
		p.king[thrown.side()] = t.to
	}
	p.put(t.to, thrown)
	p.rights &^= p.v.loses[t.from] | p.v.loses[t.to]
}

// becomes is what an enemy's pawn becomes who is thrown on to a cell; false for everybody else, and where there is nothing to become: he stays a pawn.
func (p *Position) becomes(m man, to Cell) (Type, bool) {
	if m.side() == p.turn || !p.aspires(m, to) {
		return 0, false
	}
	for _, t := range p.v.choices {
		if p.choices(m.side())>>t&1 != 0 {
			return t, true
		}
	}
	return 0, false
}

// throwsUp says whether an own pawn is thrown to where he promotes.
func (p *Position) throwsUp(t toss) bool {
	if !t.throws() {
		return false
	}
	m := p.cells[t.from]
	return m.side() == p.turn && p.aspires(m, t.to)
}

// tosses looks at the moves from start on, of one who repulses: what they throw decides whether they are legal, and those that throw an own pawn to where he
// promotes are there once for each of the choices.
func (g *generator) tosses(start int, royal bool) {
	end, kept := len(g.moves), start
	for i := start; i < end; i++ {
		m := g.moves[i]
		t := g.toss(m)
		switch {
		case !t.throws():
			if g.fast && !royal && !g.watch.has(m.from) && !g.watch.has(m.to) {
				if allow := g.shield.allow(m.from); !allow.has(m.to) {
					continue
				}
			} else if !g.safe(m) {
				continue
			}
		case t.to == g.king:
			continue
		case g.throwsUp(t):
			for _, as := range g.v.choices {
				if up := (Move{throwUp, m.from, m.to, as}); g.choices>>as&1 != 0 && g.safe(up) {
					g.moves = append(g.moves, up)
				}
			}
			if g.v.mustRise || !g.safe(m) {
				continue
			}
		case !g.safe(m):
			continue
		}
		g.moves[kept] = m
		kept++
	}
	g.moves = append(g.moves[:kept], g.moves[end:]...)
}
