package views

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"postrider/store"
)

// asks searches with these fields: name, value, name, value …
func (p *person) asks(want int, pairs ...string) answer {
	p.t.Helper()
	return p.get("/search?"+filled(pairs...).Values.Encode(), want)
}

func TestSearch(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	open, mate, other := w.chess(ann, bob, "e4"), w.chess(ann, bob, "f3", "e5", "g4", "Qh4"), w.chess(eve, bob)
	house := w.begin(ann, eve, store.Terms{Variant: "crazyhouse", Clock: store.DaysAMove(3), Side: "white"})
	day := time.Unix(w.now.Load(), 0).UTC()
	today, tomorrow := day.Format(time.DateOnly), day.AddDate(0, 0, 1).Format(time.DateOnly)
	for _, c := range []struct {
		fields []string
		found  []string
	}{
		{[]string{"player", "ann"}, []string{open, mate, house}},
		{[]string{"player", "Bob", "opponent", "Eve"}, []string{other}},
		{[]string{"variant", "crazyhouse"}, []string{house}},
		{[]string{"result", "0-1"}, []string{mate}},
		{[]string{"result", "won", "player", "Bob"}, []string{mate}},
		{[]string{"result", "won", "player", "Ann"}, nil},
		{[]string{"result", "playing"}, []string{open, other, house}},
		{[]string{"result", "finished"}, []string{mate}},
		{[]string{"result", "*"}, nil},
		{[]string{"from", today, "until", today}, []string{open, mate, other, house}},
		{[]string{"from", tomorrow}, nil},
		{[]string{"until", "1969-12-31"}, nil},
	} {
		page := out.asks(200, c.fields...)
		for _, game := range []string{open, mate, other, house} {
			want := false
			for _, f := range c.found {
				want = want || f == game
			}
			if strings.Contains(page.body, `href="`+game+`"`) != want {
				t.Errorf("%v: game %s is found: %v", c.fields, game, !want)
			}
		}
		if c.found == nil {
			page.says(t, "No game is like that.")
		}
	}
	page := out.get("/search", 200)
	if strings.Contains(page.words(), "Found") {
		t.Error("nothing is looked for, and something found")
	}
	for field, value := range map[string]string{"player": "Nobody", "opponent": "Nobody", "result": "2-0", "from": "yesterday", "until": "2026-02-30", "variant": "nonsense"} {
		page := out.asks(422, field, value, "page", "2")
		page.holds(t, `id="`+field+`-wrong"`)
		if field != "result" && field != "variant" { // lists, which offer what there is
			page.holds(t, `value="`+value+`"`)
		}
	}
	out.asks(422, "until", "2026-02-30").says(t, "The calendar has no such day")
	out.asks(422, "until", "31.12.2026").says(t, "A day is written like 2026-12-31")
	if page := out.asks(422, "player", strings.Repeat("x", 5000)+"\x00"); strings.Count(page.body, strings.Repeat("x", 41)) != 5000/41 || strings.Contains(page.body, "\x00") {
		t.Error("the sentence repeats a long name, or a control character comes back")
	}
	page = out.asks(200, "player", "Ann", "variant", "chess", "page", "3")
	page.says(t, "The list of what was found has no page 3.")
	page.holds(t, `<a href="/search?player=Ann&amp;variant=chess">To its beginning`)
	out.asks(422, "result", "lost").holds(t, `id="player-wrong"`)
	out.asks(422, "from", tomorrow, "until", today).holds(t, `id="until-wrong"`, `value="`+today+`"`)
	out.get("/search?page=0", 400)
	out.get("/search?player=%FF%00", 422)
	out.get("/games", 200).holds(t, `href="/search"`)
	out.get("/players/Bob", 200).holds(t, `href="/search?player=Bob"`)
}

// A day is that of the reader's zone, from its midnight to the next one, also where one of them is skipped.
func TestSearchedDays(t *testing.T) {
	for _, c := range []struct {
		zone, day string
		later     int
		want      string
	}{
		{"UTC", "2026-12-31", 1, "2027-01-01T00:00:00Z"},
		{"Asia/Tokyo", "2026-12-31", 0, "2026-12-30T15:00:00Z"},
		{"America/Los_Angeles", "2026-03-08", 1, "2026-03-09T07:00:00Z"},
		{"Europe/Berlin", "2026-10-25", 0, "2026-10-24T22:00:00Z"},
		{"Europe/Berlin", "2026-10-25", 1, "2026-10-25T23:00:00Z"},
		{"Pacific/Apia", "2011-12-29", 1, "2011-12-30T10:00:00Z"},
	} {
		z, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		at, err := dayBegins(filled("d", c.day), "d", c.later, z)
		if got := time.Unix(at, 0).UTC().Format(time.RFC3339); err != nil || got != c.want {
			t.Errorf("%s in %s, %d later: %s, want %s (%v)", c.day, c.zone, c.later, got, c.want, err)
		}
	}
}

func TestSearchIsPaged(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	for range 51 {
		w.begin(ann, bob, store.Terms{Variant: "chess", Clock: store.DaysAMove(3), Side: "white"})
	}
	path := "/search?" + url.Values{"player": {"Ann"}, "variant": {"chess"}}.Encode()
	ann.get(path, 200).holds(t, `rel="next" href="/search?player=Ann&amp;variant=chess&amp;page=2"`)
	page := ann.get(path+"&page=2", 200)
	page.holds(t, `rel="prev" href="/search?player=Ann&amp;variant=chess&amp;page=1"`)
	if n := strings.Count(page.body, "<td><a href=\"/games/") + strings.Count(page.body, "<td>\n<a href=\"/games/"); n > 1 {
		t.Errorf("%d games on the last page", n)
	}
}

// Thirty games that wait: sorted, counted in the title, light.
func TestThirtyGamesWait(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	for i := range 30 {
		w.begin(ann, bob, store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(30 - i), Side: "white"})
	}
	over := w.chess(ann, bob, "f3", "e5", "g4", "Qh4")
	page := ann.get("/games", 200)
	page.holds(t, "<title>(30) My games", `href="`+over+`"`)
	page.says(t, "Waiting for you (30)", "1 d left", "30 d left", "UTC")
	at := -1
	for days := 1; days <= 30; days++ {
		next := strings.Index(page.words(), fmt.Sprintf(" %d d left", days))
		if next <= at {
			t.Errorf("%d days stand at %d, after %d", days, next, at)
		}
		at = next
	}
	if len(page.body) > 60_000 {
		t.Errorf("the page has %d bytes", len(page.body))
	}
	_, src, _ := strings.Cut(strings.ReplaceAll(page.body, "&amp;", "&"), `<img src="`)
	src, _, _ = strings.Cut(src, `"`)
	packed, plain := ann.do("GET", src, nil, 200, "Accept-Encoding", "gzip"), ann.do("GET", src, nil, 200, "Accept-Encoding", "identity")
	if packed.Header.Get("Content-Encoding") != "gzip" || len(packed.body) > 5_000 || len(plain.body) < len(packed.body) {
		t.Errorf("a small board has %d bytes, %d without packing", len(packed.body), len(plain.body))
	}
	t.Logf("the page has %d bytes, a small board %d (%d without packing)", len(page.body), len(packed.body), len(plain.body))
	ann.post(over+"/hide", 303, "hide", "yes")
	ann.get("/games", 200) // says so once
	if strings.Contains(ann.get("/games", 200).body, `href="`+over+`"`) {
		t.Error("a hidden game is in the list")
	}
	ann.get("/hidden", 200).holds(t, `href="`+over+`"`)
	bob.get("/games", 200).holds(t, `href="`+over+`"`)
	bob.get("/hidden", 200).says(t, "There are none.")
	w.stranger().get("/hidden", 303)
}
