package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// unreadable says that a text is no move at all, and gives an example.
func (p *Position) unreadable(text string, legal []Move) string {
	why := fmt.Sprintf("“%s” cannot be read as a move", strings.TrimSpace(cut(text)))
	if strings.TrimSpace(cut(text)) == "" {
		why = "There is no move yet"
	}
	why += p.whatIsStrange(text)
	if len(legal) == 0 {
		return why + "."
	}
	// Telephones begin a line with a capital; but D is the queen and C the knight in other languages, so it is only asked.
	if text := strings.TrimSpace(text); text != "" && text[0] >= 'A' && text[0] <= 'Z' {
		if m, err := p.Parse(strings.ToLower(text[:1]) + text[1:]); err == nil && m.from != NoCell {
			return fmt.Sprintf("%s. If you mean the %s, write %s.", why, p.v.name(p.cells[m.from].typ()), p.bareSAN(m, legal))
		}
	}
	example := legal[len(legal)/2]
	for _, m := range legal {
		if m.kind == step && !p.v.letterless(p.cells[m.from].typ()) {
			example = m
		}
	}
	return fmt.Sprintf("%s. Write it like %s or %s.", why, p.Text(example), p.bareSAN(example, legal))
}

// whatIsStrange names the first thing in an unreadable text that cannot be in a move, to be added to a sentence; "" if there is none.
func (p *Position) whatIsStrange(text string) string {
	for _, r := range figurines.Replace(text) {
		if r > unicode.MaxASCII && unicode.IsLetter(r) {
			return fmt.Sprintf(": “%c” is none of the letters of which moves are made", r)
		}
	}
	if i := strings.IndexByte(text, '@'); i == 1 {
		if _, ok := p.v.typeOf(text[0]); !ok || text[0] < 'A' {
			return fmt.Sprintf(": there is no piece %s in this game, only %s", cut(text[:1]), p.v.letterList())
		}
	}
	if strings.Contains(text, "^") && p.v.flight == nil {
		return ": nobody flies (^) in this game"
	}
	s := strings.ToLower(text)
	letter := func(x byte) bool { return x >= 'a' && x <= 'z' }
	for i := 0; i+1 < len(s); i++ {
		rank, rest, ok := readRank(s[i+1:])
		if file := slices.Index(p.v.board.FileNames, s[i:i+1]); ok && letter(s[i]) && (i == 0 || !letter(s[i-1])) && p.v.board.at(file, rank) == NoCell {
			return fmt.Sprintf(": there is no %s %s on this board", p.v.board.word(), s[i:len(s)-len(rest)])
		}
	}
	return ""
}

// ambiguous lists what a text could mean.
func (p *Position) ambiguous(text string, found, legal []Move) *Refusal {
	var names []string
	for _, m := range found {
		names = append(names, p.bareSAN(m, legal))
	}
	return &Refusal{fmt.Sprintf("“%s” could be %s: write which one.", cut(strings.TrimSpace(text)), listed(names, "or"))}
}
