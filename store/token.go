package store

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
)

// How long links last, in seconds. That of a sign-in begins when its mail is sent, since a relay may be down for hours; an invitation's
// is in invitation.go; that of unsubscribing never ends.
const (
	signUpLasts = 48 * 3600
	signInLasts = 3600
)

// base58 leaves out what looks alike: 0 O I l.
const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

const idLetters = 10

// newID is ten random base58 letters, for a game or a preset.
func newID() string {
	id := make([]byte, 0, idLetters)
	var pool [16]byte
	for {
		rand.Read(pool[:])
		for _, b := range pool {
			if int(b) < len(base58)*4 { // all letters alike
				id = append(id, base58[int(b)%len(base58)])
			}
			if len(id) == cap(id) {
				return string(id)
			}
		}
	}
}

func newNonce() []byte {
	nonce := make([]byte, 16)
	rand.Read(nonce)
	return nonce
}

// mac is the keyed hash of text for one purpose.
func (s *Store) mac(purpose string, text []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	fmt.Fprintf(h, "%s|%s", purpose, text)
	return h.Sum(nil)
}

// token derives a link's text, 128 bits in base58, from the nonce that is stored; so a mail can be written again, and who reads the
// table of tokens alone can use none.
func (s *Store) token(kind string, nonce []byte) string {
	number := new(big.Int).SetBytes(s.mac(kind, nonce)[:16])
	text := make([]byte, 22)
	for i := len(text) - 1; i >= 0; i-- {
		rest := new(big.Int)
		number.DivMod(number, big.NewInt(int64(len(base58))), rest)
		text[i] = base58[rest.Int64()]
	}
	return string(text)
}

// tokenHash is what is stored of a token, to find it by.
func tokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// addressHash stands for an address whose text is not to be kept.
func (s *Store) addressHash(emailKey string) []byte { return s.mac("address", []byte(emailKey)) }

// UnsubscribeToken is the text of a player's unsubscribe link, always the same.
func (s *Store) UnsubscribeToken(player int64) string {
	return s.token("unsubscribe", binary.BigEndian.AppendUint64(nil, uint64(player)))
}

// mailed is a row of tokens together with what waits for it.
type mailed struct {
	id, player, signUp, invitation int64 // 0: none
	kind, email, next              string
	expires, used                  int64
	name, password                 string // of the sign-up
}

func scanMailed(r row) (m mailed, err error) {
	err = r.Scan(&m.id, &m.kind, &m.player, &m.signUp, &m.invitation, &m.email, &m.next, &m.expires, &m.used, &m.name, &m.password)
	return m, err
}

// findToken finds a mailed link; ErrNotFound, or ErrGone where it has been used, replaced or has expired.
func findToken(ctx context.Context, q querier, token string, now int64) (mailed, error) {
	m, err := one(ctx, q, scanMailed, `SELECT t.id, t.kind, coalesce(t.player_id, 0), coalesce(u.id, 0), coalesce(u.invitation_id, 0),
		coalesce(u.email, nullif(t.email, ''), p.email, ''), coalesce(u.next, t.next), coalesce(t.expires_at, 0), coalesce(t.used_at, 0),
		coalesce(u.name, p.name, ''), coalesce(u.password, '')
		FROM tokens t LEFT JOIN signups u ON u.id = t.signup_id LEFT JOIN players p ON p.id = t.player_id WHERE t.hash = ?`, tokenHash(token))
	if err != nil {
		return m, err
	}
	lost := m.signUp == 0 && (m.kind == "signup" || m.kind == "guest")
	if m.used != 0 || lost || m.expires != 0 && now >= m.expires {
		return m, ErrGone
	}
	return m, nil
}

// newToken makes a link and the mail that brings it.
func (t *tx) newToken(m mailed, mail mailRow) error {
	nonce := newNonce()
	id, err := t.insert(`INSERT INTO tokens (kind, nonce, hash, player_id, signup_id, email, next, created_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, m.kind, nonce, tokenHash(t.store.token(m.kind, nonce)), orNull(m.player), orNull(m.signUp),
		m.email, m.next, t.now, orNull(m.expires))
	if err != nil {
		return err
	}
	mail.tokenID, mail.invitationID = id, m.invitation
	return t.post(mail)
}

// useToken finds a link that is still good and uses it up.
func (t *tx) useToken(token string) (mailed, error) {
	m, err := findToken(context.Background(), t, token, t.now)
	if err != nil {
		return m, err
	}
	return m, t.exec(`UPDATE tokens SET used_at = ? WHERE id = ?`, t.now, m.id)
}

// TokenPage is what a mailed link's page shows before its button is pressed.
type TokenPage struct {
	Kind        string // "signup", "signin", "address" (change of address), "guest" (accepts an invitation)
	PlayerID    int64  // whose account it is, for "signin" and "address"
	Name, Email string
	Game        string // for "guest": the variant's title
	Invitation  string // for "guest": the token of its link
	ExpiresAt   int64  // unix seconds; 0 for "signin" until its mail is sent; for "guest" no later than the invitation: then there is no game
}

// Token says what a mailed link would do; it changes nothing. ErrNotFound, ErrGone.
func (s *Store) Token(ctx context.Context, token string) (TokenPage, error) {
	m, err := findToken(ctx, s.readers, token, s.now())
	if err != nil {
		return TokenPage{}, fmt.Errorf("look at a mailed link: %w", err)
	}
	page := TokenPage{Kind: m.kind, PlayerID: m.player, Name: m.name, Email: m.email, ExpiresAt: m.expires}
	if m.invitation != 0 {
		inv, err := s.invitationBy(ctx, s.readers, `i.id = ?`, m.invitation)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return TokenPage{}, fmt.Errorf("look at a guest's link: %w", err)
		}
		if err == nil {
			page.Game, page.Invitation = variantTitle(inv.Terms.Variant), inv.Token
			page.ExpiresAt = min(page.ExpiresAt, inv.ExpiresAt)
		}
	}
	return page, nil
}
