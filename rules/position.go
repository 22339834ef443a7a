package rules

// man is what stands on a cell, in one byte: 0 nobody, else the type plus 1, a bit for Black, and a bit for who came to be by promotion.
type man uint8

const (
	blackMan    man = 1 << 6
	promotedMan man = 1 << 7
)

func newMan(t Type, s Side) man { return man(t) + 1 | man(s)<<6 }
func (m man) typ() Type         { return Type(m&63) - 1 }
func (m man) side() Side        { return Side(m >> 6 & 1) }

// is says whether a man has one of the types.
func (m man) is(types uint64) bool { return types>>m.typ()&1 != 0 }

// Position is what is on the board and in the hands, whose turn it is, and the rights. It is a plain value: to copy it is to remember it, and two
// positions of one variant are the same if they are equal (==).
type Position struct {
	v      *Variant
	cells  [maxCells]man
	men    [2]set // which cells hold whose men
	hands  [2][maxLetters]uint8
	king   [2]Cell
	ep     Cell // the cell that a double step has just skipped, where somebody could capture en passant; else NoCell
	rights uint8
	turn   Side
	clock  uint16 // plies since a capture or a pawn move
	number uint16 // of the move, as in FEN
}

// Variant is the variant that is played.
func (p Position) Variant() *Variant { return p.v }

// Turn is the side to move.
func (p Position) Turn() Side { return p.turn }

// At is the man on a cell; false if nobody stands there.
func (p Position) At(c Cell) (Piece, bool) {
	if int(c) >= len(p.v.board.Cells) || p.cells[c] == 0 {
		return Piece{}, false
	}
	return p.cells[c].piece(), true
}

func (m man) piece() Piece {
	return Piece{Type: m.typ(), Side: m.side(), Promoted: m&promotedMan != 0}
}

// Hand is how many pieces of a type a side has in hand.
func (p Position) Hand(s Side, t Type) int {
	if int(t) >= maxLetters {
		return 0
	}
	return int(p.hands[s&1][t])
}

// Frozen says whether the man on a cell is paralysed.
func (p Position) Frozen(c Cell) bool { return p.FrozenBy(c) != NoCell }

// FrozenBy is where an enemy stands who paralyses the man on a cell, NoCell if nobody does.
func (p Position) FrozenBy(c Cell) Cell {
	if int(c) >= len(p.v.board.Cells) {
		return NoCell
	}
	return p.frozenBy(c)
}

// King is where a side's king stands.
func (p Position) King(s Side) (Cell, bool) { return p.king[s&1], p.king[s&1] != NoCell }

// MoveNumber is the number of the move to be played, as in FEN.
func (p Position) MoveNumber() int { return int(p.number) }

// Check says whether the side to move is in check.
func (p Position) Check() bool {
	king := p.king[p.turn]
	return king != NoCell && p.attacked(king, p.turn.Other())
}

// put sets a man on an empty cell.
func (p *Position) put(c Cell, m man) {
	p.cells[c] = m
	p.men[m.side()].add(c)
}

// lift takes the man away that stands on a cell.
func (p *Position) lift(c Cell) man {
	m := p.cells[c]
	p.cells[c] = 0
	p.men[m.side()].remove(c)
	return m
}
