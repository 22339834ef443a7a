package views

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"postrider/store"
)

type playerKey struct{}

// withPlayer puts the signed-in player, if there is one, into the request's context, and keeps no draft longer than it may wait.
func (s *Site) withPlayer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.expire(r)
		if id := s.signedIn(r); id != 0 {
			p, err := s.store.Player(r.Context(), id)
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				s.fail(w, r, err)
				return
			}
			if err == nil && !p.Deleted {
				r = r.WithContext(context.WithValue(r.Context(), playerKey{}, p))
			}
		}
		next.ServeHTTP(w, r)
	})
}

// player is who is signed in; the zero Player (ID 0) if nobody is.
func player(r *http.Request) store.Player {
	p, _ := r.Context().Value(playerKey{}).(store.Player)
	return p
}

// zone is the zone in which times are shown to whoever asks.
func zone(r *http.Request) *time.Location { return player(r).Location() }

// signedIn is the id of the player whom the session names, or 0.
func (s *Site) signedIn(r *http.Request) int64 {
	id, _ := strconv.ParseInt(s.sessions.GetString(r.Context(), store.SessionPlayer), 10, 64)
	return id
}

// signInAs begins a signed-in session; what the anonymous one kept (a draft) stays.
func (s *Site) signInAs(r *http.Request, p store.Player) error {
	if err := s.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	s.sessions.Put(r.Context(), store.SessionPlayer, strconv.FormatInt(p.ID, 10))
	return nil
}

// signIn is the error of a handler that needs somebody signed in. Back is the page on which the person is after it.
type signIn struct{ Back string }

func (e *signIn) Error() string { return "sign in first" }

// need returns who is signed in, or the error that leads to the sign-in page and afterwards to the page back.
func need(r *http.Request, back string) (store.Player, error) {
	if p := player(r); p.ID != 0 {
		return p, nil
	}
	return store.Player{}, &signIn{back}
}

// draft is what somebody typed before having to sign in. It waits in the session: 32 KB, one hour.
type draft struct {
	Back  string // path and query of the page that holds the form
	Form  url.Values
	Until int64 // unix seconds
}

const draftKey, draftSize, draftLasts = "draft", 32 << 10, time.Hour

func (s *Site) toSignIn(w http.ResponseWriter, r *http.Request, e *signIn) {
	if r.Method == http.MethodPost {
		s.keep(r, e.Back, r.PostForm)
	}
	http.Redirect(w, r, "/signin?next="+url.QueryEscape(e.Back), http.StatusSeeOther)
}

// keep lets what was typed wait for the page back; but no password, and of who is not signed in not more than an address may leave here.
func (s *Site) keep(r *http.Request, back string, typed url.Values) {
	kept, size := url.Values{}, 0
	for name, values := range typed {
		if name == "password" || name == "new" {
			continue
		}
		kept[name] = values
		for _, value := range values {
			size += len(name) + len(value)
		}
	}
	if size > draftSize || len(back) > draftSize || player(r).ID == 0 && s.limit(r, "draft") != nil {
		return
	}
	text, err := json.Marshal(draft{back, kept, s.store.Now().Add(draftLasts).Unix()})
	if err != nil {
		s.Log.Error("keep a draft", "error", err)
		return
	}
	s.sessions.Put(r.Context(), draftKey, string(text))
	s.passing(r)
}

// passing lets the session of somebody who is not signed in end soon: all that it holds is for the next minutes.
func (s *Site) passing(r *http.Request) {
	if s.signedIn(r) == 0 {
		s.sessions.SetDeadline(r.Context(), time.Now().Add(draftLasts)) // the library asks the real clock, too
	}
}

// sessionTrouble answers when sessions can be read or written no more. The page of the error asks for a session all the same: an empty one.
func (s *Site) sessionTrouble(w http.ResponseWriter, r *http.Request, err error) {
	if ctx, none := s.sessions.Load(r.Context(), ""); none == nil {
		r = r.WithContext(ctx)
	}
	s.fail(w, r, err)
}

// drafted is what the person had typed into this page's form before signing in, or nil.
func (s *Site) drafted(r *http.Request) url.Values { return s.draftOf(r, r.URL.RequestURI()) }

// draft is what waits in the session; ok is false where nothing does.
func (s *Site) draft(r *http.Request) (d draft, ok bool) {
	text := s.sessions.GetString(r.Context(), draftKey)
	return d, text != "" && json.Unmarshal([]byte(text), &d) == nil
}

// draftOf is what waits for the page back, or nil.
func (s *Site) draftOf(r *http.Request, back string) url.Values {
	if d, ok := s.draft(r); ok && d.Back == back {
		return d.Form
	}
	return nil
}

// expire drops a draft whose hour is over, at the first request after it.
func (s *Site) expire(r *http.Request) {
	if d, ok := s.draft(r); ok && d.Until < s.store.Now().Unix() {
		s.forget(r)
	}
}

// forget drops the draft, once its form has been sent.
func (s *Site) forget(r *http.Request) { s.sessions.Remove(r.Context(), draftKey) }

// local is next if it leads to a page of this site, else "/".
func local(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t\x00") {
		return "/"
	}
	return u.RequestURI()
}
