package views

import (
	"testing"
	"time"
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
