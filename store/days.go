package store

import (
	"strings"
	"time"
)

// A day is written as dayForm has it, so that days compare as texts do.
const dayForm = "2006-01-02"

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
func dayAt(at int64, zone *time.Location) string { return time.Unix(at, 0).In(zone).Format(dayForm) }

// dayAfter is the next day of the calendar; day is one.
func dayAfter(day string) string { return addDays(day, 1) }

// addDays is the day of the calendar so many days later; day is one.
func addDays(day string, n int) string {
	t, _ := time.Parse(dayForm, day)
	return t.AddDate(0, 0, n).Format(dayForm)
}

// dayBegins is the first second of a day in a zone, whatever its clocks do in that night; of one that the zone skipped, the first second of the next.
func dayBegins(day string, zone *time.Location) int64 {
	noon, _ := time.Parse(dayForm, day)
	at := noon.Unix() - 15*hourSeconds // nowhere has it begun yet
	for dayAt(at, zone) < day {
		at += quarter
	}
	return at
}

// hourBegins is when an hour of a day begins for the first time, or else the first instant after which it would have: clocks that go forward may leave it out.
func hourBegins(day string, hour int, zone *time.Location) int64 {
	at := dayBegins(day, zone)
	for now := time.Unix(at, 0).In(zone); now.Hour() < hour && now.Format(dayForm) <= day; now = time.Unix(at, 0).In(zone) {
		at += quarter
	}
	return at
}

// daysFrom lists the days from first to last that a zone has.
func daysFrom(first, last string, zone *time.Location) []string {
	var list []string
	for day := first; day <= last; day = dayAfter(day) {
		if dayAt(dayBegins(day, zone), zone) == day {
			list = append(list, day)
		}
	}
	return list
}

// dayWords is a day as a friend writes it: "24 December 2026".
func dayWords(day string) string {
	t, err := time.Parse(dayForm, day)
	if err != nil {
		return day
	}
	return t.Format("2 January 2006")
}
