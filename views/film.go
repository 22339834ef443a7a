package views

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"postrider/rules"
	"postrider/views/board"
)

// longestFilm is how many plies an animated picture may show; on hexagons, whose frames are larger, it is half as many.
func longestFilm(v *rules.Variant) int {
	if v.Board().Hex {
		return 300
	}
	return 600
}

// filmPatience is how long one waits while another animated picture is painted; filmAgain is after how many seconds one is told to come back.
const (
	filmPatience = 10 * time.Second
	filmAgain    = 10
)

// gameFilm is a game as an animated GIF: ?flip=1 from Black's side, ?from=10&to=30 a part of it, ?delay=500 milliseconds for each ply.
func (s *Site) gameFilm(w http.ResponseWriter, r *http.Request, id string) error {
	a, err := s.shotOf(r, id)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	from, to, err := reach(q, a.Log.Ply, longestFilm(a.Variant))
	if err != nil {
		return err
	}
	delay, err := within(q, "delay", 1000, 100, 10000, "A ply may be shown for 100 to 10000 milliseconds, like ?delay=500.")
	if err != nil {
		return err
	}
	film := board.Film{Words: [2]string{a.players(), a.VariantTitle}, Each: time.Duration(delay) * time.Millisecond}
	keep := askAgain
	if a.final() {
		keep = keepADay
	}
	if a.Over() && to == a.Log.Ply {
		film.End = outcomeOf(a.Game)
	}
	if had(w, r, keep, r.URL.RawQuery, itoa(a.Seq), fmt.Sprint(film)) {
		return nil
	}
	select {
	case s.films <- struct{}{}:
	case <-r.Context().Done():
		return r.Context().Err()
	case <-time.After(s.patience):
		w.Header().Set("Retry-After", itoa(filmAgain))
		return &problem{http.StatusTooManyRequests, waitHeading, fmt.Sprintf("Another game is being made into an animated picture just now, and that takes a while. Please ask for yours again in %d seconds.", filmAgain)}
	}
	if err := s.limit(r, "film"); err != nil {
		<-s.films
		return err
	}
	return sendPicture(w, s.films, "image/gif", keep, func() ([]byte, error) {
		for ply := from; ply <= to; ply++ {
			d, err := a.drawing(ply)
			if err != nil {
				return nil, err
			}
			film.Frames = append(film.Frames, d)
		}
		return film.GIF(r.Context())
	})
}

// reach reads ?from=10&to=30, the first and the last ply that an animated picture shows; without them it is all that were played. There may be no more than most.
func reach(q url.Values, played, most int) (from, to int, err error) {
	if from, err = plyIn(q, "from", played); err != nil {
		return 0, 0, err
	}
	if to, err = plyIn(q, "to", played); err != nil {
		return 0, 0, err
	}
	from = max(from, 0)
	if to < 0 {
		to = played
	}
	switch {
	case from > to:
		return 0, 0, &problem{http.StatusBadRequest, "No such picture", fmt.Sprintf("An animated picture runs forwards: ?from=%d comes after ?to=%d.", from, to)}
	case to-from > most:
		return 0, 0, &problem{http.StatusBadRequest, "Too long for a picture",
			fmt.Sprintf("That would be %d plies, and an animated picture shows %d at most. Ask for a part of the game, like ?from=%d&to=%d.", to-from, most, to-most, to)}
	}
	return from, to, nil
}

// players are the two names as they stand over a game: "Ann – Bob".
func (a shot) players() string {
	return a.Seats[rules.White].Name + " – " + a.Seats[rules.Black].Name
}

// heading names the game: "Ann – Bob, Pyrrhus Chess".
func (a shot) heading() string { return a.players() + ", " + a.VariantTitle }
