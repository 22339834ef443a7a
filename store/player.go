package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Player is a person with a confirmed address, or what is left of one.
type Player struct {
	ID           int64
	Name         string // "former player" when deleted
	Email        string // "" when deleted; never on a page but the own settings
	Zone         string // IANA name, "UTC" unless set
	HasPassword  bool
	Wishes       MailWishes
	AutoVacation bool  // a vacation of a day begins by itself when a clock would run out
	DigestAt     int64 // when the next digest falls due, unix seconds; 0: none does
	CreatedAt    int64 // unix seconds
	Deleted      bool

	MailFailedAt     int64  // unix seconds: since when mail to Email is known to come back, so that none is sent there; 0: it is not (Store.Bounce)
	MailFailedAnswer string // what the server there said

	digestDay string // the last day whose digest is settled
	toldAt    int64  // up to when digests have told what happened
}

// Location is the zone in which times are shown to the player; UTC where it is known no more.
func (p Player) Location() *time.Location { return zoneOf(p.Zone) }

const playerColumns = `id, name, email, zone, password <> '', mail_off, mail_way, digest_hour, mail_reminders, mail_invitations, auto_vacation,
	coalesce(digest_at, 0), digest_day, told_at, created_at, deleted_at IS NOT NULL, coalesce(mail_failed_at, 0), mail_failed_answer`

func scanPlayer(r row) (p Player, err error) {
	w := &p.Wishes
	err = r.Scan(&p.ID, &p.Name, &p.Email, &p.Zone, &p.HasPassword, &w.Off, &w.Moves, &w.Hour, &w.Reminders, &w.Invitations, &p.AutoVacation,
		&p.DigestAt, &p.digestDay, &p.toldAt, &p.CreatedAt, &p.Deleted, &p.MailFailedAt, &p.MailFailedAnswer)
	return p, err
}

// Player finds a player by id, a deleted one too.
func (s *Store) Player(ctx context.Context, id int64) (Player, error) {
	p, err := playerBy(ctx, s.readers, `id = ?`, id)
	return p, orWrap(err, "find player %d", id)
}

// PlayerByName finds a player by name, in any case.
func (s *Store) PlayerByName(ctx context.Context, name string) (Player, error) {
	p, err := playerNamed(ctx, s.readers, name)
	return p, orWrap(err, "find player %q", name)
}

func playerBy(ctx context.Context, q querier, where string, args ...any) (Player, error) {
	return one(ctx, q, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE `+where, args...)
}

// member finds a player whose account is not deleted. ErrNotFound.
func member(ctx context.Context, q querier, id int64) (Player, error) {
	return playerBy(ctx, q, `id = ? AND deleted_at IS NULL`, id)
}

func playerNamed(ctx context.Context, q querier, name string) (Player, error) {
	key, err := nameKey(name)
	if err != nil {
		return Player{}, ErrNotFound // nobody can have such a name
	}
	return playerBy(ctx, q, `name_key = ?`, key)
}

// Login finds whom a login means, a name or an address, and the hash of that player's password ("" if there is none).
func (s *Store) Login(ctx context.Context, login string) (Player, string, error) {
	p, err := s.login(ctx, login)
	if err != nil {
		return Player{}, "", fmt.Errorf("find who signs in: %w", err)
	}
	var hash string
	if err := found(s.readers.QueryRowContext(ctx, `SELECT password FROM players WHERE id = ?`, p.ID).Scan(&hash)); err != nil {
		return Player{}, "", fmt.Errorf("read the password of player %d: %w", p.ID, err)
	}
	return p, hash, nil
}

func (s *Store) login(ctx context.Context, login string) (Player, error) {
	if !strings.Contains(login, "@") {
		return playerNamed(ctx, s.readers, login)
	}
	_, key, err := cleanEmail("login", login)
	if err != nil {
		return Player{}, ErrNotFound
	}
	return playerBy(ctx, s.readers, `email_key = ?`, key)
}

// SetPassword keeps the hash of a new password; "" takes the password away, and sign-in is by mail alone.
func (s *Store) SetPassword(ctx context.Context, player int64, hash string) error {
	return s.setPlayer(ctx, "set the password", player, `password = ?`, hash)
}

// SetZone sets the zone in which times are shown, an IANA name. *Invalid{"zone"}.
func (s *Store) SetZone(ctx context.Context, player int64, zone string) error {
	zone = strings.TrimSpace(zone)
	if _, err := time.LoadLocation(zone); err != nil || zone == "" || zone == "Local" {
		return invalid("zone", "There is no time zone “%s”. Zones are named after places, such as Europe/Berlin or America/New_York; or take UTC.", zone)
	}
	err := s.tx(ctx, func(t *tx) error {
		if err := t.setPlayer(player, `zone = ?`, zone); err != nil {
			return err
		}
		return t.wish(player) // the digest's hour is another instant now
	})
	return orWrap(err, "set the zone of player %d", player)
}

func (s *Store) setPlayer(ctx context.Context, what string, player int64, assignment string, value any) error {
	err := s.tx(ctx, func(t *tx) error { return t.setPlayer(player, assignment, value) })
	return orWrap(err, "%s of player %d", what, player)
}

func (t *tx) setPlayer(player int64, assignment string, values ...any) error {
	n, err := t.change(`UPDATE players SET `+assignment+` WHERE id = ? AND deleted_at IS NULL`, append(values, player)...)
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	return err
}

// SignOutEverywhere ends all sessions of a player.
func (s *Store) SignOutEverywhere(ctx context.Context, player int64) error {
	err := s.tx(ctx, func(t *tx) error { return t.endSessions(`player_id = ?`, player) })
	return orWrap(err, "sign player %d out everywhere", player)
}

// DeleteAccount deletes what is known of a player: the name becomes "former player" and is free again, running games are resigned
// (aborted where not both have moved), open invitations withdrawn or declined, sessions, links and mails are gone. Games and saved presets stay.
func (s *Store) DeleteAccount(ctx context.Context, player int64) error {
	err := s.tx(ctx, func(t *tx) error {
		p, err := member(ctx, t, player)
		if err != nil {
			return err
		}
		if err := t.leaveGames(p); err != nil {
			return err
		}
		if err := t.leaveInvitations(p); err != nil {
			return err
		}
		return t.forget(p)
	})
	return orWrap(err, "delete the account of player %d", player)
}

// forget takes all that is personal from a player's row, and what hangs on it.
func (t *tx) forget(p Player) error {
	emailKey := strings.ToLower(p.Email)
	for _, step := range []struct {
		query string
		arg   any
	}{
		{`DELETE FROM outbox WHERE player_id = ?`, p.ID},
		{`DELETE FROM outbox WHERE game_id IS NULL AND lower(recipient) = ?`, emailKey},
		{`DELETE FROM tokens WHERE player_id = ?`, p.ID},
		{`DELETE FROM signups WHERE email_key = ?`, emailKey},
		{`DELETE FROM invited WHERE inviter_id = ?`, p.ID},
		{`UPDATE invitations SET address = '', address_key = '' WHERE inviter_id = ?`, p.ID},
		{`UPDATE invitations SET address = '', address_key = '' WHERE address_key = ?`, emailKey},
		{`UPDATE presets SET owner_id = NULL WHERE owner_id = ?`, p.ID},
		{`DELETE FROM vacations WHERE player_id = ?`, p.ID},
		{`DELETE FROM blocks WHERE ?1 IN (player_id, blocked_id)`, p.ID},
		{`DELETE FROM received WHERE EXISTS (SELECT 1 FROM games g WHERE g.id = received.game_id AND iif(received.side = 0, g.white_id, g.black_id) = ?)`, p.ID},
		{`DELETE FROM notes WHERE EXISTS (SELECT 1 FROM games g WHERE g.id = notes.game_id AND iif(notes.side = 0, g.white_id, g.black_id) = ?)`, p.ID},
	} {
		if err := t.exec(step.query, step.arg); err != nil {
			return err
		}
	}
	if err := t.endSessions(`player_id = ?`, p.ID); err != nil {
		return err
	}
	return t.exec(`UPDATE players SET name = ?, name_key = NULL, email = '', email_key = NULL, password = '', zone = 'UTC', mail_off = 1,
		mail_reminders = 0, mail_invitations = 0, digest_at = NULL, unsubscribe_hash = NULL, auto_vacation = 0, feed_nonce = NULL, feed_hash = NULL,
		mail_failed_at = NULL, mail_failed_answer = '', deleted_at = ? WHERE id = ?`, formerPlayer, t.now, p.ID)
}
