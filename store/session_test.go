package store

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
)

func sessionOf(t *testing.T, player int64) []byte {
	t.Helper()
	data, err := SessionCodec{}.Encode(begin.Add(time.Hour), map[string]any{SessionPlayer: strconv.FormatInt(player, 10), "typed": "half a move"})
	must(t, err)
	return data
}

func TestSessions(t *testing.T) {
	w := newWorld(t)
	x := w.Sessions()
	data := sessionOf(t, w.join("Ann").ID)
	_, found, err := x.Find("token")
	if found || err != nil {
		t.Fatalf("an unknown session: %t, %v", found, err)
	}
	must(t, x.Commit("token", data, begin.Add(time.Hour)))
	must(t, x.Commit("token", data, begin.Add(2*time.Hour)))
	w.pass(2*time.Hour - time.Second)
	if got, found, err := x.Find("token"); !found || err != nil || string(got) != string(data) {
		t.Fatalf("found %t, %v", found, err)
	}
	var plain int
	must(t, w.readers.QueryRow(`SELECT count(*) FROM sessions WHERE instr(hash, 'token')`).Scan(&plain))
	if plain != 0 {
		t.Fatal("a session's token is stored")
	}
	w.pass(time.Second)
	if _, found, err := x.Find("token"); found || err != nil {
		t.Fatalf("an expired session: %t, %v", found, err)
	}
	must(t, w.Sweep(w.ctx()))
	must(t, x.Commit("second", data, begin.Add(9*time.Hour)))
	must(t, x.Delete("second"))
	must(t, x.Delete("never there"))
	if _, found, _ := x.Find("second"); found {
		t.Fatal("a session that was ended is found")
	}
}

func TestSignOutEverywhereIsFinal(t *testing.T) {
	w := newWorld(t)
	x := w.Sessions()
	ann, bob := w.join("Ann"), w.join("Bob")
	for token, player := range map[string]int64{"one": ann.ID, "two": ann.ID, "bob's": bob.ID} {
		must(t, x.Commit(token, sessionOf(t, player), begin.Add(time.Hour)))
	}
	must(t, w.SignOutEverywhere(w.ctx(), ann.ID))
	must(t, x.Commit("one", sessionOf(t, ann.ID), begin.Add(time.Hour))) // by a request that was under way
	for token, want := range map[string]bool{"one": false, "two": false, "bob's": true} {
		if _, found, err := x.Find(token); found != want || err != nil {
			t.Errorf("session %s: found %t, %v", token, found, err)
		}
	}
}

// TestSessionManager drives scs itself: a request that began before the sign-out writes its session after it.
func TestSessionManager(t *testing.T) {
	w := newWorld(t)
	w.time = time.Now() // scs has a clock of its own
	ann := w.join("Ann")
	m := scs.New()
	m.Store, m.Codec = w.Sessions(), SessionCodec{}
	handler := m.LoadAndSave(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/in":
			m.Put(r.Context(), SessionPlayer, strconv.FormatInt(ann.ID, 10))
		case "/slow":
			m.Put(r.Context(), "typed", "something")
			must(t, w.SignOutEverywhere(context.Background(), ann.ID))
		case "/who":
			if m.GetString(r.Context(), SessionPlayer) == "" {
				rw.WriteHeader(http.StatusUnauthorized)
			}
		}
	}))
	var cookie *http.Cookie
	request := func(path string) int {
		r := httptest.NewRequest("GET", path, nil)
		if cookie != nil {
			r.AddCookie(cookie)
		}
		rw := httptest.NewRecorder()
		handler.ServeHTTP(rw, r)
		if set := rw.Result().Cookies(); len(set) > 0 {
			cookie = set[0]
		}
		return rw.Code
	}
	request("/in")
	if code := request("/who"); code != http.StatusOK {
		t.Fatalf("signed in, and %d", code)
	}
	request("/slow")
	if code := request("/who"); code != http.StatusUnauthorized {
		t.Fatalf("signed out everywhere, and %d", code)
	}
}
