package mail

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlLines is the text of an HTML part as a reader sees it, with what its markup says of each line; struck says whether some of the
// person's own words are struck out, and so left out. Of style sheets only what is said of an element, a class or an id counts. Words of
// the colour of their ground are left out, where the mail says what its ground is: a program in dark dress may not. A part nested deeper
// than the parser goes is no text.
func htmlLines(text string) (lines []line, struck bool) {
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return nil, false
	}
	f := flattener{sheet: readSheets(root)}
	f.node(root, place{})
	f.end()
	return f.lines, f.struck
}

// flattener turns a tree into lines.
type flattener struct {
	sheet  sheet
	lines  []line
	words  strings.Builder // of the line under way
	kind   kind            // of the line under way: the first word's
	gap    bool            // white space is due before the next word
	done   bool            // all that follows is quotation
	struck bool            // words of the person's own were struck out
}

// end ends the line under way, if it has any words.
func (f *flattener) end() {
	if f.words.Len() > 0 {
		f.put()
	}
}

// breakLine ends the line under way, which may be empty and is then of the kind k.
func (f *flattener) breakLine(k kind) {
	if f.words.Len() == 0 {
		f.kind = k
	}
	f.put()
}

func (f *flattener) put() {
	l := markedLine(f.words.String())
	if f.kind != own {
		l.kind = f.kind
	}
	f.lines = append(f.lines, l)
	f.words.Reset()
	f.kind, f.gap = own, false
}

// place is what the elements around a node say of it.
type place struct {
	kind   kind
	pre    bool // white space counts
	ground ground
}

func (f *flattener) node(n *html.Node, in place) {
	switch {
	case f.done:
		return
	case n.Type == html.TextNode:
		if !in.ground.hides(n.Data) {
			f.text(n.Data, in.kind, in.pre)
		}
		return
	case n.Type == html.ElementNode:
		found, its := kindOf(n), f.sheet.lookOf(n)
		if found == hidden || its.unseen {
			return
		}
		if isStruck(n) {
			f.struck = f.struck || in.kind == own && textOf(n) != ""
			return
		}
		if found == cut && in.kind < attribution {
			f.end()
			f.lines = append(f.lines, line{kind: cut})
			f.done = true
			return
		}
		if found != cut {
			in.kind = max(in.kind, found)
		}
		in.pre = in.pre || n.DataAtom == atom.Pre || strings.Contains(squeezed(attribute(n, "style")), "white-space:pre")
		in.ground = in.ground.under(n, its)
	}
	switch {
	case n.DataAtom == atom.Br:
		f.breakLine(in.kind)
		return
	case n.DataAtom == atom.Img && isSign(attribute(n, "alt")):
		f.word(attribute(n, "alt"), in.kind)
		return
	case n.DataAtom == atom.Td, n.DataAtom == atom.Th:
		f.gap = f.words.Len() > 0
	}
	block, spaced := isBlock(n)
	if block {
		f.end()
	}
	if spaced {
		f.lines = append(f.lines, line{kind: in.kind})
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		f.node(child, in)
	}
	if block {
		f.end()
	}
	if spaced {
		f.lines = append(f.lines, line{kind: in.kind})
	}
}

// text adds a text node: its white space is one blank, but in pre.
func (f *flattener) text(text string, k kind, pre bool) {
	if pre {
		for i, text := range strings.Split(strings.ReplaceAll(text, "\r", ""), "\n") {
			if i > 0 {
				f.breakLine(k)
			}
			f.word(text, k)
		}
		return
	}
	isSpace := func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' }
	for i, word := range strings.FieldsFunc(text, isSpace) {
		f.gap = f.gap || i > 0 || isSpace(rune(text[0]))
		f.word(word, k)
	}
	f.gap = f.gap || text != "" && isSpace(rune(text[len(text)-1]))
}

// word adds a word, and the blank that is due before it.
func (f *flattener) word(word string, k kind) {
	if word == "" {
		return
	}
	if f.words.Len() == 0 {
		f.kind = k
	} else if f.gap {
		f.words.WriteByte(' ')
	}
	f.gap = false
	f.words.WriteString(word)
}

// isBlock says whether an element stands on lines of its own, and whether there is an empty line around it.
func isBlock(n *html.Node) (block, spaced bool) {
	switch n.DataAtom {
	case atom.P:
		style := squeezed(attribute(n, "style"))
		return true, !strings.Contains(attribute(n, "class"), "MsoNormal") && !zeroMargin.MatchString(style)
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Pre, atom.Blockquote:
		return true, n.DataAtom != atom.Pre && n.DataAtom != atom.Blockquote
	case atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Tr, atom.Table, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Center,
		atom.Dl, atom.Dt, atom.Dd, atom.Address, atom.Figure, atom.Body:
		return true, false
	}
	return false, false
}

var (
	zeroMargin = regexp.MustCompile(`margin(-bottom)?:0[^.]|margin(-bottom)?:0$`)
	struckOut  = regexp.MustCompile(`text-decoration[^;]*line-through`)
	outlookTop = regexp.MustCompile(`border-top:solid#?(e1e1e1|b5c4df)`) // Outlook's line above what is answered
)

// kindOf is what the markup of mail programs says of an element, own if nothing.
func kindOf(n *html.Node) kind {
	switch n.DataAtom {
	case atom.Head, atom.Style, atom.Script, atom.Title, atom.Template, atom.Object, atom.Select, atom.Textarea, atom.Button, atom.Noscript:
		return hidden
	}
	id, class, name := strings.ToLower(attribute(n, "id")), strings.ToLower(attribute(n, "class")), strings.ToLower(attribute(n, "name"))
	style, marker := squeezed(attribute(n, "style")), attribute(n, "data-marker")
	has := func(what string) bool { return strings.Contains(id+" "+class+" "+name, what) }
	switch {
	case has("appendonsend"), has("divrplyfwdmsg"), has("olk_src_body_section"), has("reference-message"), // Outlook
		n.DataAtom == atom.Hr && attribute(n, "tabindex") == "-1", outlookTop.MatchString(style),
		has("yahoo_quoted"), has("zwchr"), marker == "__HEADERS__", has("moz-forward-container"), // Yahoo, Zimbra, Thunderbird
		has("zmail_extra"): // Zoho
		return cut
	case has("gmail_attr"), has("moz-cite-prefix"), has("reply-intro"): // Gmail, Thunderbird, Roundcube
		if strings.HasPrefix(strings.TrimSpace(textOf(n)), "-----") {
			return cut
		}
		return attribution
	case n.DataAtom == atom.Blockquote && (class != "" || !strings.Contains(style, "border:none")), // else an indent of Gmail's
		name == "quote", has("protonmail_quote"), has("messagereplysection"), marker == "__QUOTED_TEXT__": // GMX, Proton, Spark, Zimbra
		return quotation
	case (has("gmail_quote") || has("gmail_extra")) && !tellsQuotation(n): // where a program has dropped what Gmail puts into its box
		return quotation
	case n.DataAtom != atom.Br && (has("signature") || strings.HasPrefix(marker, "__SIG_")), attribute(n, "fairemail") == "signature":
		return signed
	}
	return own
}

// isSign says whether the words for a picture are an emoji, which Gmail shows as one.
func isSign(alt string) bool {
	return alt != "" && !strings.ContainsFunc(alt, func(r rune) bool { return r < '\u203c' && r != '\u200d' })
}

// isStruck says whether an element's words are struck out: they are what the person does not say any more.
func isStruck(n *html.Node) bool {
	switch n.DataAtom {
	case atom.S, atom.Del, atom.Strike:
		return true
	}
	return struckOut.MatchString(squeezed(attribute(n, "style")))
}

// tellsQuotation says whether Gmail's box around a quotation holds what tells the quotation from answers between its parts.
func tellsQuotation(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.DataAtom == atom.Blockquote || strings.Contains(attribute(d, "class"), "gmail_attr") {
			return true
		}
	}
	return false
}

// textOf is the words under a node, as far as they are needed to know it.
func textOf(n *html.Node) string {
	for d := range n.Descendants() {
		if d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" {
			return d.Data
		}
	}
	return ""
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttribute(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// squeezed is a style attribute in lower case without blanks.
func squeezed(style string) string {
	return strings.ToLower(strings.Join(strings.Fields(style), ""))
}
