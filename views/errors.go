package views

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"runtime/debug"
	"slices"

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
func (s *Site) page(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer s.recovered(w, r)
		if err := r.ParseForm(); err != nil {
			s.fail(w, r, badForm(err))
			return
		}
		if !isForm(r) {
			s.fail(w, r, &problem{http.StatusUnsupportedMediaType, unreadHeading, "Forms are read here as web pages send them (application/x-www-form-urlencoded), and this one was sent otherwise."})
			return
		}
		if err := h(w, r); err != nil {
			s.fail(w, r, err)
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

// recovered answers where a handler has panicked, which is a mistake of ours.
func (s *Site) recovered(w http.ResponseWriter, r *http.Request) {
	if mistake := recover(); mistake != nil {
		s.fail(w, r, fmt.Errorf("a panic: %v\n%s", mistake, debug.Stack()))
	}
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
	if r.Context().Err() != nil {
		return // who asked has gone: nobody is left to be told
	}
	status, heading, text := http.StatusInternalServerError, "Something went wrong here", "It is our fault, not yours, and it has been noted. Please try again in a moment; what you typed was not stored."
	var p *problem
	var invalid *store.Invalid
	switch {
	case errors.As(err, &p):
		status, heading, text = p.Status, p.Heading, p.Text
	case errors.As(err, &invalid):
		status, heading, text = http.StatusUnprocessableEntity, "That does not work", invalid.Text
	case errors.Is(err, store.ErrNotFound):
		status, heading, text = http.StatusNotFound, "Nothing here", "There is no such page. Perhaps the link was cut short in a mail; it may also have been withdrawn."
	case errors.Is(err, store.ErrForbidden):
		status, heading, text = http.StatusForbidden, "Not yours to do", "Only those whom it concerns may do that. If you play here under another name, please sign in with that one."
	case errors.Is(err, store.ErrStale):
		status, heading, text = http.StatusConflict, "The position has changed", "Something has happened in this game since you looked. Nothing was stored: please look at the game as it is now."
	case errors.Is(err, store.ErrGone):
		status, heading, text = http.StatusGone, "This link has been used, or its time is over", "Links in mails work once and for a limited time. If you have just pressed its button twice, it has done its work: go on from the first page, and sign in there if need be. Otherwise ask for a new link on the sign-in page."
	}
	w.Header().Del("ETag") // of what was asked for
	if status >= 500 {
		s.Log.Error("answer a request", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if err := s.render(w, r, status, errorPage(s.frame(r, heading), text)); err != nil {
		s.Log.Error("render an error page", "error", err)
		http.Error(w, text, status)
	}
}
