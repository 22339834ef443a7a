package views

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"postrider/store"
)

// world is a site that serves from a store of its own; its clock is turned by hand, and its mail is read from the outbox.
type world struct {
	t     testing.TB
	store *store.Store
	url   string
	now   atomic.Int64 // unix seconds
	mails []store.Envelope
}

func newWorld(t testing.TB, change ...func(*Options)) *world {
	t.Helper()
	w := &world{t: t}
	w.now.Store(time.Now().Unix()) // not any time: sessions end by the real clock
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "test.db"), store.Options{Now: func() time.Time { return time.Unix(w.now.Load(), 0) }, Domain: "post.example"})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	w.store, w.url = s, "http://"+server.Listener.Addr().String()
	o := Options{URL: w.url, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
	for _, f := range change {
		f(&o)
	}
	handler, err := New(s, o)
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = handler
	server.Start()
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// answer is what came back for a request; redirections are not followed.
type answer struct {
	*http.Response
	body string
}

// where is the path and query that the answer leads to.
func (a answer) where() string { return a.Header.Get("Location") }

// person is somebody with a browser.
type person struct {
	*world
	name   string
	client *http.Client
}

func (w *world) stranger() *person {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &person{w, "", &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// do sends a request, and asserts its status and what holds for every answer.
func (p *person) do(method, path string, fields url.Values, want int, header ...string) answer {
	p.t.Helper()
	var body io.Reader
	if fields != nil {
		body = strings.NewReader(fields.Encode())
	}
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, body)
	if err != nil {
		p.t.Fatal(err)
	}
	if fields != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	response, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	a := answer{response, string(text)}
	if response.StatusCode != want {
		p.t.Fatalf("%s %s: status %d, want %d\n%s", method, path, response.StatusCode, want, a.words())
	}
	if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "script-src") {
		p.t.Errorf("%s %s: Content-Security-Policy %q", method, path, policy)
	}
	if policy, inFrame := response.Header.Get("Content-Security-Policy"), strings.Contains(path, "/embed"); strings.Contains(policy, "frame-ancestors 'none'") == inFrame {
		p.t.Errorf("%s %s: who may frame it: %q", method, path, policy)
	}
	for _, forbidden := range []string{"<script", ` style="`, "<style", " onclick"} {
		drawn := strings.HasPrefix(a.Header.Get("Content-Type"), "image/") // a drawing brings its own style sheet
		if strings.Contains(a.body, forbidden) && !(drawn && forbidden == "<style") {
			p.t.Errorf("%s %s: the page holds %q", method, path, forbidden)
		}
	}
	return a
}

func (p *person) get(path string, want int) answer { p.t.Helper(); return p.do("GET", path, nil, want) }

// post sends a form: name, value, name, value …
func (p *person) post(path string, want int, pairs ...string) answer {
	p.t.Helper()
	return p.do("POST", path, filled(pairs...).Values, want)
}

// words is the page's text without its tags, on as few lines as may be.
func (a answer) words() string {
	var words strings.Builder
	_, body, _ := strings.Cut(a.body, "<main")
	for part := range strings.SplitSeq(body, "<") {
		_, text, _ := strings.Cut(part, ">")
		words.WriteString(text + " ")
	}
	return strings.Join(strings.Fields(words.String()), " ")
}

// says asserts that the page's text holds each of these.
func (a answer) says(t testing.TB, sentences ...string) {
	t.Helper()
	for _, sentence := range sentences {
		if !strings.Contains(a.words(), sentence) {
			t.Errorf("%s does not say %q:\n%.2000s", a.Request.URL.Path, sentence, a.words())
		}
	}
}

// holds asserts that the page's source holds each of these.
func (a answer) holds(t testing.TB, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(a.body, part) {
			t.Errorf("%s does not hold %q:\n%s", a.Request.URL.Path, part, a.body)
		}
	}
}

// mail takes all that waits out of the outbox, and returns the last mail of a kind to an address.
func (w *world) mail(kind, to string) store.Envelope {
	w.t.Helper()
	for {
		e, _, err := w.store.NextEnvelope(w.t.Context())
		if err != nil {
			break
		}
		w.mails = append(w.mails, e)
		if err := w.store.EnvelopeSent(w.t.Context(), e.ID, "about "+e.Kind, "250 queued", nil); err != nil {
			w.t.Fatal(err)
		}
	}
	for i := len(w.mails) - 1; i >= 0; i-- {
		if e := w.mails[i]; e.Kind == kind && strings.EqualFold(e.To, to) {
			return e
		}
	}
	w.t.Fatalf("no %s mail to %s in %+v", kind, to, w.mails)
	return store.Envelope{}
}

const password = "four grey horses 1851"

// join is somebody who has signed up, confirmed and is signed in. The address is the name's, at example.com.
func (w *world) join(name string) *person {
	w.t.Helper()
	p := w.stranger()
	p.name = name
	p.post("/signup", http.StatusSeeOther, "name", name, "email", p.email(), "password", password)
	p.post("/confirm/"+w.mail("confirm", p.email()).Token, http.StatusSeeOther)
	return p
}

func (p *person) email() string { return strings.ToLower(p.name) + "@example.com" }

// account is the player as the store has it.
func (p *person) account() store.Player {
	p.t.Helper()
	found, err := p.store.PlayerByName(p.t.Context(), p.name)
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// signedIn says whether the browser is.
func (p *person) signedIn() bool {
	p.t.Helper()
	r, err := p.client.Get(p.url + "/settings")
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	return r.StatusCode == http.StatusOK
}
