package mail

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/unicode/bidi"

	"postrider/store"
)

// instant is a time of day as a friend would write it, with its zone: "Thursday 3 December, 05:00 CET". The year is added where it is
// not now's; a zone without an abbreviation is named ("05:00 UTC-03 (America/Santiago)").
func instant(t, now time.Time, zone *time.Location) string {
	t, now = t.In(zone), now.In(zone)
	day := t.Format("Monday 2 January")
	if t.Year() != now.Year() {
		day = t.Format("Monday 2 January 2006")
	}
	mark := store.ZoneMark(t)
	if strings.ContainsAny(mark, "+-") {
		mark += " (" + zone.String() + ")"
	}
	return day + t.Format(", 15:04 ") + mark
}

// timeLeft says how long something takes: "3 days", "2 days and 4 hours", "50 minutes". It rounds to the nearest minute first, so that
// a mail sent some seconds after the move still says "3 days".
func timeLeft(d time.Duration) string {
	minutes := int(d.Round(time.Minute) / time.Minute)
	days, hours := minutes/(24*60), minutes/60%24
	switch {
	case days >= 10 || days > 0 && hours == 0:
		return count(days, "day")
	case days > 0:
		return count(days, "day") + " and " + count(hours, "hour")
	case hours >= 10 || hours > 0 && minutes%60 == 0:
		return count(hours, "hour")
	case hours > 0:
		return count(hours, "hour") + " and " + count(minutes%60, "minute")
	default:
		return count(max(minutes, 1), "minute")
	}
}

// count is a number of things: "1 day", "3 days".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// shown is a name for a line of ours: one that is written from right to left gets a mark after it (U+200E), so that numbers beside it
// stay where they are.
func shown(name string) string {
	name = oneLine(name)
	for _, r := range name {
		properties, _ := bidi.LookupRune(r)
		if class := properties.Class(); class == bidi.R || class == bidi.AL {
			return name + "\u200E"
		}
	}
	return name
}

// moveRows is the end of a game's move list: the last lines of numbered pairs.
func moveRows(l *store.Log, lines int) []row {
	var rows []row
	for _, m := range l.Moves {
		number, second := l.MoveNumber(m.Ply)
		if !second || len(rows) == 0 {
			rows = append(rows, row{Number: fmt.Sprintf("%d.", number)})
		}
		r := &rows[len(rows)-1]
		switch {
		case !second:
			r.White = m.SAN
		case r.White == "":
			r.White, r.Black = "…", m.SAN
		default:
			r.Black = m.SAN
		}
		if last := m.Ply == len(l.Moves); last && second {
			r.Last = 2
		} else if last {
			r.Last = 1
		}
	}
	return rows[max(0, len(rows)-lines):]
}
