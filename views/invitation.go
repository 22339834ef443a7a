package views

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"postrider/store"
)

// invitationPage is an invitation as its inviter, its guest or anybody else sees it.
type invitationPage struct {
	frame
	Setup      setup
	Invitation store.Invitation
	Form       form
	Mine       bool   // the viewer has invited
	MayAccept  bool   // the viewer is signed in and may take the seat
	MayGuest   bool   // nobody is signed in, and a guest may take the seat
	MayDecline bool   // the invitation is for the viewer alone
	Link       string // to share
	Expires    string // when it ends, in words
	Message    string // what went wrong with the whole of it
}

func (s *Site) invite(w http.ResponseWriter, r *http.Request) error {
	slug := r.PostForm.Get("preset")
	back := backToPreset(r.PostForm)
	if slug != "" {
		back = "/presets/" + url.PathEscape(slug)
	}
	if r.PostForm.Has("show") { // only a look at the board of what was typed
		return s.showPreset(w, r, http.StatusOK, typed(r), nil)
	}
	p, err := need(r, back)
	if err != nil {
		return err
	}
	if slug != "" {
		saved, err := s.store.Preset(r.Context(), slug)
		if err != nil {
			return err
		}
		again := func(status int, wrong error) error {
			f, ok := typed(r).refused(wrong)
			if !ok {
				return wrong
			}
			return s.showSaved(w, r, saved, f, status)
		}
		if r.PostForm.Get("games") == "2" {
			saved.Terms.Games = 2
		}
		return s.sendInvitation(w, r, p, saved.Terms, again)
	}
	again := func(status int, wrong error) error { return s.showPreset(w, r, status, typed(r), wrong) }
	game, err := s.setupOf(r.PostForm)
	if err != nil {
		return again(http.StatusUnprocessableEntity, err)
	}
	return s.sendInvitation(w, r, p, game.Terms, again)
}

// sendInvitation makes the invitation of a form; again shows the form once more.
func (s *Site) sendInvitation(w http.ResponseWriter, r *http.Request, p store.Player, t store.Terms, again func(int, error) error) error {
	if err := s.limit(r, "invite"); err != nil {
		return again(refusedStatus(err), err)
	}
	made, err := s.makeInvitation(r, p, t)
	if err != nil {
		return again(http.StatusUnprocessableEntity, err)
	}
	s.forget(r)
	return see(w, r, "/invitations/"+made.Token)
}

func (s *Site) invitation(w http.ResponseWriter, r *http.Request) error {
	return s.showInvitation(w, r, http.StatusOK, form{Values: s.drafted(r)}, nil)
}

// invitationOf is the invitation that the address names, and the set-up of its game.
func (s *Site) invitationOf(r *http.Request) (store.Invitation, setup, error) {
	inv, err := s.store.Invitation(r.Context(), r.PathValue("token"))
	if err != nil {
		return inv, setup{}, err
	}
	game, err := setupFor(inv.Terms)
	return inv, game, err
}

// showInvitation renders the page of an invitation. wrong is why its form was refused, or nil.
func (s *Site) showInvitation(w http.ResponseWriter, r *http.Request, status int, f form, wrong error) error {
	inv, game, err := s.invitationOf(r)
	if err != nil {
		return err
	}
	path, me := "/invitations/"+inv.Token, player(r)
	page := invitationPage{
		frame: s.frame(r, inv.InviterName+" invites you to "+game.Variant.Title()),
		Setup: game, Invitation: inv, Form: f, Mine: me.ID != 0 && me.ID == inv.InviterID,
		Link: s.URL + path, Expires: instant(inv.ExpiresAt, zone(r)),
	}
	switch {
	case page.Mine:
		page.Title = "Your invitation to " + game.Variant.Title()
	case inv.OpponentID != 0 && inv.OpponentID != me.ID:
		page.Title = inv.InviterName + " invites " + inv.OpponentName + " to " + game.Variant.Title()
	}
	if inv.Status == "open" && !page.Mine {
		page.MayAccept = me.ID != 0 && inv.MayAccept(me)
		page.MayGuest = me.ID == 0 && inv.OpponentID == 0
		page.MayDecline = page.MayAccept && inv.OpponentID == me.ID || inv.ToAddress && (page.MayGuest || page.MayAccept)
	}
	if wrong != nil {
		refused, ok := f.refused(wrong)
		if !ok {
			return wrong
		}
		page.Form = refused
	}
	page.Card = s.setupCard(game, page.Link, path+"/board.png")
	page.Card.Title = inv.InviterName + " invites you to " + game.Name()
	return s.render(w, r, status, invitationView(page))
}

func (s *Site) invitationPicture(w http.ResponseWriter, r *http.Request) error {
	inv, game, err := s.invitationOf(r)
	if err != nil {
		return err
	}
	return s.cardPicture(w, r, game, inv.InviterName)
}

// accept takes the free seat: a player at once, a guest by a mailed link.
func (s *Site) accept(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	if player(r).ID == 0 && (r.PostForm.Has("name") || r.PostForm.Has("email")) {
		return s.acceptAsGuest(w, r, token)
	}
	p, err := need(r, "/invitations/"+url.PathEscape(token))
	if err != nil {
		return err
	}
	game, err := s.store.Accept(r.Context(), token, p.ID)
	switch {
	case errors.Is(err, store.ErrGone):
		return s.tooLate(w, r, token)
	case errors.Is(err, store.ErrForbidden):
		return &problem{http.StatusForbidden, "Not for you to accept", "This invitation is not for you to accept: it is your own, or it is for somebody else."}
	case err != nil:
		return s.showInvitation(w, r, http.StatusUnprocessableEntity, typed(r), err)
	}
	s.flash(r, "The game has begun. Good luck to you both!")
	if inv, err := s.store.Invitation(r.Context(), token); err == nil && inv.Second != "" {
		s.flash(r, "Two games have begun, this one and another with the colours changed. Good luck to you both!")
	}
	return see(w, r, "/games/"+game)
}

// tooLate is the answer to who accepts an invitation that is no longer open. One from the list may stand there once more, under another link.
func (s *Site) tooLate(w http.ResponseWriter, r *http.Request, token string) error {
	inv, err := s.store.Invitation(r.Context(), token)
	if err != nil {
		return err
	}
	if inv.Listed {
		s.flash(r, "That invitation is no longer open: somebody else has joined, or it was withdrawn, or its time is over. These stand here now.")
		return see(w, r, "/open")
	}
	return &problem{http.StatusGone, closedHeading, "This invitation is no longer open: it has been accepted, withdrawn or declined, or its time is over."}
}

func (s *Site) acceptAsGuest(w http.ResponseWriter, r *http.Request, token string) error {
	again := func(status int, err error) error { return s.showInvitation(w, r, status, typed(r), err) }
	if err := s.limit(r, "guest"); err != nil {
		return again(refusedStatus(err), err)
	}
	err := s.store.AcceptAsGuest(r.Context(), token, r.PostForm.Get("name"), r.PostForm.Get("email"))
	if errors.Is(err, store.ErrGone) {
		return s.tooLate(w, r, token)
	}
	if err != nil {
		return again(http.StatusUnprocessableEntity, err)
	}
	return see(w, r, "/signup/sent?what=guest")
}

func (s *Site) decline(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	if err := s.store.Decline(r.Context(), token, player(r).ID); err != nil {
		return s.orSignIn(r, err)
	}
	s.flash(r, "You have declined. Whoever invited you is told.")
	return see(w, r, "/invitations/"+url.PathEscape(token))
}

// orSignIn turns "not allowed" into "sign in first" for who is not signed in.
func (s *Site) orSignIn(r *http.Request, err error) error {
	if errors.Is(err, store.ErrForbidden) && player(r).ID == 0 {
		return &signIn{"/invitations/" + url.PathEscape(r.PathValue("token"))}
	}
	return err
}

func (s *Site) withdraw(w http.ResponseWriter, r *http.Request) error {
	back := "/invitations/" + url.PathEscape(r.PathValue("token"))
	p, err := need(r, back)
	if err != nil {
		return err
	}
	if err := s.store.Withdraw(r.Context(), r.PathValue("token"), p.ID); err != nil {
		return err
	}
	s.flash(r, "The invitation is withdrawn: its link leads to no game any more.")
	return see(w, r, back)
}

// neverPage asks who was invited by mail whether Postrider shall never write to that address again.
func (s *Site) neverPage(w http.ResponseWriter, r *http.Request) error {
	inv, err := s.store.NeverInvitation(r.Context(), r.PathValue("token"))
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, neverView(s.frame(r, "No more invitations by mail"), r.URL.EscapedPath(), inv, false))
}

func (s *Site) never(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	inv, err := s.store.NeverInvitation(r.Context(), token)
	if err != nil {
		return err
	}
	if err := s.store.NeverAgain(r.Context(), token); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, neverView(s.frame(r, "No more invitations by mail"), r.URL.EscapedPath(), inv, true))
}

// inviteMail says what became of an invitation's mail, without a full stop; "" where there is none.
func inviteMail(i store.Invitation) string {
	to := i.OpponentName
	if i.ToAddress {
		to = "that address"
	}
	fate, answer, _ := strings.Cut(i.MailAnswer, ": ")
	switch {
	case fate == "":
		return ""
	case fate == "waiting":
		return "The mail to " + to + " waits to be sent"
	case fate == "refused":
		return "The mail to " + to + " could not be delivered. " + toldOthers(answer)
	case strings.HasPrefix(answer, "kept here"):
		return "No mail server is set up, so the mail to " + to + " lies at /mail"
	}
	return "A mail went to " + to + ", and the mail server has taken it"
}
