package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"postrider/store"
)

// pgnReader reads the games of a PGN file, one by one: ours, and forgivingly those of others. Variations, evaluations (NAGs, "!?", "+/-") and "e.p." are left out, of
// commands in comments those that are not known.
type pgnReader struct {
	in    *scanner
	ahead *token // read, and not taken yet
	games int    // read so far
}

// newPGNReader begins to read a file.
func newPGNReader(in io.Reader) *pgnReader { return &pgnReader{in: newScanner(in)} }

// Next reads a game, as the file tells it: its moves are not checked (Record.Replay). io.EOF after the last one; after another error the file can be read no further.
func (p *pgnReader) Next() (*Record, error) {
	g, err := p.next()
	if err != nil {
		return nil, err
	}
	p.games++
	if word := g.prose(); p.games == 1 && word != "" {
		return nil, fmt.Errorf("%w: it begins with “%s”", errNoGames, cut(word))
	}
	return g.end(), nil
}

// next reads the tags and the moves.
func (p *pgnReader) next() (*pgnGame, error) {
	g := &pgnGame{tags: map[string]string{}}
	for range maxTokens {
		t, err := p.take()
		_, again := g.tags["Event"] // any other that stands twice is a slip
		switch {
		case err != nil:
			return nil, err
		case t.kind == 0 && len(g.tags) == 0 && g.words == 0:
			return nil, io.EOF
		case t.kind == 0, t.kind == '[' && (g.words > 0 || again && t.text == "Event"): // the next one begins
			p.ahead = &t
			return g, nil
		case t.kind == '[':
			g.tags[t.text] = t.tag
		case g.take(t):
			return g, nil
		}
	}
	return nil, fmt.Errorf("line %d: the game: %w (%d words at most)", p.in.line, errTooLong, maxTokens)
}

// take gives the next token.
func (p *pgnReader) take() (token, error) {
	if t := p.ahead; t != nil {
		p.ahead = nil
		return *t, nil
	}
	return p.in.next()
}

// pgnGame is a game while it is read.
type pgnGame struct {
	Record
	tags   map[string]string
	words  int                // of the movetext that were read
	depth  int                // of variations
	plies  int                // that stand now
	result string             // at the end of the movetext
	before []string           // comments that stand before the first move
	typed  func(text string)  // takes what is typed in the next comment; nil before the first move
	clock  func() *store.Move // of which the next times tell, or nil
	lost   lost
}

// lost is what of a file of others is not kept.
type lost struct {
	variations, marks, cut int
	commands               []string
	clock                  string // as the file has it
}

func (l *lost) command(name string) {
	if name = "[%" + name + "]"; len(l.commands) < 5 && !slices.Contains(l.commands, name) {
		l.commands = append(l.commands, name)
	}
}

// words are what is lost, "" if nothing is.
func (l *lost) words() string {
	var words []string
	if l.variations > 0 {
		words = append(words, count(l.variations, "variation", "variations"))
	}
	if l.marks > 0 {
		words = append(words, count(l.marks, "mark", "marks")+" like ! or $1")
	}
	if words = append(words, l.commands...); l.clock != "" {
		words = append(words, "the clock "+l.clock)
	}
	if l.cut > 0 {
		words = append(words, fmt.Sprintf("what is behind the first %d letters of %s", store.CommentLetters, count(l.cut, "comment", "comments")))
	}
	return strings.Join(words, ", ")
}

var (
	moveNumber = regexp.MustCompile(`^[0-9]+(?:[.…]+|$)`)
	gameResult = regexp.MustCompile(`^(?:1[-–]0|0[-–]1|1/2-1/2|1/2|½[-–]½|\*)$`)
	likeMove   = regexp.MustCompile(`[0-9]|^[O0]-[O0]|^--$`)
	passing    = regexp.MustCompile(`^(?i:e\.?p\.?)$`)
)

// take reads a token of the movetext; over is true where it ends the game.
func (g *pgnGame) take(t token) (over bool) {
	if g.words == 0 {
		if t.kind == '{' && len(g.tags) == 0 {
			return false // between games
		}
		g.readTags()
	}
	g.words++
	switch {
	case t.kind == '(':
		if g.depth++; g.depth == 1 {
			g.lost.variations++
		}
	case t.kind == ')':
		g.depth = max(0, g.depth-1)
	case g.depth > 0:
	case t.kind == '{':
		g.said(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(t.text))
	case gameResult.MatchString(t.text):
		g.result = strings.NewReplacer("–", "-", "½", "1/2").Replace(t.text)
		if g.result == "1/2" {
			g.result = "1/2-1/2"
		}
		return true
	default:
		text := t.text[len(moveNumber.FindString(t.text)):]
		if !isMove(text) {
			if strings.Trim(text, ".…") != "" && text != "mate" && !passing.MatchString(text) {
				g.lost.marks++
			}
			break
		}
		if strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
			g.lost.marks++
		}
		g.played(text)
	}
	return false
}

// isMove says whether a word of the movetext is one, and no praise, NAG or "e.p.".
func isMove(text string) bool {
	switch {
	case text == "--", strings.HasPrefix(text, "0-0"):
		return true
	case text == "", text[0] == '$', text == "N", text == "D", text == "mate", passing.MatchString(text):
		return false
	}
	return strings.ContainsFunc(text, unicode.IsLetter)
}

// prose is the first word of a game where that is neither a tag nor anything like a move: a text that is no game. "" for others.
func (g *pgnGame) prose() string {
	if len(g.tags) > 0 || len(g.Moves) == 0 || likeMove.MatchString(g.Moves[0].Text) {
		return ""
	}
	return g.Moves[0].Text
}

// happened adds an event.
func (g *pgnGame) happened(e store.Event) {
	e.Seq = len(g.Events) + 1
	g.Events = append(g.Events, e)
}

// played adds a move that stands.
func (g *pgnGame) played(text string) {
	i, at := len(g.Moves), g.StartedAt
	if g.plies++; g.plies != i+1 {
		g.fail(fmt.Errorf("%s does not follow the move before: something about moves that were taken back is missing", cut(text)))
	}
	if i > 0 {
		at = g.Moves[i-1].At
	}
	g.Moves = append(g.Moves, store.Move{Text: text, At: at, Comment: strings.Join(g.before, "\n")})
	g.happened(store.Event{Kind: "move", At: at})
	g.before = nil
	g.typed = func(text string) { join(&g.Moves[i].Comment, text) }
	g.clock = func() *store.Move { return &g.Moves[i] }
}

// join adds a text to another as a line of its own.
func join(to *string, text string) {
	if *to != "" {
		*to += "\n"
	}
	*to += text
}

// takenBack gives the plies that an event takes back its number.
func (g *pgnGame) takenBack(n int64) {
	if n < 1 || n > int64(g.plies) {
		g.fail(fmt.Errorf("%d plies are taken back, and there are %d", n, g.plies))
		return
	}
	g.plies -= int(n)
	if len(g.Moves) > g.plies {
		g.fail(errors.New("a move that was taken back stands among the others"))
	}
	for i, m := range g.Taken {
		if m.Seq == 0 && m.Ply > g.plies {
			g.Taken[i].Seq = len(g.Events)
		}
	}
}

// fail keeps the first thing that is wrong.
func (g *pgnGame) fail(err error) { g.wrong = cmp.Or(g.wrong, err) }

// end is the whole game.
func (g *pgnGame) end() *Record {
	if g.words == 0 {
		g.readTags()
	}
	slices.SortStableFunc(g.Taken, func(a, b store.TakenMove) int { return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.Ply, b.Ply)) })
	if len(g.Taken) > 0 && g.Taken[0].Seq == 0 {
		g.fail(errors.New("it is told of a move that was taken back, and not of when that was"))
	}
	if g.Foreign {
		for i := range g.Moves {
			if letters := []rune(g.Moves[i].Comment); len(letters) > store.CommentLetters {
				g.Moves[i].Comment = strings.TrimSpace(string(letters[:store.CommentLetters]))
				g.lost.cut++
			}
		}
		g.LeftOut = g.lost.words()
	}
	switch tag := g.Result; {
	case tag == "" || g.Foreign && tag == "*":
		g.Result = cmp.Or(g.result, tag)
	case g.result != "" && g.result != tag && !(g.Foreign && g.result == "*"):
		g.fail(fmt.Errorf("the tag Result says %s, and behind the moves stands %s", cut(tag), g.result))
	}
	return &g.Record
}
