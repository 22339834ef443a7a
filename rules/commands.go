package rules

import (
	"errors"
	"fmt"
	"io"
)

// Commands are what the command line asks of the rules; the tags are those of a kong command line.
type Commands struct {
	Perft PerftCommand `cmd:"" help:"Count the lines of so many plies."`
	Moves MovesCommand `cmd:"" help:"List the legal moves."`
	Apply ApplyCommand `cmd:"" help:"Play moves and print the FEN after them."`
	Check CheckCommand `cmd:"" help:"Check a file of variant definitions."`
}

// placed is the part of a command that names a variant and a position.
type placed struct {
	Variant string `arg:"" help:"A key (pyrrhus), or FILE.ini:key."`
	FEN     string `name:"fen" help:"The position; without it the variant's first one. Its last fields may be missing."`
}

// read is the position of the FEN, or the start.
func (c *placed) read() (Position, error) {
	v, err := Load(c.Variant)
	if err != nil {
		return Position{}, err
	}
	if c.FEN == "" {
		return v.Start(), nil
	}
	return v.ParseFEN(c.FEN)
}

// PerftCommand counts the lines from a position.
type PerftCommand struct {
	placed
	Depth  int  `arg:"" help:"Plies."`
	Divide bool `help:"Also the count after each first move."`
}

// Validate refuses a depth below 0.
func (c *PerftCommand) Validate() error {
	if c.Depth < 0 {
		return errors.New("a depth is 0 or more")
	}
	return nil
}

// Run prints how many lines there are.
func (c *PerftCommand) Run(out io.Writer) error {
	p, err := c.read()
	if err != nil {
		return err
	}
	if !c.Divide || c.Depth == 0 {
		fmt.Fprintln(out, Perft(p, c.Depth))
		return nil
	}
	var total uint64
	for _, m := range p.Sorted() {
		n := Perft(p.Play(m), c.Depth-1)
		fmt.Fprintln(out, p.Text(m), n)
		total += n
	}
	fmt.Fprintln(out, total)
	return nil
}

// MovesCommand lists the legal moves in a position.
type MovesCommand struct{ placed }

// Run prints them, sorted.
func (c *MovesCommand) Run(out io.Writer) error {
	p, err := c.read()
	if err != nil {
		return err
	}
	for _, m := range p.Sorted() {
		fmt.Fprintln(out, p.Text(m))
	}
	return nil
}

// ApplyCommand plays moves from a position.
type ApplyCommand struct {
	placed
	Moves []string `arg:"" help:"In any notation."`
}

// Run prints the FEN after the moves; the first that is not legal is the error.
func (c *ApplyCommand) Run(out io.Writer) error {
	p, err := c.read()
	if err == nil {
		p, err = p.PlayAll(c.Moves...)
	}
	if err == nil {
		fmt.Fprintln(out, p.FEN())
	}
	return err
}

// CheckCommand checks a file of definitions.
type CheckCommand struct {
	File string `arg:"" help:"Definitions in the dialect of variants.ini."`
}

// Run says that the file is right, or what is wrong in which line.
func (c *CheckCommand) Run(out io.Writer) error {
	all, err := LoadFile(c.File)
	if err != nil {
		return err
	}
	for _, v := range all {
		fmt.Fprintf(out, "%s: %s\n", v.Key(), v.Title())
	}
	return nil
}
