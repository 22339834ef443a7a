package views

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// set gives a field of the page a value, as if it had been there.
func (b *tab) set(selector, value string) {
	b.t.Helper()
	b.do(chromedp.SetAttributeValue(chromedp.CSS(selector), "value", value))
}

// touch presses something that leads to no other page: a radio button, the heading of a part that is folded.
func (b *tab) touch(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// at is the path of the page that is open.
func (b *tab) at() string {
	b.t.Helper()
	address, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil {
		b.t.Fatal(err)
	}
	return strings.TrimPrefix(address, b.url)
}

// TestCorrespondenceInChromium: two people, a browser each and no scripts, set a clock with a reserve; one enters conditional moves with a drop, one takes moves back by
// consent, one goes on vacation, and after the end they agree on a rematch.
func TestCorrespondenceInChromium(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	first := chromium(t)
	if err := chromedp.Do(first); err != nil { // starts the browser
		t.Fatal(err)
	}
	second, cancel := chromedp.NewContext(first, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	white, black := &tab{t, first, w.url}, &tab{t, second, w.url}
	for b, p := range map[*tab]*person{white: ann, black: bob} {
		if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			t.Fatal(err)
		}
		p.signInto(b.ctx)
	}

	white.open("/presets/new?variant=crazyhouse&side=white")
	white.touch(`input[name="pace"][value="bank"]`)
	white.set("#reserve", "9")
	white.set("#added", "1")
	white.set("#cap", "13")
	white.press(redButton)
	invitation := white.at()
	bob.get(invitation, 200).says(t, "You start with 9 days; each move adds 1 day; never more than 13")
	black.open(invitation)
	black.press(redButton)
	game := black.at()
	if clock := w.state(game).Clock; clock.String() != "9d+1d<13d" {
		t.Errorf("the clock is %s", clock)
	}

	white.play(game, []string{"e2", "e4"})
	black.play(game, []string{"d7", "d5"})
	white.play(game, []string{"e4", "d5"})
	black.play(game, []string{"d8", "d5"})
	black.open(game)
	black.press(`main a[href="` + game + `/plan"]`)
	for _, click := range []string{"b1", "c3", "hand%3AP", "d4"} {
		black.press(`main a[href*="&at=` + click + `"][href$="` + click + `"]`)
	}
	black.press(`form[action="` + game + `/plan"][method="post"] button`)
	white.play(game, []string{"b1", "c3"})
	if g := w.state(game); g.Ply != 6 || g.LastSAN != "P@d4" {
		t.Fatalf("after %d plies the last move is %s", g.Ply, g.LastSAN)
	}

	white.open(game)
	white.touch(`details:has(> form input[value="takeback"]) > summary`)
	white.press(`form input[value="takeback"] ~ .acts button[name="n"][value="2"]`)
	black.open(game)
	black.press(`button[value="grant"]`)
	if g := w.state(game); g.Ply != 4 || g.LastSAN != "Qxd5" {
		t.Fatalf("taken back are not two plies: %d are left, the last is %s", g.Ply, g.LastSAN)
	}
	ann.get(game, 200).says(t, "Ann took back 3. Nc3 by consent")

	white.open("/settings")
	white.set("#last", time.Unix(w.now.Load(), 0).UTC().AddDate(0, 0, 3).Format(time.DateOnly))
	white.press(`form[aria-label="Plan a vacation"] button`)
	before := w.state(game)
	if before.Times[0].Running || before.Times[0].Still != "vacation" {
		t.Errorf("the clock of who is on vacation: %+v", before.Times[0])
	}
	bob.get(game, 200).says(t, "vacation")
	w.now.Add(86400)
	if after := w.state(game); after.Times[0].Left != before.Times[0].Left || after.DeadlineAt != before.DeadlineAt {
		t.Errorf("it does not stand still: %+v, %+v", before.Times[0], after.Times[0])
	}
	white.play(game, []string{"g1", "f3"})

	black.open(game + "/resign")
	black.press(redButton)
	white.open(game)
	white.press(`form[action="` + game + `/rematch"] button`)
	black.open(game)
	black.press(`form[action="` + game + `/rematch"] button`)
	again := w.state(black.at())
	if again.Seats[0].Name != "Bob" || again.Seats[1].Name != "Ann" || again.Variant != "crazyhouse" || again.Clock.String() != "9d+1d<13d" {
		t.Errorf("the rematch: %+v", again)
	}
}
