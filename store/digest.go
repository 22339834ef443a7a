package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"postrider/rules"
)

// The digest is one mail a day, at the player's hour, about the games for which that is wished (MailWishes.In). Its row is written by the sweep and is unique by
// player and day of the player's calendar. Whatever the clocks on the wall, the zone or the server do, a day has one at most: Player.digestDay is the last day that
// is settled, and a day that is over without one stays without. Where nothing waits and nothing has happened there is none.

// Digest is what a player's next digest has to tell.
type Digest struct {
	Waiting []DigestGame // games that wait for the player's move, least time left first
	Others  []DigestGame // other games in which something has happened since the last digest
}

// DigestGame is a game in a digest.
type DigestGame struct {
	Game     string
	Side     rules.Side // the player's
	Events   []Event    // since the last digest: what the opponent did but moves, what time did but further days of a vacation, and the player's conditional moves
	Messages []Message  // of the opponent, since the last digest
}

// Digest gives what a digest to a player tells, of what has happened before an instant (unix seconds; Envelope.DueAt). Both lists are empty where there is nothing.
func (s *Store) Digest(ctx context.Context, player, until int64) (Digest, error) {
	p, err := s.Player(ctx, player)
	if err != nil {
		return Digest{}, err
	}
	d, err := digest(ctx, s.readers, p, until)
	return d, orWrap(err, "read what a digest tells player %d", player)
}

// inDigest are the games of player ?1, whose wish for all games is ?2, that belong into the digest.
const inDigest = `(g.white_id = ?1 OR g.black_id = ?1) AND coalesce(iif(g.white_id = ?1, g.white_mail, g.black_mail), ?2) = 'digest'`

func digest(ctx context.Context, q querier, p Player, until int64) (Digest, error) {
	var d Digest
	if p.Wishes.Off {
		return d, nil
	}
	var err error
	d.Waiting, err = all(ctx, q, func(r row) (g DigestGame, err error) { return g, r.Scan(&g.Game, &g.Side) },
		`SELECT g.id, g.turn FROM games g WHERE `+inDigest+` AND g.status = 'playing' AND (g.turn = 0) = (g.white_id = ?1) ORDER BY g.deadline_at, g.id`, p.ID, p.Wishes.Moves)
	if err != nil {
		return d, err
	}
	events, err := all(ctx, q, scanDigestEvent, `SELECT g.id, g.black_id = ?1, `+eventColumns+`
		FROM games g JOIN events e ON e.game_id = g.id WHERE `+inDigest+` AND (g.status = 'playing' OR g.ended_at >= ?3) AND e.at >= ?3 AND e.at < ?4
		AND NOT (e.kind = 'vacation' AND e.n = 1 AND e.until_at > e.from_at + 86400) AND iif(e.side = (g.black_id = ?1), e.kind = 'vacation' AND e.n = 1
				OR e.kind = 'move' AND EXISTS (SELECT 1 FROM moves m WHERE m.game_id = g.id AND m.seq = e.seq AND m.conditional),
			e.kind IN ('offer', 'accept', 'claim', 'resign', 'end', 'ask', 'takeback', 'pause', 'resume', 'moretime', 'vacation'))
		OR `+inDigest+` AND g.ended_at >= ?3 AND e.at >= ?3 AND e.at < ?4 AND e.kind IN ('flag', 'abort') ORDER BY e.at, g.id, e.seq`, p.ID, p.Wishes.Moves, p.toldAt, until)
	if err != nil {
		return d, err
	}
	messages, err := all(ctx, q, scanDigestMessage, `SELECT g.id, g.black_id = ?1, m.number, m.side, m.text, m.at FROM games g JOIN messages m ON m.game_id = g.id
		WHERE `+inDigest+` AND m.at >= ?3 AND m.at < ?4 AND m.side <> (g.black_id = ?1) ORDER BY m.at, g.id, m.number`, p.ID, p.Wishes.Moves, p.toldAt, until)
	for _, news := range append(events, messages...) {
		g := d.game(news)
		g.Events, g.Messages = append(g.Events, news.Events...), append(g.Messages, news.Messages...)
	}
	return d, err
}

// game is a game's place in a digest; one that waits for nobody gets it among the others.
func (d *Digest) game(news DigestGame) *DigestGame {
	for _, list := range [][]DigestGame{d.Waiting, d.Others} {
		for i := range list {
			if list[i].Game == news.Game {
				return &list[i]
			}
		}
	}
	d.Others = append(d.Others, DigestGame{Game: news.Game, Side: news.Side})
	return &d.Others[len(d.Others)-1]
}

func scanDigestEvent(r row) (g DigestGame, err error) {
	var e Event
	err = r.Scan(append([]any{&g.Game, &g.Side}, e.columns()...)...)
	g.Events = []Event{e}
	return g, err
}

func scanDigestMessage(r row) (g DigestGame, err error) {
	var m Message
	err = r.Scan(&g.Game, &g.Side, &m.Number, &m.Side, &m.Text, &m.At)
	g.Messages = []Message{m}
	return g, err
}

// digests writes the digests that have fallen due, each in a transaction of its own.
func (s *Store) digests(ctx context.Context) error {
	due, err := all(ctx, s.readers, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE digest_at <= ? ORDER BY digest_at, id`, s.now())
	if err != nil {
		return fmt.Errorf("find whose digest is due: %w", err)
	}
	var failed error
	for _, p := range due {
		err := s.tx(ctx, func(t *tx) error { return t.digest(p.ID) })
		failed = errors.Join(failed, orWrap(err, "write the digest of player %d", p.ID))
	}
	return failed
}

// digest settles a player's day, if its hour has come, and plans the next one. A digest of another day that still waits is overtaken by this one.
func (t *tx) digest(player int64) error {
	p, err := playerBy(context.Background(), t, `id = ?`, player)
	if err != nil {
		return err
	}
	if p.DigestAt == 0 || t.now < p.DigestAt {
		return nil
	}
	zone := p.Location()
	if today := dayAt(t.now, zone); today > p.digestDay && hourBegins(today, p.Wishes.Hour, zone) <= t.now {
		if err := t.settleDay(&p, today); err != nil {
			return err
		}
		if err := t.drop("overtaken", `kind = 'digest' AND player_id = ?`, p.ID); err != nil {
			return err
		}
		d, err := digest(context.Background(), t, p, t.now)
		if err != nil {
			return err
		}
		if len(d.Waiting)+len(d.Others) > 0 {
			if err := t.post(mailRow{Envelope: Envelope{Kind: "digest", To: p.Email, PlayerID: p.ID, Day: today}}); err != nil {
				return err
			}
		}
	}
	return t.planDigest(p)
}

// settleDay notes the last day of a player that gets no digest any more; "": none.
func (t *tx) settleDay(p *Player, day string) error {
	p.digestDay = day
	return t.exec(`UPDATE players SET digest_day = ? WHERE id = ?`, day, p.ID)
}

// reopenDay takes back that today is settled, where no digest was written today and the hour that is wished now is still to come.
func (t *tx) reopenDay(p *Player, zone *time.Location) error {
	if p.digestDay != dayAt(t.now, zone) || hourBegins(p.digestDay, p.Wishes.Hour, zone) <= t.now {
		return nil
	}
	written, err := t.count(`SELECT count(*) FROM outbox WHERE player_id = ? AND kind = 'digest' AND day = ?`, p.ID, p.digestDay)
	if err != nil || written > 0 {
		return err
	}
	return t.settleDay(p, "")
}

// planDigest sets when a player's next digest falls due. Where one is wished anew, today's hour that has passed is not made up for, and the first digest tells
// what has happened from now on, and of mails that wait.
func (t *tx) planDigest(p Player) error {
	wanted := p.Wishes.In(AsSet) == InDigest
	if !wanted && !p.Wishes.Off {
		n, err := t.count(`SELECT count(*) FROM games WHERE (white_id = ?1 AND white_mail = 'digest' OR black_id = ?1 AND black_mail = 'digest')
			AND (status = 'playing' OR ended_at >= ?2)`, p.ID, p.toldAt)
		if err != nil {
			return err
		}
		wanted = n > 0
	}
	if !wanted {
		if err := t.exec(`UPDATE players SET digest_at = NULL WHERE id = ?`, p.ID); err != nil {
			return err
		}
		return t.drop("no longer wanted", `kind = 'digest' AND player_id = ?`, p.ID)
	}
	zone := p.Location()
	if err := t.reopenDay(&p, zone); err != nil {
		return err
	}
	if p.DigestAt == 0 {
		if today := dayAt(t.now, zone); today > p.digestDay && hourBegins(today, p.Wishes.Hour, zone) <= t.now {
			if err := t.settleDay(&p, today); err != nil {
				return err
			}
		}
		if err := t.exec(`UPDATE players SET told_at = coalesce((SELECT min(created_at) FROM outbox WHERE player_id = ?1 AND game_id IS NOT NULL AND status = 'waiting'), ?2)
			WHERE id = ?1`, p.ID, t.now); err != nil {
			return err
		}
	}
	return t.exec(`UPDATE players SET digest_at = ? WHERE id = ?`, nextDigest(t.now, p.Wishes.Hour, p.digestDay, zone), p.ID)
}

// nextDigest is when the first digest falls due of the days after settled, today at the earliest.
func nextDigest(now int64, hour int, settled string, zone *time.Location) int64 {
	day := dayAt(now, zone)
	if day <= settled {
		day = dayAfter(settled)
	}
	return hourBegins(day, hour, zone)
}
