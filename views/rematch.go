package views

import (
	"net/http"

	"postrider/store"
)

// rematch offers the opponent of a finished game another one with colours changed, or accepts the one that was offered.
func (s *Site) rematch(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, gamePath(r))
	if err != nil {
		return err
	}
	_, game, err := s.store.Rematch(r.Context(), r.PathValue("id"), p.ID)
	switch {
	case err != nil:
		return s.refuse(w, r, err)
	case game != "":
		s.flash(r, "The rematch has begun: colours are changed, all else is as it was.")
		return see(w, r, "/games/"+game)
	}
	s.flash(r, "You have offered a rematch.")
	return see(w, r, gamePath(r))
}

// findRematch adds the rematch that was offered after a finished game, if there was one.
func (s *Site) findRematch(r *http.Request, p *gamePage) error {
	i, err := s.store.RematchOf(r.Context(), p.ID)
	if err == nil {
		p.Rematch = &i
	}
	if unknown(err) {
		return nil
	}
	return err
}

// ownRematch says whether the viewer has offered the rematch.
func (p *gamePage) ownRematch() bool {
	return p.Rematch != nil && p.Rematch.InviterID == p.Seats[p.Me].PlayerID
}

// rematchState is "open", "accepted", "declined", "withdrawn" or "expired"; "" where none was offered.
func (p *gamePage) rematchState() string {
	if p.Rematch == nil {
		return ""
	}
	return p.Rematch.Status
}

// mayOffer says whether a rematch can be offered now.
func (p *gamePage) mayOffer() bool {
	state := p.rematchState()
	return !p.Seats[p.Me.Other()].Deleted && state != "open" && state != "accepted" && !(state == "declined" && p.ownRematch())
}

// invitationPath is the page of an invitation.
func invitationPath(i *store.Invitation) string { return "/invitations/" + i.Token }
