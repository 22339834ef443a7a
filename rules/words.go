package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// manOn is the man on a cell, for the middle of a sentence after "the": "knight on e5", with the side where it is the enemy: "black knight on e5".
func (p *Position) manOn(c Cell) string {
	m := p.cells[c]
	if m == 0 {
		return "empty " + p.v.board.word() + " " + p.v.board.Name(c)
	}
	if m.side() != p.turn {
		return p.v.ManName(m.typ(), m.side()) + " on " + p.v.board.Name(c)
	}
	return p.v.name(m.typ()) + " on " + p.v.board.Name(c)
}

// who is the man on a cell, whose name is said besides: "your knight", "the black knight".
func (p *Position) who(c Cell) string {
	if m := p.cells[c]; m.side() != p.turn {
		return "the " + p.v.ManName(m.typ(), m.side())
	}
	return "your " + p.v.name(p.cells[c].typ())
}

// article puts "a" or "an" before a word.
func article(word string) string {
	if word != "" && strings.ContainsRune("aeiouAEIO", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// UpperFirst begins a sentence: the first letter in upper case.
func UpperFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Plural is a man's name for a number of them: "knight", "knights", "Pyrrhuses".
func Plural(name string, count int) string {
	switch {
	case count == 1:
		return name
	case strings.HasSuffix(name, "y") && !strings.HasSuffix(name, "ey"):
		return strings.TrimSuffix(name, "y") + "ies"
	case strings.HasSuffix(name, "s"), strings.HasSuffix(name, "x"), strings.HasSuffix(name, "ch"):
		return name + "es"
	}
	return name + "s"
}
