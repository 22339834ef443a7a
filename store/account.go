package store

import (
	"context"
	"errors"
)

// An account begins when its address is confirmed; until then a sign-up waits, and takes neither name nor address. A link that was mailed
// proves the address and nothing more: where the address has an account by then, it signs in to that one, and name and password of the
// sign-up are forgotten. So a password that a stranger typed lives only where the address's holder confirms that very sign-up, whose page
// names account and address and has a "that was not me"; a guest's confirmation drops all sign-ups that wait for the address.

// accountMails and accountMailsADay are how many account mails an address gets in an hour and in 24 hours, whoever asks for them. More are
// dropped silently: the answer must not tell what is known of the address.
const (
	accountMails     = 6
	accountMailsADay = 15
)

// underWay is how long, in seconds, a mail with a link serves who asks for the same once more: a double click sends one mail.
const underWay = 60

// SignUp keeps a sign-up until its mail is answered (48 h); a later one for the same address replaces it. A name that is taken or cannot
// be one is *Invalid{"name"}, an address that cannot be one *Invalid{"email"}. A taken address gives no error: its owner gets a mail that
// says whom to sign in as. hash: argon2id of the password, "" for none. next: where to go after confirming.
func (s *Store) SignUp(ctx context.Context, name, email, hash, next string) error {
	err := s.tx(ctx, func(t *tx) error {
		return t.signUp(mailed{kind: "signup", name: name, email: email, password: hash, next: next})
	})
	return orWrap(err, "sign up")
}

// signUp keeps the sign-up m and writes its mail; or, where the address has an account, the mail that says so.
func (t *tx) signUp(m mailed) error {
	name, key, err := cleanName(m.name)
	if err != nil {
		return err
	}
	email, emailKey, err := cleanEmail("email", m.email)
	if err != nil {
		return err
	}
	if err := t.freeName(key, name); err != nil {
		return err
	}
	if full, err := t.enoughAccountMail(emailKey); err != nil || full {
		return err
	}
	owner, err := playerBy(context.Background(), t, `email_key = ?`, emailKey)
	if err == nil {
		return t.tellKnown(owner, m.invitation)
	}
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	if n, err := t.change(`UPDATE signups SET password = ?, next = ? WHERE email_key = ? AND coalesce(invitation_id, 0) = ? AND name = ? AND created_at > ?`,
		m.password, m.next, emailKey, m.invitation, name, t.now-underWay); err != nil || n > 0 {
		return err
	}
	if err := t.replaceSignUp(emailKey, m.invitation); err != nil {
		return err
	}
	m.signUp, err = t.insert(`INSERT INTO signups (name, email, email_key, password, next, invitation_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		name, email, emailKey, m.password, m.next, orNull(m.invitation), t.now)
	if err != nil {
		return err
	}
	kind := "confirm"
	if m.kind == "guest" {
		kind = "guest"
	}
	m.email, m.next, m.expires = "", "", t.now+signUpLasts // the sign-up has them
	return t.newToken(m, mailRow{Envelope: Envelope{Kind: kind, To: email, Name: name}})
}

// tellKnown writes the mail that says whom to sign in as to the owner of an address that somebody gave.
func (t *tx) tellKnown(owner Player, invitation int64) error {
	n, err := t.count(`SELECT count(*) FROM outbox WHERE player_id = ? AND kind = 'known' AND coalesce(invitation_id, 0) = ? AND created_at > ?`,
		owner.ID, invitation, t.now-underWay)
	if err != nil || n > 0 {
		return err
	}
	return t.post(mailRow{Envelope: Envelope{Kind: "known", To: owner.Email, PlayerID: owner.ID, Name: owner.Name}, invitationID: invitation})
}

// replaceSignUp deletes what waits for the same address (and the same invitation), and its mail if that still waits.
func (t *tx) replaceSignUp(emailKey string, invitation int64) error {
	const which = `SELECT id FROM signups WHERE email_key = ? AND coalesce(invitation_id, 0) = ?`
	if err := t.drop("signed up again", `token_id IN (SELECT id FROM tokens WHERE signup_id IN (`+which+`))`, emailKey, invitation); err != nil {
		return err
	}
	return t.exec(`DELETE FROM signups WHERE id IN (`+which+`)`, emailKey, invitation)
}

// freeName gives *Invalid where a player has the name.
func (t *tx) freeName(nameKey, name string) error {
	n, err := t.count(`SELECT count(*) FROM players WHERE name_key = ?`, nameKey)
	if err == nil && n > 0 {
		err = invalid("name", "The name %s is taken. Choose another one, or sign in if it is yours.", name)
	}
	return err
}

// enoughAccountMail says whether an address has got as many account mails lately as it may, whoever asked for them.
func (t *tx) enoughAccountMail(emailKey string) (bool, error) {
	if !t.store.options.Limits {
		return false, nil
	}
	var hour, day int
	err := t.get([]any{&hour, &day}, `SELECT coalesce(sum(created_at > ?), 0), count(*) FROM outbox WHERE lower(recipient) = ? AND created_at > ?
		AND game_id IS NULL AND kind IN ('confirm', 'guest', 'known', 'signin', 'address')`, t.now-3600, emailKey, t.now-daySeconds)
	return hour >= accountMails || day >= accountMailsADay, err
}

// SendSignInLink mails a link that signs in without a password. An address without an account gets nothing, and the answer is the same.
func (s *Store) SendSignInLink(ctx context.Context, email, next string) error {
	_, key, err := cleanEmail("email", email)
	if err != nil {
		return err
	}
	err = s.tx(ctx, func(t *tx) error {
		// something is written in any case: how long the answer takes must not tell who has an account
		if err := t.exec(`UPDATE keys SET value = value WHERE name = 'token'`); err != nil {
			return err
		}
		p, err := playerBy(ctx, t, `email_key = ?`, key)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if full, err := t.enoughAccountMail(key); err != nil || full {
			return err
		}
		if n, err := t.change(`UPDATE tokens SET next = ? WHERE player_id = ? AND kind = 'signin' AND used_at IS NULL AND created_at > ?`,
			next, p.ID, t.now-underWay); err != nil || n > 0 {
			return err
		}
		if err := t.drop("a newer sign-in link was asked for", `player_id = ? AND kind = 'signin'`, p.ID); err != nil {
			return err
		}
		mail := mailRow{Envelope: Envelope{Kind: "signin", To: p.Email, PlayerID: p.ID, Name: p.Name}}
		return t.newToken(mailed{kind: "signin", player: p.ID, next: next}, mail)
	})
	return orWrap(err, "mail a sign-in link")
}

// ChangeEmail mails a confirmation to a player's new address; the old one is told when it is confirmed. *Invalid{"email"} where it can be
// none or is the present one. Another's address gives no error: its owner gets a mail that says whom to sign in as.
func (s *Store) ChangeEmail(ctx context.Context, player int64, email string) error {
	email, key, err := cleanEmail("email", email)
	if err != nil {
		return err
	}
	err = s.tx(ctx, func(t *tx) error {
		p, err := member(ctx, t, player)
		if err != nil {
			return err
		}
		owner, err := playerBy(ctx, t, `email_key = ?`, key)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if owner.ID == p.ID {
			return invalid("email", "%s is your address already.", p.Email)
		}
		if full, err := t.enoughAccountMail(key); err != nil || full {
			return err
		}
		if owner.ID != 0 {
			return t.tellKnown(owner, 0)
		}
		if n, err := t.count(`SELECT count(*) FROM tokens WHERE player_id = ? AND kind = 'address' AND email = ? AND used_at IS NULL AND created_at > ?`,
			p.ID, email, t.now-underWay); err != nil || n > 0 {
			return err
		}
		if err := t.endTokens(p.ID, "address"); err != nil { // a later change replaces an earlier one
			return err
		}
		mail := mailRow{Envelope: Envelope{Kind: "address", To: email, PlayerID: p.ID, Name: p.Name}}
		return t.newToken(mailed{kind: "address", player: p.ID, email: email, expires: t.now + signUpLasts}, mail)
	})
	return orWrap(err, "change the address of player %d", player)
}

// endTokens makes a player's unused links of a kind useless, and drops their mails that wait.
func (t *tx) endTokens(player int64, kind string) error {
	if err := t.exec(`UPDATE tokens SET used_at = ? WHERE player_id = ? AND kind = ? AND used_at IS NULL`, t.now, player, kind); err != nil {
		return err
	}
	return t.drop("its link is void", `player_id = ? AND kind = ?`, player, kind)
}

// Confirmed is what came of pressing a mailed link's button.
type Confirmed struct {
	Kind   string // as in TokenPage
	Player Player
	Next   string // "/games/…" for a guest, else the kept next or ""
}

// Confirm uses up a mailed link: it confirms a sign-up or a guest (and starts the guest's game), signs in, or changes the address. player is who
// is signed in, 0 for nobody: a change of address proves nothing but that somebody reads mail there, so it is done only for whom it is about,
// and ErrForbidden for others. ErrNotFound, ErrGone; *Invalid where name or address have been taken since. Where a guest's invitation is gone,
// the account is made all the same and Next leads to the invitation, whose page says what became of it.
func (s *Store) Confirm(ctx context.Context, token string, player int64) (Confirmed, error) {
	var c Confirmed
	err := s.tx(ctx, func(t *tx) error {
		m, err := t.useToken(token)
		if err != nil {
			return err
		}
		if m.kind == "address" && m.player != player {
			return ErrForbidden
		}
		if c, err = t.confirm(m); err != nil {
			return err
		}
		return t.exec(`UPDATE tokens SET player_id = ?, next = ? WHERE id = ?`, c.Player.ID, c.Next, m.id) // for ConfirmedBy
	})
	return c, orWrap(err, "confirm")
}

// ConfirmedBy is what Confirm gave a moment ago (underWay) for a link that this player has used: a button pressed twice. ErrNotFound where it
// was another's, longer ago, or not used.
func (s *Store) ConfirmedBy(ctx context.Context, token string, player int64) (c Confirmed, err error) {
	var email string
	err = found(s.readers.QueryRowContext(ctx, `SELECT kind, next, email FROM tokens WHERE hash = ? AND player_id = ? AND used_at > ?`,
		tokenHash(token), player, s.now()-underWay).Scan(&c.Kind, &c.Next, &email))
	if err == nil {
		c.Player, err = member(ctx, s.readers, player)
	}
	if err == nil && c.Kind == "address" && c.Player.Email != email { // it was disowned or replaced
		err = ErrNotFound
	}
	return c, orWrap(err, "find what a link has confirmed")
}

func (t *tx) confirm(m mailed) (c Confirmed, err error) {
	c = Confirmed{Kind: m.kind, Next: m.next}
	switch m.kind {
	case "signin":
		if err = t.mailWorks(m.player); err == nil { // the link has arrived
			c.Player, err = member(context.Background(), t, m.player)
		}
	case "address":
		c.Player, err = t.moveAddress(m)
	default:
		c.Player, err = t.settle(m)
		if err == nil && m.invitation != 0 {
			c.Next, err = t.acceptAsConfirmed(m.invitation, c.Player)
		}
	}
	return c, err
}

// settle makes the account of a confirmed sign-up, or finds the one that the address has by now.
func (t *tx) settle(m mailed) (Player, error) {
	key, err := nameKey(m.name) // what was asked of new names when it was chosen is enough
	if err != nil {
		return Player{}, err
	}
	email, emailKey, err := cleanEmail("email", m.email)
	if err != nil {
		return Player{}, err
	}
	if err := t.exec(`DELETE FROM signups WHERE id = ? OR email_key = ? AND invitation_id IS NULL`, m.signUp, emailKey); err != nil {
		return Player{}, err
	}
	if p, err := playerBy(context.Background(), t, `email_key = ?`, emailKey); !errors.Is(err, ErrNotFound) {
		return p, err
	}
	if err := t.freeName(key, m.name); err != nil {
		return Player{}, err
	}
	never, err := t.neverAgain(emailKey)
	if err != nil {
		return Player{}, err
	}
	id, err := t.insert(`INSERT INTO players (name, name_key, email, email_key, password, mail_invitations, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		m.name, key, email, emailKey, m.password, !never, t.now)
	if err != nil {
		return Player{}, err
	}
	if err := t.exec(`UPDATE players SET unsubscribe_hash = ? WHERE id = ?`, tokenHash(t.store.UnsubscribeToken(id)), id); err != nil {
		return Player{}, err
	}
	if err := t.exec(`UPDATE outbox SET player_id = ? WHERE token_id = ?`, id, m.id); err != nil { // the mail was this player's
		return Player{}, err
	}
	return playerBy(context.Background(), t, `id = ?`, id)
}

// moveAddress changes a player's address to the confirmed one, tells the old one, and takes waiting mail along.
func (t *tx) moveAddress(m mailed) (Player, error) {
	p, err := member(context.Background(), t, m.player)
	if err != nil {
		return Player{}, err
	}
	email, key, err := cleanEmail("email", m.email)
	if err != nil {
		return Player{}, err
	}
	others, err := t.count(`SELECT count(*) FROM players WHERE email_key = ? AND id <> ?`, key, p.ID)
	if err != nil {
		return Player{}, err
	}
	if others > 0 {
		return Player{}, invalid("email", "The address %s belongs to another account by now.", email)
	}
	if err := t.exec(`UPDATE players SET email = ?, email_key = ? WHERE id = ?`, email, key, p.ID); err != nil {
		return Player{}, err
	}
	if err := t.endTokens(p.ID, "signin"); err != nil { // those went to the old address
		return Player{}, err
	}
	if err := t.exec(`UPDATE outbox SET recipient = ? WHERE player_id = ? AND status = 'waiting' AND kind <> 'addressed'`, email, p.ID); err != nil {
		return Player{}, err
	}
	if err := t.post(mailRow{Envelope: Envelope{Kind: "addressed", To: p.Email, PlayerID: p.ID, Name: p.Name}}); err != nil {
		return Player{}, err
	}
	if err := t.exec(`DELETE FROM signups WHERE email_key = ? AND invitation_id IS NULL`, key); err != nil {
		return Player{}, err
	}
	if err := t.mailWorks(p.ID); err != nil {
		return Player{}, err
	}
	return playerBy(context.Background(), t, `id = ?`, p.ID)
}

// Disown is "that was not me": what waits for the mailed link is deleted, and the link used up. ErrNotFound, ErrGone.
func (s *Store) Disown(ctx context.Context, token string) error {
	err := s.tx(ctx, func(t *tx) error {
		m, err := t.useToken(token)
		if err != nil || m.signUp == 0 {
			return err
		}
		return t.exec(`DELETE FROM signups WHERE id = ?`, m.signUp)
	})
	return orWrap(err, "disown a mailed link")
}
