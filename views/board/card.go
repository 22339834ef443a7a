package board

import (
	"image"
	"image/draw"
	"math"
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
	cardText              = 690 // where the title begins, at the latest
)

// Card is a link preview of 1200 by 630 pixels: the board, a title beside it, and whose site it is. The error is the encoder's or a
// font's.
func Card(d Drawing, title string) ([]byte, error) {
	s := pictureScene(d)
	c := newCanvas(cardWidth, cardHeight)
	c.stripe()
	room := float64(cardHeight - cardStripe - 2*cardMargin)
	scale := scaleFor(min(room/s.height, (cardText-2*cardMargin)/s.width))
	left := cardMargin + (cardText-2*cardMargin-s.width*scale)/2
	top := cardStripe + cardMargin + (room-s.height*scale)/2
	if err := c.scene(s, point{math.Round(left), math.Round(top)}, scale); err != nil {
		return nil, err
	}
	if err := c.words(title); err != nil {
		return nil, err
	}
	return c.encode()
}

// stripe paints the slanting red and blue bars of an airmail letter.
func (c canvas) stripe() {
	b := brush{c.img, point{}, 1}
	const bar, period, slant = 28.0, 48.0, 8.0
	for i, x := 0, -slant; x < cardWidth; i, x = i+1, x+period {
		p := polygons([]point{{x + slant, 0}, {x + slant + bar, 0}, {x + bar, cardStripe}, {x, cardStripe}})
		low, high := p.extent()
		l := look{fill: [2]string{"#b4372b", "#2a5a8c"}[i%2], fillOpacity: 1}
		b.vector(low, high, l, func(a rasterx.Adder, zero point) { b.add(p, a, zero) })
	}
}

// words writes the title in as many lines as fit, and the name of the site with its postmark.
func (c canvas) words(title string) error {
	const size, leading, most = 60.0, 72, 5
	face, err := newFace(size)
	if err != nil {
		return err
	}
	defer face.Close()
	b := brush{c.img, point{}, 1}
	for i, line := range wrapped(face, title, cardWidth-cardText-cardMargin, most) {
		b.write(face, line, fixed.P(cardText, cardStripe+cardMargin+58+i*leading), "#241f1b")
	}
	brand, err := newFace(44)
	if err != nil {
		return err
	}
	defer brand.Close()
	const mark = 92
	corner := image.Pt(cardText-6, cardHeight-cardMargin-mark)
	icon := rasterised("favicon.svg", mark)
	draw.Draw(c.img, icon.Bounds().Add(corner), icon, image.Point{}, draw.Over)
	b.write(brand, "Postrider", fixed.P(cardText+mark+10, cardHeight-cardMargin-mark/2+15), red)
	return nil
}

// wrapped breaks a text into at most so many lines of a width; what does not fit is cut with "…". Letters that the font lacks are
// left out.
func wrapped(face font.Face, text string, width, most int) []string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !hasLetter(r) {
			return -1
		}
		return r
	}, text)
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
	rows = rows[:min(len(rows), most)]
	for i, row := range rows {
		for short := []rune(row); len(short) > 0 && (!fits(row) || cut && i == most-1 && !strings.HasSuffix(row, "…")); short = short[:len(short)-1] {
			row = string(short) + "…"
		}
		rows[i] = row
	}
	return rows
}
