package views

import (
	"context"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"postrider/mail"
	"postrider/rules"
)

// TestPagesInChromium looks at every sort of page, loaded with scripts switched off: none scrolls sideways on a phone of 320 px, and axe-core
// finds no fault of accessibility in light or dark. Where there is no Chromium it is skipped, unless POSTRIDER_BROWSER=required.
func TestPagesInChromium(t *testing.T) {
	axe, missing := os.ReadFile("../.ci/node_modules/axe-core/axe.min.js")
	if _, err := exec.LookPath("chromium"); err != nil {
		missing = err
	}
	if missing != nil && os.Getenv("POSTRIDER_BROWSER") == "required" {
		t.Fatal(missing)
	} else if missing != nil {
		t.Skipf("SKIPPED: Debian's chromium and axe-core (npm ci --prefix .ci) are needed; the pages were not looked at: %v", missing)
	}
	w := newWorld(t, func(o *Options) { o.KeepsMail = true })
	ann, bob := w.join("Ann"), w.join("Bob")
	game, over := w.chess(ann, bob, "e4", "e5"), w.chess(ann, bob, "f3", "e5", "g4", "Qh4")
	ann.play(game, 2, "Nf3", 303, "comment", "Good luck")
	bob.play(game, 3, "Nc6", 303, "draw", "offer")
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
	bob.post(game+"/messages", 303, "message", "How is the weather?")
	ann.post(game+"/note", 303, "note", "He likes pins")
	ann.keeps(game, "d2d4.e5d4.f3d4", 303)
	ann.keeps(game, "d2d4.d7d6.d4e5", 303)
	bob.post(over+"/rematch", 303)
	bob.post(over+"/remark", 303, "remark", "A short one")
	invitation := ann.post("/invitations", 303, "variant", "pyrrhus", "days", "3", "side", "random", "opponent", "").where()
	preset := ann.post("/presets", 303, "variant", "crazyhouse", "days", "3", "side", "random", "title", "Pawns").where()
	w.keepMail()

	hexes := ann.post("/invitations", 303, "variant", "dragonfly-hex", "days", "3", "side", "white", "opponent", "").where()
	board := bob.post(hexes+"/accept", 303).where()
	longest := w.join("Donaudampfschifffahrtsgesellschaftskapitaenswitwenrente")
	long := w.chess(ann, longest, "e4")
	wide := longest.post("/invitations", 303, "variant", "shogi", "days", "3", "side", "white", "title", strings.Repeat("W", 80), "opponent", "Ann").where()
	longest.post("/presets", 303, "variant", "chess", "days", "3", "side", "white", "title", strings.Repeat("M", 80))
	ctx := chromium(t)
	looks := func(paths ...string) {
		for _, path := range paths {
			narrow(t, ctx, w.url+path)
			accessible(t, ctx, w.url+path, string(axe))
		}
	}

	looks("/", "/signup", "/signin", "/variants", "/variants/pyrrhus", "/variants/glinski", "/variants/echidna", "/presets/new?variant=pyrrhus", preset, invitation, game, game+"/embed", game+"/embed?ply=2", over+"/embed", game+"/embed?ply=99", "/games", "/privacy", "/mail", "/players/Bob", "/nothing",
		"/analysis?variant=crazyhouse&line=e2e4.d7d5", "/analysis?variant=dragonfly-hex&at=e2", "/search?player=Ann", "/search?player=Nobody")
	if _, err := rules.Lookup("shogi"); err == nil {
		looks("/variants/shogi")
	}
	ann.signInto(ctx)
	looks("/", "/variants", "/presets/new?variant=crazyhouse", preset, invitation, game, game+"?ply=1", game+"?at=d2", game+"?at=d2&at=d4", game+"/resign", game+"/plan", game+"/plan?line=d2d4.e5d4.f3d4", over, board, board+"?at=e2", long,
		"/games", "/hidden", "/analysis"+strings.Replace(game, "/games/", "?game=", 1)+"&ply=1&line=e7e5.g1f3", "/mail", "/settings", "/settings/delete")
	for _, who := range []*person{ann, longest} {
		who.signInto(ctx)
		for _, path := range []string{"/", "/games", "/settings", "/players/" + longest.name, long, long + "?at=e7", long + "/plan", wide} {
			narrow(t, ctx, w.url+path)
		}
	}
}

// chromium is a browser for the length of a test. Where there is none the test is skipped, unless POSTRIDER_BROWSER=required.
func chromium(t *testing.T) context.Context {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		if os.Getenv("POSTRIDER_BROWSER") == "required" {
			t.Fatal(err)
		}
		t.Skipf("SKIPPED: Debian's chromium is needed; nothing was looked at: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, append([]chromedp.ExecAllocatorOption{chromedp.NoSandbox}, chromedp.DefaultExecAllocatorOptions[:]...)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// signInto brings the person's cookies into a browser.
func (p *person) signInto(ctx context.Context) {
	p.t.Helper()
	site, err := url.Parse(p.world.url)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, cookie := range p.client.Jar.Cookies(site) {
		if _, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: cookie.Name, Value: cookie.Value, URL: p.world.url}); err != nil {
			p.t.Fatal(err)
		}
	}
}

// keepMail lets the postman keep all that waits in the outbox, as he does without a relay.
func (w *world) keepMail() {
	w.t.Helper()
	postman, err := mail.New(w.store, mail.Options{URL: w.url, From: "Postrider <games@post.example>", Log: slog.New(slog.NewTextHandler(w.t.Output(), nil))})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(w.t.Context())
	ended := make(chan struct{})
	go func() { postman.Run(ctx); close(ended) }()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, next, err := w.store.NextEnvelope(ctx); err != nil && next.IsZero() {
			break
		}
		if time.Now().After(end) {
			w.t.Fatal("mail waits, and nobody keeps it")
		}
	}
	stop()
	<-ended
}

// load opens a page as somebody does whose browser runs no script.
func load(t *testing.T, ctx context.Context, address string, width int64) {
	t.Helper()
	off := emulation.SetScriptExecutionDisabledParams{Value: true}
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, off); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(address)); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
}

// narrow checks that a page does not scroll sideways on a phone of 320 px.
func narrow(t *testing.T, ctx context.Context, address string) {
	load(t, ctx, address, 320)
	m, err := chromedp.Call(ctx, page.GetLayoutMetrics, struct{}{})
	if err != nil || m.CSSContentSize.Width > 320 {
		t.Errorf("%.200s is %v px wide (%v)", address, m.CSSContentSize.Width, err)
	}
}

// accessible looks for faults of accessibility in a page, light and dark. Scripts are switched on for axe-core alone: the page is loaded by
// then, and its own, had it any, did not run.
func accessible(t *testing.T, ctx context.Context, address, axe string) {
	for _, scheme := range []string{"light", "dark"} {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
			t.Fatal(err)
		}
		load(t, ctx, address, 1280)
		if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{}); err != nil {
			t.Fatal(err)
		}
		faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](axe+
			`;axe.run().then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 160) + " " + n.failureSummary).join(" | ")))`,
			chromedp.EvalAwaitPromise))
		if err != nil || len(faults) > 0 {
			t.Errorf("%s (%s): %q %v", address, scheme, faults, err)
		}
	}
}
