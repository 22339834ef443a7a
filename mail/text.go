package mail

import (
	"strings"
	"unicode/utf8"
)

// columns is how wide prose is in a text part.
const columns = 72

// text is the letter as a text part. Prose is wrapped; a quote keeps its lines, each indented, so that no line of it can pass for a
// signature mark or a header of ours.
func (l letter) text() string {
	var blocks []string
	add := func(text string) {
		if text != "" {
			blocks = append(blocks, text)
		}
	}
	add(wrap(l.Heading))
	for _, lead := range l.Lead {
		add(wrap(lead))
	}
	add(wrap(l.Due.String()))
	if l.Quote != "" {
		add(wrap(l.Quoted + ":"))
		add(indent(l.Quote))
	}
	if l.Board != nil {
		add(strings.TrimRight(l.Board.Text, "\n"))
		add(wrap(l.Board.Legend))
	}
	add(textRows(l.Rows))
	for _, s := range l.Sections {
		if len(s.Items) > 0 {
			add(wrap(s.Title))
		}
		for _, i := range s.Items {
			add(i.text())
		}
	}
	if l.Link != "" {
		add(l.Action + ":\n" + l.Link)
	}
	for _, note := range l.Notes {
		add(wrap(note))
	}
	add(textChoices(l.Choices))
	foot := []string{"-- ", wrap(l.Why)}
	for _, f := range l.Feet {
		foot = append(foot, f.Label+":\n"+f.URL)
	}
	add(strings.Join(foot, "\n"))
	return strings.Join(blocks, "\n\n") + "\n"
}

// text is a game of a digest: its heading, and the rest indented below it.
func (i item) text() string {
	lines := []string{wrap(i.Heading)}
	for _, line := range append([]string{i.Due.String()}, i.Lines...) {
		if line != "" {
			lines = append(lines, indent(wrap(line)))
		}
	}
	return strings.Join(append(lines, indent(i.Link)), "\n")
}

// wrap breaks prose at blanks; a word that is too long, as an address can be, stays whole.
func wrap(text string) string {
	var out strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		width := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+width > columns:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += width
	}
	return out.String()
}

// indent sets a comment off from our own words, line by line.
func indent(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "    " + line
		}
	}
	return strings.Join(lines, "\n")
}

// textChoices is the legal moves, those of each man on lines of their own.
func textChoices(list []choice) string {
	if list == nil {
		return ""
	}
	lines := []string{"You can play:"}
	for _, c := range list {
		if c.Of != "" {
			c.Moves = c.Of + ": " + c.Moves
		}
		lines = append(lines, strings.ReplaceAll(wrap(c.Moves), "\n", "\n    "))
	}
	return strings.Join(lines, "\n")
}

// textRows is the move list in columns.
func textRows(rows []row) string {
	number, white := 0, 0
	for _, r := range rows {
		number = max(number, utf8.RuneCountInString(r.Number))
		white = max(white, utf8.RuneCountInString(r.White))
	}
	var lines []string
	for _, r := range rows {
		line := strings.Repeat(" ", number-utf8.RuneCountInString(r.Number)+1) + r.Number + " " + r.White
		if r.Black != "" {
			line += strings.Repeat(" ", white-utf8.RuneCountInString(r.White)+2) + r.Black
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
