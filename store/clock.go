package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"postrider/rules"
)

const daySeconds = 24 * 3600

// deadline is the last second in which the move after one at the given second is in time: days of 24 hours, whatever clocks on walls do.
func deadline(at int64, days int) int64 { return at + int64(days)*daySeconds }

// overdue says whether the time of the side to move has run out. In the second of the deadline itself it has not.
func (g *Game) overdue(now int64) bool { return g.DeadlineAt != 0 && now > g.DeadlineAt }

// clockTime is an instant in words.
func clockTime(at int64) string { return time.Unix(at, 0).UTC().Format("15:04 UTC on 2 January 2006") }

// flag ends an overdue game and tells both. Before both have moved once it is aborted without a loser; against a side that can never win it is a draw.
func (t *tx) flag(g *Game) error {
	both := []rules.Side{rules.White, rules.Black}
	if g.Ply < 2 {
		return t.end(g, g.Turn, "abort", rules.Outcome{Result: "*", Reason: "aborted"}, both...)
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

// Sweep does what time brings about: it flags overdue games, writes reminders, and deletes what has expired. All of it is computed from stored
// instants, so it may run as often as one likes, and after any pause. One failure keeps nothing else from being done.
func (s *Store) Sweep(ctx context.Context) error {
	return errors.Join(s.flagOverdue(ctx), s.remind(ctx), s.tidy(ctx))
}

// SweepEvery sweeps at once and then at each tick until the context ends; failures are logged, and it goes on.
func (s *Store) SweepEvery(ctx context.Context, tick time.Duration, log *slog.Logger) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			log.Error("sweep", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func scanID(r row) (id string, err error) { return id, r.Scan(&id) }

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
		return t.flag(g)
	})
}

// remind writes a reminder, once for each move that is waited for, when four fifths of its time are over. It waits until the mail about the
// move before has gone.
func (s *Store) remind(ctx context.Context) error {
	ids, err := all(ctx, s.readers, scanID, `SELECT g.id FROM games g JOIN players p ON p.id = iif(g.turn = 0, g.white_id, g.black_id)
		WHERE g.deadline_at BETWEEN ?1 AND ?1 + g.days * 17280 AND p.mail_moves AND p.mail_reminders
		AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.game_id = g.id AND o.side = g.turn AND (o.status = 'waiting' OR o.kind = 'reminder'
		AND o.event_seq = `+waitedFor+`)) ORDER BY g.deadline_at`, s.now())
	if err != nil {
		return fmt.Errorf("find whom to remind: %w", err)
	}
	return s.eachGame(ctx, "write a reminder of", ids, func(t *tx, g *Game) error {
		if g.DeadlineAt == 0 || t.now < g.DeadlineAt-int64(g.Days)*daySeconds/5 { // somebody moved just now
			return nil
		}
		seq, err := t.count(`SELECT `+waitedFor+` FROM games g WHERE g.id = ?`, g.ID)
		if err != nil {
			return err
		}
		return t.tell(g, g.Turn, "reminder", int(seq)) // unique by that event
	})
}

// waitedFor is the event of a game g since which a move is waited for: the last move, or the start.
const waitedFor = `coalesce((SELECT m.seq FROM moves m WHERE m.game_id = g.id AND m.ply = g.ply), 1)`

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
			{`UPDATE invitations SET status = 'expired' WHERE status = 'open' AND expires_at <= ?`, t.now},
			{`UPDATE invitations SET address = '', address_key = '' WHERE status <> 'open' AND address <> '' AND expires_at <= ?`, t.now},
			// one to an address stays, without it: the link to say "never again" works for good
			{`DELETE FROM invitations WHERE status <> 'open' AND address_hash IS NULL AND expires_at <= ?`, t.now - invitationsKept},
			{`DELETE FROM invited WHERE by_name AND at <= ?`, t.now - daySeconds},
			{`DELETE FROM outbox WHERE closed_at <= ?`, month},
		} {
			if err := t.exec(step.query, step.arg); err != nil {
				return err
			}
		}
		return nil
	})
	return orWrap(err, "delete what has expired")
}
