package board

import (
	"strings"
	"testing"
	"unicode/utf8"

	"postrider/rules"
)

func TestText(t *testing.T) {
	p := position(t, "pyrrhus", mockFEN)
	for s, want := range map[rules.Side]string{
		rules.White: `
    in reserve: y

 8  r : b q . r k :
 7  p p p . : p p p
 6  . : n p . n . :
 5  : .*b . : N : .
 4  . : . : P : . :
 3  : . N . Y . : .
 2  P P P : . P P P
 1  R . B Q K B : R

    a b c d e f g h

    in reserve: nothing
`, rules.Black: `
    in reserve: nothing

 1  R : B K Q B . R
 2  P P P . : P P P
 3  . : . Y . N . :
 4  : . : P : . : .
 5  . : N : .*b . :
 6  : . n . p n : .
 7  p p p : . p p p
 8  : k r . q b : r

    h g f e d c b a

    in reserve: y
`} {
		if got := "\n" + Text(p, s); got != want {
			t.Errorf("for %v:%s", s, got)
		}
	}
}

func TestAlt(t *testing.T) {
	want := "White: king e1, queen d1, rooks a1 h1, bishops c1 f1, knights c3 f5, Pyrrhus e3, pawns a2 b2 c2 e4 f2 g2 h2. " +
		"Black: king g8, queen d8, rooks a8 f8, bishops c5 (paralysed) c8, knights c6 f6, pawns a7 b7 c7 d6 f7 g7 h7; in reserve: Pyrrhus."
	if got := Alt(position(t, "pyrrhus", mockFEN)); got != want {
		t.Errorf("%s\nnot %s", got, want)
	}
}

func TestTextOfHexagons(t *testing.T) {
	p := position(t, "dragonfly-hex", "k/3/5/3n3/4b4/9/9/1P7/4K4[Nbb] w - - 0 1")
	for s, want := range map[rules.Side]string{
		rules.White: `
    in hand: bb

                 e9 k
             d8 -       - f8
         c7 :       :       : g7
     b6 .       .       .       . h6
 a5 -       -       -       -       - i5
     b5 :       :       :       : h5
 a4 .       .       n       .       . i4
     b4 -       -       -       - h4
 a3 :       :       b       :       : i3
     b3 .       .       .       . h3
 a2 -       -       -       -       - i2
     b2 P       :       :       : h2
 a1 .       .       .       .       . i1
     b1 -       -       -       - h1
         c1 :       :       : g1
             d1 .       . f1
                 e1 K

    in hand: N
`, rules.Black: `
    in hand: N

                 e1 K
             f1 .       . d1
         g1 :       :       : c1
     h1 -       -       -       - b1
 i1 .       .       .       .       . a1
     h2 :       :       :       P b2
 i2 -       -       -       -       - a2
     h3 .       .       .       . b3
 i3 :       :       b       :       : a3
     h4 -       -       -       - b4
 i4 .       .       n       .       . a4
     h5 :       :       :       : b5
 i5 -       -       -       -       - a5
     h6 .       .       .       . b6
         g7 :       :       : c7
             f8 -       - d8
                 e9 k

    in hand: bb
`} {
		if got := "\n" + Text(p, s); got != want {
			t.Errorf("for %v:%s", s, got)
		}
	}
}

// A mail has room for 60 letters in a line, and every man is to be seen.
func TestTextOfEveryVariant(t *testing.T) {
	for _, v := range rules.Variants() {
		p, men := v.Start(), 0
		for c := range v.Board().Cells {
			if _, occupied := p.At(rules.Cell(c)); occupied {
				men++
			}
		}
		for _, s := range []rules.Side{rules.White, rules.Black} {
			seen := 0
			for line := range strings.Lines(Text(p, s)) {
				if utf8.RuneCountInString(line) > 60 {
					t.Errorf("%s: a line is too long: %s", v.Key(), line)
				}
				if strings.HasPrefix(line, "    in ") {
					continue // a hand
				}
				for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" *+\n", r) }) {
					if _, ok := v.Board().Cell(word); len(word) == 1 && word >= "A" && !ok {
						seen++
					}
				}
			}
			if !v.Board().Hex {
				seen -= v.Board().Files // their names
			}
			if seen != men {
				t.Errorf("%s: %d men of %d are to be seen in\n%s", v.Key(), seen, men, Text(p, s))
			}
		}
	}
}

func TestPromotedFormsAreMarked(t *testing.T) {
	p := position(t, "yari-shogi", "3k3/7/1+R1+n1+p1/7/7/7/7/7/3K3[Bp] w - - 0 1")
	if text := Text(p, rules.White); !strings.Contains(text, " 7  :+R :+n :+p :\n") {
		t.Errorf("they are not to be seen in\n%s", text)
	}
	// The drawings of yari gold and yari silver show that they are promoted; a rook looks like any other.
	if marks := strings.Count(rendered(t, Inline(Drawing{Position: p})), `class="prom"`); marks != 1 {
		t.Errorf("%d men have a chevron", marks)
	}
}
