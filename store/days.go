package store

import (
	"strings"
	"time"
)

// A day is written as time.DateOnly has it, 2026-12-24, so that days compare as texts do.

const quarter = 15 * 60 // all zones of today are whole quarters of an hour from UTC

// zoneOf is the zone of that IANA name; UTC where there is none any more.
func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// ZoneMark is what stands behind a time of day so that it names one instant, also in the hour that is there twice when clocks go back: the abbreviation
// of its zone ("CEST", "CET"), or the offset in a zone that has none ("UTC+13", "UTC+05:45").
func ZoneMark(t time.Time) string {
	if mark := t.Format("MST"); !strings.ContainsAny(mark, "+-") {
		return mark
	}
	return "UTC" + strings.TrimSuffix(t.Format("-07:00"), ":00")
}

// dayAt is the day of an instant, in unix seconds.
func dayAt(at int64, zone *time.Location) string {
	return time.Unix(at, 0).In(zone).Format(time.DateOnly)
}

// dayAfter is the next day of the calendar; day is one.
func dayAfter(day string) string { return addDays(day, 1) }

// addDays is the day of the calendar so many days later; day is one.
func addDays(day string, n int) string {
	t, _ := time.Parse(time.DateOnly, day)
	return t.AddDate(0, 0, n).Format(time.DateOnly)
}

// DayBegins is the first second (unix) of a day in a zone, whatever its clocks do in that night; of one that the zone skipped, the first second of the next. day is one, 2026-12-24,
// of a year of four digits.
func DayBegins(day string, zone *time.Location) int64 {
	begins, _ := time.Parse(time.DateOnly, day)
	at := begins.Unix() - 15*hourSeconds // nowhere has it begun yet
	for dayAt(at, zone) < day {
		at += quarter
	}
	return at
}

// hourBegins is when an hour of a day begins for the first time, or else the first instant after which it would have: clocks that go forward may leave it out.
func hourBegins(day string, hour int, zone *time.Location) int64 {
	at := DayBegins(day, zone)
	for now := time.Unix(at, 0).In(zone); now.Hour() < hour && now.Format(time.DateOnly) <= day; now = time.Unix(at, 0).In(zone) {
		at += quarter
	}
	return at
}

// daysFrom lists the days from first to last that a zone has.
func daysFrom(first, last string, zone *time.Location) []string {
	var list []string
	for day := first; day <= last; day = dayAfter(day) {
		if dayAt(DayBegins(day, zone), zone) == day {
			list = append(list, day)
		}
	}
	return list
}

// DayWords is a day, 2026-12-24, as a friend writes it: "24 December 2026".
func DayWords(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("2 January 2006")
}
