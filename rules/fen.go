package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	maxFEN     = 4000 // bytes; enough for a full board and full hands
	maxCounter = 9999 // of moves
	hole       = '*'
)

// token is one cell in a row of a FEN.
type token struct {
	letter   byte // upper case; 0: empty, '*': no cell
	black    bool
	promoted bool // "~"
	form     bool // "+"
}

// splitRows reads the board field of a FEN, without the hand: a row for each width, of so many cells, the last rank first.
func splitRows(fen string, widths []int) ([][]token, error) {
	rows, _, err := splitBoard(boardField(fen), len(widths))
	if err != nil {
		return nil, err
	}
	all := make([][]token, len(rows))
	for i, row := range rows {
		rank := len(rows) - i
		tokens, err := readRow(row, max(maxFiles, 2*maxSide-1))
		if err != nil {
			return nil, fmt.Errorf("rank %d: %w", rank, err)
		}
		if len(tokens) != widths[i] {
			return nil, fmt.Errorf("rank %d (“%s”) has %d %s, and the board is %d wide there", rank, cut(row), len(tokens), Plural("square", len(tokens)), widths[i])
		}
		all[i] = tokens
	}
	return all, nil
}

// boardField is the first field of a FEN.
func boardField(fen string) string {
	field, _, _ := strings.Cut(strings.TrimSpace(fen), " ")
	return field
}

// splitBoard parts the rows of a board field and its hand, which stands in brackets or as one row more. hand is "" if there is none.
func splitBoard(field string, ranks int) (rows []string, hand string, err error) {
	board, rest, brackets := strings.Cut(field, "[")
	if brackets {
		inner, ok := strings.CutSuffix(rest, "]")
		if !ok || strings.ContainsAny(inner, "[]") {
			return nil, "", errors.New("the pieces in hand stand in brackets after the board, like [Qn] or []")
		}
		hand = inner
	}
	if n := strings.Count(board, "/") + 1; n != ranks && (n != ranks+1 || brackets) {
		return nil, "", fmt.Errorf("the board has %d ranks, and this has %d", ranks, n)
	}
	rows = strings.Split(board, "/")
	if len(rows) > ranks {
		hand, rows = rows[ranks], rows[:ranks]
	}
	if hand == "-" {
		hand = ""
	}
	return rows, hand, nil
}

// readRow reads one rank. A number, of one or two digits, is a run of empty cells.
func readRow(row string, limit int) ([]token, error) {
	var tokens []token
	for i := 0; i < len(row) && len(tokens) <= limit; {
		switch x := row[i]; {
		case x >= '0' && x <= '9':
			end := i + 1
			if end < len(row) && row[end] >= '0' && row[end] <= '9' {
				end++
			}
			n, _ := strconv.Atoi(row[i:end])
			if n == 0 || n > limit {
				return nil, fmt.Errorf("“%s” is no number of empty squares here", row[i:end])
			}
			tokens = append(tokens, make([]token, n)...)
			i = end
		case x == hole:
			tokens = append(tokens, token{letter: hole})
			i++
		case x == '+' && (i+1 == len(row) || !isLetter(row[i+1])):
			return nil, errors.New("a + stands before the letter of a piece that is promoted, and here is no letter behind it")
		case isLetter(x), x == '+':
			t := token{form: x == '+'}
			if t.form {
				i++
				x = row[i]
			}
			t.letter, t.black = x&^0x20, x >= 'a'
			if i++; i < len(row) && row[i] == '~' {
				t.promoted = true
				i++
			}
			tokens = append(tokens, t)
		case x == '~':
			return nil, errors.New("a ~ stands after the letter of a piece that was promoted")
		default:
			return nil, fmt.Errorf("“%s” is no piece and no number", cut(row[i:]))
		}
	}
	return tokens, nil
}

// ParseFEN reads a position. Fields may be missing from the end, and castling and en passant before the counters; "_" may stand for a blank.
// Where pieces have promoted forms, SFEN is read, too (sfen.go). The
// error is a *Refusal with a sentence that says what is wrong.
func (v *Variant) ParseFEN(text string) (Position, error) {
	p := Position{v: v, king: [2]Cell{NoCell, NoCell}, ep: NoCell, number: 1}
	err := p.readFEN(text)
	if err != nil {
		return Position{}, &Refusal{"This is no position of " + v.Title() + ": " + err.Error() + "."}
	}
	return p, nil
}

func (p *Position) readFEN(text string) error {
	if len(text) > maxFEN {
		return fmt.Errorf("it is too long; a FEN has at most %d letters", maxFEN)
	}
	fields := strings.Fields(p.v.withPlus(strings.ReplaceAll(text, "_", " ")))
	if len(fields) == 0 {
		return errors.New("it is empty")
	}
	if len(fields) > 6 {
		return fmt.Errorf("it has %d parts, and a FEN has at most 6: board, side, castling, en passant and two counters", len(fields))
	}
	if p.v.isSFEN(fields) {
		return p.readSFEN(fields)
	}
	if err := p.readBoard(fields[0]); err != nil {
		return err
	}
	fields = fields[1:]
	if len(fields) > 0 {
		switch fields[0] {
		case "w", "W":
		case "b", "B":
			p.turn = Black
		default:
			return fmt.Errorf("“%s” should say whose turn it is: w or b", cut(fields[0]))
		}
		fields = fields[1:]
	}
	return p.readRest(fields)
}

// readRest reads castling, en passant and the counters, each of which may be missing.
func (p *Position) readRest(fields []string) error {
	p.rights = 15
	if len(fields) > 0 {
		if rights, ok := p.v.readRights(fields[0]); ok {
			p.rights, fields = rights, fields[1:]
		}
	}
	p.keepRights()
	if len(fields) > 0 {
		if cell, ok := p.v.board.Cell(fields[0]); ok {
			p.readEnPassant(cell)
			fields = fields[1:]
		} else if fields[0] == "-" {
			fields = fields[1:]
		}
	}
	if len(fields) > 2 {
		return fmt.Errorf("“%s” is neither castling rights (KQkq, or -) nor a square for en passant", cut(fields[0]))
	}
	counters := [2]int{0, 1}
	for i, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 || field[0] == '+' {
			what := []string{"castling rights (KQkq, or -), a square for en passant or a number", "a number"}[i]
			return fmt.Errorf("“%s” should be %s", cut(field), what)
		}
		if n > maxCounter {
			return fmt.Errorf("the counter %s is too large; it can be up to %d", cut(field), maxCounter)
		}
		counters[i] = n
	}
	p.clock, p.number = uint16(counters[0]), uint16(max(1, counters[1]))
	return nil
}

// readEnPassant keeps the square of a FEN if there has just been a double step over it and somebody could capture there.
func (p *Position) readEnPassant(skip Cell) {
	us, them := p.turn, p.turn.Other()
	d := p.v.passed[them][skip]
	if d.to == NoCell {
		return
	}
	pushed := p.v.push != nil && p.cells[d.from]&^promotedMan == newMan(p.v.push.piece, them)
	if p.cells[skip] != 0 || p.cells[d.from] != 0 && !pushed {
		return
	}
	if m := p.cells[d.to]; m == 0 || m.side() != them || !m.is(p.v.pawns) {
		return
	}
	p.turn = them
	p.allowEnPassant(skip)
	p.turn = us
}

// readBoard reads the first field: the men and the hands.
func (p *Position) readBoard(field string) error {
	b := &p.v.board
	rows, err := splitRows(field, b.widths())
	if err != nil {
		return err
	}
	for i, row := range rows {
		for file, t := range row {
			c := b.rows[b.Ranks-1-i][file]
			switch {
			case c == NoCell && t.letter != hole:
				return fmt.Errorf("the board has a hole in rank %d, file %s; it is written *", b.Ranks-i, b.FileNames[file])
			case c != NoCell && t.letter == hole:
				return fmt.Errorf("%s is a %s of the board, not a hole", b.Name(c), b.word())
			case t.letter == 0 || c == NoCell:
			default:
				if err := p.readMan(c, t); err != nil {
					return err
				}
			}
		}
	}
	for _, s := range []Side{White, Black} {
		if p.king[s] == NoCell {
			return fmt.Errorf("%s has no %s", p.v.SideName(s), p.v.name(p.v.royal))
		}
	}
	_, hand, err := splitBoard(field, b.Ranks)
	if err != nil {
		return err
	}
	return p.readHands(hand)
}

// readMan sets one man on the board.
func (p *Position) readMan(c Cell, t token) error {
	v := p.v
	typ, ok := v.typeOf(t.letter)
	if !ok {
		return fmt.Errorf("“%c” on %s is no piece of this game; there are %s", rune(t.letter), v.board.Name(c), v.letterList())
	}
	if t.form {
		if typ, ok = v.FormOf(typ); !ok {
			return fmt.Errorf("“+%c” on %s is no piece of this game: there is no such promoted form", rune(t.letter), v.board.Name(c))
		}
	}
	s := White
	if t.black {
		s = Black
	}
	m := newMan(typ, s)
	if t.promoted && v.marks {
		m |= promotedMan
	}
	if typ == v.royal {
		if p.king[s] != NoCell {
			return fmt.Errorf("%s has two kings, on %s and %s", v.SideName(s), v.board.Name(p.king[s]), v.board.Name(c))
		}
		if t.promoted {
			return fmt.Errorf("a king cannot have been promoted (%s)", v.board.Name(c))
		}
		p.king[s] = c
	}
	p.put(c, m)
	return nil
}

// readHands reads the letters of the pieces in hand.
func (p *Position) readHands(hand string) error {
	v := p.v
	for i := range len(hand) {
		letter := hand[i]
		t, ok := v.typeOf(letter)
		switch {
		case letter|0x20 < 'a' || letter|0x20 > 'z' || !ok:
			return fmt.Errorf("“%s” in the %s is no piece of this game; write each piece's letter, like [Qn]", cut(hand[i:i+1]), v.HandName())
		case !v.drops:
			return fmt.Errorf("nothing is ever in hand in this game, and here are “%s”", cut(hand))
		case v.handTypes>>t&1 == 0:
			return fmt.Errorf("a %s cannot be in %s", v.name(t), v.HandName())
		}
		s := White
		if letter >= 'a' {
			s = Black
		}
		if p.hands[s][t] == maxHand {
			return fmt.Errorf("%s has too many of one kind in %s; there can be up to %d", v.SideName(s), v.HandName(), maxHand)
		}
		p.hands[s][t]++
	}
	return nil
}

// letterList names the letters of all pieces: "K Q R".
func (v *Variant) letterList() string {
	var letters []string
	for _, p := range v.pieces {
		letters = append(letters, p.Sign())
	}
	return strings.Join(letters, " ")
}

// FEN writes the position with all six fields.
func (p Position) FEN() string {
	ep := "-"
	if p.ep != NoCell {
		ep = p.v.board.Name(p.ep)
	}
	return fmt.Sprintf("%s %c %s %s %d %d", p.placement(), "wb"[p.turn], p.writeRights(), ep, p.clock, p.number)
}

// placement is the first field of a FEN.
func (p *Position) placement() string {
	var text []byte
	b := &p.v.board
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		run := 0
		flush := func() {
			if run > 0 {
				text = strconv.AppendInt(text, int64(run), 10)
			}
			run = 0
		}
		for _, c := range b.rows[rank] {
			switch {
			case c == NoCell:
				flush()
				text = append(text, hole)
			case p.cells[c] == 0:
				run++
			default:
				flush()
				if p.v.pieces[p.cells[c].typ()].Form {
					text = append(text, '+')
				}
				text = append(text, p.letter(p.cells[c]))
				if p.cells[c]&promotedMan != 0 {
					text = append(text, '~')
				}
			}
		}
		flush()
		if rank > 0 {
			text = append(text, '/')
		}
	}
	if p.v.drops {
		text = append(text, '[')
		for _, s := range []Side{White, Black} {
			for _, t := range p.v.handOrder {
				for range p.hands[s][t] {
					text = append(text, p.letter(newMan(t, s)))
				}
			}
		}
		text = append(text, ']')
	}
	return string(text)
}

// letter is a man's letter in a FEN: upper case for White.
func (p *Position) letter(m man) byte {
	return p.v.pieces[m.typ()].Letter | byte(m.side())<<5
}
