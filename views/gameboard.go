package views

import (
	"bytes"
	"compress/gzip"
	"net/http"
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
	if p.Status == "playing" || p.Shown < p.Ply {
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

// gameBoard is the board as a picture of its own: ?ply=12 a position, ?flip=1 from Black's side, ?small=1 the bare board.
func (s *Site) gameBoard(w http.ResponseWriter, r *http.Request) error {
	d, cache, err := s.pictured(r)
	if err != nil {
		return err
	}
	var svg bytes.Buffer
	if err := board.SVG(&svg, d); err != nil {
		return err
	}
	return sendSVG(w, r, svg.Bytes(), cache)
}

// sendSVG sends a drawing, packed if the browser can unpack it: there are thirty on the page of who plays thirty games.
func sendSVG(w http.ResponseWriter, r *http.Request, svg []byte, cache string) error {
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml; charset=utf-8")
	h.Set("Cache-Control", cache)
	h.Add("Vary", "Accept-Encoding")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Write(svg) // who has gone away needs no picture
		return nil
	}
	h.Set("Content-Encoding", "gzip")
	packed := gzip.NewWriter(w)
	packed.Write(svg)
	packed.Close()
	return nil
}

func (s *Site) gamePicture(w http.ResponseWriter, r *http.Request) error {
	d, cache, err := s.pictured(r)
	if err != nil {
		return err
	}
	return s.picture(w, r, cache, func() ([]byte, error) { return board.PNG(d, 480) })
}

// pictured is the drawing that a picture's address asks for, and how long it may be kept: a named ply never changes.
func (s *Site) pictured(r *http.Request) (d board.Drawing, cache string, err error) {
	log, err := s.store.Log(r.Context(), r.PathValue("id"), 0)
	if err != nil {
		return d, "", err
	}
	q, cache := r.URL.Query(), "public, max-age=31536000, immutable"
	ply, err := plyOf(q, log.Ply)
	if err != nil {
		return d, "", err
	}
	if ply < 0 {
		ply, cache = log.Ply, "no-cache"
	}
	v, err := s.store.Variant(r.Context(), log.Definition)
	if err != nil {
		return d, "", err
	}
	whole := q.Get("small") != "1" // in a list there is no room for more than the board
	d = board.Drawing{Flip: q.Get("flip") == "1", Coordinates: whole, Hands: whole}
	fen := log.StartFEN
	if ply > 0 {
		fen, d.Last = log.Moves[ply-1].FEN, board.Touched(v.Board(), log.Moves[ply-1].Text)
	}
	d.Position, err = v.ParseFEN(fen)
	return d, cache, err
}
