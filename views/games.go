package views

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"postrider/rules"
	"postrider/store"
)

// gamesPage lists the viewer's games and all public logs.
type gamesPage struct {
	frame
	Me                         store.Player
	Waiting, Others            []store.Game
	Invitations                []store.Invitation // to the viewer, open
	Finished, Public           []store.Game
	FinishedPage, PublicPage   store.Page
	FinishedNumber, PublicPart int
	Now                        int64 // unix seconds
	Zone                       *time.Location
}

func (s *Site) games(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	page := gamesPage{Me: player(r), Now: s.store.Now().Unix(), Zone: zone(r)}
	var err error
	if page.PublicPart, err = pageOf(q, "page"); err != nil {
		return err
	}
	if page.FinishedNumber, err = pageOf(q, "finished"); err != nil {
		return err
	}
	if id := page.Me.ID; id != 0 {
		if page.Waiting, err = s.store.Waiting(ctx, id); err != nil {
			return err
		}
		if page.Others, err = s.store.WaitingForOthers(ctx, id); err != nil {
			return err
		}
		if _, page.Invitations, err = s.store.InvitationsOf(ctx, id); err != nil {
			return err
		}
		if page.Finished, page.FinishedPage, err = s.store.FinishedOf(ctx, id, page.FinishedNumber); err != nil {
			return err
		}
	}
	if page.Public, page.PublicPage, err = s.store.PublicGames(ctx, page.PublicPart, page.Me.ID); err != nil {
		return err
	}
	page.frame = s.frame(r, "Games")
	return s.render(w, r, http.StatusOK, gamesView(page))
}

// pageOf reads which page of a list is asked for: ?page=2. The first, if none is.
func pageOf(q url.Values, name string) (int, error) {
	if !q.Has(name) {
		return 1, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < 1 || n > 1e6 {
		return 0, &problem{http.StatusBadRequest, "No such page of the list", "The pages of a list are numbered from 1, like ?" + name + "=2."}
	}
	return n, nil
}

// nameOf is what a game is called in a list: "Winter cup (Chess)".
func nameOf(g store.Game) string {
	if g.Title != "" {
		return g.Title + " (" + g.VariantTitle + ")"
	}
	return g.VariantTitle
}

// stateOf is how a game stands, in a few words: "last move Nf3" or "0–1, checkmate".
func stateOf(g store.Game) string {
	if g.Status == "finished" {
		return outcomeOf(g)
	}
	if g.LastSAN == "" {
		return "not begun"
	}
	return "last move " + g.LastSAN
}

// termsInWords is what an invitation is to: "Pyrrhus Chess, three days a move".
func termsInWords(t store.Terms) string {
	name := t.Variant
	if v, err := rules.Lookup(t.Variant); err == nil {
		name = v.Title()
	}
	if t.Title != "" {
		name = t.Title + " (" + name + ")"
	}
	return name + ", " + days(t.Days) + " a move"
}
