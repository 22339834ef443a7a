package views

import (
	"strings"
	"testing"
	"time"

	"postrider/store"
)

func TestRuns(t *testing.T) {
	const site = "http://localhost:8080"
	for text, want := range map[string]string{
		"see " + site + "/games/abc?ply=3#x, then": "/games/abc?ply=3#x", site + "/": "/", site + "//evil.example/x": "", site + "/\\evil.example": "",
		site + "/%": "", "http://evil.example/": "", site + ".evil.example/": "", site + "@evil.example/": "",
	} {
		led, whole := "", ""
		for _, part := range runs(text, site) {
			led, whole = led+part.Path, whole+part.Text
		}
		if led != want || whole != text {
			t.Errorf("%q leads to %q and reads %q", text, led, whole)
		}
	}
}

// zoned is an instant as a reader in a zone is told of it: in the night in which clocks change, in the hour that is there twice, on the day that is left out.
var zoned = []struct{ zone, at, soon string }{
	{"UTC", "2026-10-25T01:30:00Z", "Sun 25 Oct, 01:30 UTC"},
	{"Asia/Tokyo", "2026-03-28T17:30:00Z", "Sun 29 Mar, 02:30 JST"},
	{"Europe/Berlin", "2026-03-29T00:59:00Z", "Sun 29 Mar, 01:59 CET"},
	{"Europe/Berlin", "2026-03-29T01:00:00Z", "Sun 29 Mar, 03:00 CEST"},
	{"Europe/Berlin", "2026-10-25T00:30:00Z", "Sun 25 Oct, 02:30 CEST"},
	{"Europe/Berlin", "2026-10-25T01:30:00Z", "Sun 25 Oct, 02:30 CET"},
	{"America/Los_Angeles", "2026-03-08T09:59:00Z", "Sun 8 Mar, 01:59 PST"},
	{"America/Los_Angeles", "2026-03-08T10:00:00Z", "Sun 8 Mar, 03:00 PDT"},
	{"America/Los_Angeles", "2026-11-01T08:30:00Z", "Sun 1 Nov, 01:30 PDT"},
	{"America/Los_Angeles", "2026-11-01T09:30:00Z", "Sun 1 Nov, 01:30 PST"},
	{"America/Santiago", "2026-04-05T03:30:00Z", "Sat 4 Apr, 23:30 UTC-04"},
	{"Pacific/Apia", "2011-12-30T09:59:00Z", "Thu 29 Dec, 23:59 UTC-10"},
	{"Pacific/Apia", "2011-12-30T10:00:00Z", "Sat 31 Dec, 00:00 UTC+14"},
	{"Pacific/Apia", "2026-04-04T14:30:00Z", "Sun 5 Apr, 03:30 UTC+13"},
}

// TestSentencesAboutTime: each names the instant in the reader's zone; what is left counts days of 24 hours, whatever clocks on walls do.
func TestSentencesAboutTime(t *testing.T) {
	for _, c := range zoned {
		z, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		when, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		at := when.Unix()
		game := store.Game{Status: "playing", DeadlineAt: at, Ply: 2}
		game.Seats[0].Name, game.Seats[1].Name = "Ann", "Bob"
		game.Times[0] = store.SeatTime{Left: 3 * 86400, Running: true}
		p := &gamePage{Log: store.Log{Game: game}, Zone: z, Now: at - 3*86400}
		still := game
		still.Times[0] = store.SeatTime{Left: 2*86400 + 3600, Still: "vacation", StillUntil: at}
		away := &gamePage{Log: store.Log{Game: game, Away: [2]store.Vacation{1: {From: p.Now, Until: at}}}, Zone: z, Now: p.Now}
		event := func(kind string, n int64) string {
			return p.eventWords(store.Event{Kind: kind, From: at, Until: at, N: n})
		}
		for _, sentence := range []struct{ got, want string }{
			{soon(at, z), c.soon},
			{instant(at, z), when.In(z).Format("Mon 2 January 2006") + c.soon[strings.Index(c.soon, ","):]},
			{p.clock(0).Words + " " + p.clock(0).Link + " " + p.clock(0).Below, "3 d left until " + c.soon},
			{(&gamePage{Log: store.Log{Game: still}, Zone: z, Now: at - 9*86400}).clock(0).Below, "stands still until " + c.soon + " (vacation)"},
			{(&gamePage{Log: store.Log{Game: game}, Zone: z, Now: at}).clock(0).Below, "since " + c.soon},
			{away.clock(1).Below, "on vacation until " + c.soon},
			{event("pause", 9), "Bob and Ann agreed to pause the game until " + c.soon + "."},
			{event("vacation", 0), "Ann is on vacation from " + c.soon + " until " + c.soon + ": that clock stands still."},
			{event("back", 0), "Ann’s vacation ends earlier: " + c.soon + "."},
			{event("outage", 0), "The server was away from " + c.soon + " until " + c.soon + ". The clock that ran got this time back."},
			{onVacation([]store.Vacation{{From: at - 1, Until: at}}, at-1, z), "On vacation until " + instant(at, z) + "."},
		} {
			if sentence.got != sentence.want {
				t.Errorf("%s at %s: %q, want %q", c.zone, c.at, sentence.got, sentence.want)
			}
		}
	}
}

func TestWords(t *testing.T) {
	at := time.Date(2026, 12, 3, 5, 0, 0, 0, time.UTC).Unix()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want string }{
		{instant(at, time.UTC), "Thu 3 December 2026, 05:00 UTC"},
		{instant(at, berlin), "Thu 3 December 2026, 06:00 CET"},
		{left(2*86400 + 4*3600 + 59), "2 d 4 h"},
		{left(3 * 86400), "3 d"},
		{left(19*3600 + 5*60), "19 h 5 min"},
		{left(3600), "1 h"},
		{left(61), "1 min"},
		{left(59), "less than a minute"},
		{left(0), "no time"},
		{left(-5), "no time"},
		{days(1), "one day"},
		{days(3), "three days"},
		{days(30), "30 days"},
		{count(0, "game", "games"), "no games"},
		{ago(at, at+59, time.UTC), "just now"},
		{ago(at, at+3*86400, time.UTC), "3 days ago"},
		{ago(at, at+40*86400, time.UTC), "3 December 2026"},
		{upper("élan"), "Élan"},
		{legalMoves(1), "1 legal move"},
		{legalMoves(20), "20 legal moves"},
		{upper(""), ""},
		{dueClass(86399), "due"},
		{dueClass(86400), ""},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
