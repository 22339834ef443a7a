package store

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"postrider/rules"
)

// Move is one ply of a game as it was played.
type Move struct {
	Ply            int
	Side           rules.Side
	Text, SAN, FEN string // FEN: the position after it
	At             int64  // unix seconds
	Comment        string // "" for whom it is not meant
}

// Event is one thing that was done in a game.
type Event struct {
	Seq, Ply int // Ply: plies played when it was done (a move counts itself)
	Side     rules.Side
	Kind     string // "start", "move", "offer", "accept", "decline", "claim", "resign", "flag", "abort", "end", "comments"
	At       int64  // unix seconds
}

// Log is a game's record.
type Log struct {
	Game
	Moves  []Move
	Events []Event
}

// Log finds a game with its moves and events. Comments are there for the two players, and for others once the game is over and both allow it.
func (s *Store) Log(ctx context.Context, id string, viewer int64) (Log, error) {
	l, err := s.log(ctx, id)
	if err != nil {
		return Log{}, fmt.Errorf("read the log of game %.20q: %w", id, err)
	}
	_, player := l.SideOf(viewer)
	if !player && !(l.Over() && l.CommentsShown == [2]bool{true, true}) {
		for i := range l.Moves {
			l.Moves[i].Comment = ""
		}
	}
	return l, nil
}

func (s *Store) log(ctx context.Context, id string) (Log, error) {
	g, err := gameBy(ctx, s.readers, id)
	if err != nil {
		return Log{}, err
	}
	if r, ok := s.moves.get(g.ID, g.Seq); ok {
		return Log{Game: g, Moves: slices.Clone(r.moves), Events: slices.Clone(r.events)}, nil
	}
	r := record{seq: g.Seq} // no later rows than the game's own
	if r.moves, err = all(ctx, s.readers, scanMove, moveQuery+`WHERE game_id = ? AND seq <= ? ORDER BY ply`, g.ID, g.Seq); err != nil {
		return Log{}, err
	}
	r.events, err = all(ctx, s.readers, scanEvent, `SELECT seq, ply, side, kind, at FROM events WHERE game_id = ? AND seq <= ? ORDER BY seq`, g.ID, g.Seq)
	if err != nil {
		return Log{}, err
	}
	s.moves.put(g.ID, r)
	return Log{Game: g, Moves: slices.Clone(r.moves), Events: slices.Clone(r.events)}, nil
}

const moveQuery = `SELECT ply, side, text, san, fen, at, comment FROM moves `

func scanMove(r row) (m Move, err error) {
	err = r.Scan(&m.Ply, &m.Side, &m.Text, &m.SAN, &m.FEN, &m.At, &m.Comment)
	return m, err
}

func scanEvent(r row) (e Event, err error) {
	err = r.Scan(&e.Seq, &e.Ply, &e.Side, &e.Kind, &e.At)
	return e, err
}

// record is what does not change in a game as long as no event is added.
type record struct {
	seq    int // events that it holds
	moves  []Move
	events []Event
}

// moveCache keeps the records of games that were read lately: reading forty rows costs more than the whole rest of a page.
type moveCache struct {
	mu    sync.Mutex
	games map[string]record
}

const cachedGames = 256

func (c *moveCache) get(game string, seq int) (record, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.games[game]
	return r, ok && r.seq == seq
}

func (c *moveCache) put(game string, r record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.games == nil {
		c.games = make(map[string]record)
	}
	if len(c.games) >= cachedGames {
		for other := range c.games { // any one
			delete(c.games, other)
			break
		}
	}
	c.games[game] = r
}

// ShowComments says whether a player allows the comments of a finished game to be shown to all; they are once both do. ErrForbidden; *Invalid before the end.
func (s *Store) ShowComments(ctx context.Context, game string, player int64, allow bool) error {
	err := s.tx(ctx, func(t *tx) error {
		g, err := gameBy(ctx, t, game)
		if err != nil {
			return err
		}
		side, ok := g.SideOf(player)
		switch {
		case !ok:
			return ErrForbidden
		case !g.Over():
			return invalid("", "The comments stay between the two players until the game is over.")
		case g.CommentsShown[side] == allow:
			return nil
		}
		g.CommentsShown[side] = allow
		if err := t.event(&g, side, "comments"); err != nil {
			return err
		}
		return t.save(&g)
	})
	if err != nil {
		return fmt.Errorf("show the comments of game %.20q: %w", game, err)
	}
	return nil
}
