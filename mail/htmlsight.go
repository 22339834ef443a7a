package mail

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var (
	unseen = regexp.MustCompile(`(left|top|text-indent):-(\d{4}|999)|display:none|visibility:hidden|mso-hide:all|max-height:0|(font-size|opacity):0(\.0+)?(px|pt|em|rem|%)?(;|!|$)|` +
		`clip:rect\([01](px)?[,1]`)
	noSize = regexp.MustCompile(`(^|;)(height|width):[01](px)?(;|!|$)`)
)

// isUnseen says whether nobody sees what has such a style.
func isUnseen(style string) bool {
	return unseen.MatchString(style) || strings.Contains(style, "overflow:hidden") && noSize.MatchString(style)
}

// sheet is what style sheets say, by their selectors of one element, class or id: "p", ".preview", "div#preview".
type sheet map[string]look

// look is what a style says of how an element looks.
type look struct {
	unseen     bool
	fore, back string // colours as they are written, "" if it says none
}

// readStyle reads a style without blanks.
func readStyle(style string) look {
	l := look{unseen: isUnseen(style)}
	for declaration := range strings.SplitSeq(style, ";") {
		switch name, value, _ := strings.Cut(strings.TrimSuffix(declaration, "!important"), ":"); name {
		case "color":
			l.fore = value
		case "background", "background-color":
			l.back = value
		}
	}
	return l
}

// with is a look with what a nearer style says.
func (l look) with(nearer look) look {
	return look{l.unseen || nearer.unseen, cmp.Or(nearer.fore, l.fore), cmp.Or(nearer.back, l.back)}
}

var (
	cssComment  = regexp.MustCompile(`(?s)/\*.*?\*/|<!--|-->`)
	cssSelector = regexp.MustCompile(`^([a-z][a-z0-9]*|[a-z0-9]*[.#][\w-]+)$`)
)

// readSheets reads the style sheets in a tree.
func readSheets(root *html.Node) sheet {
	s := sheet{}
	for d := range root.Descendants() {
		if d.DataAtom == atom.Style && d.FirstChild != nil {
			s.read(cssComment.ReplaceAllString(d.FirstChild.Data, ""))
		}
	}
	return s
}

// read takes in the rules of a style sheet that always count, not those for a kind of screen (@media).
func (s sheet) read(css string) {
	for {
		before, rest, ok := strings.Cut(css, "{")
		if !ok {
			return
		}
		before = strings.TrimSpace(before[strings.LastIndexByte(before, ';')+1:]) // behind an @import
		end := strings.IndexByte(rest, '}')
		if strings.HasPrefix(before, "@") {
			end = endOfBlock(rest)
		}
		if end < 0 {
			return
		}
		style := squeezed(rest[:end])
		l := readStyle(style)
		css = rest[end+1:]
		for _, selector := range strings.Split(before, ",") {
			if selector = strings.TrimSpace(selector); cssSelector.MatchString(selector) {
				before := s[selector]
				before.unseen = before.unseen && !strings.Contains(style, "display:")
				s[selector] = before.with(l)
			}
		}
	}
}

// lookOf is all that is said of how an element looks.
func (s sheet) lookOf(n *html.Node) look {
	inline := readStyle(squeezed(attribute(n, "style")))
	inline.unseen = inline.unseen || hasAttribute(n, "hidden")
	if len(s) == 0 {
		return inline
	}
	l := s[n.Data]
	for _, class := range strings.Fields(attribute(n, "class")) {
		l = l.with(s["."+class]).with(s[n.Data+"."+class])
	}
	id := "#" + attribute(n, "id")
	return l.with(s[id]).with(s[n.Data+id]).with(inline)
}

// endOfBlock is where the } stands that ends a block with others in it, -1 if it has none.
func endOfBlock(css string) int {
	depth := 1
	for i := range len(css) {
		switch css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// ground is the colours of words and of what is behind them.
type ground struct{ fore, back colour }

// hides says whether words on a ground are not seen: they have its colour, or none.
func (g ground) hides(words string) bool {
	return (g.fore.clear || g.fore.like(g.back)) && strings.TrimSpace(words) != ""
}

// under is the ground in an element of such a look that stands on g.
func (g ground) under(n *html.Node, l look) ground {
	g.back.set(attribute(n, "bgcolor"))
	if n.DataAtom == atom.Font {
		g.fore.set(attribute(n, "color"))
	}
	g.back.set(l.back)
	if g.fore.set(l.fore); l.fore == "transparent" || noColour.MatchString(l.fore) {
		g.fore = colour{clear: true}
	}
	return g
}

// colour is red, green and blue, each up to 255. One that is not known is like no other, as is what is more than a colour: a gradient.
type colour struct {
	known bool
	clear bool // transparent
	parts [3]int
}

func (c colour) like(other colour) bool {
	for i := range c.parts {
		if d := c.parts[i] - other.parts[i]; d < -6 || d > 6 {
			return false
		}
	}
	return c.known && other.known
}

var (
	hexColour = regexp.MustCompile(`^#([0-9a-f]{6}|[0-9a-f]{3})$`)
	rgbColour = regexp.MustCompile(`^rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(,1)?\)$`)
	noColour  = regexp.MustCompile(`^rgba\(([^,]*,){3}0?\.?0+\)$`)
)

// set takes the colour that an attribute or a style names; what leaves it as it is does not.
func (c *colour) set(value string) {
	value = strings.ToLower(value)
	switch value {
	case "", "none", "transparent", "inherit", "initial", "unset", "currentcolor":
		return
	case "white":
		value = "#fff"
	case "black":
		value = "#000"
	}
	*c = colour{}
	if m := rgbColour.FindStringSubmatch(value); m != nil {
		for i := range c.parts {
			c.parts[i], _ = strconv.Atoi(m[i+1]) // digits
		}
		c.known = true
	} else if m := hexColour.FindStringSubmatch(value); m != nil {
		wide := len(m[1]) / 3
		for i := range c.parts {
			digits := m[1][i*wide : (i+1)*wide]
			n, _ := strconv.ParseUint(strings.Repeat(digits, 3-wide), 16, 8) // hexadecimal digits
			c.parts[i] = int(n)
		}
		c.known = true
	}
}
