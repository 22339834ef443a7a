package store

import (
	"context"
	"errors"
	"fmt"

	"postrider/rules"
)

// Kinds of Request.
const (
	Takeback = "takeback" // N plies: 1 the last move, 2 back to the asker's last move (on the asker's turn)
	Pause    = "pause"    // N days at most
	Resume   = "resume"   // before the pause's end
)

// MaxPause is for how many days a game may be paused at once. A pause has an end, so that no game hangs for ever where one player never comes back; another one may be
// agreed on after it or before.
const MaxPause = 90

// maxAsked is how often one may ask for the same thing between two moves.
const maxAsked = 3

// Request is what a player has asked the opponent for.
type Request struct {
	Kind string
	Side rules.Side // who asks
	N    int        // plies of a takeback, days of a pause
	Ply  int        // plies played when it was asked
	At   int64      // unix seconds
}

const requestQuery = `SELECT kind, side, n, ply, at FROM requests WHERE game_id = +?`

const requestsOf = requestQuery + ` ORDER BY at, kind`

func scanRequest(r row) (q Request, err error) {
	return q, r.Scan(&q.Kind, &q.Side, &q.N, &q.Ply, &q.At)
}

// Ask asks the opponent for a takeback of n plies, for a pause of n days (1 to MaxPause), or to resume a paused game; the opponent is told by mail. A request
// waits until it is answered or taken back (Answer); one for a takeback lapses when anybody moves. What was asked already is no error. What both ask for is granted at
// once, and Ask says so. *Invalid where it makes no sense, or has been refused since the last move.
func (s *Store) Ask(ctx context.Context, d Deed, kind string, n int) (granted bool, err error) {
	err = s.deed(ctx, "ask for a "+kind, d, func(t *tx, g *Game, side rules.Side) error {
		before, err := one(ctx, t, scanRequest, requestQuery+` AND kind = ?`, g.ID, kind)
		switch {
		case err == nil && before.Side == side:
			return nil
		case err == nil && kind != Takeback: // both want it, for the time that both want
			granted = true
			before.N = min(before.N, n)
			return t.grant(g, side, before)
		case err == nil:
			return invalid("action", "%s has asked you to take back a move: answer that first.", g.Seats[side.Other()].Name)
		case !errors.Is(err, ErrNotFound):
			return err
		}
		if err := t.mayAsk(g, side, kind, n); err != nil {
			return err
		}
		if err := t.exec(`INSERT INTO requests (game_id, kind, side, n, ply, at) VALUES (?, ?, ?, ?, ?, ?)`, g.ID, kind, side, n, g.Ply, t.now); err != nil {
			return err
		}
		if err := t.requested(g, side, "ask", Request{Kind: kind, N: n}); err != nil {
			return err
		}
		return t.tell(g, side.Other(), "asked", g.Seq)
	})
	return granted, err
}

// mayAsk is nil where a request makes sense, else the *Invalid that says why not.
func (t *tx) mayAsk(g *Game, side rules.Side, kind string, n int) error {
	other := g.Seats[side.Other()].Name
	paused, err := t.count(`SELECT count(*) FROM pauses WHERE game_id = ? AND until_at > ?`, g.ID, t.now)
	if err != nil {
		return err
	}
	switch {
	case kind == Takeback && (n < 1 || n > 2):
		return invalid("action", "One move can be taken back, or two plies: back to your own last move.")
	case kind == Takeback && (n > g.Ply || n == 2 && g.Turn != side):
		return invalid("action", "There is no such move to take back.")
	case kind == Pause && (n < 1 || n > MaxPause):
		return invalid("days", "A pause is for 1 to %d days; after that the clocks go on by themselves. You can agree on another one then.", MaxPause)
	case kind == Pause && paused > 0:
		return invalid("action", "The game is paused already.")
	case kind == Resume && paused == 0:
		return invalid("action", "The game is not paused.")
	case kind != Takeback && kind != Pause && kind != Resume:
		return invalid("action", "One can ask for a takeback, for a pause, or to go on after a pause.")
	}
	var asked, refused int
	if err := t.get([]any{&asked, &refused}, `SELECT coalesce(sum(kind = 'ask' AND side = ?1), 0), coalesce(sum(kind = 'refuse' AND side <> ?1), 0) FROM events
		WHERE game_id = ?2 AND seq > ?3 AND what = ?4`, side, g.ID, g.turnSeq, kind); err != nil {
		return err
	}
	switch {
	case refused > 0:
		return invalid("action", "%s has refused that. You can ask again after the next move.", other)
	case asked >= maxAsked:
		return invalid("action", "You have asked %s for that %d times since the last move. You can ask again after the next one.", other, asked)
	}
	return nil
}

// requested notes what was done about a request. One for a takeback makes older pages stale, as the offer of a draw does; what only concerns time does not.
func (t *tx) requested(g *Game, side rules.Side, kind string, r Request) error {
	if err := t.quietEvent(g, Event{Side: side, Kind: kind, What: r.Kind, N: int64(r.N)}); err != nil {
		return err
	}
	if r.Kind == Takeback {
		g.loudSeq = g.Seq
	}
	return t.save(g)
}

// Answer grants or refuses the opponent's request; to "refuse" one's own takes it back. A granted takeback restores the position, and the clocks as they
// were, but for time given since; its moves stay in Log.Taken. A pause holds all clocks of the game for its days, or until both agree to resume; moves may be made all the
// same. Where both ask to pause, or both to resume, that is granted. *Invalid where there is no such request.
func (s *Store) Answer(ctx context.Context, d Deed, kind string, grant bool) error {
	return s.deed(ctx, "answer the request for a "+kind, d, func(t *tx, g *Game, side rules.Side) error {
		asked, err := t.askedBy(g, Request{Kind: kind, Side: side.Other()})
		if err != nil {
			return err
		}
		if grant && d.Seq >= 0 && d.Seq < asked { // the page showed another one, that was taken back
			return ErrStale
		}
		return t.reply(g, side, kind, grant)
	})
}

// askedBy is the event by which what waits was offered ("draw") or asked for.
func (t *tx) askedBy(g *Game, r Request) (seq int, err error) {
	err = t.get([]any{&seq}, `SELECT coalesce(max(seq), 0) FROM events WHERE game_id = ?1 AND side = ?2 AND (kind = 'ask' AND what = ?3 OR kind = 'offer' AND ?3 = 'draw')`,
		g.ID, r.Side, r.Kind)
	return seq, err
}

// reply grants or refuses a request, or takes one's own back.
func (t *tx) reply(g *Game, side rules.Side, kind string, grant bool) error {
	r, err := one(context.Background(), t, scanRequest, requestQuery+` AND kind = ?`, g.ID, kind)
	other := g.Seats[side.Other()].Name
	switch {
	case errors.Is(err, ErrNotFound):
		return invalid("action", "There is no such request of %s any more, or it has been answered.", other)
	case err != nil:
		return err
	case r.Side == side && grant:
		return invalid("action", "The request is your own: only %s can answer it.", other)
	case grant:
		return t.grant(g, side, r)
	}
	done := "refuse"
	if r.Side == side {
		done = "withdraw"
	}
	if err := t.closeRequest(g, kind); err != nil {
		return err
	}
	return t.requested(g, side, done, r)
}

// closeRequest takes a request away, and its mail if that still waits.
func (t *tx) closeRequest(g *Game, kind string) error {
	n, err := t.change(`DELETE FROM requests WHERE game_id = ? AND kind = ?`, g.ID, kind)
	if err != nil || n == 0 {
		return err
	}
	return t.drop("overtaken", `game_id = ? AND kind = 'asked' AND event_seq IN (SELECT seq FROM events e WHERE e.game_id = outbox.game_id AND e.what = ?)`, g.ID, kind)
}

// grant does what side's opponent has asked for, and tells that it is done.
func (t *tx) grant(g *Game, side rules.Side, r Request) error {
	if err := t.closeRequest(g, r.Kind); err != nil {
		return err
	}
	var err error
	switch r.Kind {
	case Takeback:
		err = t.takeBack(g, side, r.N)
	case Pause:
		err = t.pause(g, side, r.N)
	case Resume:
		err = t.resume(g, side)
	default:
		err = fmt.Errorf("there is no request %q", r.Kind)
	}
	if err != nil {
		return err
	}
	return t.tell(g, side.Other(), "granted", g.Seq)
}

// pause holds the clocks for so many days from now.
func (t *tx) pause(g *Game, side rules.Side, days int) error {
	until := t.now + int64(days)*daySeconds
	if err := t.exec(`INSERT INTO pauses (game_id, from_at, until_at) VALUES (?, ?, ?)`, g.ID, t.now, until); err != nil {
		return err
	}
	return t.retimed(g, Event{Side: side, Kind: "pause", From: t.now, Until: until, N: int64(days)})
}

// resume ends a pause now.
func (t *tx) resume(g *Game, side rules.Side) error {
	if err := t.exec(`UPDATE pauses SET until_at = ?1 WHERE game_id = ?2 AND until_at > ?1`, t.now, g.ID); err != nil {
		return err
	}
	if err := t.closeRequest(g, Pause); err != nil {
		return err
	}
	return t.retimed(g, Event{Side: side, Kind: "resume"})
}

// GiveTime gives the opponent a day for the move that is waited for, or for the next one; of a reserve it is a day more. *Invalid where the opponent
// would have more than 60 days for a move, or 180 in reserve; ErrStale also where the player has given time since Deed.Seq, or that was not sent.
func (s *Store) GiveTime(ctx context.Context, d Deed) error {
	return s.deed(ctx, "give time", d, func(t *tx, g *Game, side rules.Side) error {
		given, err := t.count(`SELECT count(*) FROM events WHERE game_id = ? AND kind = 'moretime' AND side = ? AND seq > ?`, g.ID, side, d.Seq)
		if err != nil {
			return err
		}
		if given > 0 || d.Seq < 0 { // the same form twice gives one day
			return ErrStale
		}
		other, most := side.Other(), int64(2*maxDays*daySeconds)
		if g.Clock.IsBank() {
			most = maxCap
		}
		if g.left[other]+daySeconds > most {
			return invalid("action", "%s has been given as much time as one can have: %s at the beginning of a turn.", g.Seats[other].Name, spanWords(g.left[other]))
		}
		g.left[other] += daySeconds
		if err := t.retimed(g, Event{Side: side, Kind: "moretime", N: daySeconds}); err != nil {
			return err
		}
		return t.mailTime(g, other)
	})
}

// timeMails is how many mails about given time a game causes in 24 hours, however many days are given; the log tells of all.
const timeMails = 3

// mailTime tells a side of the time that it was given; a mail about time that was given before and has not gone yet says less, and is dropped.
func (t *tx) mailTime(g *Game, side rules.Side) error {
	if err := t.drop("overtaken", `game_id = ? AND kind = 'moretime' AND side = ?`, g.ID, side); err != nil {
		return err
	}
	n, err := t.count(`SELECT count(*) FROM outbox WHERE game_id = ? AND kind = 'moretime' AND side = ? AND created_at > ? AND status <> 'dropped'`, g.ID, side, t.now-daySeconds)
	if err != nil || n >= timeMails {
		return err
	}
	return t.tell(g, side, "moretime", g.Seq)
}

// Abort ends a game in which not both have moved once, without a loser. *Invalid later.
func (s *Store) Abort(ctx context.Context, d Deed) error {
	return s.deed(ctx, "abort", d, func(t *tx, g *Game, side rules.Side) error {
		if g.Ply >= 2 {
			return invalid("action", "Both of you have moved, so the game can no longer be called off. You can offer a draw, or resign.")
		}
		return t.end(g, side, "abort", rules.Outcome{Result: "*", Reason: "aborted"}, side.Other())
	})
}
