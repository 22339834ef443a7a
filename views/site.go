// Package views is the site: every page is a pair with one name, game.go (handler, form, page struct) beside game.templ. Pages are whole
// without script. Handlers return errors; fail (errors.go) alone picks the status, logs, and renders the page of an error.
package views

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/alexedwards/scs/v2"

	"postrider/mail"
	"postrider/store"
)

// Options say how the site is reached and hosted.
type Options struct {
	URL        string         // what links begin with, without a slash at the end
	From       string         // the sender of the mails: "Postrider <games@post.example>"; "" leaves the address out where it would be told
	KeepsMail  bool           // no relay is configured: mail is kept and shown at /mail
	Limits     bool           // --rate-limits
	TrustProxy []netip.Prefix // whose X-Forwarded-For is believed
	Log        *slog.Logger
}

// Site serves the pages from a store.
type Site struct {
	Options
	store     *store.Store
	sender    string // the address in From
	sessions  *scs.SessionManager
	limits    *limits
	passwords chan struct{} // room for so many argon2id computations at a time
	pictures  chan struct{} // room for so many PNGs being drawn at a time
	films     chan struct{} // the same for animated pictures, which take much longer
	patience  time.Duration // for that room
	pages     sync.Pool     // of *bytes.Buffer: pages are rendered whole before they are sent
}

// Base reads the address of a site, which links begin with: http or https and a host. Anything more is an error: the pages' paths begin at "/".
func Base(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	if err != nil || base.Hostname() == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return nil, fmt.Errorf("--url %q: it has to be like http://localhost:8080 or https://chess.example", text)
	}
	if strings.Trim(base.Path, "/") != "" || base.User != nil || strings.ContainsAny(text, "?#") {
		return nil, fmt.Errorf("--url %q: the site needs a host of its own, so nothing but a / may follow it: %s://%s", text, base.Scheme, base.Host)
	}
	return base, nil
}

// New is the site's handler. An Options.URL that Base refuses is an error.
func New(s *store.Store, o Options) (http.Handler, error) {
	base, err := Base(o.URL)
	if err != nil {
		return nil, err
	}
	o.URL = strings.TrimRight(o.URL, "/")
	sender := ""
	if o.From != "" {
		if sender, err = mail.Sender(o.From); err != nil {
			return nil, err
		}
	}
	site := &Site{sender: sender, Options: o, store: s, limits: newLimits(s.Now), passwords: make(chan struct{}, 2), pictures: make(chan struct{}, 2), films: make(chan struct{}, 1), patience: filmPatience}
	site.sessions = scs.New()
	site.sessions.Store = s.Sessions()
	site.sessions.Codec = store.SessionCodec{}
	site.sessions.Lifetime = 90 * 24 * time.Hour
	site.sessions.Cookie.Name = "postrider"
	site.sessions.Cookie.Secure = base.Scheme == "https"
	site.sessions.ErrorFunc = site.sessionTrouble

	guard := http.NewCrossOriginProtection()
	if err := guard.AddTrustedOrigin(base.Scheme + "://" + base.Host); err != nil {
		return nil, fmt.Errorf("trust the origin of --url: %w", err)
	}
	for _, pattern := range oneClick {
		guard.AddInsecureBypassPattern(pattern)
	}
	guard.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site.fail(w, r, &problem{http.StatusForbidden, "Not from here", "This form came from another site. Please open the page here and send it again."})
	}))
	return site.harden(straight(site.files(site.sessions.LoadAndSave(site.withPlayer(guard.Handler(site.routes())))))), nil
}

// oneClick are the addresses to which a mail program posts, from another site and in a form of its own (RFC 8058).
var oneClick = [...]string{"POST /unsubscribe/{token}", "POST /never/{token}"}

// bodyBytes is how much of a request's body is read: far more than a form takes, so that one that was filled too full comes back with a sentence.
const bodyBytes = 1 << 20

// harden sets the headers that every answer has, and bounds what is read of a request.
func (s *Site) harden(next http.Handler) http.Handler {
	const policy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		if strings.HasPrefix(s.URL, "https:") {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		r.Body = http.MaxBytesReader(w, r.Body, bodyBytes)
		next.ServeHTTP(w, r)
	})
}

// render sends a page whole, or not at all.
func (s *Site) render(w http.ResponseWriter, r *http.Request, status int, c templ.Component) error {
	b, _ := s.pages.Get().(*bytes.Buffer)
	if b == nil {
		b = new(bytes.Buffer)
	}
	defer s.pages.Put(b)
	b.Reset()
	if err := c.Render(r.Context(), b); err != nil {
		return fmt.Errorf("render %s: %w", r.URL.Path, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "private, no-cache")
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	w.WriteHeader(status)
	_, err := w.Write(b.Bytes())
	if err != nil {
		s.Log.Debug("send a page", "path", r.URL.Path, "error", err)
	}
	return nil
}

// see answers a successful POST: 303 to another page of this site.
func see(w http.ResponseWriter, r *http.Request, path string) error {
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}
