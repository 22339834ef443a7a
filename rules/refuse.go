package rules

import (
	"fmt"
	"slices"
	"strings"
)

// refuse says why a text is not a legal move.
func (p *Position) refuse(text string, readings []reading, legal []Move) *Refusal {
	why := p.whyRefused(text, readings, legal)
	side := p.v.SideName(p.turn)
	switch {
	case len(legal) > 0:
	case p.Check():
		why += " " + side + " is checkmated: the game is over."
	default:
		why += " " + side + " has no legal move at all: it is stalemate, and the game is over."
	}
	return &Refusal{why}
}

func (p *Position) whyRefused(text string, readings []reading, legal []Move) string {
	if len(readings) == 0 {
		return p.unreadable(text, legal)
	}
	slices.SortStableFunc(readings, func(a, b reading) int { return a.distance - b.distance })
	best := readings[0]
	for _, r := range readings { // rather of a man that is there
		if !r.drop && r.castle == 0 && len(p.candidates(r)) > 0 {
			best = r
			break
		}
	}
	switch {
	case best.castle > 0:
		return p.whyNotCastle(best.castle == 2)
	case best.drop:
		return p.whyNotDrop(best.typ, best.to)
	case best.folds:
		return p.whyNotFold(best.to)
	}
	from, whole := best.from(&p.v.board)
	switch {
	case best.flies && whole:
		return p.whyNotFly(best, from)
	case best.flies:
		return p.whyNoneFlies(best)
	case whole:
		if t, at := p.At(from); at && best.typed && t.Type != best.typ {
			return fmt.Sprintf("On %s stands %s, not %s.", p.v.board.Name(from), article(p.v.name(t.Type)), article(p.v.name(best.typ)))
		}
		return p.whyNot(from, best.to, best.as)
	}
	return p.whyNone(best, text)
}

// candidates are the men of the side to move that a reading may mean.
func (p *Position) candidates(r reading) []Cell {
	var found []Cell
	for _, c := range p.men[p.turn].cells() {
		info := p.v.board.Cells[c]
		if (!r.typed || p.cells[c].typ() == r.typ) && (r.file < 0 || info.File == r.file) && (r.rank < 0 || info.Rank == r.rank) {
			found = append(found, c)
		}
	}
	return found
}

// whyNone says why no man makes a move, read from a text, of which only the type and the aim are known.
func (p *Position) whyNone(r reading, text string) string {
	v := p.v
	name, to := v.name(r.typ), v.board.Name(r.to)
	candidates := p.candidates(r)
	var able []Cell // who could go there but for something
	for _, c := range candidates {
		if p.leads(c, r.to) {
			able = append(able, c)
		}
	}
	if len(able) == 0 {
		if c := p.foldsBefore(r); c != NoCell {
			return p.mustFold(c)
		}
		if q, ok := p.othersTurn(); ok && q.writes(text) {
			return fmt.Sprintf("That is a move for %s, and it is %s’s turn.", v.SideName(q.turn), v.SideName(p.turn))
		}
	}
	switch goal := p.cells[r.to]; {
	case len(able) == 0 && (len(candidates) > 0 || v.letterless(r.typ)) && goal != 0 && goal.side() == p.turn:
		return fmt.Sprintf("Your own %s stands on %s.", v.name(goal.typ()), to)
	case len(candidates) == 0 && r.file < 0 && r.rank < 0 && p.Hand(p.turn, r.typ) > 0:
		return fmt.Sprintf("You have no %s on the board, only in %s. ", name, v.HandName()) + p.howToDrop(r.typ, r.to)
	case len(candidates) == 0 && r.file < 0 && r.rank < 0:
		return fmt.Sprintf("You have no %s on the board.", name)
	case len(candidates) == 0 && r.file >= 0:
		return fmt.Sprintf("You have no %s on the %s-file that could go to %s.", name, v.board.FileNames[r.file], to)
	case len(candidates) == 0:
		return fmt.Sprintf("You have no %s on rank %d that could go to %s.", name, r.rank+1, to)
	case len(able) == 0 && len(candidates) > 1:
		for _, c := range candidates { // of a pawn rather the one that stands before it
			if v.letterless(r.typ) && v.board.Cells[c].File == v.board.Cells[r.to].File {
				return p.whyNot(c, r.to, r.as)
			}
		}
		return p.noneGoes(r, candidates)
	case len(able) == 0:
		able = candidates
	}
	var reasons []string
	for _, c := range able[:min(3, len(able))] {
		reasons = append(reasons, p.whyNot(c, r.to, r.as))
	}
	return strings.Join(slices.Compact(reasons), " ")
}

// noneGoes says that none of several men goes to a cell.
func (p *Position) noneGoes(r reading, candidates []Cell) string {
	v := p.v
	name, to, where := v.name(r.typ), v.board.Name(r.to), ""
	if len(candidates) <= 4 {
		var cells []string
		for _, c := range candidates {
			cells = append(cells, v.board.Name(c))
		}
		where = " on " + listed(cells, "and")
	}
	if why := p.noneOnFoot(r.to, candidates); why != "" {
		return why
	}
	why := fmt.Sprintf("None of your %s%s can go to %s.", Plural(name, len(candidates)), where, to)
	for _, c := range candidates {
		if how := p.howToFly(c, r.to); how != "" {
			return why + how
		}
	}
	if p.cells[r.to] == 0 && p.Hand(p.turn, r.typ) > 0 {
		why += " " + p.howToDrop(r.typ, r.to)
	}
	return why
}

// othersTurn is the position with the other side to move; false if that makes no sense.
func (p *Position) othersTurn() (Position, bool) {
	q := *p
	q.turn, q.ep = p.turn.Other(), NoCell
	return q, !p.Check()
}

// writes says whether a text is how some legal move is written, but for the signs that say nothing of where it goes: of "dxe4" and "e4" only the first is
// the capture's.
func (p *Position) writes(text string) bool {
	legal := p.Moves()
	s, _ := tidy(text)
	return slices.ContainsFunc(legal, func(m Move) bool {
		san, _ := tidy(p.bareSAN(m, legal))
		return s == p.Text(m) || s == san
	})
}

// anyFits says whether some legal move is what a reading means.
func (p *Position) anyFits(r reading) bool {
	for _, m := range p.Moves() {
		if p.fits(m, r) {
			return true
		}
	}
	return false
}

// leads says whether some line of the man on a cell leads to another, whatever stands there and between.
func (p *Position) leads(from, to Cell) bool { return p.leadsAs(p.cells[from].typ(), from, to) }

// leadsAs is leads for a man of another type.
func (p *Position) leadsAs(t Type, from, to Cell) (found bool) {
	p.v.reach[p.cells[from].side()][t][from].each(func(l line) {
		found = found || slices.Contains(l.cells[l.free:], to)
	})
	return found
}

// whyNot says why the man on a cell may not go to another. as is the letter of the promotion that was asked for, or 0.
func (p *Position) whyNot(from, to Cell, as byte) string {
	v, b := p.v, &p.v.board
	us := p.turn
	m := p.cells[from]
	if why := p.whyNotYours(from); why != "" {
		return why
	}
	if why := p.whyFrozen(from); why != "" {
		return why
	}
	if why := p.whyNotOnFoot(from, to); why != "" {
		return why
	}
	if from == to {
		return fmt.Sprintf("The %s stands on %s already.", v.name(m.typ()), b.Name(to))
	}
	_, _, by, rises := p.rising(from, to)
	if as == '+' && !p.mayUpgrade(from, to) && p.anyFits(reading{file: b.Cells[from].File, rank: b.Cells[from].Rank, to: to}) {
		return p.whyNoUpgrade(from, to)
	}
	if as != 0 && !rises && p.anyFits(reading{file: b.Cells[from].File, rank: b.Cells[from].Rank, to: to}) {
		return p.whyNoLetter(from, to)
	}
	if why := p.whyNotReached(from, to); why != "" {
		return why + p.howToFly(from, to)
	}
	if why := p.whyNoChoice(from, to); why != "" {
		return why
	}
	if t := p.toss(Move{step, from, to, 0}); t.throws() && t.to == p.king[us.Other()] {
		to = t.to
	}
	if to == p.king[us.Other()] {
		return fmt.Sprintf("A king is never captured: the game is over when the %s cannot get out of check.", p.manOn(to))
	}
	try := Move{step, from, to, 0}
	if as == '+' && p.mayUpgrade(from, to) {
		try = Move{upgrade, from, to, v.forms.of[m.typ()]}
	} else if why := p.whyNotUnpromoted(from, to); why != "" && p.whyUnsafe(try) == "" {
		return why
	}
	if rises {
		if why := p.whyNotPromoted(from, to, as); why != "" {
			return why
		}
		if t, ok := v.typeOf(as); ok {
			try = Move{by, from, to, t}
		}
	}
	if p.cells[to] == 0 && to == p.ep && m.is(v.passing) && p.catches(m.typ(), from, to) {
		try.kind = enPassant
	}
	if why := p.whyUnsafe(try); why != "" {
		return why
	}
	return fmt.Sprintf("The %s cannot go to %s now.", p.manOn(from), b.Name(to))
}

// whyNotReached says why a man that may move does not get to a cell by what stands where; "" if it does.
func (p *Position) whyNotReached(from, to Cell) string {
	v, b := p.v, &p.v.board
	m, goal := p.cells[from], p.cells[to]
	name, way := p.manOn(from), ""
	for _, l := range p.linesTo(from, to) {
		switch why := p.whyNotAlong(l, from, to); {
		case why == "":
			return ""
		case way == "" || goal == 0 == l.move && l.capture != (goal == 0): // rather of the line that is meant
			way = why
		}
	}
	own := goal != 0 && goal.side() == p.turn
	for i := range v.castles {
		if k := &v.castles[i]; k.king == from && k.kingTo == to && m.typ() == v.royal && k.side == p.turn {
			return p.whyNotCastle(k.long)
		}
	}
	switch {
	case way != "" && own && !strings.Contains(way, "in the way"):
		return fmt.Sprintf("Your own %s stands on %s.", v.name(goal.typ()), b.Name(to))
	case way != "":
		return way
	case own:
		return p.noSuchMove(from, to) + ", and your own " + v.name(goal.typ()) + " stands there." + p.howToCastle(from, to)
	}
	return p.noSuchMove(from, to) + p.whereTo(from, name)
}

// noSuchMove says that a man does not go in such a way, without the end of the sentence.
func (p *Position) noSuchMove(from, to Cell) string {
	v, m := p.v, p.cells[from]
	a, b := v.board.Cells[from], v.board.Cells[to]
	why := fmt.Sprintf("%s does not move from %s to %s", UpperFirst(article(v.name(m.typ()))), a.Name, b.Name)
	if !v.letterless(m.typ()) {
		return why
	}
	ahead := v.board.up(to) - v.board.up(from)
	if m.side() == Black {
		ahead = -ahead
	}
	switch {
	case ahead < 0 && !p.goesBack(from):
		why += ": it never goes back"
	case ahead == 4 && a.File == b.File && v.doubles[p.turn][from].to == NoCell:
		why += ": it " + v.goesTwo(p.turn)
	}
	return why
}

// goesBack says whether the man on a cell has any way back.
func (p *Position) goesBack(from Cell) (found bool) {
	m := p.cells[from]
	p.v.reach[m.side()][m.typ()][from].each(func(l line) {
		for _, c := range l.cells {
			ahead := p.v.board.up(c) - p.v.board.up(from)
			found = found || ahead < 0 && m.side() == White || ahead > 0 && m.side() == Black
		}
	})
	return found
}

// howToCastle says how to castle, or why not now, to one who moves the king on to his rook; "" to all others.
func (p *Position) howToCastle(from, to Cell) string {
	for i := range p.v.castles {
		if k := &p.v.castles[i]; k.king == from && k.rook == to && p.rights&k.right != 0 {
			if !p.castleTrouble(k).none() {
				return " " + p.whyNotCastle(k.long)
			}
			m := Move{castling, k.king, k.kingTo, Type(i)}
			return fmt.Sprintf(" To castle, write %s or %s.", p.Text(m), p.bareSAN(m, nil))
		}
	}
	return ""
}

// whereTo says where a man may go, to be added to a sentence.
func (p *Position) whereTo(from Cell, name string) string {
	var cells []string
	for _, m := range p.Moves() {
		if c := p.v.board.Name(m.to); m.from == from && !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	switch {
	case len(cells) == 0:
		return ". The " + name + " has no legal move now."
	case len(cells) > 8:
		return "."
	}
	return ". The " + name + " can go to " + listed(cells, "or") + "."
}

// linesTo are the lines of the man on a cell that lead to another.
func (p *Position) linesTo(from, to Cell) (lines []line) {
	m := p.cells[from]
	p.v.reach[m.side()][m.typ()][from].each(func(l line) {
		if slices.Contains(l.cells[l.free:], to) {
			lines = append(lines, l)
		}
	})
	return lines
}

// whyNotAlong says why one line does not bring a man to a cell; "" if it does.
func (p *Position) whyNotAlong(l line, from, to Cell) string {
	v, b := p.v, &p.v.board
	goal := p.cells[to]
	var between []Cell
	for _, c := range l.cells[:slices.Index(l.cells[l.free:], to)+l.free] {
		if p.cells[c] != 0 {
			between = append(between, c)
		}
	}
	screen := l.hop == farHop && len(between) == 1 || l.hop == nearHop && len(between) == 1 && slices.Index(l.cells, between[0]) == slices.Index(l.cells, to)-1
	name := p.manOn(from)
	switch {
	case l.hop != noHop && !screen:
		return fmt.Sprintf("The %s gets to %s only over exactly one man that stands between.", name, b.Name(to))
	case l.hop == noHop && len(between) > 0:
		return fmt.Sprintf("The %s cannot get to %s: the %s is in the way.", name, b.Name(to), p.manOn(between[0]))
	case goal != 0 && goal.side() == p.turn:
		return fmt.Sprintf("Your own %s stands on %s.", v.name(goal.typ()), b.Name(to))
	case goal != 0 && !l.capture && v.repulse != nil && p.cells[from].is(v.repulse.types):
		return fmt.Sprintf("%s does not capture by its step, and %s stands on %s.", UpperFirst(article(v.name(p.cells[from].typ()))), p.who(to), b.Name(to))
	case goal != 0 && !l.capture:
		return fmt.Sprintf("The %s is blocked by the %s: it does not capture that way.", name, p.manOn(to))
	case goal == 0 && !l.move && l.passing && to != p.ep:
		if after := v.passed[p.turn.Other()][to].to; after != NoCell && p.cells[after].is(v.pawns) && p.cells[after].side() != p.turn {
			return fmt.Sprintf("There is nothing on %s to capture, and the %s can be captured en passant only right after its double step.", b.Name(to), p.manOn(after))
		}
		fallthrough
	case goal == 0 && !l.move && to != p.ep:
		return fmt.Sprintf("The %s goes to %s only by capturing, and there is nothing to capture.", name, b.Name(to))
	}
	return ""
}
