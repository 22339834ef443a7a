package views

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"postrider/rules"
	"postrider/views/board"
)

// choice is how far somebody has come in spelling a move by clicks (rules: Position.Clicks). It knows no variant: all that it offers
// comes from the legal moves.
type choice struct {
	Position rules.Position
	Legal    []rules.Move
	Clicks   [][]string // of each legal move
	At       []string   // the clicks made
	Next     []option   // what may be clicked now
	Others   []option   // the first clicks of other moves: another man may be chosen instead
	Move     rules.Move // the move that At spells, where it spells one
	Done     bool
	Whose    string // the men are: "" says "your"; "Bob’s"
	Then     string // what a click that completes the move leads to: "" says "preview this move"
}

// option is a click, and the moves that go on with it.
type option struct {
	Click string
	Moves []rules.Move
	Ends  bool // the click completes the move
}

// choose finds what the clicks lead to. ok is false if no legal move begins so.
func choose(p rules.Position, at []string) (c choice, ok bool) {
	c = choice{Position: p, Legal: p.Moves(), At: at}
	c.Clicks = make([][]string, 0, len(c.Legal))
	for _, m := range c.Legal {
		clicks := p.Clicks(m)
		c.Clicks = append(c.Clicks, clicks)
		if len(at) > 0 && clicks[0] != at[0] {
			c.Others = with(c.Others, clicks, 0, m)
		}
		if len(clicks) < len(at) || !slices.Equal(clicks[:len(at)], at) {
			continue
		}
		if len(clicks) == len(at) {
			c.Move, c.Done = m, true
			continue
		}
		c.Next = with(c.Next, clicks, len(at), m)
	}
	return c, c.Done || len(c.Next) > 0
}

// picked is the choice that clicks, or else a typed move, spell in a position. Wrong is a sentence about why they spell none; why is one about the only click, on a
// man that has no move.
func picked(p rules.Position, at []string, typed string) (c choice, why, wrong string) {
	if len(at) == 0 {
		m, err := p.Parse(typed)
		if err != nil {
			return c, "", err.Error()
		}
		at = p.Clicks(m)
	}
	c, ok := choose(p, at)
	if ok {
		return c, "", ""
	}
	c, _ = choose(p, nil)
	if len(at) == 1 {
		if why = p.Stuck(at[0]); why != "" {
			return c, why, ""
		}
	}
	made := strings.Join(at, ", ")
	if made == "" || len(made) > 40 || strings.ContainsFunc(made, func(r rune) bool { return r < ' ' || r > '~' }) {
		made = "that" // no link of ours makes such clicks
	}
	return c, "", "No move begins with " + made + ". Press a piece on the board, then where it goes."
}

// with adds a move to the options by its click number i.
func with(options []option, clicks []string, i int, m rules.Move) []option {
	at := slices.IndexFunc(options, func(o option) bool { return o.Click == clicks[i] })
	if at < 0 {
		at, options = len(options), append(options, option{Click: clicks[i]})
	}
	options[at].Moves = append(options[at].Moves, m)
	options[at].Ends = len(clicks) == i+1
	return options
}

// typeOf is the type with a letter, whatever its case; a + before it is that of a promoted form.
func typeOf(v *rules.Variant, letter string) (rules.Type, bool) {
	for i, info := range v.Pieces() {
		if strings.EqualFold(info.Sign(), letter) {
			return rules.Type(i), true
		}
	}
	return 0, false
}

// draw shows the choice on a board and in the mover's tray: which men may move, which one is chosen, where it may go. href makes the
// address of clicks.
func (c choice) draw(d *board.Drawing, h *board.Hand, href func(at ...string) string) {
	d.Links, d.Targets, h.Links = map[rules.Cell]board.Link{}, map[rules.Cell]board.Target{}, map[rules.Type]board.Link{}
	v := c.Position.Variant()
	link := func(click string, l board.Link) rules.Cell {
		if t, ok := v.InHand(click); ok {
			h.Links[t] = l
			return rules.NoCell
		}
		cell, ok := v.Board().Cell(click)
		if !ok {
			return rules.NoCell // a way to move, asked beside the board
		}
		d.Links[cell] = l
		return cell
	}
	for _, click := range c.stuck() {
		link(click, board.Link{Href: href(click), Label: c.man(click) + ": it has no move now, see why"})
	}
	first, instead := c.Next, "choose it"
	if len(c.At) > 0 {
		first, instead = c.Others, "choose it instead"
	}
	for _, o := range first {
		link(o.Click, board.Link{Href: href(o.Click), Label: c.man(o.Click) + ": " + instead})
	}
	if len(c.At) == 0 {
		return
	}
	for _, click := range c.At {
		if t, ok := v.InHand(click); ok {
			h.Chosen = &t
		}
		if cell := link(click, board.Link{Href: href(), Label: c.man(click) + ", chosen: put it back"}); cell != rules.NoCell {
			d.Chosen = append(d.Chosen, cell)
		}
	}
	for _, o := range c.Next {
		cell := link(o.Click, board.Link{Href: href(append(slices.Clone(c.At), o.Click)...), Label: c.told(o)})
		if cell != rules.NoCell {
			d.Targets[cell] = board.TargetOf(c.Position.Effects(o.Moves[0]))
		}
	}
}

// stuck is the clicks on the mover's men that begin no move.
func (c choice) stuck() []string {
	p := c.Position
	v, moves := p.Variant(), map[string]bool{}
	for _, clicks := range c.Clicks {
		moves[clicks[0]] = true
	}
	var stuck []string
	add := func(click string) {
		if !moves[click] {
			stuck = append(stuck, click)
		}
	}
	for cell, info := range v.Board().Cells {
		if piece, ok := p.At(rules.Cell(cell)); ok && piece.Side == p.Turn() {
			add(info.Name)
		}
	}
	for t := range v.Pieces() {
		if p.Hand(p.Turn(), rules.Type(t)) > 0 {
			add(v.HandClick(rules.Type(t)))
		}
	}
	return stuck
}

// man names what a first click is on: "e2, your pawn", "Your knight, 2 in hand".
func (c choice) man(click string) string {
	v := c.Position.Variant()
	if t, ok := v.InHand(click); ok {
		return upper(c.whose()) + " " + v.Piece(t).Name + ", " + strconv.Itoa(c.Position.Hand(c.Position.Turn(), t)) + " in " + v.HandName()
	}
	cell, _ := v.Board().Cell(click)
	piece, ok := c.Position.At(cell)
	if !ok {
		return click
	}
	return click + ", " + c.whose() + " " + v.Piece(piece.Type).Name
}

// chosenName is the man that is chosen: "knight f5", "knight in hand".
func (c choice) chosenName() string { return c.Position.Clicked(c.At[0]) }

// whose is "your", or whose the men are else.
func (c choice) whose() string { return cmp.Or(c.Whose, "your") }

// told says what a click on a target does: "Knight f5 captures the pawn on g7: preview this move".
func (c choice) told(o option) string {
	then := cmp.Or(c.Then, "preview this move")
	if !o.Ends {
		then = "choose how"
	}
	return upper(deed(c.Position, o.Moves[0], c.whose())) + ": " + then
}

// deed is what the mover himself, whose men are "your" ones or "Bob’s", does with a move: "knight f5 captures the pawn on g7", "drop a Pyrrhus on e2".
func deed(p rules.Position, m rules.Move, whose string) string {
	v := p.Variant()
	cell, name := v.Board().Name, func(piece rules.Piece) string { return v.Piece(piece.Type).Name }
	effects, text := p.Effects(m), p.Text(m)
	victim := slices.IndexFunc(effects, func(e rules.Effect) bool { return e.Kind == rules.Captured })
	for _, e := range effects {
		switch {
		case e.Kind == rules.Moved && strings.HasSuffix(text, foldSign):
			return name(e.Piece) + " " + cell(e.From) + " folds its wings"
		case e.Kind == rules.Moved && strings.HasSuffix(text, flySign):
			return name(e.Piece) + " " + cell(e.From) + " flies to " + cell(e.To)
		case e.Kind == rules.Moved && victim >= 0 && effects[victim].From == e.To:
			return name(e.Piece) + " " + cell(e.From) + " captures the " + name(effects[victim].Piece) + " on " + cell(e.To)
		case e.Kind == rules.Moved && victim >= 0:
			return name(e.Piece) + " " + cell(e.From) + " goes to " + cell(e.To) + captureElsewhere(p, m)
		case e.Kind == rules.Moved:
			return name(e.Piece) + " " + cell(e.From) + " goes to " + cell(e.To)
		case e.Kind == rules.Dropped:
			words := "drop " + an(name(e.Piece)) + " on " + cell(e.To)
			if piece, ok := p.At(e.To); ok {
				words += ", where " + whose + " " + name(piece) + " stands"
			}
			return words
		}
	}
	return p.SAN(m)
}

// captureElsewhere is the end of a deed that captures on another cell than that where the mover arrives, " and captures the pawn on b5"; "" for all others.
func captureElsewhere(p rules.Position, m rules.Move) string {
	effects, v := p.Effects(m), p.Variant()
	for _, e := range effects {
		if e.Kind == rules.Captured && e.From != effects[0].To {
			return " and captures the " + v.Piece(e.Piece.Type).Name + " on " + v.Board().Name(e.From)
		}
	}
	return ""
}

// way is one of several ways to make a move that shares its cells with another: what it becomes, whether it flies.
type way struct {
	Href, Label, Picture string // Picture: a file under /static/, or ""
}

// The signs of a flight and of folding, in texts and as clicks; as clicks alone "+" promotes and "-" is the plain move.
const flySign, foldSign, promoteSign, plainSign = "^", "=", "+", "-"

// wayWords says what a click beside the board does that is no piece to become.
func (c choice) wayWords(click string) string {
	with := func(sign string) bool {
		return slices.ContainsFunc(c.Next, func(o option) bool { return o.Click == sign })
	}
	switch {
	case click == flySign:
		return "Fly there"
	case click == foldSign:
		return "Fold the wings"
	case click == promoteSign:
		return "Promote"
	case click == plainSign && with(flySign):
		return "Step there"
	case click == plainSign:
		return "Do not promote"
	}
	return click
}

// onBoard says whether some way to go on is a cell.
func (c choice) onBoard() bool {
	return slices.ContainsFunc(c.Next, func(o option) bool {
		_, cell := c.Position.Variant().Board().Cell(o.Click)
		return cell
	})
}

// open says how many ways there are to go on.
func (c choice) open() string {
	word := cellWord(c.Position.Variant())
	return count(len(c.Next), word+" is", word+"s are") + " open to it"
}

// whichWay asks for one of so many ways beside the board.
func (c choice) whichWay(ways int) string {
	switch {
	case c.onBoard():
		return ": " + strings.Replace(choice{Position: c.Position, Next: c.Next[:len(c.Next)-ways]}.open(), " open to it", " open to it; or", 1) + ":"
	case ways == 1:
		return ", and there is one way:"
	}
	return ", and there is more than one way. Which?"
}

// ways are the options that are no cell and no man in hand, to be asked beside the board.
func (c choice) ways(href func(at ...string) string) []way {
	v := c.Position.Variant()
	var ways []way
	for _, o := range c.Next {
		_, hand := v.InHand(o.Click)
		if _, cell := v.Board().Cell(o.Click); cell || hand {
			continue
		}
		w := way{Href: href(append(slices.Clone(c.At), o.Click)...)}
		switch letter, promotes := strings.CutPrefix(o.Click, "="); {
		case promotes && letter != "":
			if t, ok := typeOf(v, letter); ok {
				w.Label = upper(v.Piece(t).Name)
				if picture := v.Piece(t).Picture; picture != "" {
					w.Picture = "pieces/" + c.Position.Turn().String() + "-" + picture + ".svg"
				}
			}
		default:
			w.Label = c.wayWords(o.Click)
		}
		if len(o.Moves) == 1 {
			w.Label = strings.TrimSpace(w.Label + " " + c.Position.SAN(o.Moves[0]))
		}
		ways = append(ways, w)
	}
	return ways
}
