package views

import (
	"net/http"

	"postrider/store"
)

// mailWorks notes that mail to the player's address arrives again.
func (s *Site) mailWorks(r *http.Request, p store.Player, _ form) error {
	if err := s.store.MailWorks(r.Context(), p.ID); err != nil {
		return err
	}
	s.flash(r, "Good: mail goes to "+p.Email+" again. What came about meanwhile you find among your games.")
	return nil
}
