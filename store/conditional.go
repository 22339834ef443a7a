package store

import (
	"context"
	"errors"
	"fmt"

	"postrider/rules"
)

// Conditional moves are a tree of plies for each side of a game: from the position as it stands, the opponent's possible moves, below each of them one answer, and so
// on. On the owner's own turn the tree begins with the move that the owner is going to make, which is never played by the server. Only its owner ever sees a
// tree: it leaves no event, and what is played of it are moves like all others.

const maxConditions = 200 // of a side in a game

// Condition is one ply of a player's conditional moves, which only that player ever sees.
type Condition struct {
	ID, Parent int64      // Parent 0: it follows on the position as it stands
	Ply        int        // that it would be
	Side       rules.Side // who would move
	Text, SAN  string
	Depth      int // 0 where Parent is 0
}

// Plan is a player's conditional moves in a game.
type Plan struct {
	Conditions []Condition // each is followed by what comes after it
	UnfitSeq   int         // the event by which a plan no longer fitted and was dropped; 0: none was since the player's last move
}

const conditionQuery = `SELECT c.id, coalesce(c.parent_id, 0), c.ply, (c.ply - g.ply - 1 + g.turn) & 1, c.text, c.san
	FROM conditionals c JOIN games g ON g.id = c.game_id WHERE c.game_id = +? AND c.side = ? `

func scanCondition(r row) (c Condition, err error) {
	return c, r.Scan(&c.ID, &c.Parent, &c.Ply, &c.Side, &c.Text, &c.SAN)
}

// Plan gives a player's conditional moves in a game. ErrNotFound; ErrForbidden for whoever does not play in it.
func (s *Store) Plan(ctx context.Context, game string, player int64) (Plan, error) {
	plan, err := s.plan(ctx, game, player)
	return plan, orWrap(err, "read the conditional moves in game %.20q", game)
}

func (s *Store) plan(ctx context.Context, game string, player int64) (Plan, error) {
	g, side, err := seatOf(ctx, s.readers, game, player)
	if err != nil {
		return Plan{}, err
	}
	flat, err := all(ctx, s.readers, scanCondition, conditionQuery+`ORDER BY c.id`, g.ID, side)
	if err != nil {
		return Plan{}, err
	}
	return Plan{Conditions: inOrder(nil, flat, 0, 0), UnfitSeq: g.unfit[side]}, nil
}

// inOrder adds the conditions below a parent to list, each followed by what comes after it.
func inOrder(list, flat []Condition, parent int64, depth int) []Condition {
	for _, c := range flat {
		if c.Parent == parent {
			c.Depth = depth
			list = inOrder(append(list, c), flat, c.ID, depth+1)
		}
	}
	return list
}

// SaveLine adds a line to the player's plan: moves by turns from the position as it stands, in any notation, the last one an own move ("if he plays e5, I
// answer Nf3, and if then …"). On the opponent's turn it begins with the opponent's move; on the player's own turn with the move that the player
// is going to make, which is not played by that. Another answer to the same moves replaces the one before with all that followed it. ErrStale;
// *Invalid{"line"} with the rules' sentence, or where the plan has more than 200 moves.
func (s *Store) SaveLine(ctx context.Context, d Deed, line []string) error {
	if len(line) > maxConditions {
		return invalid("line", "A line can have %d moves at most.", maxConditions)
	}
	return s.deed(ctx, "save conditional moves", d, func(t *tx, g *Game, side rules.Side) error {
		v, err := t.store.variant(ctx, t, g.Definition)
		if err != nil {
			return err
		}
		p, err := v.ParseFEN(g.FEN)
		if err != nil {
			return fmt.Errorf("read the position: %w", err)
		}
		if err := wholeLine(g, side, len(line)); err != nil {
			return err
		}
		parent := int64(0)
		for i, text := range line {
			m, err := p.Parse(text)
			if err != nil {
				return refusal("line", err)
			}
			c := Condition{Parent: parent, Ply: g.Ply + 1 + i, Side: p.Turn(), Text: p.Text(m), SAN: p.SAN(m)}
			if parent, err = t.addCondition(g, side, c); err != nil {
				return err
			}
			p = p.Play(m)
		}
		n, err := t.count(`SELECT count(*) FROM conditionals WHERE game_id = ? AND side = ?`, g.ID, side)
		if err != nil || n > maxConditions {
			return orInvalid(err, "line", "Your conditional moves in a game can be %d at most. Delete some that you no longer need.", maxConditions)
		}
		g.unfit[side] = 0
		return t.save(g)
	})
}

// wholeLine checks that a line of so many plies ends with an own move that answers one of the opponent's.
func wholeLine(g *Game, side rules.Side, plies int) error {
	other := g.Seats[side.Other()].Name
	switch own := g.Turn == side; {
	case plies == 0:
		return invalid("line", "Say what %s may play, and what you answer.", other)
	case own && plies == 1:
		return invalid("line", "That is your own move. Say what %s may play after it, and what you answer.", other)
	case own == (plies%2 == 0):
		return invalid("line", "The line ends with a move of %s's: say what you answer to it.", other)
	}
	return nil
}

// addCondition finds a ply in side's plan or adds it, and gives its id. An answer replaces another one to the same moves.
func (t *tx) addCondition(g *Game, side rules.Side, c Condition) (id int64, err error) {
	const there = ` WHERE game_id = ? AND side = ? AND coalesce(parent_id, 0) = ? AND ply = ? AND text `
	err = t.get([]any{&id}, `SELECT id FROM conditionals`+there+`= ?`, g.ID, side, c.Parent, c.Ply, c.Text)
	if !errors.Is(err, ErrNotFound) {
		return id, err
	}
	if c.Side == side && c.Parent != 0 {
		if err := t.exec(`DELETE FROM conditionals`+there+`<> ?`, g.ID, side, c.Parent, c.Ply, c.Text); err != nil {
			return 0, err
		}
	}
	return t.insert(`INSERT INTO conditionals (game_id, side, parent_id, ply, text, san) VALUES (?, ?, ?, ?, ?, ?)`, g.ID, side, orNull(c.Parent), c.Ply, c.Text, c.SAN)
}

// DropCondition takes a ply and all that follows it out of the player's plan; with an answer goes the move that it answers. id 0: the whole plan.
// ErrNotFound, ErrForbidden.
func (s *Store) DropCondition(ctx context.Context, game string, player, id int64) error {
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := t.seat(Deed{Game: game, Player: player})
		if err != nil {
			return err
		}
		if id == 0 {
			return t.exec(`DELETE FROM conditionals WHERE game_id = ? AND side = ?`, g.ID, side)
		}
		c, err := one(ctx, t, scanCondition, conditionQuery+`AND c.id = ?`, g.ID, side, id)
		if err != nil {
			return err
		}
		if c.Side == side && c.Parent != 0 {
			id = c.Parent
		}
		return t.exec(`DELETE FROM conditionals WHERE id = ?`, id)
	})
	return orWrap(err, "drop conditional moves in game %.20q", game)
}

// follow lets both plans follow a move that was made: what comes after it stands at their beginning now. One that did not foresee the move is dropped.
func (t *tx) follow(g *Game, made Move) error {
	type root struct {
		id   int64
		side rules.Side
		text string
	}
	roots, err := all(context.Background(), t, func(r row) (c root, err error) { return c, r.Scan(&c.id, &c.side, &c.text) },
		`SELECT id, side, text FROM conditionals WHERE game_id = +? AND parent_id IS NULL`, g.ID)
	if err != nil || len(roots) == 0 {
		return err
	}
	var has, fits [2]bool
	for _, c := range roots {
		has[c.side] = true
		if c.text != made.Text {
			continue
		}
		fits[c.side] = true
		if err := t.exec(`UPDATE conditionals SET parent_id = NULL WHERE parent_id = ?`, c.id); err != nil {
			return err
		}
	}
	for side := range has {
		if has[side] && !fits[side] {
			g.unfit[side] = g.Seq
		}
	}
	return t.exec(`DELETE FROM conditionals WHERE game_id = ? AND parent_id IS NULL AND ply <= ?`, g.ID, made.Ply)
}

// answer is the move that the side to move has told the server to make now; ok is false where there is none. One that is no legal move any more drops the plan.
func (t *tx) answer(g *Game, p rules.Position) (m rules.Move, ok bool, err error) {
	var text string
	err = t.get([]any{&text}, `SELECT text FROM conditionals WHERE game_id = +? AND side = ? AND parent_id IS NULL AND ply = ?`, g.ID, g.Turn, g.Ply+1)
	if errors.Is(err, ErrNotFound) {
		return m, false, nil
	}
	if err != nil {
		return m, false, err
	}
	if m, err = p.Parse(text); err == nil && p.Text(m) == text {
		return m, true, nil
	}
	return m, false, t.dropPlan(g, g.Turn)
}

// dropPlan drops the conditional moves of a side, if it has any, by the event that was written last.
func (t *tx) dropPlan(g *Game, side rules.Side) error {
	n, err := t.change(`DELETE FROM conditionals WHERE game_id = ? AND side = ?`, g.ID, side)
	if n > 0 {
		g.unfit[side] = g.Seq
	}
	return err
}

// dropPlans drops those of both sides.
func (t *tx) dropPlans(g *Game) error {
	return errors.Join(t.dropPlan(g, rules.White), t.dropPlan(g, rules.Black))
}
