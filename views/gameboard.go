package views

import (
	"net/url"
	"strings"

	"postrider/rules"
	"postrider/views/board"
)

// near is the side that sits below the board.
func (p *gamePage) near() rules.Side {
	side := rules.White
	if p.Plays {
		side = p.Me
	}
	if p.Flip {
		side = side.Other()
	}
	return side
}

// href is the address of this page with these clicks made.
func (p *gamePage) href(at ...string) string {
	path, sign := "/games/"+p.ID, "?at="
	for _, click := range at {
		path += sign + url.QueryEscape(click)
		sign = "&at="
	}
	if !p.Flip {
		return path
	}
	return path + strings.Replace(sign, "at=", "flip=1", 1)
}

// plyHref is the address of the position after so many plies.
func (p *gamePage) plyHref(ply int) string { return shownAt(p.ID, ply, p.Flip) }

func shownAt(id string, ply int, flip bool) string {
	path := "/games/" + id + "?ply=" + itoa(ply)
	if flip {
		path += "&flip=1"
	}
	return path
}

// drawBoard decides what is to be seen on the board and in the trays.
func (p *gamePage) drawBoard() {
	near := p.near()
	p.Board = board.Drawing{Position: p.Position, Flip: near == rules.Black, Coordinates: true, Label: p.boardLabel()}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		p.Trays[side] = board.Hand{Position: p.Position, Side: side, Flip: p.Board.Flip, Label: upper(p.whose(side)) + " men in hand"}
	}
	switch {
	case p.Preview:
		p.Board.Effects = p.Words.Effects
		for _, e := range p.Words.Effects {
			if e.Kind == rules.Dropped {
				p.Board.Last = append(p.Board.Last, e.To)
			}
		}
		return
	case p.Shown > 0:
		p.Board.Last = board.Touched(p.Variant.Board(), p.Moves[p.Shown-1].Text)
		p.Board.Effects = p.Words.Effects
	}
	if p.MayMove {
		if len(p.Choice.At) > 0 {
			p.Board.Effects = nil // what may be done is more than what was done
		}
		p.Choice.draw(&p.Board, &p.Trays[p.Me], p.href)
		if cell, ok := p.Variant.Board().Cell(p.Stuck); ok {
			p.Board.Chosen = []rules.Cell{cell}
		}
	}
}

// boardLabel names the whole board for who does not see it.
func (p *gamePage) boardLabel() string {
	label := p.VariantTitle + ", "
	switch {
	case p.Preview:
		return label + "preview: the board after " + p.Choice.Position.SAN(p.Choice.Move)
	case p.Shown == 0:
		label += "the position that the game began with"
	default:
		label += "after " + p.numbered(p.Shown)
	}
	if !p.Over() || p.Shown < p.Ply {
		label += ", " + p.Variant.SideName(p.Position.Turn()) + " to move"
	}
	if len(p.Choice.At) > 0 {
		label += ". Chosen: " + p.Choice.chosenName()
	}
	return label
}

// whose is "your" or "Bob’s".
func (p *gamePage) whose(side rules.Side) string {
	if p.Plays && side == p.Me {
		return "your"
	}
	return p.Seats[side].Name + "’s"
}
