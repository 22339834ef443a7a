package views

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"postrider/rules"
	"postrider/store"
)

// instant is a moment in full, with its zone: "Thu 3 December 2026, 05:00 UTC". at: unix seconds.
func instant(at int64, z *time.Location) string { return moment(at, z, "Mon 2 January 2006, 15:04 ") }

// soon is a moment with its zone, short enough to stand beside a name: "Thu 3 Dec, 05:00 UTC". at: unix seconds.
func soon(at int64, z *time.Location) string { return moment(at, z, "Mon 2 Jan, 15:04 ") }

func moment(at int64, z *time.Location, form string) string {
	t := time.Unix(at, 0).In(z)
	return t.Format(form) + store.ZoneMark(t)
}

// date is a day: "3 December 2026". at: unix seconds.
func date(at int64, z *time.Location) string {
	return time.Unix(at, 0).In(z).Format("2 January 2006")
}

// left is a span of time in its two largest units: "2 d 4 h", "19 h 5 min", "40 min", "less than a minute"; "no time" where none is left.
func left(seconds int64) string {
	d, h, m := seconds/86400, seconds/3600%24, seconds/60%60
	switch {
	case seconds <= 0:
		return "no time"
	case d > 0 && h > 0:
		return fmt.Sprintf("%d d %d h", d, h)
	case d > 0:
		return fmt.Sprintf("%d d", d)
	case h > 0 && m > 0:
		return fmt.Sprintf("%d h %d min", h, m)
	case h > 0:
		return fmt.Sprintf("%d h", h)
	case m > 0:
		return fmt.Sprintf("%d min", m)
	}
	return "less than a minute"
}

// timeLeft is left as it stands beside a game: "2 d 4 h left". seconds: to the deadline.
func timeLeft(seconds int64) string { return left(seconds) + " left" }

// dueClass is the class of a time that is running out: "due" under a day, else "".
func dueClass(seconds int64) string {
	if seconds < 86400 {
		return "due"
	}
	return ""
}

// clockWords is a clock in a sentence: "Three days for each move."
func clockWords(c store.Clock) string {
	if c.IsBank() || c == (store.Clock{}) {
		return c.Sentence()
	}
	return upper(days(c.Days)) + " for each move."
}

// pace is a clock in a few words: "three days a move", "10 days + 1 day a move".
func pace(c store.Clock) string {
	if c.IsBank() || c == (store.Clock{}) {
		return c.Short()
	}
	return days(c.Days) + " a move"
}

// days is a number of days: "one day", "three days", "14 days".
func days(n int) string {
	if n == 1 {
		return "one day"
	}
	return count(n, "", "days")
}

// legalMoves counts the moves that somebody can choose from: "1 legal move", "20 legal moves".
func legalMoves(n int) string {
	if n == 1 {
		return "1 legal move"
	}
	return itoa(n) + " legal moves"
}

// count is a number and what is counted, small numbers in words: "one game", "three games", "14 games".
func count(n int, one, many string) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	number := fmt.Sprint(n)
	if n >= 0 && n < len(words) {
		number = words[n]
	}
	if n == 1 {
		return number + " " + one
	}
	return number + " " + many
}

// ago is how long something is past, as a friend would say it: "just now", "40 min ago", "5 h ago", "yesterday", "3 days ago", or the date; "undated" for 0.
func ago(at, now int64, z *time.Location) string {
	switch past := now - at; {
	case at == 0:
		return "undated"
	case past < 60:
		return "just now"
	case past < 3600:
		return fmt.Sprintf("%d min ago", past/60)
	case past < 86400:
		return fmt.Sprintf("%d h ago", past/3600)
	case past < 2*86400:
		return "a day ago"
	case past < 30*86400:
		return fmt.Sprintf("%d days ago", past/86400)
	}
	return date(at, z)
}

var (
	address  = regexp.MustCompile(`\S+@\S+`)
	smtpCode = regexp.MustCompile(`^(\d{3}( \d\.\d{1,3}\.\d{1,3})?|\d\.\d{1,3}\.\d{1,3})\b`)
)

// toldOthers is what others than its recipient are told of what became of a mail. A mail server's words may hold the recipient's address or
// account, so of these only the code ("The mail server answered 550 5.1.1"); else our own sentence ("The mail server cannot be reached; …").
// It has no full stop; "" where nothing is known.
func toldOthers(answer string) string {
	if code := smtpCode.FindString(answer); code != "" {
		return "The mail server answered " + code
	}
	return upper(strings.TrimRight(address.ReplaceAllString(answer, "(the address)"), ". "))
}

// an puts the article before a word: "a pawn", "an echidna".
func an(word string) string {
	if word != "" && strings.ContainsRune("aeiouAEIOU", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// upper begins a sentence.
func upper(text string) string { return rules.UpperFirst(text) }
