package views

import (
	"encoding/xml"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"postrider/store"
)

// feeds is what a player's feeds' addresses begin with.
func (p *person) feeds() string {
	p.t.Helper()
	token, err := p.store.NewFeedToken(p.t.Context(), p.account().ID)
	if err != nil {
		p.t.Fatal(err)
	}
	return "/feeds/" + token
}

func TestAtomFeed(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5")
	w.now.Add(60)
	over := w.chess(ann, bob, "f3", "e5", "g4", "Qh4")
	ann.deed(game, "/ask", 303, "kind", "pause", "action", "ask", "days", "3") // her own deed is no news
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
	bob.post("/invitations", 303, "variant", "pyrrhus", "days", "3", "side", "random", "title", "<Cup> & more", "opponent", "Ann")
	path := ann.feeds()
	a := out.get(path+".atom", 200)
	if got := a.Header.Get("Content-Type"); got != "application/atom+xml; charset=utf-8" {
		t.Error(got)
	}
	if got := a.Header.Get("Cache-Control"); !strings.Contains(got, "private") {
		t.Error(got)
	}
	if len(a.Cookies()) > 0 {
		t.Error("a feed sets a cookie")
	}
	var feed atomFeed
	if err := xml.Unmarshal([]byte(a.body), &feed); err != nil {
		t.Fatal(err, a.body)
	}
	titles, ids := map[string]atomEntry{}, map[string]bool{}
	for i, e := range feed.Entries {
		if titles[e.Title] = e; ids[e.ID] || e.ID == "" || !strings.HasPrefix(e.Link.Href, w.url) {
			t.Errorf("entry %+v", e)
		}
		ids[e.ID] = true
		if _, err := time.Parse(time.RFC3339, e.Updated); err != nil || i > 0 && e.Updated > feed.Entries[i-1].Updated {
			t.Errorf("updated %s (%v)", e.Updated, err)
		}
	}
	for title, link := range map[string]string{"Your move against Bob, after 1… e5": game, "0–1, checkmate: Ann against Bob (Chess)": over, "Bob asked to take back a move (Chess)": game,
		"Bob invites you: <Cup> & more (Pyrrhus Chess)": "/invitations/"} {
		if e, ok := titles[title]; !ok || !strings.HasPrefix(e.Link.Href, w.url+link) {
			t.Errorf("%q is told as %+v in\n%s", title, e, a.body)
		}
	}
	if strings.Contains(a.body, "pause") || feed.ID == "" || feed.Author == "" || feed.Updated != feed.Entries[0].Updated || strings.Contains(feed.ID, path) {
		t.Errorf("%+v", feed)
	}
	out.do("GET", path+".atom", nil, 304, "If-None-Match", a.Header.Get("ETag"))
	ann.play(game, 2, "Nf3", 303)
	if b := out.do("GET", path+".atom", nil, 200, "If-None-Match", a.Header.Get("ETag")); strings.Contains(b.body, "Your move") {
		t.Error("a game that waits for somebody else is told")
	}
}

func TestCalendarFeed(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.begin(ann, bob, store.Terms{Variant: "chess", Clock: store.DaysAMove(3), Side: "white", Title: "Päckchen; mit, Komma " + strings.Repeat("ö", 30)})
	g := w.state(game)
	path := ann.feeds()
	a := out.get(path+".ics", 200)
	if got := a.Header.Get("Content-Type"); got != "text/calendar; charset=utf-8" {
		t.Error(got)
	}
	if !strings.HasSuffix(a.body, "\r\n") || strings.Count(a.body, "\n") != strings.Count(a.body, "\r\n") {
		t.Error("lines end otherwise than in CRLF")
	}
	for line := range strings.SplitSeq(a.body, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("%d octets: %q", len(line), line)
		}
	}
	whole := strings.ReplaceAll(a.body, "\r\n ", "")
	uid := "\r\nUID:turn-" + g.ID + "@127.0.0.1\r\n"
	for _, part := range []string{"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:", uid, "\r\nDTSTART:" + time.Unix(g.DeadlineAt, 0).UTC().Format("20060102T150405Z") + "\r\n",
		"\r\nDTSTAMP:", `SUMMARY:Your time ends against Bob: Päckchen\; mit\, Komma ö`, "\r\nURL:" + w.url + game + "\r\n", "END:VEVENT\r\nEND:VCALENDAR\r\n"} {
		if !strings.Contains(whole, part) {
			t.Errorf("it does not hold %q:\n%s", part, whole)
		}
	}
	if again := out.get(path+".ics", 200); again.body != a.body {
		t.Error("it changes although nothing has")
	}
	w.now.Add(100)
	ann.play(game, 0, "e4", 303)
	if strings.Contains(out.get(path+".ics", 200).body, "VEVENT") {
		t.Error("a deadline of somebody else's is in it")
	}
	bob.play(game, 1, "e5", 303)
	again := strings.ReplaceAll(out.get(path+".ics", 200).body, "\r\n ", "")
	if !strings.Contains(again, uid) || !strings.Contains(again, icalTime(w.state(game).DeadlineAt)) {
		t.Errorf("the same event, moved:\n%s", again)
	}
}

// event is the one event of a player's calendar: its properties by name. A line break in the file is part of no value.
func (p *person) event(path string) map[string]string {
	p.t.Helper()
	values := map[string]string{}
	_, event, found := strings.Cut(strings.ReplaceAll(p.get(path+".ics", 200).body, "\r\n ", ""), "BEGIN:VEVENT\r\n")
	for line := range strings.SplitSeq(event, "\r\n") {
		name, value, _ := strings.Cut(line, ":")
		if _, twice := values[name]; twice && name != "END" {
			p.t.Errorf("%s stands twice in\n%s", name, event)
		}
		values[name] = value
	}
	if !found {
		p.t.Fatal("the calendar holds no event")
	}
	return values
}

// TestCalendarFollowsTheDeadline: whatever moves it, the event stays the same one, and is a later version of itself.
func TestCalendarFollowsTheDeadline(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5", "Nf3")
	path := bob.feeds()
	before := out.event(path)
	sequence := func(event map[string]string) int {
		t.Helper()
		n, err := strconv.Atoi(event["SEQUENCE"])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	day := func(later int) string { return w.store.Now().AddDate(0, 0, later).Format(time.DateOnly) }
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"more time", func() { ann.deed(game, "/time", 303) }},
		{"a pause", func() {
			ann.deed(game, "/ask", 303, "kind", "pause", "action", "ask", "days", "9")
			bob.deed(game, "/ask", 303, "kind", "pause", "action", "grant")
		}},
		{"the end of the pause", func() {
			bob.deed(game, "/ask", 303, "kind", "resume", "action", "ask")
			ann.deed(game, "/ask", 303, "kind", "resume", "action", "grant")
		}},
		{"a vacation", func() { bob.post("/settings", 303, "do", "vacation", "first", "", "last", day(3)) }},
		{"its end", func() {
			_, rest, _ := strings.Cut(bob.get("/settings", 200).body, `name="vacation" value="`)
			id, _, _ := strings.Cut(rest, `"`)
			bob.post("/settings", 303, "do", "endvacation", "vacation", id)
		}},
		{"a takeback, and the move anew", func() {
			ann.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
			bob.deed(game, "/ask", 303, "kind", "takeback", "action", "grant")
			w.now.Add(60)
			ann.play(game, 2, "Nf3", 303)
		}},
		{"an outage", func() {
			w.now.Add(6 * 3600)
			if err := w.store.Beat(t.Context()); err != nil {
				t.Fatal(err)
			}
		}},
		{"a vacation that begins by itself", func() {
			bob.post("/settings", 303, "do", "auto", "auto", "on")
			w.now.Store(w.state(game).DeadlineAt + 1)
		}},
		{"its second day", func() { w.now.Store(w.state(game).DeadlineAt + 1) }},
	} {
		w.now.Add(60)
		if step.what != "an outage" && step.what != "its second day" {
			if err := w.store.Beat(t.Context()); err != nil { // so that the time since the step before is no outage
				t.Fatal(err)
			}
		}
		step.do()
		if err := w.store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		after := out.event(path)
		if after["UID"] != before["UID"] || after["DTSTART"] == before["DTSTART"] || after["DTSTART"] != icalTime(w.state(game).DeadlineAt) {
			t.Errorf("%s: %v, before %v", step.what, after, before)
		}
		if sequence(after) <= sequence(before) || after["LAST-MODIFIED"] <= before["LAST-MODIFIED"] || after["DTSTAMP"] <= before["DTSTAMP"] {
			t.Errorf("%s makes no later version: %v, before %v", step.what, after, before)
		}
		before = after
	}
	if n := strings.Count(ann.get(game, 200).words(), "It began by itself"); n != 1 {
		t.Errorf("the log tells %d times of the vacation that goes on", n)
	}
}

// TestCalendarText: RFC 5545, 3.1 (lines of at most 75 octets, letters whole) and 3.3.11 (what has a meaning of its own is escaped).
func TestCalendarText(t *testing.T) {
	for text, want := range map[string]string{
		`a, b; c\d`:                `a\, b\; c\\d`,
		"two\nlines\r\nof\rthis":   `two\nlines\nof\nthis`,
		"no\x00\x1b\tcontrols\x7f": "no\tcontrols",
		"cut \xff off":             "cut � off",
		"Zoë: 2… Nc6":              "Zoë: 2… Nc6",
	} {
		if got := icalText(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for _, letter := range []string{"x", "ö", "王", "♞", "🐴"} {
		for before := range 4 {
			text := strings.Repeat("-", before) + strings.Repeat(letter, 200)
			var b strings.Builder
			fold(&b, text)
			lines := strings.Split(strings.TrimSuffix(b.String(), "\r\n"), "\r\n")
			for i, line := range lines {
				if len(line) > 75 || i < len(lines)-1 && len(line) <= 75-len(letter) || !utf8.ValidString(line) || i > 0 && line[0] != ' ' {
					t.Errorf("line %d of %d has %d octets: %q", i, len(lines), len(line), line)
				}
			}
			if strings.Join(lines, "\r\n") != strings.TrimSuffix(b.String(), "\r\n") || strings.ReplaceAll(strings.Join(lines, "\r\n"), "\r\n ", "") != text {
				t.Errorf("%q is not what it was: %q", text, b.String())
			}
		}
	}
}

// TestFeedTellsOfMessages without what they say, and of a turn anew that a takeback gives.
func TestFeedTellsOfMessages(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5")
	path := ann.feeds()
	read := func() (feed atomFeed) {
		t.Helper()
		body := out.get(path+".atom", 200).body
		if err := xml.Unmarshal([]byte(body), &feed); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(body, "secret") || len(feed.Entries) > 0 && feed.Updated != feed.Entries[0].Updated {
			t.Errorf("the feed is %s", body)
		}
		return feed
	}
	turn := read().Entries[0].ID
	w.now.Add(60)
	bob.post(game+"/messages", 303, "message", "a secret")
	w.now.Add(60)
	ann.post(game+"/messages", 303, "message", "my own secret")
	w.now.Add(120)
	bob.post(game+"/messages", 303, "message", "a second secret")
	feed := read()
	for i, number := range []string{"3", "1"} {
		e := feed.Entries[i]
		if e.Title != "Bob wrote to you (Chess)" || e.ID != w.url+game+"#message-"+number || e.Link.Href != w.url+game || feed.Entries[2].ID != turn {
			t.Errorf("entry %d is %+v", i, e)
		}
	}
	w.now.Add(60)
	ann.play(game, 2, "Nf3", 303)
	w.now.Add(60)
	ann.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
	w.now.Add(60)
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "grant")
	feed = read()
	if e := feed.Entries[0]; e.Title != "Your move against Bob, after 1… e5" || e.ID == turn || e.Updated != atomTime(w.now.Load()) {
		t.Errorf("after a takeback the turn is told as %+v", e)
	}
	bob.post(game+"/resign", 303, "ply", "2")
	ann.post(game+"/remark", 303, "remark", "my own word")
	w.now.Add(60)
	bob.post(game+"/remark", 303, "remark", "no secret")
	if e := read().Entries[0]; e.Title != "Bob commented on your game (Chess)" || e.ID != w.url+game+"#remark" || e.Link.Href != w.url+game || e.Updated != atomTime(w.now.Load()) {
		t.Errorf("a public comment is told as %+v", e)
	}
	w.now.Add(31 * 86400)
	if feed := read(); len(feed.Entries) > 0 {
		t.Error("what is long past is told")
	}
}

func TestFeedsEnd(t *testing.T) {
	w := newWorld(t)
	ann, out := w.join("Ann"), w.stranger()
	old := ann.feeds()
	path := ann.feeds()
	for _, kind := range []string{".atom", ".ics"} {
		out.get(old+kind, 404)
		out.get(path+kind, 200)
	}
	for _, bad := range []string{"/feeds/x.atom", "/feeds/.ics", path, path + ".rss", path + ".atom.ics"} {
		out.get(bad, 404)
	}
	if err := w.store.EndFeeds(t.Context(), ann.account().ID); err != nil {
		t.Fatal(err)
	}
	out.get(path+".atom", 404)
	out.get(path+".ics", 404)
}
