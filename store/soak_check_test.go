package store

import (
	"fmt"
	"slices"
	"sort"
	"testing"
	"time"

	"postrider/rules"
)

// soakCheck looks at a data file from outside.
type soakCheck struct {
	t     *testing.T
	path  string
	mails map[int64]soakMail // every mail that was ever written, by its id
	told  map[soakTold][]soakMail
	n     map[string]int // figures
}

type soakMail struct {
	id         int64
	kind, game string
	seq        int
	player     int64
}

// soakTold is a vacation of which an opponent is told once, in one of their games.
type soakTold struct{ at, from, player, opponent int64 }

func newSoakCheck(t *testing.T, path string) *soakCheck {
	return &soakCheck{t: t, path: path, mails: map[int64]soakMail{}, told: map[soakTold][]soakMail{}, n: map[string]int{}}
}

// collectMails keeps the mails before they are a month old and deleted.
func (c *soakCheck) collectMails() {
	c.t.Helper()
	db, err := connect(c.path, map[string][]string{})
	must(c.t, err)
	defer db.Close()
	list, err := all(c.t.Context(), db, func(r row) (m soakMail, err error) {
		return m, r.Scan(&m.id, &m.kind, &m.game, &m.seq, &m.player)
	}, `SELECT id, kind, coalesce(game_id, ''), event_seq, coalesce(player_id, 0) FROM outbox`)
	must(c.t, err)
	for _, m := range list {
		c.mails[m.id] = m
	}
}

func (c *soakCheck) figures() string {
	names := make([]string, 0, len(c.n))
	for name := range c.n {
		names = append(names, name)
	}
	sort.Strings(names)
	text := ""
	for _, name := range names {
		text += fmt.Sprintf("%d %s, ", c.n[name], name)
	}
	return text + fmt.Sprintf("%d mails", len(c.mails))
}

// check checks all.
func (c *soakCheck) check(kills int) {
	c.t.Helper()
	s, err := Open(c.t.Context(), c.path, Options{Now: func() time.Time { return time.Unix(heartbeatOf(c.t, c.path), 0) }})
	must(c.t, err)
	defer s.Close()
	integrity(c.t, s)
	ids, err := all(c.t.Context(), s.readers, scanID, `SELECT id FROM games ORDER BY id`)
	must(c.t, err)
	acknowledged := acknowledged(c.t, c.path)
	written := map[soakMail]bool{}
	for _, m := range c.mails {
		m.id = 0
		written[m] = true
	}
	owed := map[soakMail]bool{}
	unknown := 0
	for _, id := range ids {
		l, err := s.log(c.t.Context(), id)
		must(c.t, err)
		c.n["games"]++
		c.n["games "+l.Reason]++
		unknown += c.checkMoves(s, &l, acknowledged)
		c.checkClock(s, &l, written)
		c.owed(&l, owed)
	}
	for line, n := range acknowledged {
		if n != 0 {
			c.t.Errorf("lost: %s (%d)", line, n)
		}
	}
	if unknown > kills {
		c.t.Errorf("%d moves were never acknowledged, with %d kills", unknown, kills)
	}
	c.checkMails(owed)
}

// checkMoves replays a game, takes its moves from the journal, and counts those that are not in it.
func (c *soakCheck) checkMoves(s *Store, l *Log, acknowledged map[string]int) (unknown int) {
	c.t.Helper()
	v, err := s.Variant(c.t.Context(), l.Definition)
	must(c.t, err)
	p, err := v.ParseFEN(l.StartFEN)
	must(c.t, err)
	seen := slices.Clone(l.Moves)
	for i, m := range l.Moves {
		move, err := p.Parse(m.Text)
		if err != nil || m.Ply != i+1 || m.Side != p.Turn() {
			c.t.Errorf("game %s, ply %d: %+v, %v", l.ID, i+1, m, err)
			return 0
		}
		if p = p.Play(move); p.FEN() != m.FEN {
			c.t.Errorf("game %s, ply %d: %s stands there, %s it is", l.ID, m.Ply, m.FEN, p.FEN())
		}
	}
	if l.Ply != len(l.Moves) || l.FEN != p.FEN() {
		c.t.Errorf("game %s is at ply %d, %s", l.ID, l.Ply, l.FEN)
	}
	for _, m := range l.Taken {
		seen = append(seen, m.Move)
	}
	c.n["moves"] += len(seen)
	c.n["moves taken back"] += len(l.Taken)
	for _, m := range seen {
		line := fmt.Sprintf("%s %d %s %d", l.ID, m.Ply, m.Text, m.At)
		switch {
		case m.Conditional:
			c.n["moves of the server"]++
		case acknowledged[line] > 0:
			acknowledged[line]--
		default:
			unknown++
		}
	}
	return unknown
}

// checkClock goes through the events of a game with a clock of its own.
func (c *soakCheck) checkClock(s *Store, l *Log, written map[soakMail]bool) {
	c.t.Helper()
	k := newSoakClock(c.t, s, l)
	byPly := map[int]Move{}
	for _, m := range l.Moves {
		byPly[m.Ply] = m
	}
	for _, e := range l.Events {
		switch e.Kind {
		case "move":
			had := k.left[e.Side]
			left := k.move(e.At)
			c.checkWarnings(k, l, e, had, left, written)
			k.turnSeq, k.given = e.Seq, false
			// a ply may have been taken back and played again: the row is of the last one
			if m := byPly[e.Ply]; m.At == e.At && k.lastOf(e) && (m.Had != had || m.Left != left) {
				c.t.Errorf("game %s, ply %d: had %d, left %d; it is %d and %d", l.ID, e.Ply, m.Had, m.Left, had, left)
			}
			if left < 0 {
				c.t.Errorf("game %s: ply %d came %d s too late", l.ID, e.Ply, -left)
			}
		case "moretime":
			k.give(e.Side.Other(), e.N)
			k.given = k.given || e.Side.Other() == k.turn
			c.n["days given"]++
		case "takeback":
			k.takeBack(int(e.N), e.At)
			k.turnSeq, k.given = e.Seq, false
		case "flag":
			if last := k.deadline(); e.At <= last {
				c.t.Errorf("game %s was flagged at %d, before %d", l.ID, e.At, last)
			}
		case "outage", "pause", "vacation":
			c.n["events "+e.Kind]++
		}
	}
	if !l.Over() && (l.DeadlineAt != k.deadline() || l.left != k.left) {
		c.t.Errorf("game %s: the deadline is %d, it should be %d; left %v, %v", l.ID, l.DeadlineAt, k.deadline(), l.left, k.left)
	}
}

// checkWarnings wants the warning of a turn that has just ended where four fifths of its time were over (it may be as late as the sweeps are), and none before.
func (c *soakCheck) checkWarnings(k *soakClock, l *Log, e Event, had, left int64, written map[soakMail]bool) {
	c.t.Helper()
	const late = 2 * hourSeconds
	player := l.Seats[e.Side].PlayerID
	reminded := written[soakMail{kind: "reminder", game: l.ID, seq: k.turnSeq, player: player}]
	switch used := had - left; {
	case k.given:
	case reminded && used < had*4/5:
		c.t.Errorf("game %s, event %d: reminded after %d s of %d", l.ID, e.Seq, used, had)
	case !reminded && used >= had*4/5+late:
		c.t.Errorf("game %s, event %d: never reminded, after %d s of %d", l.ID, e.Seq, used, had)
	case had <= dayWarned && written[soakMail{kind: "lastday", game: l.ID, seq: k.turnSeq, player: player}]:
		c.t.Errorf("game %s, event %d: told of the last day, of %d s", l.ID, e.Seq, had)
	}
}

// owed adds the mails that the events of a game owe.
func (c *soakCheck) owed(l *Log, owed map[soakMail]bool) {
	owe := func(kind string, seq int, to ...rules.Side) {
		for _, side := range to {
			owed[soakMail{kind: kind, game: l.ID, seq: seq, player: l.Seats[side].PlayerID}] = true
		}
	}
	served := 0 // moves by the server up to here, in this turn of events
	for i, e := range l.Events {
		after := Event{}
		if i+1 < len(l.Events) {
			after = l.Events[i+1]
		}
		other := e.Side.Other()
		switch e.Kind {
		case "move":
			chain := after.Kind == "move" && after.At == e.At && conditional(l, after)
			switch {
			case chain:
				served++
				continue
			case after.Kind == "end":
			default:
				owe("move", e.Seq, other)
				if served > 0 {
					owe("played", e.Seq, e.Side)
				}
				served = 0
			}
		case "end":
			owe("end", e.Seq, other)
			if served > 0 {
				owe("end", e.Seq, e.Side)
			}
		case "offer":
			if before := l.Events[i-1]; before.Kind != "move" || before.At != e.At || before.Side != e.Side {
				owe("offer", e.Seq, other)
			}
		case "ask":
			owe("asked", e.Seq, other)
		case "takeback", "pause", "resume":
			owe("granted", e.Seq, other)
		case "moretime":
			if given(l.Events[:i], e) < timeMails { // the mails about more are spared, unless some before were overtaken
				owe("moretime", e.Seq, other)
			}
		case "vacation":
			if e.N == 1 && e.Until-e.From > daySeconds { // one that began by itself goes on: the log notes it, and no mail tells of it
				continue
			}
			told := soakTold{e.At, e.From, l.Seats[e.Side].PlayerID, l.Seats[other].PlayerID}
			c.told[told] = append(c.told[told], soakMail{kind: "vacation", game: l.ID, seq: e.Seq, player: l.Seats[other].PlayerID})
		case "resign", "accept", "claim":
			owe("end", e.Seq, other)
		case "flag", "abort":
			owe("end", e.Seq, rules.White, rules.Black)
		}
	}
}

// given is how often before e the same player gave time within a day.
func given(before []Event, e Event) (n int) {
	for _, b := range before {
		if b.Kind == e.Kind && b.Side == e.Side && b.At > e.At-daySeconds {
			n++
		}
	}
	return n
}

// conditional says whether the move of an event was the server's, in its row or among those taken back.
func conditional(l *Log, e Event) bool {
	for _, m := range l.Moves {
		if m.Ply == e.Ply && m.At == e.At && m.Side == e.Side && m.Conditional {
			return true
		}
	}
	for _, m := range l.Taken {
		if m.Ply == e.Ply && m.At == e.At && m.Side == e.Side && m.Conditional && m.Seq > e.Seq {
			return true
		}
	}
	return false
}

// checkMails wants every mail that is owed once and none besides.
func (c *soakCheck) checkMails(owed map[soakMail]bool) {
	c.t.Helper()
	count := map[soakMail]int{}
	for _, m := range c.mails {
		m.id = 0
		if count[m]++; m.game != "" && count[m] > 1 {
			c.t.Errorf("written twice: %+v", m)
		}
		c.n["mails "+m.kind]++
		switch m.kind {
		case "move", "played", "end", "offer", "asked", "granted", "moretime":
			if !owed[m] && m.kind != "moretime" {
				c.t.Errorf("not owed: %+v", m)
			}
			delete(owed, m)
		}
	}
	for told, any := range c.told {
		n := 0
		for _, m := range any {
			n += count[m]
		}
		if n != 1 {
			c.t.Errorf("%+v was told %d times", told, n)
		}
	}
	for m := range owed {
		c.t.Errorf("owed, and never written: %+v", m)
	}
	c.n["mails owed"] = len(owed)
}
