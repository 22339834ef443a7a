package views

import (
	"net/http"
	"net/url"
	"strconv"

	"postrider/store"
)

// What is private to a player: whom one has blocked, and the feeds that only one's own programs read.

// block blocks the player whose page it is.
func (s *Site) block(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	back := "/players/" + url.PathEscape(name)
	p, err := need(r, back)
	if err != nil {
		return err
	}
	if err := s.limit(r, "settings"); err != nil {
		return err
	}
	other, err := s.store.PlayerByName(r.Context(), name)
	if err != nil {
		return err
	}
	if err := s.store.Block(r.Context(), p.ID, other.Name); err != nil {
		return err
	}
	s.flash(r, "You have blocked "+other.Name+". Games that you play go on, and what is written with a move still comes. "+other.Name+" is not told, and learns of it only by trying to invite you or to write to you. In your settings you can end that.")
	return see(w, r, back)
}

func (s *Site) unblock(r *http.Request, p store.Player, f form) error {
	id, err := strconv.ParseInt(f.Get("player"), 10, 64)
	if err != nil {
		return store.ErrNotFound
	}
	if err := s.store.Unblock(r.Context(), p.ID, id); err != nil {
		return err
	}
	s.flash(r, "The block is ended.")
	return nil
}

func (s *Site) newFeeds(r *http.Request, p store.Player, _ form) error {
	if _, err := s.store.NewFeedToken(r.Context(), p.ID); err != nil {
		return err
	}
	s.flash(r, "Here are your links for a feed reader and for a calendar. If there were others before, they lead nowhere now.")
	return nil
}

func (s *Site) endFeeds(r *http.Request, p store.Player, _ form) error {
	if err := s.store.EndFeeds(r.Context(), p.ID); err != nil {
		return err
	}
	s.flash(r, "The feeds are gone: their links lead nowhere now.")
	return nil
}
