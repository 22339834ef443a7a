package rules

// Betza's notation on hexagons. A hexagon has six neighbours across an edge, at 12, 2, 4, 6, 8 and 10 o'clock as White sees them, and six cells across a
// corner, at 1, 3, 5, 7, 9 and 11 o'clock. W is a step to the first kind, F one to the second. A leap of (long, short) goes so many cells across edges in
// one direction and so many in one of the two next to it, as it does on squares: so D is twice W, A twice F, N the twelve knight's leaps of Gliński's
// chess, (2, 1), and C (3, 1), Z (3, 2), H (3, 0), G (3, 3). R, B, Q and K are WW, FF, both, and WF, like everywhere. A lame leap (n) passes
// the cells on its straight way, or else first one across an edge and then those across corners. The letters of directions are explained at goesHex; a pawn
// of Gliński's chess is mffWcfsW. The site's table of all this, in words for players, is in views/betza.go.
//
// A vector's axes are 2 o'clock (x, one file to the right) and 12 o'clock (y); source: the axial form in Gliński's section of the rules.

// edges are the steps across the edges, clockwise from 12 o'clock.
var edges = [6]vector{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}

// hexWays are the directions of a term on hexagons, as White sees them.
func hexWays(t term) []way {
	long, short := t.base.long, t.base.short
	var found []way
	for i, one := range edges {
		for _, turned := range []vector{edges[(i+1)%6], edges[(i+5)%6]} {
			w := way{vector: vector{long*one.x + short*turned.x, long*one.y + short*turned.y}}
			if (short == 0 || short == long) && turned != edges[(i+1)%6] || !t.goesHex(w.vector) { // the same step twice
				continue
			}
			w.legs = hexLegs(one, turned, long, short)
			found = append(found, w)
		}
	}
	return found
}

// hexLegs are the cells that a lame leap passes: those on the straight way, or else first one across an edge, then across corners.
func hexLegs(one, turned vector, long, short int) []vector {
	step := vector{one.x + turned.x, one.y + turned.y} // across a corner
	from, legs := one, short
	switch short {
	case 0:
		step, legs = one, long-1
	case long:
		from, legs = step, long-1
	}
	var passed []vector
	for n := range legs {
		passed = append(passed, vector{from.x + n*step.x, from.y + n*step.y})
	}
	return passed
}

// goesHex says whether one of a term's directions allows the step. A single letter is a half of the board, or for v and s the steps that go straight ahead
// or back, and all others; a pair is what both letters have in common, where the second, if it is f, b or v, means only what goes straight.
func (t *term) goesHex(v vector) bool {
	for _, d := range t.dirs {
		if !inHexHalf(d[0], v) {
			continue
		}
		if len(d) == 1 || d[1] == 'h' || inHexHalf(d[1], v) && (d[1] == 'f' || d[1] == 'b' || d[1] == 'v') == straightHex(v) {
			return true
		}
	}
	return len(t.dirs) == 0
}

// straightHex says whether a step goes straighter ahead or back than one across a corner, which goes aside by 30 degrees.
func straightHex(v vector) bool { return 3*abs(v.x) < abs(2*v.y+v.x) }

// inHexHalf reads a direction letter.
func inHexHalf(d byte, v vector) bool {
	switch up := 2*v.y + v.x; d { // the height, in halves of a cell
	case 'f':
		return up > 0
	case 'b':
		return up < 0
	case 'l':
		return v.x < 0
	case 'r':
		return v.x > 0
	case 's':
		return !straightHex(v)
	}
	return straightHex(v)
}
