package views

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"postrider/rules"
	"postrider/static"
	"postrider/store"
)

// homeData is what waits for a player; for a newcomer there is nothing in it but the games that can be played.
type homeData struct {
	Player   store.Player
	Variants []*rules.Variant
	Waiting  []store.Game // the first of those that wait for the player
	Others   int          // games that wait for somebody else
	Invited  []store.Invitation
	Now      int64 // unix seconds
}

// home is the first page: for a newcomer what this is, for a player what waits.
func (s *Site) home(w http.ResponseWriter, r *http.Request) error {
	d := homeData{Player: player(r), Variants: rules.Variants(), Now: s.store.Now().Unix()}
	f := s.frame(r, "Chess variants by post")
	f.Card = s.card("Postrider: chess variants by post", "A move today, the answer tomorrow. Play Harpy Chess, Echidna Chess, Pyrrhus Chess, Dragonfly, chess on hexagons and more by e-mail.", "/", "pyrrhus")
	if d.Player.ID == 0 {
		return s.render(w, r, http.StatusOK, homeView(f, d))
	}
	var err error
	if d.Waiting, err = s.store.Waiting(r.Context(), d.Player.ID); err != nil {
		return err
	}
	if d.Others, err = s.store.CountWaitingForOthers(r.Context(), d.Player.ID); err != nil {
		return err
	}
	if _, d.Invited, err = s.store.InvitationsOf(r.Context(), d.Player.ID); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, playerHomeView(f.counted("Waiting for you"), d, zone(r)))
}

// card is the link preview of a page, with the start of a variant for its picture.
func (s *Site) card(title, text, path, variant string) *card {
	return &card{Title: title, Text: text, URL: s.URL + path, Picture: s.URL + "/presets/new/board.png?variant=" + url.QueryEscape(variant)}
}

// startPath is the page on which a game of a variant is started.
func startPath(variant string) templ.SafeURL {
	return templ.SafeURL("/presets/new?variant=" + url.QueryEscape(variant))
}

// choosePath is the page on which one chooses what to play: every “Start a game” leads there.
const choosePath = templ.SafeURL("/variants")

// withOpponent is an address with the opponent who is to be invited from there; the address itself where there is none.
func withOpponent(path templ.SafeURL, name string) templ.SafeURL {
	if name == "" {
		return path
	}
	sign := "?"
	if strings.Contains(string(path), "?") {
		sign = "&"
	}
	return path + templ.SafeURL(sign+url.Values{"opponent": {name}}.Encode())
}

// sampleBoard is the small picture of a variant, in lists of games.
func sampleBoard(variant string) string {
	return "/variants/" + url.PathEscape(variant) + "/board.svg?sample=1&v=" + static.Version()
}

// gameBoard is the small picture of a game as it stands, seen by one side.
func gameBoard(g store.Game, side rules.Side) string {
	path := "/games/" + g.ID + "/board.svg?small=1&ply=" + strconv.Itoa(g.Ply) + "&seq=" + strconv.Itoa(g.Seq)
	if side == rules.Black {
		path += "&flip=1"
	}
	return path
}

// waitingTitle counts the games that wait, as a heading.
func waitingTitle(n int) string {
	if n == 0 {
		return "No game waits for you"
	}
	return upper(count(n, "game waits", "games wait")) + " for you"
}

func othersWait(n int) string {
	switch n {
	case 0:
		return "You are waiting for nobody."
	case 1:
		return "In one game it is your opponent’s turn."
	}
	return "In " + count(n, "", "games") + " it is your opponent’s turn."
}
