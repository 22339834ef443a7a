package rules

import "strings"

// Text is a move's canonical text: from and to, the letter of a promotion, a + for that to a man's form; a drop with its upper-case letter; castling as the
// king's move; a ^ after a flight, and the cell and = for folding.
func (p Position) Text(m Move) string {
	b := &p.v.board
	switch m.kind {
	case noMove:
		return ""
	case drop, push:
		return p.v.upper(m.as) + "@" + b.Name(m.to)
	case promotion, throwUp:
		return b.Name(m.from) + b.Name(m.to) + p.v.lower(m.as)
	case fly:
		return b.Name(m.from) + b.Name(m.to) + "^"
	case fold:
		return b.Name(m.from) + "="
	case upgrade:
		return b.Name(m.from) + b.Name(m.to) + "+"
	}
	return b.Name(m.from) + b.Name(m.to)
}

func (v *Variant) upper(t Type) string { return v.pieces[t].Sign() }
func (v *Variant) lower(t Type) string { return string(rune(v.pieces[t].Letter | 0x20)) }

// SAN is a move's readable text, as in "Nf3", "exd6", "e8=Q+", "O-O", "Y@e2"; no other legal move has the same. Where pieces have promoted forms, it is written as
// players of shogi write: "Sd7+" promotes, "Sd7=" could promote and does not, "+Re5" is a move of a promoted rook, and no + says that it is check.
func (p Position) SAN(m Move) string {
	if m.kind == noMove {
		return ""
	}
	return p.signed(m, p.bareSAN(m, p.Moves()))
}

// SANs is SAN of all legal moves: moves is p.Moves().
func (p Position) SANs(moves []Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.signed(m, p.bareSAN(m, moves))
	}
	return texts
}

// signed is a readable text with the sign of check or mate.
func (p *Position) signed(m Move, san string) string {
	if q := p.Play(m); q.Check() {
		switch {
		case !q.canMove():
			return san + "#"
		case p.v.forms == nil:
			return san + "+"
		}
	}
	return san
}

// bareSAN is SAN without the sign of a check.
func (p *Position) bareSAN(m Move, legal []Move) string {
	v := p.v
	switch m.kind {
	case drop, push, fold:
		return p.Text(m)
	case fly:
		return v.upper(p.cells[m.from].typ()) + p.takeOff(m, legal) + "^" + v.board.Name(m.to)
	case castling:
		if v.castles[m.as].long {
			return "O-O-O"
		}
		return "O-O"
	}
	var b strings.Builder
	pawn := v.letterless(p.cells[m.from].typ())
	if !pawn {
		b.WriteString(v.upper(p.cells[m.from].typ()))
	}
	captures := p.captured(m) != NoCell
	b.WriteString(p.origin(m, legal, pawn && captures))
	if captures {
		b.WriteByte('x')
	}
	b.WriteString(v.board.Name(m.to))
	if m.kind == promotion {
		b.WriteString("=" + v.upper(m.as))
	}
	switch {
	case m.kind == upgrade:
		b.WriteByte('+')
	case p.chooses(m):
		b.WriteByte('=')
	}
	return b.String() + p.tossSAN(m)
}

// letterless says whether a type's moves are written without its letter: the pawn's.
func (v *Variant) letterless(t Type) bool { return v.pieces[t].Letter == 'P' && v.pawns>>t&1 != 0 }

// captured is the cell whose man a move captures, or NoCell.
func (p *Position) captured(m Move) Cell {
	switch {
	case m.kind == enPassant:
		return p.v.passed[p.turn.Other()][m.to].to
	case (m.kind == step || m.kind == promotion || m.kind == upgrade) && p.cells[m.to] != 0:
		return m.to
	}
	return NoCell
}

// origin is as much of the cell where a move begins as tells it from the other legal moves: nothing, the file, the rank, or both.
func (p *Position) origin(m Move, legal []Move, file bool) string {
	cells := p.v.board.Cells
	from := cells[m.from]
	rivals, sameFile, sameRank := 0, 0, 0
	for _, o := range legal {
		if o.to != m.to || o.from == m.from || o.from == NoCell || o.kind == castling || o.kind == fly || p.cells[o.from].typ() != p.cells[m.from].typ() ||
			(o.kind == upgrade) != (m.kind == upgrade) || (o.kind == promotion) != (m.kind == promotion) || m.kind == promotion && o.as != m.as {
			continue
		}
		rivals++
		if cells[o.from].File == from.File {
			sameFile++
		}
		if cells[o.from].Rank == from.Rank {
			sameRank++
		}
	}
	letter := p.v.board.FileNames[from.File]
	switch {
	case rivals == 0 && !file:
		return ""
	case sameFile == 0:
		return letter
	case sameRank == 0 && !file:
		return strings.TrimPrefix(from.Name, letter)
	}
	return from.Name
}

// Clicks are the clicks that make a move: cells by their names, "hand:Y" for a piece in hand, "=q" for a promotion, "+" for that to a man's form, "-" for none
// where there could be one; "=" folds the wings, and where a man may go to a cell as well as fly there, the last click is "-" or "^". No legal move's clicks
// begin with those of another.
func (p Position) Clicks(m Move) []string {
	b := &p.v.board
	switch m.kind {
	case noMove:
		return nil
	case drop, push:
		return []string{p.v.HandClick(m.as), b.Name(m.to)}
	case promotion, throwUp:
		return []string{b.Name(m.from), b.Name(m.to), "=" + p.v.lower(m.as)}
	case fold:
		return []string{b.Name(m.from), "="}
	case fly:
		if p.walks(m.from, m.to) {
			return []string{b.Name(m.from), b.Name(m.to), "^"}
		}
	case upgrade:
		if p.chooses(m) || p.flies(m.from, m.to) {
			return []string{b.Name(m.from), b.Name(m.to), "+"}
		}
	case step, doubleStep, enPassant:
		if _, _, _, rises := p.rising(m.from, m.to); rises || p.flies(m.from, m.to) || p.chooses(m) {
			return []string{b.Name(m.from), b.Name(m.to), "-"}
		}
	}
	return []string{b.Name(m.from), b.Name(m.to)}
}

const handClick = "hand:" // its letter follows

// HandClick is the click on a man in hand.
func (v *Variant) HandClick(t Type) string { return handClick + v.upper(t) }

// InHand is the man in hand that a click is on; ok is false for any other click.
func (v *Variant) InHand(click string) (t Type, ok bool) {
	letter, ok := strings.CutPrefix(click, handClick)
	if !ok {
		return 0, false
	}
	return v.typeNamed(letter)
}

// Clicked names the man that the first click of a move is on: "knight f5", "pawn in hand"; the click itself where there is none.
func (p Position) Clicked(click string) string {
	if t, ok := p.v.InHand(click); ok {
		return p.v.name(t) + " in " + p.v.HandName()
	}
	if c, ok := p.v.board.Cell(click); ok && p.cells[c] != 0 {
		return p.v.name(p.cells[c].typ()) + " " + click
	}
	return click
}
