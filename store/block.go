package store

import (
	"context"
	"errors"
)

// Block keeps the player of a name from inviting another one, from writing messages to him, and from joining his open invitations; nor can he invite whom he has
// blocked. Games go on, with what is written with moves. *Invalid{"player"} where there is nobody of that name, or it is the player's own.
func (s *Store) Block(ctx context.Context, player int64, name string) error {
	err := s.tx(ctx, func(t *tx) error {
		other, err := playerNamed(ctx, t, name)
		if errors.Is(err, ErrNotFound) {
			return invalid("player", "There is no player named %s.", name)
		}
		if err != nil {
			return err
		}
		if other.ID == player {
			return invalid("player", "That is you.")
		}
		if err := t.exec(`INSERT INTO blocks (player_id, blocked_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, player, other.ID, t.now); err != nil {
			return err
		}
		return t.drop("the sender is blocked", `player_id = ? AND (kind IN ('invitation', 'rematch') AND invitation_id IN (SELECT id FROM invitations WHERE inviter_id = ?)
			OR kind = 'message' AND game_id IN (SELECT id FROM games WHERE ? IN (white_id, black_id)))`, player, other.ID, other.ID)
	})
	return orWrap(err, "block a player")
}

// Unblock ends a block. One that is not there is no error.
func (s *Store) Unblock(ctx context.Context, player, blocked int64) error {
	err := s.tx(ctx, func(t *tx) error {
		return t.exec(`DELETE FROM blocks WHERE player_id = ? AND blocked_id = ?`, player, blocked)
	})
	return orWrap(err, "unblock a player")
}

// Blocked lists whom a player has blocked, by name.
func (s *Store) Blocked(ctx context.Context, player int64) ([]Player, error) {
	list, err := all(ctx, s.readers, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE id IN (SELECT blocked_id FROM blocks WHERE player_id = ?)
		ORDER BY name_key, id`, player)
	return list, orWrap(err, "list whom player %d has blocked", player)
}

// Blocks says whether a player has blocked another one.
func (s *Store) Blocks(ctx context.Context, player, other int64) (bool, error) {
	is, err := blocks(ctx, s.readers, player, other)
	return is, orWrap(err, "find out whether player %d has blocked %d", player, other)
}

func blocks(ctx context.Context, q querier, player, other int64) (bool, error) {
	n, err := one(ctx, q, scanNumber, `SELECT count(*) FROM blocks WHERE player_id = ? AND blocked_id = ?`, player, other)
	return n > 0, err
}
