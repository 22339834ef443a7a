package views

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"image"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestEmbedInChromium puts the markup that a log offers into a page of another site. Its frame shows the game as it is, a link in it leads on
// within it, and of the site nothing else can be framed. Scripts are off.
func TestEmbedInChromium(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.plays(ann, bob, "pyrrhus", 6)
	_, markup, _ := strings.Cut(ann.get(game, 200).body, "readonly>")
	markup, _, _ = strings.Cut(markup, "</textarea>")
	markup = html.UnescapeString(markup)
	blog := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		frame := markup
		if r.URL.Path == "/log" {
			frame = strings.Replace(markup, "/embed", "", 1)
		}
		fmt.Fprint(w, "<!DOCTYPE html><html lang=en><title>A blog</title>", frame, "<h1>That was my game</h1>")
	}))
	defer blog.Close()
	site := strings.Replace(blog.URL, "127.0.0.1", "localhost", 1) // another site than w.url
	ctx := chromium(t)
	ann.signInto(ctx)

	alone := func(query string) *image.RGBA { // the page without a blog round it
		t.Helper()
		load(t, ctx, w.url+game+"/embed"+query, 400)
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(400, 640)); err != nil {
			t.Fatal(err)
		}
		return screen(t, ctx, image.Point{})
	}
	last, first := alone(""), alone("?ply=0")
	if n := unlike(last, first); n < 1000 {
		t.Fatalf("the last position looks like the first: %d pixels differ", n)
	}
	alone("")
	link := middleOf(t, ctx, "nav a") // to the first position

	load(t, ctx, site+"/", 700)
	corner := cornerOf(t, ctx, "iframe")
	shows(t, ctx, corner, last, "the last position")
	if err := chromedp.Do(ctx, chromedp.MouseClickXY(float64(corner.X)+link[0], float64(corner.Y)+link[1])); err != nil {
		t.Fatal(err)
	}
	shows(t, ctx, corner, first, "the first position, after a press on its link")
	if at, err := chromedp.Run(ctx, chromedp.Location()); err != nil || at != site+"/" {
		t.Errorf("the press has led to %s, %v", at, err)
	}

	load(t, ctx, site+"/log", 700)
	log := screen(t, ctx, corner)
	for _, colour := range [][3]uint8{{0x9a, 0xab, 0xb0}, {0xec, 0xe5, 0xd3}} { // of the board
		for i := 0; i < len(log.Pix); i += 4 {
			if [3]uint8(log.Pix[i:i+3]) == colour {
				t.Fatal("the log itself is shown in a frame")
			}
		}
	}
}

// screen is what is seen in the window, from a corner on, 400 by 640 pixels.
func screen(t *testing.T, ctx context.Context, corner image.Point) *image.RGBA {
	t.Helper()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	shot, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	part := image.NewRGBA(image.Rect(0, 0, 400, 640))
	draw.Draw(part, part.Rect, shot, corner, draw.Src)
	return part
}

// shows waits until a frame, its corner at a point, shows a picture.
func shows(t *testing.T, ctx context.Context, corner image.Point, want *image.RGBA, what string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		n := unlike(screen(t, ctx, corner), want)
		if n < 100 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the frame does not show %s: %d pixels differ", what, n)
		}
	}
}

// unlike counts the pixels in which two pictures of the same size plainly differ. Edges don't count: Chromium smooths them by how it happens to cut a
// page into tiles.
func unlike(a, b *image.RGBA) int {
	n := 0
	for i := 0; i < len(a.Pix); i += 4 {
		for c := range 3 {
			if diff := int(a.Pix[i+c]) - int(b.Pix[i+c]); diff < -80 || diff > 80 {
				n++
				break
			}
		}
	}
	return n
}

// cornerOf is the upper left corner of an element's content.
func cornerOf(t *testing.T, ctx context.Context, selector string) image.Point {
	t.Helper()
	box, err := chromedp.Run(ctx, chromedp.Dimensions(chromedp.CSS(selector)))
	if err != nil {
		t.Fatal(err)
	}
	return image.Pt(int(box.Content[0]), int(box.Content[1]))
}

// middleOf is the middle of an element.
func middleOf(t *testing.T, ctx context.Context, selector string) [2]float64 {
	t.Helper()
	box, err := chromedp.Run(ctx, chromedp.Dimensions(chromedp.CSS(selector)))
	if err != nil {
		t.Fatal(err)
	}
	return [2]float64{(box.Content[0] + box.Content[4]) / 2, (box.Content[1] + box.Content[5]) / 2}
}
