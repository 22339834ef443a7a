package rules

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// mirror is a position seen from the other side: the ranks of every file turned round, White and Black exchanged. false if the board is not the same then.
func mirror(p Position) (q Position, ok bool) {
	b := &p.v.board
	q = Position{v: p.v, ep: NoCell, turn: p.turn.Other(), clock: p.clock, number: p.number}
	for c := range Cell(len(b.Cells)) {
		to := b.from(Black, b.Cells[c].File, b.Cells[c].Rank)
		if to == NoCell {
			return q, false
		}
		if m := p.cells[c]; m != 0 {
			q.put(to, m^blackMan)
		}
		if c == p.ep {
			q.ep = to
		}
	}
	for _, s := range []Side{White, Black} {
		king := b.Cells[p.king[s]]
		q.king[s.Other()] = b.from(Black, king.File, king.Rank)
		q.hands[s.Other()] = p.hands[s]
	}
	q.rights = p.rights>>2 | p.rights&3<<2
	return q, true
}

// mirrored are the moves as they would be seen from the other side, if over; otherwise as they are.
func mirrored(p Position, moves []Move, over bool) (all []string) {
	b := &p.v.board
	for _, m := range moves {
		for _, c := range []*Cell{&m.from, &m.to} {
			if over && *c != NoCell {
				*c = b.from(Black, b.Cells[*c].File, b.Cells[*c].Rank)
			}
		}
		if m.kind == castling {
			m.as = 0
		}
		all = append(all, fmt.Sprint(m))
	}
	slices.Sort(all)
	return all
}

func TestMirroredPositionsHaveMirroredMoves(t *testing.T) {
	eachGame(t, 60, func(t *rapid.T, p Position, legal []Move, m Move) {
		q, ok := mirror(p)
		if !ok {
			return
		}
		if back, _ := mirror(q); back != p {
			t.Fatalf("%s is not its mirror's mirror, %s", p.FEN(), back.FEN())
		}
		if got, want := mirrored(q, q.Moves(), true), mirrored(p, legal, false); !slices.Equal(got, want) {
			t.Fatalf("%s has the moves\n%v, and its mirror %s\n%v", p.FEN(), want, q.FEN(), got)
		}
		if after, _ := mirror(p.Play(m)); !slices.ContainsFunc(q.Moves(), func(o Move) bool {
			q := q.Play(o)
			q.number = after.number
			return q == after
		}) {
			t.Fatalf("%s, %s: no move of the mirror leads to its mirror %s", p.FEN(), p.Text(m), after.FEN())
		}
	})
}
