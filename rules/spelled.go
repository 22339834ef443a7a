package rules

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spelledCell is the cell to which a move goes, and what may stand behind it: nothing more is read.
const spelledCell = `(\pL\d{1,2}(?:\s*=.*|[+#!?.]*))$`

var (
	spelledShort = regexp.MustCompile(`^(castles? (king ?side|short)|(king ?side|short) castles?)$`)
	spelledLong  = regexp.MustCompile(`^(castles? (queen ?side|long)|(queen ?side|long) castles?)$`)
	spelledTo    = regexp.MustCompile(`(\pL\pL|\pL\d{1,2}|\pL\s\pL|[A-Z])\s+(?i:to)\s+` + spelledCell) // no small letter alone: "b to b4" may be the pawn's or the bishop's
	spelledTakes = regexp.MustCompile(`(\pL\d{0,2})\s+(?i:takes|captures)\s+` + spelledCell)
)

// unspell is a move in words by the signs for them: "knight takes f3" as "N f3", "castles short" as "O-O". A man is named where it begins, and behind =; man is
// the first of these. Other words stay, and with them nobody can read the text: "pawn to bishop 4" is none that is played here.
func (v *Variant) unspell(text string) (signs string, man Type, named bool) {
	switch plain := strings.ToLower(strings.Trim(text, " .!?")); {
	case spelledShort.MatchString(plain):
		return "O-O", 0, false
	case spelledLong.MatchString(plain):
		return "O-O-O", 0, false
	}
	text = spelledTakes.ReplaceAllString(spelledTo.ReplaceAllString(text, "$1 $2"), "$1 $2")
	if i := strings.IndexFunc(text, unicode.IsLetter); i >= 0 {
		var rest string
		if man, rest, named = v.cutName(text[i:]); named {
			text = text[:i] + v.upper(man) + rest
		}
	}
	if before, after, ok := strings.Cut(text, "="); ok {
		if as, rest, ok := v.cutName(strings.TrimSpace(after)); ok {
			text = before + "=" + v.upper(as) + rest
		}
	}
	return text, man, named
}

// cutName finds the type whose name a text begins with, the longest one, and what follows; false where there is none, or several men are called so.
func (v *Variant) cutName(text string) (t Type, rest string, ok bool) {
	length := 1 // of a name: a single letter is none
	for i, p := range v.pieces {
		n := len(p.Name)
		if n < length || n < 2 || n > len(text) || !strings.EqualFold(text[:n], p.Name) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(text[n:]); unicode.IsLetter(next) {
			continue
		}
		t, ok, length = Type(i), n > length, n
	}
	if !ok {
		return 0, text, false
	}
	return t, text[length:], true
}
