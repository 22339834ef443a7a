package board

import "postrider/rules"

// sign is an entry of a legend: a cell as it is drawn, and what it says.
type sign struct {
	shapes []shape
	text   string
}

// signOf is a dark cell with the mark of a target.
func signOf(t Target) []shape {
	cell := []point{{0, 0}, {square, 0}, {square, square}, {0, square}}
	s := mark(t, point{square / 2, square / 2}, 18)
	if s.class != "ring" && s.class != "ring part" {
		s.size += 2
	}
	return []shape{{class: "c d", path: polygons(cell)}, s}
}

// legend explains the marks that a drawing really has.
func (d Drawing) legend() []sign {
	cell := []point{{0, 0}, {square, 0}, {square, square}, {0, square}}
	ground := shape{class: "c d", path: polygons(cell)}
	middle := point{square / 2, square / 2}
	var signs []sign
	add := func(holds bool, text string, shapes ...shape) {
		if holds {
			signs = append(signs, sign{append([]shape{ground}, shapes...), text})
		}
	}
	aims := map[Target]bool{}
	for _, target := range d.Targets {
		aims[target] = true
	}
	happened := map[rules.EffectKind]bool{}
	for _, e := range d.Effects {
		happened[e.Kind] = true
	}
	frozen := false
	for c := range d.Position.Variant().Board().Cells {
		frozen = frozen || d.Position.Frozen(rules.Cell(c))
	}
	add(aims[MayGo], "can go here", shape{kind: disc, class: "dot", at: middle, size: 9})
	add(aims[MayDrop], "can be dropped here", shape{kind: disc, class: "dot", at: middle, size: 6.5})
	add(aims[MayCapture], "can capture", shape{kind: disc, class: "ring", at: middle, size: 18})
	add(happened[rules.Captured], "captured here", shape{kind: disc, class: "ring", at: middle, size: 18})
	_, folds := d.wings()
	add(folds, "wings folded", shape{class: "wing", path: folded.moved(middle)})
	add(happened[rules.Promoted], "promoted", chevron(point{-127.5, -2.5}, 4))
	last := "last move"
	if happened[rules.Dropped] {
		last = "dropped here" // no arrow leads there
	}
	add(len(d.Last) > 0, last, shape{class: "last", path: polygons(cell)})
	add(d.check() != rules.NoCell, "in check", shape{kind: disc, class: "chk", at: middle, size: 21.5}, shape{kind: disc, class: "chk", at: middle, size: 13.5})
	add(frozen, "paralysed", shape{class: "frost", path: polygons(cell)},
		shape{class: "rime", path: lines(point{2, 22}, point{22, 2}, point{2, 38}, point{38, 2}, point{23, 43}, point{43, 23})})
	add(happened[rules.Frozen] || happened[rules.Unfrozen], "paralysed or freed by this move",
		shape{kind: disc, class: "hit", at: middle, size: 18})
	along := "goes along with the move"
	if happened[rules.Thrown] {
		along = "thrown"
	}
	add(happened[rules.Relocated] || happened[rules.Thrown], along,
		shape{class: "arr", path: lines(point{4, 22.5}, point{28, 22.5})}, shape{class: "tip", path: polygons([]point{{43, 22.5}, {27, 13}, {27, 32}})})
	return signs
}
