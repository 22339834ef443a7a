package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// The limits of an account on mail to others (Options.Limits), in any 24 hours. They count invitations that were mailed.
const (
	strangersADay = 5  // addresses that are no members'; and one mail ever from the same inviter to the same address
	membersADay   = 20 // members who have not played with the account
)

// Invite makes an invitation and, if it is for somebody, its mail. Opponent: a player's name, an address, or "" (whoever has the link).
// *Invalid as CheckTerms, or with Field "opponent", also where a limit is reached or the address wants no mail: the link can always be
// handed on by oneself.
func (s *Store) Invite(ctx context.Context, inviter int64, t Terms, opponent string) (Invitation, error) {
	t, err := s.CheckTerms(t)
	if err != nil {
		return Invitation{}, err
	}
	var made Invitation
	err = s.tx(ctx, func(x *tx) error {
		from, err := playerBy(ctx, x, `id = ? AND deleted_at IS NULL`, inviter)
		if err != nil {
			return err
		}
		to, address, err := x.opponent(from, opponent)
		if err != nil {
			return err
		}
		made, err = x.invite(from, t, to, address)
		return err
	})
	if err != nil {
		return Invitation{}, fmt.Errorf("invite %q: %w", opponent, err)
	}
	return made, nil
}

// opponent finds out who is meant: nobody in particular (both results empty), a member by name, or an address, with the member whose it is.
func (t *tx) opponent(from Player, typed string) (to Player, address string, err error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return Player{}, "", nil
	}
	if strings.Contains(typed, "@") {
		var key string
		if address, key, err = cleanEmail("opponent", typed); err != nil {
			return Player{}, "", err
		}
		to, err = playerBy(context.Background(), t, `email_key = ?`, key)
	} else {
		to, err = playerNamed(context.Background(), t, typed)
		if errors.Is(err, ErrNotFound) {
			return Player{}, "", invalid("opponent", "There is no player named %s. Give a player's name or an e-mail address, or leave it empty for a link that anyone can use.", typed)
		}
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Player{}, "", err
	}
	if to.ID == from.ID {
		return Player{}, "", invalid("opponent", "That is you. Give somebody else's name or address, or leave it empty for a link that anyone can use.")
	}
	return to, address, nil
}

// invite writes the invitation and its mail.
func (t *tx) invite(from Player, terms Terms, to Player, address string) (Invitation, error) {
	nonce := newNonce()
	var opponent int64
	if address == "" {
		opponent = to.ID
	}
	id, err := t.insert(`INSERT INTO invitations (nonce, hash, inviter_id, opponent_id, address, address_key, variant, fen, days, side, title, created_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, nonce, tokenHash(t.store.token("invitation", nonce)), from.ID, orNull(opponent), address,
		strings.ToLower(address), terms.Variant, terms.FEN, terms.Days, terms.Side, terms.Title, t.now, t.now+invitationLasts)
	if err != nil {
		return Invitation{}, err
	}
	mail := mailRow{invitationID: id, Envelope: Envelope{Kind: "invitation", To: to.Email, PlayerID: to.ID, Name: from.Name}}
	if to.ID == 0 {
		mail.To = address
	}
	if mail.To != "" && (to.ID == 0 || to.Wishes.Invitations) {
		if err := t.mayInvite(from, to, mail.To); err != nil {
			return Invitation{}, err
		}
		if err := t.post(mail); err != nil {
			return Invitation{}, err
		}
	}
	return t.store.invitationBy(context.Background(), t, `i.id = ?`, id)
}

// mayInvite checks the limits on mail to others and the list of those who want none, and counts the mail that follows.
func (t *tx) mayInvite(from, to Player, address string) error {
	const byLink = " Leave the field empty and send the link yourself."
	hash := t.store.addressHash(strings.ToLower(address))
	if never, err := t.neverAgain(address); to.ID == 0 && (err != nil || never) { // a member has wishes instead
		return orInvalid(err, "The owner of this address wants no invitations from Postrider."+byLink)
	}
	if t.store.options.Limits {
		if err := t.withinLimits(from, to, hash, byLink); err != nil {
			return err
		}
	}
	return t.exec(`INSERT INTO invited (inviter_id, address_hash, member, at) VALUES (?, ?, ?, ?)`, from.ID, hash, to.ID != 0, t.now)
}

func (t *tx) withinLimits(from, to Player, hash []byte, byLink string) error {
	day := t.now - 24*3600
	if to.ID == 0 {
		if n, err := t.count(`SELECT count(*) FROM invited WHERE inviter_id = ? AND address_hash = ? AND NOT member`, from.ID, hash); err != nil || n > 0 {
			return orInvalid(err, "You have invited this address before, and we mail it only once for you."+byLink)
		}
		n, err := t.count(`SELECT count(DISTINCT address_hash) FROM invited WHERE inviter_id = ? AND NOT member AND at > ?`, from.ID, day)
		if err != nil || n >= strangersADay {
			return orInvalid(err, fmt.Sprintf("You have invited %d new addresses by mail within a day, which is as many as may be.%s", n, byLink))
		}
		return nil
	}
	played, err := t.count(`SELECT count(*) FROM games WHERE white_id = ? AND black_id = ? OR white_id = ? AND black_id = ?`, from.ID, to.ID, to.ID, from.ID)
	if err != nil || played > 0 {
		return err
	}
	n, err := t.count(`SELECT count(*) FROM invited WHERE inviter_id = ? AND member AND at > ?`, from.ID, day)
	if err != nil || n >= membersADay {
		return orInvalid(err, fmt.Sprintf("You have invited %d players within a day, which is as many as may be.%s", n, byLink))
	}
	return nil
}

// orInvalid is err, or where there is none the sentence about the opponent's field.
func orInvalid(err error, text string) error {
	if err != nil {
		return err
	}
	return &Invalid{"opponent", text}
}

// NeverAgain keeps (as a hash) that the addressee of an invitation wants no more of them by mail, from whomever, and declines this one if it is
// open. It concerns invitations alone: who signs up with that address later does get the mail to confirm it, and has an account that wants
// no invitations by mail until its settings say otherwise. ErrForbidden where the invitation is not to an address.
func (s *Store) NeverAgain(ctx context.Context, token string) error {
	err := s.tx(ctx, func(t *tx) error {
		i, err := s.invitationBy(ctx, t, `i.hash = ?`, tokenHash(token))
		if err != nil {
			return err
		}
		if !i.ToAddress {
			return ErrForbidden
		}
		key := strings.ToLower(i.Address)
		if err := t.exec(`INSERT INTO never_again (address_hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, s.addressHash(key), t.now); err != nil {
			return err
		}
		if err := t.exec(`UPDATE players SET mail_invitations = 0 WHERE email_key = ?`, key); err != nil {
			return err
		}
		if err := t.drop("the addressee wants no invitations", `kind = 'invitation' AND lower(recipient) = ?`, key); err != nil {
			return err
		}
		if i.Status == "open" {
			return t.decline(i, "")
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("want no more invitations: %w", err)
	}
	return nil
}

// neverAgain says whether the holder of an address wants no invitations by mail.
func (t *tx) neverAgain(address string) (bool, error) {
	n, err := t.count(`SELECT count(*) FROM never_again WHERE address_hash = ?`, t.store.addressHash(strings.ToLower(address)))
	return n > 0, err
}
