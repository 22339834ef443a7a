package store

import (
	"context"
	"errors"

	"postrider/rules"
)

// Rematch offers the opponent of a finished game another one, with colours changed and everything else as it was, and gives the invitation; or, where the
// opponent has offered one, accepts that and gives the new game's id, also where it was accepted before. What was offered already is offered once. *Invalid where it cannot be.
func (s *Store) Rematch(ctx context.Context, game string, player int64) (i Invitation, id string, err error) {
	err = s.tx(ctx, func(t *tx) error {
		g, side, err := t.seat(Deed{Game: game, Player: player})
		if err != nil {
			return err
		}
		other := g.Seats[side.Other()]
		switch {
		case !g.Over():
			return invalid("", "A rematch can be offered when the game is over.")
		case other.Deleted:
			return invalid("", "The other account is gone, so there is nobody to play a rematch with.")
		}
		me, err := playerBy(ctx, t, `id = ?`, player)
		if err != nil {
			return err
		}
		i, err = t.store.invitationBy(ctx, t, `i.rematch_of = ? ORDER BY i.id DESC LIMIT 1`, g.ID)
		switch {
		case err == nil && i.InviterID != player && i.Status == "open":
			id, err = t.accept(i, me)
			return err
		case err == nil && i.Status == "accepted":
			id = i.Game
			return nil
		case err == nil && i.InviterID == player && i.Status == "declined":
			return invalid("", "%s has declined a rematch of this game. You can invite %s to another one.", other.Name, other.Name)
		case err == nil && i.Status == "open" || err != nil && !errors.Is(err, ErrNotFound):
			return err
		}
		i, err = t.offerRematch(&g, side, me)
		return err
	})
	return i, id, orWrap(err, "offer a rematch of game %.20q", game)
}

func (t *tx) offerRematch(g *Game, side rules.Side, me Player) (Invitation, error) {
	other, err := playerBy(context.Background(), t, `id = ?`, g.Seats[side.Other()].PlayerID)
	if err != nil {
		return Invitation{}, err
	}
	terms := Terms{Variant: g.Variant, FEN: g.StartFEN, Clock: g.Clock, NoVacation: g.NoVacation, Side: side.Other().String(), Title: g.Title}
	if _, terms, err = completeTerms(terms); err != nil {
		return Invitation{}, err
	}
	return t.invite(me, terms, invitee{player: other, kind: "rematch", rematchOf: g.ID})
}

// RematchOf is the last rematch that was offered after a game, in whatever status. ErrNotFound.
func (s *Store) RematchOf(ctx context.Context, game string) (Invitation, error) {
	i, err := s.invitationBy(ctx, s.readers, `i.rematch_of = ? ORDER BY i.id DESC LIMIT 1`, game)
	return i, orWrap(err, "find the rematch of game %.20q", game)
}
