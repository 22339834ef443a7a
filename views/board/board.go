// Package board draws a position: as SVG with links for pages (Inline, Tray), as a picture of its own (SVG, PNG, Card), and in
// words (Text, Alt) for mail, text browsers and screen readers.
//
// A Drawing says what is to be seen. geometry.go lays the cells out, scene.go and arrows.go turn both into a list of shapes in the
// order of painting, and the three writers (board.templ, svg.go, png.go) only write shapes down. A shape carries the class of the
// kit's style sheet; look.go gives the same class its light colours where there is no style sheet.
package board

import (
	"strings"

	"github.com/a-h/templ"

	"postrider/rules"
)

// Drawing is all that is to be seen of a position.
type Drawing struct {
	Position    rules.Position
	Flip        bool // seen from Black's side
	Coordinates bool // files and ranks at the edge
	Hands       bool // men in hand above and below the board, in pictures that stand alone (pages have Tray)
	HandRoom    bool // with Hands: there is room for them where a hand is empty, too, so that all pictures of a game are of one size

	Last    []rules.Cell          // cells of the last move: amber
	Chosen  []rules.Cell          // cells of the man that is chosen
	Targets map[rules.Cell]Target // where it may go
	Effects []rules.Effect        // what a move did that led to Position: arrows, and ghosts of men that left
	Links   map[rules.Cell]Link   // cells that do something (Inline only)
	Label   string                // names the whole board: game, move, side; "" for the variant and the side to move
}

// Link is where a press on a cell or a man leads, and its name for those who do not see it.
type Link struct{ Href, Label string }

// safe is an address as templ lets it pass. A query of its own ("?at=hand:N") leads nowhere else, whatever signs are in it.
func safe(href string) templ.SafeURL {
	if strings.HasPrefix(href, "?") {
		return templ.SafeURL(href)
	}
	return templ.URL(href)
}

// Target is how a man may come to a cell.
type Target uint8

// The kinds of targets, each with a mark of its own shape.
const (
	MayGo      Target = iota // a dot
	MayDrop                  // a smaller dot
	MayCapture               // a ring
	OnlyGo                   // a dot that is not filled, in diagrams of a piece’s moves: may go, and never captures
	GoAtFirst                // the same, dashed: only from where it starts
	OverAMan                 // a dashed ring: over another man
)

// TargetOfWay is the mark of a move diagram.
func TargetOfWay(w rules.Way) Target {
	switch {
	case w&rules.AtFirst != 0:
		return GoAtFirst
	case w&rules.Over != 0:
		return OverAMan
	case w == rules.ByPower:
		return MayDrop
	case w == rules.Goes:
		return OnlyGo
	case w == rules.Captures:
		return MayCapture
	}
	return MayGo
}

// TargetOf is the mark for a move that has these effects.
func TargetOf(effects []rules.Effect) Target {
	target := MayGo
	for _, e := range effects {
		switch e.Kind {
		case rules.Captured:
			return MayCapture
		case rules.Dropped:
			target = MayDrop
		}
	}
	return target
}

// Touched is the cells that a move's canonical text names ("e2e4": e2 and e4), for Drawing.Last.
func Touched(b *rules.Board, text string) []rules.Cell {
	var cells []rules.Cell
	for text != "" {
		name, cell := "", rules.NoCell
		for c, info := range b.Cells {
			if len(info.Name) > len(name) && strings.HasPrefix(text, info.Name) {
				name, cell = info.Name, rules.Cell(c)
			}
		}
		if cell == rules.NoCell {
			text = text[1:]
			continue
		}
		cells = append(cells, cell)
		text = text[len(name):]
	}
	return cells
}

// Besides is what a move in p did that its cells do not show, for Drawing.Effects: whom the rules moved along, threw, paralysed or freed,
// who folded his wings, whom they promoted or captured elsewhere than where the move ended. That a rook goes along in castling everybody knows.
func Besides(p rules.Position, m rules.Move) []rules.Effect {
	var besides []rules.Effect
	moved, stays := rules.NoCell, false // where the mover ended, and whether he was there before
	for _, e := range p.Effects(m) {
		switch e.Kind {
		case rules.Moved:
			moved, stays = e.To, e.From == e.To
		case rules.Turned:
			if stays {
				besides = append(besides, e)
			}
		case rules.Captured:
			if e.From != moved {
				besides = append(besides, e)
			}
		case rules.Promoted:
			if e.To != moved {
				besides = append(besides, e)
			}
		case rules.Relocated:
			if !strings.HasPrefix(p.SAN(m), "O-O") {
				besides = append(besides, e)
			}
		case rules.Thrown, rules.Frozen, rules.Unfrozen:
			besides = append(besides, e)
		}
	}
	return besides
}

// label is the name of the whole board.
func (d Drawing) label() string {
	if d.Label != "" {
		return d.Label
	}
	v := d.Position.Variant()
	return v.Title() + ", " + v.SideName(d.Position.Turn()) + " to move"
}

// near is the side that sits below the board.
func (d Drawing) near() rules.Side {
	if d.Flip {
		return rules.Black
	}
	return rules.White
}

// Hand is what a tray shows: the men that one side may drop.
type Hand struct {
	Position rules.Position
	Side     rules.Side
	Label    string              // names the tray: "Bob’s reserve"
	Note     string              // words beside the men; "" for "in hand" or the like
	Links    map[rules.Type]Link // men that may be chosen
	Chosen   *rules.Type         // the man that is chosen, or nil
	Flip     bool                // the board beside it is seen from Black's side
}
