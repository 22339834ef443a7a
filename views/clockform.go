package views

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"postrider/store"
)

// The fields of a clock in forms. pace says which kind is meant: "days" (days), or "bank" (the others, each with its unit, "d" or "h"). Links say the same
// shorter, by days=3 or clock=10d+1d<14d.
const (
	hour = 3600
	day  = 24 * hour
)

// usualBank is what the fields of a bank hold before anybody has typed anything.
var usualBank = store.Bank(10*day, day, 14*day)

// clockOf reads the clock of a form or a link; without any it is three days a move. *store.Invalid.
func clockOf(q url.Values) (store.Clock, error) {
	switch pace := q.Get("pace"); pace {
	case "bank":
		return bankOf(q)
	case "":
		if text := strings.TrimSpace(q.Get("clock")); text != "" {
			return store.ParseClock(text)
		}
	case "days":
	default:
		return store.Clock{}, &store.Invalid{Field: "clock", Text: "A clock gives days for each move, or a reserve of time. Please choose one of the two."}
	}
	text := strings.TrimSpace(q.Get("days"))
	if text == "" {
		return store.DaysAMove(3), nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return store.Clock{}, &store.Invalid{Field: "days", Text: "The time for each move is a number of days from 1 to 30, like 3."}
	}
	return store.DaysAMove(n), nil
}

// bankOf reads the fields of a bank. Nothing added is nothing; no cap is as much as at the start.
func bankOf(q url.Values) (store.Clock, error) {
	reserve, err := spanOf(q, "reserve", -1)
	if err != nil {
		return store.Clock{}, err
	}
	if reserve == 0 {
		return store.Clock{}, &store.Invalid{Field: "reserve", Text: "There has to be some time to start with: an hour at least."}
	}
	added, err := spanOf(q, "added", 0)
	if err != nil {
		return store.Clock{}, err
	}
	most, err := spanOf(q, "cap", reserve)
	return store.Bank(reserve, added, most), err
}

// spanOf reads a time in days or hours, in seconds; empty where nothing is typed, or an error where that is below 0.
func spanOf(q url.Values, name string, empty int64) (int64, error) {
	text := strings.TrimSpace(q.Get(name))
	if text == "" && empty >= 0 {
		return empty, nil
	}
	n, err := strconv.ParseUint(text, 10, 14)
	unit := map[string]int64{"d": day, "h": hour, "": day}[q.Get(name+"_unit")]
	if err != nil || unit == 0 {
		return 0, &store.Invalid{Field: name, Text: "That is a whole number of days or hours; a day and a half is 36 hours."}
	}
	return int64(n) * unit, nil
}

// fillClock puts a clock into the fields of a form, and the usual one of the other kind.
func fillClock(f form, c store.Clock) {
	bank := usualBank
	f.Values.Set("pace", "days")
	f.Values.Set("days", "3")
	if c.IsBank() {
		f.Values.Set("pace", "bank")
		bank = c
	} else {
		f.Values.Set("days", strconv.Itoa(c.Days))
	}
	for name, seconds := range map[string]int64{"reserve": bank.Reserve, "added": bank.Added, "cap": bank.Cap} {
		n, unit := seconds/hour, "h"
		if seconds%day == 0 {
			n, unit = seconds/day, "d"
		}
		f.Values.Set(name, fmt.Sprint(n))
		f.Values.Set(name+"_unit", unit)
	}
}

// withUsual is a form whose clock fields hold the usual values, but for what was typed.
func (f form) withUsual() form {
	usual := filled()
	fillClock(usual, store.DaysAMove(3))
	for name, values := range f.Values {
		usual.Values[name] = values
	}
	return form{usual.Values, f.Errors}
}

// limitsOf is the clock of terms in sentences: the time, and what does not stop it.
func limitsOf(t store.Terms) string {
	words := clockWords(t.Clock)
	if t.NoVacation {
		words += " Vacations do not stop it."
	}
	return words
}

// paceOf is the clock of terms in a few words, with what else is unusual: "three days a move, no vacation, two games".
func paceOf(t store.Terms) string {
	words := pace(t.Clock)
	if t.NoVacation {
		words += ", no vacation"
	}
	if t.Games == 2 {
		words += ", two games"
	}
	return words
}

// lateWords says what it means that the time runs out.
const lateWords = "Whoever lets the time run out loses; until both have moved once, the game then ends without a loser, and either may end it so."
