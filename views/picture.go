package views

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"postrider/rules"
	"postrider/static"
	"postrider/store"
	"postrider/views/board"
)

// Pictures of games. All are public, as logs are; what was written with the moves is in none of them.

// How long a picture may be kept: one that never changes, one of a game that is over (the names in it may go), and one that has to be asked for again each time.
const (
	keepForEver = "public, max-age=31536000, immutable"
	keepADay    = "public, max-age=86400"
	askAgain    = "no-cache"
)

// shot is the position of a log that a picture's address asks for: ?ply=12 or the present, ?flip=1 from Black's side.
type shot struct {
	store.Log
	Variant *rules.Variant
	Ply     int
	Flip    bool
	Named   bool // the address names the ply
}

// shotOf reads it, as a stranger may see it.
func (s *Site) shotOf(r *http.Request, id string) (shot, error) {
	log, err := s.store.Log(r.Context(), id, 0)
	if err != nil {
		return shot{}, err
	}
	q := r.URL.Query()
	ply, err := plyOf(q, log.Ply)
	if err != nil {
		return shot{}, err
	}
	v, err := s.store.Variant(r.Context(), log.Definition)
	if err != nil {
		return shot{}, err
	}
	a := shot{Log: log, Variant: v, Ply: ply, Flip: q.Get("flip") == "1", Named: ply >= 0}
	if !a.Named {
		a.Ply = log.Ply
	}
	return a, nil
}

// drawing is the position after so many plies with what led to it. Room for hands is there from the start, so that all pictures of a game are of one size.
func (a shot) drawing(ply int) (board.Drawing, error) {
	hands := a.Variant.HasHands()
	d := board.Drawing{Flip: a.Flip, Coordinates: true, Hands: hands, HandRoom: hands, Label: a.VariantTitle + ", " + a.where(ply)}
	var err error
	if d.Position, err = a.Position(a.Variant, ply); err != nil || ply == 0 {
		return d, err
	}
	d.Last = board.Touched(a.Variant.Board(), a.Moves[ply-1].Text)
	if before, m, ok := a.Replay(a.Variant, ply); ok {
		d.Effects = board.Besides(before, m)
	}
	return d, nil
}

// state is the position in a sentence, and for the last one of a game how it ended.
func (a shot) state() string {
	if a.Ply == a.Log.Ply && a.Over() {
		p := gamePage{Log: a.Log, Variant: a.Variant}
		return p.outcome() + ". " + p.ending()
	}
	state := upper(a.where(a.Ply))
	if p, err := a.Position(a.Variant, a.Ply); err == nil {
		state += ", " + a.Variant.SideName(p.Turn()) + " to move"
	}
	return state + "."
}

// where is a position by its last move: "the start", "after 7… d6".
func (a shot) where(ply int) string {
	if ply == 0 {
		return "the start"
	}
	return "after " + quotedMove(&a.Log, ply)
}

// final says whether nothing comes any more: a log that was taken in before its game had ended may give way to a longer one.
func (a shot) final() bool { return a.Over() && a.Reason != store.Unfinished }

// keep is for how long the picture of one position may be kept. A move may be taken back until the game is over, so that the position after it is another
// one; with the number of events beside it, as in seq=17, it is not.
func (a shot) keep(q url.Values) string {
	if a.Named && (a.final() || a.Ply == 0 || q.Get("seq") == itoa(a.Seq)) {
		return keepForEver
	}
	return askAgain
}

// drawn is the position that is asked for, and its drawing.
func (s *Site) drawn(r *http.Request) (a shot, d board.Drawing, err error) {
	if a, err = s.shotOf(r, r.PathValue("id")); err == nil {
		d, err = a.drawing(a.Ply)
	}
	return a, d, err
}

// gameBoard is the board as a drawing that stands alone; ?small=1 is the bare board, for lists.
func (s *Site) gameBoard(w http.ResponseWriter, r *http.Request) error {
	a, d, err := s.drawn(r)
	if err != nil {
		return err
	}
	if r.URL.Query().Get("small") == "1" { // there is no room for more
		d.Coordinates, d.Hands, d.Effects = false, false, nil
	}
	if had(w, r, a.keep(r.URL.Query()), r.URL.RawQuery, d.Position.FEN(), fmt.Sprint(d.Last)) {
		return nil
	}
	return sendSVG(w, r, d)
}

// sendSVG sends a drawing, packed if the browser can unpack it: there are thirty on the page of who plays thirty games.
func sendSVG(w http.ResponseWriter, r *http.Request, d board.Drawing) error {
	var svg bytes.Buffer
	if err := board.SVG(&svg, d); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml; charset=utf-8")
	h.Set("Content-Security-Policy", board.SVGPolicy())
	h.Add("Vary", "Accept-Encoding")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Write(svg.Bytes()) // who has gone away needs no picture
		return nil
	}
	h.Set("Content-Encoding", "gzip")
	packed := gzip.NewWriter(w)
	packed.Write(svg.Bytes())
	packed.Close()
	return nil
}

// gamePicture is the board as a PNG, as wide as ?width=480 or a little less.
func (s *Site) gamePicture(w http.ResponseWriter, r *http.Request) error {
	a, err := s.shotOf(r, r.PathValue("id"))
	if err != nil {
		return err
	}
	width, err := within(r.URL.Query(), "width", 480, 100, 800, "A picture of a board may be 100 to 800 pixels wide, like ?width=480.")
	if err != nil {
		return err
	}
	d, err := a.drawing(a.Ply)
	if err != nil {
		return err
	}
	keep := a.keep(r.URL.Query())
	if had(w, r, keep, r.URL.RawQuery, d.Position.FEN(), fmt.Sprint(d.Last)) {
		return nil
	}
	return s.picture(w, r, "image/png", keep, func() ([]byte, error) { return board.PNG(d, width) })
}

// gameCard is the picture of a link preview.
func (s *Site) gameCard(w http.ResponseWriter, r *http.Request) error {
	a, d, err := s.drawn(r)
	if err != nil {
		return err
	}
	d.HandRoom = false
	words := board.Words{Title: a.players(), Lines: []string{a.VariantTitle, a.state()}}
	if a.Title != "" {
		words.Lines = append([]string{a.Title}, words.Lines...)
	}
	keep := askAgain
	if a.keep(r.URL.Query()) == keepForEver {
		keep = keepADay // the names may go
	}
	if had(w, r, keep, r.URL.RawQuery, d.Position.FEN(), fmt.Sprint(d.Last, words)) {
		return nil
	}
	return s.picture(w, r, "image/png", keep, func() ([]byte, error) { return board.Card(d, words) })
}

// within reads a number of a picture's address; usual where there is none. says is what somebody is told whose number is not from least to most.
func within(q url.Values, name string, usual, least, most int, says string) (int, error) {
	if !q.Has(name) {
		return usual, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < least || n > most {
		return 0, &problem{http.StatusBadRequest, "No such picture", says}
	}
	return n, nil
}

// had says in the answer's header for how long a picture may be kept, and answers 304 to who has it already: the parts are all that it is made of.
func had(w http.ResponseWriter, r *http.Request, keep string, parts ...string) bool {
	sum := sha256.Sum256([]byte(static.Version() + "\n" + strings.Join(parts, "\n")))
	tag := `W/"` + hex.EncodeToString(sum[:12]) + `"` // weak: it is the same packed or not
	w.Header().Set("Cache-Control", keep)
	w.Header().Set("ETag", tag)
	if !strings.Contains(r.Header.Get("If-None-Match"), tag) {
		return false
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}

// picture answers with a picture. Only so many are drawn at a time; who goes away while waiting is forgotten.
func (s *Site) picture(w http.ResponseWriter, r *http.Request, kind, keep string, draw func() ([]byte, error)) error {
	if err := s.limit(r, "picture"); err != nil {
		return err
	}
	select {
	case s.pictures <- struct{}{}:
	case <-r.Context().Done():
		return r.Context().Err()
	}
	return sendPicture(w, s.pictures, kind, keep, draw)
}

// sendPicture answers with a picture, for which room was taken. The room is free again as soon as it is drawn, however slowly it is read.
func sendPicture(w http.ResponseWriter, room chan struct{}, kind, keep string, draw func() ([]byte, error)) error {
	data, err := func() ([]byte, error) {
		defer func() { <-room }()
		return draw()
	}()
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", keep)
	w.Write(data) // who has gone away needs no picture
	return nil
}
