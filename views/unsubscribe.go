package views

import (
	"fmt"
	"net/http"
)

// unsubscribePage is what the link in a mail's foot opens: a button, since mail scanners follow links.
func (s *Site) unsubscribePage(w http.ResponseWriter, r *http.Request) error {
	p, err := s.store.UnsubscribePage(r.Context(), r.PathValue("token"))
	if err != nil {
		return fmt.Errorf("show the page that ends mail: %w", err)
	}
	f := s.frame(r, "Mail about your games")
	return s.render(w, r, http.StatusOK, unsubscribeView(f, r.URL.EscapedPath(), p, p.Wishes.Off))
}

// unsubscribe ends the mail about games, also when a mail program posts here without a cookie (RFC 8058). The field back=on brings it back.
func (s *Site) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	p, err := s.store.UnsubscribePage(r.Context(), token)
	if err != nil {
		return fmt.Errorf("find whose mail ends: %w", err)
	}
	back := r.PostForm.Get("back") != ""
	if err := s.store.Unsubscribe(r.Context(), token, !back); err != nil {
		return fmt.Errorf("change the mail of %d: %w", p.ID, err)
	}
	f := s.frame(r, "Mail about your games")
	return s.render(w, r, http.StatusOK, unsubscribeView(f, r.URL.EscapedPath(), p, !back))
}
