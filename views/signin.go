package views

import (
	"errors"
	"fmt"
	"net/http"

	"postrider/store"
)

// signinPage asks for name and password, or sends a link. Who is signed in goes where next leads.
func (s *Site) signinPage(w http.ResponseWriter, r *http.Request) error {
	next := local(r.FormValue("next"))
	if player(r).ID != 0 {
		return see(w, r, next)
	}
	return s.render(w, r, http.StatusOK, signinView(s.frame(r, "Sign in"), filled("next", next)))
}

// signin compares a password. An unknown login takes as long as a known one and gets the same answer.
func (s *Site) signin(w http.ResponseWriter, r *http.Request) error {
	f := typed(r)
	p, err := s.signer(r, f)
	if refused, ok := f.refused(err); ok {
		return s.render(w, r, refusedStatus(err), signinView(s.frame(r, "Sign in"), refused))
	}
	if err != nil {
		return err
	}
	if err := s.signInAs(r, p); err != nil {
		return fmt.Errorf("sign in %d: %w", p.ID, err)
	}
	return see(w, r, local(f.Get("next")))
}

// signer is whose name or address and password a form holds.
func (s *Site) signer(r *http.Request, f form) (store.Player, error) {
	if err := s.limit(r, "signin"); err != nil {
		return store.Player{}, err
	}
	p, hash, err := s.store.Login(r.Context(), f.Get("login"))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return store.Player{}, err
	}
	if err := s.limitLogin(f.Get("login"), p); err != nil {
		return store.Player{}, err
	}
	ok, err := s.fits(r.Context(), f.Get("password"), hash)
	if err == nil && !ok {
		err = &store.Invalid{Field: "login", Text: "No account has this name or address together with this password. Please try again, or let us mail you a link."}
	}
	return p, err
}

// signinLink mails a link that signs in. The answer is the same whether the address has an account or not.
func (s *Site) signinLink(w http.ResponseWriter, r *http.Request) error {
	f := typed(r)
	err := s.limit(r, "link")
	if err == nil {
		err = s.store.SendSignInLink(r.Context(), f.Get("email"), local(f.Get("next")))
	}
	if refused, ok := f.refused(err); ok {
		return s.render(w, r, refusedStatus(err), signinView(s.frame(r, "Sign in"), refused))
	}
	if err != nil {
		return err
	}
	return see(w, r, "/signup/sent?what=link")
}

// signout ends the session here, in the browser and in the store.
func (s *Site) signout(w http.ResponseWriter, r *http.Request) error {
	if err := s.sessions.Destroy(r.Context()); err != nil {
		return fmt.Errorf("sign out: %w", err)
	}
	return see(w, r, "/")
}
