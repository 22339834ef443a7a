package views

import (
	"strings"
	"time"
	"unicode/utf8"
)

// A calendar of deadlines, as RFC 5545 (iCalendar) has it.

// due is a deadline in a calendar.
type due struct {
	UID                         string // the same as long as it is the same event, also when its time changes
	At, Changed                 int64  // unix seconds
	Sequence                    int    // grows with each change
	Summary, Description, Where string // Where: its address on the web
}

// calendar writes an iCalendar object. title names it where calendars show a name.
func calendar(title string, list []due) string {
	var b strings.Builder
	line := func(name, value string) { fold(&b, name+":"+value) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//Postrider//Deadlines//EN")
	line("CALSCALE", "GREGORIAN")
	line("METHOD", "PUBLISH")
	line("X-WR-CALNAME", icalText(title))
	fold(&b, "REFRESH-INTERVAL;VALUE=DURATION:PT1H")
	for _, d := range list {
		line("BEGIN", "VEVENT")
		line("UID", icalText(d.UID))
		line("DTSTAMP", icalTime(d.Changed))
		line("LAST-MODIFIED", icalTime(d.Changed))
		fold(&b, "SEQUENCE:"+itoa(d.Sequence))
		line("DTSTART", icalTime(d.At))
		line("SUMMARY", icalText(d.Summary))
		line("DESCRIPTION", icalText(d.Description))
		line("URL", d.Where)
		line("TRANSP", "TRANSPARENT") // nobody is busy then
		line("END", "VEVENT")
	}
	line("END", "VCALENDAR")
	return b.String()
}

// icalTime is an instant in UTC (RFC 5545, 3.3.5, form 2). at: unix seconds.
func icalTime(at int64) string { return time.Unix(at, 0).UTC().Format("20060102T150405Z") }

// icalText is a text with what has a meaning of its own escaped (RFC 5545, 3.3.11); other control characters are left out.
func icalText(text string) string {
	text = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(strings.ToValidUTF8(text, "�"))
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\t' || c == 0x7f {
			return -1
		}
		return c
	}, text)
}

// fold writes a content line, broken so that no line is longer than 75 octets and no letter is torn (RFC 5545, 3.1).
func fold(b *strings.Builder, text string) {
	room := 75
	for _, c := range text {
		if n := utf8.RuneLen(c); n > room {
			b.WriteString("\r\n ")
			room = 74 - n
		} else {
			room -= n
		}
		b.WriteRune(c)
	}
	b.WriteString("\r\n")
}
