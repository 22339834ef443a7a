package board

import (
	"fmt"
	"image"
	"io/fs"
	"strings"
	"sync"

	"github.com/srwiley/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
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

// fontFile is a font of pictures, parsed once.
type fontFile func() (*opentype.Font, error)

var bold, regular fontFile = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) }),
	sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

// hasLetter says whether the fonts of pictures have a letter.
func hasLetter(r rune) bool {
	parsed, err := bold()
	if err != nil {
		return false
	}
	glyph, err := parsed.GlyphIndex(nil, r)
	return err == nil && glyph != 0
}

// newFace is a font of pictures, size pixels high.
func newFace(f fontFile, size float64) (font.Face, error) {
	parsed, err := f()
	if err != nil {
		return nil, fmt.Errorf("reading the font of pictures: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("making the font of pictures: %w", err)
	}
	return face, nil
}
