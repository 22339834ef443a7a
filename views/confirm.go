package views

import (
	"fmt"
	"net/http"

	"postrider/store"
)

// confirmPage is what a mailed link opens: a page that names account and address, with a button. Nothing happens before it is pressed.
func (s *Site) confirmPage(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	page, err := s.store.Token(r.Context(), token)
	if err != nil {
		return fmt.Errorf("show a mailed link: %w", err)
	}
	return s.render(w, r, http.StatusOK, confirmView(s.frame(r, confirmTitle(page)), r.URL.EscapedPath(), page, form{}))
}

// confirm does what the mail was about, and signs in.
func (s *Site) confirm(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	page, err := s.store.Token(r.Context(), token)
	if err != nil {
		return fmt.Errorf("look at a mailed link: %w", err)
	}
	done, err := s.store.Confirm(r.Context(), token)
	if refused, ok := typed(r).refused(err); ok {
		return s.render(w, r, http.StatusUnprocessableEntity, confirmView(s.frame(r, confirmTitle(page)), r.URL.EscapedPath(), page, refused))
	}
	if err != nil {
		return fmt.Errorf("confirm by a mailed link: %w", err)
	}
	if err := s.signInAs(r, done.Player); err != nil {
		return fmt.Errorf("sign in %d: %w", done.Player.ID, err)
	}
	switch page.Kind {
	case "signup":
		s.flash(r, "Welcome, "+done.Player.Name+". Your account is ready.")
	case "address":
		s.flash(r, "Your mail goes to "+done.Player.Email+" from now on.")
	}
	if page.Kind == "address" && done.Next == "" {
		return see(w, r, "/settings")
	}
	return see(w, r, local(done.Next))
}

// disown is the answer "that was not me": what waits for the link is deleted.
func (s *Site) disown(w http.ResponseWriter, r *http.Request) error {
	if err := s.store.Disown(r.Context(), r.PathValue("token")); err != nil {
		return fmt.Errorf("disown a mailed link: %w", err)
	}
	s.flash(r, "Thank you for telling us. The link is dead, and what was asked for in your name has been deleted.")
	return see(w, r, "/")
}

func confirmTitle(p store.TokenPage) string {
	switch p.Kind {
	case "signin":
		return "Sign in as " + p.Name
	case "address":
		return "A new address for " + p.Name
	case "guest":
		return "Accept the game"
	}
	return "Begin your account"
}
