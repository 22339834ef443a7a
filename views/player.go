package views

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"postrider/rules"
	"postrider/store"
)

// playerData is what everybody may know of a player: name and games, no address.
type playerData struct {
	Player  store.Player
	Games   []store.Game
	Page    store.Page
	Away    string // "On vacation until …", or ""
	Blocked bool   // by the viewer
}

func (s *Site) player(w http.ResponseWriter, r *http.Request) error {
	p, err := s.store.PlayerByName(r.Context(), r.PathValue("name"))
	if err != nil {
		return fmt.Errorf("look for a player: %w", err)
	}
	number, err := pageOf(r.URL.Query(), "page")
	if err != nil {
		return err
	}
	games, page, err := s.store.GamesOf(r.Context(), p.ID, number)
	if err != nil {
		return err
	}
	now := s.store.Now().Unix()
	vacations, err := s.store.VacationsOf(r.Context(), p.ID)
	if err != nil {
		return err
	}
	data := playerData{Player: p, Games: games, Page: page, Away: onVacation(vacations, now, zone(r))}
	if data.Blocked, err = s.store.Blocks(r.Context(), player(r).ID, p.ID); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, playerView(s.frame(r, p.Name), data, now, zone(r)))
}

// playerPath is the address of a player's page.
func playerPath(name string) templ.SafeURL { return templ.SafeURL("/players/" + url.PathEscape(name)) }

// fate is how a game stands for somebody who looks from one side: "won 1–0, checkmate".
func fate(g store.Game, side rules.Side) string {
	if !g.Over() && g.Ply == 0 {
		return "just begun"
	}
	if !g.Over() {
		return "being played, " + soFar(g)
	}
	words := "ended"
	switch g.Result {
	case "*":
		if g.Reason != "aborted" {
			return g.Reason
		}
		return "ended before both had moved"
	case "1/2-1/2":
		words = "drawn"
	case "1-0", "0-1":
		words = "lost"
		if (g.Result == "1-0") == (side == rules.White) {
			words = "won"
		}
	}
	return words + " " + resultText(g.Result) + ", " + g.Reason
}

// resultText is a result as people write it: "1–0", "½–½"; "" where there is none.
func resultText(result string) string {
	switch result {
	case "1-0":
		return "1–0"
	case "0-1":
		return "0–1"
	case "1/2-1/2":
		return "½–½"
	}
	return ""
}

// challenge is the page on which one chooses what to play with a player.
func challenge(name string) templ.SafeURL { return withOpponent(choosePath, name) }
