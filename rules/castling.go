package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// castle is one way to castle, with the cells by which it is judged.
type castle struct {
	side           Side
	long           bool  // to the queenside
	right          uint8 // its bit in Position.rights
	letter         byte  // in a FEN
	king, rook     Cell
	kingTo, rookTo Cell
	empty          []Cell // must be empty
	crossed        []Cell // the king must not be attacked there on his way
}

// makeCastling builds the castlings: king and rook go along a rank, as each side counts the ranks from its own edge.
func (c *compiler) makeCastling() {
	v, b := c.v, &c.v.board
	v.loses = make([]uint8, len(b.Cells))
	rank := 0
	if value, ok := c.values["castlingRank"]; ok {
		r, rest, good := readRank(value)
		if rank = r; !good || rest != "" || rank >= b.Ranks {
			c.notAllowed("castlingRank", value)
			return
		}
	}
	asked := c.values["castling"] == "true"
	kingFile := c.file("castlingKingFile", c.kingFile(rank))
	for i, side := range []Side{White, White, Black, Black} {
		k := castle{side: side, long: i%2 == 1, right: 1 << i, letter: "KQkq"[i]}
		rookFile, toFile, step := c.file("castlingRookKingsideFile", b.Files-1), c.file("castlingKingsideFile", c.fileNamed("g", 6)), -1
		if k.long {
			rookFile, toFile, step = c.file("castlingRookQueensideFile", 0), c.file("castlingQueensideFile", c.fileNamed("c", 2)), 1
		}
		at := func(file int) Cell { return b.from(side, file, rank) }
		k.king, k.rook, k.kingTo, k.rookTo = at(kingFile), at(rookFile), at(toFile), at(toFile+step)
		whole := k.king != NoCell && k.rook != NoCell && k.kingTo != NoCell && k.rookTo != NoCell && k.king != k.rook
		for file := min(kingFile, rookFile, toFile, toFile+step); whole && file <= max(kingFile, rookFile, toFile, toFile+step); file++ {
			cell := at(file)
			whole = cell != NoCell
			if cell != k.king && cell != k.rook {
				k.empty = append(k.empty, cell)
			}
			if whole && file > min(kingFile, toFile) && file < max(kingFile, toFile) {
				k.crossed = append(k.crossed, cell)
			}
		}
		switch {
		case !c.flag("castling", true):
		case !whole && asked:
			c.fail("castling", errors.New("the board has not all the squares for it; set the castling… keys or castling = false"))
		case !whole:
		case c.walks(side, k.king, k.kingTo) && slices.ContainsFunc(c.problems, func(p Problem) bool { return p.Key == "castling" }): // once is enough
		case c.walks(side, k.king, k.kingTo):
			c.fail("castling", fmt.Errorf("%s’s king could go from %s to %s by a move of his own, so that castling could not be told from it; set castlingKingsideFile and castlingQueensideFile to files that he does not reach by himself, or castling = false", v.SideName(side), b.Name(k.king), b.Name(k.kingTo)))
		default:
			v.castles = append(v.castles, k)
			v.loses[k.king] |= k.right
			v.loses[k.rook] |= k.right
		}
	}
	v.rooks = mask(c.kinds("castlingRookPieces", "r"))
}

// fileNamed is the file with a letter, or else the one with a number, counted from 0.
func (c *compiler) fileNamed(letter string, otherwise int) int {
	if i := slices.Index(c.v.board.FileNames, letter); i >= 0 {
		return i
	}
	return otherwise
}

// kingFile is the file where White's king stands in the first position, or else file e.
func (c *compiler) kingFile(rank int) int {
	b := &c.v.board
	rows, err := splitRows(c.text("startFen", orthodoxArray), b.widths())
	if err != nil {
		return 4
	}
	for i, t := range rows[b.Ranks-1-rank] {
		if !t.black && t.letter == c.v.pieces[c.v.royal].Letter {
			return b.Cells[b.rows[rank][i]].File
		}
	}
	return c.fileNamed("e", min(4, b.Files-1))
}

// walks says whether the king can get somewhere by a move of his own.
func (c *compiler) walks(s Side, from, to Cell) (found bool) {
	c.v.reach[s][c.v.royal][from].each(func(l line) {
		for _, cell := range l.cells[l.free:] {
			found = found || cell == to
		}
	})
	return found
}

// castlings appends the legal castlings of the side to move.
func (p *Position) castlings(moves []Move) []Move {
	for i := range p.v.castles {
		if k := &p.v.castles[i]; k.side == p.turn && p.rights&k.right != 0 && p.castleTrouble(k).none() {
			moves = append(moves, Move{castling, k.king, k.kingTo, Type(i)})
		}
	}
	return moves
}

// trouble says why one may not castle; all NoCell and false: one may.
type trouble struct {
	lost     bool // the right is gone
	frozen   Cell // the king or the rook, paralysed
	between  Cell // what stands in the way
	check    bool // the king is in check now
	attacked Cell // where the king would be attacked
}

func (t trouble) none() bool {
	return t == trouble{frozen: NoCell, between: NoCell, attacked: NoCell}
}

// castleTrouble judges a castling (FIDE Laws of 2023, 3.8.2): the start square by the ordinary test, the crossed ones with the king on them, his home
// empty and the rook at home, the target in the final position. King and rook must not be paralysed before it.
func (p *Position) castleTrouble(k *castle) trouble {
	t := trouble{frozen: NoCell, between: NoCell, attacked: NoCell}
	if t.lost = p.rights&k.right == 0; t.lost {
		return t
	}
	for _, c := range k.empty {
		if p.cells[c] != 0 {
			t.between = c
			return t
		}
	}
	for _, c := range []Cell{k.king, k.rook} {
		if p.frozenBy(c) != NoCell {
			t.frozen = c
			return t
		}
	}
	them := k.side.Other()
	if t.check = p.attacked(k.king, them); t.check {
		return t
	}
	for _, c := range k.crossed {
		q := *p
		q.put(c, q.lift(k.king))
		if q.attacked(c, them) {
			t.attacked = c
			return t
		}
	}
	q := *p
	q.castle(k)
	if q.attacked(k.kingTo, them) {
		t.attacked = k.kingTo
	}
	return t
}

// castle moves king and rook.
func (p *Position) castle(k *castle) {
	king, rook := p.lift(k.king), p.lift(k.rook)
	p.put(k.kingTo, king)
	p.put(k.rookTo, rook)
	p.king[k.side] = k.kingTo
}

// keepRights drops the rights whose king or rook is not at home; a man that came to be by promotion is no rook of the first position.
func (p *Position) keepRights() {
	kept := uint8(0)
	for i := range p.v.castles {
		k := &p.v.castles[i]
		king, rook := p.cells[k.king], p.cells[k.rook]
		home := king != 0 && king.typ() == p.v.royal && king.side() == k.side &&
			rook != 0 && p.v.rooks>>rook.typ()&1 != 0 && rook.side() == k.side && rook&promotedMan == 0
		if home {
			kept |= k.right
		}
	}
	p.rights &= kept
}

// readRights reads the castling field of a FEN.
func (v *Variant) readRights(field string) (rights uint8, ok bool) {
	if field == "-" {
		return 0, true
	}
	for _, letter := range []byte(field) {
		i := strings.IndexByte("KQkq", letter)
		if i < 0 || rights>>i&1 != 0 {
			return 0, false
		}
		rights |= 1 << i
	}
	return rights, field != ""
}

// writeRights is the castling field of a FEN.
func (p *Position) writeRights() string {
	if p.rights == 0 {
		return "-"
	}
	var field []byte
	for i := range 4 {
		if p.rights>>i&1 != 0 {
			field = append(field, "KQkq"[i])
		}
	}
	return string(field)
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
