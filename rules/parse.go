package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxText     = 64 << 10 // bytes of a definition file
	maxValue    = 2000     // bytes of a value
	maxKey      = 40       // letters of a variant's key
	maxSections = 20       // in a file
	maxProblems = 50       // that are listed
)

// DefinitionError is all that is wrong with a definition, in the order of the lines.
type DefinitionError struct{ Problems []Problem }

// Problem is one thing that is wrong with a definition.
type Problem struct {
	Line int    // counted from 1
	Key  string // "" where it is not about a key
	Text string // what is wrong and what is allowed
}

// String is the problem in one line: "line 3, maxFile: …".
func (p Problem) String() string {
	if p.Key == "" {
		return fmt.Sprintf("line %d: %s", p.Line, p.Text)
	}
	return fmt.Sprintf("line %d, %s: %s", p.Line, p.Key, p.Text)
}

// Error lists the problems, one a line.
func (e *DefinitionError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, p.String())
	}
	return strings.Join(lines, "\n")
}

// section is a definition as it is written.
type section struct {
	key, parent string
	line        int  // of its head
	broken      bool // the head cannot be read
	values      map[string]string
	lines       map[string]int // where the values stand; inherited ones have none
}

// Parse reads the text of one definition: a section [key] or [key:parent], whose parent is a shipped variant, with lines "name = value".
// The error is a *DefinitionError.
func Parse(text string) (*Variant, error) {
	all, err := parseFile(text, 1, Lookup)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// ParseFile reads all definitions of a file. The error is a *DefinitionError with what is wrong in any of them.
func ParseFile(text string) ([]*Variant, error) {
	return parseFile(text, maxSections, Lookup)
}

// parseFile is ParseFile with at most so many sections, and parents from anywhere.
func parseFile(text string, limit int, lookup func(key string) (*Variant, error)) ([]*Variant, error) {
	sections, problems := readSections(text)
	if len(sections) > limit {
		return nil, &DefinitionError{[]Problem{{sections[limit].line, "", fmt.Sprintf("there are %d sections here, and at most %d can be", len(sections), limit)}}}
	}
	var all []*Variant
	for _, s := range sections {
		if s.broken {
			continue
		}
		if s.parent != "" {
			parent, err := lookup(s.parent)
			if err != nil {
				problems = append(problems, Problem{s.line, "", "the parent: " + err.Error()})
				continue
			}
			s.inherit(parent)
		}
		v, wrong := compile(s)
		problems = append(problems, wrong...)
		all = append(all, v)
	}
	if len(problems) > 0 {
		slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
		return nil, &DefinitionError{problems[:min(len(problems), maxProblems)]}
	}
	return all, nil
}

// inherit takes over from a parent what is not set. What is a game's own it does not hand on: its title, its place among the others, its pictures, and what is
// said of where it comes from, which would be untrue of a game that others have made of it.
// What a game's own pieces can do together, its parent does not know: deadPosition comes only with the pieces, and where stalemate is worth the same.
func (s *section) inherit(parent *Variant) {
	same := !slices.ContainsFunc(append(pieceKeys(), "stalemateValue"), func(name string) bool {
		_, own := s.values[name]
		return own
	})
	for name, value := range parent.values {
		ofParent := slices.Contains([]string{"title", "order", "sample", "inventor", "year", "summary"}, name) || strings.HasPrefix(name, "diagram")
		if _, own := s.values[name]; !own && !ofParent && (same || name != "deadPosition") {
			s.values[name] = value
		}
	}
}

// readSections reads the lines of a file.
func readSections(text string) (sections []*section, problems []Problem) {
	if len(text) > maxText || !utf8.ValidString(text) {
		return nil, []Problem{{1, "", fmt.Sprintf("a definition is a text in UTF-8 of at most %d KB", maxText>>10)}}
	}
	heads := map[string]bool{}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if len(problems) >= maxProblems {
			break
		}
		line = strings.TrimSpace(line)
		fail := func(key string, err error) { problems = append(problems, Problem{i + 1, key, err.Error()}) }
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
		case line[0] == '[':
			s, err := readHead(line, heads)
			if err != nil {
				fail("", err)
			}
			s.line, s.broken = i+1, err != nil
			sections = append(sections, s)
		case len(sections) == 0:
			fail("", errors.New("a definition begins with [key] or [key:parent], like [mygame:chess]"))
			return nil, problems
		default:
			s := sections[len(sections)-1]
			name, value, err := readValue(line)
			if _, twice := s.lines[name]; err == nil && twice {
				err = fmt.Errorf("it is set twice; the first time in line %d", s.lines[name])
			}
			if err != nil {
				fail(name, err)
			} else if !slices.Contains(ignoredSettings, name) {
				s.values[name], s.lines[name] = value, i+1
			}
		}
	}
	if len(sections) == 0 && len(problems) == 0 {
		problems = []Problem{{1, "", "there is no definition here; it begins with [key] or [key:parent], like [mygame:chess]"}}
	}
	return sections, problems
}

// readHead reads "[key]" or "[key:parent]".
func readHead(line string, heads map[string]bool) (*section, error) {
	s := &section{values: map[string]string{}, lines: map[string]int{}}
	inner, ok := strings.CutSuffix(line[1:], "]")
	s.key, s.parent, _ = strings.Cut(inner, ":")
	s.key, s.parent = strings.TrimSpace(s.key), strings.TrimSpace(s.parent)
	switch {
	case !ok:
		return s, errors.New("the ] at the end is missing")
	case !goodKey(s.key):
		return s, fmt.Errorf("“%s” is no key: it has small letters, digits and -, at most %d", s.key, maxKey)
	case heads[s.key]:
		return s, fmt.Errorf("there is a section [%s] already", s.key)
	}
	heads[s.key] = true
	return s, nil
}

// goodKey says whether a word can be the key of a variant.
func goodKey(key string) bool {
	for _, r := range key {
		if r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
	}
	return key != "" && len(key) <= maxKey
}

// readValue reads "name = value".
func readValue(line string) (name, value string, err error) {
	name, value, ok := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	_, known := settingNamed(name)
	switch {
	case !ok:
		return "", "", errors.New("this is neither “name = value” nor a section's head nor a comment (# …)")
	case len(name) > maxKey || strings.ContainsFunc(name, unicode.IsControl):
		return "", "", errors.New("this is no key")
	case slices.Contains(ignoredSettings, name):
		return name, value, nil
	case slices.Contains(strangeSettings, name):
		return name, "", errors.New("this rule is not played here; take the line out")
	case !known:
		hint := "."
		if near := likeNames(name); near != nil {
			hint = "; is it " + listed(near, "or") + "?"
		}
		return name, "", errors.New("there is no such key" + hint + " All keys stand at the end of any game's rules page, like /variants/chess")
	case len(value) > maxValue:
		return name, "", fmt.Errorf("the value is too long; at most %d bytes", maxValue)
	case strings.ContainsFunc(value, func(r rune) bool {
		return unicode.IsControl(r) || r == 0x2028 || r == 0x2029 || unicode.Is(unicode.Bidi_Control, r)
	}):
		return name, "", errors.New("there is a control character in the value")
	}
	return name, value, nil
}

// listed joins words: "a, b and c".
func listed(words []string, and string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + and + " " + words[n-1]
	}
}

// flat writes a definition with everything in it that it inherits and by which games are played. What is only shown is left out: a game's stored
// definition has to be readable for good, whatever pictures and words come later.
func (s *section) flat() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s]\n", s.key)
	for _, setting := range settings() {
		if value, ok := s.values[setting.Name]; ok && !onlyShown(setting.Name) {
			fmt.Fprintf(&b, "%s = %s\n", setting.Name, value)
		}
	}
	return b.String()
}
