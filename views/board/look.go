package board

import "strings"

// look is how a class of the kit is painted where there is no style sheet: the light colours of style.css. "" stands for "none".
type look struct {
	fill, stroke         string // #rrggbb
	fillOpacity          float64
	width, strokeOpacity float64 // of the stroke
	dash                 []float64
	opacity              float64 // of a man's drawing
}

const (
	ink   = "#2b2420"
	cream = "#fffaee"
	paper = "#f5f0e4"
	brown = "#7a4d00"
	blue  = "#1d4a77"
	red   = "#a3271c"
	grey  = "#5e554b"
	edge  = "#4a4a47"
)

// lookOf is the look of a class as shapes carry it.
func lookOf(class string) look {
	if shade, cell := strings.CutPrefix(class, "c "); cell {
		return lookOfCell(shade)
	}
	l := look{fillOpacity: 1, strokeOpacity: 1, opacity: 1}
	switch class {
	case "last":
		l.fill, l.fillOpacity = "#e6b43a", .5
		l.stroke, l.width, l.strokeOpacity = brown, 1, .6
	case "sel":
		l.fill, l.fillOpacity = "#e9b22f", .85
		l.stroke, l.width = brown, 2
	case "chk":
		l.fill, l.fillOpacity = "#c4170c", .3
	case "frost":
		l.fill, l.fillOpacity = "#e6f1f8", .72
	case "wing":
		l.stroke, l.width = brown, 2.5
	case "ring":
		l.stroke, l.width = red, 3.5
	case "ring part":
		l.stroke, l.width, l.dash = red, 3.5, []float64{8, 5}
	case "way":
		l.fill, l.stroke, l.width = cream, blue, 2.5
	case "way part":
		l.fill, l.stroke, l.width, l.dash = cream, blue, 2.5, []float64{4, 3}
	case "hit":
		l.stroke, l.width, l.dash = blue, 2.5, []float64{6, 4}
	case "froz":
		l.opacity = .55
	case "ghost":
		l.opacity = .35
	case "rime":
		l.stroke, l.width, l.strokeOpacity = "#5b7f99", 1.2, .75
	case "dot":
		l.fill, l.stroke, l.width = blue, cream, 1
	case "prom":
		l.fill, l.stroke, l.width = brown, cream, 1
	case "arr":
		l.stroke, l.width, l.strokeOpacity, l.dash = blue, 5, .9, []float64{9, 6}
	case "arr mv":
		l.stroke, l.width, l.strokeOpacity = brown, 5, .9
	case "tip":
		l.fill = blue
	case "tip mv":
		l.fill = brown
	case "frame":
		l.stroke, l.width = edge, 1.5
	case "at":
		l.fill = grey
	case "token white":
		l.fill = ink
	case "token black":
		l.fill = "#f3e8d2"
	}
	return l
}

// lookOfCell is that of a cell of a shade: light or dark, or one of the three of hexagons, which thin lines divide.
func lookOfCell(shade string) look {
	l := look{fill: map[string]string{"l": "#ece5d3", "d": "#9aabb0", "h1": "#f2ecde", "h2": "#d0bda6", "h3": "#9aabb0"}[shade], fillOpacity: 1, strokeOpacity: 1, opacity: 1}
	if strings.HasPrefix(shade, "h") {
		l.stroke, l.width, l.strokeOpacity = edge, .8, .55
	}
	return l
}
