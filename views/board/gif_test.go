package board

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"postrider/rules"
)

// film is a game by chance of so many plies, or fewer where it ends.
func film(v *rules.Variant, plies int, flip bool) Film {
	chance := rand.New(rand.NewPCG(3, uint64(plies)))
	p := v.Start()
	d := Drawing{Position: p, Flip: flip, Coordinates: true, Hands: v.HasHands(), HandRoom: v.HasHands()}
	f := Film{Frames: []Drawing{d}, Words: [2]string{"Ann – Bob", v.Title()}, End: "1–0, checkmate", Each: time.Second}
	for range plies {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		m := moves[chance.IntN(len(moves))]
		for tries := 0; tries < 50 && len(p.Play(m).Moves()) == 0; tries++ { // the game goes on
			m = moves[chance.IntN(len(moves))]
		}
		d.Last, d.Effects = Touched(v.Board(), p.Text(m)), Besides(p, m)
		p = p.Play(m)
		d.Position = p
		f.Frames = append(f.Frames, d)
	}
	return f
}

// composed shows the frames of a GIF one over the other, as browsers do.
func composed(t *testing.T, g *gif.GIF, show func(i int, shown *image.Paletted)) {
	t.Helper()
	palette := g.Image[0].Palette // the file's own, with what is clear
	shown := image.NewPaletted(image.Rect(0, 0, g.Config.Width, g.Config.Height), palette)
	for i, frame := range g.Image {
		if g.Disposal[i] != gif.DisposalNone || !slices.Equal(frame.Palette, palette) {
			t.Fatalf("frame %d has the disposal %d, or a palette of its own", i, g.Disposal[i])
		}
		for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
			for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
				if at := frame.ColorIndexAt(x, y); palette[at].(color.RGBA).A != 0 {
					shown.SetColorIndex(x, y, at)
				}
			}
		}
		show(i, shown)
	}
}

// Each frame of a film, laid over those before it, is the picture of its ply, pixel for pixel: for every variant, from both sides.
func TestFilmShowsEveryPly(t *testing.T) {
	for i, v := range rules.Variants() {
		f := film(v, 24, i%2 == 1)
		data, err := f.GIF(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Image) != len(f.Frames) || g.LoopCount != 0 || g.Config.Width > filmHexWidth || g.Delay[0] != 100 || g.Delay[len(g.Delay)-1] != 400 {
			t.Errorf("%s: %d frames for %d, loops %d, %d wide, %v", v.Key(), len(g.Image), len(f.Frames), g.LoopCount, g.Config.Width, g.Delay)
		}
		width := float64(map[bool]int{false: filmWidth, true: filmHexWidth}[v.Board().Hex])
		composed(t, g, func(i int, shown *image.Paletted) {
			s := pictureScene(f.Frames[i])
			scale := scaleFor(width / s.width)
			c := newCanvas(int(math.Round(s.width*scale)), int(math.Round(s.height*scale)))
			if err := c.scene(s, point{}, scale); err != nil {
				t.Fatal(err)
			}
			if n := unlike(shown, c.img); n > 0 {
				t.Errorf("%s: after ply %d, %d pixels are not those of its picture", v.Key(), i, n)
			}
		})
	}
}

// unlike counts the pixels of a paletted picture that are not the palette's nearest to those of an image.
func unlike(shown *image.Paletted, img *image.RGBA) int {
	var entries []tone
	for _, entry := range shown.Palette[:len(shown.Palette)-1] {
		rgb := entry.(color.RGBA)
		entries = append(entries, tone{r: int(rgb.R), g: int(rgb.G), b: int(rgb.B)})
	}
	known, wrong := map[color.RGBA]uint8{}, 0
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			want := img.RGBAAt(x, y)
			near, ok := known[want]
			if !ok {
				near = nearest(entries, tone{r: int(want.R), g: int(want.G), b: int(want.B)})
				known[want] = near
			}
			if shown.ColorIndexAt(x, y) != near {
				wrong++
			}
		}
	}
	return wrong
}

// The colours that are much of one frame only, like those of a check, are in the palette of all.
func TestFilmKeepsRareColours(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	f := film(v, 100, false)
	check := Drawing{Position: position(t, "chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), Coordinates: true}
	f.Frames = append(f.Frames, check)
	data, err := f.GIF(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	red := 0
	for _, frame := range g.Image[len(g.Image)-1:] {
		for _, at := range frame.Pix {
			if c := frame.Palette[at].(color.RGBA); c.A > 0 && int(c.R) > int(c.G)+60 && int(c.B)+40 < int(c.R) && c.G < 140 {
				red++
			}
		}
	}
	if red < 300 {
		t.Errorf("the king in check has %d red pixels", red)
	}
	if file := os.Getenv("POSTRIDER_FILM"); file != "" {
		os.WriteFile(file, data, 0o644)
	}
}

func TestFilmEndsWithItsReader(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	ctx, gone := context.WithCancel(t.Context())
	gone()
	if _, err := film(v, 10, false).GIF(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone away gets %v", err)
	}
}

// BenchmarkFilm draws a game of 276 plies of Harpy Chess.
func BenchmarkFilm(b *testing.B) {
	v, err := rules.Lookup("harpy")
	if err != nil {
		b.Fatal(err)
	}
	f := film(v, 276, false)
	size := 0
	for b.Loop() {
		data, err := f.GIF(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
	}
	b.ReportMetric(float64(len(f.Frames)), "frames")
	b.ReportMetric(float64(size)/1024, "KB")
}
