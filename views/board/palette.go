package board

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// tone is one colour: how many pixels of the image that is being looked at have it, and the most that any image had.
type tone struct{ r, g, b, count, most int }

// tones are the colours of one image or of several that are to share a palette.
type tones struct {
	all           []tone
	known         map[uint32]uint32 // colour to its index in all
	lastKey, last uint32            // of the pixel before: mostly the next one has its colour
}

func newTones() *tones { return &tones{known: map[uint32]uint32{}, lastKey: math.MaxUint32} }

// of is the index of a pixel's colour; the pixel begins with its red, green and blue.
func (t *tones) of(pixel []uint8) uint32 {
	key := uint32(pixel[0])<<16 | uint32(pixel[1])<<8 | uint32(pixel[2])
	if key == t.lastKey {
		return t.last
	}
	index, ok := t.known[key]
	if !ok {
		index = uint32(len(t.all))
		t.known[key] = index
		t.all = append(t.all, tone{r: int(pixel[0]), g: int(pixel[1]), b: int(pixel[2])})
	}
	t.lastKey, t.last = key, index
	return index
}

// finished ends the count of an image. A colour that is much of one image is worth as much as one that is much of all: a check is seen once.
func (t *tones) finished() {
	for i := range t.all {
		t.all[i].most, t.all[i].count = max(t.all[i].most, t.all[i].count), 0
	}
}

// palette is the most frequent colours, so many at most; and for each tone its place among them, or that of the nearest.
func (t *tones) palette(most int) (color.Palette, []uint8) {
	frequent := slices.Clone(t.all)
	slices.SortFunc(frequent, func(a, b tone) int {
		return cmp.Or(cmp.Compare(b.most, a.most), cmp.Compare(a.r, b.r), cmp.Compare(a.g, b.g), cmp.Compare(a.b, b.b))
	})
	frequent = frequent[:min(most, len(frequent))]
	var colours color.Palette
	for _, f := range frequent {
		colours = append(colours, color.RGBA{uint8(f.r), uint8(f.g), uint8(f.b), 255})
	}
	entry := make([]uint8, len(t.all))
	for i, each := range t.all {
		entry[i] = nearest(frequent, each)
	}
	return colours, entry
}

// nearest is the index of the tone that differs least from the wanted one.
func nearest(tones []tone, want tone) uint8 {
	best, least := 0, math.MaxInt
	for i, t := range tones {
		r, g, b := t.r-want.r, t.g-want.g, t.b-want.b
		if distance := r*r + g*g + b*b; distance < least {
			best, least = i, distance
		}
	}
	return uint8(best)
}

// paletted is the image in its own 256 most frequent colours; a rarer one becomes the nearest of them. Boards are flat colours and
// the edges of men, so that nobody sees it.
func paletted(img *image.RGBA) *image.Paletted {
	t := newTones()
	toneOf := make([]uint32, len(img.Pix)/4)
	for i := range toneOf {
		toneOf[i] = t.of(img.Pix[4*i : 4*i+4 : 4*i+4])
		t.all[toneOf[i]].count++
	}
	t.finished()
	colours, entry := t.palette(256)
	out := image.NewPaletted(img.Bounds(), colours)
	for i, of := range toneOf {
		out.Pix[i] = entry[of]
	}
	return out
}
