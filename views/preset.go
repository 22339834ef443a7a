package views

import (
	"net/http"
	"net/url"

	"postrider/store"
	"postrider/views/board"
)

// presetPage is a preset, in its link or saved, with the forms to start a game from it.
type presetPage struct {
	frame
	Setup setup // what is shown; its Variant is nil where the terms are no game
	Form  form
	Saved store.Preset // Slug "" for one that lives in its link
	Link  string       // to share
}

func (s *Site) presetNew(w http.ResponseWriter, r *http.Request) error {
	values := r.URL.Query()
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
		shown.Values["opponent"] = f.Values["opponent"]
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
	return &card{Title: game.Name(), Text: game.Variant.Summary() + " " + upper(days(game.Terms.Days)) + " for each move.", URL: link, Picture: s.URL + picture}
}

func (s *Site) presetNewPicture(w http.ResponseWriter, r *http.Request) error {
	game, err := s.setupOf(r.URL.Query())
	if err != nil {
		return err
	}
	return s.cardPicture(w, r, game)
}

// cardPicture answers with the picture of a link preview.
func (s *Site) cardPicture(w http.ResponseWriter, r *http.Request, game setup) error {
	return s.picture(w, r, "public, max-age=86400", func() ([]byte, error) { return board.Card(game.Drawing(), game.Name()) })
}

// picture answers with a PNG. Only so many are drawn at a time; who goes away while waiting is forgotten.
func (s *Site) picture(w http.ResponseWriter, r *http.Request, cache string, draw func() ([]byte, error)) error {
	if err := s.limit(r, "picture"); err != nil {
		return err
	}
	select {
	case s.pictures <- struct{}{}:
		defer func() { <-s.pictures }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	png, err := draw()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", cache)
	w.Write(png) // who has gone away needs no picture
	return nil
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
	saved, err := s.store.SavePreset(r.Context(), p.ID, game.Terms)
	if err != nil {
		return s.showPreset(w, r, http.StatusOK, typed(r), err)
	}
	s.forget(r)
	s.flash(r, "Saved. This page's address is the link to share.")
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
	return s.showSaved(w, r, saved, form{Values: s.drafted(r)}, http.StatusOK)
}

func (s *Site) showSaved(w http.ResponseWriter, r *http.Request, saved store.Preset, f form, status int) error {
	game, err := setupFor(saved.Terms)
	if err != nil {
		return err
	}
	page := presetPage{frame: s.frame(r, game.Name()), Setup: game, Form: f, Saved: saved, Link: s.URL + "/presets/" + saved.Slug}
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
	return s.cardPicture(w, r, game)
}
