package views

import "net/http"

// privacy says what is kept and how long.
func (s *Site) privacy(w http.ResponseWriter, r *http.Request) error {
	f := s.frame(r, "Privacy")
	return s.render(w, r, http.StatusOK, privacyView(f))
}
