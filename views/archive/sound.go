package archive

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"postrider/store"
)

const (
	firstSecond = -62135596800 // of the year 1
	lastSecond  = 253402300799 // of the year 9999
	longest     = 100 * 366 * 86400
)

// sound says what of a record cannot be, whatever the rules: times and clocks that are none, what happened before the start, too long words, and what stands there twice.
func (r *Record) sound() error {
	if err := r.soundTimes(); err != nil {
		return err
	}
	var said [2]bool
	for _, m := range r.Remarks {
		if said[m.Side] {
			return fmt.Errorf("there are two remarks of %s after the end, and a player makes one", m.Side)
		}
		said[m.Side] = true
		if err := soundWords("the remark of "+m.Side.String(), m.Text); err != nil {
			return err
		}
	}
	for _, m := range r.Moves {
		if err := soundWords("the comment with "+cut(m.Text), m.Comment); err != nil {
			return err
		}
	}
	for _, m := range r.Taken {
		if err := soundWords("the comment with "+cut(m.Text)+", which was taken back,", m.Comment); err != nil {
			return err
		}
	}
	return nil
}

// soundWords looks at what somebody typed.
func soundWords(what, text string) error {
	switch letters := utf8.RuneCountInString(text); {
	case letters > store.CommentLetters:
		return fmt.Errorf("%s has %d letters, and %d is the most", what, letters, store.CommentLetters)
	case strings.ContainsRune(text, 0):
		return fmt.Errorf("%s holds the character 0, which is no text", what)
	}
	return nil
}

// soundTimes looks at all times and clocks. A time of 0 is one that is not known.
func (r *Record) soundTimes() error {
	at := func(what string, at, first int64) error {
		switch {
		case at < firstSecond || at > lastSecond:
			return fmt.Errorf("the time of %s is outside the years 1 to 9999", what)
		case at != 0 && first != 0 && at < first:
			return fmt.Errorf("%s is of %s, before the game began on %s", what, utc(at, time.DateTime), utc(first, time.DateTime))
		}
		return nil
	}
	err := at("the start", r.StartedAt, 0)
	check := func(what string, when, first int64) {
		if err == nil {
			err = at(what, when, first)
		}
	}
	check("the end", r.EndedAt, r.StartedAt)
	for i, m := range r.Moves {
		what := fmt.Sprintf("ply %d (%s)", i+1, cut(m.Text))
		check(what, m.At, r.StartedAt)
		if err == nil && (m.Left < 0 || m.Had < m.Left || m.Had > longest) {
			err = fmt.Errorf("the clock at %s cannot be: its player had %d s, and then %d s", what, m.Had, m.Left)
		}
	}
	for _, m := range r.Taken {
		check("a move that was taken back, "+cut(m.Text)+",", m.At, r.StartedAt)
	}
	for i, e := range r.Events {
		what := fmt.Sprintf("event %d (%s)", i+1, e.Kind)
		check(what, e.At, r.StartedAt)
		check("what begins by "+what, e.From, 0)
		check("what ends by "+what, e.Until, 0)
		if err == nil && (e.N < 0 || e.N > longest) {
			err = fmt.Errorf("%s has the number %d, which is none of its kind", what, e.N)
		}
	}
	for _, m := range r.Remarks {
		check("the remark of "+m.Side.String(), m.At, r.StartedAt)
	}
	return err
}
