package views

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"postrider/store"
)

// gamesPage lists the viewer's games and all public logs.
type gamesPage struct {
	frame
	Me                       store.Player
	Waiting, Others          []store.Game // the first of them
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
	page.frame = s.frame(r, "Games")
	if n := page.frame.Waiting; n > 0 {
		page.Title = "(" + itoa(n) + ") My games" // where the title is cut short, the number stays
	}
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
	if g.Status == "finished" {
		return outcomeOf(g)
	}
	if g.LastSAN == "" {
		return "not begun"
	}
	return "last move " + g.LastSAN
}
