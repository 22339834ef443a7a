package board

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"math"
	"reflect"
	"slices"
	"time"
)

// Film is a game as an animated picture, which begins anew when it is over.
type Film struct {
	Frames []Drawing     // of one variant, from one side, all with HandRoom or none with Hands
	Words  [2]string     // two lines below the board, each cut where it is too long; "" for none
	End    string        // stands in place of the second one in the last frame; "" where nothing does
	Each   time.Duration // how long a frame is shown, in hundredths of a second at the finest; the last one four times as long
}

// The measures of a film, in pixels.
const (
	filmWidth    = 400 // at most
	filmHexWidth = 500 // the same for hexagons, which are smaller
	filmText     = 15  // height of the words
	filmGap      = 6   // above and below them
)

// GIF is the film in one palette; after the first frame each holds only what has changed (GIF89a). It ends early with the context's error; else
// the error is the encoder's or a font's.
func (f Film) GIF(ctx context.Context) ([]byte, error) {
	colours := newTones()
	err := f.paint(ctx, func(_ int, c canvas, changed []image.Rectangle) {
		for _, r := range changed {
			eachPixel(c.img, r, func(_ int, pixel []uint8) { colours.all[colours.of(pixel)].count++ })
		}
		colours.finished()
	})
	if err != nil {
		return nil, err
	}
	palette, entry := colours.palette(255)
	clear := uint8(len(palette)) // what stays as it was
	palette = append(palette, color.RGBA{})
	delay := int(f.Each / (10 * time.Millisecond))
	out := gif.GIF{Config: image.Config{ColorModel: palette}}
	var now *image.Paletted
	err = f.paint(ctx, func(i int, c canvas, changed []image.Rectangle) {
		if i == 0 {
			now = image.NewPaletted(c.img.Bounds(), palette)
			for at := range now.Pix {
				now.Pix[at] = clear
			}
		}
		before := slices.Clone(now.Pix)
		for _, r := range changed {
			eachPixel(c.img, r, func(at int, pixel []uint8) { now.Pix[at] = entry[colours.of(pixel)] })
		}
		frame := difference(before, now, clear)
		out.Image, out.Delay, out.Disposal = append(out.Image, frame), append(out.Delay, delay), append(out.Disposal, gif.DisposalNone)
	})
	if err != nil {
		return nil, err
	}
	out.Config.Width, out.Config.Height = now.Rect.Dx(), now.Rect.Dy()
	out.Delay[len(out.Delay)-1] = 4 * delay
	var data bytes.Buffer
	if err := gif.EncodeAll(&data, &out); err != nil {
		return nil, fmt.Errorf("writing an animated picture of a game: %w", err)
	}
	return data.Bytes(), nil
}

// eachPixel calls f with every pixel of a part of an image, and its place in an image of one byte a pixel.
func eachPixel(img *image.RGBA, part image.Rectangle, f func(at int, pixel []uint8)) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			i := img.PixOffset(x, y)
			f(i/4, img.Pix[i:i+4:i+4])
		}
	}
}

// difference is the part of an image that is not as before; within it, what is as before is clear.
func difference(before []uint8, now *image.Paletted, clear uint8) *image.Paletted {
	var box image.Rectangle
	for i, pixel := range now.Pix {
		if pixel != before[i] {
			at := image.Pt(i%now.Stride, i/now.Stride)
			box = box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1) // a frame holds at least one pixel
	}
	part := image.NewPaletted(box, now.Palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := now.PixOffset(x, y)
			part.Pix[part.PixOffset(x, y)] = clear
			if now.Pix[i] != before[i] {
				part.Pix[part.PixOffset(x, y)] = now.Pix[i]
			}
		}
	}
	return part
}

// paint paints frame after frame on one canvas, and shows it after each with the parts that were painted anew.
func (f Film) paint(ctx context.Context, show func(i int, c canvas, changed []image.Rectangle)) error {
	first := pictureScene(f.Frames[0])
	width := filmWidth
	if f.Frames[0].Position.Variant().Board().Hex {
		width = filmHexWidth
	}
	scale := scaleFor(float64(width) / first.width)
	board := image.Rect(0, 0, int(math.Round(first.width*scale)), int(math.Round(first.height*scale)))
	words := image.Rect(0, board.Max.Y, board.Max.X, board.Max.Y+2*filmGap+2*filmText*5/4)
	c := newCanvas(board.Max.X, words.Max.Y)
	lines := f.Words
	var before scene
	for i, d := range f.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		now, changed := first, []image.Rectangle{board}
		if i > 0 {
			now = pictureScene(d)
			changed = changes(before, now, scale)
		}
		for _, r := range changed {
			part := c.part(r)
			part.clear()
			if err := part.scene(now, point{}, scale); err != nil {
				return err
			}
		}
		if last := i == len(f.Frames)-1; i == 0 || last && f.End != "" {
			if last && f.End != "" {
				lines[1] = f.End
			}
			if err := c.part(words).caption(lines, int(sideMargin*scale)); err != nil {
				return err
			}
			changed = append(changed, words)
		}
		for i := range changed {
			changed[i] = changed[i].Intersect(c.img.Bounds())
		}
		show(i, c, changed)
		before = now
	}
	return nil
}

// caption writes two lines on the canvas, from a pixel on.
func (c canvas) caption(lines [2]string, left int) error {
	c.clear()
	b := c.img.Bounds()
	column := text{canvas: c, left: left, right: b.Max.X - filmGap, y: b.Min.Y + filmGap, end: b.Max.Y}
	if err := column.paragraph(lines[0], bold, filmText, 1, "#241f1b"); err != nil {
		return err
	}
	return column.paragraph(lines[1], regular, filmText, 1, grey)
}

// changes is the parts of a picture, in pixels, that two scenes of one size may show differently.
func changes(before, now scene, scale float64) []image.Rectangle {
	var parts []image.Rectangle
	add := func(s shape) {
		low, high := s.extent()
		parts = append(parts, image.Rect(int(low.x*scale)-2, int(low.y*scale)-2, int(high.x*scale)+3, int(high.y*scale)+3))
	}
	for i, cell := range now.cells {
		if !reflect.DeepEqual(before.cells[i].shapes, cell.shapes) {
			add(cell.shapes[0]) // its ground: nothing in a cell is larger
		}
	}
	for _, pair := range [2][2]scene{{before, now}, {now, before}} {
		for _, s := range pair[0].over {
			if !slices.ContainsFunc(pair[1].over, func(other shape) bool { return reflect.DeepEqual(s, other) }) {
				add(s)
			}
		}
	}
	return parts
}

// extent is the corners of a rectangle that holds all of a shape.
func (s shape) extent() (low, high point) {
	wide := lookOf(s.class).width
	switch s.kind {
	case disc:
		wide += s.size
		low, high = s.at, s.at
	case man:
		return s.at, s.at.plus(point{s.size, s.size})
	case letters:
		half := s.size * float64(len(s.text)) / 2 // a letter is less wide than high
		return s.at.minus(point{half, s.size}), s.at.plus(point{half, s.size / 2})
	default:
		low, high = s.trace().extent()
	}
	return low.minus(point{wide, wide}), high.plus(point{wide, wide})
}
