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

// answeredAll is what is said where no game waits for a player.
func answeredAll(p store.Player) string {
	if p.MailFailedAt != 0 {
		return "You have answered everybody."
	}
	return "You have answered everybody. A mail will tell you when it is your turn again."
}
