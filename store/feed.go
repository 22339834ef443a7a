package store

import "context"

// FeedToken is the token of a player's private feeds (Atom, iCalendar), or "" where there are none.
func (s *Store) FeedToken(ctx context.Context, player int64) (string, error) {
	nonce, err := one(ctx, s.readers, func(r row) (nonce []byte, err error) { return nonce, r.Scan(&nonce) },
		`SELECT feed_nonce FROM players WHERE id = ?`, player)
	if err != nil || nonce == nil {
		return "", orWrap(err, "find the feeds of player %d", player)
	}
	return s.token("feed", nonce), nil
}

// NewFeedToken makes a new one; the old one no longer works.
func (s *Store) NewFeedToken(ctx context.Context, player int64) (string, error) {
	nonce := newNonce()
	token := s.token("feed", nonce)
	return token, s.setFeed(ctx, player, nonce, tokenHash(token))
}

// EndFeeds makes a player's feed token useless.
func (s *Store) EndFeeds(ctx context.Context, player int64) error {
	return s.setFeed(ctx, player, nil, nil)
}

func (s *Store) setFeed(ctx context.Context, player int64, nonce, hash []byte) error {
	err := s.tx(ctx, func(t *tx) error {
		n, err := t.change(`UPDATE players SET feed_nonce = ?, feed_hash = ? WHERE id = ? AND deleted_at IS NULL`, nonce, hash, player)
		if err == nil && n == 0 {
			err = ErrNotFound
		}
		return err
	})
	return orWrap(err, "set the feeds of player %d", player)
}

// PlayerByFeed finds whose feed token it is. ErrNotFound.
func (s *Store) PlayerByFeed(ctx context.Context, token string) (Player, error) {
	p, err := playerBy(ctx, s.readers, `feed_hash = ? AND deleted_at IS NULL`, tokenHash(token))
	return p, orWrap(err, "find whose feed it is")
}
