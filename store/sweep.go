package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Sweep does what time brings about: it flags overdue games, writes warnings and digests, and deletes what has expired. All of it is computed from stored
// instants, so it may run as often as one likes, and after any pause. One failure keeps nothing else from being done.
func (s *Store) Sweep(ctx context.Context) error {
	return errors.Join(s.flagOverdue(ctx), s.warn(ctx), s.digests(ctx), s.tidy(ctx))
}

// SweepEvery beats and sweeps at once and then at each tick until the context ends; failures are logged, and it goes on.
func (s *Store) SweepEvery(ctx context.Context, tick time.Duration, log *slog.Logger) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		err := s.Beat(ctx)
		if err == nil { // else nobody has got the time of an outage back yet
			err = s.Sweep(ctx)
		}
		if err != nil && ctx.Err() == nil {
			log.Error("sweep", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func scanID(r row) (id string, err error)   { return id, r.Scan(&id) }
func scanNumber(r row) (n int64, err error) { return n, r.Scan(&n) }

// flagOverdue flags each overdue game in a transaction of its own.
func (s *Store) flagOverdue(ctx context.Context) error {
	ids, err := all(ctx, s.readers, scanID, `SELECT id FROM games WHERE deadline_at < ? ORDER BY deadline_at`, s.now())
	if err != nil {
		return fmt.Errorf("find overdue games: %w", err)
	}
	return s.eachGame(ctx, "flag", ids, func(t *tx, g *Game) error {
		if !g.overdue(t.now) { // somebody moved just now
			return nil
		}
		return t.runOut(g)
	})
}

// The warnings of a turn.
const (
	warnedMost = 1 // four fifths of the time are over
	warnedDay  = 2 // the deadline is a day away

	dayWarned = daySeconds // the second one is for a time longer than this
)

// warn writes the warnings that have fallen due, each once for each move that is waited for. Where both have, one is enough. They wait until the mail about
// the move before has gone.
func (s *Store) warn(ctx context.Context) error {
	ids, err := all(ctx, s.readers, scanID, `SELECT g.id FROM games g JOIN players p ON p.id = iif(g.turn = 0, g.white_id, g.black_id)
		WHERE g.warn_at <= ? AND p.mail_reminders AND NOT p.mail_off AND coalesce(iif(g.turn = 0, g.white_mail, g.black_mail), p.mail_way) <> 'none'
		AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.game_id = g.id AND o.side = g.turn AND o.status = 'waiting') ORDER BY g.warn_at`, s.now())
	if err != nil {
		return fmt.Errorf("find whom to warn: %w", err)
	}
	return s.eachGame(ctx, "write a warning of", ids, func(t *tx, g *Game) error {
		if g.warnAt == 0 || t.now < g.warnAt || g.overdue(t.now) { // somebody moved just now
			return nil
		}
		list, err := stills(ctx, t, g)
		if err != nil {
			return err
		}
		kind := "lastday"
		if g.left[g.Turn] > dayWarned && t.now >= g.DeadlineAt-daySeconds {
			g.warned |= warnedDay
		}
		if g.warned&warnedMost == 0 && t.now >= runsOut(g.turnAt, g.left[g.Turn]*4/5, list) {
			g.warned |= warnedMost
			kind = "reminder"
		}
		if err := t.retime(g); err != nil {
			return err
		}
		if err := t.save(g); err != nil {
			return err
		}
		return t.tell(g, g.Turn, kind, g.turnSeq)
	})
}

// eachGame does something to each of the games in a transaction of its own: one failure keeps no other game from it.
func (s *Store) eachGame(ctx context.Context, what string, ids []string, do func(t *tx, g *Game) error) error {
	var failed error
	for _, id := range ids {
		err := s.tx(ctx, func(t *tx) error {
			g, err := gameBy(ctx, t, id)
			if err != nil {
				return err
			}
			return do(t, &g)
		})
		failed = errors.Join(failed, orWrap(err, "%s game %s", what, id))
	}
	return failed
}

// tidy deletes what has expired.
func (s *Store) tidy(ctx context.Context) error {
	err := s.tx(ctx, func(t *tx) error {
		month := t.now - mailsKept
		for _, step := range []struct {
			query string
			arg   int64
		}{
			{`DELETE FROM sessions WHERE expires_at <= ?`, t.now},
			{`DELETE FROM signups WHERE created_at <= ?`, t.now - signUpLasts},
			{`UPDATE outbox SET status = 'dropped', answer = 'its link has expired', closed_at = ?1 WHERE status = 'waiting'
				AND token_id IN (SELECT id FROM tokens WHERE expires_at <= ?1 OR used_at IS NOT NULL)`, t.now},
			{`DELETE FROM tokens WHERE coalesce(expires_at, created_at) <= ?
				AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.token_id = tokens.id AND o.status = 'waiting')`, month},
			{renewExpired, t.now},
			{`UPDATE invitations SET status = 'expired' WHERE status = 'open' AND expires_at <= ?`, t.now},
			{`UPDATE invitations SET address = '', address_key = '' WHERE status <> 'open' AND address <> '' AND expires_at <= ?`, t.now},
			// one to an address stays, without it: the link to say "never again" works for good
			{`DELETE FROM invitations WHERE status <> 'open' AND address_hash IS NULL AND expires_at <= ?`, t.now - invitationsKept},
			{`DELETE FROM invited WHERE by_name AND at <= ?`, t.now - daySeconds},
			{`DELETE FROM outbox WHERE closed_at <= ?`, month},
			{`DELETE FROM received WHERE at <= ?`, month},
		} {
			if err := t.exec(step.query, step.arg); err != nil {
				return err
			}
		}
		return nil
	})
	return orWrap(err, "delete what has expired")
}
