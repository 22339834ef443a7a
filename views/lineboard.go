package views

import (
	"postrider/rules"
	"postrider/views/board"
)

// lineBoard is a board on which a line becomes longer, move by move and for both sides: of moves planned ahead, of an analysis.
type lineBoard struct {
	Line   line
	Before string     // canonical text of the move that led to the line's start, or ""
	Near   rules.Side // sits below the board
	Form   form       // of the typed move
	Whose  func(rules.Side) string
	Link   func(line string, at ...string) string // the address of the page with another line, and clicks made

	Choice choice // of the next move
	Groups []group
	Stuck  string // the click on a man that has no move, or ""; Why says why
	Why    string
	Board  board.Drawing
	Trays  [2]board.Hand // by side
}

// next makes the choice for the next move of the line, by clicks or by the form. done: it is the move with which the line becomes longer.
func (b *lineBoard) next(at []string) (longer line, done bool) {
	p := b.Line.End()
	c, _ := choose(p, nil)
	typed, err := chosenMove(b.Form.Values)
	switch {
	case err != nil:
		b.Form, _ = b.Form.refused(err)
	case len(at) > 0 || typed != "":
		made, why, wrong := picked(p, at, typed)
		switch {
		case wrong != "":
			b.Form.Errors = map[string]string{"move": wrong}
		case why != "":
			b.Stuck, b.Why = at[0], why
		default:
			c = made
		}
	}
	if c.Done {
		return b.Line.And(c.Move), true
	}
	c.Then = "and go on from there"
	c.Whose = b.Whose(p.Turn())
	b.Choice, b.Groups = c, c.groups()
	return line{}, false
}

// draw decides what is to be seen on the board and in the trays.
func (b *lineBoard) draw(label string) {
	p := b.Line.End()
	cells := p.Variant().Board()
	b.Board = board.Drawing{Position: p, Flip: b.Near == rules.Black, Coordinates: true, Label: label}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		b.Trays[side] = board.Hand{Position: p, Side: side, Flip: b.Board.Flip, Label: upper(b.Whose(side)) + " men in hand"}
	}
	if n := len(b.Line.Steps); n > 0 {
		last := b.Line.Steps[n-1]
		b.Board.Last, b.Board.Effects = board.Touched(cells, last.Text), board.Besides(last.Before, last.Move)
	} else if b.Before != "" {
		b.Board.Last = board.Touched(cells, b.Before)
	}
	if len(b.Choice.At) > 0 {
		b.Board.Effects = nil // what may be done is more than what was done
	}
	b.Choice.draw(&b.Board, &b.Trays[p.Turn()], b.Here)
	if cell, ok := cells.Cell(b.Stuck); ok {
		b.Board.Chosen = []rules.Cell{cell}
	}
}

// Here is the address of the page with this line and these clicks made, First that of the line's first n moves.
func (b *lineBoard) Here(at ...string) string { return b.Link(b.Line.String(), at...) }
func (b *lineBoard) First(n int) string       { return b.Link(b.Line.First(n).String()) }
