package mail

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"postrider/store"
)

// kind is what a line of a received mail is.
type kind int

const (
	own         kind = iota // what the person wrote, as far as we know
	signed                  // by its markup
	attribution             // "On Monday Ann wrote:"
	marked                  // begins with ">": a quotation, most likely
	quotation               // a quotation by its markup
	cut                     // from here on all is quotation
	hidden                  // not shown: never the kind of a line
)

// line is a line of a received mail.
type line struct {
	text string
	kind kind
}

// quoteMark is what programs put before each quoted line.
var quoteMark = regexp.MustCompile(`^ {0,3}(>|\|( |$))`)

// markedLine is a line of text, marked where it begins as a quotation does.
func markedLine(text string) line {
	l := line{text: seen(text)}
	if quoteMark.MatchString(l.text) {
		l.kind = marked
	}
	return l
}

// seen is a line without what nobody sees (marks of direction, byte order, objects, control characters), its blanks of all kinds plain
// ones, unbroken at its end.
func seen(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t', unicode.Is(unicode.Zs, r):
			return ' '
		case unicode.IsControl(r), r == '\u200b', r >= '\u2060' && r <= '\u2064', r == '\ufeff', r == '\ufffc', r == '\u00ad', r == '\u034f', turns(r):
			return -1
		}
		return r
	}, text)
	return strings.TrimRight(text, " ")
}

// hasText says whether there are words in the lines.
func hasText(lines []line) bool {
	for _, l := range lines {
		if l.text != "" || l.kind == cut {
			return true
		}
	}
	return false
}

// pause is how far a person's words stand still at a line that is not theirs.
type pause int

const (
	unbroken     pause = iota
	forLine            // "Sent from my iPhone"
	forParagraph       // the small print
	toAQuotation       // a signature
)

// pauseOf is the pause at a line of a person's own.
func pauseOf(text string) pause {
	switch {
	case isSignature(text):
		return toAQuotation
	case isFooter(text):
		return forParagraph
	case isSentFrom(text):
		return forLine
	}
	return unbroken
}

// answer is what the person wrote: the first line that is no quotation, and the lines after it up to the next quotation or signature. What stands below a
// quotation whose lines are not marked is not read: words of the other player's may look like its end.
func answer(lines []line) (first, comment string) {
	var said []string
	skip := unbroken
	for _, l := range sortOut(lines) {
		text := strings.TrimSpace(l.text)
		found := pauseOf(text)
		if l.kind == cut || len(said) > 0 && (l.kind != own || found != unbroken) {
			break
		}
		switch {
		case l.kind != own:
			skip = unbroken
		case found != unbroken:
			skip = max(skip, found)
		case text == "" && skip == forParagraph:
			skip = unbroken
		case len(said) > 0 || text != "" && skip <= forLine:
			said = append(said, l.text)
		}
	}
	if len(said) == 0 {
		return "", ""
	}
	comment = rulesBelow.ReplaceAllString(strings.Join(said[1:], "\n"), "")
	return moveText(said[0]), strings.TrimSpace(emptyLines.ReplaceAllString(comment, "\n\n"))
}

// rulesBelow are lines drawn above what is no comment: small print, a quotation.
var rulesBelow = regexp.MustCompile(`(^|\n)[\s*_=~#-]*[*_=~#-]{5}\s*$`)

// emptyLines is more than one empty line.
var emptyLines = regexp.MustCompile("\n{3,}")

// figures are the pieces of Unicode by their letters, and other signs that stand for one of the keyboard.
var figures = strings.NewReplacer("♔", "K", "♚", "K", "♕", "Q", "♛", "Q", "♖", "R", "♜", "R", "♗", "B", "♝", "B", "♘", "N", "♞", "N",
	"♙", "P", "♟", "P", "\ufe0e", "", "\ufe0f", "", "\u200c", "", "\u200d", "", "\u200e", "", "\u200f", "", "‐", "-", "‑", "-", "‒", "-",
	"–", "-", "—", "-", "―", "-", "−", "-", "×", "x", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "‚", "'", "…", "...",
	"。", ".", "｡", ".", "、", ",")

// wrapping is what programs and people put around a word to show it off.
var wrapping = regexp.MustCompile("^(\\*\\*?|__?|\"|'|`)([^*_\"'`]+)(\\*\\*?|__?|\"|'|`)$")

// bracketed is a word in brackets; pairs are what stands before and behind a word.
var (
	bracketed = regexp.MustCompile(`^([(\[<])([^()\[\]<>]+)([)\]>])$`)
	pairs     = map[string]string{"(": ")", "[": "]", "<": ">", "*": "*", "**": "**", "_": "_", "__": "__", `"`: `"`, "'": "'", "`": "`"}
)

// moveText is a line with the letters and signs that a keyboard has, and without what makes it bold. Bullets, emoji and brackets go only from a move: “(resign)”
// may not be meant.
func moveText(text string) string {
	text = strings.TrimSpace(figures.Replace(width.Fold.String(text)))
	if bare := within(strings.TrimRightFunc(strings.TrimLeft(text, "•·●◦▪ "), isMood), wrapping, bracketed); store.OnlyMove(bare) {
		text = bare
	} else {
		text = within(text, wrapping)
	}
	if latin := lookAlikes.Replace(text); !strings.ContainsFunc(latin, func(r rune) bool { return r > unicode.MaxASCII }) {
		return latin
	}
	return text
}

// within is a word without the pairs around it.
func within(text string, around ...*regexp.Regexp) string {
	for _, w := range around {
		if m := w.FindStringSubmatch(text); m != nil && pairs[m[1]] == m[3] {
			text = strings.TrimSpace(m[2])
		}
	}
	return text
}

// isMood says whether a sign behind a move is a blank or an emoji of good mood. What else stands there may take the move back, or mean another one.
func isMood(r rune) bool {
	face := r >= '😀' && r <= '🙏' && !strings.ContainsRune("🙅🙍🙎", r)
	tone := r >= '🏻' && r <= '🏿'
	return r == ' ' || face || tone || strings.ContainsRune("☺♥❤👋👌👍👏💪🎉🤗🥰🥳", r)
}

// lookAlikes are the Cyrillic letters of moves that look like Latin ones: О-О, а6. С is not among them: it is the Russian bishop.
var lookAlikes = strings.NewReplacer("О", "O", "о", "o", "а", "a", "е", "e", "х", "x")

// sortOut finds the quotations that no markup shows: what stands behind "On Monday Ann wrote:", or behind a block of header fields.
// The first of them also tells what is a person's own: a line that begins with ">" before it.
func sortOut(lines []line) []line {
	lines = append([]line(nil), lines...)
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if i > 0 && l.kind == marked && lines[i-1].kind == own && brokenAddress.MatchString(lines[i-1].text) {
			l.kind, lines[i].kind = own, own
		}
		if l.kind == cut {
			ownArrows(lines[:i])
			break
		}
		if l.kind != attribution && (l.kind != own || l.text == "") {
			continue
		}
		start, end, resumes := introduction(lines, i)
		if end < 0 {
			continue
		}
		ownArrows(lines[:start])
		for j := start; j <= end; j++ {
			lines[j].kind = attribution
		}
		if !resumes {
			lines[start].kind = cut
			break
		}
		i = end
	}
	return lines
}

// brokenAddress is the end of a line that Gmail has broken before the bracket that ends an address, which then looks like a mark.
var brokenAddress = regexp.MustCompile(`<[^<>\s]+@[^<>\s]+$`)

// ownArrows makes marked lines a person's own that stand behind a first line and before any quotation begins.
func ownArrows(lines []line) {
	words := false
	for i := range lines {
		switch {
		case lines[i].kind == attribution:
			return
		case lines[i].kind == marked && words:
			lines[i].kind = own
		case lines[i].kind == own && lines[i].text != "":
			words = true
		}
	}
}

// quotesBehind says whether quoted lines follow.
func quotesBehind(lines []line) bool {
	for _, l := range lines {
		if l.kind == marked || l.kind == quotation {
			return true
		}
	}
	return false
}

// nextIsQuoted says whether the next line with words is a quotation.
func nextIsQuoted(lines []line) bool {
	for _, l := range lines {
		if l.kind == marked || l.kind == quotation {
			return true
		}
		if l.text != "" {
			return false
		}
	}
	return false
}
