package views

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"postrider/rules"
	"postrider/store"
)

// analysisPage is a board on which both sides are played freely. All of it lives in the page's address.
type analysisPage struct {
	frame
	Root    root
	Variant *rules.Variant // nil where none could be made out: only the form is shown
	Log     *store.Log     // the game that it begins in, or nil
	Plays   bool           // the viewer plays in that game
	Flip    bool           // the board is seen from Black's side
	Entry   lineBoard
	Form    form // of another position
}

// root is where an analysis begins: after so many plies of a game, by the definition that the game is played by; or in any position of a shipped variant.
type root struct {
	Game         string // id, or ""
	Ply          int
	Variant, FEN string // FEN "": the variant's start
}

// href is the address of an analysis.
func (o root) href(line string, flip bool, at ...string) string {
	path := "/analysis?"
	if o.Game != "" {
		path += "game=" + url.QueryEscape(o.Game) + "&ply=" + itoa(o.Ply)
	} else {
		path += "variant=" + url.QueryEscape(o.Variant)
	}
	add := func(name, value string) {
		if value != "" {
			path += "&" + name + "=" + url.QueryEscape(value)
		}
	}
	add("fen", o.FEN)
	add("line", line)
	for _, click := range at {
		add("at", click)
	}
	if flip {
		add("flip", "1")
	}
	return path
}

// analysisOf is the address at which a position is analysed: after so many plies of a game.
func analysisOf(game string, ply int, flip bool) string {
	return root{Game: game, Ply: ply}.href("", flip)
}

// analysisAsk is what somebody wants to see of an analysis.
type analysisAsk struct {
	Query   url.Values
	Message string // what was refused
	Status  int
}

// analysis shows the board. A click or a typed move that completes a move leads to the address of the longer line.
func (s *Site) analysis(w http.ResponseWriter, r *http.Request) error {
	return s.showAnalysis(w, r, analysisAsk{Query: r.URL.Query(), Status: http.StatusOK})
}

func (s *Site) showAnalysis(w http.ResponseWriter, r *http.Request, ask analysisAsk) error {
	q := ask.Query
	p := &analysisPage{Flip: q.Get("flip") == "1", Form: filled("variant", q.Get("variant"), "fen", strings.ToValidUTF8(q.Get("fen"), "�"))}
	start, err := s.analysed(r, p, q)
	if refused, ok := p.Form.refused(err); ok {
		p.Form, p.Variant = refused, nil
		p.frame = s.frame(r, "Analysis")
		return s.render(w, r, http.StatusUnprocessableEntity, analysisView(p))
	}
	if err != nil {
		return err
	}
	p.Form.Values.Set("variant", p.Variant.Key())
	if err := p.enter(start, q); err != nil {
		return err
	}
	if longer, done := p.Entry.next(q["at"]); done {
		return see(w, r, p.Entry.Link(longer.String()))
	}
	if p.Entry.Form.Error("move") != "" {
		ask.Status = max(ask.Status, http.StatusUnprocessableEntity)
	}
	p.Entry.draw(p.Variant.Title() + ", analysis: " + p.told())
	p.frame = s.frame(r, p.title())
	p.tell(ask.Message, p.Entry.Why)
	return s.render(w, r, ask.Status, analysisView(p))
}

// analysed is the position that an analysis begins with. It fills in the page's root, variant and game. What is wrong with the form is a *store.Invalid.
func (s *Site) analysed(r *http.Request, p *analysisPage, q url.Values) (rules.Position, error) {
	if q.Get("game") != "" {
		return s.analysedGame(r, p, q)
	}
	key := q.Get("variant")
	if key == "" {
		key = "chess"
		p.Form.Values.Set("variant", key)
	}
	v, err := rules.Lookup(key)
	if err != nil {
		return rules.Position{}, &store.Invalid{Field: "variant", Text: "There is no such game here. Choose one from the list."}
	}
	p.Variant, p.Root = v, root{Variant: key}
	start := v.Start()
	if fen := strings.TrimSpace(p.Form.Get("fen")); fen != "" {
		if start, err = v.ParseFEN(fen); err != nil {
			return start, &store.Invalid{Field: "fen", Text: err.Error()}
		}
	}
	if start.FEN() != v.Start().FEN() {
		p.Root.FEN = start.FEN()
	}
	return start, nil
}

// analysedGame is the same in a game's log, by the game's own definition.
func (s *Site) analysedGame(r *http.Request, p *analysisPage, q url.Values) (start rules.Position, err error) {
	log, err := s.store.Log(r.Context(), q.Get("game"), player(r).ID)
	if err != nil {
		return start, err
	}
	ply, err := plyOf(q, log.Ply)
	if err != nil {
		return start, err
	}
	if ply < 0 {
		ply = log.Ply
	}
	if p.Variant, err = s.store.Variant(r.Context(), log.Definition); err != nil {
		return start, err
	}
	_, p.Plays = log.SideOf(player(r).ID)
	p.Log, p.Root = &log, root{Game: log.ID, Ply: ply}
	if ply > 0 {
		p.Entry.Before = log.Moves[ply-1].Text
	}
	return log.Position(p.Variant, ply)
}

// enter sets the board up for the line of the address.
func (p *analysisPage) enter(start rules.Position, q url.Values) (err error) {
	b := &p.Entry
	if p.Flip {
		b.Near = rules.Black
	}
	b.Form = form{Values: q}
	b.Whose = func(side rules.Side) string { return p.Variant.SideName(side) + "’s" }
	b.Link = func(line string, at ...string) string { return p.Root.href(line, p.Flip, at...) }
	b.Line, err = readLine(start, lineIn(q))
	return err
}

// turned is the address of the same from the other side.
func (p *analysisPage) turned() string {
	return p.Root.href(p.Entry.Line.String(), !p.Flip, p.Entry.Choice.At...)
}

// began is the position that the analysis begins with: "the usual start", "the position after 7… d6 in Ann against Bob".
func (p *analysisPage) began() string {
	switch {
	case p.Log == nil && p.Root.FEN == "":
		return "the usual start"
	case p.Log == nil:
		return "a position of its own"
	case p.Root.Ply == 0:
		return "the start of " + p.names()
	}
	return "the position after " + p.Log.Number(p.Root.Ply) + " " + p.Log.Moves[p.Root.Ply-1].SAN + " in " + p.names()
}

func (p *analysisPage) names() string {
	return p.Log.Seats[rules.White].Name + " against " + p.Log.Seats[rules.Black].Name
}

// told is the position that is shown.
func (p *analysisPage) told() string {
	words := p.began()
	if moves := p.Entry.Line.words(); moves != "" {
		words += ", then " + moves
	}
	if len(p.Entry.Choice.Legal) == 0 {
		return words
	}
	return words + ", " + p.Variant.SideName(p.Entry.Line.End().Turn()) + " to move"
}

func (p *analysisPage) title() string {
	if n := len(p.Entry.Line.Steps); n > 0 {
		return "Analysis: after " + p.Entry.Line.Steps[n-1].quoted() + ", " + p.Variant.Title()
	}
	return "Analysis, " + p.Variant.Title()
}

// heading says who is to move, or that nobody can.
func (p *analysisPage) heading() string {
	end := p.Entry.Line.End()
	who := p.Variant.SideName(end.Turn())
	switch {
	case len(p.Entry.Choice.Legal) > 0 && end.Check():
		return who + " to move, in check"
	case len(p.Entry.Choice.Legal) > 0:
		return who + " to move"
	case end.Check():
		return "Checkmate: " + who + " has no move"
	}
	return who + " has no move"
}

// setUp is where a game begins from the position that is shown, or "" where none can: it is over, or an older definition is played.
func (p *analysisPage) setUp() string {
	end := p.Entry.Line.End()
	v, err := rules.Lookup(p.Variant.Key())
	if err != nil || v.Text() != p.Variant.Text() || end.Startable() != nil || len(p.Entry.Choice.Legal) == 0 {
		return ""
	}
	q := url.Values{"variant": {p.Variant.Key()}}
	if fen := end.FEN(); fen != v.Start().FEN() {
		q.Set("fen", fen)
	}
	return "/presets/new?" + q.Encode()
}

// noteLine appends the line of an analysis to the viewer's private note on the game.
func (s *Site) noteLine(w http.ResponseWriter, r *http.Request) error {
	q := r.PostForm
	back := url.Values{}
	for _, name := range []string{"game", "ply", "line", "flip"} {
		if q.Has(name) {
			back[name] = q[name]
		}
	}
	me, err := need(r, "/analysis?"+back.Encode())
	if err != nil {
		return err
	}
	p := &analysisPage{Flip: q.Get("flip") == "1"}
	start, err := s.analysedGame(r, p, q)
	if err != nil {
		return err
	}
	if !p.Plays {
		return store.ErrForbidden
	}
	if err := p.enter(start, q); err != nil {
		return err
	}
	if len(p.Entry.Line.Steps) == 0 {
		return s.showAnalysis(w, r, analysisAsk{Query: q, Message: "There is no line to keep yet: play a move first.", Status: http.StatusUnprocessableEntity})
	}
	text := p.Entry.Line.words() + "\n" + s.URL + p.Root.href(p.Entry.Line.String(), false)
	err = s.store.AddToNote(r.Context(), p.Root.Game, me.ID, text)
	var invalid *store.Invalid
	if errors.As(err, &invalid) {
		return s.showAnalysis(w, r, analysisAsk{Query: q, Message: "The line was not kept. " + invalid.Text, Status: http.StatusUnprocessableEntity})
	}
	if err != nil {
		return fmt.Errorf("keep a line in a note: %w", err)
	}
	s.flash(r, "The line is kept in your private note on this game.")
	return see(w, r, p.Root.href(p.Entry.Line.String(), p.Flip))
}
