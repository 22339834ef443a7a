package board

import "postrider/rules"

// effects draws what a move did: the move itself as a brown line, what the rules moved besides as a dashed blue one, a ring where a
// man was taken (his ghost where nobody stands now, and a small one where somebody was thrown on to him), a chevron on who was promoted,
// wings on who folded his, a dashed blue ring round a man who was paralysed or freed.
func (d Drawing) effects(g geometry) []shape {
	var marks, arrows []shape
	flies, folds := d.wings()
	moved := rules.NoCell // where the mover ended
	for _, e := range d.Effects {
		switch e.Kind {
		case rules.Moved:
			moved = e.To
			if e.From != e.To {
				arrows = append(arrows, d.arrow(g, e.From, e.To, " mv", flies)...)
			}
		case rules.Relocated, rules.Thrown:
			arrows = append(arrows, d.arrow(g, e.From, e.To, "", false)...)
		case rules.Captured:
			at := g.places[e.From].centre
			marks = append(marks, shape{kind: disc, class: "ring", at: at, size: g.ring})
			if _, occupied := d.Position.At(e.From); !occupied {
				marks = d.addMan(marks, e.Piece, at.plus(g.manAt), g.man, "ghost")
			} else if e.From != moved {
				marks = d.addMan(marks, e.Piece, at.plus(point{g.man / 20, g.man / 20}), g.man*.45, "man")
			}
		case rules.Promoted:
			if !e.Piece.Promoted { // else he has his chevron already
				marks = append(marks, chevron(g.places[e.To].centre.plus(g.manAt), g.man/square))
			}
		case rules.Turned:
			if folds {
				marks = append(marks, shape{class: "wing", path: folded.moved(g.places[e.To].centre)})
			}
		case rules.Frozen, rules.Unfrozen:
			marks = append(marks, shape{kind: disc, class: "hit", at: g.places[e.From].centre, size: g.ring})
		}
	}
	return append(marks, arrows...)
}

// folded are strokes to both sides of a man, from the cell's centre.
var folded = path{{'M', []point{{-19, 4}}}, {'Q', []point{{-20, -12}, {-9, -19}}}, {'M', []point{{19, 4}}}, {'Q', []point{{20, -12}, {9, -19}}}}

// wings says whether the mover spread his wings to fly, or folded them where he stands.
func (d Drawing) wings() (flies, folds bool) {
	turned, moved := false, false
	for _, e := range d.Effects {
		turned = turned || e.Kind == rules.Turned
		moved = moved || e.Kind == rules.Moved && e.From != e.To
	}
	return turned && moved, turned && !moved
}

// arrow goes from cell to cell: straight, or in an arc if it flies, would start under a man or pass over one. It ends before the man on
// its target.
func (d Drawing) arrow(g geometry, from, to rules.Cell, own string, flies bool) []shape {
	const (
		gap, arcGap = 12.0, 16.0 // free round the centre where it starts; an arc also ends so
		edge        = 19.0       // free round the centre of a target
		head, barb  = 14.0, 9.0  // length and half the width of the tip
		tail        = 10.0       // of a line, at least, even if it begins nearer to the centre
		bend        = .32        // how far an arc’s control point lies aside, for a unit of its length
		room        = 8.0        // how near to the edge of the drawing an arc may come
	)
	a, b := g.places[from].centre, g.places[to].centre
	control := a.plus(b).times(.5)
	start, end := max(0, min(gap, b.minus(a).length()-edge-head-tail)), edge
	if flies || d.overMen(g, from, to) {
		aside := point{b.y - a.y, a.x - b.x}.times(bend) // to the left of who goes along
		if top := control.plus(aside.times(.5)); top.x < room || top.y < room || top.x > g.width-room || top.y > g.height-sideMargin-room {
			aside = aside.times(-1) // rather over the board than beyond its edge
		}
		control = control.plus(aside)
		start, end = arcGap, arcGap
	}
	tip := b.towards(control, end)
	neck := tip.towards(control, head)
	across := neck.minus(tip).times(barb / head)
	side := point{-across.y, across.x}
	return []shape{
		{class: "arr" + own, path: path{{'M', []point{a.towards(control, start)}}, {'Q', []point{control, neck}}}},
		{class: "tip" + own, path: polygons([]point{tip, neck.plus(side), neck.minus(side)})},
	}
}

// overMen says whether a straight line from cell to cell starts under a man or touches one between.
func (d Drawing) overMen(g geometry, from, to rules.Cell) bool {
	if _, occupied := d.Position.At(from); occupied {
		return true
	}
	a, b := g.places[from].centre, g.places[to].centre
	along := b.minus(a)
	for c, p := range g.places {
		if _, occupied := d.Position.At(rules.Cell(c)); !occupied || rules.Cell(c) == to {
			continue
		}
		q := p.centre.minus(a)
		k := (q.x*along.x + q.y*along.y) / (along.x*along.x + along.y*along.y)
		if k > 0 && k < 1 && q.minus(along.times(k)).length() < square/3 {
			return true
		}
	}
	return false
}
