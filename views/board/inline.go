package board

import (
	"context"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"postrider/static"
)

// Inline is the board as a part of a page: coloured by style.css, men as pictures that browsers keep, cells with links where there
// are any. Every cell has a name. It is most of a game's page, so it is written by hand and at once.
func Inline(d Drawing) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		g, check := d.geometry(), d.check()
		m := make(inline, 0, 4<<10)
		m.add(`<svg class="board" viewBox="`, scene{width: g.width, height: g.height}.viewBox(), `" role="group"`)
		m.attribute("aria-label", d.label())
		m.add(`>`)
		var room []shape
		for _, c := range g.order {
			cell := d.cell(g, c, c == check, room[:0])
			room = cell.shapes
			if _, err := w.Write(m); err != nil {
				return err
			}
			m = m[:0]
			if cell.href != "" {
				m.add(`<a`)
				m.attribute("href", string(safe(cell.href)))
				m.attribute("aria-label", cell.name)
				m.add(`>`)
				m.title(cell.why)
				m.shapes(cell.shapes)
				m.add(`</a>`)
			} else {
				m.add(`<g role="img"`)
				m.attribute("aria-label", cell.name)
				m.add(`>`)
				m.title(cell.why)
				m.shapes(cell.shapes)
				m.add(`</g>`)
			}
		}
		m.add(`<g aria-hidden="true">`)
		m.shapes(d.over(g))
		m.add(`</g></svg>`)
		_, err := w.Write(m)
		return err
	})
}

// inlineShapes is some shapes of a drawing as a part of a page.
func inlineShapes(shapes []shape) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var m inline
		m.shapes(shapes)
		_, err := w.Write(m)
		return err
	})
}

// inline is markup that grows.
type inline []byte

// add appends markup as it stands.
func (m *inline) add(parts ...string) {
	for _, part := range parts {
		*m = append(*m, part...)
	}
}

// attribute appends an attribute with any text as its value.
func (m *inline) attribute(name, value string) {
	m.add(` `, name, `="`, templ.EscapeString(value), `"`)
}

// title appends what a pointer that rests here is told, if there is something.
func (m *inline) title(text string) {
	if text != "" {
		m.add(`<title>`, templ.EscapeString(text), `</title>`)
	}
}

// length appends an attribute whose value is a length.
func (m *inline) length(name string, x float64) {
	m.add(` `, name, `="`)
	*m = appendNum(*m, x)
	m.add(`"`)
}

// outline appends a closed outline as the commands of a path, with short ones for upright and level sides.
func (m *inline) outline(corners []point) {
	b := *m
	for i, at := range corners {
		switch {
		case i == 0:
			b = appendNum(append(appendNum(append(b, 'M'), at.x), ' '), at.y)
		case at.x == corners[i-1].x:
			b = appendNum(append(b, 'V'), at.y)
		case at.y == corners[i-1].y:
			b = appendNum(append(b, 'H'), at.x)
		default:
			b = appendNum(append(appendNum(append(b, 'L'), at.x), ' '), at.y)
		}
	}
	*m = append(b, 'Z')
}

func (m *inline) shapes(shapes []shape) {
	for _, s := range shapes {
		switch s.kind {
		case area:
			m.add(`<path class="`, s.class, `" d="`)
			if s.rim != nil {
				m.outline(s.rim)
			} else {
				*m = s.path.append(*m)
			}
			m.add(`"></path>`)
		case disc:
			m.add(`<circle class="`, s.class, `"`)
			m.length("cx", s.at.x)
			m.length("cy", s.at.y)
			m.length("r", s.size)
			m.add(`></circle>`)
		case man:
			m.add(`<image class="`, s.class, `" href="/static/pieces/`, s.text, `.svg?v=`, static.Version(), `"`)
			m.length("x", s.at.x)
			m.length("y", s.at.y)
			m.length("width", s.size)
			m.length("height", s.size)
			if s.turns {
				m.add(` transform="rotate(180 `, num(s.at.x+s.size/2), ` `, num(s.at.y+s.size/2), `)"`)
			}
			m.add(`></image>`)
		case letters:
			m.add(`<text class="`, s.class, `"`)
			m.length("x", s.at.x)
			m.length("y", s.at.y)
			m.add(`><![CDATA[`, strings.ReplaceAll(s.text, "]", ""), `]]></text>`) // text browsers, which draw no board, pass it over
		}
	}
}

// appendNum appends a length with at most two decimals.
func appendNum(b []byte, x float64) []byte {
	n := int64(math.Round(x * 100))
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/100, 10)
	switch n %= 100; {
	case n == 0:
		return b
	case n%10 == 0:
		return append(b, '.', byte('0'+n/10))
	}
	return append(b, '.', byte('0'+n/10), byte('0'+n%10))
}
