package board

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"
)

// tone is one colour of an image, and how many of its pixels have it.
type tone struct{ r, g, b, count int }

// paletted is the image in its own 256 most frequent colours; a rarer one becomes the nearest of them. Boards are flat colours and
// the edges of men, so that nobody sees it.
func paletted(img *image.RGBA) *image.Paletted {
	var tones []tone
	known := map[uint32]uint32{}             // colour to its index in tones
	toneOf := make([]uint32, len(img.Pix)/4) // the same for each pixel
	lastKey, last := uint32(math.MaxUint32), uint32(0)
	for i := range toneOf {
		p := img.Pix[4*i : 4*i+4 : 4*i+4]
		key := uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2])
		if key != lastKey {
			index, ok := known[key]
			if !ok {
				index = uint32(len(tones))
				known[key] = index
				tones = append(tones, tone{r: int(p[0]), g: int(p[1]), b: int(p[2])})
			}
			lastKey, last = key, index
		}
		tones[last].count++
		toneOf[i] = last
	}
	frequent := slices.Clone(tones)
	slices.SortFunc(frequent, func(a, b tone) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.r, b.r), cmp.Compare(a.g, b.g), cmp.Compare(a.b, b.b))
	})
	frequent = frequent[:min(256, len(frequent))]
	out := image.NewPaletted(img.Bounds(), nil)
	for _, t := range frequent {
		out.Palette = append(out.Palette, color.RGBA{uint8(t.r), uint8(t.g), uint8(t.b), 255})
	}
	entry := make([]uint8, len(tones)) // the palette's index of each tone
	for i, t := range tones {
		entry[i] = nearest(frequent, t)
	}
	for i, t := range toneOf {
		out.Pix[i] = entry[t]
	}
	return out
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
