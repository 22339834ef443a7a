package views

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"postrider/rules"
	"postrider/store"
	"postrider/views/board"
)

// gamePage is the log of a game as one viewer sees it.
type gamePage struct {
	frame
	store.Log
	Variant  *rules.Variant
	Me       rules.Side // the viewer's seat, if Plays
	Plays    bool
	Flip     bool           // the board is turned from the viewer's own side
	Shown    int            // plies played in the position that is shown
	Position rules.Position // shown; in a preview the one after the move
	Now      int64          // unix seconds
	Zone     *time.Location
	Form     form
	Message  string // what the viewer has to be told first

	Choice  choice // of a move, where the viewer may make one
	MayMove bool   // it is the viewer's turn, and the present is shown
	Preview bool   // Choice is done, and Position is after its move
	Stuck   string // the click on a man of the viewer's that has no move, or ""; Why says why
	Why     string
	Words   account // of the preview, or of the move before the position that is shown
	Board   board.Drawing
	Trays   [2]board.Hand // by side
	Groups  []group       // all legal moves, for the select
	Mail    string        // what became of the last mail to the opponent, or ""
	Kept    bool          // it stayed on this machine
	Next    *store.Game   // another game that waits for the viewer, or nil

	Messages []store.Message // between the two players
	Note     string          // the viewer's private one
	Ahead    store.Plan      // the viewer's conditional moves
	Rematch  *store.Invitation
	Share    share
}

// request is what somebody wants to see of a game.
type request struct {
	Ply     int      // a position of the past; -1: the present
	Flip    bool     // from the other side
	At      []string // clicks
	Move    string   // a move to be previewed, as typed
	Form    form
	Message string
	Status  int
}

// game answers for a log: the page, or what follows the id of the game as in {id}.json.
func (s *Site) game(w http.ResponseWriter, r *http.Request) error {
	kind := path.Ext(r.PathValue("id"))
	id := strings.TrimSuffix(r.PathValue("id"), kind)
	if kind == ".gif" {
		return s.gameFilm(w, r, id)
	}
	log, err := s.store.Log(r.Context(), id, player(r).ID)
	if err != nil {
		return err
	}
	switch kind {
	case "":
		return s.gameLog(w, r, log)
	case ".json":
		return s.gameJSON(w, r, log)
	case ".pgn":
		return s.gamePGN(w, r, log)
	}
	return store.ErrNotFound
}

// gameLog shows the page of a log. GET never changes anything: a move is sent by the form of its preview.
func (s *Site) gameLog(w http.ResponseWriter, r *http.Request, log store.Log) error {
	q := r.URL.Query()
	ply, err := plyOf(q, log.Ply)
	if err != nil {
		return err
	}
	ask := request{Ply: ply, Flip: q.Get("flip") == "1", At: q["at"], Move: q.Get("move"), Form: form{Values: s.draftOf(r, gamePath(r))}, Status: http.StatusOK}
	if ask.Form.Values == nil && ask.Move != "" {
		ask.Form = filled("move", ask.Move)
	}
	if len(ask.At) == 0 && ask.Move == "" {
		ask.Move = q.Get("pick")
	}
	return s.showGame(w, r, log, ask)
}

// plyOf reads ?ply=12: the plies played in the position that is asked for; -1 if none is. A position that was never reached is not found.
func plyOf(q url.Values, played int) (int, error) { return plyIn(q, "ply", played) }

// plyIn is plyOf for a field of another name.
func plyIn(q url.Values, name string, played int) (int, error) {
	if !q.Has(name) {
		return -1, nil
	}
	ply, err := strconv.Atoi(q.Get(name))
	if err != nil && !errors.Is(err, strconv.ErrRange) || ply < 0 {
		return 0, badPly(name)
	}
	if ply > played {
		return 0, store.ErrNotFound
	}
	return ply, nil
}

// badPly is the error for a number of plies that is none.
func badPly(name string) error {
	return &problem{http.StatusBadRequest, "No such position", "A position of a game is asked for by the number of plies played, like ?" + name + "=12."}
}

// showGame renders a game's page.
func (s *Site) showGame(w http.ResponseWriter, r *http.Request, log store.Log, ask request) error {
	p, err := s.gamePage(r, log, ask)
	if err != nil {
		return err
	}
	status := ask.Status
	if len(ask.At) > 0 || ask.Move != "" {
		if wrong := p.pick(ask); wrong != "" {
			p.Form.Errors, status = map[string]string{"move": wrong}, max(status, http.StatusUnprocessableEntity)
		}
	}
	p.drawBoard()
	if p.MayMove && !p.Preview {
		p.Groups = p.Choice.groups()
	}
	if p.Plays {
		if err := s.around(r, p); err != nil {
			return err
		}
	}
	p.frame = s.frame(r, p.title())
	p.Card, p.Share = s.logCard(p, ask.Ply >= 0), s.share(p)
	if p.Message == "" {
		p.pointAtWrong()
	}
	p.tell(p.Message, p.Why)
	switch {
	case p.Preview:
		p.Jump = "send"
	case p.MayMove:
		p.Jump = "move-form"
	}
	return s.render(w, r, status, gameView(p))
}

// pointAtWrong lets the page begin with a link to the field that was refused, which on a phone is far below; or with the reason, where that field is not on the page.
func (p *gamePage) pointAtWrong() {
	for _, field := range append([]string{"move", "comment"}, besides[:]...) {
		switch wrong := p.Form.Error(field); {
		case wrong != "" && p.asksFor(field):
			p.Message, p.Wrong = "Nothing was sent.", field
		case wrong != "":
			p.Message = wrong
		}
	}
}

// asksFor says whether a player's page has a field, if it is one that only some of them have.
func (p *gamePage) asksFor(field string) bool {
	switch field {
	case "days":
		_, asked := p.asks(store.Pause)
		return !p.Over() && !asked && p.pausedUntil() == 0
	case "message":
		return !p.Seats[p.Me.Other()].Deleted
	case "remark":
		return p.Over()
	}
	return true
}

// gamePage is the page without what is chosen and drawn.
func (s *Site) gamePage(r *http.Request, log store.Log, ask request) (*gamePage, error) {
	v, err := s.store.Variant(r.Context(), log.Definition)
	if err != nil {
		return nil, err
	}
	p := &gamePage{Log: log, Variant: v, Flip: ask.Flip, Shown: log.Ply, Now: s.store.Now().Unix(), Zone: zone(r), Form: ask.Form, Message: ask.Message}
	p.Me, p.Plays = log.SideOf(player(r).ID)
	if ask.Ply >= 0 {
		p.Shown = ask.Ply
	}
	if p.Position, err = p.Log.Position(v, p.Shown); err != nil {
		return nil, err
	}
	p.MayMove = p.Plays && !log.Over() && log.Turn == p.Me && p.Shown == log.Ply
	if p.MayMove {
		p.Choice, _ = choose(p.Position, nil)
	}
	p.Words = p.before(p.Shown)
	return p, nil
}

// pick makes the choice that clicks or a typed move spell. Wrong is a sentence about why they spell none.
func (p *gamePage) pick(ask request) (wrong string) {
	if !p.MayMove {
		return "" // who only looks chooses nothing
	}
	c, why, wrong := picked(p.Position, ask.At, ask.Move)
	if why != "" {
		p.Why, p.Stuck = why, ask.At[0]
	}
	if why != "" || wrong != "" {
		return wrong
	}
	p.Choice = c
	if c.Done {
		p.Preview, p.Words = true, ahead(c.Position, c.Move)
		p.Position = c.Position.Play(c.Move)
	}
	return ""
}

// before is what the move did that led to the position after so many plies. What cannot be told any more is left out.
func (p *gamePage) before(ply int) account {
	earlier, m, ok := p.Replay(p.Variant, ply)
	if !ok {
		return account{}
	}
	return account{Effects: board.Besides(earlier, m), Besides: earlier.Describe(m)}
}

// account tells what a move does, as data and in sentences.
type account struct {
	Effects []rules.Effect // to be drawn: all in a preview, else board.Besides
	Deed    string         // what the mover does, in a preview: "Your knight f5 captures the pawn on g7."
	Besides string         // what the rules do besides, or ""
}

// ahead is what a move will do. Folding is all told by what the rules say of it.
func ahead(p rules.Position, m rules.Move) account {
	a := account{p.Effects(m), yours(p, m), p.Describe(m)}
	if strings.HasSuffix(p.Text(m), foldSign) {
		a.Deed, a.Besides = a.Besides, ""
	}
	return a
}

// yours says what the mover does, to him: "Your knight f5 goes to e7.", "You drop a pawn from your hand on b7." A capture on another cell stands in
// account.Besides.
func yours(p rules.Position, m rules.Move) string {
	v, words := p.Variant(), strings.TrimSuffix(deed(p, m, "your"), captureElsewhere(p, m))
	if man, where, ok := strings.Cut(words, " on "); ok && strings.HasPrefix(man, "drop ") {
		return "You " + man + " from your " + v.HandName() + " on " + where + "."
	}
	return "Your " + words + "."
}

// around adds what a player sees beside the game.
func (s *Site) around(r *http.Request, p *gamePage) error {
	var err error
	switch {
	case p.Over():
		err = s.findRematch(r, p)
	case !p.MayMove: // else the opponent has answered: what became of the mail is past
		err = s.lastMail(r, p)
	}
	if err != nil {
		return err
	}
	if !p.MayMove || p.Preview {
		if p.Next, err = s.nextGame(r, p.ID); err != nil {
			return err
		}
	}
	if p.Ahead, err = s.store.Plan(r.Context(), p.ID, player(r).ID); err != nil {
		return err
	}
	return s.talk(r, p)
}

// lastMail adds the fate of the last mail to the opponent, where that is one at once, or the digest that told of the last move.
func (s *Site) lastMail(r *http.Request, p *gamePage) error {
	seat := p.Seats[p.Me.Other()]
	var envelope store.Envelope
	var err error
	switch {
	case seat.MailLost, seat.Mail == store.NoMail:
		return nil
	case seat.Mail == store.InDigest:
		envelope, err = s.store.LastDigest(r.Context(), seat.PlayerID, p.LastAt)
	default:
		envelope, err = s.store.LastMail(r.Context(), p.ID, p.Me.Other())
	}
	if err != nil && !unknown(err) {
		return err
	}
	p.Mail, p.Kept = fateOf(envelope, seat.Name, p.Zone), keptHere(envelope)
	return nil
}

// nextGame is the first of the games that wait for the viewer, but this one; nil where none does.
func (s *Site) nextGame(r *http.Request, but string) (*store.Game, error) {
	waiting, err := s.store.Waiting(r.Context(), player(r).ID)
	if err != nil {
		return nil, err
	}
	for i := range waiting {
		if waiting[i].ID != but {
			return &waiting[i], nil
		}
	}
	return nil, nil
}

// group is the legal moves of one man, for the select.
type group struct {
	Name  string // "Knight f5"
	Moves []listed
}

type listed struct{ Text, SAN string }

// groups lists all legal moves by the man that makes them.
func (c choice) groups() []group {
	p, by, groups := c.Position, map[string]int{}, []group(nil)
	sans := p.SANs(c.Legal)
	for i, m := range c.Legal {
		first := c.Clicks[i][0]
		at, seen := by[first]
		if !seen {
			at, by[first] = len(groups), len(groups)
			groups = append(groups, group{Name: upper(p.Clicked(first))})
		}
		groups[at].Moves = append(groups[at].Moves, listed{p.Text(m), sans[i]})
	}
	return groups
}
