package board

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"

	"postrider/static"
)

// Square cells of pictures are spriteMin to spriteMax pixels wide, in steps.
const (
	spriteMin  = 12.0
	spriteMax  = 96.0
	spriteStep = 4.0
)

// sprites holds every man of the kit in pixels, by the side of the square in pixels; a size is made when it is first asked for, and
// never changed.
var sprites = func() []func() map[string]*image.RGBA {
	var bySize []func() map[string]*image.RGBA
	for size := range int(spriteMax) + 1 {
		bySize = append(bySize, sync.OnceValue(func() map[string]*image.RGBA { return rasterise(max(size, 1)) }))
	}
	return bySize
}()

// spriteOf is a man's drawing ("white-king"), size pixels wide and high.
func spriteOf(drawing string, size int) *image.RGBA {
	return sprites[min(size, len(sprites)-1)]()[drawing]
}

// rasterise draws all of the kit's men.
func rasterise(size int) map[string]*image.RGBA {
	men := map[string]*image.RGBA{}
	files, err := fs.Glob(static.Files, "pieces/*.svg")
	if err != nil {
		panic("board: " + err.Error()) // the pattern is a constant
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "pieces/"), ".svg")
		men[name] = rasterised(file, size)
	}
	return men
}

// rasterised draws one of our own SVG files, size pixels wide and high.
func rasterised(file string, size int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	text, err := static.Files.Open(file)
	if err != nil {
		panic("board: " + err.Error()) // the file is part of the program
	}
	defer text.Close()
	icon, err := oksvg.ReadIconStream(text, oksvg.StrictErrorMode)
	if err != nil {
		panic(fmt.Sprintf("board: %s cannot be drawn: %v", file, err)) // so is its text, and a test draws them all
	}
	icon.SetTarget(0, 0, float64(size), float64(size))
	scale := float64(size) / icon.ViewBox.W
	for i := range icon.SVGPaths {
		icon.SVGPaths[i].LineWidth *= scale // oksvg scales paths, but not their lines
	}
	icon.Draw(rasterx.NewDasher(size, size, rasterx.NewScannerGV(size, size, img, img.Bounds())), 1)
	return img
}

var parsedFont = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// hasLetter says whether the font of pictures has a letter.
func hasLetter(r rune) bool {
	parsed, err := parsedFont()
	if err != nil {
		return false
	}
	glyph, err := parsed.GlyphIndex(nil, r)
	return err == nil && glyph != 0
}

// newFace is the font of pictures, size pixels high.
func newFace(size float64) (font.Face, error) {
	parsed, err := parsedFont()
	if err != nil {
		return nil, fmt.Errorf("reading the font of pictures: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("making the font of pictures: %w", err)
	}
	return face, nil
}

// paletted is the image in its own 256 most frequent colours; a rarer one becomes the nearest of them. Boards are flat colours and the
// edges of men, so that nobody sees it.
func paletted(img *image.RGBA) *image.Paletted {
	type entry struct {
		rgba  color.RGBA
		count int
		index uint8
	}
	entries := map[uint32]*entry{}
	bounds := img.Bounds()
	run := make([]*entry, 0, bounds.Dx()*bounds.Dy()) // the entry of each pixel
	var last *entry
	var lastKey uint32
	for i := 0; i < len(img.Pix); i += 4 {
		p := img.Pix[i : i+4 : i+4]
		key := uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2])
		if last == nil || key != lastKey {
			lastKey = key
			if last = entries[key]; last == nil {
				last = &entry{rgba: color.RGBA{p[0], p[1], p[2], 255}}
				entries[key] = last
			}
		}
		last.count++
		run = append(run, last)
	}
	all := make([]*entry, 0, len(entries))
	for _, e := range entries {
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.rgba.R, b.rgba.R), cmp.Compare(a.rgba.G, b.rgba.G), cmp.Compare(a.rgba.B, b.rgba.B))
	})
	out := image.NewPaletted(bounds, nil)
	for i, e := range all {
		if i < 256 {
			out.Palette = append(out.Palette, e.rgba)
			e.index = uint8(i)
			continue
		}
		e.index = nearest(all[:256:256], e.rgba, func(e *entry) color.RGBA { return e.rgba })
	}
	for i, e := range run {
		out.Pix[i] = e.index
	}
	return out
}

// nearest is the index of the candidate whose colour is nearest.
func nearest[T any](candidates []T, want color.RGBA, colourOf func(T) color.RGBA) uint8 {
	best, least := 0, math.MaxInt
	for i, candidate := range candidates {
		c := colourOf(candidate)
		r, g, b := int(c.R)-int(want.R), int(c.G)-int(want.G), int(c.B)-int(want.B)
		if distance := r*r + g*g + b*b; distance < least {
			best, least = i, distance
		}
	}
	return uint8(best)
}
