package archive

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pgnWidth is how many letters a line of movetext has at most, where it can be broken.
const pgnWidth = 80

// folder writes words and comments with a blank or a line's end between them. Call flush at the end.
type folder struct {
	out     *strings.Builder
	column  int
	pending string // of the comment that is being written; "" outside
}

// unfitFirst is what no line begins with: one with % is not read, and one with [Event is taken for a tag by what splits files at these.
var unfitFirst = regexp.MustCompile(`^(?:%|\[[^%])`)

// word writes a word of the movetext.
func (f *folder) word(text string) {
	f.flush()
	f.put(text)
}

// put writes what is not broken.
func (f *folder) put(text string) {
	letters := utf8.RuneCountInString(text)
	switch {
	case f.column == 0:
	case f.column+1+letters > pgnWidth && !unfitFirst.MatchString(text):
		f.out.WriteByte('\n')
		f.column = 0
	default:
		f.out.WriteByte(' ')
		f.column++
	}
	f.out.WriteString(text)
	f.column += letters
}

// longComment is how many bytes a comment has at most that is made of several.
const longComment = 32 << 10

// comment adds commands, which are not broken, and escaped words to the comment that is being written. There is but one between two moves, if it does not become too long:
// chess.js, for one, reads no more.
func (f *folder) comment(text string) {
	if len(f.pending)+len(text) > longComment {
		f.flush()
	}
	f.pending = strings.TrimPrefix(f.pending+" "+text, " ")
}

// flush writes the comment, if there is any.
func (f *folder) flush() {
	if f.pending == "" {
		return
	}
	text := "{" + f.pending + "}"
	f.pending = ""
	for text != "" {
		end := len(text)
		if i := strings.IndexByte(text, ' '); i >= 0 {
			end = i
		}
		if at := strings.Index(text, "[%"); at >= 0 && at < end {
			end = at + strings.IndexByte(text[at:], ']') + 1
			if i := strings.IndexByte(text[end:], ' '); i >= 0 {
				end += i
			} else {
				end = len(text)
			}
		}
		f.put(text[:end])
		text = strings.TrimPrefix(text[end:], " ")
	}
}

// typed adds what somebody typed, if anything, to the comment.
func (f *folder) typed(text string) {
	if text != "" {
		f.comment(escape(text))
	}
}

// escape writes a text so that it can stand in a comment, whose lines may be broken at blanks: what would end it, what would be lost, and what would be taken for something
// else becomes &#N;.
func escape(text string) string {
	var b strings.Builder
	before := ' '
	for i, c := range text {
		rest := text[i:]
		switch {
		case c == '{', c == '}', c == ' ' && before == ' ', unicode.IsControl(c), c != ' ' && unicode.IsSpace(c),
			c == '[' && strings.HasPrefix(rest, "[%"), c == '&' && escaped.FindStringIndex(rest) != nil && escaped.FindStringIndex(rest)[0] == 0,
			c == ' ' && len(rest) == 1:
			fmt.Fprintf(&b, "&#%d;", c)
		default:
			b.WriteRune(c)
		}
		before = c
	}
	return b.String()
}

var escaped = regexp.MustCompile(`&#[0-9]{1,7};`)

// unescape gives back what escape was given.
func unescape(text string) string {
	return escaped.ReplaceAllStringFunc(text, func(code string) string {
		n, err := strconv.Atoi(code[2 : len(code)-1])
		if err != nil || !utf8.ValidRune(rune(n)) || n == 0 {
			return code
		}
		return string(rune(n))
	})
}
