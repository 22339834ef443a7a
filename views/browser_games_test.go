package views

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"postrider/rules"
	"postrider/store"
)

// TestWholeGameInChromium: two people sign up, confirm by the kept mail, invite, accept, and play to mate, by presses and by typing.
func TestWholeGameInChromium(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.KeepsMail = true })
	tabs := twoTabs(t, w.url)
	for i, name := range []string{"Ann", "Bob"} {
		b := tabs[i]
		b.open("/signup")
		b.write("#name", name)
		b.write("#email", name+"@example.com")
		b.write("#password", "four grey horses 1851")
		b.press(redButton)
		w.keepMail()
		b.open("/mail")
		b.press(`main a[href*="/confirm/"]`)
		b.press(redButton)
	}
	ann, bob := tabs[0], tabs[1]
	ann.open("/variants/pyrrhus")
	ann.do(chromedp.Click(chromedp.CSS(`#play input[value="white"]`)))
	ann.press(redButton)
	bob.open(ann.path())
	bob.press(redButton) // accept
	game := bob.path()
	for ply, way := range [][]string{{`.tray a[href*="hand"]`, `.board a[aria-label*="a2"]`}, {"e5"}, {`.board a[aria-label^="f2"]`, `.board a[aria-label*="f3"]`}, {"a7a6"}, {"g4"},
		{`.board a[aria-label^="d8"]`, `.board a[aria-label*="h4"]`}} {
		mover := tabs[ply%2]
		mover.open(game)
		if len(way) == 2 {
			mover.press(way[0])
			mover.press(way[1])
		} else {
			mover.write("input[name=move]", way[0])
			mover.press(redButton) // preview
		}
		mover.write("textarea[name=comment]", "Mind your queen.")
		mover.press(redButton)
	}
	w.stranger().get(game+".json", http.StatusOK).holds(t, `"san":"Qh4#"`, `"status":"finished"`)
	for _, b := range tabs {
		b.open(game)
		if text, err := chromedp.Run(b.ctx, chromedp.Text(chromedp.CSS("h1"))); err != nil || !strings.Contains(text, "checkmate") {
			t.Errorf("after the mate the page says %q, %v", text, err)
		}
	}
}

// TestGamesInChromium plays a game of each sort by presses on the board and beside it, two people in a browser each, without scripts.
func TestGamesInChromium(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	tabs := twoTabs(t, w.url)
	ann.signInto(tabs[0].ctx)
	bob.signInto(tabs[1].ctx)
	for _, c := range []struct {
		variant, fen string
		moves        []string // "": any legal move
		ends         string   // the reason; where it is a resignation, the side to move resigns
	}{
		{"harpy", "", []string{"e2e4^", "e7e5", "e4=", "d7d5", "e4d5"}, "resignation"},
		{"echidna", "7k2/*N3p3*/*P7*/*4n3*/*8*/*E3E3*/*8*/7K2 w - - 0 1", []string{"e3e4", "", "a3a4q"}, "resignation"},
		{"dragonfly", "3k3/P6/7/7/7/7/3K3[Rr] w - - 0 1", []string{"R@g6", "d7e7", "a6a7r"}, "checkmate"},
		{"dragonfly-hex", "k/1pn/1p1pn/rp3pr/1p5p1/p7p/9/PPPPPPPPP/1R2K2R1[N] w KQkq - 0 1", []string{"e1g1", "", "N@e4"}, "resignation"},
	} {
		terms, err := w.store.CheckTerms(store.Terms{Variant: c.variant, FEN: c.fen, Clock: store.DaysAMove(3), Side: "white"})
		if err != nil {
			t.Fatal(err)
		}
		v, err := rules.Lookup(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.ParseFEN(terms.FEN)
		if err != nil {
			t.Fatal(err)
		}
		game := w.begin(ann, bob, terms)
		for ply, text := range c.moves {
			m := p.Moves()[0]
			if text != "" {
				if m, err = p.Parse(text); err != nil {
					t.Fatalf("%s, %s: %v", c.variant, text, err)
				}
			}
			tabs[ply%2].play(game, p.Clicks(m))
			p = p.Play(m)
			ann.get(game+".json", http.StatusOK).holds(t, `"fen":"`+p.FEN()+`"`)
		}
		if c.ends == "resignation" {
			loser := tabs[p.Turn()]
			loser.open(game + "/resign")
			loser.press(redButton)
		}
		ann.get(game+".json", http.StatusOK).holds(t, `"status":"finished"`, `"reason":"`+c.ends+`"`)
	}
}

const redButton = "main form button.btn:not(.q)" // the one of the page

// tab is somebody's browser; no page may run a script in it.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string
}

// twoTabs are two browsers with cookies of their own.
func twoTabs(t *testing.T, url string) [2]*tab {
	t.Helper()
	first := chromium(t)
	if err := chromedp.Do(first); err != nil { // starts the browser
		t.Fatal(err)
	}
	second, cancel := chromedp.NewContext(first, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	tabs := [2]*tab{{t, first, url}, {t, second, url}}
	for _, b := range tabs {
		// by the context itself: the life of what a first run begins is that of its context
		if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			t.Fatal(err)
		}
	}
	return tabs
}

// play opens the game, presses what the clicks name, and sends the move.
func (b *tab) play(game string, clicks []string) {
	b.t.Helper()
	b.open(game)
	address := game
	for i, click := range clicks {
		sign := "&"
		if i == 0 {
			sign = "?"
		}
		address += sign + "at=" + url.QueryEscape(click)
		b.press(`main a[href="` + address + `"]`)
	}
	b.press(redButton)
}

func (b *tab) open(path string) { b.t.Helper(); b.do(chromedp.Navigate(b.url + path)) }

func (b *tab) write(selector, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// path is that of the page shown.
func (b *tab) path() string {
	b.t.Helper()
	at, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil {
		b.t.Fatal(err)
	}
	return strings.TrimPrefix(at, b.url)
}

// press presses what the selector finds first, and waits for the page that follows.
func (b *tab) press(selector string) {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.RunResponse(ctx, chromedp.Click(chromedp.CSS(selector)))
		if err != nil && strings.Contains(err.Error(), "deadline") {
			at, _ := chromedp.Run(b.ctx, chromedp.Location())
			b.t.Errorf("at %s: nothing can be pressed at %s", at, selector)
		}
		return err
	}))
}

// do runs steps; an error ends the test.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}
