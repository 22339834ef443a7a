package views

import (
	"strings"
	"testing"
	"time"

	"postrider/store"
)

func TestVacationInSettings(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob)
	now := time.Unix(w.now.Load(), 0).UTC()
	in := func(days int) time.Time { return now.AddDate(0, 0, days) }
	iso := func(days int) string { return in(days).Format(time.DateOnly) }
	words := func(days int) string { return in(days).Format("2 January 2006") }

	ann.get("/settings", 200).says(t, "Times are told in UTC as long as you choose no other zone", "A year has 30 days", "Days of your zone, UTC.")
	for field, fields := range map[string][]string{
		"first": {"first", iso(-1), "last", iso(3)}, "last": {"first", iso(5), "last", iso(4)},
	} {
		ann.post("/settings", 422, append(fields, "do", "vacation")...).holds(t, `id="`+field+`-wrong"`, `value="`+fields[1]+`"`, `value="`+fields[3]+`"`)
	}
	ann.post("/settings", 422, "do", "vacation", "first", "", "last", "soon").says(t, "is no day")
	ann.post("/settings", 422, "do", "vacation", "first", "", "last", iso(75)).says(t, "A year has 30 days of vacation")

	ann.post("/settings", 303, "do", "vacation", "first", "", "last", iso(9))
	until := instant(in(10).Truncate(24*time.Hour).Unix(), time.UTC)
	page := ann.get("/settings", 200)
	page.says(t, "Your clocks stand still from now until "+until, words(0)+" to "+words(9), "your clocks stand still until "+until, "End it now", "Make it shorter")
	out.get("/players/Ann", 200).says(t, "On vacation until "+until)
	still := "stands still until " + soon(in(10).Truncate(24*time.Hour).Unix(), time.UTC) + " (vacation)"
	for _, who := range []*person{ann, bob, out} {
		who.get(game, 200).says(t, "3 d left "+still)
	}
	for _, path := range []string{"/", "/games"} {
		ann.get(path, 200).says(t, "3 d left, "+still)
		bob.get("/games", 200).says(t, "3 d left, "+still)
	}
	ann.get(game+"?at=e2&at=e4", 200).says(t, "3 d left to send it, until")
	ann.play(game, 0, "e4", 303) // moving does not end it
	bob.get(game, 200).says(t, "3 d on vacation until "+soon(in(10).Truncate(24*time.Hour).Unix(), time.UTC))
	out.get("/players/Ann", 200).says(t, "On vacation until "+until)

	_, rest, _ := strings.Cut(page.body, `name="vacation" value="`)
	id, _, _ := strings.Cut(rest, `"`)
	ann.post("/settings", 422, "do", "shorten", "vacation", id, "last", "").holds(t, "<details open", `id="last-wrong"`)
	ann.post("/settings", 422, "do", "shorten", "vacation", id, "last", iso(12)).says(t, "plan another one")
	ann.post("/settings", 303, "do", "shorten", "vacation", id, "last", iso(4))
	ann.get("/settings", 200).says(t, words(0)+" to "+words(4))
	bob.post("/settings", 404, "do", "endvacation", "vacation", id)
	bob.post("/settings", 404, "do", "endvacation", "vacation", "x")
	ann.post("/settings", 422, "do", "shorten", "vacation", id, "last", "soon").holds(t, "<details open", `id="last-wrong"`)
	ann.post("/settings", 303, "do", "endvacation", "vacation", id)
	ann.post("/settings", 410, "do", "endvacation", "vacation", id).says(t, "That vacation is over")
	if strings.Contains(out.get("/players/Ann", 200).words(), "On vacation") {
		t.Error("a vacation that was ended goes on")
	}

	ann.post("/settings", 303, "do", "vacation", "first", iso(20), "last", iso(20))
	ann.get("/settings", 200).says(t, words(20), "Cancel")
	if got := onVacation([]store.Vacation{{From: 10, Until: 20}, {From: 20, Until: 86400}, {From: 90000, Until: 99999}}, 15, time.UTC); got != "On vacation until "+instant(86400, time.UTC)+"." {
		t.Errorf("two vacations, the second right after the first: %q", got)
	}
	if strings.Contains(out.get("/players/Ann", 200).words(), "On vacation") {
		t.Error("everybody sees when somebody will be on vacation")
	}
	_, rest, _ = strings.Cut(ann.get("/settings", 200).body, `name="vacation" value="`)
	id, _, _ = strings.Cut(rest, `"`)
	ann.post("/settings", 303, "do", "endvacation", "vacation", id)
	ann.post("/settings", 404, "do", "endvacation", "vacation", id).says(t, "It has been cancelled, perhaps by the first of two clicks")
	ann.post("/settings", 303, "do", "auto", "auto", "on")
	if !ann.account().AutoVacation {
		t.Error("no automatic vacation")
	}
	ann.get("/settings", 200).holds(t, `name="auto" checked`)
	ann.post("/settings", 303, "do", "auto")
	if ann.account().AutoVacation {
		t.Error("the automatic vacation stays")
	}
}

// The days of a vacation are those of the player's zone, and of the year that they are in.
func TestVacationInZones(t *testing.T) {
	for _, zone := range []string{"Asia/Tokyo", "America/Los_Angeles", "Europe/Berlin", "Pacific/Apia"} {
		w := newWorld(t)
		ann := w.join("Ann")
		z, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		ann.post("/settings", 303, "do", "zone", "zone", zone)
		today := w.store.Now().In(z)
		first, last := today.AddDate(0, 0, 10), today.AddDate(0, 0, 39)
		years := map[int]int{}
		for i := 10; i < 40; i++ {
			years[today.AddDate(0, 0, i).Year()]++
		}
		ann.post("/settings", 303, "do", "vacation", "first", first.Format(time.DateOnly), "last", last.Format(time.DateOnly))
		y, m, d := first.Date()
		begins := instant(time.Date(y, m, d, 0, 0, 0, 0, z).Unix(), z)
		y, m, d = last.Date()
		ends := instant(time.Date(y, m, d+1, 0, 0, 0, 0, z).Unix(), z)
		ann.get("/settings", 200).says(t, "Days of your zone, "+zone, "from "+begins+" until "+ends,
			"you have "+itoa(30-years[today.Year()])+" left in "+itoa(today.Year()), "and "+itoa(30-years[today.Year()+1])+" in "+itoa(today.Year()+1))
	}
}

func TestBlocks(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	out.post("/players/Bob/block", 303)
	ann.post("/players/Nobody/block", 404)
	ann.post("/players/Ann/block", 422)
	ann.get("/players/Bob", 200).says(t, "Block Bob")
	if strings.Contains(ann.get("/players/Ann", 200).body+out.get("/players/Bob", 200).body, "/block") {
		t.Error("a block is offered to whom it does not concern")
	}
	ann.post("/players/Bob/block", 303)
	page := ann.get("/players/Bob", 200)
	page.says(t, "You have blocked Bob", "what is written with a move still comes")
	if strings.Contains(page.words(), "Invite") {
		t.Error("whom one has blocked is to be invited")
	}
	bob.post("/invitations", 422, "variant", "chess", "days", "3", "opponent", "Ann").says(t, "Ann takes no invitations from you")
	ann.get("/settings", 200).says(t, "Whom I have blocked", "Unblock Bob")
	ann.post("/settings", 404, "do", "unblock", "player", "x")
	ann.post("/settings", 303, "do", "unblock", "player", itoa(int(bob.account().ID)))
	bob.post("/invitations", 303, "variant", "chess", "days", "3", "opponent", "Ann")
}

func TestFeedLinks(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	ann.get("/settings", 200).says(t, "Make the links")
	ann.post("/settings", 303, "do", "feeds")
	token, err := w.store.FeedToken(t.Context(), ann.account().ID)
	if err != nil || token == "" {
		t.Fatal(token, err)
	}
	ann.get("/settings", 200).says(t, w.url+"/feeds/"+token+".atom", w.url+"/feeds/"+token+".ics", "Make new links")
	ann.post("/settings", 303, "do", "feeds")
	if strings.Contains(ann.get("/settings", 200).body, token) {
		t.Error("the old token stands in the settings")
	}
	ann.post("/settings", 303, "do", "endfeeds")
	ann.get("/settings", 200).says(t, "Make the links")
}
