package store

import (
	"context"

	"postrider/rules"
)

// OfferDraw offers a draw, on either side's turn. The offer lives until the opponent answers or anybody moves. The offer that lives already is
// no error. *Invalid where the opponent has offered, or where an offer was declined since the last move.
func (s *Store) OfferDraw(ctx context.Context, d Deed) error {
	return s.deed(ctx, "offer a draw", d, (*tx).offerDraw)
}

func (t *tx) offerDraw(g *Game, side rules.Side) error {
	other := g.Seats[side.Other()].Name
	switch g.DrawOffer {
	case int(side):
		return nil
	case int(side.Other()):
		return invalid("action", "%s has offered a draw already: accept or decline it.", other)
	}
	before, err := t.count(`SELECT count(*) FROM events WHERE game_id = ? AND seq > ? AND side = ? AND kind = 'offer'`, g.ID, g.turnSeq, side)
	if err != nil {
		return err
	}
	if before > 0 {
		return invalid("action", "%s has declined your offer. You can make another one after the next move.", other)
	}
	g.DrawOffer = int(side)
	if err := t.event(g, side, "offer"); err != nil {
		return err
	}
	if err := t.save(g); err != nil {
		return err
	}
	return t.tell(g, side.Other(), "offer", g.Seq)
}

// AcceptDraw accepts the opponent's offer. *Invalid where there is none.
func (s *Store) AcceptDraw(ctx context.Context, d Deed) error {
	return s.deed(ctx, "accept a draw", d, (*tx).acceptDraw)
}

func (t *tx) acceptDraw(g *Game, side rules.Side) error {
	if err := offered(g, side); err != nil {
		return err
	}
	return t.end(g, side, "accept", rules.Outcome{Result: "1/2-1/2", Reason: "agreement"}, side.Other())
}

// DeclineDraw declines the opponent's offer; no mail goes out for it. *Invalid where there is none.
func (s *Store) DeclineDraw(ctx context.Context, d Deed) error {
	return s.deed(ctx, "decline a draw", d, (*tx).declineDraw)
}

func (t *tx) declineDraw(g *Game, side rules.Side) error {
	if err := offered(g, side); err != nil {
		return err
	}
	g.DrawOffer = -1
	if err := t.event(g, side, "decline"); err != nil {
		return err
	}
	if err := t.drop("overtaken", `game_id = ? AND kind = 'offer'`, g.ID); err != nil {
		return err
	}
	return t.save(g)
}

// offered is nil where side's opponent has a live offer, else the *Invalid that says so.
func offered(g *Game, side rules.Side) error {
	switch g.DrawOffer {
	case int(side.Other()):
		return nil
	case int(side):
		return invalid("action", "The offer is your own: only %s can answer it.", g.Seats[side.Other()].Name)
	}
	return invalid("action", "%s has not offered a draw, or the offer has lapsed.", g.Seats[side.Other()].Name)
}

// ClaimDraw ends the game by the draw that the side to move may claim (Game.Claim). *Invalid where there are no grounds, or on the other's turn.
func (s *Store) ClaimDraw(ctx context.Context, d Deed) error {
	return s.deed(ctx, "claim a draw", d, (*tx).claimDraw)
}

func (t *tx) claimDraw(g *Game, side rules.Side) error {
	if g.Turn != side {
		return invalid("action", "A draw is claimed by the side to move, and it is %s's turn.", g.Seats[g.Turn].Name)
	}
	if g.Claim == "" {
		return invalid("action", "There is no draw to claim: the position has not stood here often enough, and it is not long enough ago that a man was captured or a pawn moved.")
	}
	return t.end(g, side, "claim", rules.Outcome{Result: "1/2-1/2", Reason: g.Claim}, side.Other())
}
