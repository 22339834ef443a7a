package board

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"postrider/rules"
)

// Text is the position in letters from the side of s, for mail and text browsers: capitals are White's, "." and ":" are light and dark
// cells, "-" the third shade of hexagons, "*" stands before a paralysed man, "+" before one in his promoted form. The hands of both stand above and below, where the game has any.
func Text(p rules.Position, s rules.Side) string {
	lines := squareText(p, s)
	if p.Variant().Board().Hex {
		lines = hexText(p, s)
	}
	if p.Variant().HasHands() {
		lines = slices.Concat([]string{"    " + handText(p, s.Other()), ""}, lines, []string{"", "    " + handText(p, s)})
	}
	return strings.Join(lines, "\n") + "\n"
}

// squareText is a board of squares, a line for each rank. No line of a rank holds letters other than those of the men.
func squareText(p rules.Position, s rules.Side) []string {
	b := p.Variant().Board()
	grid := slices.Repeat([]rules.Cell{rules.NoCell}, b.Files*b.Ranks)
	for c, info := range b.Cells {
		grid[info.Rank*b.Files+info.File] = rules.Cell(c)
	}
	seen := func(i, n int) int { // the i-th file from the left, or rank from below, for who looks
		if s == rules.Black {
			return n - 1 - i
		}
		return i
	}
	var lines []string
	for r := range b.Ranks {
		rank := seen(b.Ranks-1-r, b.Ranks)
		line := append(make([]byte, 0, 3+2*b.Files), pad(rank+1)+" "...)
		for f := range b.Files {
			file := seen(f, b.Files)
			mark, sign := cellText(p, grid[rank*b.Files+file], ":."[(file+rank)%2])
			line = append(line, mark, sign)
		}
		lines = append(lines, strings.TrimRight(string(line), " "))
	}
	files := "   "
	for f := range b.Files {
		files += " " + fileName(b, seen(f, b.Files))
	}
	return append(lines, "", files)
}

// hexText is a board of hexagons, a line for each row of cells: those of every other file, with the names of the first and the last.
func hexText(p rules.Position, s rules.Side) []string {
	const margin, step = 3, 4 // letters before the first file, and from file to file
	b := p.Variant().Board()
	g := newGeometry(b, s == rules.Black, false)
	var lines []string
	line := ""
	for i, c := range g.order {
		name, at := b.Name(c), g.places[c].centre
		column := margin + step*int(math.Round((at.x-hexThin-radius)/(1.5*radius)))
		first, last := line == "", i+1 == len(g.order) || g.places[g.order[i+1]].centre.y > at.y+1
		if first {
			line = strings.Repeat(" ", column-len(name)) + name
		}
		mark, sign := cellText(p, c, "-.:"[hexShade(b, b.Cells[c])])
		line += strings.Repeat(" ", column-len(line)) + string([]byte{mark, sign})
		if last && !first {
			line += " " + name
		}
		if last {
			lines, line = append(lines, line), ""
		}
	}
	return lines
}

// pad writes a rank's number two wide.
func pad(rank int) string {
	text := " " + strconv.Itoa(rank)
	return text[len(text)-2:]
}

// cellText is a cell with the mark before it: blanks for a hole, the sign of its shade for an empty one.
func cellText(p rules.Position, c rules.Cell, shade byte) (mark, sign byte) {
	if c == rules.NoCell {
		return ' ', ' '
	}
	piece, occupied := p.At(c)
	switch {
	case occupied && p.Frozen(c):
		return '*', letterOf(p, piece)
	case occupied && p.Variant().Piece(piece.Type).Form:
		return '+', letterOf(p, piece)
	case occupied:
		return ' ', letterOf(p, piece)
	}
	return ' ', shade
}

// letterOf is a man's letter as in FEN: upper case for White.
func letterOf(p rules.Position, piece rules.Piece) byte {
	letter := p.Variant().Piece(piece.Type).Letter
	if piece.Side == rules.Black {
		return letter | 0x20
	}
	return letter
}

// held is where the men wait that may be dropped: "in hand" or "in reserve".
func held(v *rules.Variant) string { return "in " + v.HandName() }

// handText is the men in a hand as letters: "in reserve: y", "in hand: PP N".
func handText(p rules.Position, s rules.Side) string {
	var men []string
	for t := range p.Variant().Pieces() {
		if count := p.Hand(s, rules.Type(t)); count > 0 {
			men = append(men, strings.Repeat(string(letterOf(p, rules.Piece{Type: rules.Type(t), Side: s})), count))
		}
	}
	if men == nil {
		men = []string{"nothing"}
	}
	return held(p.Variant()) + ": " + strings.Join(men, " ")
}

// Alt is the whole position in words, to stand for a picture of it: "White: king e1, queen d1, rooks a1 h1. Black: king e8; in
// reserve: Pyrrhus."
func Alt(p rules.Position) string {
	v := p.Variant()
	var sides []string
	for _, s := range []rules.Side{rules.White, rules.Black} {
		text := menText(p, s)
		if hand := handWords(p, s); hand != "" {
			text += "; " + held(v) + ": " + hand
		}
		sides = append(sides, v.SideTitle(s)+": "+text+".")
	}
	return strings.Join(sides, " ")
}

// menText lists the men of a side on the board, type by type.
func menText(p rules.Position, s rules.Side) string {
	v := p.Variant()
	on := make([][]string, len(v.Pieces())) // by type
	for c, info := range v.Board().Cells {
		piece, occupied := p.At(rules.Cell(c))
		if !occupied || piece.Side != s {
			continue
		}
		name := info.Name
		if p.Frozen(rules.Cell(c)) {
			name += " (paralysed)"
		}
		if piece.Promoted {
			name += " (promoted)"
		}
		on[piece.Type] = append(on[piece.Type], name)
	}
	var men []string
	for _, t := range spoken(v) {
		if on[t] != nil {
			slices.Sort(on[t])
			men = append(men, rules.Plural(v.Piece(t).Name, len(on[t]))+" "+strings.Join(on[t], " "))
		}
	}
	if men == nil {
		return "nobody on the board"
	}
	return strings.Join(men, ", ")
}

// handWords lists the men in a hand: "knight, 2 pawns"; "" if there are none.
func handWords(p rules.Position, s rules.Side) string {
	var men []string
	for _, t := range spoken(p.Variant()) {
		switch name, count := p.Variant().Piece(t).Name, p.Hand(s, t); {
		case count == 1:
			men = append(men, name)
		case count > 1:
			men = append(men, strconv.Itoa(count)+" "+rules.Plural(name, count))
		}
	}
	return strings.Join(men, ", ")
}

// spoken is the types in the order in which one lists men: royal ones first, pawns last.
func spoken(v *rules.Variant) []rules.Type {
	var royal, others, pawns []rules.Type
	for i, info := range v.Pieces() {
		switch t := rules.Type(i); {
		case info.Royal:
			royal = append(royal, t)
		case info.Name == "pawn":
			pawns = append(pawns, t)
		default:
			others = append(others, t)
		}
	}
	return slices.Concat(royal, others, pawns)
}

// note is the words in a tray.
func (h Hand) note() string {
	switch v := h.Position.Variant(); {
	case h.Note != "":
		return h.Note
	case handWords(h.Position, h.Side) == "":
		return "nothing " + held(v)
	default:
		return held(v)
	}
}

// linkName is what a man in a tray is called: the link's own label, or "knight, 2 in hand".
func (h Hand) linkName(info rules.PieceInfo, link Link, count int) string {
	if link.Label != "" {
		return link.Label
	}
	return info.Name + ", " + strconv.Itoa(count) + " " + held(h.Position.Variant())
}
