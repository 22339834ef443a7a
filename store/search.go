package store

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"postrider/rules"
)

// Search says which logs are looked for; what is empty does not count.
type Search struct {
	Player      string // a name, of a member or of who played in games that were taken in from files
	Opponent    string // likewise: the other one in the same game
	Variant     string // key
	Status      string // "playing", "finished"
	Result      string // "1-0", "0-1", "1/2-1/2", "*" (aborted, or not over yet); "won", "lost" by Player
	From, Until int64  // unix seconds of the last move; Until is the first second after
}

// SearchGames lists the logs that are looked for, the one with the newest move first. *Invalid{"player"}, {"opponent"}, {"variant"}, {"result"}, {"status"}.
func (s *Store) SearchGames(ctx context.Context, q Search, page int) ([]Game, Page, error) {
	where, args, err := s.searchFor(ctx, q)
	if err != nil {
		return nil, Page{}, orWrap(err, "search the games")
	}
	list, p, err := paged(ctx, s.readers, page, scanGame, gameQuery+where+newestFirst, args...)
	return list, p, orWrap(err, "search the games")
}

// searchFor is the condition that a search stands for.
func (s *Store) searchFor(ctx context.Context, q Search) (where string, args []any, err error) {
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
	switch only := cmp.Or(player, opponent); {
	case player.name != "" && opponent.name != "":
		add(`(g.white_id IN `+named+` AND g.black_id IN `+named+` OR g.white_id IN `+named+` AND g.black_id IN `+named+`)`,
			player.id, player.name, opponent.id, opponent.name, opponent.id, opponent.name, player.id, player.name)
	case only.name != "":
		add(`(g.white_id IN `+named+` OR g.black_id IN `+named+`)`, only.id, only.name, only.id, only.name)
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
		if player.name == "" {
			return "", nil, invalid("player", "Say whose games are looked for: who has won or lost them?")
		}
		mine, other := "1-0", "0-1"
		if q.Result == "lost" {
			mine, other = other, mine
		}
		add(`g.result = iif(g.white_id IN `+named+`, ?, ?)`, player.id, player.name, mine, other)
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

// searched is who has a name: a member (or else id is 0), and those in games that were taken in; the name is "" for nobody.
type searched struct {
	id   int64
	name string
}

// named are the ids of searched, with its id and name as arguments. Players of games that were taken in are like deleted ones, and keep their names.
const named = `(SELECT id FROM players WHERE id = ? OR deleted_at IS NOT NULL AND name = ? COLLATE NOCASE AND name <> '` + formerPlayer + `')`

// searchedPlayer is who has that name.
func (s *Store) searchedPlayer(ctx context.Context, field, name string) (searched, error) {
	if name = strings.TrimSpace(name); name == "" {
		return searched{}, nil
	}
	p, err := playerNamed(ctx, s.readers, name)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return searched{}, err
	}
	who := searched{p.ID, name}
	if n, err := one(ctx, s.readers, scanNumber, `SELECT count(*) FROM `+named, who.id, who.name); err != nil || n > 0 {
		return who, err
	}
	return searched{}, invalid(field, "There is no player named %.40s. Write the name as it stands beside the games.", name)
}
