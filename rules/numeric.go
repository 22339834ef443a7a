package rules

import (
	"regexp"
)

// numeric is a move in the ICCF's notation, in which correspondence players write to those of other languages: file and rank of both cells as digits, and
// that of a promotion (1 queen, 2 rook, 3 bishop, 4 knight).
var numeric = regexp.MustCompile(`^([1-8])([1-8])([1-8])([1-8])([1-4]?)$`)

// fromNumbers is a move of digits by the names of its cells, "5254" as "e2e4", where the board has 64 cells; other texts as they are. Players of shogi count
// files from the right, so where men have promoted forms no digits are read.
func (v *Variant) fromNumbers(s string) string {
	b := &v.board
	m := numeric.FindStringSubmatch(s)
	if m == nil || b.Hex || b.Files != 8 || b.Ranks != 8 || v.forms != nil {
		return s
	}
	file := func(digit string) string { return b.FileNames[digit[0]-'1'] }
	promotion := ""
	if m[5] != "" {
		promotion = string("qrbn"[m[5][0]-'1'])
	}
	return file(m[1]) + m[2] + file(m[3]) + m[4] + promotion
}
