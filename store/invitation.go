package store

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
)

// Invitation asks somebody, or whoever has its link, to play.
type Invitation struct {
	ID                   int64
	Token                string // of its link; derived
	Terms                Terms
	InviterID            int64
	InviterName          string
	OpponentID           int64  // invited by name; 0: by address, or anybody
	OpponentName         string // "" unless invited by name
	ToAddress            bool   // invited by address. Whether the address has an account is told to nobody
	Address              string // never shown, but to the inviter
	Status               string // "open", "accepted", "declined", "withdrawn", "expired"
	Game, Second         string // ids, when accepted; Second: the other of two games
	Listed               bool   // anyone may join: it stands in the list of open invitations
	Renewals             int    // how often it is put up once more
	RematchOf            string // the game after which it was offered, or ""
	MailAnswer           string // fate of its mail, for the inviter: "" (there is none), "waiting", "sent: …", "refused: …"
	CreatedAt, ExpiresAt int64
}

const (
	invitationLasts = 30 * daySeconds
	invitationsKept = 60 * daySeconds // after that, where it is closed
	maxOpen         = 200             // invitations of one account that are open, where limits are on, and those to it that are listed; the lists have no pages
)

// invitationQuery is to be followed by a condition; its first argument is the present second.
const invitationQuery = `SELECT i.id, i.nonce, i.inviter_id, p.name, coalesce(i.opponent_id, 0), coalesce(o.name, ''), i.address, i.variant, i.fen, i.clock,
	i.no_vacation, i.games, i.side, i.title, iif(i.status = 'open' AND i.expires_at <= ?, 'expired', i.status), coalesce(i.game_id, ''), coalesce(i.second_id, ''),
	i.listed, i.renewals, coalesce(i.rematch_of, ''),
	coalesce((SELECT iif(m.status = 'waiting', 'waiting', iif(m.status = 'sent', 'sent: ', 'refused: ') || m.answer) FROM outbox m
		WHERE m.invitation_id = i.id AND m.kind = 'invitation' AND m.status <> 'dropped' ORDER BY m.id DESC LIMIT 1), ''), i.created_at, i.expires_at
	FROM invitations i JOIN players p ON p.id = i.inviter_id LEFT JOIN players o ON o.id = i.opponent_id WHERE `

func (s *Store) scanInvitation(r row) (i Invitation, err error) {
	var nonce []byte
	t := &i.Terms
	err = r.Scan(&i.ID, &nonce, &i.InviterID, &i.InviterName, &i.OpponentID, &i.OpponentName, &i.Address, &t.Variant, &t.FEN, &t.Clock,
		&t.NoVacation, &t.Games, &t.Side, &t.Title, &i.Status, &i.Game, &i.Second, &i.Listed, &i.Renewals, &i.RematchOf, &i.MailAnswer, &i.CreatedAt, &i.ExpiresAt)
	i.Token, i.ToAddress = s.token("invitation", nonce), i.Address != ""
	return i, err
}

func (s *Store) invitationBy(ctx context.Context, q querier, where string, args ...any) (Invitation, error) {
	return one(ctx, q, s.scanInvitation, invitationQuery+where, append([]any{s.now()}, args...)...)
}

// Invitation finds an invitation by the token of its link, in whatever status. ErrNotFound.
func (s *Store) Invitation(ctx context.Context, token string) (Invitation, error) {
	i, err := s.invitationBy(ctx, s.readers, `i.hash = ?`, tokenHash(token))
	return i, orWrap(err, "find an invitation")
}

// InvitationsOf lists the open invitations that a player has made, and the last 200 of those to the player, newest first.
func (s *Store) InvitationsOf(ctx context.Context, player int64) (mine, toMe []Invitation, err error) {
	const open = ` AND i.status = 'open' AND i.expires_at > ? ORDER BY i.id DESC`
	now := s.now()
	mine, err = all(ctx, s.readers, s.scanInvitation, invitationQuery+`i.inviter_id = ?`+open, now, player, now)
	if err == nil {
		toMe, err = all(ctx, s.readers, s.scanInvitation, invitationQuery+
			`(i.opponent_id = ? OR i.address_key <> '' AND i.address_key = (SELECT email_key FROM players WHERE id = ?)) AND i.inviter_id <> ?
			AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player_id = ? AND b.blocked_id = i.inviter_id)`+open+` LIMIT ?`, now, player, player, player, player, now, maxOpen)
	}
	return mine, toMe, orWrap(err, "list the invitations of player %d", player)
}

// Accept starts the game of an invitation and gives its id; accepted again by the same player, the same game's. ErrForbidden for the inviter and
// for who is not meant, ErrGone where it is no longer open; *Invalid where its position is refused by the rules of today.
func (s *Store) Accept(ctx context.Context, token string, player int64) (gameID string, err error) {
	err = s.tx(ctx, func(t *tx) error {
		i, err := s.invitationBy(ctx, t, `i.hash = ?`, tokenHash(token))
		if err != nil {
			return err
		}
		p, err := member(ctx, t, player)
		if err != nil {
			return errors.Join(ErrForbidden, err)
		}
		gameID, err = t.accept(i, p)
		return err
	})
	return gameID, orWrap(err, "accept an invitation")
}

func (t *tx) accept(i Invitation, p Player) (gameID string, err error) {
	blocked, err := blocks(context.Background(), t, i.InviterID, p.ID)
	if err != nil {
		return "", err
	}
	if !i.MayAccept(p) || blocked && i.Status == "open" {
		return "", ErrForbidden
	}
	if i.Status == "accepted" {
		g, err := gameBy(context.Background(), t, i.Game)
		if _, mine := g.SideOf(p.ID); err != nil || mine {
			return i.Game, err
		}
	}
	if i.Status != "open" {
		return "", ErrGone
	}
	start, terms, err := completeTerms(i.Terms)
	if err != nil {
		return "", err
	}
	white, black := i.InviterID, p.ID
	if terms.Games == 1 && (terms.Side == "black" || terms.Side == "random" && coin()) {
		white, black = black, white
	}
	g, err := t.startGame(start, terms, white, black)
	if err != nil {
		return "", err
	}
	second := Game{}
	if terms.Games == 2 {
		if second, err = t.startGame(start, terms, black, white); err != nil {
			return "", err
		}
	}
	if err := t.exec(`UPDATE invitations SET status = 'accepted', game_id = ?, second_id = ? WHERE id = ?`, g.ID, orNull(second.ID), i.ID); err != nil {
		return "", err
	}
	if err := t.drop("it was accepted", `invitation_id = ?`, i.ID); err != nil {
		return "", err
	}
	return g.ID, t.tellAccepted(g, i, p)
}

// coin is true half of the times.
func coin() bool {
	var b [1]byte
	rand.Read(b[:])
	return b[0]&1 == 1
}

// MayAccept says whether an invitation, while it is open, is for a player: anybody but the inviter where it is for whoever has the link.
func (i Invitation) MayAccept(p Player) bool {
	switch {
	case p.ID == i.InviterID:
		return false
	case i.OpponentID != 0:
		return p.ID == i.OpponentID
	case i.ToAddress:
		return strings.EqualFold(p.Email, i.Address)
	}
	return true
}

// tellAccepted writes the inviter's mail that the game has begun, where it is wanted, and puts the invitation up once more, where that is.
func (t *tx) tellAccepted(g Game, i Invitation, p Player) error {
	inviter, err := playerBy(context.Background(), t, `id = ?`, i.InviterID)
	if err != nil {
		return err
	}
	if err := t.renew(i, inviter); err != nil {
		return err
	}
	side, _ := g.SideOf(inviter.ID)
	mail := mailRow{invitationID: i.ID, Envelope: Envelope{Kind: "accepted", To: inviter.Email, PlayerID: inviter.ID, Game: g.ID, Side: side,
		ToMove: g.Turn == side, EventSeq: g.Seq, Name: p.Name}}
	if !inviter.Wishes.Want(mail.Envelope) {
		return nil
	}
	return t.post(mail)
}

// acceptAsConfirmed accepts a guest's invitation and gives where to go: to the game, or to the invitation where it is gone.
func (t *tx) acceptAsConfirmed(invitation int64, p Player) (string, error) {
	i, err := t.store.invitationBy(context.Background(), t, `i.id = ?`, invitation)
	if err != nil {
		return "", err
	}
	id, err := t.accept(i, p)
	var refused *Invalid
	if errors.Is(err, ErrGone) || errors.Is(err, ErrForbidden) || errors.As(err, &refused) {
		return "/invitations/" + i.Token, nil
	}
	return "/games/" + id, err
}

// AcceptAsGuest keeps the name and address of somebody without an account, and mails a confirmation that starts the game. *Invalid{"name"} or
// {"email"}; an address that has an account gets the same answer, and a mail that says whom to sign in as. ErrForbidden where the invitation is
// for a player, ErrGone where it is no longer open.
func (s *Store) AcceptAsGuest(ctx context.Context, token, name, email string) error {
	err := s.tx(ctx, func(t *tx) error {
		i, err := s.invitationBy(ctx, t, `i.hash = ?`, tokenHash(token))
		if err != nil {
			return err
		}
		if i.OpponentID != 0 {
			return ErrForbidden
		}
		if i.Status != "open" {
			return ErrGone
		}
		cleaned, _, err := cleanEmail("email", email)
		if err == nil && i.ToAddress && !strings.EqualFold(cleaned, i.Address) {
			return invalid("email", "%s has invited another address. Give the one to which the invitation was mailed.", i.InviterName)
		}
		return t.signUp(mailed{kind: "guest", name: name, email: email, invitation: i.ID})
	})
	return orWrap(err, "accept an invitation as a guest")
}

// Decline declines an invitation that is for somebody; player 0 is the bearer of a link that was mailed to an address. ErrForbidden, ErrGone.
func (s *Store) Decline(ctx context.Context, token string, player int64) error {
	err := s.tx(ctx, func(t *tx) error {
		i, err := s.invitationBy(ctx, t, `i.hash = ?`, tokenHash(token))
		if err != nil {
			return err
		}
		meant := i.OpponentID != 0 && player == i.OpponentID || i.ToAddress && player != i.InviterID
		if !meant {
			return ErrForbidden
		}
		return t.decline(i, i.OpponentName)
	})
	return orWrap(err, "decline an invitation")
}

// decline closes an open invitation and tells the inviter. name: who declines, "" for an address.
func (t *tx) decline(i Invitation, name string) error {
	if i.Status == "declined" {
		return nil
	}
	if err := t.closeInvitation(i, "declined"); err != nil {
		return err
	}
	inviter, err := playerBy(context.Background(), t, `id = ?`, i.InviterID)
	if err != nil || !inviter.Wishes.Invitations {
		return err
	}
	return t.post(mailRow{invitationID: i.ID, Envelope: Envelope{Kind: "declined", To: inviter.Email, PlayerID: inviter.ID, Name: name}})
}

// closeInvitation ends an open invitation without a game. ErrGone where it is not open.
func (t *tx) closeInvitation(i Invitation, status string) error {
	if i.Status != "open" {
		return ErrGone
	}
	if err := t.exec(`UPDATE invitations SET status = ? WHERE id = ?`, status, i.ID); err != nil {
		return err
	}
	return t.drop("it was "+status, `invitation_id = ?`, i.ID)
}

// Withdraw takes an open invitation back. ErrForbidden for others than the inviter, ErrGone where it is no longer open.
func (s *Store) Withdraw(ctx context.Context, token string, player int64) error {
	err := s.tx(ctx, func(t *tx) error {
		i, err := s.invitationBy(ctx, t, `i.hash = ?`, tokenHash(token))
		if err != nil {
			return err
		}
		if player != i.InviterID {
			return ErrForbidden
		}
		if i.Status == "withdrawn" {
			return nil
		}
		return t.closeInvitation(i, "withdrawn")
	})
	return orWrap(err, "withdraw an invitation")
}

// leaveInvitations withdraws a leaving player's open invitations and declines those to that player.
func (t *tx) leaveInvitations(p Player) error {
	mine, err := all(context.Background(), t, t.store.scanInvitation, invitationQuery+`i.inviter_id = ? AND i.status = 'open'`, t.now, p.ID)
	if err != nil {
		return err
	}
	toMe, err := all(context.Background(), t, t.store.scanInvitation, invitationQuery+`(i.opponent_id = ? OR i.address_key = ?) AND i.status = 'open'`,
		t.now, p.ID, strings.ToLower(p.Email))
	if err != nil {
		return err
	}
	for _, i := range mine {
		if err := t.closeInvitation(i, "withdrawn"); err != nil && !errors.Is(err, ErrGone) {
			return err
		}
	}
	for _, i := range toMe {
		if err := t.decline(i, ""); err != nil && !errors.Is(err, ErrGone) {
			return err
		}
	}
	return nil
}
