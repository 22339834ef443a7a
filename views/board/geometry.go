package board

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"postrider/rules"
)

// point is a place on the drawing, in the units of its viewBox: x to the right, y down.
type point struct{ x, y float64 }

func (p point) plus(q point) point    { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point   { return point{p.x - q.x, p.y - q.y} }
func (p point) times(k float64) point { return point{p.x * k, p.y * k} }
func (p point) length() float64       { return math.Hypot(p.x, p.y) }
func (p point) towards(q point, by float64) point { // p moved by units in the direction of q
	d := q.minus(p)
	if d.length() == 0 {
		return p
	}
	return p.plus(d.times(by / d.length()))
}

// place is where and how a cell is drawn.
type place struct {
	centre  point
	outline []point // clockwise, as one sees it
	shade   string  // class of the kit: "c l", "c d" (square), "c h1", "c h2", "c h3" (hexagons)
}

// inset is the outline drawn by units nearer to the centre.
func (p place) inset(by float64) []point {
	var inner []point
	apothem := p.outline[0].plus(p.outline[1]).times(.5).minus(p.centre).length()
	for _, corner := range p.outline {
		inner = append(inner, p.centre.plus(corner.minus(p.centre).times(1-by/apothem)))
	}
	return inner
}

// caption is a coordinate beside the board; (x, y) is the middle of its baseline.
type caption struct {
	at   point
	text string
}

// geometry is all that a drawing knows of the shape of a board (design guide, "Boards").
type geometry struct {
	width, height float64
	places        []place      // by cell
	order         []rules.Cell // row by row from the top left, as one sees the board
	captions      []caption
	rim           [][]point // the outlines of the board, holes included
	man           float64   // side of the square that holds a man's drawing
	manAt         point     // its upper left corner, from the cell's centre
	ring          float64   // radius of the ring round a man that may be taken
	rime          path      // strokes over a paralysed man, from the cell's centre
}

// The measures of the guide, in units of the drawing.
const (
	square     = 45.0 // side of a square cell
	radius     = 28.0 // circumradius of a hexagon
	sideMargin = 16.0 // left of and below a square board, for coordinates
	digit      = 6.0  // more room for a rank's number that has two digits
	thinMargin = 1.5  // on the other sides
	hexMargin  = 15.0 // left and right of a hexagonal board, for coordinates
	hexThin    = 2.0  // above it, and where there are no coordinates
)

func newGeometry(b *rules.Board, flip, coordinates bool) geometry {
	var g geometry
	if b.Hex {
		g = hexGeometry(b, flip, coordinates)
	} else {
		g = squareGeometry(b, flip, coordinates)
	}
	if g.rim == nil {
		g.rim = rim(g.places)
	}
	return g
}

// rows is the cells of a square board, row by row from the top left. They are counted along the ranks, from White's left.
func rows(b *rules.Board, flip bool) []rules.Cell {
	order := make([]rules.Cell, len(b.Cells))
	for i := range order {
		order[i] = rules.Cell(i)
	}
	if !flip {
		slices.Reverse(order)
	}
	for from, to := 0, 1; from < len(order); to++ {
		if to == len(order) || b.Cells[order[to]].Rank != b.Cells[order[from]].Rank {
			slices.Reverse(order[from:to])
			from = to
		}
	}
	return order
}

func squareGeometry(b *rules.Board, flip, coordinates bool) geometry {
	margin, below := thinMargin, thinMargin
	if coordinates {
		margin, below = sideMargin, sideMargin
		if b.Ranks > 9 {
			margin += digit
		}
	}
	w, h := float64(b.Files), float64(b.Ranks)
	g := geometry{
		order: rows(b, flip),
		width: margin + square*w + thinMargin, height: thinMargin + square*h + below,
		man: square, manAt: point{-square / 2, -square / 2}, ring: 20.2,
		rime: lines(point{-20.5, -9.5}, point{-9.5, -20.5}, point{-20.5, -1.5}, point{-1.5, -20.5},
			point{20.5, 9.5}, point{9.5, 20.5}, point{20.5, 1.5}, point{1.5, 20.5}),
	}
	seen := func(i, n int) float64 { // where file or rank i of n stands for who looks
		if flip {
			i = n - 1 - i
		}
		return float64(i)
	}
	if len(b.Cells) == b.Files*b.Ranks { // no holes
		right, low := margin+square*w, thinMargin+square*h
		g.rim = [][]point{{{margin, thinMargin}, {right, thinMargin}, {right, low}, {margin, low}}}
	}
	g.places = make([]place, 0, len(b.Cells))
	corners := make([]point, 0, 4*len(b.Cells))
	for _, cell := range b.Cells {
		x, y := margin+square*seen(cell.File, b.Files), thinMargin+square*(h-1-seen(cell.Rank, b.Ranks))
		shade := "c l"
		if (cell.File+cell.Rank)%2 == 0 {
			shade = "c d"
		}
		corners = append(corners, point{x, y}, point{x + square, y}, point{x + square, y + square}, point{x, y + square})
		g.places = append(g.places, place{point{x + square/2, y + square/2}, corners[len(corners)-4 : len(corners) : len(corners)], shade})
	}
	if !coordinates {
		return g
	}
	for r := range b.Ranks {
		g.captions = append(g.captions, caption{point{margin/2 - 1, thinMargin + square*(h-.5-seen(r, b.Ranks)) + 4.5}, strconv.Itoa(r + 1)})
	}
	for f := range b.Files {
		g.captions = append(g.captions, caption{point{margin + square*(seen(f, b.Files)+.5), g.height - 3.5}, fileName(b, f)})
	}
	return g
}

// fileName is the name of file f: the definition's, or a, b, c …
func fileName(b *rules.Board, f int) string {
	if f < len(b.FileNames) {
		return b.FileNames[f]
	}
	return string(rune('a' + f))
}

// hexGeometry lays hexagons out flat side up. Files stand upright, ranks bend at the middle file.
func hexGeometry(b *rules.Board, flip, coordinates bool) geometry {
	side := b.Files/2 + 1
	high := math.Sqrt(3) * radius
	margin, top, letters := hexThin, hexThin, 0.0
	if coordinates {
		margin, letters = hexMargin, 14
		if flip {
			top += letters // files are named where their ranks begin: seen from Black's side at the upper edge, away from the longer ranks' numbers
		}
	}
	g := geometry{
		width:  1.5*radius*float64(b.Files-1) + 2*radius + 2*margin,
		height: high*float64(b.Files) + 2*hexThin + letters,
		man:    44, manAt: point{-22, -22.8}, ring: 21.5,
		rime: lines(point{-22, -2.3}, point{-13, -17.9}, point{-19.2, 2.8}, point{-7.2, -18},
			point{22, 2.3}, point{13, 17.9}, point{19.2, -2.8}, point{7.2, 18}),
	}
	for _, cell := range b.Cells {
		bend := bendOf(b, cell.File)
		f, r := cell.File, cell.Rank
		if flip {
			f, r = b.Files-1-f, b.Files-1-bend-r
		}
		centre := point{margin + radius + 1.5*radius*float64(f),
			top + high*(float64(b.Files)-.5-float64(bend)/2-float64(r))}
		var corners []point
		for i := range 6 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 3)
			corners = append(corners, centre.plus(point{radius * cos, radius * sin}))
		}
		g.places = append(g.places, place{centre, corners, [3]string{"c h2", "c h1", "c h3"}[hexShade(b, cell)]})
		if !coordinates {
			continue
		}
		below := point{0, high/2 + 12}
		if flip {
			below = point{0, -high/2 - 4}
		}
		if cell.Rank == 0 {
			g.captions = append(g.captions, caption{centre.plus(below), fileName(b, cell.File)})
		}
		rank := strconv.Itoa(cell.Rank + 1)
		beside := -radius - 2 - digit/2*float64(len(rank)-1)
		switch last := cell.Rank == b.Files-1-bend; {
		case f == 0, !flip && f < side && last: // the upper left rim
			g.captions = append(g.captions, caption{centre.plus(point{beside, -15.1}), rank})
		case flip && f < side && last: // seen from Black's side the longer ranks end at the lower left rim
			g.captions = append(g.captions, caption{centre.plus(point{beside, 23}), rank})
		}
	}
	for c := range g.places {
		g.order = append(g.order, rules.Cell(c))
	}
	slices.SortFunc(g.order, func(a, b rules.Cell) int {
		p, q := g.places[a].centre, g.places[b].centre
		return cmp.Or(cmp.Compare(math.Round(p.y), math.Round(q.y)), cmp.Compare(p.x, q.x))
	})
	return g
}

// bendOf is by how many files a file of a hexagonal board lies beside the middle one; it has so many cells less.
func bendOf(b *rules.Board, file int) int {
	beside := file - b.Files/2
	return max(beside, -beside)
}

// hexShade is 0 for the middle shade, 1 for the light and 2 for the dark one.
func hexShade(b *rules.Board, cell rules.CellInfo) int {
	return (2*cell.Rank + bendOf(b, cell.File)) % 3
}

// rim chains the sides that belong to one cell only to closed outlines.
func rim(places []place) [][]point {
	type corner struct{ x, y int } // in tenths: corners of neighbours differ by rounding only
	key := func(p point) corner { return corner{int(math.Round(p.x * 10)), int(math.Round(p.y * 10))} }
	next := map[corner][]point{}
	for _, p := range places {
		for i, from := range p.outline {
			to := p.outline[(i+1)%len(p.outline)]
			back := next[key(to)]
			if j := slices.IndexFunc(back, func(q point) bool { return key(q) == key(from) }); j >= 0 {
				next[key(to)] = slices.Delete(back, j, j+1) // the neighbour's side runs the other way
				continue
			}
			next[key(from)] = append(next[key(from)], to)
		}
	}
	var outlines [][]point
	for _, p := range places {
		for _, start := range p.outline {
			var outline []point
			for at := start; len(next[key(at)]) > 0; {
				ways := next[key(at)]
				outline = append(outline, at)
				at, next[key(at)] = ways[0], ways[1:]
			}
			if outline != nil {
				outlines = append(outlines, straightened(outline))
			}
		}
	}
	return outlines
}

// straightened leaves out the corners at which an outline does not turn.
func straightened(outline []point) []point {
	var turns []point
	for i, p := range outline {
		a := p.minus(outline[(i+len(outline)-1)%len(outline)])
		b := outline[(i+1)%len(outline)].minus(p)
		if math.Abs(a.x*b.y-a.y*b.x) > .01 {
			turns = append(turns, p)
		}
	}
	return turns
}
