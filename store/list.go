package store

import (
	"cmp"
	"context"
)

// Waiting lists the first 50 of the games that wait for a player's move, least time left first.
func (s *Store) Waiting(ctx context.Context, player int64) ([]Game, error) {
	list, err := all(ctx, s.readers, scanGame, gameQuery+`WHERE g.status = 'playing' AND (g.white_id = ? AND g.turn = 0 OR g.black_id = ? AND g.turn = 1)
		ORDER BY g.deadline_at, g.id LIMIT ?`, player, player, pageRows)
	return list, orWrap(cmp.Or(err, s.tellTimes(ctx, list)), "list the games that wait for player %d", player)
}

// tellTimes is tellTime for each of a list.
func (s *Store) tellTimes(ctx context.Context, list []Game) error {
	for i := range list {
		if err := s.tellTime(ctx, s.readers, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// WaitingForOthers lists the first 50 of a player's games that wait for the opponent's move, least time left first.
func (s *Store) WaitingForOthers(ctx context.Context, player int64) ([]Game, error) {
	list, err := all(ctx, s.readers, scanGame, gameQuery+`WHERE g.status = 'playing' AND (g.white_id = ? AND g.turn = 1 OR g.black_id = ? AND g.turn = 0)
		ORDER BY g.deadline_at, g.id LIMIT ?`, player, player, pageRows)
	return list, orWrap(cmp.Or(err, s.tellTimes(ctx, list)), "list the games of player %d that wait for others", player)
}

// ToAnswer lists the first 50 of the games in which a player's opponent has asked for something that waits for an answer: a takeback, a pause, to go on, or a draw. Those
// with the least time left come first.
func (s *Store) ToAnswer(ctx context.Context, player int64) ([]Game, error) {
	list, err := all(ctx, s.readers, scanGame, gameQuery+`WHERE g.status = 'playing' AND (g.white_id = ?1 OR g.black_id = ?1)
		AND (g.draw_offer = (g.white_id = ?1) OR EXISTS (SELECT 1 FROM requests r WHERE r.game_id = g.id AND r.side = (g.white_id = ?1)))
		ORDER BY g.deadline_at, g.id LIMIT ?2`, player, pageRows)
	return list, orWrap(cmp.Or(err, s.tellTimes(ctx, list)), "list where player %d is asked for something", player)
}

// CountWaiting counts the games that wait for a player's move.
func (s *Store) CountWaiting(ctx context.Context, player int64) (int, error) {
	n, err := s.countPlaying(ctx, `g.white_id = ? AND g.turn = 0 OR g.black_id = ? AND g.turn = 1`, player)
	return n, orWrap(err, "count the games that wait for player %d", player)
}

// CountWaitingForOthers counts a player's games that wait for the opponent's move.
func (s *Store) CountWaitingForOthers(ctx context.Context, player int64) (int, error) {
	n, err := s.countPlaying(ctx, `g.white_id = ? AND g.turn = 1 OR g.black_id = ? AND g.turn = 0`, player)
	return n, orWrap(err, "count the games of player %d that wait for others", player)
}

// countPlaying counts the games in play of which where, with the player as both its arguments, holds.
func (s *Store) countPlaying(ctx context.Context, where string, player int64) (n int, err error) {
	err = s.readers.QueryRowContext(ctx, `SELECT count(*) FROM games g WHERE g.status = 'playing' AND (`+where+`)`, player, player).Scan(&n)
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

// PublicGames lists all logs but those of one player (0: of nobody), the one with the newest move first.
func (s *Store) PublicGames(ctx context.Context, page int, but int64) ([]Game, Page, error) {
	list, p, err := paged(ctx, s.readers, page, scanGame, gameQuery+`WHERE g.white_id <> ? AND g.black_id <> ? ORDER BY g.last_at DESC, g.id`, but, but)
	return list, p, orWrap(err, "list all games")
}
