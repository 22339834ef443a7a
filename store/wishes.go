package store

import (
	"context"
	"fmt"

	"postrider/rules"
)

// MailWay is how a player gets to know by mail of what is done in games.
type MailWay string

// The ways. AsSet is for one game alone: as in the settings.
const (
	AsSet    MailWay = ""
	AtOnce   MailWay = "every"
	InDigest MailWay = "digest" // one mail a day, at the player's hour
	NoMail   MailWay = "none"
)

func (w MailWay) known() bool { return w == AtOnce || w == InDigest || w == NoMail }

// MailWishes are the mails that a player wants.
type MailWishes struct {
	Moves       MailWay // all that is done in games, but where a game has a way of its own
	Hour        int     // of the digest: 0 to 23, in the player's zone
	Reminders   bool    // before time runs out, at once, where there is mail about the game at all
	Invitations bool
	Off         bool // ended by the link in a mail: no mail about any game, whatever else is wished but for Invitations
}

// Topic is what one unsubscribe link ends the mail about.
type Topic string

// The topics.
const (
	AboutGames       Topic = ""            // MailWishes.Off
	AboutInvitations Topic = "invitations" // MailWishes.Invitations
)

// Topic is what a mail is about; ok is false for mail that somebody has just asked for, which no link ends.
func (e Envelope) Topic() (of Topic, ok bool) {
	switch e.Kind {
	case "confirm", "signin", "address", "addressed", "known", "guest", "test", "reply":
		return "", false
	case "invitation", "rematch", "declined":
		return AboutInvitations, true
	}
	return AboutGames, true
}

// Ended says whether an unsubscribe link, or the settings, have ended the mail about a topic.
func (w MailWishes) Ended(of Topic) bool {
	if of == AboutInvitations {
		return !w.Invitations
	}
	return w.Off
}

// In is how the player gets to know of a game for which own was chosen.
func (w MailWishes) In(own MailWay) MailWay {
	switch {
	case w.Off:
		return NoMail
	case own != AsSet:
		return own
	}
	return w.Moves
}

// Want says whether a mail is wanted. That a game has begun is news of an invitation, and of a move where the first one is the reader's.
// A vacation that begins by itself stands in a reminder's place. Mail about an account is always wanted.
func (w MailWishes) Want(e Envelope) bool {
	way := w.In(e.Way)
	switch e.Kind {
	case "move", "offer", "end", "asked", "granted", "moretime", "vacation", "played", "message":
		return way == AtOnce
	case "autovacation":
		return way == AtOnce || way == InDigest && w.Reminders
	case "reminder", "lastday":
		return way != NoMail && w.Reminders
	case "accepted":
		return !w.Off && (w.Invitations || way == AtOnce && e.ToMove)
	case "invitation", "rematch", "declined":
		return w.Invitations
	case "digest":
		return !w.Off
	}
	return true
}

// SetWishes sets which mails a player wants. Those that wait and are no longer wanted are dropped. *Invalid{"moves"} or {"hour"}.
func (s *Store) SetWishes(ctx context.Context, player int64, w MailWishes) error {
	err := s.tx(ctx, func(t *tx) error { return t.setWishes(player, w) })
	return orWrap(err, "set the mail wishes of player %d", player)
}

func (t *tx) setWishes(player int64, w MailWishes) error {
	switch {
	case !w.Moves.known():
		return invalid("moves", "Choose one: a mail for every move, a digest once a day, or none.")
	case w.Hour < 0 || w.Hour > 23:
		return invalid("hour", "The digest comes at a full hour of your day: 0 to 23.")
	}
	if err := t.setPlayer(player, `mail_off = ?, mail_way = ?, digest_hour = ?, mail_reminders = ?, mail_invitations = ?`,
		w.Off, w.Moves, w.Hour, w.Reminders, w.Invitations); err != nil {
		return err
	}
	return t.wish(player)
}

// SetGameMail sets how a player gets to know of one game; AsSet: as in the settings. ErrForbidden for whoever does not play in it; *Invalid{"mail"}.
func (s *Store) SetGameMail(ctx context.Context, game string, player int64, way MailWay) error {
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := seatOf(ctx, t, game, player)
		if err != nil {
			return err
		}
		if way != AsSet && !way.known() {
			return invalid("mail", "Choose one: as in your settings, a mail for every move, in the digest, or none.")
		}
		return t.setGameMail(g, side, way)
	})
	return orWrap(err, "set the mail about game %.20q", game)
}

func (t *tx) setGameMail(g Game, side rules.Side, way MailWay) error {
	column := [2]string{"white_mail", "black_mail"}[side]
	if err := t.exec(`UPDATE games SET `+column+` = ? WHERE id = ?`, orNull(way), g.ID); err != nil {
		return err
	}
	return t.wish(g.Seats[side].PlayerID)
}

// MailBack brings back the mail about games that a link has ended (MailWishes.Off), and that about one game, whatever has ended it; "" for no game. What the
// player wishes beside that stays as it is now. ErrNotFound; ErrForbidden for whoever does not play in the game.
func (s *Store) MailBack(ctx context.Context, player int64, game string) error {
	err := s.tx(ctx, func(t *tx) error {
		p, err := member(ctx, t, player)
		if err != nil {
			return err
		}
		if p.Wishes.Off {
			p.Wishes.Off = false
			if err := t.setWishes(player, p.Wishes); err != nil {
				return err
			}
		}
		if game == "" {
			return nil
		}
		g, side, err := seatOf(ctx, t, game, player)
		if err != nil || p.Wishes.In(g.Seats[side].OwnMail) != NoMail {
			return err
		}
		way := AsSet
		if p.Wishes.Moves == NoMail {
			way = AtOnce
		}
		return t.setGameMail(g, side, way)
	})
	return orWrap(err, "bring back the mail of player %d", player)
}

// wish brings about what a player's wishes, hour or zone have become: the next digest is planned, and mails that are no longer wanted are dropped.
func (t *tx) wish(player int64) error {
	p, err := playerBy(context.Background(), t, `id = ?`, player)
	if err != nil {
		return err
	}
	if err := t.planDigest(p); err != nil {
		return err
	}
	waiting, err := all(context.Background(), t, t.store.scanEnvelope, envelopeQuery+`WHERE o.player_id = ? AND o.status = 'waiting'`, player)
	if err != nil {
		return err
	}
	for _, e := range waiting {
		if p.Wishes.Want(e) {
			continue
		}
		if err := t.drop("no longer wanted", `id = ?`, e.ID); err != nil {
			return err
		}
	}
	return nil
}

// UnsubscribePage says whose mail an unsubscribe link would end; it changes nothing. ErrNotFound.
func (s *Store) UnsubscribePage(ctx context.Context, token string) (Player, error) {
	p, err := playerBy(ctx, s.readers, `unsubscribe_hash = ?`, tokenHash(token))
	return p, orWrap(err, "look at an unsubscribe link")
}

// Unsubscribe ends (off) or brings back the mail about a topic, of the player whose link it is; what the player wishes beside that stays as it is. The link
// never expires and may be used again. ErrNotFound, also where there is no such topic.
func (s *Store) Unsubscribe(ctx context.Context, token string, of Topic, off bool) error {
	err := s.tx(ctx, func(t *tx) error {
		p, err := playerBy(ctx, t, `unsubscribe_hash = ?`, tokenHash(token))
		if err != nil {
			return err
		}
		switch of {
		case AboutGames:
			p.Wishes.Off = off
		case AboutInvitations:
			p.Wishes.Invitations = !off
		default:
			return ErrNotFound
		}
		return t.setWishes(p.ID, p.Wishes)
	})
	return orWrap(err, "unsubscribe")
}

// SendTest writes a mail to a player that tells only that mail arrives. ErrNotFound.
func (s *Store) SendTest(ctx context.Context, player int64) error {
	err := s.tx(ctx, func(t *tx) error {
		p, err := member(ctx, t, player)
		if err != nil {
			return err
		}
		return t.post(mailRow{Envelope: Envelope{Kind: "test", To: p.Email, PlayerID: p.ID, Name: p.Name}})
	})
	return orWrap(err, "send a test mail to player %d", player)
}

// tell writes a mail about a game's event to one seat, if its player wants such mail.
func (t *tx) tell(g *Game, to rules.Side, kind string, seq int) error {
	seat := g.Seats[to]
	p, err := playerBy(context.Background(), t, `id = ?`, seat.PlayerID)
	if err != nil {
		return fmt.Errorf("find whom to tell: %w", err)
	}
	mail := mailRow{Envelope: Envelope{Kind: kind, To: p.Email, PlayerID: p.ID, Game: g.ID, Side: to, Way: seat.OwnMail, EventSeq: seq}}
	if p.Deleted || !p.Wishes.Want(mail.Envelope) {
		return nil
	}
	return t.post(mail)
}
