package board

import (
	"slices"
	"strconv"

	"postrider/rules"
	"postrider/static"
)

// shape is one thing to paint.
type shape struct {
	kind  kind
	class string  // of the kit; look.go has its light colours
	at    point   // centre of a disc, upper left corner of a man, middle of the baseline of letters
	size  float64 // radius of a disc, side of a man's drawing, height of letters (by the style sheet on pages)
	path  path
	rim   []point // a closed outline, in place of a path
	text  string  // letters, or the name of a man's drawing ("white-king")
	turns bool    // the man's drawing is turned upside down
}

type kind uint8

const (
	area    kind = iota // path
	disc                // at, size
	man                 // at, size, text
	letters             // at, size, text
)

// trace is the path of an area.
func (s shape) trace() path {
	if s.rim != nil {
		return polygons(s.rim)
	}
	return s.path
}

// group is a cell: its shapes, and what it is called. href "" for one that does nothing.
type group struct {
	name, href string
	why        string // a man there is paralysed: by whom
	shapes     []shape
}

// scene is a drawing in the order of painting: cell by cell, then what lies over all of them.
type scene struct {
	width, height float64
	label         string
	cells         []group
	over          []shape
}

// pictureScene is a drawing as a picture that stands alone, where nothing can be pressed.
func pictureScene(d Drawing) scene {
	d.Links = nil
	g := d.geometry()
	s := scene{width: g.width, height: g.height, label: d.label(), cells: make([]group, 0, len(g.order)), over: d.over(g)}
	check := d.check()
	for _, c := range g.order {
		s.cells = append(s.cells, d.cell(g, c, c == check, nil))
	}
	if d.Hands {
		s.addHands(d)
	}
	return s
}

func (d Drawing) geometry() geometry {
	return newGeometry(d.Position.Variant().Board(), d.Flip, d.Coordinates)
}

// check is the cell of the king that is in check, or NoCell.
func (d Drawing) check() rules.Cell {
	if !d.Position.Check() {
		return rules.NoCell
	}
	king, _ := d.Position.King(d.Position.Turn())
	return king
}

// over is what lies over all cells.
func (d Drawing) over(g geometry) []shape {
	shapes := append(d.effects(g), shape{class: "frame", path: polygons(g.rim...)})
	for _, t := range g.captions {
		shapes = append(shapes, shape{kind: letters, class: "at", at: t.at, size: 12, text: t.text})
	}
	return shapes
}

// cell paints one cell in the order of the guide: shade, last, chosen, check, frost, ring, man, rime, dot. Its shapes go behind those that
// are given.
func (d Drawing) cell(g geometry, c rules.Cell, check bool, shapes []shape) group {
	at := g.places[c]
	link, linked := d.Links[c]
	target, aimed := d.Targets[c]
	piece, occupied := d.Position.At(c)
	frozenBy := rules.NoCell
	if occupied {
		frozenBy = d.Position.FrozenBy(c)
	}
	frozen := frozenBy != rules.NoCell
	last := slices.Contains(d.Last, c)

	shapes = append(shapes, shape{class: at.shade, rim: at.outline})
	if last {
		shapes = append(shapes, shape{class: "last", rim: at.inset(.5)})
	}
	if slices.Contains(d.Chosen, c) {
		shapes = append(shapes, shape{class: "sel", rim: at.inset(1)})
	}
	if check {
		for _, size := range []float64{21.5, 17.5, 13.5} {
			shapes = append(shapes, shape{kind: disc, class: "chk", at: at.centre, size: size})
		}
	}
	if frozen {
		shapes = append(shapes, shape{class: "frost", rim: at.outline})
	}
	if aimed && (target == MayCapture || target == OverAMan) {
		shapes = append(shapes, mark(target, at.centre, g.ring))
	}
	if occupied {
		class := "man"
		if frozen {
			class = "froz"
		}
		shapes = d.addMan(shapes, piece, at.centre.plus(g.manAt), g.man, class)
	}
	if frozen {
		shapes = append(shapes, shape{class: "rime", path: g.rime.moved(at.centre)})
	}
	if aimed && target != MayCapture && target != OverAMan {
		shapes = append(shapes, mark(target, at.centre, g.ring))
	}
	cell := group{name: link.Label, href: link.Href, shapes: shapes}
	if frozen {
		cell.why = d.paralysed(frozenBy)
	}
	if linked {
		cell.shapes = append(cell.shapes, shape{class: "foc", rim: at.inset(2.5)})
	}
	if cell.name == "" {
		cell.name = d.nameOf(c, frozenBy, check, last)
	}
	return cell
}

// mark is the sign of a target. ring: the radius of rings.
func mark(t Target, at point, ring float64) shape {
	s := shape{kind: disc, at: at, class: "dot", size: 7}
	switch t {
	case MayDrop:
		s.size = 5
	case MayCapture:
		s.class, s.size = "ring", ring
	case OnlyGo:
		s.class = "way"
	case GoAtFirst:
		s.class = "way part"
	case OverAMan:
		s.class, s.size = "ring part", ring
	}
	return s
}

// nameOf is what a cell is called by what stands there, "e2, white pawn" or "e4, empty", and by its state: "paralysed by the Pyrrhus on g4".
func (d Drawing) nameOf(c, frozenBy rules.Cell, check, last bool) string {
	v := d.Position.Variant()
	name := v.Board().Name(c)
	piece, occupied := d.Position.At(c)
	if occupied {
		name += ", " + v.ManName(piece.Type, piece.Side)
	} else {
		name += ", empty"
	}
	if piece.Promoted {
		name += ", promoted"
	}
	if frozenBy != rules.NoCell {
		name += ", " + d.paralysed(frozenBy)
	}
	if check {
		name += ", in check"
	}
	if last {
		name += ", last move"
	}
	return name + d.happened(c)
}

// paralysed is "paralysed by the Pyrrhus on g4".
func (d Drawing) paralysed(by rules.Cell) string {
	v := d.Position.Variant()
	piece, _ := d.Position.At(by)
	return "paralysed by the " + v.Piece(piece.Type).Name + " on " + v.Board().Name(by)
}

// happened says what the move did on a cell: ", thrown from e5", ", black queen captured here".
func (d Drawing) happened(c rules.Cell) string {
	v := d.Position.Variant()
	words := ""
	for _, e := range d.Effects {
		switch {
		case e.Kind == rules.Thrown && e.To == c:
			words += ", thrown from " + v.Board().Name(e.From)
		case e.Kind == rules.Relocated && e.To == c:
			words += ", came along from " + v.Board().Name(e.From)
		case e.Kind == rules.Captured && e.From == c:
			words += ", " + v.ManName(e.Piece.Type, e.Piece.Side) + " captured here"
		case e.Kind == rules.Promoted && e.To == c && !e.Piece.Promoted:
			words += ", promoted"
		case e.Kind == rules.Turned && e.To == c:
			if _, folds := d.wings(); folds {
				words += ", wings folded"
			} else {
				words += ", wings spread"
			}
		case e.Kind == rules.Unfrozen && e.From == c:
			words += ", no longer paralysed"
		}
	}
	return words
}

// picture is the drawing of a man, the letters to print on it where the kit has none of his own, and whether it is to be turned upside
// down: a drawing that points ahead points up, and the man's owner looks down the board. flip: the board is seen from Black's side.
func picture(info rules.PieceInfo, side rules.Side, flip bool) (drawing, token string, turns bool) {
	if d, ok := static.Piece(info.Picture); ok {
		return side.String() + "-" + info.Picture, "", d.Points && (side == rules.Black) != flip
	}
	return side.String() + "-token", info.Sign(), false
}

// addMan draws a man: his picture, or a token with his letter, and a chevron if he came to be by promotion and his drawing does not show it.
func (d Drawing) addMan(shapes []shape, piece rules.Piece, at point, size float64, class string) []shape {
	drawing, token, turns := picture(d.Position.Variant().Piece(piece.Type), piece.Side, d.Flip)
	shapes = append(shapes, shape{kind: man, class: class, at: at, size: size, text: drawing, turns: turns})
	k := size / square
	if token != "" {
		shapes = append(shapes, shape{kind: letters, class: "token " + piece.Side.String(), at: at.plus(point{22.5, 30}.times(k)), size: 20 * k, text: token})
	}
	if piece.Promoted || d.marked(piece.Type) {
		shapes = append(shapes, chevron(at, k))
	}
	return shapes
}

// marked says whether a type is a promoted form whose drawing does not show that.
func (d Drawing) marked(t rules.Type) bool {
	info := d.Position.Variant().Piece(t)
	if !info.Form {
		return false
	}
	drawing, _ := static.Piece(info.Picture)
	return !drawing.Promoted
}

// chevron marks a promoted man whose drawing has its corner at a point and is k times as large as a square.
func chevron(at point, k float64) shape {
	corners := []point{{33, 9}, {37.5, 3.5}, {42, 9}, {37.5, 6.5}}
	for i, corner := range corners {
		corners[i] = at.plus(corner.times(k))
	}
	return shape{class: "prom", rim: corners}
}

// handHeight is the strip for the men in a hand, above or below the board; handMan the side of a man in it, handCount the room for their
// number.
const (
	handHeight = 44.0
	handMan    = 40.0
	handCount  = 22.0
)

// addHands makes room for the hands that are not empty, or for both, and draws them: the far side's above, the near side's below.
func (s *scene) addHands(d Drawing) {
	if far := d.hand(d.near().Other(), s.width, 2); far != nil || d.HandRoom {
		down := point{0, handHeight}
		for i := range s.cells {
			shift(s.cells[i].shapes, down)
		}
		shift(s.over, down)
		s.height += handHeight
		s.over = append(s.over, far...)
	}
	if near := d.hand(d.near(), s.width, s.height+2); near != nil || d.HandRoom {
		s.height += handHeight
		s.over = append(s.over, near...)
	}
}

func shift(shapes []shape, by point) {
	for i := range shapes {
		shapes[i].at = shapes[i].at.plus(by)
		shapes[i].path, shapes[i].rim = shapes[i].trace().moved(by), nil
	}
}

// hand draws a hand from left to right within a width; nil if it is empty.
func (d Drawing) hand(side rules.Side, width, top float64) []shape {
	p := d.Position
	var held []rules.Type
	for t := range p.Variant().Pieces() {
		if p.Hand(side, rules.Type(t)) > 0 {
			held = append(held, rules.Type(t))
		}
	}
	full := float64(len(held)) * (handMan + 4 + handCount)
	k := min(1, (width-sideMargin)/max(full, 1)) // all is smaller where there is no room
	var shapes []shape
	x, size := sideMargin, handMan*k
	for _, t := range held {
		shapes = d.addMan(shapes, rules.Piece{Type: t, Side: side}, point{x, top}, size, "man")
		x += size + 4*k
		if count := p.Hand(side, t); count > 1 {
			shapes = append(shapes, shape{kind: letters, class: "at", at: point{x + 7*k, top + size*.65}, size: 14 * k, text: "×" + strconv.Itoa(count)})
			x += handCount * k
		}
	}
	return shapes
}
