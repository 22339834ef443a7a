package board

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strconv"

	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// PNG is the board as a paletted picture with the light colours, for mail. It is as wide as width (in pixels) or a little less, so
// that a cell is a whole number of pixels wide; at least 12 and at most 96. The error is the encoder's or a font's.
func PNG(d Drawing, width int) ([]byte, error) {
	s := pictureScene(d)
	scale := scaleFor(float64(width) / s.width)
	canvas := newCanvas(int(math.Round(s.width*scale)), int(math.Round(s.height*scale)))
	if err := canvas.scene(s, point{}, scale); err != nil {
		return nil, err
	}
	return canvas.encode()
}

// scaleFor is the largest scale up to the wanted one at which a square cell's side is one of spriteSizes.
func scaleFor(wanted float64) float64 {
	cell := math.Floor(wanted*square/spriteStep) * spriteStep
	return min(max(cell, spriteMin), spriteMax) / square
}

// canvas paints shapes into pixels.
type canvas struct {
	img   *image.RGBA     // the whole, or the part of it that is painted on
	whole image.Rectangle // the bounds of the whole
}

func newCanvas(width, height int) canvas {
	whole := image.Rect(0, 0, width, height)
	c := canvas{image.NewRGBA(whole), whole}
	c.clear()
	return c
}

// clear makes all of it empty paper.
func (c canvas) clear() {
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(colour(paper, 1)), image.Point{}, draw.Src)
}

// part is a part of it: to paint on it gives the very pixels that to paint on the whole would give there, and what lies outside stays.
func (c canvas) part(r image.Rectangle) canvas {
	return canvas{c.img.SubImage(r).(*image.RGBA), c.whole}
}

// scene paints a scene with its upper left corner at a pixel, each unit scale pixels wide.
func (c canvas) scene(s scene, at point, scale float64) error {
	b := brush{c, at, scale}
	for _, cell := range s.cells {
		for _, sh := range cell.shapes {
			if err := b.paint(sh); err != nil {
				return err
			}
		}
	}
	for _, sh := range s.over {
		if err := b.paint(sh); err != nil {
			return err
		}
	}
	return nil
}

// encode writes the canvas with a palette of its own.
func (c canvas) encode() ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, paletted(c.img)); err != nil {
		return nil, fmt.Errorf("writing a picture of a board: %w", err)
	}
	return out.Bytes(), nil
}

// brush paints shapes on a canvas: origin is the pixel of the drawing's corner, scale the pixels for a unit.
type brush struct {
	canvas
	origin point
	scale  float64
}

func (b brush) pixel(p point) point { return b.origin.plus(p.times(b.scale)) }

func (b brush) paint(s shape) error {
	l := lookOf(s.class)
	switch s.kind {
	case man:
		b.man(s, l)
	case letters:
		return b.letters(s, l)
	case disc:
		r := point{s.size, s.size}
		b.vector(b.pixel(s.at.minus(r)), b.pixel(s.at.plus(r)), l, func(a rasterx.Adder, zero point) {
			at := b.pixel(s.at).minus(zero)
			rasterx.AddCircle(at.x, at.y, s.size*b.scale, a)
		})
	case area:
		if rect, ok := b.rectangle(s.trace()); ok && l.stroke == "" {
			draw.Draw(b.img, rect, image.NewUniform(colour(l.fill, l.fillOpacity)), image.Point{}, draw.Over)
			return nil
		}
		for _, part := range strokes(s.trace(), l) {
			low, high := part.extent()
			b.vector(b.pixel(low), b.pixel(high), l, func(a rasterx.Adder, zero point) { b.add(part, a, zero) })
		}
	}
	return nil
}

// strokes splits a path that is only to be stroked, in straight lines without gaps, into these lines: to paint many small windows is
// quicker than to paint one as large as the board for the sake of its frame. Any other path stays whole.
func strokes(p path, l look) []path {
	if l.fill != "" || l.dash != nil {
		return []path{p}
	}
	var parts []path
	var start, at point
	for _, s := range p {
		to := start
		switch s.command {
		case 'Q':
			return []path{p}
		case 'M':
			start, at = s.points[0], s.points[0]
			continue
		case 'L':
			to = s.points[0]
		}
		parts = append(parts, lines(at, to))
		at = to
	}
	return parts
}

// rectangle is the pixels of a path that is an upright rectangle.
func (b brush) rectangle(p path) (image.Rectangle, bool) {
	if len(p) != 5 {
		return image.Rectangle{}, false
	}
	low, high := p.extent()
	for _, s := range p[:4] {
		if s.command == 'Q' || s.points[0].x != low.x && s.points[0].x != high.x || s.points[0].y != low.y && s.points[0].y != high.y {
			return image.Rectangle{}, false
		}
	}
	low, high = b.pixel(low), b.pixel(high)
	round := func(x float64) int { return int(math.Round(x)) }
	return image.Rect(round(low.x), round(low.y), round(high.x), round(high.y)), true
}

// vector fills and strokes what add adds, in a window just large enough for what lies between two pixels.
func (b brush) vector(low, high point, l look, add func(a rasterx.Adder, zero point)) {
	wide := l.width * b.scale
	window := image.Rect(int(low.x-wide)-1, int(low.y-wide)-1, int(high.x+wide)+2, int(high.y+wide)+2).Intersect(b.whole)
	seen := window.Intersect(b.img.Rect)
	if seen.Empty() {
		return
	}
	img := b.img
	if seen != window { // a shape that is cut has other edges: so the whole of it is painted, and its part taken
		img = image.NewRGBA(window)
		draw.Draw(img, seen, b.img, seen.Min, draw.Src)
		defer draw.Draw(b.img, seen, img, seen.Min, draw.Src)
	}
	zero := point{float64(window.Min.X), float64(window.Min.Y)}
	w, h := window.Dx(), window.Dy()
	scanner := rasterx.NewScannerGV(w, h, img.SubImage(window).(*image.RGBA), window)
	if l.fill != "" {
		filler := rasterx.NewFiller(w, h, scanner)
		filler.SetColor(colour(l.fill, l.fillOpacity))
		add(filler, zero)
		filler.Draw()
		filler.Clear()
	}
	if l.stroke != "" {
		dasher := rasterx.NewDasher(w, h, scanner)
		dasher.SetColor(colour(l.stroke, l.strokeOpacity))
		ends := rasterx.SquareCap // so that the single lines of a frame meet at its corners
		var dash []float64
		for _, x := range l.dash {
			ends, dash = rasterx.ButtCap, append(dash, x*b.scale)
		}
		dasher.SetStroke(fixed.Int26_6(wide*64), fixed.Int26_6(4*64), ends, nil, nil, rasterx.Miter, dash, 0)
		add(dasher, zero)
		dasher.Draw()
	}
}

// add hands a path to rasterx, in pixels from zero.
func (b brush) add(p path, a rasterx.Adder, zero point) {
	at := func(q point) fixed.Point26_6 {
		q = b.pixel(q).minus(zero)
		return rasterx.ToFixedP(q.x, q.y)
	}
	open := false
	for _, s := range p {
		switch s.command {
		case 'M':
			if open {
				a.Stop(false)
			}
			open = true
			a.Start(at(s.points[0]))
		case 'L':
			a.Line(at(s.points[0]))
		case 'Q':
			a.QuadBezier(at(s.points[0]), at(s.points[1]))
		case 'Z':
			open = false
			a.Stop(true)
		}
	}
	if open {
		a.Stop(false)
	}
}

// man paints a man's drawing from the table of rasterised ones.
func (b brush) man(s shape, l look) {
	sprite := spriteOf(s.text, int(math.Round(s.size*b.scale)))
	if s.turns {
		sprite = upsideDown(sprite)
	}
	at := b.pixel(s.at)
	corner := image.Pt(int(math.Round(at.x)), int(math.Round(at.y)))
	target := sprite.Bounds().Add(corner)
	if l.opacity == 1 {
		draw.Draw(b.img, target, sprite, image.Point{}, draw.Over)
		return
	}
	mask := image.NewUniform(color.Alpha{uint8(math.Round(l.opacity * 255))})
	draw.DrawMask(b.img, target, sprite, image.Point{}, mask, image.Point{}, draw.Over)
}

// upsideDown is an image turned by half a turn.
func upsideDown(img *image.RGBA) *image.RGBA {
	turned := image.NewRGBA(img.Rect)
	for i, last := 0, len(img.Pix)-4; i <= last; i += 4 {
		copy(turned.Pix[last-i:], img.Pix[i:i+4])
	}
	return turned
}

// letters paints text round the middle of its baseline.
func (b brush) letters(s shape, l look) error {
	face, err := newFace(bold, s.size*b.scale)
	if err != nil {
		return err
	}
	defer face.Close()
	at := b.pixel(s.at)
	x := fixed.Int26_6(at.x*64) - font.MeasureString(face, s.text)/2
	b.write(face, s.text, fixed.Point26_6{X: x, Y: fixed.Int26_6(at.y * 64)}, l.fill)
	return nil
}

// write paints text from a point of its baseline on.
func (b brush) write(face font.Face, text string, at fixed.Point26_6, hex string) {
	drawer := font.Drawer{Dst: b.img, Src: image.NewUniform(colour(hex, 1)), Face: face, Dot: at}
	drawer.DrawString(text)
}

// colour reads "#rrggbb".
func colour(hex string, opacity float64) color.NRGBA {
	rgb, err := strconv.ParseUint(hex[1:], 16, 32)
	if err != nil {
		panic("board: not a colour: " + hex) // they are constants of look.go
	}
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), uint8(math.Round(opacity * 255))}
}
