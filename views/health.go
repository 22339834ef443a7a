package views

import (
	"io"
	"net/http"
)

// health answers 200 "ok" when the database does, else 503.
func (s *Site) health(w http.ResponseWriter, r *http.Request) {
	status, text := http.StatusOK, "ok"
	if err := s.store.Ping(r.Context()); err != nil {
		s.Log.Error("health", "error", err)
		status, text = http.StatusServiceUnavailable, "the database does not answer"
	}
	plain(w, status, text)
}

// robots asks search engines to stay away from pages that are for one person, and from games in frames, which are the same as their logs.
func (s *Site) robots(w http.ResponseWriter, _ *http.Request) {
	plain(w, http.StatusOK, "User-agent: *\nDisallow: /confirm/\nDisallow: /invitations/\nDisallow: /unsubscribe/\nDisallow: /never/\nDisallow: /signin\nDisallow: /settings\nDisallow: /mail\nDisallow: /analysis\nDisallow: /feeds/\nDisallow: /games/*/embed\n")
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // who asked has gone: nobody is left to be told
}
