package mail

import (
	"mime"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"postrider/store"
)

func TestHeaderTextComesBack(t *testing.T) {
	for _, text := range []string{
		"Bob: 7. Nc3 (Chess)",
		"Bob: 7… Nc6 (Pyrrhus Chess)",
		"Твой ход в «Кавалерийские шахматы»: " + strings.Repeat("очень длинное имя игры ", 8) + "(Chess)",
		strings.Repeat("漢", 200),
		"x " + strings.Repeat("y", 300) + " z",
		"=?utf-8?q?not_mine?=",
		"♞ two words",
	} {
		encoded := headerText(text)
		for _, word := range strings.Split(encoded, " ") {
			if len(word) > 60 {
				t.Errorf("%q has a word of %d columns", encoded, len(word))
			}
		}
		decoded, err := new(mime.WordDecoder).DecodeHeader(encoded)
		if err != nil || decoded != text {
			t.Errorf("%q comes back as %q (%v)", text, decoded, err)
		}
	}
}

func TestHeaderTextHoldsNoLineBreaks(t *testing.T) {
	got := headerText("Eve\r\nBcc: victim@example.net\x00\u2028end\u0085 \xff")
	if strings.ContainsAny(got, "\r\n\x00") || strings.Contains(got, "  ") {
		t.Errorf("got %q", got)
	}
}

func TestHeaderAddressComesBack(t *testing.T) {
	for _, name := range []string{"", "Bob", `Tom & "Jerry" <b>`, "Zoë", "O'Neil, Sr.", strings.Repeat("漢", 60), "=?utf-8?q?x?=", "Eve\r\nBcc: v@example.net"} {
		got, err := netmail.ParseAddress(headerAddress(name, "a@example.com"))
		if err != nil || got.Name != oneLine(name) || got.Address != "a@example.com" {
			t.Errorf("%q comes back as %v (%v)", name, got, err)
		}
	}
}

func TestCheckAddress(t *testing.T) {
	for _, good := range []string{"a@example.com", "o'brien@example.com", "c+site.org@example.de", "a@xn--bcher-kva.example"} {
		if err := checkAddress(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{"", "a", "a@", "a@b.com>\r\nDATA\r\n", "a@b.com> NOTIFY=NEVER", "Bob <a@b.com>", "a@b.com, c@d.com", "zoë@b.com", "a b@c.com", `"a b"@c.com`, "<a@b.com>"} {
		if err := checkAddress(bad); err == nil || strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestDomain(t *testing.T) {
	for from, want := range map[string]string{
		"Postrider <games@Post.example>": "post.example", "postrider@localhost": "localhost", "x@bücher.example": "xn--bcher-kva.example",
	} {
		if got, err := Domain(from); err != nil || got != want {
			t.Errorf("Domain(%q) = %q, %v", from, got, err)
		}
	}
	for _, bad := range []string{"", "nobody", "a@b, c@d", "zoë@example.com"} {
		if got, err := Domain(bad); err == nil {
			t.Errorf("Domain(%q) = %q", bad, got)
		}
	}
}

func TestNewRefusesInSentences(t *testing.T) {
	good := Options{URL: "https://post.example/", From: "Postrider <games@post.example>", SMTP: "smtp://user:secret@mail.example:587"}
	p, err := New(nil, good)
	if err != nil || p.url != "https://post.example" || p.relay.address() != "mail.example:587" || p.relay.loopback {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, o := range []Options{
		{URL: "post.example", From: good.From}, {URL: "ftp://x", From: good.From}, {URL: "https://x/?a=b", From: good.From},
		{URL: good.URL, From: "nobody"},
		{URL: good.URL, From: good.From, SMTP: "mail.example:587"}, {URL: good.URL, From: good.From, SMTP: "smtp://"},
		{URL: good.URL, From: good.From, SMTP: "smtp://user:sec%ret@mail.example"}, {URL: good.URL, From: good.From, SMTP: "smtp://user@mail.example"},
		{URL: good.URL, From: good.From, SMTP: "http://user:secret@mail.example"}, {URL: good.URL, From: good.From, SMTP: "smtp://user:secret@mail.example:99999"},
	} {
		_, err := New(nil, o)
		if err == nil {
			t.Errorf("%+v was taken", o)
		} else if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "sec%ret") {
			t.Errorf("the password is in %q", err)
		}
	}
	for text, port := range map[string]string{"smtp://127.0.0.1": "587", "smtps://[::1]": "465", "smtp://localhost:25": "25"} {
		if r, err := parseRelay(text); err != nil || r.port != port || !r.loopback {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

func TestInstant(t *testing.T) {
	now := time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		zone string
		at   time.Time
		want string
	}{
		{"UTC", now.Add(72 * time.Hour), "Thursday 3 December, 05:00 UTC"},
		{"Europe/Berlin", now.Add(72 * time.Hour), "Thursday 3 December, 06:00 CET"},
		{"America/Santiago", now.Add(72 * time.Hour), "Thursday 3 December, 02:00 UTC-03 (America/Santiago)"},
		{"Europe/Berlin", time.Date(2026, 3, 29, 0, 59, 0, 0, time.UTC), "Sunday 29 March, 01:59 CET"}, // 02:00 to 03:00 are skipped
		{"Europe/Berlin", time.Date(2026, 3, 29, 1, 0, 0, 0, time.UTC), "Sunday 29 March, 03:00 CEST"},
		{"Europe/Berlin", time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC), "Sunday 25 October, 02:30 CEST"}, // an hour that is there twice
		{"Europe/Berlin", time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC), "Sunday 25 October, 02:30 CET"},
		{"America/Los_Angeles", time.Date(2026, 3, 8, 10, 0, 0, 0, time.UTC), "Sunday 8 March, 03:00 PDT"},
		{"America/Los_Angeles", time.Date(2026, 11, 1, 8, 30, 0, 0, time.UTC), "Sunday 1 November, 01:30 PDT"},
		{"America/Los_Angeles", time.Date(2026, 11, 1, 9, 30, 0, 0, time.UTC), "Sunday 1 November, 01:30 PST"},
		{"America/Santiago", time.Date(2026, 4, 5, 2, 30, 0, 0, time.UTC), "Saturday 4 April, 23:30 UTC-03 (America/Santiago)"},
		{"America/Santiago", time.Date(2026, 4, 5, 3, 30, 0, 0, time.UTC), "Saturday 4 April, 23:30 UTC-04 (America/Santiago)"},
		{"Asia/Tokyo", time.Date(2026, 3, 28, 15, 0, 0, 0, time.UTC), "Sunday 29 March, 00:00 JST"},
		{"Asia/Kathmandu", time.Date(2026, 3, 28, 15, 0, 0, 0, time.UTC), "Saturday 28 March, 20:45 UTC+05:45 (Asia/Kathmandu)"},
		{"Pacific/Apia", time.Date(2011, 12, 30, 9, 59, 0, 0, time.UTC), "Thursday 29 December 2011, 23:59 UTC-10 (Pacific/Apia)"}, // and no 30th
		{"Pacific/Apia", time.Date(2011, 12, 30, 10, 0, 0, 0, time.UTC), "Saturday 31 December 2011, 00:00 UTC+14 (Pacific/Apia)"},
		{"UTC", now.Add(40 * 24 * time.Hour), "Saturday 9 January 2027, 05:00 UTC"},
		{"Nowhere/Else", now, "Monday 30 November, 05:00 UTC"},
	} {
		if got := instant(c.at, now, store.Player{Zone: c.zone}.Location()); got != c.want {
			t.Errorf("in %s: %q, not %q", c.zone, got, c.want)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	for text, d := range map[string]time.Duration{
		"3 days": 72*time.Hour - 20*time.Second, "2 days and 4 hours": 52 * time.Hour, "1 day and 1 hour": 25*time.Hour + 10*time.Minute,
		"10 days": 250 * time.Hour, "14 hours": 14*time.Hour + 24*time.Minute, "3 hours and 1 minute": 181 * time.Minute, "1 hour": time.Hour, "1 minute": time.Second,
	} {
		if got := timeLeft(d); got != text {
			t.Errorf("%v: %q, not %q", d, got, text)
		}
	}
}

func TestMoveRows(t *testing.T) {
	log := func(start string, sans ...string) *store.Log {
		l := &store.Log{Game: store.Game{StartFEN: "8/8/8/8/8/8/8/8 " + start}}
		for i, san := range sans {
			l.Moves = append(l.Moves, store.Move{Ply: i + 1, SAN: san})
		}
		return l
	}
	rows := moveRows(log("b - - 0 1", "e5", "Nf3", "Nc6", "Bb5"), 3)
	want := []row{{"1.", "…", "e5", 0}, {"2.", "Nf3", "Nc6", 0}, {"3.", "Bb5", "", 1}}
	if !slices.Equal(rows, want) {
		t.Errorf("%v, not %v", rows, want)
	}
	if rows := moveRows(log("w - - 0 1", make([]string, 20)...), 3); len(rows) != 3 || rows[0].Number != "8." || rows[2].Last != 2 {
		t.Errorf("%v", rows)
	}
}

func TestShown(t *testing.T) {
	if got := shown("דוד"); got != "דוד\u200E" {
		t.Errorf("%q", got)
	}
	if got := shown(" Zoë  K"); got != "Zoë K" {
		t.Errorf("%q", got)
	}
}

func TestOneLineTurnsNothing(t *testing.T) {
	if got := oneLine("250 \u202eko\u202c \u2066x\u2069 \u200fשלום\x00!"); got != "250 ko x \u200fשלום !" {
		t.Errorf("it became %q", got)
	}
}
