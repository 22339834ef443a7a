package views

import (
	"fmt"
	"net/http"

	"postrider/store"
)

// settingsData is all that a player can set, and what is still open.
type settingsData struct {
	Player   store.Player
	Form     form // typed, or as it is stored
	Mine     []store.Invitation
	Presets  []store.Preset
	Vacation vacationData
	Blocked  []store.Player
	Feeds    string // what the links of the feeds begin with; "" where there are none
	Now      int64  // unix seconds
}

func (s *Site) settingsPage(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, "/settings")
	if err != nil {
		return err
	}
	return s.showSettings(w, r, http.StatusOK, p, form{})
}

// showSettings renders the settings as they are stored; where a form was refused, with what was typed in it.
func (s *Site) showSettings(w http.ResponseWriter, r *http.Request, status int, p store.Player, refused form) error {
	f := filled("zone", p.Zone)
	f.showWishes(p.Wishes)
	if refused.Is("do", "mail") { // a box without a tick is not sent
		for _, name := range []string{"moves", "reminders", "invitations"} {
			f.Values.Del(name)
		}
	}
	for name, values := range refused.Values {
		f.Values[name] = values
	}
	f.Errors = refused.Errors
	data := settingsData{Player: p, Form: f, Now: s.store.Now().Unix()}
	if err := s.fillSettings(r, &data); err != nil {
		return err
	}
	return s.render(w, r, status, settingsView(s.frame(r, "Settings"), data, zone(r)))
}

// fillSettings reads what the settings show beside the player's own row.
func (s *Site) fillSettings(r *http.Request, d *settingsData) (err error) {
	ctx, id := r.Context(), d.Player.ID
	if d.Mine, _, err = s.store.InvitationsOf(ctx, id); err != nil {
		return err
	}
	if d.Presets, err = s.store.PresetsOf(ctx, id); err != nil {
		return err
	}
	if d.Blocked, err = s.store.Blocked(ctx, id); err != nil {
		return err
	}
	token, err := s.store.FeedToken(ctx, id)
	if err != nil {
		return err
	}
	if token != "" {
		d.Feeds = s.URL + "/feeds/" + token
	}
	d.Vacation, err = s.vacationData(r, d.Player)
	return err
}

// settings changes one thing, the one that the field do names.
func (s *Site) settings(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, "/settings")
	if err != nil {
		return err
	}
	f := typed(r)
	change, known := map[string]func(*http.Request, store.Player, form) error{
		"password": s.setPassword, "address": s.setAddress, "zone": s.setZone, "mail": s.setWishes, "mailback": s.bringBack, "everywhere": s.signOutEverywhere,
		"vacation": s.takeVacation, "shorten": s.shortenVacation, "endvacation": s.endVacation, "auto": s.setAutoVacation,
		"unblock": s.unblock, "feeds": s.newFeeds, "endfeeds": s.endFeeds, "mailworks": s.mailWorks,
	}[f.Get("do")]
	if !known {
		return &problem{http.StatusUnprocessableEntity, "Nothing was changed", "This form does not say what is to be changed. Please open the settings and send it from there."}
	}
	if err = s.limit(r, "settings"); err == nil {
		err = change(r, p, f)
	}
	if refused, ok := f.refused(err); ok {
		return s.showSettings(w, r, refusedStatus(err), p, refused)
	}
	if err != nil {
		return fmt.Errorf("change the %s of %d: %w", f.Get("do"), p.ID, err)
	}
	return see(w, r, "/settings")
}

// setPassword keeps a new password, and ends the sessions elsewhere: they may be why it is changed.
func (s *Site) setPassword(r *http.Request, p store.Player, f form) error {
	hash, err := s.hash(r.Context(), "new", f.Get("new"))
	if err != nil {
		return err
	}
	if err := s.store.SetPassword(r.Context(), p.ID, hash); err != nil {
		return err
	}
	if err := s.store.SignOutEverywhere(r.Context(), p.ID); err != nil {
		return err
	}
	if err := s.signInAs(r, p); err != nil {
		return err
	}
	s.flash(r, "Your new password is set. Everywhere else you are signed out.")
	return nil
}

// setAddress mails a link to the new address; the old one stays until it is followed.
func (s *Site) setAddress(r *http.Request, p store.Player, f form) error {
	if err := s.limit(r, "link"); err != nil {
		return err
	}
	if err := s.store.ChangeEmail(r.Context(), p.ID, f.Get("email")); err != nil {
		return err
	}
	s.flash(r, "A mail is on its way to "+f.Get("email")+". Your mail goes there as soon as you press the button behind its link.")
	return nil
}

func (s *Site) setZone(r *http.Request, p store.Player, f form) error {
	if err := s.store.SetZone(r.Context(), p.ID, f.Get("zone")); err != nil {
		return err
	}
	s.flash(r, "Times are shown in the zone "+f.Get("zone")+" now, here and in your mail.")
	return nil
}

// signOutEverywhere ends all sessions of the player, this one too.
func (s *Site) signOutEverywhere(r *http.Request, p store.Player, _ form) error {
	if err := s.store.SignOutEverywhere(r.Context(), p.ID); err != nil {
		return err
	}
	if err := s.sessions.Destroy(r.Context()); err != nil {
		return err
	}
	s.flash(r, "You are signed out everywhere.")
	return nil
}

// deletePage asks whether the account is to go, and says what becomes of its games.
func (s *Site) deletePage(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, "/settings/delete")
	if err != nil {
		return err
	}
	waiting, err := s.store.CountWaiting(r.Context(), p.ID)
	if err != nil {
		return err
	}
	others, err := s.store.CountWaitingForOthers(r.Context(), p.ID)
	if err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, deleteView(s.frame(r, "Delete my account"), p, waiting+others))
}

func (s *Site) deleteAccount(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, "/settings/delete")
	if err != nil {
		return err
	}
	if err := s.store.DeleteAccount(r.Context(), p.ID); err != nil {
		return fmt.Errorf("delete the account %d: %w", p.ID, err)
	}
	if err := s.sessions.Destroy(r.Context()); err != nil {
		return err
	}
	s.flash(r, "Your account is gone. Thank you for having played here.")
	return see(w, r, "/")
}

// invitee is for whom an invitation is, in words.
func invitee(i store.Invitation) string {
	switch {
	case i.OpponentName != "":
		return i.OpponentName
	case i.Address != "":
		return i.Address
	case i.Listed && i.Renewals > 0:
		return "anyone, and then " + timesMore(i.Renewals)
	case i.Listed:
		return "anyone"
	}
	return "whoever has the link"
}
