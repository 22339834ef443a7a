package store

import (
	"database/sql/driver"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Clock says how much time the players of a game have. It is a value, and the zero one is none: games that were played elsewhere have no clock of ours.
type Clock struct {
	Days int // "days": for each move, 1 to 30; 0 for a bank

	// "bank": seconds, whole hours. Reserve is what each player starts with (1 hour to 90 days); Added comes after each move (up to 14 days), but
	// never so that there is more than Cap (Reserve to 180 days).
	Reserve, Added, Cap int64
}

const (
	daySeconds  = 24 * 3600 // whatever clocks on walls do
	hourSeconds = 3600

	maxDays    = 30
	maxReserve = 90 * daySeconds
	maxAdded   = 14 * daySeconds
	maxCap     = 180 * daySeconds
)

// DaysAMove is the clock with so many days for each move.
func DaysAMove(days int) Clock { return Clock{Days: days} }

// Bank is the clock with a reserve, to which each move adds some time, up to a cap; in seconds.
func Bank(reserve, added, most int64) Clock { return Clock{Reserve: reserve, Added: added, Cap: most} }

// IsBank says whether the time is a reserve, and not so many days for each move.
func (c Clock) IsBank() bool { return c.Reserve != 0 || c.Added != 0 || c.Cap != 0 }

// String is the clock's text in columns and links (clock=…): "3" is three days a move; "10d+1d<14d" a reserve of ten days, one added for each move, at
// most 14; hours are written "36h".
func (c Clock) String() string {
	if !c.IsBank() {
		return strconv.Itoa(c.Days)
	}
	return spanText(c.Reserve) + "+" + spanText(c.Added) + "<" + spanText(c.Cap)
}

// spanText is a number of seconds in days, or else in hours.
func spanText(seconds int64) string {
	if seconds%daySeconds == 0 {
		return fmt.Sprintf("%dd", seconds/daySeconds)
	}
	return fmt.Sprintf("%dh", seconds/hourSeconds)
}

// plusLost is where a + was that an address has made a blank of.
var plusLost = regexp.MustCompile(`([dh])\s+(\d+[dh]\s*<)`)

// ParseClock reads a clock's text, in which blanks do not count but for "10d 1d<14d", and "<14d" may be missing where nothing is added or the cap is the reserve.
// *Invalid{"clock"}, also where a number is out of its bounds.
func ParseClock(text string) (Clock, error) {
	typed := strings.Join(strings.Fields(plusLost.ReplaceAllString(strings.ToLower(text), "$1+$2")), "")
	if days, err := strconv.Atoi(strings.TrimSuffix(typed, "d")); err == nil {
		return DaysAMove(days), DaysAMove(days).check()
	}
	reserve, rest, bank := strings.Cut(typed, "+")
	added, most, capped := strings.Cut(rest, "<")
	if !capped {
		most = reserve
	}
	var c Clock
	for _, part := range []struct {
		text string
		into *int64
	}{{reserve, &c.Reserve}, {added, &c.Added}, {most, &c.Cap}} {
		seconds, ok := parseSpan(part.text)
		if !ok || !bank {
			return Clock{}, invalid("clock", "“%.40s” is no clock. Write 3 for three days a move, or 10d+1d<14d for a reserve of ten days to which each move adds one, up to 14; h stands for hours.", text)
		}
		*part.into = seconds
	}
	if !c.IsBank() { // else it would pass for a clock of days
		return c, reserveBounds()
	}
	return c, c.check()
}

// parseSpan reads "10d" or "36h", in seconds.
func parseSpan(text string) (int64, bool) {
	for unit, seconds := range map[string]int64{"d": daySeconds, "h": hourSeconds} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseUint(number, 10, 16)
			return int64(n) * seconds, err == nil
		}
	}
	return 0, false
}

// check says what is wrong with a clock: *Invalid about "days" or "clock", nil where nothing is.
func (c Clock) check() error {
	switch {
	case !c.IsBank():
		if c.Days < 1 || c.Days > maxDays {
			return invalid("days", "Each player has from 1 to %d days for a move; choose a number of days in between.", maxDays)
		}
	case c.Days != 0:
		return invalid("clock", "A game has either days for each move or a reserve of time, not both.")
	case c.Reserve%hourSeconds != 0 || c.Added%hourSeconds != 0 || c.Cap%hourSeconds != 0:
		return invalid("clock", "A clock counts in whole hours.")
	case c.Reserve < hourSeconds || c.Reserve > maxReserve:
		return reserveBounds()
	case c.Added < 0 || c.Added > maxAdded:
		return invalid("clock", "What a move adds is from nothing to %d days.", maxAdded/daySeconds)
	case c.Cap < c.Reserve || c.Cap > maxCap:
		return invalid("clock", "The most time that one can have is at least the time to start with, %s, and at most %d days.", spanWords(c.Reserve), maxCap/daySeconds)
	}
	return nil
}

func reserveBounds() *Invalid {
	return invalid("clock", "The time to start with is from 1 hour to %d days.", maxReserve/daySeconds)
}

// Sentence is the clock in a sentence: "Each player has 3 days for each move.", "You start with 10 days; each move adds 1 day; never more than 14 days."
func (c Clock) Sentence() string {
	switch {
	case c == Clock{}:
		return "No clock was kept here."
	case !c.IsBank():
		return "Each player has " + spanWords(int64(c.Days)*daySeconds) + " for each move."
	case c.Added == 0:
		return "You have " + spanWords(c.Reserve) + " for all your moves together."
	}
	return "You start with " + spanWords(c.Reserve) + "; each move adds " + spanWords(c.Added) + "; never more than " + spanWords(c.Cap) + "."
}

// Short is the clock in a few words, to follow a game's name: "3 days a move", "10 days + 1 day a move", "10 days for all moves".
func (c Clock) Short() string {
	switch {
	case c == Clock{}:
		return "no clock"
	case !c.IsBank():
		return spanWords(int64(c.Days)*daySeconds) + " a move"
	case c.Added == 0:
		return spanWords(c.Reserve) + " for all moves"
	}
	return spanWords(c.Reserve) + " + " + spanWords(c.Added) + " a move"
}

// spanWords is a number of seconds in words: "10 days", "1 hour", "1 day and 12 hours".
func spanWords(seconds int64) string {
	count := func(n int64, thing string) string {
		if n == 1 {
			return "1 " + thing
		}
		return fmt.Sprintf("%d %ss", n, thing)
	}
	days, hours := seconds/daySeconds, seconds%daySeconds/hourSeconds
	switch {
	case hours == 0 && days > 0:
		return count(days, "day")
	case days == 0:
		return count(hours, "hour")
	}
	return count(days, "day") + " and " + count(hours, "hour")
}

// start is how many seconds each player has at the beginning.
func (c Clock) start() int64 {
	if c.IsBank() {
		return c.Reserve
	}
	return int64(c.Days) * daySeconds
}

// after is how many seconds a player has for the next move who has so many left now and has just moved. What was given beyond the cap is not taken away.
func (c Clock) after(left int64) int64 {
	if c.IsBank() {
		return max(left, min(left+c.Added, c.Cap))
	}
	return c.start()
}

// Value is the clock as it stands in a column.
func (c Clock) Value() (driver.Value, error) { return c.String(), nil }

// Scan reads a column.
func (c *Clock) Scan(column any) (err error) {
	if text := fmt.Sprint(column); text == (Clock{}).String() {
		*c = Clock{}
		return nil
	}
	*c, err = ParseClock(fmt.Sprint(column))
	return err
}
