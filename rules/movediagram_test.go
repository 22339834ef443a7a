package rules

import "testing"

// TestMoveDiagram compares diagrams with the pieces' known moves.
func TestMoveDiagram(t *testing.T) {
	cannon, err := Parse("[cannons:chess]\ncustomPiece1 = c:mRcpR\nstartFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1\n")
	if err != nil {
		t.Fatal(err)
	}
	lookup := func(key string) *Variant {
		v, err := Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		v      *Variant
		letter byte
		side   Side
		from   string
		way    Way
		cells  int // that are reached in this way
	}{
		{lookup("chess"), 'q', White, "d4", Goes | Captures, 27},
		{lookup("chess"), 'n', White, "d4", Goes | Captures, 8},
		{lookup("chess"), 'p', White, "d2", Goes, 1},
		{lookup("chess"), 'p', White, "d2", Goes | AtFirst, 1},
		{lookup("chess"), 'p', White, "d2", Captures, 2},
		{lookup("chess"), 'p', Black, "d7", Goes | AtFirst, 1},
		{lookup("echidna"), 'e', White, "d4", Goes, 8},
		{cannon, 'c', White, "d4", Goes, 4},
		{cannon, 'c', White, "d4", Goes | Captures | Over, 10},
	} {
		typ, _ := c.v.typeOf(c.letter)
		d := c.v.MoveDiagram(typ, c.side)
		cells := 0
		for _, w := range d.Ways {
			if w == c.way {
				cells++
			}
		}
		if name := c.v.board.Name(d.From); name != c.from || cells != c.cells {
			t.Errorf("%s, %c: from %s, %d cells (%v); want %s, %d", c.v.key, c.letter, name, cells, d.Ways, c.from, c.cells)
		}
	}
}
