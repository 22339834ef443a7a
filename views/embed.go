package views

import (
	"net/http"

	"postrider/rules"
	"postrider/views/board"
)

// framed lets other sites show a page in a frame. Nothing else of this site may be; and such a page knows no session, has no form, and shows what a
// stranger sees.
func framed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *")
		next(w, r)
	}
}

// embedPage is a game in a frame.
type embedPage struct {
	shot
	Board board.Drawing
	Near  rules.Side // sits below the board
	Link  string     // of the game's own page, in full
}

// embed is a game for the frames of other sites: ?ply=12 a position, without it the present one, ?flip=1.
func (s *Site) embed(w http.ResponseWriter, r *http.Request) error {
	a, err := s.shotOf(r, r.PathValue("id"))
	if err != nil {
		return err
	}
	p := embedPage{shot: a, Link: s.URL + "/games/" + a.ID}
	if p.Board, err = a.drawing(a.Ply); err != nil {
		return err
	}
	if a.Flip {
		p.Near = rules.Black
	}
	return s.render(w, r, http.StatusOK, embedView(p))
}

// Tray is a side's men in hand.
func (p embedPage) Tray(side rules.Side) board.Hand {
	return board.Hand{Position: p.Board.Position, Side: side, Flip: p.Flip, Label: p.Seats[side].Name + "’s men in hand"}
}

// Href is the address of another position in the same frame; that of the last one follows the game.
func (p embedPage) Href(ply int) string {
	href, sign := "/games/"+p.ID+"/embed", "?"
	if ply < p.Log.Ply {
		href, sign = href+"?ply="+itoa(ply), "&"
	}
	if p.Flip {
		href += sign + "flip=1"
	}
	return href
}
