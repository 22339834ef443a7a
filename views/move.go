package views

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"postrider/store"
)

// deedOf reads who does something in which game, and which position he saw.
func deedOf(r *http.Request, p store.Player) (store.Deed, error) {
	d := store.Deed{Game: r.PathValue("id"), Player: p.ID, Seq: -1}
	const lost = "The form has lost how many moves you saw. Please look at the game as it is now, and send it again."
	var err error
	if d.Ply, err = strconv.Atoi(strings.TrimSpace(r.PostForm.Get("ply"))); err != nil || d.Ply < 0 {
		return d, &store.Invalid{Text: lost}
	}
	if seq := strings.TrimSpace(r.PostForm.Get("seq")); seq != "" {
		if d.Seq, err = strconv.Atoi(seq); err != nil || d.Seq < 0 {
			return d, &store.Invalid{Text: lost}
		}
	}
	return d, nil
}

// gamePath is the page of the game that a request is about.
func gamePath(r *http.Request) string { return "/games/" + url.PathEscape(r.PathValue("id")) }

// chosenMove is the move of a form: what was typed, or what was picked from the list. Two different ones are refused, since either may be a leftover.
func chosenMove(f url.Values) (string, error) {
	typed, picked := f.Get("move"), f.Get("pick")
	switch blank := strings.TrimSpace(typed) == ""; {
	case blank:
		return picked, nil
	case picked != "" && picked != typed:
		return "", &store.Invalid{Field: "move", Text: "You have typed a move and picked one from the list, too. Clear this field to take the one from the list, or set the list back to its first line."}
	}
	return typed, nil
}

// move plays a move; or, by the form's other buttons, only shows its preview, or goes back to the board, with all that was typed.
func (s *Site) move(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, gamePath(r))
	if err != nil {
		return err
	}
	f := r.PostForm
	s.keepLetter(r)
	d, err := deedOf(r, p)
	if err != nil {
		return s.refuse(w, r, err)
	}
	if f.Has("preview") || f.Has("back") {
		return s.lookAhead(w, r, d)
	}
	if f.Has("plan") { // what was written waits with the letter
		return see(w, r, planHref(d.Game, d.Ply, f.Get("move"), f.Get("flip") == "1"))
	}
	text, err := chosenMove(f)
	if err != nil {
		return s.refuse(w, r, err)
	}
	m, err := s.store.Play(r.Context(), d, text, f.Get("comment"), f.Get("draw") == "offer")
	if err != nil {
		return s.refuse(w, r, err)
	}
	s.forget(r)
	sent, err := s.sent(r, d, m)
	if err != nil {
		return err
	}
	if !f.Has("next") {
		s.flash(r, sent)
		return see(w, r, gamePath(r))
	}
	next, err := s.nextGame(r, d.Game)
	if err != nil {
		return err
	}
	if next == nil {
		s.flash(r, sent+" No other game waits for you.")
		return see(w, r, "/games")
	}
	s.flash(r, sent+" This is the next game that waits for you.")
	return see(w, r, "/games/"+next.ID)
}

// sent says that a move was sent, and which moves have followed at once since they had been planned.
func (s *Site) sent(r *http.Request, d store.Deed, m store.Move) (string, error) {
	log, err := s.store.Log(r.Context(), d.Game, d.Player)
	if err != nil {
		return "", err
	}
	words := "Sent: " + m.SAN + "."
	if m.Ply >= len(log.Moves) || !log.Moves[m.Ply].Conditional {
		return words, nil
	}
	words += " Planned before, and played at once:"
	for _, next := range log.Moves[m.Ply:] {
		words += " " + log.Number(next.Ply) + " " + next.SAN
	}
	return words + ".", nil
}

// keepLetter lets what was written for a move wait in the session until the move is sent: whoever goes on by clicks on the board finds it again.
func (s *Site) keepLetter(r *http.Request) {
	letter := url.Values{}
	for _, name := range []string{"comment", "draw"} {
		if text := r.PostForm.Get(name); text != "" {
			letter.Set(name, text)
		}
	}
	if len(letter) > 0 {
		s.keep(r, gamePath(r), letter)
	} else if s.draftOf(r, gamePath(r)) != nil {
		s.forget(r)
	}
}

// lookAhead answers with the preview, or with the board again. Nothing is stored.
func (s *Site) lookAhead(w http.ResponseWriter, r *http.Request, d store.Deed) error {
	log, err := s.store.Log(r.Context(), d.Game, d.Player)
	if err != nil {
		return err
	}
	if _, plays := log.SideOf(d.Player); !plays {
		return store.ErrForbidden
	}
	if log.Stale(d) {
		return s.refuse(w, r, store.ErrStale)
	}
	ask := request{Ply: -1, Form: typed(r), Status: http.StatusOK}
	if r.PostForm.Has("preview") {
		if ask.Move, err = chosenMove(r.PostForm); err == nil && ask.Move == "" {
			err = &store.Invalid{Field: "move", Text: "Choose a move first: on the board, in the list, or type one here."}
		}
		if err != nil {
			return s.refuse(w, r, err)
		}
	}
	return s.showGame(w, r, log, ask)
}

// besides are the fields of a game's page that are there whoever is to move.
var besides = [...]string{"days", "message", "note", "remark"}

// besideField says whether what is wrong can be said beside its field: that of a move is only there for who may make one.
func besideField(f form, mayMove bool) bool {
	for _, field := range besides {
		if f.Error(field) != "" {
			return true
		}
	}
	return mayMove && f.Error("move")+f.Error("comment") != ""
}

// refuse shows the game as it is now, why something was refused, and all that was typed.
func (s *Site) refuse(w http.ResponseWriter, r *http.Request, why error) error {
	f, invalid := typed(r).refused(why)
	stale := errors.Is(why, store.ErrStale)
	if !invalid && !stale {
		return why
	}
	log, err := s.store.Log(r.Context(), r.PathValue("id"), player(r).ID)
	if err != nil {
		return err
	}
	if _, plays := log.SideOf(player(r).ID); !plays {
		return store.ErrForbidden
	}
	ask := request{Ply: -1, Form: f, Status: http.StatusUnprocessableEntity}
	if stale {
		ask.Status = http.StatusConflict
		ask.Message = "The game has gone on since you looked, so nothing was sent. This is how it stands now; what you had typed is still here."
	} else if !besideField(f, !log.Over() && log.Turn == sideIn(log.Game, player(r).ID)) {
		ask.Message = why.Error()
		var sentence *store.Invalid
		if errors.As(why, &sentence) {
			ask.Message = sentence.Text
		}
		ask.Form.Errors = nil
	}
	return s.showGame(w, r, log, ask)
}
