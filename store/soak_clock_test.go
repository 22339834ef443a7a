package store

import (
	"sort"
	"testing"

	"postrider/rules"
)

// soakClock computes the clocks of a game anew, by another way than the store: it adds up what lies outside all standstills, and finds deadlines by halving.
type soakClock struct {
	game   *Log
	spans  [2][][2]int64 // by the side to move, merged
	left   [2]int64
	turn   rules.Side
	turnAt int64
	past   []soakTurn
	last   map[int]int // the last event of each ply's moves

	turnSeq int  // the event that began the turn
	given   bool // the opponent gave time in it
}

type soakTurn struct {
	side      rules.Side
	had, left int64
}

func newSoakClock(t *testing.T, s *Store, l *Log) *soakClock {
	t.Helper()
	k := &soakClock{game: l, turnAt: l.StartedAt, left: [2]int64{l.Clock.start(), l.Clock.start()}, turn: l.Turn, turnSeq: 1, last: map[int]int{}}
	if l.Ply%2 == 1 {
		k.turn = k.turn.Other()
	}
	for _, e := range l.Events {
		if e.Kind == "move" {
			k.last[e.Ply] = e.Seq
		}
	}
	for side := range k.spans {
		query := `SELECT from_at, until_at FROM outages UNION ALL SELECT from_at, until_at FROM pauses WHERE game_id = ?1
			UNION ALL SELECT from_at, until_at FROM vacations WHERE player_id = ?2 AND ?3`
		list, err := all(t.Context(), s.readers, func(r row) (s [2]int64, err error) { return s, r.Scan(&s[0], &s[1]) }, query,
			l.ID, l.Seats[side].PlayerID, !l.NoVacation)
		must(t, err)
		k.spans[side] = merged(list)
	}
	return k
}

// merged is the union of spans, in order.
func merged(list [][2]int64) (union [][2]int64) {
	sort.Slice(list, func(i, j int) bool { return list[i][0] < list[j][0] })
	for _, s := range list {
		if n := len(union); n > 0 && s[0] <= union[n-1][1] {
			union[n-1][1] = max(union[n-1][1], s[1])
			continue
		}
		union = append(union, s)
	}
	return union
}

// used is for how many seconds the clock of the side to move has run until an instant.
func (k *soakClock) used(until int64) int64 {
	total := until - k.turnAt
	for _, s := range k.spans[k.turn] {
		if a, b := max(s[0], k.turnAt), min(s[1], until); b > a {
			total -= b - a
		}
	}
	return total
}

// deadline is the last second in which no more than what was left is used.
func (k *soakClock) deadline() int64 {
	low, high := k.turnAt, k.turnAt+1000*daySeconds
	for low < high {
		if middle := (low + high + 1) / 2; k.used(middle) <= k.left[k.turn] {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// move makes a move and says how many seconds were left; negative: it came too late.
func (k *soakClock) move(at int64) int64 {
	had := k.left[k.turn]
	left := had - k.used(at)
	k.past = append(k.past, soakTurn{k.turn, had, left})
	if c := k.game.Clock; c.IsBank() {
		k.left[k.turn] = left
		if left < c.Cap {
			k.left[k.turn] = min(left+c.Added, c.Cap)
		}
	} else {
		k.left[k.turn] = int64(c.Days) * daySeconds
	}
	k.turn, k.turnAt = k.turn.Other(), at
	return left
}

// give gives a side time: it stays given also where the moves before it are taken back.
func (k *soakClock) give(to rules.Side, seconds int64) {
	k.left[to] += seconds
	for i := range k.past {
		if turn := &k.past[i]; turn.side == to {
			turn.had, turn.left = turn.had+seconds, turn.left+seconds
		}
	}
}

// takeBack takes moves back, with at least an hour left.
func (k *soakClock) takeBack(plies int, at int64) {
	for range plies {
		turn := k.past[len(k.past)-1]
		k.past = k.past[:len(k.past)-1]
		k.turn, k.left[turn.side] = turn.side, turn.had
		if plies--; plies == 0 {
			k.left[turn.side] = max(turn.left, min(turn.had, hourSeconds))
		}
	}
	k.turnAt = at
}

// lastOf says whether no later event plays the same ply.
func (k *soakClock) lastOf(e Event) bool { return k.last[e.Ply] == e.Seq }
