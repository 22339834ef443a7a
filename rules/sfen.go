package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// SFEN is how programs that play shogi write positions: the board, b or w for the first or the second player to move, the hands as in "RG4p" or "-", and the
// number of the next move, each player's counted, which may be missing. It is what a text of three or four fields is taken for that has no brackets behind
// the board and a hand for its third field, in games with promoted forms, hands and no castling. So "… b - 1" is SFEN, where b is who moves first, and
// "… b - - 0 1" is FEN, where b is Black, who is the second.

// isSFEN says whether the fields of a text are SFEN.
func (v *Variant) isSFEN(fields []string) bool {
	if v.forms == nil || !v.drops || len(v.castles) > 0 || len(fields) < 3 || len(fields) > 4 || strings.Contains(fields[0], "[") || fields[1] != "b" && fields[1] != "w" {
		return false
	}
	if len(fields) == 4 {
		if _, err := strconv.ParseUint(fields[3], 10, 32); err != nil {
			return false
		}
	}
	_, err := spellOut(fields[2])
	return err == nil
}

// readSFEN reads the position of such fields.
func (p *Position) readSFEN(fields []string) error {
	hand, err := spellOut(fields[2])
	if err != nil {
		return err
	}
	if err := p.readBoard(fields[0] + "[" + hand + "]"); err != nil {
		return err
	}
	if fields[1] == "w" {
		p.turn = Black
	}
	ply := 1
	if len(fields) == 4 {
		ply, _ = strconv.Atoi(fields[3])
	}
	p.keepRights()
	p.number = uint16(min((max(ply, 1)+1)/2, maxCounter))
	return nil
}

// spellOut writes the hands of SFEN as FEN has them: "2Pn" is "PPn", "-" is "".
func spellOut(hand string) (string, error) {
	if hand == "-" {
		return "", nil
	}
	var all strings.Builder
	for rest := hand; rest != ""; {
		letters := strings.TrimLeft(rest, "0123456789")
		count := 1
		if digits := rest[:len(rest)-len(letters)]; digits != "" {
			n, err := strconv.Atoi(digits)
			if err != nil || n < 1 || n > maxHand {
				return "", fmt.Errorf("“%s” is no number of pieces in hand", cut(digits))
			}
			count = n
		}
		if letters == "" || !isLetter(letters[0]) {
			return "", errors.New("the hands are written as in RG4p, or -")
		}
		all.WriteString(strings.Repeat(letters[:1], count))
		rest = letters[1:]
	}
	return all.String(), nil
}

// withPlus puts back the + of promoted men where an address that was not encoded has made it a blank: a blank before a letter, as long as the board is not
// complete. The blank at the beginning is one, too, if there are others in the board: else somebody has only typed it.
func (v *Variant) withPlus(text string) string {
	first := len(text) > 1 && text[0] == ' ' && isLetter(text[1])
	text = strings.TrimSpace(text)
	if v.forms == nil {
		return text
	}
	fixed := v.fillRows(text)
	if first && fixed != text {
		fixed = "+" + fixed
	}
	return fixed
}

// isLetter says whether a byte is a letter of a piece.
func isLetter(x byte) bool { return x|0x20 >= 'a' && x|0x20 <= 'z' }

// fillRows puts a + for every blank before a letter, until all rows of the board are full.
func (v *Variant) fillRows(text string) string {
	widths := v.board.widths()
	fixed := []byte(text)
	row, cells := 0, 0
	for i := 0; i+1 < len(fixed); i++ {
		switch x := fixed[i]; {
		case x == '/':
			row, cells = row+1, 0
		case x == '[':
			return string(fixed)
		case x >= '0' && x <= '9':
			n := int(x - '0')
			if next := fixed[i+1]; next >= '0' && next <= '9' {
				n = 10*n + int(next-'0')
				i++
			}
			cells += n
		case x != ' ':
			if x == hole || isLetter(x) {
				cells++
			}
		case row >= len(widths) || row == len(widths)-1 && cells >= widths[row] || !isLetter(fixed[i+1]):
			return string(fixed)
		default:
			fixed[i] = '+'
		}
	}
	return string(fixed)
}
