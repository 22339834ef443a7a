package board

import (
	"image"
	"image/draw"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// The measures of a card, in pixels: what link previews (OpenGraph) show.
const (
	cardWidth, cardHeight = 1200, 630
	cardStripe            = 14  // the airmail stripe along the top
	cardMargin            = 36  // round the board
	cardText              = 650 // where the words begin, at the latest
	cardMark              = 72  // the postmark
)

// Words stand beside the board of a card. What finds no room is cut with "…".
type Words struct {
	Before string   // a line above the title: "Ann invites you to"; "" for none
	Title  string   // large
	Lines  []string // paragraphs below it
}

// Card is a link preview of 1200 by 630 pixels: the board with what is in hand, words beside it, and whose site it is. The error is the
// encoder's or a font's.
func Card(d Drawing, w Words) ([]byte, error) {
	d.Hands = true
	s := pictureScene(d)
	c := newCanvas(cardWidth, cardHeight)
	c.stripe()
	room := float64(cardHeight - cardStripe - 2*cardMargin)
	scale := scaleFor(min(room/s.height, (cardText-2*cardMargin)/s.width))
	top := cardStripe + cardMargin + (room-s.height*scale)/2
	if err := c.scene(s, point{cardMargin, math.Round(top)}, scale); err != nil {
		return nil, err
	}
	column := text{canvas: c, left: int(s.width*scale) + 2*cardMargin, right: cardWidth - cardMargin, y: cardStripe + cardMargin, end: cardHeight - cardMargin - cardMark - 16}
	if err := column.words(w); err != nil {
		return nil, err
	}
	if err := column.brand(); err != nil {
		return nil, err
	}
	return c.encode()
}

// stripe paints the slanting red and blue bars of an airmail letter.
func (c canvas) stripe() {
	b := brush{c, point{}, 1}
	const bar, period, slant = 28.0, 48.0, 8.0
	for i, x := 0, -slant; x < cardWidth; i, x = i+1, x+period {
		p := polygons([]point{{x + slant, 0}, {x + slant + bar, 0}, {x + bar, cardStripe}, {x, cardStripe}})
		low, high := p.extent()
		l := look{fill: [2]string{"#b4372b", "#2a5a8c"}[i%2], fillOpacity: 1}
		b.vector(low, high, l, func(a rasterx.Adder, zero point) { b.add(p, a, zero) })
	}
}

// text is a column of words between left and right that grows downwards: its next line's upper edge, and where it has to end.
type text struct {
	canvas
	left, right, y, end int
}

func (t *text) words(w Words) error {
	if err := t.paragraph(w.Before, regular, 34, 1, grey); err != nil {
		return err
	}
	if err := t.paragraph(w.Title, bold, 60, 3, "#241f1b"); err != nil {
		return err
	}
	for _, line := range w.Lines {
		t.y += 16
		if err := t.paragraph(line, regular, 34, 5, "#241f1b"); err != nil {
			return err
		}
	}
	return nil
}

// paragraph writes a text, size pixels high, in at most so many lines, as many as there is room for.
func (t *text) paragraph(words string, f fontFile, size, most int, colour string) error {
	face, err := newFace(f, float64(size))
	if err != nil {
		return err
	}
	defer face.Close()
	leading := size * 5 / 4
	most = min(most, (t.end-t.y)/leading)
	for _, line := range wrapped(face, words, t.right-t.left, most) {
		brush{t.canvas, point{}, 1}.write(face, line, fixed.P(t.left, t.y+size), colour)
		t.y += leading
	}
	return nil
}

// brand writes the name of the site with its postmark at the foot.
func (t *text) brand() error {
	face, err := newFace(bold, 40)
	if err != nil {
		return err
	}
	defer face.Close()
	corner := image.Pt(t.left-4, cardHeight-cardMargin-cardMark)
	icon := rasterised("favicon.svg", cardMark)
	draw.Draw(t.img, icon.Bounds().Add(corner), icon, image.Point{}, draw.Over)
	brush{t.canvas, point{}, 1}.write(face, "Postrider", fixed.P(t.left+cardMark+8, corner.Y+cardMark/2+14), red)
	return nil
}

// writable is a text of letters that the font has. "…" stands for others, so that nobody is called by nothing; it stands once for several words.
func writable(text string) string {
	before := rune(0)
	words := strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case hasLetter(r):
		case unicode.In(r, unicode.C, unicode.M) || before == '…':
			return -1
		default:
			r = '…'
		}
		before = r
		return r
	}, text))
	return strings.Join(slices.CompactFunc(words, func(a, b string) bool { return a == "…" && b == "…" }), " ")
}

// wrapped breaks a text into at most so many lines of a width; what does not fit is cut with "…".
func wrapped(face font.Face, text string, width, most int) []string {
	text = writable(text)
	fits := func(line string) bool { return font.MeasureString(face, line).Ceil() <= width }
	var rows []string
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); fits(longer) {
			line = longer
			continue
		}
		if line != "" {
			rows = append(rows, line)
		}
		line = word
	}
	if line != "" {
		rows = append(rows, line)
	}
	cut := len(rows) > most
	rows = rows[:min(len(rows), max(most, 0))]
	for i, row := range rows {
		for short := []rune(row); len(short) > 0 && (!fits(row) || cut && i == most-1 && !strings.HasSuffix(row, "…")); short = short[:len(short)-1] {
			row = string(short) + "…"
		}
		rows[i] = row
	}
	return rows
}
