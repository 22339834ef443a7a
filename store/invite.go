package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
)

// The limits of an account on mail to others (Options.Limits), in any 24 hours. They count invitations that were mailed. Who is invited by
// address is a stranger to them, member or not: otherwise they would tell which addresses have accounts.
const (
	strangersADay = 5  // addresses; and one mail ever from the same inviter to the same address
	membersADay   = 20 // members, invited by name, who have not played with the account
)

// Invite makes an invitation and, if it is for somebody, its mail. Opponent: a player's name, an address, or "" (whoever has the link).
// once: the mark of a form that may be sent twice, a random text, or "": the same with the same mark gives the same invitation, while that
// is open. *Invalid as CheckTerms, or with Field "opponent", also where a limit is reached or the address wants no mail: the link can
// always be handed on by oneself. Where 200 of the player's are open, *Invalid about no field, too (Options.Limits).
func (s *Store) Invite(ctx context.Context, inviter int64, t Terms, opponent, once string) (Invitation, error) {
	t, err := s.CheckTerms(t)
	if err != nil {
		return Invitation{}, err
	}
	var made Invitation
	err = s.tx(ctx, func(x *tx) error {
		from, err := member(ctx, x, inviter)
		if err != nil {
			return err
		}
		mark := formMark(once, t, opponent)
		if made, err = x.madeBefore(from, mark); !errors.Is(err, ErrNotFound) {
			return err
		}
		n, err := x.count(`SELECT count(*) FROM invitations WHERE inviter_id = ? AND status = 'open' AND expires_at > ?`, from.ID, x.now)
		if err != nil || n >= maxOpen && s.options.Limits {
			return orInvalid(err, "", "%d invitations of yours are open, which is as many as may be. Withdraw some in your settings, or wait until they are answered.", n)
		}
		to, address, err := x.opponent(from, opponent)
		if err != nil {
			return err
		}
		made, err = x.invite(from, t, invitee{player: to, address: address, kind: "invitation", mark: mark})
		return err
	})
	return made, orWrap(err, "invite %q", opponent)
}

// formMark stands for a form with a mark and all that was typed in it; nil for one without a mark.
func formMark(once string, t Terms, opponent string) []byte {
	if once == "" {
		return nil
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %#v %q", once, t, strings.TrimSpace(opponent)))
	return sum[:]
}

// madeBefore finds the open invitation that the same form has made. One that is closed by now gives its mark away. ErrNotFound.
func (t *tx) madeBefore(from Player, mark []byte) (Invitation, error) {
	if mark == nil {
		return Invitation{}, ErrNotFound
	}
	i, err := t.store.invitationBy(context.Background(), t, `i.inviter_id = ? AND i.once = ?`, from.ID, mark)
	if err != nil || i.Status == "open" {
		return i, err
	}
	if err := t.exec(`UPDATE invitations SET once = NULL WHERE id = ?`, i.ID); err != nil {
		return Invitation{}, err
	}
	return Invitation{}, ErrNotFound
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

// invitee is whom an invitation is for: a member, an address, or (neither) whoever has the link, or finds it in the list.
type invitee struct {
	player    Player // with an address: whose it is, if a member's
	address   string
	kind      string // of its mail: "invitation", "rematch"
	listed    bool
	renewals  int
	rematchOf string // game
	mark      []byte
}

// invite writes the invitation and its mail.
func (t *tx) invite(from Player, terms Terms, who invitee) (Invitation, error) {
	nonce, to, address := newNonce(), who.player, who.address
	var opponent int64
	var hash []byte
	if address == "" {
		opponent = to.ID
	} else {
		hash = t.store.addressHash(strings.ToLower(address))
	}
	id, err := t.insert(`INSERT INTO invitations (nonce, hash, never_hash, inviter_id, opponent_id, address, address_key, address_hash, variant, fen, clock,
		no_vacation, games, side, title, listed, renewals, rematch_of, once, created_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, nonce, tokenHash(t.store.token("invitation", nonce)),
		tokenHash(t.store.token("never", nonce)), from.ID, orNull(opponent), address, strings.ToLower(address), hash, terms.Variant, terms.FEN, terms.Clock,
		terms.NoVacation, terms.Games, terms.Side, terms.Title, who.listed, who.renewals, orNull(who.rematchOf), who.mark, t.now, t.now+invitationLasts)
	if err != nil {
		return Invitation{}, err
	}
	mail := mailRow{invitationID: id, Envelope: Envelope{Kind: who.kind, To: to.Email, PlayerID: to.ID, Name: from.Name}}
	if to.ID == 0 {
		mail.To = address
	}
	blocked, err := blocks(context.Background(), t, to.ID, from.ID)
	if err != nil {
		return Invitation{}, err
	}
	own, err := blocks(context.Background(), t, from.ID, to.ID)
	if err != nil {
		return Invitation{}, err
	}
	switch {
	case own && address == "":
		err = invalid("opponent", "You have blocked %s. End that in your settings first.", to.Name)
	case blocked && address == "":
		err = invalid("opponent", "%s takes no invitations from you.", to.Name)
	case address != "":
		to.Wishes.Invitations = to.Wishes.Invitations && !blocked
		err = t.mayInviteAddress(from, to, mail.To)
	case to.ID != 0 && to.Wishes.Invitations:
		err = t.mayInviteMember(from, to)
	default: // nobody to be told, or nobody who wants that
		mail.To = ""
	}
	if err == nil && mail.To != "" {
		err = t.post(mail)
	}
	if err != nil {
		return Invitation{}, err
	}
	return t.store.invitationBy(context.Background(), t, `i.id = ?`, id)
}

const byLink = " Leave the field empty and send the link yourself."

// mayInviteAddress checks whether an address may get a mail from that inviter, and counts the mail that follows. The answer is the same
// whether the address is a member's or not: a member's wishes count as a stranger's "never again" does.
func (t *tx) mayInviteAddress(from, to Player, address string) error {
	unwanted := !to.Wishes.Invitations
	if to.ID == 0 {
		var err error
		if unwanted, err = t.neverAgain(address); err != nil {
			return err
		}
	}
	if unwanted {
		return invalid("opponent", "The owner of this address wants no invitations from Postrider.%s", byLink)
	}
	hash := t.store.addressHash(strings.ToLower(address))
	if t.store.options.Limits {
		n, err := t.count(`SELECT count(*) FROM invited WHERE inviter_id = ? AND address_hash = ? AND NOT by_name`, from.ID, hash)
		if err != nil || n > 0 {
			return orInvalid(err, "opponent", "You have invited this address before, and we mail it only once for you. Give the name of its owner, if you know it; or leave the field empty and send the link yourself.")
		}
		n, err = t.count(`SELECT count(DISTINCT address_hash) FROM invited WHERE inviter_id = ? AND NOT by_name AND at > ?`, from.ID, t.now-daySeconds)
		if err != nil || n >= strangersADay {
			return orInvalid(err, "opponent", "You have invited %d addresses by mail within a day, which is as many as may be.%s", n, byLink)
		}
	}
	return t.exec(`INSERT INTO invited (inviter_id, address_hash, by_name, at) VALUES (?, ?, 0, ?)`, from.ID, hash, t.now)
}

// mayInviteMember checks whether a member may get another mail from that inviter, and counts the mail that follows. Who has played with the
// inviter may, and is not counted.
func (t *tx) mayInviteMember(from, to Player) error {
	played, err := t.count(`SELECT count(*) FROM games WHERE white_id = ? AND black_id = ? OR white_id = ? AND black_id = ?`, from.ID, to.ID, to.ID, from.ID)
	if err != nil || played > 0 {
		return err
	}
	hash := t.store.addressHash(strings.ToLower(to.Email))
	if t.store.options.Limits {
		n, err := t.count(`SELECT count(*) FROM invited WHERE inviter_id = ? AND by_name AND at > ?`, from.ID, t.now-daySeconds)
		if err != nil || n >= membersADay {
			return orInvalid(err, "opponent", "You have invited %d players within a day, which is as many as may be.%s", n, byLink)
		}
	}
	return t.exec(`INSERT INTO invited (inviter_id, address_hash, by_name, at) VALUES (?, ?, 1, ?)`, from.ID, hash, t.now)
}

// NeverInvitation finds the invitation whose mail holds that link to say "never again"; it changes nothing. ErrNotFound.
func (s *Store) NeverInvitation(ctx context.Context, token string) (Invitation, error) {
	i, err := s.invitationBy(ctx, s.readers, `i.never_hash = ?`, tokenHash(token))
	return i, orWrap(err, "look at a link to want no more invitations")
}

// NeverAgain keeps (as a hash) that the addressee of an invitation wants no more of them by mail, from whomever, and declines this one if it is
// open. token is of the link that only the mail to that address holds (Envelope.Never): the invitation's own link may be in anybody's hands.
// It concerns invitations alone: who signs up with that address later does get the mail to confirm it, and has an account that wants
// no invitations by mail until its settings say otherwise. It works for good: the hash is kept when the address is not. ErrNotFound.
func (s *Store) NeverAgain(ctx context.Context, token string) error {
	err := s.tx(ctx, func(t *tx) error {
		i, err := s.invitationBy(ctx, t, `i.never_hash = ?`, tokenHash(token))
		if err != nil {
			return err
		}
		var hash []byte
		if err := t.get([]any{&hash}, `SELECT address_hash FROM invitations WHERE id = ? AND address_hash IS NOT NULL`, i.ID); err != nil {
			return err
		}
		if err := t.exec(`INSERT INTO never_again (address_hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, hash, t.now); err != nil {
			return err
		}
		if err := t.endInvitationMail(hash); err != nil {
			return err
		}
		if i.Status == "open" {
			return t.decline(i, "")
		}
		return nil
	})
	return orWrap(err, "want no more invitations")
}

// endInvitationMail keeps invitations from the address with that hash, if it is a member's or one is on its way there.
func (t *tx) endInvitationMail(hash []byte) error {
	keys, err := all(context.Background(), t, scanID, `SELECT email_key FROM players WHERE email_key IS NOT NULL AND mail_invitations
		UNION SELECT lower(recipient) FROM outbox WHERE status = 'waiting' AND kind = 'invitation'`)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if !bytes.Equal(t.store.addressHash(key), hash) {
			continue
		}
		if err := t.exec(`UPDATE players SET mail_invitations = 0 WHERE email_key = ?`, key); err != nil {
			return err
		}
		return t.drop("the addressee wants no invitations", `kind = 'invitation' AND lower(recipient) = ?`, key)
	}
	return nil
}

// neverAgain says whether the holder of an address wants no invitations by mail.
func (t *tx) neverAgain(address string) (bool, error) {
	n, err := t.count(`SELECT count(*) FROM never_again WHERE address_hash = ?`, t.store.addressHash(strings.ToLower(address)))
	return n > 0, err
}
