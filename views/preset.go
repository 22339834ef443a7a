package views

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"postrider/rules"
	"postrider/store"
	"postrider/views/board"
)

// presetPage is a preset, in its link or saved, with the forms to start a game from it.
type presetPage struct {
	frame
	Setup setup // what is shown; its Variant is nil where the terms are no game
	Form  form
	Saved store.Preset // Slug "" for one that lives in its link
	Mine  bool         // it is saved, and the viewer's own
	Link  string       // to share
}

func (s *Site) presetNew(w http.ResponseWriter, r *http.Request) error {
	values := r.URL.Query()
	values.Set("opponent", opponentIn(r))
	if kept := s.drafted(r); kept != nil {
		values = kept
	}
	return s.showPreset(w, r, http.StatusOK, form{Values: values}, nil)
}

// showPreset renders the page of a preset that is being made. wrong is why its form was refused, or nil.
func (s *Site) showPreset(w http.ResponseWriter, r *http.Request, status int, f form, wrong error) error {
	game, err := s.setupOf(f.Values)
	if err == nil {
		shown := setupForm(game)
		keepChoices(shown.Values, f.Values)
		f = shown
	}
	if wrong == nil {
		wrong = err
	}
	if wrong != nil {
		refused, ok := f.refused(wrong)
		if !ok {
			return wrong
		}
		f, status = refused, max(status, http.StatusUnprocessableEntity)
	}
	page := presetPage{frame: s.frame(r, "Start a game"), Setup: game, Form: f}
	if game.Variant == nil { // show at least the board of the variant, if it is one
		if start, err := s.setupOf(url.Values{"variant": {f.Get("variant")}}); err == nil {
			page.Setup = start
		}
	} else {
		page.Title, page.Link = game.Name(), s.URL+game.Path()
		page.Card = s.setupCard(game, page.Link, "/presets/new/board.png?"+game.query())
	}
	return s.render(w, r, status, presetView(page))
}

// setupCard is the link preview of something to play.
func (s *Site) setupCard(game setup, link, picture string) *card {
	return &card{Title: game.Name(), Text: game.Variant.Summary() + " " + limitsOf(game.Terms), URL: link, Picture: s.URL + picture}
}

func (s *Site) presetNewPicture(w http.ResponseWriter, r *http.Request) error {
	game, err := s.setupOf(r.URL.Query())
	if err != nil {
		return err
	}
	return s.cardPicture(w, r, game, "")
}

// cardPicture answers with the picture of a link preview. inviter: who invites, or "".
func (s *Site) cardPicture(w http.ResponseWriter, r *http.Request, game setup, inviter string) error {
	return s.picture(w, r, "image/png", keepADay, func() ([]byte, error) { return board.Card(game.Drawing(), game.Words(inviter)) })
}

func (s *Site) presetSave(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, backToPreset(r.PostForm))
	if err != nil {
		return err
	}
	game, err := s.setupOf(r.PostForm)
	if err != nil {
		return s.showPreset(w, r, http.StatusOK, typed(r), err)
	}
	if err := s.limit(r, "preset"); err != nil {
		return s.showPreset(w, r, refusedStatus(err), typed(r), err)
	}
	saved, err := s.store.SavePreset(r.Context(), p.ID, game.Terms)
	if err != nil {
		return s.showPreset(w, r, http.StatusOK, typed(r), err)
	}
	s.forget(r)
	told := "Saved. You find it again in your settings, and anybody who has the link below can start a game from it."
	if game.Terms.Games == 2 {
		told += " Whether two games begin at once is chosen with each invitation."
	}
	s.flash(r, told)
	return see(w, r, "/presets/"+saved.Slug)
}

// backToPreset is the page that holds the form of such a POST: where somebody is led back to after signing in. What was typed waits in
// the session, so the variant is enough.
func backToPreset(typed url.Values) string {
	key := typed.Get("variant")
	if len(key) > 60 {
		key = ""
	}
	return "/presets/new?" + url.Values{"variant": {key}}.Encode()
}

func (s *Site) preset(w http.ResponseWriter, r *http.Request) error {
	saved, err := s.store.Preset(r.Context(), r.PathValue("slug"))
	if err != nil {
		return err
	}
	values := s.drafted(r)
	if values == nil {
		values = url.Values{"opponent": {opponentIn(r)}}
	}
	return s.showSaved(w, r, saved, form{Values: values}, http.StatusOK)
}

// presetDelete deletes a preset of the viewer's own.
func (s *Site) presetDelete(w http.ResponseWriter, r *http.Request) error {
	slug := r.PathValue("slug")
	p, err := need(r, "/presets/"+url.PathEscape(slug))
	if err != nil {
		return err
	}
	if err := s.store.DeletePreset(r.Context(), p.ID, slug); errors.Is(err, store.ErrNotFound) {
		return &problem{http.StatusNotFound, "That preset is not there", "It has been deleted, perhaps by the first of two clicks. Your settings list those that you have."}
	} else if err != nil {
		return err
	}
	s.flash(r, "The preset is deleted, and its link leads nowhere now. Games and invitations that came from it stay.")
	return see(w, r, "/settings")
}

// opponentIn is the query's opponent, whom a link has named already; "" if there is none.
func opponentIn(r *http.Request) string {
	name := strings.ToValidUTF8(r.URL.Query().Get("opponent"), "")
	if len(name) > 300 { // longer than any name or address
		return ""
	}
	return strings.ReplaceAll(name, "\x00", "")
}

func (s *Site) showSaved(w http.ResponseWriter, r *http.Request, saved store.Preset, f form, status int) error {
	game, err := setupFor(saved.Terms)
	if err != nil {
		return err
	}
	page := presetPage{frame: s.frame(r, game.Name()), Setup: game, Form: f, Saved: saved, Mine: saved.OwnerID != 0 && saved.OwnerID == player(r).ID, Link: s.URL + "/presets/" + saved.Slug}
	page.Card = s.setupCard(game, page.Link, "/presets/"+saved.Slug+"/board.png")
	return s.render(w, r, status, presetView(page))
}

func (s *Site) presetPicture(w http.ResponseWriter, r *http.Request) error {
	saved, err := s.store.Preset(r.Context(), r.PathValue("slug"))
	if err != nil {
		return err
	}
	game, err := setupFor(saved.Terms)
	if err != nil {
		return err
	}
	return s.cardPicture(w, r, game, "")
}

// opponentHint says what may be typed where an opponent is asked for.
const opponentHint = "a player’s name or an e-mail address; or leave it empty, and you get a link to send"

// byline says of which game a preset is, who invented that, and whose preset it is; "" where there is nothing to say.
func (p presetPage) byline() string {
	var parts []string
	if p.Setup.Terms.Title != "" {
		parts = append(parts, p.Setup.Variant.Title())
	}
	if line := origin(p.Setup.Variant); line != "" {
		parts = append(parts, line)
	}
	switch {
	case p.Mine:
		parts = append(parts, "a preset of yours")
	case p.Saved.OwnerName != "":
		parts = append(parts, "a preset by "+p.Saved.OwnerName)
	}
	return upper(strings.Join(parts, " · "))
}

// colours says in a sentence who plays which side.
func colours(s setup, inviter string) string {
	plays := inviter + " plays "
	if inviter == "You" {
		plays = "You play "
	}
	if s.Terms.Games == 2 {
		return "Two games begin at once, so that each of you has each colour."
	}
	switch s.Terms.Side {
	case "white":
		return plays + s.Variant.SideTitle(rules.White) + "."
	case "black":
		return plays + s.Variant.SideTitle(rules.Black) + "."
	}
	return "Lots are drawn for the sides."
}
