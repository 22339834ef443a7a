package views

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"postrider/store"
)

// planPage is where a player enters and looks through conditional moves. Its board shows the position after a line that lives in the page's address.
type planPage struct {
	*gamePage
	Entry lineBoard
}

// planAsk is what somebody wants to see of a plan.
type planAsk struct {
	Line    string
	Flip    bool
	At      []string
	Form    form
	Status  int
	Message string
}

// planHref is the address of a line, from the position after so many plies, with these clicks made.
func planHref(game string, ply int, line string, flip bool, at ...string) string {
	path := "/games/" + game + "/plan?ply=" + itoa(ply)
	if line != "" {
		path += "&line=" + url.QueryEscape(line)
	}
	for _, click := range at {
		path += "&at=" + url.QueryEscape(click)
	}
	if flip {
		path += "&flip=1"
	}
	return path
}

// plan shows a player's conditional moves. A click or a typed move that completes a move of the line leads to the address of the longer line.
func (s *Site) plan(w http.ResponseWriter, r *http.Request) error {
	if _, err := need(r, r.URL.RequestURI()); err != nil {
		return err
	}
	log, err := s.ownGame(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	ask := planAsk{Line: lineIn(q), Flip: q.Get("flip") == "1", At: q["at"], Form: form{Values: q}, Status: http.StatusOK}
	if q.Has("ply") {
		ply, err := strconv.Atoi(q.Get("ply"))
		if err != nil {
			return badPly("ply")
		}
		if ply != log.Ply {
			ask.Line, ask.Message = s.goneOn(log, ply, ask.Line)
			ask.At, ask.Form, ask.Status = nil, form{}, http.StatusConflict
		}
	}
	return s.showPlan(w, r, log, ask)
}

// ownGame is the game of the address, which the viewer plays and which goes on.
func (s *Site) ownGame(r *http.Request) (store.Log, error) {
	log, err := s.store.Log(r.Context(), r.PathValue("id"), player(r).ID)
	if err != nil {
		return log, err
	}
	if _, plays := log.SideOf(player(r).ID); !plays {
		return log, store.ErrForbidden
	}
	if log.Over() {
		return log, &problem{http.StatusConflict, "The game is over", "This game is over: " + outcomeOf(log.Game) + ". There is nothing left to plan."}
	}
	return log, nil
}

// goneOn is what is left of a line that began at an earlier ply, and a sentence about it.
func (s *Site) goneOn(log store.Log, ply int, text string) (rest, message string) {
	const gone, ended = "The game has gone on since then. ", "Your line has been played to its end."
	if ply < 0 || ply > log.Ply {
		return "", "That line begins with a position that is not there, or was taken back. This is the game as it stands."
	}
	if text == "" {
		return "", gone + "This is how it stands now."
	}
	steps := strings.Split(text, ".")
	for _, m := range log.Moves[ply:] {
		if len(steps) == 0 {
			return "", gone + ended
		}
		if steps[0] != m.Text {
			return "", gone + "It went another way than your line, so the line is gone. This is how it stands now."
		}
		steps = steps[1:]
	}
	if len(steps) == 0 {
		return "", gone + ended
	}
	return strings.Join(steps, "."), gone + "The part of your line that has been played is cut off."
}

// showPlan renders the page of a plan.
func (s *Site) showPlan(w http.ResponseWriter, r *http.Request, log store.Log, ask planAsk) error {
	g, err := s.gamePage(r, log, request{Ply: -1, Flip: ask.Flip, Form: ask.Form, Message: ask.Message})
	if err != nil {
		return err
	}
	p := &planPage{gamePage: g}
	p.Entry = lineBoard{Near: g.near(), Form: ask.Form, Whose: g.whose, Link: func(text string, at ...string) string { return planHref(p.ID, p.Ply, text, p.Flip, at...) }}
	if p.Ply > 0 {
		p.Entry.Before = p.Moves[p.Ply-1].Text
	}
	if p.Entry.Line, err = readLine(g.Position, ask.Line); err != nil {
		return err
	}
	if longer, done := p.Entry.next(ask.At); done {
		return see(w, r, p.Entry.Link(longer.String()))
	}
	if p.Entry.Form.Error("move") != "" {
		ask.Status = max(ask.Status, http.StatusUnprocessableEntity)
	}
	if p.Ahead, err = s.store.Plan(r.Context(), p.ID, player(r).ID); err != nil {
		return err
	}
	p.Entry.draw(p.VariantTitle + ", planned: " + p.told())
	p.frame = s.frame(r, "Moves planned ahead against "+p.opponent())
	p.tell(p.Message, p.Entry.Why)
	return s.render(w, r, ask.Status, planView(p))
}

// turned is the address of the same from the other side.
func (p *planPage) turned() string {
	return planHref(p.ID, p.Ply, p.Entry.Line.String(), !p.Flip, p.Entry.Choice.At...)
}

// planKeep saves a line.
func (s *Site) planKeep(w http.ResponseWriter, r *http.Request) error {
	f := r.PostForm
	d, err := deedOf(r, player(r))
	if err != nil {
		return err
	}
	text := f.Get("line")
	if _, err := need(r, planHref(d.Game, d.Ply, text, f.Get("flip") == "1")); err != nil {
		return err
	}
	if err := s.store.SaveLine(r.Context(), d, strings.FieldsFunc(text, func(c rune) bool { return c == '.' })); err != nil {
		return s.planRefused(w, r, d, text, err)
	}
	s.flash(r, "Kept. The server plays your answers at once, when it comes to that. Only you see this.")
	return see(w, r, planHref(d.Game, d.Ply, text, f.Get("flip") == "1"))
}

// planRefused shows the plan as it is, and why something was refused.
func (s *Site) planRefused(w http.ResponseWriter, r *http.Request, d store.Deed, text string, why error) error {
	var invalid *store.Invalid
	stale := errors.Is(why, store.ErrStale)
	if !stale && !errors.As(why, &invalid) {
		return why
	}
	log, err := s.ownGame(r)
	if err != nil {
		return err
	}
	ask := planAsk{Line: text, Flip: r.PostForm.Get("flip") == "1", Status: http.StatusUnprocessableEntity}
	switch {
	case !stale:
		ask.Message = "Nothing was kept. " + invalid.Text
	case d.Ply != log.Ply:
		ask.Status = http.StatusConflict
		ask.Line, ask.Message = s.goneOn(log, d.Ply, text)
	default:
		ask.Status, ask.Message = http.StatusConflict, "Something has happened in this game since you looked, so nothing was kept. If this is still what you want, keep it once more."
	}
	if v, err := s.store.Variant(r.Context(), log.Definition); err == nil {
		if now, err := v.ParseFEN(log.FEN); err == nil {
			if _, err := readLine(now, ask.Line); err != nil { // its moves are not legal here: the sentence says so
				ask.Line = ""
			}
		}
	}
	return s.showPlan(w, r, log, ask)
}

// planDrop takes a branch out of the plan, or all of it.
func (s *Site) planDrop(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, gamePath(r)+"/plan")
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.PostForm.Get("id"), 10, 64)
	if err != nil || id < 0 {
		return &store.Invalid{Text: "The form has lost which of your planned moves is to go. Please look at the plan again."}
	}
	if err := s.store.DropCondition(r.Context(), r.PathValue("id"), p.ID, id); err != nil && !(unknown(err) && s.playsIn(r, p)) {
		return err // pressed twice, it is gone already
	}
	s.flash(r, "Deleted.")
	return see(w, r, gamePath(r)+"/plan")
}

// playsIn says whether a player has a seat in the game of the address.
func (s *Site) playsIn(r *http.Request, p store.Player) bool {
	g, err := s.store.Game(r.Context(), r.PathValue("id"))
	_, plays := g.SideOf(p.ID)
	return err == nil && plays
}
