package views

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"postrider/store"
)

// What somebody typed before having to sign in is there afterwards, in whatever script; but no password waits in a session.
func TestDraftsInTheSession(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	letter := strings.Repeat("棋", 5000)
	ann.post("/signout", 303)
	first := ann.play(game, 0, "e4", 303, "comment", letter)
	if left := time.Until(first.Cookies()[0].Expires); left > 2*time.Hour {
		t.Errorf("the session of somebody who is not signed in lasts %v", left)
	}
	signedIn := ann.post("/signin", 303, "login", "Ann", "password", password, "next", game)
	if left := time.Until(signedIn.Cookies()[0].Expires); left < 24*time.Hour {
		t.Errorf("the session of somebody who is signed in lasts %v", left)
	}
	ann.get(game, 200).holds(t, letter+"</textarea>")

	out := w.stranger()
	kept := out.post("/settings", 303, "do", "password", "new", "my new secret", "zone", "Europe/Berlin")
	data, found, err := w.store.Sessions().Find(kept.Cookies()[0].Value)
	if err != nil || !found || !bytes.Contains(data, []byte("Europe/Berlin")) || bytes.Contains(data, []byte("my new secret")) {
		t.Errorf("the session is there: %v, %v; it holds %q", found, err, data)
	}
	if a := out.post("/presets", 303, "variant", "chess", "title", strings.Repeat("x", 33<<10)); len(a.Cookies()) > 0 {
		t.Error("too much is kept, too")
	}
}

// What was typed and not sent stays in the session for an hour, not as long as the session.
func TestDraftsExpire(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	ann.play(game, 0, "e4", 200, "preview", "1", "comment", "not to be kept")
	site, _ := url.Parse(w.url)
	kept := func() bool {
		t.Helper()
		data, found, err := w.store.Sessions().Find(ann.client.Jar.Cookies(site)[0].Value)
		if err != nil || !found {
			t.Fatalf("the session is there: %v, %v", found, err)
		}
		return bytes.Contains(data, []byte("not to be kept"))
	}
	w.now.Add(3500)
	ann.get("/privacy", 200)
	if !kept() {
		t.Error("the letter is gone before its hour is over")
	}
	w.now.Add(200)
	ann.get("/privacy", 200)
	if kept() {
		t.Error("the letter is still in the session after more than an hour")
	}
}

// A form that is too full comes back with all that is in it; one that is sent in another way, with a sentence.
func TestForms(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	letter := strings.Repeat("я", 100_000)
	ann.play(game, 0, "e4", 422, "comment", letter).holds(t, letter+"</textarea>", "this one has 100000")
	ann.play(game, 0, "e4", 413, "comment", strings.Repeat("x", 2<<20)).says(t, "one page back")
	send := func(path, kind, body string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), "POST", w.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", kind)
		answer, err := ann.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode
	}
	const multipart, mixed = "multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--X--\r\n"
	for _, c := range []struct {
		path, kind, body string
		want             int
	}{
		{game + "/moves", multipart, mixed, 415}, {game + "/moves", "application/json", `{"ply": 0, "move": "e4"}`, 415}, {game + "/moves", "text/plain", "ply=0&move=e4", 415},
		{game + "/moves", "", "ply=0&move=e4", 415}, {game + "/moves", "application/x-www-form-urlencoded; charset=utf-8", "ply=0&move=e4", 303},
		{"/unsubscribe/" + w.store.UnsubscribeToken(ann.account().ID), multipart, mixed, 200}, {"/signout", "", "", 303},
	} {
		if got := send(c.path, c.kind, c.body); got != c.want {
			t.Errorf("%s as %q: %d, want %d", c.path, c.kind, got, c.want)
		}
	}
	if !ann.account().Wishes.Off {
		t.Error("a mail program's form ended no mail")
	}
}

// One account's password cannot be guessed from many addresses; who tries another one, is not stopped by it.
func TestPasswordsTriedFromEverywhere(t *testing.T) {
	w := newWorld(t, func(o *Options) {
		o.Limits, o.TrustProxy = true, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	w.join("Ann")
	eve, tries := w.stranger(), 0
	try := func(login, with string, want int) answer {
		t.Helper()
		tries++
		return eve.do("POST", "/signin", url.Values{"login": {login}, "password": {with}}, want, "X-Forwarded-For", fmt.Sprintf("192.0.2.%d", tries))
	}
	for i := range budgets["login"].Burst {
		try([]string{"Ann", " ANN ", "ａnn"}[i%3], "", 422)
	}
	try("ann", password, 429).says(t, "mail you a link")
	for range budgets["login"].Burst {
		try("nobody", "", 422)
	}
	try("Nobody", "", 429)
	w.now.Add(60)
	try("ann", password, 303)
}

// Whom a limit stops finds the form as it was.
func TestLimitsKeepTheForm(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits = true })
	ann, eve := w.join("Ann"), w.stranger()
	for range budgets["settings"].Burst {
		ann.post("/settings", 422, "do", "zone", "zone", "Mars/Olympus")
	}
	ann.post("/settings", 429, "do", "zone", "zone", "Mars/Olympus").says(t, "Please wait")
	for range budgets["preset"].Burst {
		ann.post("/presets", 303, "variant", "chess", "days", "3", "side", "white")
	}
	ann.post("/presets", 429, "variant", "chess", "days", "5", "side", "white").holds(t, "Please wait", `value="5"`)
	ann.post("/settings", 422, "do", "nothing").says(t, "Nothing was changed")
	for range budgets["link"].Burst {
		eve.post("/signin/link", 422, "email", "eve@")
	}
	eve.post("/signin/link", 429, "email", "eve@").holds(t, `value="eve@"`, "Please wait")
	for range budgets["signin"].Burst {
		eve.post("/signin", 422, "login", "Ann", "password", "")
	}
	eve.post("/signin", 429, "login", "Ann", "password", password).holds(t, `value="Ann"`, "Please wait")
	for range budgets["signup"].Burst - 1 { // one was Ann's
		eve.post("/signup", 422, "name", "Eve", "email", "eve@", "password", password)
	}
	eve.post("/signup", 429, "name", "Eve", "email", "eve@", "password", password).holds(t, `value="Eve"`, `value="eve@"`, "Please wait")
}

func TestBase(t *testing.T) {
	for text, good := range map[string]bool{
		"http://localhost:8080": true, "https://chess.example/": true, "http://[::1]:80": true, "https://chess.example/chess": false, "https://chess.example?a=b": false,
		"https://chess.example/?": false, "https://chess.example/#x": false, "https://chess.example#": false, "https://me:secret@chess.example": false,
		"chess.example": false, "ftp://chess.example": false, "http://": false, "http://:80": false, "": false, "/": false,
	} {
		if _, err := Base(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Where sessions cannot be read, and where we make a mistake, there is an answer all the same.
func TestTroubleHasAPage(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	if err := w.store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/settings"} {
		ann.get(path, 500).says(t, "Something went wrong here")
	}
	ann.get("/static/style.css", 200) // needs no session
	ann.get("/healthz?%", 503)
	ann.do("POST", "/signin", url.Values{"login": {"Ann"}}, 500)

	// a session that can be read, and a player who cannot: that is no signing out
	var log bytes.Buffer
	trouble := &Site{Options: Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, sessions: scs.New(), store: w.store}
	signedIn := httptest.NewRecorder()
	trouble.sessions.LoadAndSave(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		trouble.sessions.Put(r.Context(), store.SessionPlayer, "1")
		trouble.withPlayer(http.NotFoundHandler()).ServeHTTP(w, r)
	})).ServeHTTP(signedIn, httptest.NewRequest("GET", "/", nil))
	if signedIn.Code != 500 || !strings.Contains(signedIn.Body.String(), "Something went wrong here") {
		t.Errorf("a player who cannot be read is answered with %d %s", signedIn.Code, signedIn.Body)
	}

	log.Reset()
	s := &Site{Options: Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, sessions: scs.New()}
	answer := httptest.NewRecorder()
	s.sessions.LoadAndSave(s.page(func(http.ResponseWriter, *http.Request) error { panic("a mistake") })).ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	if answer.Code != 500 || !strings.Contains(answer.Body.String(), "Something went wrong here") || !strings.Contains(log.String(), "a mistake") {
		t.Errorf("a panic is answered with %d %s, and logged as %s", answer.Code, answer.Body, &log)
	}
}
