package store

import (
	"context"
	"errors"
	"fmt"
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
	if t.now-last > outageAfter {
		if err := t.outage(last, t.now); err != nil {
			return fmt.Errorf("give the time of an outage back: %w", err)
		}
	}
	return t.alive()
}

// alive notes that the server is alive now.
func (t *tx) alive() error {
	return t.exec(`INSERT INTO heartbeat (id, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = ?1`, t.now)
}

// outage lets all clocks that ran stand still for the time in which the server was away.
func (t *tx) outage(from, until int64) error {
	if err := t.exec(`INSERT INTO outages (from_at, until_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET until_at = excluded.until_at`, from, until); err != nil {
		return err
	}
	games, err := all(context.Background(), t, scanGame, gameQuery+`WHERE g.status = 'playing'`)
	if err != nil {
		return err
	}
	for _, g := range games {
		before := g.DeadlineAt
		if err := t.retime(&g); err != nil {
			return err
		}
		if g.DeadlineAt == before { // it stood still all the while, or had run out before
			continue
		}
		if err := t.quietEvent(&g, Event{Side: g.Turn, Kind: "outage", From: from, Until: until}); err != nil {
			return err
		}
		if err := t.save(&g); err != nil {
			return err
		}
	}
	return nil
}
