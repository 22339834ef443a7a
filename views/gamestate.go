package views

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"postrider/rules"
	"postrider/store"
)

func itoa(n int) string { return strconv.Itoa(n) }

// path is an address below the game's own.
func (p *gamePage) path(below string) string { return "/games/" + p.ID + below }

// turned is the address of what is shown, seen from the other side.
func (p *gamePage) turned() string {
	q := url.Values{}
	if p.Shown < p.Ply {
		q.Set("ply", itoa(p.Shown))
	} else if len(p.Choice.At) > 0 {
		q["at"] = p.Choice.At
	}
	if !p.Flip {
		q.Set("flip", "1")
	}
	if len(q) == 0 {
		return p.path("")
	}
	return p.path("?" + q.Encode())
}

// pace is the move's number and the clock.
func (p *gamePage) pace() string {
	return fmt.Sprintf("move %d · %s a move", p.Position.MoveNumber(), days(p.Days))
}

// written is how many moves came with words, but the one that is shown.
func (p *gamePage) written() int {
	n := 0
	for i, m := range p.Moves {
		if m.Comment != "" && i+1 != p.Shown {
			n++
		}
	}
	return n
}

// legal is how many moves there are.
func (p *gamePage) legal() int {
	n := 0
	for _, g := range p.Groups {
		n += len(g.Moves)
	}
	return n
}

// examples shows how moves are written, by two of the legal ones.
func (p *gamePage) examples() string {
	if len(p.Groups) == 0 {
		return ""
	}
	m := p.Groups[len(p.Groups)-1].Moves[0]
	if m.SAN == m.Text || len(m.SAN) > 4 {
		return "like " + m.Text
	}
	return "like " + m.SAN + ", " + m.Text
}

// open says how many ways there are to go on.
func (c choice) open() string {
	if n := len(c.Next); n != 1 {
		return count(n, "square is", "squares are") + " open to it"
	}
	return "one square is open to it"
}

// chosenName is the man that is chosen: "knight f5", "knight in hand".
func (c choice) chosenName() string {
	v := c.Position.Variant()
	if t, ok := inHand(v, c.At[0]); ok {
		return v.Piece(t).Name + " in hand"
	}
	if cell, ok := v.Board().Cell(c.At[0]); ok {
		if piece, ok := c.Position.At(cell); ok {
			return v.Piece(piece.Type).Name + " " + c.At[0]
		}
	}
	return c.At[0]
}

// after says what the chosen move leads to, where that is remarkable.
func (p *gamePage) after() string {
	san := p.Choice.Position.SAN(p.Choice.Move)
	switch {
	case strings.HasSuffix(san, "#"):
		return p.opponent() + " is mated, and the game is over."
	case strings.HasSuffix(san, "+"):
		return p.opponent() + " is in check."
	}
	return ""
}

// sendNote says what sending does.
func (p *gamePage) sendNote() string {
	if p.Seats[p.Me.Other()].MailOff {
		return p.opponent() + " has turned mail off, and sees your move when looking here. A sent move cannot be taken back."
	}
	return p.opponent() + " gets an e-mail as soon as you send. A sent move cannot be taken back."
}

// against says whom somebody plays in a game.
func against(g store.Game, name string) string {
	for i, seat := range g.Seats {
		if seat.Name == name {
			return "against " + g.Seats[1-i].Name
		}
	}
	return g.Seats[rules.White].Name + " against " + g.Seats[rules.Black].Name
}
