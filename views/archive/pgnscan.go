package archive

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Bounds of what is read of one game.
const (
	maxComment = 64 << 10 // bytes; a comment of a player has 5,000 letters
	maxWord    = 200      // bytes
	maxTag     = 8 << 10  // bytes; a definition's longest FEN has 4,000
	maxTokens  = 50000
)

// token is a piece of a PGN file.
type token struct {
	kind byte   // '[' a tag, '{' a comment, '(' and ')', 'a' a word, 0: the end of the file
	text string // of a tag its name; UTF-8
	tag  string // its value
}

// scanner reads a PGN file piece by piece. What it cannot read as a tag, comment or word is left out.
type scanner struct {
	in    *bufio.Reader
	line  int  // from 1
	start bool // at the beginning of a line
}

func newScanner(in io.Reader) *scanner {
	s := &scanner{in: bufio.NewReader(in), line: 1, start: true}
	if first, _ := s.in.Peek(len(mark)); string(first) == mark {
		s.in.Discard(len(mark))
	}
	return s
}

var errTooLong = errors.New("it is too long")

// read gives the next byte; 0 at the end.
func (s *scanner) read() (byte, error) {
	c, err := s.in.ReadByte()
	if errors.Is(err, io.EOF) {
		return 0, nil
	}
	if s.start = c == '\n'; s.start {
		s.line++
	}
	return max(c, 1), err
}

// until reads up to a byte, which is taken too; that may be missing at the end of the file.
func (s *scanner) until(end byte, most int) (string, error) {
	var b strings.Builder
	for {
		c, err := s.read()
		if err != nil || c == end || c == 0 {
			return toUTF8(b.String()), err
		}
		if b.Len() >= most {
			return "", fmt.Errorf("line %d: a comment: %w (%d bytes at most)", s.line, errTooLong, most)
		}
		b.WriteByte(c)
	}
}

// next reads a token.
func (s *scanner) next() (token, error) {
	for {
		first := s.start
		c, err := s.read()
		if err != nil {
			return token{}, err
		}
		switch c {
		case 0:
			return token{}, nil
		case ' ', '\t', '\r', '\n', '\v', '\f':
		case '%':
			if !first {
				return s.word(c)
			}
			if err := s.skipLine(); err != nil {
				return token{}, err
			}
		case ';':
			text, err := s.until('\n', maxComment)
			return token{kind: '{', text: text}, err
		case '{':
			text, err := s.until('}', maxComment)
			return token{kind: '{', text: text}, err
		case '[':
			return s.tag()
		case '(', ')':
			return token{kind: c}, nil
		case '}', ']', '<', '>':
		default:
			return s.word(c)
		}
	}
}

// skipLine leaves out the rest of a line.
func (s *scanner) skipLine() error {
	for !s.start {
		if c, err := s.read(); err != nil || c == 0 {
			return err
		}
	}
	return nil
}

// word reads a move, a number, a result, or what stands behind a move.
func (s *scanner) word(first byte) (token, error) {
	text := []byte{first}
	for {
		next, err := s.in.Peek(1)
		if err != nil && !errors.Is(err, io.EOF) {
			return token{}, err
		}
		if len(next) == 0 || strings.IndexByte(" \t\r\n\v\f{}()[];", next[0]) >= 0 || next[0] == '$' && text[0] != '$' {
			return token{kind: 'a', text: toUTF8(string(text))}, nil
		}
		if len(text) >= maxWord {
			return token{}, fmt.Errorf("line %d: a word: %w (%d bytes at most)", s.line, errTooLong, maxWord)
		}
		c, err := s.read()
		if err != nil {
			return token{}, err
		}
		text = append(text, c)
	}
}

// tag reads [Name "value"], whose bracket is read already. One that is broken off at the end of its line is one all the same.
func (s *scanner) tag() (token, error) {
	var name, value []byte
	quoted, escape := false, false
	for {
		c, err := s.read()
		switch {
		case err != nil:
			return token{}, err
		case c == 0, c == '\n', c == ']' && !quoted:
			return token{kind: '[', text: strings.TrimSpace(toUTF8(string(name))), tag: strings.TrimSpace(toUTF8(string(value)))}, nil
		case len(name)+len(value) >= maxTag:
			return token{}, fmt.Errorf("line %d: a tag: %w (%d bytes at most)", s.line, errTooLong, maxTag)
		case escape:
			value, escape = append(value, c), false
		case c == '\\' && quoted:
			escape = true
		case c == '"':
			quoted = !quoted
		case quoted:
			value = append(value, c)
		default:
			name = append(name, c)
		}
	}
}

// toUTF8 reads what is no UTF-8 as Windows-1252, in which older files are written.
func toUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	if read, err := charmap.Windows1252.NewDecoder().String(text); err == nil {
		return read
	}
	return strings.ToValidUTF8(text, "?")
}
