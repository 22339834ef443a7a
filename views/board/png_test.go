package board

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"postrider/rules"
)

func TestPNG(t *testing.T) {
	p := position(t, "pyrrhus", mockFEN)
	var pictures []image.Image
	for _, d := range []Drawing{{Position: p, Coordinates: true}, {Position: p, Coordinates: true, Flip: true}, {Position: p, Coordinates: true, Hands: true}} {
		data, err := PNG(d, 512)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := img.(*image.Paletted); !ok {
			t.Errorf("it is a %T", img)
		}
		if w := img.Bounds().Dx(); w > 512 || w < 480 {
			t.Errorf("it is %d pixels wide", w)
		}
		if len(data) > 40_000 {
			t.Errorf("it has %d bytes", len(data))
		}
		pictures = append(pictures, img)
	}
	if at := pictures[0].Bounds().Dx() / 2; sameColumn(pictures[0], pictures[1], at) {
		t.Error("the board seen from Black's side looks the same")
	}
	if pictures[2].Bounds().Dy() <= pictures[0].Bounds().Dy() {
		t.Error("there is no room for Black's hand")
	}
}

func TestManyMenInHandOfANarrowBoard(t *testing.T) {
	letters := "qrbnpacdefghijlmostuvwxyz"
	text := "[narrow]\ntitle = Narrow\nmaxFile = 1\nmaxRank = 4\nking = k\npieceDrops = true\ncastling = false\ndoubleStep = false\npromotionPieceTypes = q\npawnTypes = -\n"
	for i, letter := range letters {
		text += fmt.Sprintf("customPiece%d = %c:W\n", i+1, letter)
	}
	v, err := rules.Parse(text + "startFen = k/1/1/K[" + strings.ToUpper(letters+letters) + "qr] w - - 0 1\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []Drawing{{Position: v.Start(), Hands: true}, {Position: v.Start(), Hands: true, Coordinates: true, Flip: true}} {
		s := pictureScene(d)
		for _, over := range s.over {
			if over.kind == man && (over.size <= 0 || over.at.x+over.size > s.width) {
				t.Errorf("a man of %g at %g on a picture %g wide", over.size, over.at.x, s.width)
			}
		}
		for _, width := range []int{40, 512} {
			if _, err := PNG(d, width); err != nil {
				t.Error(err)
			}
		}
		if _, err := Card(d, Words{Title: "Narrow"}); err != nil {
			t.Error(err)
		}
	}
}

func sameColumn(a, b image.Image, x int) bool {
	for y := range a.Bounds().Dy() {
		if a.At(x, y) != b.At(x, y) {
			return false
		}
	}
	return true
}

func TestCard(t *testing.T) {
	for _, title := range []string{"", "Pyrrhus Chess", strings.Repeat("Donaudampfschifffahrtsgesellschaft ", 20), "将棋\x00\u202e"} {
		data, err := Card(Drawing{Position: position(t, "pyrrhus", mockFEN)}, Words{title, title, []string{title, title, title}})
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width != 1200 || config.Height != 630 {
			t.Errorf("%q: %v, %v", title, config, err)
		}
	}
}

func TestWrapped(t *testing.T) {
	face, err := newFace(bold, 60)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Pyrrhus\n Chess 将棋 now":                           "Pyrrhus|Chess … now",
		"Ann – 田中太郎, \u202eשלום\u200f":                     "Ann – …, …",
		"Zoë 👩\u200d🚀 Cu\u0335p":                           "Zoë … Cup",
		"שרה בת אברהם – Ann":                               "… – Ann",
		"one two three four five six seven eight nine ten": "one two three|four five six|seven eight…",
		"Donaudampfschifffahrtsgesellschaft":               "Donaudamp…",
		"":                                                 "",
	} {
		if got := strings.Join(wrapped(face, text, 420, 3), "|"); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

func TestAllMenCanBeDrawn(t *testing.T) {
	men := rasterise(28)
	if len(men) != 92 {
		t.Errorf("%d men", len(men))
	}
	for name, img := range men {
		inked := 0
		for i := 3; i < len(img.Pix); i += 4 {
			if img.Pix[i] > 128 {
				inked++
			}
		}
		if inked < 28*28/6 {
			t.Errorf("%s has only %d pixels", name, inked)
		}
	}
}

func TestUpsideDown(t *testing.T) {
	sprite := spriteOf("white-shogi-silver", 45)
	turned := upsideDown(sprite)
	for _, at := range []image.Point{{0, 0}, {22, 3}, {7, 40}, {44, 44}} {
		if turned.At(at.X, at.Y) != sprite.At(44-at.X, 44-at.Y) {
			t.Errorf("%v is %v", at, turned.At(at.X, at.Y))
		}
	}
	if slices.Equal(turned.Pix, sprite.Pix) || !slices.Equal(upsideDown(turned).Pix, sprite.Pix) {
		t.Error("the silver general looks the same from both ends, or not when turned twice")
	}
}

func BenchmarkPNG(b *testing.B) {
	d := Drawing{Position: position(b, "pyrrhus", mockFEN), Coordinates: true}
	for b.Loop() {
		if _, err := PNG(d, 512); err != nil {
			b.Fatal(err)
		}
	}
}
