package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDiagrams is how many diagrams a rules page may have, maxCaption how many letters there are under one.
const maxDiagrams, maxCaption = 10, 300

// Diagram is a picture that explains the rules: a position, what the move that led to it did (nothing, where no move is given), and
// the words below.
type Diagram struct {
	Position Position
	Effects  []Effect
	Caption  string
}

// makePictures reads the positions that are only shown: sample, diagram1 ….
func (c *compiler) makePictures() {
	c.v.sample = c.v.start
	if fen, ok := c.values["sample"]; ok {
		p, err := c.v.ParseFEN(fen)
		if err != nil {
			c.fail("sample", err)
		}
		c.v.sample = p
	}
	for n := range maxDiagrams {
		name := "diagram" + strconv.Itoa(n+1)
		text, ok := c.values[name]
		if !ok {
			continue
		}
		d, err := c.v.readDiagram(text)
		if err != nil {
			c.fail(name, err)
		}
		c.v.diagrams = append(c.v.diagrams, d)
	}
}

// readDiagram reads "FEN | caption", or "FEN | move | caption".
func (v *Variant) readDiagram(text string) (d Diagram, err error) {
	fen, rest, _ := strings.Cut(text, "|")
	move, caption, two := strings.Cut(rest, "|")
	if !two {
		move, caption = "", move
	}
	d.Caption = strings.TrimSpace(caption)
	switch {
	case d.Caption == "":
		return d, errors.New("after the FEN a | and the words below the diagram are missing")
	case utf8.RuneCountInString(d.Caption) > maxCaption:
		return d, fmt.Errorf("the words below the diagram are too many; at most %d letters", maxCaption)
	}
	if d.Position, err = v.ParseFEN(strings.TrimSpace(fen)); err != nil || !two {
		return d, err
	}
	m, err := d.Position.Parse(move)
	if err != nil {
		return d, err
	}
	d.Effects, d.Position = d.Position.Effects(m), d.Position.Play(m)
	return d, nil
}
