package views

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"postrider/store"
)

// showWishes fills the form of the settings with what a player wishes. Whoever has ended all mail about games gets none, whatever was wished before.
func (f form) showWishes(w store.MailWishes) {
	f.Values.Set("moves", string(w.In(store.AsSet)))
	f.Values.Set("hour", itoa(w.Hour))
	for name, on := range map[string]bool{"reminders": w.Reminders, "invitations": w.Invitations} {
		if on {
			f.Values.Set(name, "on")
		}
	}
}

// setWishes sets which mails the player wants. To choose mail of moves brings back what a link in a mail has ended.
func (s *Site) setWishes(r *http.Request, p store.Player, f form) error {
	w := store.MailWishes{Moves: store.MailWay(f.Get("moves")), Hour: p.Wishes.Hour, Reminders: f.Get("reminders") != "", Invitations: f.Get("invitations") != ""}
	if typed := f.Get("hour"); typed != "" {
		hour, err := strconv.Atoi(typed)
		if err != nil {
			hour = -1 // which is refused
		}
		w.Hour = hour
	}
	if p.Wishes.Off && w.Moves == store.NoMail {
		w.Off, w.Moves = true, p.Wishes.Moves
	}
	if err := s.store.SetWishes(r.Context(), p.ID, w); err != nil {
		return err
	}
	after, err := s.store.Player(r.Context(), p.ID)
	if err != nil {
		return err
	}
	said := map[store.MailWay]string{
		store.AtOnce:   "Noted: you get a mail as soon as something is done in a game of yours.",
		store.InDigest: "Noted: you get one mail a day about your games, at " + hourWords(w.Hour) + ". The next is due on " + soon(after.DigestAt, zone(r)) + ".",
		store.NoMail:   "Noted: you get no mail about your games.",
	}
	s.flash(r, said[w.In(store.AsSet)])
	return nil
}

// bringBack brings back the mail about games that a link in a mail has ended.
func (s *Site) bringBack(r *http.Request, p store.Player, _ form) error {
	if err := s.store.MailBack(r.Context(), p.ID, ""); err != nil {
		return err
	}
	s.flash(r, "Mail about your games comes again, as you had chosen it before.")
	return nil
}

// gameMail sets how the player gets to know of one game; "back" is the one click that brings its mail back, whatever has ended it.
func (s *Site) gameMail(w http.ResponseWriter, r *http.Request) error {
	way, said := r.PostForm.Get("mail"), "Noted, for this game alone."
	if way == "back" {
		said = "You get mail about this game again."
		if linkEnded(r.Context()) {
			said = "You get mail about your games again, this one too."
		}
	}
	return s.word(w, r, "main", said, func(p store.Player) error {
		if way == "back" {
			return s.store.MailBack(r.Context(), p.ID, r.PathValue("id"))
		}
		return s.store.SetGameMail(r.Context(), r.PathValue("id"), p.ID, store.MailWay(way))
	})
}

// linkEnded says whether who asks has ended all mail about games by the link in a mail.
func linkEnded(ctx context.Context) bool {
	p, _ := ctx.Value(playerKey{}).(store.Player)
	return p.Wishes.Off
}

// hourWords is an hour of the day as clocks show it.
func hourWords(hour int) string { return fmt.Sprintf("%02d:00", hour) }

// digestWords says when the next digest comes, and when there is none.
func digestWords(p store.Player, z *time.Location) string {
	words := "The digest tells which games wait for you, and what else has happened. On a day with nothing to tell there is none."
	if p.DigestAt != 0 {
		words += " The next one is due on " + soon(p.DigestAt, z) + "."
	}
	return words
}

// wayName is a way of getting mail about one game, as it stands in a list.
func wayName(way store.MailWay) string {
	return map[store.MailWay]string{store.AsSet: "as in my settings", store.AtOnce: "a mail for every move, at once", store.InDigest: "in my digest, once a day",
		store.NoMail: "no mail"}[way]
}

// told says how the opponent gets to know of a move, where that is not by a mail at once; "" where it is.
func (p *gamePage) told() string {
	seat := p.Seats[p.Me.Other()]
	if seat.MailLost {
		return "Mail to " + p.opponent() + " does not arrive: the address does not work at present. " + p.opponent() + " sees your move when looking here."
	}
	switch seat.Mail {
	case store.NoMail:
		return p.opponent() + " gets no mail about this game, and sees your move when looking here."
	case store.InDigest:
		return p.opponent() + " gets one mail a day, and finds your move in the next."
	}
	return ""
}
