package store

import (
	"context"
	"errors"
)

// outageAfter is after how many seconds without a beat the server was away.
const outageAfter = 5 * 60

// Beat notes that the server is alive. A gap of more than five minutes since it last was is an outage: every clock that ran gets that time back, and the logs
// of those games say so. SweepEvery beats before each sweep, Open and Close do too.
func (s *Store) Beat(ctx context.Context) error {
	err := s.tx(ctx, func(t *tx) error { return t.beat() })
	if err == nil {
		s.lastBeat.Store(s.now())
	}
	return orWrap(err, "note that the server is alive")
}

// awake beats before a deed where the machine slept: the deed comes before the next sweep then.
func (t *tx) awake() error {
	if last := t.store.lastBeat.Load(); last == 0 || t.now-last <= outageAfter {
		return nil
	}
	return t.beat()
}

func (t *tx) beat() error {
	last, err := t.count(`SELECT at FROM heartbeat`)
	if errors.Is(err, ErrNotFound) {
		last, err = t.now, nil
	}
	if err != nil {
		return err
	}
	switch {
	case t.now-last > outageAfter:
		err = orWrap(t.outage(last, t.now), "give the time of an outage back")
	case last-t.now > outageAfter:
		err = orWrap(t.setBack(), "go on after the clock was set back")
	}
	return errors.Join(err, t.alive())
}

// alive notes that the server is alive now.
func (t *tx) alive() error {
	return t.exec(`INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1`, t.now)
}

// outage lets all clocks that ran stand still for the time in which the server was away. It is one transaction over all games that are being played, so that none can be flagged
// before it has got its time back; of ten thousand it takes about half a second (BenchmarkOutage), mostly before the server serves anybody.
func (t *tx) outage(from, until int64) error {
	if err := t.exec(`INSERT INTO outages (from_at, until_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET until_at = excluded.until_at`, from, until); err != nil {
		return err
	}
	return t.retimeAll(func(g *Game) error {
		return t.quietEvent(g, Event{Side: g.Turn, Kind: "outage", From: from, Until: until})
	})
}

// setBack is for a clock that was wrong before, and goes back to the right time: what it has left behind lies in the future. Outages end now, turns begin now, and neither
// mails nor digests wait until then. A time at which there was nobody here yet is itself the wrong one, and what happens in it is an outage when it is over.
func (t *tx) setBack() error {
	first, err := t.count(`SELECT coalesce(min(created_at), 0) FROM players`)
	if err != nil || t.now < first {
		return err
	}
	for _, query := range []string{
		`UPDATE outages SET until_at = ?1 WHERE until_at > ?1`,
		`UPDATE games SET turn_at = ?1 WHERE status = 'playing' AND turn_at > ?1`,
		`UPDATE outbox SET due_at = ?1 WHERE status = 'waiting' AND due_at > ?1`,
		`UPDATE players SET told_at = ?1 WHERE told_at > ?1`,
	} {
		if err := t.exec(query, t.now); err != nil {
			return err
		}
	}
	players, err := all(context.Background(), t, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE digest_at > ?`, t.now)
	if err != nil {
		return err
	}
	for _, p := range players {
		if today := dayAt(t.now, p.Location()); p.digestDay > today {
			err = t.settleDay(&p, today)
		}
		if err := errors.Join(err, t.planDigest(p)); err != nil {
			return err
		}
	}
	return t.retimeAll(func(*Game) error { return nil })
}

// retimeAll computes the deadlines of all games that are played, and does something with each whose deadline changes.
func (t *tx) retimeAll(changed func(*Game) error) error {
	games, err := all(context.Background(), t, scanGame, gameQuery+`WHERE g.status = 'playing'`)
	if err != nil {
		return err
	}
	for _, g := range games {
		before := g.DeadlineAt
		if err := t.retime(&g); err != nil {
			return err
		}
		if g.DeadlineAt == before { // its clock stood still all the while, or had run out before
			continue
		}
		if err := errors.Join(changed(&g), t.save(&g)); err != nil {
			return err
		}
	}
	return nil
}
