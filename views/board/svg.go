package board

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"postrider/static"
)

// viewBox is the extent of a scene as SVG writes it.
func (s scene) viewBox() string { return "0 0 " + num(s.width) + " " + num(s.height) }

// darkStyle is the one style sheet of a picture that stands alone: the dark colours of style.css, where the page round it, or who looks, is
// for dark ones. Programs that read no style sheets see the light colours, which are attributes.
const darkStyle = `@media (prefers-color-scheme:dark){.paper{fill:#1a1816}.at{fill:#b5aa9a}.l{fill:#cfc8b7}.d,.h3{fill:#76898f}.h1{fill:#d6cfbe}.h2{fill:#ab9a86}` +
	`.h1,.h2,.h3,.frame{stroke:#0c0b0a}.last{fill:#e0a82a}.frost{fill:#d6e6f0}.ring{stroke:#74110a}.dot,.tip{fill:#123a63}.way,.hit,.arr{stroke:#123a63}.mv{stroke:#7a4d00}.tip.mv{fill:#7a4d00;stroke:none}}`

// SVGPolicy is the Content-Security-Policy for an answer that is such a picture: nothing but its own style sheet.
func SVGPolicy() string {
	sum := sha256.Sum256([]byte(darkStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; frame-ancestors 'none'"
}

// SVG writes the board as a picture that stands alone: colours and the men's drawings within, no script, nothing loaded from elsewhere. The
// error is the writer's.
func SVG(w io.Writer, d Drawing) error {
	s := pictureScene(d)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s" width="%s" height="%s" role="img" aria-label="%s"><title>%[4]s</title>`,
		s.viewBox(), num(s.width*2), num(s.height*2), escaped(s.label))
	var all []shape
	for _, cell := range s.cells {
		all = append(all, cell.shapes...)
	}
	all = append(all, s.over...)
	out.WriteString("<defs>")
	defined := map[string]bool{}
	for _, sh := range all {
		if sh.kind == man && !defined[sh.text] {
			defined[sh.text] = true
			fmt.Fprintf(out, `<g id="%s">%s</g>`, sh.text, markup(sh.text))
		}
	}
	fmt.Fprintf(out, `</defs><style>%s</style>`, darkStyle)
	if d.Coordinates || d.Hands { // letters need a ground; a bare board stands on that of its page
		fmt.Fprintf(out, `<path class="paper" fill="%s" d="M0 0H%sV%sH0Z"/>`, paper, num(s.width), num(s.height))
	}
	for _, sh := range all {
		writeShape(out, sh)
	}
	out.WriteString("</svg>\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing a board: %w", err)
	}
	return nil
}

func writeShape(w io.Writer, s shape) {
	l := lookOf(s.class)
	switch s.kind {
	case area:
		fmt.Fprintf(w, `<path class="%s"%s d="%s"/>`, s.class, l.attributes(), s.trace())
	case disc:
		fmt.Fprintf(w, `<circle class="%s"%s cx="%s" cy="%s" r="%s"/>`, s.class, l.attributes(), num(s.at.x), num(s.at.y), num(s.size))
	case man:
		opacity := ""
		if l.opacity < 1 {
			opacity = ` opacity="` + num(l.opacity) + `"`
		}
		turn := ""
		if s.turns {
			turn = " rotate(180 22.5 22.5)"
		}
		fmt.Fprintf(w, `<use href="#%s"%s transform="translate(%s %s) scale(%.4g)%s"/>`, s.text, opacity, num(s.at.x), num(s.at.y), s.size/square, turn)
	case letters:
		fmt.Fprintf(w, `<text class="%s" x="%s" y="%s" fill="%s" font-family="sans-serif" font-weight="600" font-size="%s" text-anchor="middle">%s</text>`,
			s.class, num(s.at.x), num(s.at.y), l.fill, num(s.size), escaped(s.text))
	}
}

// attributes are the presentation attributes of a look.
func (l look) attributes() string {
	var a strings.Builder
	add := func(name, value string) { a.WriteString(" " + name + `="` + value + `"`) }
	if l.fill == "" {
		add("fill", "none")
	} else {
		add("fill", l.fill)
		if l.fillOpacity < 1 {
			add("fill-opacity", num(l.fillOpacity))
		}
	}
	if l.stroke == "" {
		return a.String()
	}
	add("stroke", l.stroke)
	add("stroke-width", num(l.width))
	if l.strokeOpacity < 1 {
		add("stroke-opacity", num(l.strokeOpacity))
	}
	if l.dash != nil {
		add("stroke-dasharray", strings.Trim(fmt.Sprint(l.dash), "[]"))
	}
	return a.String()
}

// markup is what stands within the <svg> of a man's drawing.
func markup(drawing string) string {
	text, err := static.Files.ReadFile("pieces/" + drawing + ".svg")
	if err != nil {
		panic("board: a drawing that static.Piece found is gone: " + err.Error()) // the files are part of the program
	}
	_, inner, _ := strings.Cut(string(text), ">")
	return strings.TrimSuffix(strings.TrimSpace(inner), "</svg>")
}

func escaped(text string) string {
	var s strings.Builder
	_ = xml.EscapeText(&s, []byte(text)) // a strings.Builder takes everything
	return s.String()
}
