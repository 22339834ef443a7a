package rules

import (
	"regexp"
	"strings"
)

var (
	spelledWord  = regexp.MustCompile(`\pL+`)
	spelledShort = regexp.MustCompile(`^(castles? (king ?side|short)|(king ?side|short) castles?)$`)
	spelledLong  = regexp.MustCompile(`^(castles? (queen ?side|long)|(queen ?side|long) castles?)$`)
)

// unspell is a move in words by the signs for them: "knight takes f3" as "N f3", "castles short" as "O-O". Other texts come back with what is no word of a move.
func (v *Variant) unspell(text string) string {
	switch plain := strings.ToLower(strings.Trim(text, " .!?")); {
	case spelledShort.MatchString(plain):
		return "O-O"
	case spelledLong.MatchString(plain):
		return "O-O-O"
	}
	return spelledWord.ReplaceAllStringFunc(text, func(word string) string {
		switch strings.ToLower(word) {
		case "to", "takes", "captures":
			return ""
		}
		for _, p := range v.pieces {
			if len(word) > 1 && strings.EqualFold(word, p.Name) {
				return string(p.Letter)
			}
		}
		return word
	})
}
