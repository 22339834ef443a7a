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
	err := s.tx(ctx, func(t *tx) error { return t.setPlayer(player, `feed_nonce = ?, feed_hash = ?`, nonce, hash) })
	return orWrap(err, "set the feeds of player %d", player)
}

// PlayerByFeed finds whose feed token it is. ErrNotFound.
func (s *Store) PlayerByFeed(ctx context.Context, token string) (Player, error) {
	p, err := playerBy(ctx, s.readers, `feed_hash = ? AND deleted_at IS NULL`, tokenHash(token))
	return p, orWrap(err, "find whose feed it is")
}

// GameEvent is an event, and in which game it was.
type GameEvent struct {
	Game string
	Event
}

// EventsOf lists the last 50 events in a player's games since an instant (unix seconds), whoever did them, the newest first: but no moves, and none of games that
// had ended by then.
func (s *Store) EventsOf(ctx context.Context, player, since int64) ([]GameEvent, error) {
	scan := func(r row) (e GameEvent, err error) {
		return e, r.Scan(append([]any{&e.Game}, e.columns()...)...)
	}
	list, err := all(ctx, s.readers, scan, `SELECT e.game_id, `+eventColumns+`
		FROM games g JOIN events e ON e.game_id = g.id WHERE (g.white_id = ?1 OR g.black_id = ?1) AND (g.status = 'playing' OR g.ended_at >= ?2)
		AND e.at >= ?2 AND e.kind <> 'move' ORDER BY e.at DESC, e.game_id, e.seq DESC LIMIT ?3`, player, since, pageRows)
	return list, orWrap(err, "list what happened in the games of player %d", player)
}

// GameWords are what somebody wrote about a game, and when.
type GameWords struct {
	Game, VariantTitle, Title string
	From                      string // a name
	Number                    int    // of a message; 0: a remark
	At                        int64  // unix seconds
}

// MessagesTo lists the last 50 messages that a player's opponents have written to that player since an instant (unix seconds), without their words, the newest first.
func (s *Store) MessagesTo(ctx context.Context, player, since int64) ([]GameWords, error) {
	list, err := s.wordsTo(ctx, "messages", "m.number", player, since)
	return list, orWrap(err, "list the messages to player %d", player)
}

// RemarksTo lists the last 50 public words of a player's opponents on their games, written or changed since an instant (unix seconds), without the words, the newest first.
func (s *Store) RemarksTo(ctx context.Context, player, since int64) ([]GameWords, error) {
	list, err := s.wordsTo(ctx, "remarks", "0", player, since)
	return list, orWrap(err, "list what was said about the games of player %d", player)
}

func (s *Store) wordsTo(ctx context.Context, table, number string, player, since int64) ([]GameWords, error) {
	scan := func(r row) (m GameWords, err error) {
		return m, r.Scan(&m.Game, &m.VariantTitle, &m.Title, &m.From, &m.Number, &m.At)
	}
	return all(ctx, s.readers, scan, `SELECT g.id, v.title, g.title, p.name, `+number+`, m.at FROM games g JOIN `+table+` m ON m.game_id = g.id
		JOIN variants v ON v.hash = g.definition JOIN players p ON p.id = iif(m.side = 0, g.white_id, g.black_id)
		WHERE (g.white_id = ?1 OR g.black_id = ?1) AND m.side = (g.white_id = ?1) AND m.at >= ?2 ORDER BY m.at DESC, m.game_id, 5 DESC LIMIT ?3`, player, since, pageRows)
}
