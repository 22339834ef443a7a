package views

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"postrider/store"
	"postrider/views/archive"
)

// takes takes a file in, and gives the path of its last game.
func (w *world) takes(text string) string {
	w.t.Helper()
	var said strings.Builder
	if err := archive.Import(w.t.Context(), w.store, "-", w.url, strings.NewReader(text), &said); err != nil && !errors.Is(err, io.EOF) {
		w.t.Fatalf("%v\n%s", err, &said)
	}
	paths := regexp.MustCompile(`/games/\w{10}`).FindAllString(said.String(), -1)
	if len(paths) == 0 {
		w.t.Fatal(said.String())
	}
	return paths[len(paths)-1]
}

func TestALogThatCameByAFile(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	mine := w.chess(ann, bob, "e4")
	if page := ann.get(mine, 200); strings.Contains(page.body, "taken in from a file") {
		t.Error("a game that is played here is said to come from elsewhere")
	}
	foreign := w.takes("[Site \"https://lichess.org/PpwPOZMq\"]\n[White \"Ann\"]\n[TimeControl \"300+3\"]\n\n1. e4 {First.} e5 2. Nf3 *")
	page := ann.get(foreign, 200)
	page.says(t, "This game was played elsewhere and taken in from a file. It was first at lichess.org/PpwPOZMq .", "Ann played 2. Nf3.")
	page.holds(t, `<a href="https://lichess.org/PpwPOZMq" rel="nofollow noopener">`, `<a href="/variants/chess">Chess</a>, two moves`)
	for _, wrong := range []string{"1970", "1 Jan", "just now", "no clock", `href="/players/Ann"`, "undated"} {
		for _, path := range []string{foreign, foreign + "?ply=1"} {
			if body := w.stranger().get(path, 200).body; strings.Contains(body, wrong) {
				t.Errorf("%s holds %q", path, wrong)
			}
		}
	}
	w.stranger().get(foreign+"?ply=1", 200).says(t, "First. With 1. e4") // the words may be anybody's
	list := w.stranger().get("/games", 200)
	list.says(t, "undated")
	if strings.Index(list.body, foreign) < strings.Index(list.body, mine) {
		t.Error("a game of which nobody knows when it was played stands before one that goes on")
	}
	old := w.takes("[Site \"London <b>\"]\n[Date \"1851.06.21\"]\n\n1. e4 {Immortal.} *")
	ann.get(old, 200).says(t, "taken in from a file. Place: London &lt;b&gt;", "Immortal. With 1. e4 , 21 June 1851")
	ann.get(w.takes("[Site \"javascript://x\"]\n\n1. d4 *"), 200).says(t, "Place: javascript://x")
	ann.get(w.takes("1. c4 *"), 200).says(t, "taken in from a file.")
}

// TestRulesOfAnotherDefinition: the name of a game leads to the rules that it is played by, or nowhere.
func TestRulesOfAnotherDefinition(t *testing.T) {
	w := newWorld(t)
	for key, wants := range map[string][2]string{
		"pyrrhus": {"Fake Game (by another definition than Pyrrhus Chess has now), one move", `(by another definition than <a href="/variants/pyrrhus">Pyrrhus Chess</a> has now)`},
		"mine":    {"Fake Game, one move", "Fake Game, one move"},
	} {
		page := w.stranger().get(w.takes(`{"variant":"`+key+`","white":{"name":"A"},"black":{"name":"B"},"definition":{"text":"[`+key+`:chess]\ntitle = Fake Game\nnFoldRule = 4\n"},"moves":[{"text":"e2e4"}]}`), 200)
		page.says(t, wants[0])
		page.holds(t, wants[1])
		if strings.Contains(page.body, `/variants/mine`) {
			t.Error("there is no such page")
		}
	}
	played := w.begin(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(3), Side: "white"})
	w.stranger().get(played, 200).holds(t, `<a href="/variants/pyrrhus">Pyrrhus Chess</a>, move 1`)
}
