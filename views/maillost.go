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
	const all = "You have answered everybody."
	if p.MailFailedAt != 0 {
		return all
	}
	switch p.Wishes.In(store.AsSet) {
	case store.NoMail:
		return all + " You get no mail about your games: look here yourself."
	case store.InDigest:
		return all + " Your digest tells you when it is your turn again."
	}
	return all + " A mail will tell you when it is your turn again."
}
