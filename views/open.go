package views

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"postrider/static"
	"postrider/store"
)

// openPage lists the invitations that anyone may join.
type openPage struct {
	frame
	Me     store.Player // ID 0: nobody is signed in
	Open   []openGame
	Listed store.Page
	Now    int64 // unix seconds
	Zone   *time.Location
}

// openGame is an open invitation and what is played.
type openGame struct {
	store.Invitation
	Setup setup
}

func (s *Site) openInvitations(w http.ResponseWriter, r *http.Request) error {
	page := openPage{Me: player(r), Now: s.store.Now().Unix(), Zone: zone(r)}
	number, err := pageOf(r.URL.Query(), "page")
	if err != nil {
		return err
	}
	list, listed, err := s.store.OpenInvitations(r.Context(), page.Me.ID, number)
	if err != nil {
		return err
	}
	for _, i := range list {
		game, err := setupFor(i.Terms)
		if err != nil {
			continue // the rules of today do not know it: nobody can join
		}
		page.Open = append(page.Open, openGame{i, game})
	}
	page.frame, page.Listed = s.frame(r, "Open invitations"), listed
	return s.render(w, r, http.StatusOK, openView(page))
}

// makeInvitation makes the invitation of a form: to somebody, for whoever has its link, or for the list that anyone may join.
func (s *Site) makeInvitation(r *http.Request, p store.Player, t store.Terms) (store.Invitation, error) {
	f := typed(r)
	opponent, once := f.Get("opponent"), f.Get("once")
	if f.Get("open") == "" {
		return s.store.Invite(r.Context(), p.ID, t, opponent, once)
	}
	if strings.TrimSpace(opponent) != "" {
		return store.Invitation{}, &store.Invalid{Field: "opponent", Text: "You name an opponent, and say below that anyone may join. Please leave this field empty, or take that tick away."}
	}
	renewals, err := strconv.Atoi(cmp.Or(strings.TrimSpace(f.Get("renewals")), "0"))
	if err != nil {
		renewals = -1 // no number of times
	}
	return s.store.InviteAnyone(r.Context(), p.ID, t, renewals, once)
}

// keepChoices takes over what a form says of one invitation, and not of the game.
func keepChoices(to, from url.Values) {
	for _, name := range []string{"opponent", "open", "renewals"} {
		to[name] = from[name]
	}
}

// renewalWords says how often an open invitation is put up again, in a sentence; "" where it is not.
func renewalWords(n int) string {
	if n == 0 {
		return ""
	}
	return "It is put up again " + timesMore(n) + ": after somebody has joined, or when 30 days have gone by in vain."
}

// timesMore is "once more", "three times more".
func timesMore(n int) string {
	if n == 1 {
		return "once more"
	}
	return count(n, "", "times") + " more"
}

// setupPicture is the small picture of the position that a game begins with.
func setupPicture(s setup) string {
	return "/variants/" + url.PathEscape(s.Terms.Variant) + "/board.svg?" + url.Values{"fen": {s.Terms.FEN}, "v": {static.Version()}}.Encode()
}
