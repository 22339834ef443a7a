package rules

import (
	"fmt"
	"strings"
)

// term is one part of a Betza description: a leap in some directions, perhaps repeated, with its modifiers.
type term struct {
	base    leap
	dirs    []string // "f", "fs", …; none: all
	limit   int      // how often the leap may be repeated: 1 a leap, 0 as far as there is board
	move    bool     // may go to an empty cell
	capture bool     // may capture
	passing bool     // may capture en passant ("e")
	initial bool     // only from the region of double steps ("i")
	lame    bool     // the cells on the way must be empty ("n")
	hop     hop
}

// leap is a vector: so many cells along one axis and so many along the other, the larger first.
type leap struct{ long, short int }

// hop says how a line needs a screen.
type hop uint8

const (
	noHop   hop = iota
	farHop      // like a cannon: over exactly one man, and on ("p")
	nearHop     // like a grasshopper: to the cell behind the first man ("g")
)

// atoms are Betza's leaps, and compounds the letters that stand for several.
var (
	atoms = map[byte]leap{
		'W': {1, 0}, 'F': {1, 1}, 'D': {2, 0}, 'N': {2, 1}, 'A': {2, 2},
		'H': {3, 0}, 'C': {3, 1}, 'L': {3, 1}, 'J': {3, 2}, 'Z': {3, 2}, 'G': {3, 3},
	}
	compounds = map[byte]struct {
		atoms string
		limit int
	}{'R': {"W", 0}, 'B': {"F", 0}, 'Q': {"WF", 0}, 'K': {"WF", 1}}
)

const (
	maxBetza = 80 // letters in one description
	atomList = "W F D N A H C Z G, and R B Q K for W0, F0, both, and WF"
)

// parseBetza reads a description like "fmWfceF" or "RcpRnN". The error says what is not understood; "" is a piece that cannot move.
func parseBetza(text string) ([]term, error) {
	if len(text) > maxBetza {
		return nil, fmt.Errorf("a move description has at most %d letters", maxBetza)
	}
	var terms []term
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && text[i] >= 'a' && text[i] <= 'z' {
			i++
		}
		if i == len(text) {
			return nil, fmt.Errorf("“%s” at the end needs a move after it, one of %s", text[start:], atomList)
		}
		t, err := parseModifiers(text[start:i])
		if err != nil {
			return nil, err
		}
		letter := text[i]
		i++
		group, ok := compounds[letter]
		if !ok {
			if _, ok := atoms[letter]; !ok {
				return nil, fmt.Errorf("“%s” is no move; there are %s", cut(text[i-1:]), atomList)
			}
			group.atoms, group.limit = string(letter), 1
		}
		if i < len(text) && text[i] == letter && group.limit == 1 { // NN, WW: a rider
			group.limit = 0
			i++
		}
		digits := i
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		if digits < i {
			if i-digits > 2 {
				return nil, fmt.Errorf("%s is too far: a range has one or two digits, 0 for without end", text[digits:i])
			}
			fmt.Sscan(text[digits:i], &group.limit)
		}
		for _, atom := range []byte(group.atoms) {
			t.base, t.limit = atoms[atom], group.limit
			if err := t.check(atom); err != nil {
				return nil, err
			}
			terms = append(terms, t)
		}
	}
	return terms, nil
}

// parseModifiers reads the small letters before an atom.
func parseModifiers(text string) (term, error) {
	t := term{}
	for i := 0; i < len(text); i++ {
		switch x := text[i]; x {
		case 'm':
			t.move = true
		case 'c':
			t.capture = true
		case 'e':
			t.passing = true
		case 'i':
			t.initial = true
		case 'n':
			t.lame = true
		case 'p':
			t.hop = farHop
		case 'g':
			t.hop = nearHop
		case 'f', 'b', 'l', 'r', 's', 'v':
			dir := text[i : i+1]
			if i+1 < len(text) && strings.IndexByte(partners[x], text[i+1]) >= 0 {
				i++
				dir += text[i : i+1]
			}
			t.dirs = append(t.dirs, dir)
		default:
			return t, fmt.Errorf("“%c” is no modifier that is played here; there are m c e i n p g and the directions f b l r s v", rune(x))
		}
	}
	if !t.move && !t.capture {
		t.move, t.capture = true, true
	}
	return t, nil
}

// partners are the letters that join the direction before them to a pair: "fs" is forward and to the side, "fb" is forward, and backward.
var partners = map[byte]string{'f': "fslrh", 'b': "bslrh", 'l': "lfbvh", 'r': "rfbvh", 's': "s", 'v': "v"}

// check refuses the combinations that are not done.
func (t *term) check(atom byte) error {
	switch {
	case t.lame && t.limit != 1:
		return fmt.Errorf("n%c as a rider is not played here: n goes with a single leap", rune(atom))
	case t.lame && atom != 'N' && atom != 'Z' && t.base.short != 0 && t.base.short != t.base.long:
		return fmt.Errorf("n%c has no path that everybody agrees on: n goes with D A H G N Z", rune(atom))
	case t.hop != noHop && t.limit == 1:
		return fmt.Errorf("p and g go with lines: pR, pB, gQ; not with the single leap %c", rune(atom))
	case t.hop != noHop && t.lame:
		return fmt.Errorf("n and p or g do not go together")
	case t.passing && (!t.capture || t.limit != 1 || t.hop != noHop || t.lame):
		return fmt.Errorf("e (en passant) goes with a capture by a single step or leap, like fceF")
	}
	return nil
}

// vector is a step as White sees it: on squares to the right and ahead, on hexagons in the axes of hexbetza.go.
type vector struct{ x, y int }

// way is one direction of a term: the step, and the steps that lead to the cells that a lame one passes.
type way struct {
	vector
	legs []vector
}

// ways are the directions of a term on a board for a side, in a fixed order.
func (b *Board) ways(t term, s Side) []way {
	var ways []way
	if b.Hex {
		ways = hexWays(t)
	} else {
		for _, v := range squareVectors(t) {
			ways = append(ways, way{v, legs(v, t.base)})
		}
	}
	if s == Black {
		for i, w := range ways {
			ways[i].vector = w.back()
			for j := range w.legs {
				w.legs[j] = w.legs[j].back()
			}
		}
	}
	return ways
}

func (v vector) back() vector { return vector{-v.x, -v.y} }

// away is the cell that a step, made so many times, leads to; NoCell where there is none.
func (b *Board) away(from Cell, v vector, times int) Cell {
	x, y := b.Cells[from].File+v.x*times, b.Cells[from].Rank+v.y*times
	if b.Hex {
		middle := b.Files / 2
		y += max(0, middle-b.Cells[from].File) - max(0, middle-x)
	}
	return b.at(x, y)
}

// squareVectors are the directions of a term on the square board.
func squareVectors(t term) []vector {
	var found []vector
	a, b := t.base.long, t.base.short
	for _, v := range []vector{{b, a}, {a, b}, {a, -b}, {b, -a}, {-b, -a}, {-a, -b}, {-a, b}, {-b, a}} {
		seen := false
		for _, f := range found {
			seen = seen || f == v
		}
		if !seen && t.goes(v) {
			found = append(found, v)
		}
	}
	return found
}

// goes says whether one of a term's directions allows the vector. A pair of letters means both on straight moves ("fs": ahead, and to the
// sides), the one diagonal on diagonal moves ("fl"), and on a knight's kind of leap the second letter names the stronger axis ("ff" the
// straightest ahead, "fs" and "fl" ahead, but more to the side).
func (t *term) goes(v vector) bool {
	straight, diagonal := t.base.short == 0, t.base.long == t.base.short
	for _, d := range t.dirs {
		first := diagonal && (d[0] == 's' || d[0] == 'v') || inHalf(d[0], v)
		if len(d) == 1 || d[1] == 'h' {
			if first {
				return true
			}
			continue
		}
		second := diagonal && (d[1] == 's' || d[1] == 'v') || inHalf(d[1], v)
		upright := d[1] == 'f' || d[1] == 'b' || d[1] == 'v'
		switch {
		case straight && (first || second), diagonal && first && second:
			return true
		case !straight && !diagonal && second && upright == (abs(v.y) > abs(v.x)):
			if d[0] == d[1] || first {
				return true
			}
		}
	}
	return len(t.dirs) == 0
}

// inHalf reads a direction letter: a half of the board, or for s and v the sideways and the upright leaps.
func inHalf(d byte, v vector) bool {
	switch d {
	case 'f':
		return v.y > 0
	case 'b':
		return v.y < 0
	case 'l':
		return v.x < 0
	case 'r':
		return v.x > 0
	case 's':
		return abs(v.x) > abs(v.y)
	}
	return abs(v.y) > abs(v.x)
}

// legs are the cells that a lame leap passes, as vectors from its start.
func legs(v vector, base leap) []vector {
	sign := func(n int) int { return min(1, max(-1, n)) }
	if base.short == 0 || base.short == base.long {
		var way []vector
		for n := 1; n < base.long; n++ {
			way = append(way, vector{n * sign(v.x), n * sign(v.y)})
		}
		return way
	}
	way := vector{sign(v.x), 0}
	if abs(v.y) > abs(v.x) {
		way = vector{0, sign(v.y)}
	}
	steps := []vector{way}
	for n := 1; n < base.short; n++ {
		way = vector{way.x + sign(v.x), way.y + sign(v.y)}
		steps = append(steps, way)
	}
	return steps
}

func abs(n int) int { return max(n, -n) }
