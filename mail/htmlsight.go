package mail

import (
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

// sight says what of an HTML part can be seen.
type sight struct {
	hides map[string]bool // selectors of one class or id by which a style sheet hides elements: ".preview", "div#preview"
	pale  bool            // there are words of the colour of their ground
	all   bool            // words of the colour of their ground count as seen
}

var (
	cssComment  = regexp.MustCompile(`(?s)/\*.*?\*/|<!--|-->`)
	cssSelector = regexp.MustCompile(`^[a-z0-9]*[.#][\w-]+$`)
)

// readSheets reads the style sheets in a tree.
func (s *sight) readSheets(root *html.Node) {
	s.hides = map[string]bool{}
	for d := range root.Descendants() {
		if d.DataAtom == atom.Style && d.FirstChild != nil {
			s.readSheet(cssComment.ReplaceAllString(d.FirstChild.Data, ""))
		}
	}
}

// readSheet reads the rules of a style sheet that always count, not those for a kind of screen (@media).
func (s *sight) readSheet(css string) {
	for {
		before, rest, ok := strings.Cut(css, "{")
		if !ok {
			return
		}
		before = strings.TrimSpace(before)
		end := strings.IndexByte(rest, '}')
		if strings.HasPrefix(before, "@") {
			end = endOfBlock(rest)
		}
		if end < 0 {
			return
		}
		style := squeezed(rest[:end])
		css = rest[end+1:]
		for _, selector := range strings.Split(before, ",") {
			if selector = strings.TrimSpace(selector); cssSelector.MatchString(selector) && (isUnseen(style) || strings.Contains(style, "display:")) {
				s.hides[selector] = isUnseen(style)
			}
		}
	}
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

// hidden says whether nobody sees an element.
func (s *sight) hidden(n *html.Node) bool {
	if isUnseen(squeezed(attribute(n, "style"))) || hasAttribute(n, "hidden") {
		return true
	}
	if len(s.hides) == 0 {
		return false
	}
	names := []string{"#" + attribute(n, "id")}
	for _, class := range strings.Fields(attribute(n, "class")) {
		names = append(names, "."+class)
	}
	for _, name := range names {
		if s.hides[name] || s.hides[n.Data+name] {
			return true
		}
	}
	return false
}

// pales says whether words on a ground have its colour, and so are not seen.
func (s *sight) pales(g ground, words string) bool {
	if s.all || !g.fore.like(g.back) || strings.TrimSpace(words) == "" {
		return false
	}
	s.pale = true
	return true
}

// ground is the colours of words and of what is behind them.
type ground struct{ fore, back colour }

// paper is the ground of a mail that says nothing of colours.
var paper = ground{colour{known: true}, colour{known: true, parts: [3]int{255, 255, 255}}}

// under is the ground in an element that stands on g.
func (g ground) under(n *html.Node) ground {
	g.back.set(attribute(n, "bgcolor"))
	if n.DataAtom == atom.Font {
		g.fore.set(attribute(n, "color"))
	}
	for declaration := range strings.SplitSeq(squeezed(attribute(n, "style")), ";") {
		switch name, value, _ := strings.Cut(strings.TrimSuffix(declaration, "!important"), ":"); name {
		case "color":
			if g.fore.set(value); value == "transparent" || noColour.MatchString(value) {
				g.fore = g.back
			}
		case "background", "background-color":
			g.back.set(value)
		}
	}
	return g
}

// colour is red, green and blue, each up to 255. One that is not known is like no other.
type colour struct {
	known bool
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
	hexColour = regexp.MustCompile(`#([0-9a-f]{6}|[0-9a-f]{3})\b`)
	rgbColour = regexp.MustCompile(`rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})[,)]`)
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
