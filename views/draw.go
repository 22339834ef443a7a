package views

import (
	"net/http"

	"postrider/rules"
	"postrider/store"
)

// sideIn is the seat of a player in a game; White for who has none.
func sideIn(g store.Game, player int64) rules.Side {
	side, _ := g.SideOf(player)
	return side
}

// resignPage asks before a game is given up, and says what follows.
func (s *Site) resignPage(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, gamePath(r)+"/resign")
	if err != nil {
		return err
	}
	g, err := s.store.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	side, plays := g.SideOf(p.ID)
	switch {
	case !plays:
		return store.ErrForbidden
	case g.Over():
		return &problem{http.StatusConflict, "The game is over", "This game is over already: " + outcomeOf(g) + ". There is nothing left to resign."}
	}
	result := [2]string{"0–1", "1–0"}[side]
	return s.render(w, r, http.StatusOK, resignView(s.frame(r, "Resign this game?"), g, g.Seats[side.Other()].Name, result))
}

func (s *Site) resign(w http.ResponseWriter, r *http.Request) error {
	return s.deed(w, r, "resign", func(d store.Deed) (string, error) {
		return "You have resigned. Thank you for the game.", s.store.Resign(r.Context(), d)
	})
}

// draw offers, accepts, declines or claims a draw.
func (s *Site) draw(w http.ResponseWriter, r *http.Request) error {
	action := r.PostForm.Get("action")
	return s.deed(w, r, action, func(d store.Deed) (string, error) {
		ctx := r.Context()
		switch action {
		case "offer":
			return "You have offered a draw. It stands until it is answered or somebody moves.", s.store.OfferDraw(ctx, d)
		case "accept":
			return "The game is a draw.", s.store.AcceptDraw(ctx, d)
		case "decline":
			return "You have declined the draw: the game goes on.", s.store.DeclineDraw(ctx, d)
		case "claim":
			return "You have claimed the draw: the game is over.", s.store.ClaimDraw(ctx, d)
		}
		return "", &store.Invalid{Text: "A draw can be offered, accepted, declined or claimed: the form names none of these."}
	})
}

// deed does something in a game that is no move, and goes back to the game with a sentence about it. kind is that of the event to which it leads.
func (s *Site) deed(w http.ResponseWriter, r *http.Request, kind string, do func(store.Deed) (string, error)) error {
	p, err := need(r, gamePath(r))
	if err != nil {
		return err
	}
	d, err := deedOf(r, p)
	if err != nil {
		return s.refuse(w, r, err)
	}
	done, err := do(d)
	if err != nil && (done == "" || !s.doneBefore(r, d, kind)) {
		return s.refuse(w, r, err)
	}
	s.flash(r, done)
	return see(w, r, gamePath(r))
}

// doneBefore says whether a refused deed is the last thing that happened in its game: a button pressed twice.
func (s *Site) doneBefore(r *http.Request, d store.Deed, kind string) bool {
	log, err := s.store.Log(r.Context(), d.Game, d.Player)
	if err != nil || len(log.Events) == 0 {
		return false
	}
	last := log.Events[len(log.Events)-1]
	side, plays := log.SideOf(d.Player)
	return plays && last.Kind == kind && last.Side == side && (last.Ply == d.Ply || kind == "takeback") && (d.Seq < 0 || last.Seq == d.Seq+1)
}

// comments lets the comments of a finished game be shown to all, or not; both players have to allow it.
func (s *Site) comments(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, gamePath(r))
	if err != nil {
		return err
	}
	allow := r.PostForm.Get("allow") == "yes"
	if err := s.store.ShowComments(r.Context(), r.PathValue("id"), p.ID, allow); err != nil {
		return s.refuse(w, r, err)
	}
	if allow {
		s.flash(r, "You allow your game's comments to be shown. They are, once your opponent allows it too.")
	} else {
		s.flash(r, "The comments stay between you two.")
	}
	return see(w, r, gamePath(r))
}

// soFar is how far a game has come: "before the first move", "after five moves".
func soFar(g store.Game) string {
	if g.Ply == 0 {
		return "before the first move"
	}
	return "after " + movesPlayed(g.Ply)
}

// offered says whether a side has a draw offer that waits for an answer.
func (p *gamePage) offered(side rules.Side) bool { return p.DrawOffer == int(side) }

// claim is the ground on which the viewer may claim a draw now, in words, or "".
func (p *gamePage) claim() string {
	if !p.MayMove {
		return ""
	}
	switch p.Log.Claim {
	case "repetition":
		return "This position has come up often enough: you may claim a draw by repetition."
	case "fifty moves":
		return "For fifty moves nothing was captured and no pawn moved: you may claim a draw."
	case "":
		return ""
	}
	return "You may claim a draw: " + p.Log.Claim + "."
}
