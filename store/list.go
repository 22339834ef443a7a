package store

import "context"

// waits is whether a game waits for the player ?1: for a move, or for the answer to something that the opponent asks: a takeback, a pause, to go on, or a draw.
const waits = `(g.turn = (g.black_id = ?1) OR coalesce(g.draw_offer, -1) = (g.white_id = ?1)
	OR EXISTS (SELECT 1 FROM requests r WHERE r.game_id = g.id AND r.side = (g.white_id = ?1)))`

// Waiting lists the first 50 of the games that wait for a player: for the move, least time left first; after them those in which it is the opponent's turn, and what the
// opponent asks for waits for an answer.
func (s *Store) Waiting(ctx context.Context, player int64) ([]Game, error) {
	list, err := s.playing(ctx, waits, player)
	return list, orWrap(err, "list the games that wait for player %d", player)
}

// WaitingForOthers lists the first 50 of a player's games that wait for nothing but the opponent's move, least time left first.
func (s *Store) WaitingForOthers(ctx context.Context, player int64) ([]Game, error) {
	list, err := s.playing(ctx, `NOT `+waits, player)
	return list, orWrap(err, "list the games of player %d that wait for others", player)
}

// playing lists the first 50 of a player's games in play of which where holds, with what the two have asked of each other, and when it last changed.
func (s *Store) playing(ctx context.Context, where string, player int64) ([]Game, error) {
	list, err := all(ctx, s.readers, scanGame, gameQuery+`WHERE g.status = 'playing' AND (g.white_id = ?1 OR g.black_id = ?1) AND `+where+`
		ORDER BY g.turn <> (g.black_id = ?1), g.deadline_at, g.id LIMIT ?2`, player, pageRows)
	if err != nil {
		return nil, err
	}
	for i := range list {
		g := &list[i]
		if g.Requests, err = all(ctx, s.readers, scanRequest, requestsOf, g.ID); err != nil {
			return nil, err
		}
		if g.ChangedAt, err = one(ctx, s.readers, scanNumber, `SELECT coalesce(max(at), 0) FROM events WHERE game_id = ? AND seq = ?`, g.ID, g.Seq); err != nil {
			return nil, err
		}
		if err := s.tellTime(ctx, s.readers, g); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// CountWaiting counts the games that wait for a player, as Waiting lists them.
func (s *Store) CountWaiting(ctx context.Context, player int64) (int, error) {
	n, err := s.countPlaying(ctx, waits, player)
	return n, orWrap(err, "count the games that wait for player %d", player)
}

// CountWaitingForOthers counts a player's games that wait for nothing but the opponent's move.
func (s *Store) CountWaitingForOthers(ctx context.Context, player int64) (int, error) {
	n, err := s.countPlaying(ctx, `NOT `+waits, player)
	return n, orWrap(err, "count the games of player %d that wait for others", player)
}

// countPlaying counts a player's games in play of which where holds.
func (s *Store) countPlaying(ctx context.Context, where string, player int64) (n int, err error) {
	err = s.readers.QueryRowContext(ctx, `SELECT count(*) FROM games g WHERE g.status = 'playing' AND (g.white_id = ?1 OR g.black_id = ?1) AND `+where, player).Scan(&n)
	return n, err
}

// FinishedOf lists a player's finished games but those that the player has hidden, the last ended first.
func (s *Store) FinishedOf(ctx context.Context, player int64, page int) ([]Game, Page, error) {
	list, p, err := paged(ctx, s.readers, page, scanGame, gameQuery+`WHERE g.status = 'finished'
		AND (g.white_id = ? AND NOT g.white_hides OR g.black_id = ? AND NOT g.black_hides) ORDER BY g.ended_at DESC, g.id`, player, player)
	return list, p, orWrap(err, "list the finished games of player %d", player)
}

// HiddenOf lists the finished games that a player has hidden, the last ended first.
func (s *Store) HiddenOf(ctx context.Context, player int64, page int) ([]Game, Page, error) {
	list, p, err := paged(ctx, s.readers, page, scanGame, gameQuery+`WHERE g.status = 'finished' AND (g.white_id = ? AND g.white_hides OR g.black_id = ? AND g.black_hides)
		ORDER BY g.ended_at DESC, g.id`, player, player)
	return list, p, orWrap(err, "list the games that player %d has hidden", player)
}

// GamesOf lists all games of a player, the last begun first.
func (s *Store) GamesOf(ctx context.Context, player int64, page int) ([]Game, Page, error) {
	list, p, err := paged(ctx, s.readers, page, scanGame, gameQuery+`WHERE g.white_id = ? OR g.black_id = ? ORDER BY g.started_at DESC, g.id`, player, player)
	return list, p, orWrap(err, "list the games of player %d", player)
}

// newestFirst is the order of an index, so that a page is found without sorting all games: many that were taken in have one and the same date.
const newestFirst = ` ORDER BY g.last_at DESC, g.id DESC`

// PublicGames lists all logs but those of one player (0: of nobody), the one with the newest move first.
func (s *Store) PublicGames(ctx context.Context, page int, but int64) ([]Game, Page, error) {
	list, p, err := paged(ctx, s.readers, page, scanGame, gameQuery+`WHERE g.white_id <> ? AND g.black_id <> ?`+newestFirst, but, but)
	return list, p, orWrap(err, "list all games")
}
