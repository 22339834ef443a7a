package views

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"postrider/rules"
	"postrider/store"
)

// gamesPage lists the viewer's games and all public logs.
type gamesPage struct {
	frame
	Me                       store.Player
	Waiting, Others          []store.Game // the first of those for the viewer, and for nothing but others
	OthersCount              int
	Invitations              []store.Invitation // to the viewer, open
	Finished, Public         []store.Game
	FinishedPage, PublicPage store.Page
	Now                      int64 // unix seconds
	Zone                     *time.Location
}

func (s *Site) games(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	page := gamesPage{Me: player(r), Now: s.store.Now().Unix(), Zone: zone(r)}
	public, err := pageOf(q, "page")
	if err != nil {
		return err
	}
	finished, err := pageOf(q, "finished")
	if err != nil {
		return err
	}
	if id := page.Me.ID; id != 0 {
		if page.Waiting, err = s.store.Waiting(ctx, id); err != nil {
			return err
		}
		if page.Others, err = s.store.WaitingForOthers(ctx, id); err != nil {
			return err
		}
		if page.OthersCount, err = s.store.CountWaitingForOthers(ctx, id); err != nil {
			return err
		}
		if _, page.Invitations, err = s.store.InvitationsOf(ctx, id); err != nil {
			return err
		}
		if page.Finished, page.FinishedPage, err = s.store.FinishedOf(ctx, id, finished); err != nil {
			return err
		}
	}
	if page.Public, page.PublicPage, err = s.store.PublicGames(ctx, public, page.Me.ID); err != nil {
		return err
	}
	page.frame = s.frame(r, "Games").counted("My games")
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

// pageHref is the address of a page of a list. path may have a query already.
func pageHref(path, name string, number int) templ.SafeURL {
	sign := "?"
	if strings.Contains(path, "?") {
		sign = "&"
	}
	return templ.SafeURL(path + sign + name + "=" + itoa(number))
}

// nameOf is what a game is called in a list: "Winter cup (Chess)".
func nameOf(g store.Game) string { return titled(g.Title, g.VariantTitle) }

// termsName is what a game with these terms would be called.
func termsName(t store.Terms) string { return titled(t.Title, titleOf(t.Variant)) }

// titled is a title of one's own, if there is one, and the variant's.
func titled(title, variant string) string {
	if title == "" {
		return variant
	}
	return title + " (" + variant + ")"
}

// stateOf is how a game stands, in a few words: "last move Nf3" or "0–1, checkmate".
func stateOf(g store.Game) string {
	if g.Over() {
		return outcomeOf(g)
	}
	if g.LastSAN == "" {
		return "not begun"
	}
	return "last move " + g.LastSAN
}

// askedOf is what the two have asked of each other in a game, in words for one of them: "Bob offers a draw", "you have asked to take back a move".
func askedOf(g store.Game, me rules.Side) []string {
	var list []string
	if g.DrawOffer == int(me) {
		list = append(list, "you have offered a draw")
	} else if g.DrawOffer >= 0 {
		list = append(list, g.Seats[me.Other()].Name+" offers a draw")
	}
	for _, q := range g.Requests {
		who := g.Seats[q.Side].Name + " asks to "
		if q.Side == me {
			who = "you have asked to "
		}
		list = append(list, who+toWhat(q.Kind, q.N))
	}
	return list
}

// stillToDo says, in a game that waits for a player, what it waits for and how long: "2 d 4 h left", or "Bob asks to take back a move" where the move is the other's.
func stillToDo(g store.Game, me rules.Side, now int64) string {
	if g.Turn != me {
		return strings.Join(askedOf(g, me), ", ")
	}
	return timeLeft(toMove(g, now))
}
