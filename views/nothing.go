package views

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"postrider/store"
)

// nothing is every request that no route of m takes. An address to which forms are sent leads, when it is only looked at, to the page above it: a browser that has dropped
// a tab with a refused form loads it again so. What a page's address is asked for in another way is 405 (RFC 9110, 15.5.6).
func (s *Site) nothing(m *http.ServeMux) handler {
	takes := func(method, path string) bool {
		_, pattern := m.Handler(&http.Request{Method: method, URL: &url.URL{Path: path}})
		return strings.Contains(pattern, " ") // those of pages begin with a method
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		allowed := slices.DeleteFunc([]string{http.MethodGet, http.MethodHead, http.MethodPost}, func(method string) bool { return !takes(method, r.URL.Path) })
		switch {
		case len(allowed) == 0:
			return store.ErrNotFound
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			page := path.Dir(r.URL.Path)
			for !takes(http.MethodGet, page) { // "/" is a page
				page = path.Dir(page)
			}
			return see(w, r, (&url.URL{Path: page}).EscapedPath())
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		return &problem{http.StatusMethodNotAllowed, "Not in this way", "This address takes " + strings.Join(allowed, ", ") + ", and no " + r.Method + "."}
	}
}

// straight leads a path with empty, "." or ".." parts, or with a slash at its end, to the one without. net/http's own redirection would escape it twice.
func straight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := r.URL.EscapedPath()
		clean := path.Clean(given)
		if clean == given || !path.IsAbs(given) {
			next.ServeHTTP(w, r)
			return
		}
		if r.URL.RawQuery != "" {
			clean += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, clean, http.StatusTemporaryRedirect)
	})
}
