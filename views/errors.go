package views

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"postrider/store"
)

// problem is an error with a status of its own, and what the person is told: a heading, and a sentence.
type problem struct {
	Status        int
	Heading, Text string
}

// Headings of more than one problem.
const (
	waitHeading   = "Please wait a little"
	unreadHeading = "That cannot be read"
	closedHeading = "Too late for this invitation"
)

func (p *problem) Error() string { return p.Text }

// handler is a page's function; what it returns goes to fail.
type handler func(http.ResponseWriter, *http.Request) error

// page makes a route of a handler.
func (s *Site) page(h handler) http.HandlerFunc { return answering(h, s.fail) }

// answering is a handler as net/http knows it; fail answers for what it returns.
func answering(h handler, fail func(http.ResponseWriter, *http.Request, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer func() { // where a handler has panicked, which is a mistake of ours
			if mistake := recover(); mistake != nil {
				fail(w, r, fmt.Errorf("a panic: %v\n%s", mistake, debug.Stack()))
			}
		}()
		if err := r.ParseForm(); err != nil {
			fail(w, r, badForm(err))
			return
		}
		if !isForm(r) {
			fail(w, r, &problem{http.StatusUnsupportedMediaType, unreadHeading, "Forms are read here as web pages send them (application/x-www-form-urlencoded), and this one was sent otherwise."})
			return
		}
		if err := h(w, r); err != nil {
			fail(w, r, err)
		}
	}
}

// isForm says whether what was posted, if anything, can be read.
func isForm(r *http.Request) bool {
	if r.Method != http.MethodPost || r.ContentLength == 0 || slices.Contains(oneClick[:], r.Pattern) {
		return true
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded"
}

func badForm(err error) error {
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return &problem{http.StatusRequestEntityTooLarge, "That is too much at once", "That is more text than a form here can hold. Comments may have up to 5,000 letters. Your browser still has what you typed, one page back."}
	}
	return &problem{http.StatusBadRequest, unreadHeading, "The address or the form is garbled: a % must be followed by two hexadecimal digits, and a ; is written %3B."}
}

// fail is the one place that turns an error into an answer: status, log, page.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	var in *signIn
	if errors.As(err, &in) {
		s.toSignIn(w, r, in)
		return
	}
	s.failed(w, r, err, func(p *problem) templ.Component { return errorPage(s.frame(r, p.Heading), p) })
}

// gameAbove is the page of the game to which an address below it belongs, or "".
func gameAbove(path string) string {
	if parts := strings.Split(path, "/"); len(parts) > 3 && parts[1] == "games" {
		return "/games/" + url.PathEscape(parts[2])
	}
	return ""
}

// failOpen is fail for what needs no session.
func (s *Site) failOpen(w http.ResponseWriter, r *http.Request, err error) {
	s.failed(w, r, err, embedError)
}

// failed answers for an error with a page of it.
func (s *Site) failed(w http.ResponseWriter, r *http.Request, err error, page func(*problem) templ.Component) {
	if r.Context().Err() != nil {
		return // who asked has gone: nobody is left to be told
	}
	p := told(err)
	w.Header().Del("ETag") // of what was asked for
	if p.Status >= 500 {
		s.Log.Error("answer a request", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if err := s.render(w, r, p.Status, page(p)); err != nil {
		s.Log.Error("render an error page", "error", err)
		http.Error(w, p.Text, p.Status)
	}
}

// told is what the person is told of an error.
func told(err error) *problem {
	var p *problem
	var invalid *store.Invalid
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &invalid):
		return &problem{http.StatusUnprocessableEntity, "That does not work", invalid.Text}
	case errors.Is(err, store.ErrNotFound):
		return &problem{http.StatusNotFound, "Nothing here", "There is no such page. Perhaps the link was cut short in a mail; it may also have been withdrawn."}
	case errors.Is(err, store.ErrForbidden):
		return &problem{http.StatusForbidden, "Not yours to do", "Only those whom it concerns may do that. If you play here under another name, please sign in with that one."}
	case errors.Is(err, store.ErrStale):
		return &problem{http.StatusConflict, "The position has changed", "Something has happened in this game since you looked. Nothing was stored: please look at the game as it is now."}
	case errors.Is(err, store.ErrGone):
		return &problem{http.StatusGone, "This link has been used, or its time is over", "Links in mails work once and for a limited time. If you have just pressed its button twice, it has done its work: go on from the first page, and sign in there if need be. Otherwise ask for a new link on the sign-in page."}
	}
	return &problem{http.StatusInternalServerError, "Something went wrong here", "It is our fault, not yours, and it has been noted. Please try again in a moment; what you typed was not stored."}
}

// unknown says whether an error only means that there is nothing of what was looked for.
func unknown(err error) bool { return errors.Is(err, store.ErrNotFound) }
