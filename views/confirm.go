package views

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"postrider/store"
)

// confirmPage is what a mailed link opens: a page that names account and address, with a button. Nothing happens before it is pressed.
func (s *Site) confirmPage(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	page, err := s.store.Token(r.Context(), token)
	if err != nil {
		return fmt.Errorf("show a mailed link: %w", err)
	}
	return s.showConfirm(w, r, http.StatusOK, page, form{})
}

func (s *Site) showConfirm(w http.ResponseWriter, r *http.Request, status int, page store.TokenPage, refused form) error {
	return s.render(w, r, status, confirmView(s.frame(r, confirmTitle(page)), r.URL.EscapedPath(), page, player(r), refused))
}

// confirm does what the mail was about, and signs in. A change of address signs nobody in: it is for who is signed in to that account.
func (s *Site) confirm(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	page, err := s.store.Token(r.Context(), token)
	if errors.Is(err, store.ErrGone) {
		return s.confirmedTwice(w, r, token)
	}
	if err != nil {
		return fmt.Errorf("look at a mailed link: %w", err)
	}
	if page.Kind == "address" {
		if _, err := need(r, r.URL.EscapedPath()); err != nil {
			return err
		}
	}
	done, err := s.store.Confirm(r.Context(), token, player(r).ID)
	if refused, ok := typed(r).refused(err); ok {
		return s.showConfirm(w, r, http.StatusUnprocessableEntity, page, refused)
	}
	switch {
	case errors.Is(err, store.ErrForbidden):
		return s.showConfirm(w, r, http.StatusForbidden, page, form{})
	case errors.Is(err, store.ErrGone):
		return s.confirmedTwice(w, r, token)
	case err != nil:
		return fmt.Errorf("confirm by a mailed link: %w", err)
	}
	if done.Kind != "address" {
		if err := s.signInAs(r, done.Player); err != nil {
			return fmt.Errorf("sign in %d: %w", done.Player.ID, err)
		}
	}
	return s.confirmed(w, r, done)
}

// confirmed leads on after a link has done its work.
func (s *Site) confirmed(w http.ResponseWriter, r *http.Request, done store.Confirmed) error {
	switch done.Kind {
	case "address":
		s.flash(r, "Your mail goes to "+done.Player.Email+" from now on.")
		return see(w, r, "/settings")
	case "signup":
		s.flash(r, "Welcome, "+done.Player.Name+". Your account is ready.")
	case "guest":
		if strings.HasPrefix(done.Next, "/invitations/") {
			s.flash(r, "You came too late for this invitation, so no game of yours has begun. You have an account all the same, "+done.Player.Name+", and are signed in.")
		}
	}
	return see(w, r, local(done.Next))
}

// confirmedTwice answers a used link: the second click of who has just used it, and is signed in by that, leads where the first one did.
func (s *Site) confirmedTwice(w http.ResponseWriter, r *http.Request, token string) error {
	done, err := s.store.ConfirmedBy(r.Context(), token, player(r).ID)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("confirm by a used link: %w", store.ErrGone)
	}
	if err != nil {
		return err
	}
	return s.confirmed(w, r, done)
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

func confirmButton(page store.TokenPage) string {
	switch page.Kind {
	case "signin":
		return "Sign in"
	case "address":
		return "Use this address"
	case "guest":
		return "Start the game"
	}
	return "Begin my account"
}

// another says whether a link is about the address of another account than the viewer's.
func another(page store.TokenPage, viewer store.Player) bool {
	return page.Kind == "address" && viewer.ID != 0 && viewer.ID != page.PlayerID
}
