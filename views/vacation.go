package views

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"postrider/store"
)

// vacationData is what the settings show of a player's vacations.
type vacationData struct {
	Planned    []store.Vacation // not over yet
	Left, Next int              // days left this year and next, of the player's zone
	Year       int
	Today      string // 2026-12-24
}

func (s *Site) vacationData(r *http.Request, p store.Player) (d vacationData, err error) {
	today := s.store.Now().In(zone(r))
	d.Year, d.Today = today.Year(), today.Format(time.DateOnly)
	if d.Planned, err = s.store.VacationsOf(r.Context(), p.ID); err != nil {
		return d, err
	}
	if d.Left, err = s.store.VacationLeft(r.Context(), p.ID, d.Year); err != nil {
		return d, err
	}
	d.Next, err = s.store.VacationLeft(r.Context(), p.ID, d.Year+1)
	return d, err
}

func (s *Site) takeVacation(r *http.Request, p store.Player, f form) error {
	v, err := s.store.TakeVacation(r.Context(), p.ID, f.Get("first"), f.Get("last"))
	if err != nil {
		return err
	}
	begins := "from " + instant(v.From, zone(r))
	if v.From <= s.store.Now().Unix() {
		begins = "from now"
	}
	s.flash(r, "Your clocks stand still "+begins+" until "+instant(v.Until, zone(r))+". Your opponents are told. Enjoy it!")
	return nil
}

// shortenVacation gives a vacation an earlier last day.
func (s *Site) shortenVacation(r *http.Request, p store.Player, f form) error {
	if strings.TrimSpace(f.Get("last")) == "" {
		return &store.Invalid{Field: "last", Text: "Please give the new last day. To end the vacation at once, press the other button."}
	}
	if err := s.cutVacation(r, p, f, f.Get("last")); err != nil {
		return err
	}
	s.flash(r, "The vacation is shorter now, and the days that you do not use are yours again.")
	return nil
}

// endVacation ends a vacation at once, or cancels one that has not begun.
func (s *Site) endVacation(r *http.Request, p store.Player, f form) error {
	if err := s.cutVacation(r, p, f, ""); err != nil {
		return err
	}
	s.flash(r, "Done: your clocks go on, and the days that you have not used are yours again.")
	return nil
}

func (s *Site) cutVacation(r *http.Request, p store.Player, f form, last string) error {
	id, err := strconv.ParseInt(f.Get("vacation"), 10, 64)
	if err != nil {
		return store.ErrNotFound
	}
	err = s.store.EndVacation(r.Context(), p.ID, id, last)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return &problem{http.StatusNotFound, "That vacation is not there", "It has been cancelled, perhaps by the first of two clicks. Your settings list those that you have."}
	case errors.Is(err, store.ErrGone):
		return &problem{http.StatusGone, "That vacation is over", "It has ended already, and your clocks go on."}
	}
	return err
}

func (s *Site) setAutoVacation(r *http.Request, p store.Player, f form) error {
	on := f.Get("auto") != ""
	if err := s.store.SetAutoVacation(r.Context(), p.ID, on); err != nil {
		return err
	}
	told := "No vacation begins by itself any more."
	if on {
		told = "A day of vacation begins by itself when a clock of yours would run out, as long as you have days left."
	}
	s.flash(r, told)
	return nil
}

// vacationDays are the days of a vacation in words: "24 December 2026", "24 December 2026 to 2 January 2027".
func vacationDays(v store.Vacation) string {
	if v.First == v.Last {
		return store.DayWords(v.First)
	}
	return store.DayWords(v.First) + " to " + store.DayWords(v.Last)
}

// onVacation is what a page says of a vacation in which its player is now, and those that follow on it: "On vacation until …"; "" where there is none. The
// list is in the order of their beginnings.
func onVacation(list []store.Vacation, now int64, z *time.Location) string {
	until := now
	for _, v := range list {
		if v.From <= until {
			until = max(until, v.Until)
		}
	}
	if until == now {
		return ""
	}
	return "On vacation until " + instant(until, z) + "."
}
