package rules

// Way says how a man may come to a cell of a move diagram, as bits.
type Way uint8

// The ways. A double step is Goes and AtFirst; what a cannon takes behind a screen is Captures and Over.
const (
	Goes     Way = 1 << iota // there, if the cell is empty
	Captures                 // there, if an enemy stands on the cell
	AtFirst                  // only from where the man starts
	Over                     // only with another man between
	ByPower                  // by no move of the piece's own lines: a flight
)

// MoveDiagram shows where a man may go: he stands alone on From, and Ways holds every cell that he reaches.
type MoveDiagram struct {
	Position Position // without kings: to look at, not to play
	From     Cell
	Ways     map[Cell]Way
}

// MoveDiagram is made from the tables that the generator reads, and for powers from legal moves. The man stands as near to the middle of the board as he can
// without losing a sort of moves: a pawn stands where his double step begins.
func (v *Variant) MoveDiagram(t Type, s Side) MoveDiagram {
	d := MoveDiagram{From: v.showplace(t, s)}
	d.Position = Position{v: v, king: [2]Cell{NoCell, NoCell}, ep: NoCell, turn: s, number: 1}
	d.Position.put(d.From, newMan(t, s))
	d.Ways = v.ways(t, s, d.From)
	for _, m := range d.Position.quietMoves(d.From) {
		if d.Ways[m.to] == 0 && m.to != d.From {
			d.Ways[m.to] = ByPower
		}
	}
	return d
}

// showplace is the cell nearest to the middle from which a man has as many different sorts of moves as from any other.
func (v *Variant) showplace(t Type, s Side) Cell {
	b := &v.board
	best, sorts, far := Cell(0), -1, 0
	for c := range Cell(len(b.Cells)) {
		found := map[Way]bool{}
		for _, w := range v.ways(t, s, c) {
			found[w] = true
		}
		// of two middle ranks the one on the man’s own side: the longer way is ahead of him
		up := b.up(c)
		if s == Black {
			up = 2*(b.Ranks-1) - up
		}
		x, y := 2*b.Cells[c].File-b.Files+1, up-b.Ranks+2-b.Ranks%2
		d := x*x + y*y
		if len(found) > sorts || len(found) == sorts && d < far {
			best, sorts, far = c, len(found), d
		}
	}
	return best
}

// ways are the cells that a man reaches along his lines on an empty board.
func (v *Variant) ways(t Type, s Side, from Cell) map[Cell]Way {
	ways := map[Cell]Way{}
	v.reach[s][t][from].each(func(l line) {
		way := Way(0)
		if l.move {
			way |= Goes
		}
		if l.capture {
			way |= Captures
		}
		if l.skips {
			way |= AtFirst
		}
		if l.hop != noHop {
			way |= Over
		}
		for i, c := range l.cells[l.free:] {
			switch {
			case l.hop != noHop && i == 0: // there stands the screen, at the nearest
			case ways[c]&Over != way&Over && ways[c] != 0: // a cannon's captures behind a screen go where it also moves
				ways[c] |= way &^ (Goes | AtFirst)
			default:
				ways[c] |= way
			}
		}
	})
	return ways
}

// quietMoves are the legal moves of a man who stands alone, with kings somewhere at the edge; twice, so that neither hides a cell.
func (p Position) quietMoves(from Cell) []Move {
	if p.cells[from].typ() == p.v.royal {
		return nil
	}
	var all []Move
	last := Cell(len(p.v.board.Cells) - 1)
	for _, kings := range [][2]Cell{{0, last}, {last - 1, 1}} {
		q := p
		for side, c := range kings {
			if len(p.v.board.Cells) < 4 || c == from {
				continue
			}
			q.put(c, newMan(p.v.royal, Side(side)))
			q.king[side] = c
		}
		if q.king[White] == NoCell || q.king[Black] == NoCell {
			continue
		}
		for _, m := range q.Moves() {
			if m.from == from && m.kind != castling {
				all = append(all, m)
			}
		}
	}
	return all
}
