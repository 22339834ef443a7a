package store

import (
	"context"
	"slices"

	"postrider/rules"
)

// leastAfterTakeback is what the side to move has at least after a takeback, in seconds: who had moved in the last second would lose on time at once.
const leastAfterTakeback = hourSeconds

// takeBack takes the last moves of a game back, as side has granted: the position and the clocks are what they were before the first of them was played; only
// what one has given the other since stays given.
func (t *tx) takeBack(g *Game, side rules.Side, plies int) error {
	past, err := t.store.history(context.Background(), t, g)
	if err != nil {
		return err
	}
	from := g.Ply - plies
	for _, m := range slices.Backward(past.moves[from:]) {
		g.left[m.Side] = m.Had + past.givenSince(m)
	}
	first := past.moves[from]
	g.left[first.Side] = max(first.Left+past.givenSince(first), min(g.left[first.Side], leastAfterTakeback))
	g.Ply, g.Turn, g.DrawOffer = from, first.Side, -1
	g.FEN, g.LastSAN, g.LastAt = g.StartFEN, "", g.StartedAt
	fens := []string{g.StartFEN}
	for _, m := range past.moves[:from] {
		fens = append(fens, m.FEN)
		g.FEN, g.LastSAN, g.LastAt = m.FEN, m.SAN, m.At
	}
	v, err := t.store.variant(context.Background(), t, g.Definition)
	if err != nil {
		return err
	}
	rec, err := v.Resume(fens)
	if err != nil {
		return err
	}
	g.Claim, _ = rec.Claim()
	if err := t.quietEvent(g, Event{Side: side, Kind: "takeback", N: int64(plies)}); err != nil {
		return err
	}
	g.loudSeq = g.Seq
	return t.takenBack(g)
}

// givenSince is how many seconds the player of a move that stands was given after it.
func (h history) givenSince(m Move) (seconds int64) {
	for _, e := range slices.Backward(h.events) {
		switch {
		case e.Kind == "move" && e.Ply == m.Ply:
			return seconds
		case e.Kind == "moretime" && e.Side != m.Side:
			seconds += e.N
		}
	}
	return seconds
}

// takenBack moves the rows of the moves that were taken back, and starts the clock.
func (t *tx) takenBack(g *Game) error {
	if err := t.exec(`INSERT INTO taken_back (game_id, taken_seq, ply, side, text, san, fen, at, comment, conditional)
		SELECT game_id, ?, ply, side, text, san, fen, at, comment, conditional FROM moves WHERE game_id = ? AND ply > ?`, g.Seq, g.ID, g.Ply); err != nil {
		return err
	}
	if err := t.exec(`DELETE FROM moves WHERE game_id = ? AND ply > ?`, g.ID, g.Ply); err != nil {
		return err
	}
	if err := t.dropPlans(g); err != nil {
		return err
	}
	if err := t.beginTurn(g); err != nil {
		return err
	}
	if err := t.save(g); err != nil {
		return err
	}
	return t.overtake(g)
}
