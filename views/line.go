package views

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"postrider/rules"
)

// line is moves that follow on a position, of both sides by turns, which nobody has played. It lives in a link: the moves' canonical texts, with dots between them.
type line struct {
	Start rules.Position
	Steps []step
}

// step is a move of a line, and the position after it.
type step struct {
	Side      rules.Side
	Text, SAN string
	Move      rules.Move
	Before    rules.Position
	After     rules.Position
}

// maxLine is how many moves a line in a link may have.
const maxLine = 200

// lineIn is the text of the line in a query. No move has a blank: where one is, there was a + that was not written %2B.
func lineIn(q url.Values) string { return strings.ReplaceAll(q.Get("line"), " ", "+") }

// readLine reads the text of a line. The moves are legal ones, or the error is a *problem that says which one is not.
func readLine(start rules.Position, text string) (line, error) {
	l := line{Start: start}
	if text == "" {
		return l, nil
	}
	texts := strings.Split(text, ".")
	if len(texts) > maxLine {
		return l, &problem{http.StatusBadRequest, unreadHeading, fmt.Sprintf("That line has %d moves. A link holds %d at most.", len(texts), maxLine)}
	}
	for i, text := range texts {
		m, err := l.End().Parse(text)
		if err != nil {
			return l, &problem{http.StatusBadRequest, unreadHeading, fmt.Sprintf("Move %d of the line in this link, %.20q, cannot be played there: %v", i+1, text, err)}
		}
		l = l.And(m)
	}
	return l, nil
}

// And is the line with one move more.
func (l line) And(m rules.Move) line {
	p := l.End()
	next := step{Side: p.Turn(), Text: p.Text(m), SAN: p.SAN(m), Move: m, Before: p, After: p.Play(m)}
	l.Steps = append(l.Steps[:len(l.Steps):len(l.Steps)], next)
	return l
}

// First is the line of the first n moves.
func (l line) First(n int) line {
	l.Steps = l.Steps[:n]
	return l
}

// End is the position after the line.
func (l line) End() rules.Position {
	if len(l.Steps) == 0 {
		return l.Start
	}
	return l.Steps[len(l.Steps)-1].After
}

// Texts are the canonical texts of the moves.
func (l line) Texts() []string {
	texts := make([]string, 0, len(l.Steps))
	for _, s := range l.Steps {
		texts = append(texts, s.Text)
	}
	return texts
}

// String is the line as it stands in a link, before it is escaped.
func (l line) String() string { return strings.Join(l.Texts(), ".") }

// quoted is a move as it is quoted: "7. Nf3", "7… d6".
func (s step) quoted() string { return s.number() + " " + s.SAN }

func (s step) number() string {
	sign := "."
	if s.Side == rules.Black {
		sign = "…"
	}
	return itoa(s.Before.MoveNumber()) + sign
}

// words is the line as people write it: "7… d6 8. Nf3 Nf6".
func (l line) words() string {
	var words []string
	for i, s := range l.Steps {
		if i == 0 || s.Side == rules.White {
			words = append(words, s.number())
		}
		words = append(words, s.SAN)
	}
	return strings.Join(words, " ")
}

// rows are the moves by their numbers: what stands beside a number is 1 for the line's first move, 0 for none.
func (l line) rows() []row {
	var rows []row
	for i, s := range l.Steps {
		if i == 0 || s.Side == rules.White {
			rows = append(rows, row{Number: s.Before.MoveNumber()})
		}
		if last := &rows[len(rows)-1]; s.Side == rules.Black {
			last.Black = i + 1
		} else {
			last.White = i + 1
		}
	}
	return rows
}
