package views

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"postrider/rules"
	"postrider/store"
	"postrider/views/board"
)

// termFields are the fields that say which game is to be played, in links and in forms.
var termFields = [...]string{"variant", "fen", "side", "title", "vacation", "games",
	"days", "clock", "pace", "reserve", "reserve_unit", "added", "added_unit", "cap", "cap_unit"}

// setup is what a preset link or its form stands for: the terms, their variant and the position the game begins with.
type setup struct {
	Terms    store.Terms
	Variant  *rules.Variant
	Position rules.Position
}

// Name is what the game is called: its own title, or the variant's.
func (s setup) Name() string {
	if s.Terms.Title != "" {
		return s.Terms.Title
	}
	return s.Variant.Title()
}

// Words are what the picture of a link preview says. inviter: who invites, or "".
func (s setup) Words(inviter string) board.Words {
	w := board.Words{Title: s.Name()}
	who := "Whoever invites"
	if inviter != "" {
		w.Before, who = inviter+" invites you to", inviter
	}
	if s.Terms.Title != "" {
		w.Lines = []string{s.Variant.Title()}
	}
	w.Lines = append(w.Lines, s.Variant.Summary(), limitsOf(s.Terms)+" "+colours(s, who))
	if opening := s.Opening(); opening != "" {
		w.Lines = append(w.Lines, opening)
	}
	return w
}

// Opening says that the game begins from another position than the usual one, and who moves first; "" where it does not.
func (s setup) Opening() string {
	if s.Terms.FEN == s.Variant.Start().FEN() {
		return ""
	}
	return "It begins from this position, not from the usual one; " + s.Variant.SideName(s.Position.Turn()) + " moves first."
}

// Path is the address that holds the terms: the preset that lives in its link.
func (s setup) Path() string { return "/presets/new?" + s.query() }

func (s setup) query() string {
	q := url.Values{"variant": {s.Terms.Variant}, "side": {s.Terms.Side}}
	if c := s.Terms.Clock; c.IsBank() {
		q.Set("clock", c.String())
	} else {
		q.Set("days", c.String())
	}
	if s.Terms.NoVacation {
		q.Set("vacation", "no")
	}
	if s.Terms.Games == 2 {
		q.Set("games", "2")
	}
	if s.Terms.FEN != s.Variant.Start().FEN() {
		q.Set("fen", s.Terms.FEN)
	}
	if s.Terms.Title != "" {
		q.Set("title", s.Terms.Title)
	}
	return q.Encode()
}

// Drawing is the position as it is drawn on pages and pictures.
func (s setup) Drawing() board.Drawing {
	return board.Drawing{Position: s.Position, Flip: s.near() == rules.Black, Coordinates: true,
		Label: "The position that the game begins with. " + s.Variant.SideName(s.Position.Turn()) + " moves first"}
}

// near is the side that sits below the board: the inviter's.
func (s setup) near() rules.Side {
	if s.Terms.Side == "black" {
		return rules.Black
	}
	return rules.White
}

// setupOf reads and completes the terms in a query or a form. What cannot be played is a *store.Invalid that names the field.
func (s *Site) setupOf(q url.Values) (setup, error) {
	terms := store.Terms{Variant: q.Get("variant"), FEN: q.Get("fen"), Side: q.Get("side"), Title: q.Get("title"), NoVacation: q.Get("vacation") == "no"}
	for _, name := range termFields {
		if !utf8.ValidString(q.Get(name)) || strings.ContainsRune(q.Get(name), 0) {
			return setup{}, &store.Invalid{Field: name, Text: "That holds bytes that are no text. Please type it anew."}
		}
	}
	if terms.Side == "" {
		terms.Side = "random"
	}
	if q.Get("games") == "2" {
		terms.Games = 2
	}
	var err error
	if terms.Clock, err = clockOf(q); err != nil {
		return setup{}, err
	}
	terms, err = s.store.CheckTerms(terms)
	if err != nil {
		return setup{}, err
	}
	return setupFor(terms)
}

// setupFor is the set-up of terms that have been checked.
func setupFor(terms store.Terms) (setup, error) {
	v, err := rules.Lookup(terms.Variant)
	if err != nil {
		return setup{}, &problem{http.StatusNotFound, "That game is not there", "There is no game with the key “" + terms.Variant + "” here, or none any more. The page of rules lists all that can be played."}
	}
	p, err := v.ParseFEN(terms.FEN)
	if err != nil {
		return setup{}, &store.Invalid{Field: "fen", Text: err.Error()}
	}
	return setup{terms, v, p}, nil
}

// setupForm is the form of a set-up, filled with its terms.
func setupForm(s setup) form {
	f := filled("variant", s.Terms.Variant, "fen", s.Terms.FEN, "side", s.Terms.Side, "title", s.Terms.Title)
	fillClock(f, s.Terms.Clock)
	if s.Terms.NoVacation {
		f.Values.Set("vacation", "no")
	}
	if s.Terms.Games == 2 {
		f.Values.Set("games", "2")
	}
	return f
}
