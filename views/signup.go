package views

import (
	"net/http"
	"net/url"

	"github.com/a-h/templ"
)

// signupPage is the page on which somebody asks for an account.
func (s *Site) signupPage(w http.ResponseWriter, r *http.Request) error {
	next := local(r.FormValue("next"))
	if player(r).ID != 0 {
		return see(w, r, next)
	}
	return s.render(w, r, http.StatusOK, signupView(s.frame(r, "Sign up"), filled("next", next)))
}

// signup keeps what is asked for until its mail is answered. A taken address is answered like any other; its owner is told by mail.
func (s *Site) signup(w http.ResponseWriter, r *http.Request) error {
	f := typed(r)
	err := s.limit(r, "signup")
	var hash string
	if err == nil {
		hash, err = s.hash(r.Context(), "password", f.Get("password"))
	}
	if err == nil {
		err = s.store.SignUp(r.Context(), f.Get("name"), f.Get("email"), hash, local(f.Get("next")))
	}
	if refused, ok := f.refused(err); ok {
		return s.render(w, r, refusedStatus(err), signupView(s.frame(r, "Sign up"), refused))
	}
	if err != nil {
		return err
	}
	return see(w, r, "/signup/sent")
}

// sentPage says where to look after a mail has been asked for: what=link for a sign-in link, what=guest for a guest's acceptance.
func (s *Site) sentPage(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, sentView(s.frame(r, "Look into your mail"), r.FormValue("what"), s.KeepsMail, s.sender))
}

// withNext is a path of this site, with the page to which it leads afterwards.
func withNext(path, next string) templ.SafeURL {
	if next == "" || next == "/" {
		return templ.SafeURL(path)
	}
	return templ.SafeURL(path + "?next=" + url.QueryEscape(next))
}
