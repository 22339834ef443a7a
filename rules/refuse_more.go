package rules

import (
	"fmt"
	"strings"
)

// whyNotPromoted says what is wrong with the promotion that was asked for, or missing; "" if nothing is.
func (p *Position) whyNotPromoted(from, to Cell, as byte) string {
	v, b := p.v, &p.v.board
	name, cell := v.name(p.cells[from].typ()), b.Name(to)
	if !p.rises(from, to) {
		if as != 0 {
			return fmt.Sprintf("There is no promotion on %s: write %s%s alone.", cell, b.Name(from), cell)
		}
		return ""
	}
	var names, examples []string
	for _, t := range p.choices() {
		names = append(names, v.name(t))
		examples = append(examples, b.Name(from)+cell+v.lower(t))
	}
	choices := fmt.Sprintf("choose a %s (%s)", listed(names, "or"), strings.Join(examples, ", "))
	if as == 0 && v.mustRise {
		return fmt.Sprintf("The %s promotes on %s: %s.", p.manOn(from), cell, choices)
	}
	t, ok := v.typeOf(as)
	switch {
	case as == 0 || ok && mask(p.choices())>>t&1 != 0:
		return ""
	case !ok:
		return fmt.Sprintf("A %s cannot promote to “%c”: %s.", name, rune(as), choices)
	}
	return fmt.Sprintf("A %s cannot promote to %s: %s.", name, article(v.name(t)), choices)
}

// whyUnsafe says by whom the king could be taken after a move; "" if by nobody.
func (p *Position) whyUnsafe(m Move) string {
	b := &p.v.board
	us := p.turn
	q := *p
	q.do(m)
	king := q.king[us]
	var freed, stay, come []string // who is free by the move, who gives check before and after it, and who only after
	q.attackers(king, us.Other(), func(c Cell) bool {
		switch man := "the " + q.manOn(c); {
		case p.cells[c] == q.cells[c] && p.frozenBy(c) != NoCell:
			freed = append(freed, man)
		case king == p.king[us] && p.attacks(c, king):
			stay = append(stay, man)
		default:
			come = append(come, man)
		}
		return true
	})
	at := b.Name(king)
	switch {
	case len(stay) > 0:
		return fmt.Sprintf("Your king on %s is in check from %s, and this move does not end that.", at, listed(stay, "and"))
	case len(freed) == 1:
		return fmt.Sprintf("That would free %s from paralysis, and your king on %s would be in check from it.", freed[0], at)
	case len(freed) > 1:
		return fmt.Sprintf("That would free %s from paralysis, and your king on %s would be in check from them.", listed(freed, "and"), at)
	case len(come) > 0:
		return fmt.Sprintf("Your king on %s would be in check from %s.", at, listed(come, "and"))
	}
	return ""
}

// attacks says whether the man on a cell could capture on another.
func (p *Position) attacks(from, to Cell) (found bool) {
	p.attackers(to, p.cells[from].side(), func(c Cell) bool {
		found = found || c == from
		return !found
	})
	return found
}

// whyNotCastle says why the side to move may not castle.
func (p *Position) whyNotCastle(long bool) string {
	v, b := p.v, &p.v.board
	us := p.turn
	wing := "kingside"
	if long {
		wing = "queenside"
	}
	for i := range v.castles {
		k := &v.castles[i]
		if k.side != us || k.long != long {
			continue
		}
		no := "You cannot castle " + wing + ": "
		t := p.castleTrouble(k)
		king := "your king on " + b.Name(k.king)
		switch {
		case t.lost:
			return no + p.whyNoRight(k)
		case t.between != NoCell:
			return no + "the " + p.manOn(t.between) + " is in the way."
		case t.frozen != NoCell:
			return no + "your " + p.manOn(t.frozen) + " is paralysed by the " + p.manOn(p.frozenBy(t.frozen)) + "."
		case t.check:
			return no + king + " is in check from the " + p.firstAttacker(k.king) + "."
		case t.attacked == k.kingTo:
			q := *p
			q.castle(k)
			return no + "your king would be in check on " + b.Name(k.kingTo) + " from the " + q.firstAttacker(k.kingTo) + "."
		case t.attacked != NoCell:
			q := *p
			q.put(t.attacked, q.lift(k.king))
			return no + "your king would cross " + b.Name(t.attacked) + ", which is attacked by the " + q.firstAttacker(t.attacked) + "."
		}
		return no + "it is not a move now."
	}
	if len(v.castles) > 0 {
		return "There is no castling " + wing + " in this game."
	}
	return "There is no castling in this game."
}

// whyNoRight says how the right to castle is gone, as far as the board shows it.
func (p *Position) whyNoRight(k *castle) string {
	b := &p.v.board
	king, rook := p.cells[k.king], p.cells[k.rook]
	switch {
	case king == 0 || king.typ() != p.v.royal || king.side() != k.side:
		return "your king does not stand on " + b.Name(k.king) + " any more."
	case rook == 0 || p.v.rooks>>rook.typ()&1 == 0 || rook.side() != k.side:
		return "no rook of yours stands on " + b.Name(k.rook) + "."
	}
	return "your king or the rook of that side has moved before, or the rook on " + b.Name(k.rook) + " is not the first one."
}

// firstAttacker names a man of the other side that attacks a cell.
func (p *Position) firstAttacker(c Cell) (name string) {
	p.attackers(c, p.turn.Other(), func(from Cell) bool {
		name = p.manOn(from)
		return false
	})
	return name
}

// whyNotDrop says why a piece cannot be dropped on a cell.
func (p *Position) whyNotDrop(t Type, to Cell) string {
	v, b := p.v, &p.v.board
	us := p.turn
	name, cell := v.name(t), b.Name(to)
	switch {
	case !v.drops:
		return "No pieces are dropped in this game."
	case v.handTypes>>t&1 == 0:
		return fmt.Sprintf("A %s is never in %s in this game.", name, v.HandName())
	case p.hands[us][t] == 0:
		return fmt.Sprintf("You have no %s in %s.", name, v.HandName())
	case v.push != nil && v.push.piece == t:
		return p.whyNotPush(to)
	case !v.dropRegion[us][t].has(to) && v.pawns>>t&1 != 0:
		return fmt.Sprintf("A %s cannot be dropped on rank %d.", name, b.Cells[to].Rank+1)
	case !v.dropRegion[us][t].has(to):
		return fmt.Sprintf("%s cannot drop a %s on %s.", v.SideName(us), name, cell)
	case p.cells[to] != 0:
		return fmt.Sprintf("A %s can be dropped only on an empty square, and %s stands on %s.", name, p.who(to), cell)
	}
	if other := p.doubled(t, to); other != NoCell {
		return fmt.Sprintf("You have a %s on that file already, on %s; there can be only one.", name, b.Name(other))
	}
	if why := p.whyUnsafe(Move{drop, NoCell, to, t}); why != "" {
		return why
	}
	return fmt.Sprintf("A %s cannot be dropped on %s now.", name, cell)
}

// whyNotPush says why a piece cannot be put under the pawn on a cell.
func (p *Position) whyNotPush(to Cell) string {
	v, b := p.v, &p.v.board
	us := p.turn
	piece, pawn := v.name(v.push.piece), v.name(v.push.pawn)
	region := v.doublesFrom(us)
	m, d := p.cells[to], v.doubles[us][to]
	switch {
	case d.to == NoCell:
		return fmt.Sprintf("The %s is put under a %s on your second rank (%s), and %s is not one of those squares.", piece, pawn, region, b.Name(to))
	case m == 0:
		return fmt.Sprintf("There is no %s of yours on %s, under which the %s could be put.", pawn, b.Name(to), piece)
	case m.side() != us || m.typ() != v.push.pawn:
		return fmt.Sprintf("The %s is put under a %s of your own, and %s stands on %s.", piece, pawn, p.who(to), b.Name(to))
	}
	for _, c := range []Cell{d.skip, d.to} {
		if p.cells[c] != 0 {
			return fmt.Sprintf("The %s on %s has to go two squares ahead to %s, and the %s is in the way.", pawn, b.Name(to), b.Name(d.to), p.manOn(c))
		}
	}
	if why := p.whyUnsafe(Move{push, NoCell, to, v.push.piece}); why != "" {
		return why
	}
	return fmt.Sprintf("The %s cannot be put on %s now.", piece, b.Name(to))
}

// doublesFrom names where a side's double steps begin: "a2 to h2".
func (v *Variant) doublesFrom(s Side) string {
	var names []string
	for c, d := range v.doubles[s] {
		if d.to != NoCell {
			names = append(names, v.board.Name(Cell(c)))
		}
	}
	if len(names) == 0 {
		return "nowhere"
	}
	return names[0] + " to " + names[len(names)-1]
}

// manOn is the man on a cell, for the middle of a sentence after "the": "knight on e5", with the side where it is the enemy: "black knight on e5".
func (p *Position) manOn(c Cell) string {
	m := p.cells[c]
	if m == 0 {
		return "empty square " + p.v.board.Name(c)
	}
	name := p.v.name(m.typ()) + " on " + p.v.board.Name(c)
	if m.side() != p.turn {
		return m.side().String() + " " + name
	}
	return name
}

// who is the man on a cell, whose name is said besides: "your knight", "the black knight".
func (p *Position) who(c Cell) string {
	if m := p.cells[c]; m.side() != p.turn {
		return "the " + m.side().String() + " " + p.v.name(m.typ())
	}
	return "your " + p.v.name(p.cells[c].typ())
}

// article puts "a" or "an" before a word.
func article(word string) string {
	if word != "" && strings.ContainsRune("aeiouAEIO", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

func upperFirst(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
