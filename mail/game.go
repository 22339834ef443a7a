package mail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"postrider/rules"
	"postrider/store"
	"postrider/views/board"
)

// pictureWidth is how many pixels wide a board's picture is; it is shown at most half as wide, for sharp screens.
const pictureWidth = 1024

// How many lines of the move list a mail holds: the last few while the game goes on, all of most games after the end.
const (
	rowsShown = 3
	rowsAtEnd = 60
)

// match is a game as the reader of a mail sees it.
type match struct {
	log        store.Log
	to         reader
	side       rules.Side // the reader's
	opponent   string
	variant    *rules.Variant
	start, now rules.Position
	link       string
	reply      string // the address at which an answer to this mail is a move, or ""
}

func (p *Postman) match(ctx context.Context, e store.Envelope, to reader) (match, error) {
	m := match{to: to, side: e.Side, link: p.url + "/games/" + e.Game}
	var err error
	if m.log, err = p.store.Log(ctx, e.Game, e.PlayerID); err != nil {
		return m, fmt.Errorf("read the game of a mail: %w", err)
	}
	if m.variant, err = p.store.Variant(ctx, m.log.Definition); err != nil {
		return m, fmt.Errorf("read the variant of a game: %w", err)
	}
	if m.start, err = m.variant.ParseFEN(m.log.StartFEN); err != nil {
		return m, fmt.Errorf("read the start of a game: %w", err)
	}
	if m.now, err = m.variant.ParseFEN(m.log.FEN); err != nil {
		return m, fmt.Errorf("read the position of a game: %w", err)
	}
	m.opponent = shown(m.log.Seats[m.side.Other()].Name)
	if name := p.store.ReplyAddress(&m.log.Game, m.side); p.domain != "" && name != "" && replies(e.Kind) {
		m.reply = name + "@" + p.domain
	}
	return m, nil
}

// subject is "Bob: WHAT (Pyrrhus Chess)", the order of all subjects of a game.
func (m match) subject(what string) string {
	return m.opponent + ": " + what + " (" + m.log.VariantTitle + ")"
}

// name is "you" or the opponent's name.
func (m match) name(s rules.Side) string {
	if s == m.side {
		return "you"
	}
	return m.opponent
}

func (m match) sideName(s rules.Side) string { return m.variant.SideName(s) }

// last is the last move; ok is false before the first.
func (m match) last() (last store.Move, ok bool) {
	if len(m.log.Moves) == 0 {
		return store.Move{}, false
	}
	return m.log.Moves[len(m.log.Moves)-1], true
}

// lastLabel is the last move with its number, "" before the first.
func (m match) lastLabel() string {
	last, ok := m.last()
	if !ok {
		return ""
	}
	return m.log.Number(last.Ply) + " " + last.SAN
}

// replay finds the last move again in the position before it; ok is false before the first move, and where today's rules cannot read it.
func (m match) replay() (before rules.Position, move rules.Move, ok bool) {
	return m.log.Replay(m.variant, len(m.log.Moves))
}

// sideEffects is what the last move does besides, in a sentence or "".
func (m match) sideEffects() string {
	before, move, ok := m.replay()
	if !ok {
		return ""
	}
	return before.Describe(move)
}

// due is the sentence that says by when the reader has to move, where that is so.
func (m match) due() due {
	if m.log.DeadlineAt == 0 || m.log.Turn != m.side {
		return due{}
	}
	if clock := m.log.Times[m.log.Turn]; clock.Still != "" {
		return due{"Your clock stands still until " + m.to.instant(clock.StillUntil) + ". Your move is due by ", m.to.instant(m.log.DeadlineAt), "."}
	}
	left := time.Unix(m.log.DeadlineAt, 0).Sub(m.to.now)
	if left <= 0 {
		return due{"Your time was over on ", m.to.instant(m.log.DeadlineAt), "; the game may end at any moment."}
	}
	return due{"Your move is due in " + timeLeft(left) + ", by ", m.to.instant(m.log.DeadlineAt), "."}
}

// about says which game it is, for the first line below the heading.
func (m match) about() string {
	text := m.log.VariantTitle
	if m.log.Title != "" {
		text += ", “" + oneLine(m.log.Title) + "”"
	}
	return text + ": you play " + m.sideName(m.side) + ", " + m.opponent + " plays " + m.sideName(m.side.Other()) + "."
}

// news are the last move that somebody made by hand and the conditional ones that followed on it.
func (m match) news() []store.Move {
	moves := m.log.Moves
	for i, move := range slices.Backward(moves) {
		if !move.Conditional {
			return moves[i:]
		}
	}
	return moves
}

// quote puts what the opponent wrote with the new moves into a letter.
func (m match) quote(l *letter) {
	var comments []string
	for _, move := range m.news() {
		if move.Side != m.side && move.Comment != "" {
			comments = append(comments, move.Comment)
		}
	}
	if comments != nil {
		l.Quote, l.Quoted = strings.Join(comments, "\n\n"), m.opponent+" writes"
	}
}

// signed adds what all mails of a game end with.
func (m match) signed(p *Postman, e store.Envelope, l letter) letter {
	l.Why = "You get this mail because you play this game."
	l.Feet = p.feet(e)
	return m.withReply(l)
}

// board is the position, as wide in pixels as width.
func (m match) board(width int) (*picture, error) {
	s := scene{position: m.now, side: m.side, width: width, name: fmt.Sprintf("board-%s-%d", m.log.ID, m.log.Ply), caption: "The board before the first move."}
	if last, ok := m.last(); ok {
		s.last = board.Touched(m.variant.Board(), last.Text)
		if before, move, ok := m.replay(); ok {
			s.effects = board.Besides(before, move)
		}
		s.caption = "The board after " + m.lastLabel() + "."
	}
	return drawBoard(s)
}

// withBoard adds the position and the last moves, and what all mails of a game end with.
func (m match) withBoard(p *Postman, e store.Envelope, l letter) (letter, error) {
	var err error
	if l.Board, err = m.board(pictureWidth); err != nil {
		return l, err
	}
	l.Board.Legend = legend(m.now, [2]string{m.name(rules.White), m.name(rules.Black)})
	lines := max(rowsShown, len(m.news())/2+1)
	if m.log.Over() {
		lines = rowsAtEnd
	}
	l.Rows = moveRows(&m.log, lines)
	return m.signed(p, e, l), nil
}

// scene is a position to be shown in a mail.
type scene struct {
	position rules.Position
	side     rules.Side     // who looks
	width    int            // in pixels
	last     []rules.Cell   // cells of the last move
	effects  []rules.Effect // what it did besides
	name     string         // for the Content-ID
	caption  string         // what the position is, before its men are listed
}

func drawBoard(s scene) (*picture, error) {
	png, err := board.PNG(board.Drawing{
		Position: s.position, Flip: s.side == rules.Black, Coordinates: true, Hands: s.position.Variant().HasHands(),
		Last: s.last, Effects: s.effects,
	}, s.width)
	if err != nil {
		return nil, fmt.Errorf("draw a mail's board: %w", err)
	}
	return &picture{PNG: png, Name: s.name, Text: board.Text(s.position, s.side), Alt: s.caption + " " + board.Alt(s.position)}, nil
}

// legend says what the signs of a text board mean: whose the capitals are, which letters are no chessmen's, who is paralysed.
func legend(p rules.Position, names [2]string) string {
	v := p.Variant()
	who := func(s rules.Side) string {
		if names[s] == "" {
			return v.SideTitle(s)
		}
		return v.SideTitle(s) + ", " + names[s]
	}
	text := "CAPITALS are " + who(rules.White) + "; small letters are " + who(rules.Black) + "."
	forms := ""
	for _, info := range v.Pieces() {
		switch {
		case info.Form:
			forms = " + stands before a promoted man."
		case !chessman(info):
			text += fmt.Sprintf(" %c is the %s.", info.Letter, info.Name)
		}
	}
	text += forms
	var frozen []string
	for c, info := range v.Board().Cells {
		if p.Frozen(rules.Cell(c)) {
			frozen = append(frozen, info.Name)
		}
	}
	if frozen != nil {
		text += " * marks a paralysed man (" + strings.Join(frozen, ", ") + ")."
	}
	return text
}

// chessman says whether everybody knows a man by its letter.
func chessman(info rules.PieceInfo) bool {
	switch fmt.Sprintf("%c %s", info.Letter, info.Name) {
	case "K king", "Q queen", "R rook", "B bishop", "N knight", "P pawn":
		return true
	}
	return false
}
