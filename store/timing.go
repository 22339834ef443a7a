package store

import (
	"context"
	"fmt"
	"time"

	"postrider/rules"
)

// Deadlines are computed from stored instants alone: since when a side has its turn, how many seconds it had then, and when its clock stands still. Whatever
// changes one of these computes them anew (retime); nothing here depends on when somebody looks.

// SeatTime is how a seat's clock stands at the moment when its game was read.
type SeatTime struct {
	Left       int64  // seconds: for the move that is waited for, or for the next one; 0 at least
	Running    bool   // it is counting down now
	Still      string // why the clock of the side to move does not count down, at last where it is one after the other: "pause", "vacation", or ""
	StillUntil int64  // unix seconds, 0: it does
}

// still is a time in which a clock does not run: its first second is from, and until is the first one after it.
type still struct {
	from, until int64
	why         string // "pause", "vacation", "outage"
}

// runsOut is the last second that is in time for a clock that has run since at with so many seconds left then. stills are in the order of their beginnings. One
// that begins in that very last second holds the clock there.
func runsOut(at, left int64, stills []still) int64 {
	for _, s := range stills {
		from := max(s.from, at)
		if from > at+left {
			break
		}
		if s.until > at {
			at, left = s.until, left-(from-at)
		}
	}
	return at + left
}

// ran is for how many seconds a clock has run from at until now.
func ran(at, now int64, stills []still) int64 {
	total := int64(0)
	for _, s := range stills {
		from := max(s.from, at)
		if from >= now {
			break
		}
		if s.until > at {
			at, total = min(s.until, now), total+from-at
		}
	}
	return total + max(0, now-at)
}

// stillsQuery reads by indexes alone (+from_at: else outages are read in their order, all of them), and of what is past only what ended after the turn (?1) began: the rows of years
// ago, which are kept, cost nothing. It is asked for each move and, after an outage, for each game; +?: see querier.
const stillsQuery = `SELECT from_at, until_at, 'pause' FROM pauses WHERE game_id = +?2 AND until_at > +?1
	UNION ALL SELECT from_at, until_at, 'vacation' FROM vacations WHERE player_id = +?3 AND until_at > +?1
	UNION ALL SELECT +from_at, until_at, 'outage' FROM outages WHERE until_at > +?1 ORDER BY 1`

// stills are the standstills of the clock of the side to move, since its turn began, those to come too.
func stills(ctx context.Context, q querier, g *Game) ([]still, error) {
	list, err := all(ctx, q, func(r row) (s still, err error) { return s, r.Scan(&s.from, &s.until, &s.why) },
		stillsQuery, g.turnAt, g.ID, g.onVacation())
	return list, orWrap(err, "read when the clock stands still")
}

// onVacation is the player whose vacations hold the clock that runs: the one to move, or 0 in a game without.
func (g *Game) onVacation() int64 {
	if g.NoVacation {
		return 0
	}
	return g.Seats[g.Turn].PlayerID
}

// tellTime fills in how the clocks of a game that is being played stand now.
func (s *Store) tellTime(ctx context.Context, q querier, g *Game) error {
	if g.Over() {
		return nil
	}
	list, err := stills(ctx, q, g)
	if err != nil {
		return err
	}
	now := s.now()
	for side := range g.Times {
		g.Times[side].Left = g.left[side]
	}
	mine := &g.Times[g.Turn]
	mine.Left, mine.Running = max(0, mine.Left-ran(g.turnAt, now, list)), true
	for _, still := range list {
		if from := max(now, mine.StillUntil); still.from <= from && from < still.until && still.why != "outage" {
			mine.Running, mine.Still, mine.StillUntil = false, still.why, still.until
		}
	}
	return nil
}

// beginTurn starts the clock of the side to move, by the event that was written last.
func (t *tx) beginTurn(g *Game) error {
	g.turnAt, g.turnSeq, g.warned = t.now, g.Seq, 0
	return t.retime(g)
}

// retime computes the deadline and when the next warning falls due.
func (t *tx) retime(g *Game) error {
	list, err := stills(context.Background(), t, g)
	if err != nil {
		return err
	}
	left := g.left[g.Turn]
	g.DeadlineAt, g.warnAt = runsOut(g.turnAt, left, list), 0
	if g.warned&warnedMost == 0 {
		g.warnAt = runsOut(g.turnAt, left*4/5, list)
	}
	if g.warned&warnedDay == 0 && left > dayWarned {
		if day := g.DeadlineAt - daySeconds; g.warnAt == 0 || day < g.warnAt {
			g.warnAt = day
		}
	}
	return nil
}

// moved stops the clock of the side that has just moved and gives it what the move adds: how many seconds it had when its turn began, and has left.
func (t *tx) moved(g *Game, side rules.Side) (had, left int64, err error) {
	list, err := stills(context.Background(), t, g)
	if err != nil {
		return 0, 0, err
	}
	had = g.left[side]
	left = max(0, had-ran(g.turnAt, t.now, list))
	g.left[side] = g.Clock.after(left)
	return had, left, nil
}

// overdue says whether the time of the side to move has run out. In the second of the deadline itself it has not.
func (g *Game) overdue(now int64) bool { return g.DeadlineAt != 0 && now > g.DeadlineAt }

// clockTime is an instant in words: "15:04 CET on 2 January 2006".
func clockTime(at int64, zone *time.Location) string {
	t := time.Unix(at, 0).In(zone)
	return t.Format("15:04 ") + ZoneMark(t) + t.Format(" on 2 January 2006")
}

// runOut does what it brings that the time of the side to move has run out: a vacation that begins by itself, or else the flag.
func (t *tx) runOut(g *Game) error {
	for g.overdue(t.now) {
		if held, err := t.autoVacation(g); err != nil {
			return err
		} else if !held {
			return t.flag(g)
		}
	}
	return nil
}

// flag ends an overdue game and tells both. Before both have moved once it is aborted without a loser; against a side that can never win it is a draw.
func (t *tx) flag(g *Game) error {
	both := []rules.Side{rules.White, rules.Black}
	if g.Ply < 2 {
		return t.end(g, g.Turn, "flag", rules.Outcome{Result: "*", Reason: "aborted"}, both...)
	}
	v, err := t.store.variant(context.Background(), t, g.Definition)
	if err != nil {
		return err
	}
	p, err := v.ParseFEN(g.FEN)
	if err != nil {
		return fmt.Errorf("read the position of game %s: %w", g.ID, err)
	}
	o := won(g.Turn.Other(), "time")
	if !p.CanWin(g.Turn.Other()) {
		o.Result = "1/2-1/2"
	}
	return t.end(g, g.Turn, "flag", o, both...)
}
