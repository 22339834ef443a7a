package views

import (
	"image/gif"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

func TestFilm(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "f3", "e5", "g4")
	frames := func(query string) (*gif.GIF, answer) {
		t.Helper()
		a := out.get(game+".gif"+query, 200)
		g, err := gif.DecodeAll(strings.NewReader(a.body))
		if err != nil || a.Header.Get("Content-Type") != "image/gif" {
			t.Fatalf("%q: %v, %v", query, err, a.Header)
		}
		return g, a
	}
	all, a := frames("")
	if len(all.Image) != 4 || all.Config.Width > 400 || all.Delay[0] != 100 || all.Delay[3] != 400 || a.Header.Get("Cache-Control") != askAgain {
		t.Errorf("%d frames, %d wide, %v; %v", len(all.Image), all.Config.Width, all.Delay, a.Header)
	}
	out.do("GET", game+".gif", nil, 304, "If-None-Match", a.Header.Get("ETag"))
	if part, _ := frames("?from=1&to=2&delay=500&flip=1"); len(part.Image) != 2 || part.Delay[0] != 50 || part.Delay[1] != 200 {
		t.Errorf("%d frames, %v", len(part.Image), part.Delay)
	}
	if one, _ := frames("?from=3"); len(one.Image) != 1 {
		t.Errorf("%d frames", len(one.Image))
	}
	for query, status := range map[string]int{"to=4": 404, "from=99": 404, "from=-1": 400, "to=x": 400, "from=": 400, "from=2&to=1": 400, "delay=1": 400, "delay=x": 400, "delay=1000000": 400} {
		out.get(game+".gif?"+query, status)
	}
	out.get(game+".gif?from=2&to=1", 400).says(t, "runs forwards")
	for _, address := range []string{"/games/nothing.gif", game + ".gi", game + ".", game + ".gif.gif", game + ".png"} {
		out.get(address, 404)
	}
	tag := a.Header.Get("ETag")
	bob.play(game, 3, "Qh4", 303)
	over, a := frames("")
	if len(over.Image) != 5 || a.Header.Get("Cache-Control") != keepADay || a.Header.Get("ETag") == tag {
		t.Errorf("after the end %d frames, %v", len(over.Image), a.Header)
	}
	ann.post(game+"/comments", 303, "allow", "yes") // nothing of that is in a picture
	if _, again := frames(""); again.body != a.body {
		t.Error("the film of a game that is over changes")
	}
}

// A game that is too long for a picture has one of each of its parts.
func TestLongFilm(t *testing.T) {
	for variant, most := range map[string]int{"chess": 600, "dragonfly-hex": 300} {
		if v, _ := rules.Lookup(variant); longestFilm(v) != most {
			t.Errorf("%s: %d plies", variant, longestFilm(v))
		}
	}
	if from, to, err := reach(nil, 600, 600); from != 0 || to != 600 || err != nil {
		t.Errorf("%d to %d, %v", from, to, err)
	}
	_, _, err := reach(nil, 812, 600)
	if err == nil || !strings.Contains(err.Error(), "812 plies") || !strings.Contains(err.Error(), "?from=212&to=812") {
		t.Errorf("%v", err)
	}
	if from, to, err := reach(filled("from", "212", "to", "812").Values, 812, 600); from != 212 || to != 812 || err != nil {
		t.Errorf("%d to %d, %v", from, to, err)
	}
}

func TestFilmOfHexagons(t *testing.T) {
	w := newWorld(t)
	if a := w.stranger().get(w.plays(w.join("Ann"), w.join("Bob"), "dragonfly-hex", 20)+".gif?flip=1", 200); len(a.body) > 100_000 {
		t.Errorf("twenty plies have %d bytes", len(a.body))
	}
}

// Films and pictures do not wait for each other; and who finds a film being painted is told soon when to come back.
func TestFilmsHaveRoomOfTheirOwn(t *testing.T) {
	w := newWorld(t)
	game := w.chess(w.join("Ann"), w.join("Bob"), "f3", "e5")
	s := &Site{store: w.store, films: make(chan struct{}, 1), patience: time.Millisecond, pictures: make(chan struct{}, 1)}
	r := httptest.NewRequest("GET", game, nil)
	r.SetPathValue("id", game[len("/games/"):])
	film := func() (*httptest.ResponseRecorder, error) {
		to := httptest.NewRecorder()
		return to, s.gameFilm(to, r, r.PathValue("id"))
	}
	s.pictures <- struct{}{}
	if to, err := film(); err != nil || to.Header().Get("Content-Type") != "image/gif" {
		t.Errorf("while a picture is drawn, a film is %v, %v", to.Header(), err)
	}
	<-s.pictures

	painting, painted := make(chan struct{}), make(chan error)
	s.films <- struct{}{}
	go func() {
		painted <- sendPicture(httptest.NewRecorder(), s.films, "image/gif", askAgain, func() ([]byte, error) { <-painting; return nil, nil })
	}()
	card := httptest.NewRecorder()
	if err := s.gameCard(card, r); err != nil || card.Header().Get("Content-Type") != "image/png" {
		t.Errorf("while a film is painted, a card is %v, %v", card.Header(), err)
	}
	to, err := film()
	if p := told(err); p.Status != 429 || !strings.Contains(p.Text, "in 10 seconds") || to.Header().Get("Retry-After") != "10" {
		t.Errorf("a second film is answered by %v, %v", err, to.Header())
	}
	close(painting)
	if err := <-painted; err != nil {
		t.Error(err)
	}
	if _, err := film(); err != nil {
		t.Errorf("when that is done, a film is refused: %v", err)
	}
}

// A dozen films may be asked for one after another, as a page shows them; of more there is a word.
func TestFilmsAreLimited(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits = true })
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4")
	for range 12 {
		ann.get(game+".gif", 200)
	}
	ann.get(game+".gif", 429).says(t, "Please wait some seconds")
}
