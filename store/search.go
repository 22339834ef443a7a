package store

import (
	"context"
	"errors"
	"strings"

	"postrider/rules"
)

// Search says which logs are looked for; what is empty does not count.
type Search struct {
	Player      string // a name
	Opponent    string // a name: the other one in the same game
	Variant     string // key
	Status      string // "playing", "finished"
	Result      string // "1-0", "0-1", "1/2-1/2", "*" (aborted, or not over yet); "won", "lost" by Player
	From, Until int64  // unix seconds of the last move; Until is the first second after
}

// SearchGames lists the logs that are looked for, the one with the newest move first. *Invalid{"player"}, {"opponent"}, {"variant"}, {"result"}, {"status"}.
func (s *Store) SearchGames(ctx context.Context, q Search, page int) ([]Game, Page, error) {
	where, args, err := s.searched(ctx, q)
	if err != nil {
		return nil, Page{}, orWrap(err, "search the games")
	}
	list, p, err := paged(ctx, s.readers, page, scanGame, gameQuery+where+` ORDER BY g.last_at DESC, g.id DESC`, args...)
	return list, p, orWrap(err, "search the games")
}

// searched is the condition that a search stands for.
func (s *Store) searched(ctx context.Context, q Search) (where string, args []any, err error) {
	all := []string{"TRUE"}
	add := func(condition string, values ...any) { all, args = append(all, condition), append(args, values...) }
	player, err := s.searchedPlayer(ctx, "player", q.Player)
	if err != nil {
		return "", nil, err
	}
	opponent, err := s.searchedPlayer(ctx, "opponent", q.Opponent)
	if err != nil {
		return "", nil, err
	}
	switch {
	case player != 0 && opponent != 0:
		add(`(g.white_id = ? AND g.black_id = ? OR g.white_id = ? AND g.black_id = ?)`, player, opponent, opponent, player)
	case player != 0 || opponent != 0:
		add(`(g.white_id = ? OR g.black_id = ?)`, player+opponent, player+opponent)
	}
	if q.Variant != "" {
		if n, err := one(ctx, s.readers, scanNumber, `SELECT count(*) FROM variants WHERE key = ?`, q.Variant); err != nil {
			return "", nil, err
		} else if _, known := rules.Lookup(q.Variant); n == 0 && known != nil {
			return "", nil, invalid("variant", "There is no such game here. Choose one from the list.")
		}
		add(`g.variant = ?`, q.Variant)
	}
	switch q.Status {
	case "":
	case "playing", "finished":
		add(`g.status = ?`, q.Status)
	default:
		return "", nil, invalid("status", "A game is playing or finished.")
	}
	switch q.Result {
	case "":
	case "1-0", "0-1", "1/2-1/2", "*":
		add(`g.result = ?`, q.Result)
	case "won", "lost":
		if player == 0 {
			return "", nil, invalid("player", "Say whose games are looked for: who has won or lost them?")
		}
		mine, other := "1-0", "0-1"
		if q.Result == "lost" {
			mine, other = other, mine
		}
		add(`g.result = iif(g.white_id = ?, ?, ?)`, player, mine, other)
	default:
		return "", nil, invalid("result", "A result is 1-0, 0-1, 1/2-1/2, or * for a game without one.")
	}
	if q.From != 0 {
		add(`g.last_at >= ?`, q.From)
	}
	if q.Until != 0 {
		add(`g.last_at < ?`, q.Until)
	}
	return `WHERE ` + strings.Join(all, " AND "), args, nil
}

// searchedPlayer is the player of that name, 0 for "".
func (s *Store) searchedPlayer(ctx context.Context, field, name string) (int64, error) {
	if name = strings.TrimSpace(name); name == "" {
		return 0, nil
	}
	p, err := playerNamed(ctx, s.readers, name)
	if errors.Is(err, ErrNotFound) {
		return 0, invalid(field, "There is no player named %.40s. Write the name as it stands beside the games.", name)
	}
	return p.ID, err
}
