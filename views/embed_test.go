package views

import (
	"fmt"
	"strings"
	"testing"
)

// A game in a frame is the same for everybody: no session, nothing private, no form, and links that stay in the frame but one.
func TestEmbed(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "f3", "e5")
	ann.play(game, 2, "g4", 303, "comment", "secret words", "draw", "offer")
	ann.post(game+"/note", 303, "note", "a private note")
	for query, words := range map[string][]string{
		"":              {"After 2. g4, Black to move.", "Ann – Bob, Chess"},
		"?ply=0":        {"The start, White to move."},
		"?ply=1&flip=1": {"After 1. f3, Black to move."},
	} {
		a := out.get(game+"/embed"+query, 200)
		a.says(t, words...)
		for _, who := range []*person{ann, bob} {
			if who.get(game+"/embed"+query, 200).body != a.body {
				t.Errorf("%q: %s sees something else than a stranger", query, who.name)
			}
		}
		policy := a.Header.Get("Content-Security-Policy")
		if len(a.Cookies()) > 0 || a.Header.Get("Vary") != "" || a.Header.Get("X-Frame-Options") != "" || !strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "form-action 'none'") {
			t.Errorf("%q: %v", query, a.Header)
		}
		for _, forbidden := range []string{"secret", "private", "<form", "<input", "/signin"} {
			if strings.Contains(a.body, forbidden) {
				t.Errorf("%q holds %q", query, forbidden)
			}
		}
		if strings.Count(a.body, `target="_blank" rel="noopener"`) != 1 {
			t.Errorf("%q has not one link out of the frame", query)
		}
	}
	out.get(game+"/embed?ply=1&flip=1", 200).holds(t, `href="`+game+`/embed?ply=0&amp;flip=1"`, `href="`+game+`/embed?ply=2&amp;flip=1" rel="next"`, `href="`+game+`/embed?flip=1">Last`, `href="`+w.url+game+`"`)
	for query, status := range map[string]int{"?ply=4": 404, "?ply=-1": 400, "?ply=x": 400, "?ply=%": 400} {
		a := ann.get(game+"/embed"+query, status)
		if len(a.Cookies()) > 0 || strings.Contains(a.body, "Settings") || !strings.Contains(a.body, "<h1>") {
			t.Errorf("%q: %v\n%s", query, a.Header, a.body)
		}
	}
	out.get("/games/nothing/embed", 404).says(t, "There is no such page")
	bob.play(game, 3, "Qh4", 303)
	out.get(game+"/embed", 200).says(t, "0–1, checkmate. Bob has mated Ann.")
	out.get("/robots.txt", 200).holds(t, "Disallow: /games/*/embed")
}

func TestShare(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5")
	for _, link := range []string{game + "?ply=2", game + "/board.png?ply=2", game + "/board.svg?ply=2", game + ".gif", game + ".json"} {
		out.get(game, 200).holds(t, `href="`+link+`"`)
		out.get(link, 200)
	}
	out.get(game, 200).holds(t, "&lt;iframe src=&#34;"+w.url+game+"/embed&#34; title=&#34;Ann – Bob, Chess&#34;", "max-width:100%", "It always shows the game as it stands")
	page := bob.get(game+"?ply=1", 200) // who sees the board from Black's side shares it so
	page.holds(t, `href="`+game+`/board.png?flip=1&amp;ply=1"`, game+"/embed?flip=1&amp;amp;ply=1", `href="`+game+`.gif?flip=1"`)
	if strings.Contains(page.body, "as it stands") {
		t.Error("the frame of a position of the past does not follow the game")
	}
	if strings.Contains(ann.get(game+"?at=g1&at=f3", 200).body, "Share and keep") {
		t.Error("a preview is shared")
	}
}

// The link preview of a log says what a stranger sees of it, whoever asks.
func TestCardOfALog(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "f3", "e5")
	ann.play(game, 2, "g4", 303, "comment", "secret words")
	meta := func(name, content string) string {
		return `<meta property="og:` + name + `" content="` + content + `">`
	}
	picture := w.url + game + "/card.png?"
	for _, who := range []*person{ann, out} {
		who.get(game, 200).holds(t, meta("title", "Ann – Bob, Chess"), meta("description", "After 2. g4, Black to move."), meta("url", w.url+game), meta("image", picture+fmt.Sprintf("ply=3&amp;seq=%d", w.state(game).Seq)))
	}
	out.get(game+"?ply=1", 200).holds(t, meta("url", w.url+game+"?ply=1"), meta("description", "After 1. f3, Black to move."))
	a := bob.get(game+"?at=d8&at=h4", 200) // looks at a move that is not made yet
	a.holds(t, meta("description", "After 2. g4, Black to move."))
	bob.play(game, 3, "Qh4", 303)
	out.get(game, 200).holds(t, meta("description", "0–1, checkmate. Bob has mated Ann."))
	for query, keep := range map[string]string{"": askAgain, "?ply=4": keepADay, "?ply=0&flip=1": keepADay} {
		a := out.get(game+"/card.png"+query, 200)
		if a.Header.Get("Content-Type") != "image/png" || a.Header.Get("Cache-Control") != keep {
			t.Errorf("%q: %v", query, a.Header)
		}
	}
	if out.get(game+"/card.png", 200).body != ann.get(game+"/card.png", 200).body {
		t.Error("a player gets another picture")
	}
	out.get(game+"/card.png?ply=5", 404)
	out.get("/games/nothing/card.png", 404)
}
