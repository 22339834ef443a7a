package views

import (
	"encoding/xml"
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
	for title, link := range map[string]string{"Your move against Bob, after 1… e5": game, "0–1, checkmate: Ann against Bob (Chess)": over, "Bob asked Ann to take back a move (Chess)": game,
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
