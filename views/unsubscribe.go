package views

import (
	"fmt"
	"net/http"

	"postrider/store"
)

// unsubscribeData is the mail that a link ends.
type unsubscribeData struct {
	Player store.Player
	Of     store.Topic
	Path   string
	Ended  bool
}

// title is the page's title.
func (d unsubscribeData) title() string {
	if d.Of == store.AboutInvitations {
		return "Mail about invitations"
	}
	return "Mail about your games"
}

// words go on with what mail the player gets, or gets no more.
func (d unsubscribeData) words() string {
	switch {
	case d.Of == store.AboutInvitations && d.Ended:
		return "gets no mail about invitations any more: invitations to you stand on the page “Games” only. Please look there yourself from time to time."
	case d.Of == store.AboutInvitations:
		return "gets mail about invitations: when somebody invites you or offers a rematch, and when your own invitation was answered. Press the button and no such mail comes any more."
	case d.Ended:
		return "gets no mail about games any more. Your opponents see that on the pages of your games, and the clocks run on: please look here yourself from time to time."
	}
	return "gets mail about games: of moves, at once or once a day, when time runs short, and when a game begins or is over. Press the button and no such mail comes any more, from any game, also where another wish was set for one."
}

// topicOf is what the address of an unsubscribe link says that the mail is about. store.ErrNotFound.
func topicOf(r *http.Request) (store.Topic, error) {
	of := store.Topic(r.URL.Query().Get("of"))
	if of != store.AboutGames && of != store.AboutInvitations {
		return "", store.ErrNotFound
	}
	return of, nil
}

// unsubscribePage is what the link in a mail's foot opens: a button, since mail scanners follow links.
func (s *Site) unsubscribePage(w http.ResponseWriter, r *http.Request) error {
	of, err := topicOf(r)
	if err != nil {
		return err
	}
	p, err := s.store.UnsubscribePage(r.Context(), r.PathValue("token"))
	if err != nil {
		return fmt.Errorf("show the page that ends mail: %w", err)
	}
	return s.showUnsubscribe(w, r, p, of, p.Wishes.Ended(of))
}

func (s *Site) showUnsubscribe(w http.ResponseWriter, r *http.Request, p store.Player, of store.Topic, ended bool) error {
	d := unsubscribeData{p, of, r.URL.RequestURI(), ended}
	return s.render(w, r, http.StatusOK, unsubscribeView(s.frame(r, d.title()), d))
}

// unsubscribe ends the mail of a link, also when a mail program posts here without a cookie (RFC 8058). The field back=on brings it back.
func (s *Site) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	of, err := topicOf(r)
	if err != nil {
		return err
	}
	token := r.PathValue("token")
	p, err := s.store.UnsubscribePage(r.Context(), token)
	if err != nil {
		return fmt.Errorf("find whose mail ends: %w", err)
	}
	back := r.PostForm.Get("back") != ""
	if err := s.store.Unsubscribe(r.Context(), token, of, !back); err != nil {
		return fmt.Errorf("change the mail of %d: %w", p.ID, err)
	}
	return s.showUnsubscribe(w, r, p, of, !back)
}
