package board

import "math"

// step is one command of a path, as SVG writes it: M, L (one point), Q (control point, then end) or Z (none).
type step struct {
	command byte
	points  []point
}

// path is a line to be drawn, in units of the drawing.
type path []step

// String is the path as SVG writes it in the attribute d.
func (p path) String() string { return string(p.append(nil)) }

func (p path) append(b []byte) []byte {
	for _, s := range p {
		b = append(b, s.command)
		for i, at := range s.points {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendNum(append(appendNum(b, at.x), ' '), at.y)
		}
	}
	return b
}

// moved is the path moved by an offset.
func (p path) moved(by point) path {
	var q path
	for _, s := range p {
		t := step{command: s.command}
		for _, at := range s.points {
			t.points = append(t.points, at.plus(by))
		}
		q = append(q, t)
	}
	return q
}

// extent is the corners of the upright rectangle that holds all points of a path.
func (p path) extent() (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, at := range s.points {
			low = point{min(low.x, at.x), min(low.y, at.y)}
			high = point{max(high.x, at.x), max(high.y, at.y)}
		}
	}
	return low, high
}

// polygons is a path of closed outlines.
func polygons(outlines ...[]point) path {
	room := 0
	for _, outline := range outlines {
		room += len(outline) + 1
	}
	p := make(path, 0, room)
	for _, outline := range outlines {
		for i := range outline {
			p = append(p, step{"ML"[min(i, 1)], outline[i : i+1]})
		}
		p = append(p, step{'Z', nil})
	}
	return p
}

// lines is a path of single strokes, each from a point to the next.
func lines(ends ...point) path {
	var p path
	for i, end := range ends {
		p = append(p, step{"ML"[i%2], []point{end}})
	}
	return p
}

// num writes a length with at most two decimals.
func num(x float64) string { return string(appendNum(nil, x)) }
