package rules

import "math/bits"

// Move is one move in one position, a small comparable value. Move{} is never legal.
type Move struct {
	kind     kind
	from, to Cell
	as       Type // what a pawn becomes, what is dropped, or which castling it is
}

// kind is what sort of move it is.
type kind uint8

const (
	noMove kind = iota
	step        // a man goes, and captures what stands where he goes
	doubleStep
	enPassant
	promotion
	castling
	drop
	push    // a drop that pushes a pawn
	throwUp // a step that throws an own pawn to where it promotes
	fly     // a flight to an empty cell
	fold    // a flying man folds his wings, where he stands
	upgrade // a step after which the man is his promoted form
)

// generator makes the legal moves of a position. All that depends on the variant or on the position as a whole is settled before its loops.
type generator struct {
	*Position
	us, them Side
	king     Cell // of the enemy: nobody captures it
	moves    []Move
	choices  uint64 // types that a pawn may become
	lenient  bool   // drops that mate are there, where they are forbidden
	fast     bool   // checks and pins tell legality; else every move is tried
	shield   shield
	throwers uint64 // types whose steps throw men
	watch    set    // where men decide about check by repulsion
	watched  bool   // there are such cells
}

// Moves lists the legal moves.
func (p Position) Moves() []Move { return p.legal(make([]Move, 0, 64)) }

// legal appends the legal moves.
func (p *Position) legal(moves []Move) []Move {
	g := generator{Position: p, moves: moves, choices: p.choices(p.turn)}
	g.quickly()
	return g.moves
}

// quickly generates with all knowledge of checks and pins that there is.
func (g *generator) quickly() {
	p := g.Position
	g.fast = p.plain() && p.shield(p.turn, &g.shield) && p.watch(&g.watch)
	g.run()
}

// legalSlowly is legal without any knowledge of checks and pins: the reference.
func (p *Position) legalSlowly(moves []Move) []Move {
	g := generator{Position: p, moves: moves, choices: p.choices(p.turn)}
	g.run()
	return g.moves
}

// plain says whether no power upsets the knowledge of checks and pins: lines need no screens, and nobody of the side to move paralyses.
func (p *Position) plain() bool {
	v := p.v
	if v.hops || v.paralyse == nil {
		return !v.hops
	}
	turns := p.choices(p.turn)
	if v.flight != nil {
		turns |= v.flight.types()
	}
	return turns&v.paralyse.types == 0 && !p.paralyses(p.turn)
}

// run generates, in a fixed order: the men on the board, flights, castling, drops.
func (g *generator) run() {
	g.us, g.them = g.turn, g.turn.Other()
	g.king = g.Position.king[g.them]
	if !g.fast {
		g.shield.block = everything
	}
	if g.v.repulse != nil {
		g.throwers, g.watched = g.v.repulse.types, !g.watch.empty()
	}
	own := g.men[g.us]
	if g.v.paralyse != nil {
		own = own.without(g.frozen(g.us))
	}
	for w, word := range own {
		for ; word != 0; word &= word - 1 {
			g.man(Cell(w<<6 + bits.TrailingZeros64(word)))
		}
	}
	if g.v.flight != nil {
		g.flights(own)
	}
	if g.rights != 0 {
		g.moves = g.castlings(g.moves)
	}
	if g.v.drops {
		g.dropsFromHand()
	}
}

// man generates the moves of one man.
func (g *generator) man(from Cell) {
	start := len(g.moves)
	m := g.cells[from]
	r := &g.v.reach[g.us][m.typ()][from]
	royal := m.typ() == g.v.royal
	allow := everything
	throws := m.is(g.throwers)
	if g.fast && !royal && !throws {
		if allow = g.shield.allow(from); allow.empty() && g.ep == NoCell {
			return
		}
	}
	moves := g.moves
	enemy := g.them == Black
	for _, to := range r.leaps {
		if o := g.cells[to]; (o == 0 || o&blackMan != 0 == enemy && to != g.king) && allow.has(to) {
			moves = append(moves, Move{step, from, to, 0})
		}
	}
	for _, slide := range r.slides {
		for _, to := range slide {
			o := g.cells[to]
			if (o == 0 || o&blackMan != 0 == enemy && to != g.king) && allow.has(to) {
				moves = append(moves, Move{step, from, to, 0})
			}
			if o != 0 {
				break
			}
		}
	}
	g.moves = moves
	for i := range r.lines {
		g.line(&r.lines[i], from, m, &allow)
	}
	if r.double {
		g.dropTwins(start)
	}
	if m.is(g.v.upgraders) {
		g.upgrades(start, from, m)
	}
	switch {
	case throws:
		g.tosses(start, royal)
	case royal || !g.fast:
		g.try(start)
	case g.watched:
		g.tryWatched(start)
	}
}

// line generates the moves along one line that is more than a leap or a slide.
func (g *generator) line(l *line, from Cell, m man, allow *set) {
	if l.hop != noHop {
		g.hopLine(l, from, m, allow)
		return
	}
	for _, c := range l.cells[:l.free] {
		if g.cells[c] != 0 {
			return
		}
	}
	for _, to := range l.cells[l.free:] {
		switch o := g.cells[to]; {
		case o == 0:
			switch {
			case l.skips && allow.has(to):
				g.moves = append(g.moves, Move{doubleStep, from, to, 0})
			case l.passing && to == g.ep:
				g.enPassant(from, to)
			case l.move && allow.has(to):
				g.step(from, to, m)
			}
			continue
		case l.capture && o.side() == g.them && to != g.king && allow.has(to):
			g.step(from, to, m)
		}
		return
	}
}

// hopLine generates the moves over a screen.
func (g *generator) hopLine(l *line, from Cell, m man, allow *set) {
	i := 0
	for i < len(l.cells) && g.cells[l.cells[i]] == 0 {
		i++
	}
	for i++; i < len(l.cells); i++ {
		to := l.cells[i]
		o := g.cells[to]
		if (o == 0 && l.move || o != 0 && l.capture && o.side() == g.them && to != g.king) && allow.has(to) {
			g.step(from, to, m)
		}
		if o != 0 || l.hop == nearHop {
			return
		}
	}
}

// step adds a move, or the promotions by it.
func (g *generator) step(from, to Cell, m man) {
	if m.is(g.v.promoters) && g.v.promotion[g.us].has(to) {
		for _, t := range g.v.choices {
			if g.choices>>t&1 != 0 {
				g.moves = append(g.moves, Move{promotion, from, to, t})
			}
		}
		if g.v.mustRise {
			return
		}
	}
	g.moves = append(g.moves, Move{step, from, to, 0})
}

// enPassant adds a capture en passant, which opens lines as no other move does: it is always tried.
func (g *generator) enPassant(from, to Cell) {
	g.moves = append(g.moves, Move{enPassant, from, to, 0})
	if g.fast {
		g.try(len(g.moves) - 1)
	}
}

// try keeps of the moves from start on those that leave the king safe.
func (g *generator) try(start int) {
	kept := g.moves[:start]
	for _, m := range g.moves[start:] {
		if g.safe(m) {
			kept = append(kept, m)
		}
	}
	g.moves = kept
}

// safe says whether after a move, with all its effects, no enemy man can take the mover's king. This is what legality is.
func (p *Position) safe(m Move) bool {
	q := *p
	q.do(m)
	return !q.attacked(q.king[p.turn], q.turn)
}

// dropTwins leaves out moves that were found twice from start on.
func (g *generator) dropTwins(start int) {
	kept := g.moves[:start]
next:
	for _, m := range g.moves[start:] {
		for _, k := range kept[start:] {
			if k == m {
				continue next
			}
		}
		kept = append(kept, m)
	}
	g.moves = kept
}

// dropsFromHand generates the drops.
func (g *generator) dropsFromHand() {
	free := g.v.all.without(g.men[White]).without(g.men[Black])
	for _, t := range g.v.handOrder {
		switch {
		case g.hands[g.us][t] == 0:
		case g.v.push != nil && g.v.push.piece == t:
			g.pushes()
		default:
			start := len(g.moves)
			cells := g.dropCells(t, free)
			if g.fast {
				cells = cells.and(g.shield.block)
			}
			for w, word := range cells {
				for ; word != 0; word &= word - 1 {
					g.moves = append(g.moves, Move{drop, NoCell, Cell(w<<6 + bits.TrailingZeros64(word)), t})
				}
			}
			if !g.fast || g.v.paralyse != nil {
				g.try(start)
			} else if g.watched {
				g.tryWatched(start)
			}
			if g.v.mateless>>t&1 != 0 && !g.lenient {
				g.dropMates(start)
			}
		}
	}
}
