package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// reading is what a typed text may mean.
type reading struct {
	castle   int // 1 short, 2 long
	flies    bool
	folds    bool // his wings, on the cell to
	drop     bool // a piece from the hand
	typed    bool // the piece's letter stands there
	typ      Type
	file     int // where the move begins, -1: not said
	rank     int
	to       Cell
	check    bool // a + says that it is check
	as       byte // the letter of a promotion, upper case; + for that to one's form; 0: none
	distance int  // how far it is from what was typed
}

// from is the cell where the move begins, if that is said.
func (r *reading) from(b *Board) (Cell, bool) {
	if r.file < 0 || r.rank < 0 {
		return NoCell, false
	}
	return b.at(r.file, r.rank), true
}

const maxTyped = 60 // letters of a move

// Parse reads a move as people write it: its canonical text, SAN with or without its ornaments, long forms, either case, in letters and signs of double
// width as they are typed in East Asia. The error is a *Refusal: a sentence that says why the text is not a legal move.
func (p Position) Parse(text string) (Move, error) {
	legal := p.legal(make([]Move, 0, 64))
	if m, ok := p.canonical(text, legal); ok {
		return m, nil
	}
	text = width.Fold.String(text)
	if move, toss, ok := p.cutToss(text); ok {
		return p.parseToss(text, move, toss)
	}
	readings := p.read(text)
	for distance := range 4 {
		var found []Move
		for _, m := range legal {
			for _, r := range readings {
				if r.distance == distance && p.fits(m, r) {
					found = append(found, m)
					break
				}
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return Move{}, p.ambiguous(text, found, legal)
		}
	}
	return Move{}, p.refuse(text, readings, legal)
}

// canonical finds a legal move by its exact text, without writing the texts of all.
func (p *Position) canonical(text string, legal []Move) (Move, bool) {
	b := &p.v.board
	want := Move{from: NoCell}
	as := byte(0)
	if len(text) > 2 && text[1] == '@' {
		t, ok := p.v.typeOf(text[0])
		to, rest, found := b.readCell(text[2:])
		if !ok || text[0] > 'Z' || !found || rest != "" {
			return Move{}, false
		}
		want.to, as = to, p.v.pieces[t].Letter
	} else {
		from, rest, ok := b.readCell(text)
		if ok && rest == "=" {
			return Move{fold, from, from, 0}, slices.Contains(legal, Move{fold, from, from, 0})
		}
		to, rest, also := b.readCell(rest)
		if !ok || !also || len(rest) > 1 {
			return Move{}, false
		}
		want.from, want.to = from, to
		if rest != "" {
			as = strings.ToUpper(rest)[0]
		}
	}
	for _, m := range legal {
		if m.from != want.from || m.to != want.to {
			continue
		}
		switch m.kind {
		case drop, push, promotion, throwUp:
			if p.v.pieces[m.as].Letter == as {
				return m, true
			}
		case fly:
			if as == '^' {
				return m, true
			}
		case fold: // e4= above
		case upgrade:
			if as == '+' {
				return m, true
			}
		default:
			if as == 0 {
				return m, true
			}
		}
	}
	return Move{}, false
}

// fits says whether a legal move is what a reading means.
func (p *Position) fits(m Move, r reading) bool {
	b := &p.v.board
	switch {
	case r.castle > 0:
		return m.kind == castling && p.v.castles[m.as].long == (r.castle == 2)
	case m.kind == drop || m.kind == push:
		return r.drop && m.as == r.typ && m.to == r.to
	case r.drop || m.to != r.to:
		return false
	case m.kind == fold:
		from, _ := r.from(b)
		return !r.flies && (r.folds || from == m.to && (!r.typed || p.cells[from].typ() == r.typ))
	case r.folds || r.flies != (m.kind == fly):
		return false
	case r.typed && p.cells[m.from].typ() != r.typ:
		return false
	case r.file >= 0 && b.Cells[m.from].File != r.file || r.rank >= 0 && b.Cells[m.from].Rank != r.rank:
		return false
	case m.kind == promotion || m.kind == throwUp:
		return p.v.pieces[m.as].Letter == r.as
	case m.kind == upgrade:
		return r.as == '+'
	}
	return r.as == 0 && (!r.check || p.checksOnly(m))
}

// checksOnly says whether the + behind a move can only say that it is check, as in chess: it is one, and nobody could promote by it.
func (p *Position) checksOnly(m Move) bool {
	q := p.Play(m)
	return q.Check() && !p.mayUpgrade(m.from, m.to)
}

// headed is a word with a colon and a blank behind it, as in "Re: e4": no sign of a capture, which "Re:e4" has.
var headed = regexp.MustCompile(`^\pL+:\s`)

// read gives all that a text may mean; nothing if it cannot be read. Words are looked at only where there is no other reading, and one for a man means him
// alone: "bishop 4" is no b4.
func (p *Position) read(text string) []reading {
	text = strings.TrimSpace(text)
	if len(text) > maxTyped || headed.MatchString(text) {
		return nil
	}
	if readings := p.readSigns(text); readings != nil {
		return readings
	}
	signs, man, named := p.v.unspell(text)
	return slices.DeleteFunc(p.readSigns(signs), func(r reading) bool { return named && !(r.typed && r.typ == man) })
}

// readSigns gives all that a text without words may mean.
func (p *Position) readSigns(text string) []reading {
	s, signs := tidy(text)
	s = p.v.fromNumbers(s)
	if strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		return nil
	}
	if castle := readCastle(s); castle > 0 {
		return []reading{{castle: castle, to: NoCell, file: -1, rank: -1}}
	}
	if p.v.flight != nil && strings.Contains(s, "^") {
		return p.readFlight(p.v.strip(strings.ReplaceAll(s, "^", "")))
	}
	if r, ok := p.readFold(s); ok && (p.v.forms == nil || p.cells[r.to] == newMan(p.v.flight.flying, p.turn)) { // else an = says that nobody promotes
		return []reading{r}
	}
	if i := strings.IndexAny(s, "@*"); i >= 0 {
		if readings := p.readDrop(s[:i], s[i+1:], s[i] == '*'); readings != nil || s[i] == '@' {
			return readings
		}
	}
	readings := p.readSteps(p.v.strip(s))
	if p.v.forms != nil && strings.Contains(signs, "+") {
		return p.withPlus(readings)
	}
	return readings
}

// withPlus is what readings mean with a + behind them: a promotion, or else, where the move is not written by two cells, that it is check.
func (p *Position) withPlus(readings []reading) (all []reading) {
	for _, r := range readings {
		if r.as != 0 {
			all = append(all, r)
			continue
		}
		promotes, checks := r, r
		promotes.as = '+'
		all = append(all, promotes)
		if _, whole := r.from(&p.v.board); !whole {
			checks.check, checks.distance = true, min(3, r.distance+1)
			all = append(all, checks)
		}
	}
	return all
}

// readSteps gives what a text may mean that is neither castling nor a drop.
func (p *Position) readSteps(s string) []reading {
	if rest, ok := strings.CutPrefix(s, "+"); ok {
		return p.readForm(rest, 0)
	}
	readings := p.readFrom(s, reading{file: -1, rank: -1})
	if s != "" {
		if t, ok := p.v.typeOf(s[0]); ok && unicode.IsLetter(rune(s[0])) {
			r := reading{typed: true, typ: t, file: -1, rank: -1}
			if s[0] >= 'a' {
				r.distance = 2
			}
			readings = p.join(s, readings, append(p.readFrom(s[1:], r), p.readForm(s, 3)...))
		}
	}
	return readings
}

// readForm reads the move of a promoted form, whose + has been read already, or is missing.
func (p *Position) readForm(s string, distance int) []reading {
	if s == "" {
		return nil
	}
	base, ok := p.v.typeOf(s[0])
	form, has := p.v.FormOf(base)
	if !ok || !has || !unicode.IsLetter(rune(s[0])) {
		return nil
	}
	return p.readFrom(s[1:], reading{typed: true, typ: form, file: -1, rank: -1, distance: distance})
}

// join puts together what a text means if it begins with a cell, and if it begins with a piece's letter. One that names two cells, as "b6b7" does, is
// the man's on the first of them and no bishop's; only "B6b7" is rather that of a bishop on the sixth rank who could get there.
func (p *Position) join(s string, cells, named []reading) []reading {
	i := slices.IndexFunc(cells, func(r reading) bool { _, whole := r.from(&p.v.board); return whole })
	if i < 0 {
		return append(cells, named...)
	}
	from, _ := cells[i].from(&p.v.board)
	if s[0] >= 'a' || s == strings.ToUpper(s) && p.men[p.turn].has(from) {
		return cells
	}
	able := func(r reading) bool {
		return slices.ContainsFunc(p.candidates(r), func(c Cell) bool {
			_, _, by, _ := p.rising(c, r.to)
			return p.leads(c, r.to) && (r.as == 0 || by == throwUp)
		})
	}
	if slices.ContainsFunc(named, able) {
		return named
	}
	return cells
}

var figurines = strings.NewReplacer("♔", "K", "♚", "K", "♕", "Q", "♛", "Q", "♖", "R", "♜", "R", "♗", "B", "♝", "B", "♘", "N", "♞", "N", "♙", "P", "♟", "P",
	"\ufe0e", "", "\ufe0f", "", "\u200b", "", "\u200e", "", "\u200f", "", "\u2060", "", "\ufeff", "", "–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "→", "-", "…", "...", "×", "x", "†", "+", "‡", "#", "e.p.", "", "e.p", "")

// numbered is a text that begins with a move number: "12. e4", "12...e5", "12 e4". Four digits are none: "5254" is a move, and "5254 5755" are two.
var numbered = regexp.MustCompile(`(?s)^[1-9]\d{0,2}[.) ]+(.*[\pL\d].*)$`)

// tidy takes out of a text what does not say where the move goes: blanks, a move number, the dots before a move of Black's, "e.p.", and the signs of check and
// praise at its end, which it gives besides.
func tidy(text string) (s, signs string) {
	s = figurines.Replace(strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"'“”„`, r) }))
	s = numbered.ReplaceAllString(s, "$1")
	s = strings.TrimLeft(strings.Join(strings.Fields(s), ""), ".")
	whole := s
	s = strings.TrimRight(s, "+#!?.,;‼⁇⁈⁉±∓")
	signs = whole[len(s):]
	if rest, ok := strings.CutSuffix(s, "ep"); ok && rest != "" && unicode.IsDigit(rune(rest[len(rest)-1])) {
		s = rest
	}
	return s, signs
}

// strip takes out what stands between the cells: captures, dashes, and what goes with the letter of a promotion.
func (v *Variant) strip(s string) string {
	_, x := v.letters['x']
	_, fileX := v.board.Cell("x1")
	return strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("-:=/()*>", r), r == 'x' && !fileX, r == 'X' && !fileX && !x:
			return -1
		}
		return r
	}, s)
}

// readCastle reads O-O and O-O-O in all their spellings: 1 short, 2 long, 0 none.
func readCastle(s string) int {
	n := 0
	for i := range len(s) {
		switch s[i] {
		case 'O', 'o', '0':
			n++
		case '-':
		default:
			return 0
		}
	}
	if n < 2 || n > 3 {
		return 0
	}
	return n - 1
}

// readDrop reads what stands before and after an @. A * is a drop only where such a piece could be in hand.
func (p *Position) readDrop(letter, cell string, star bool) []reading {
	to, ok := p.v.board.Cell(cell)
	if !ok || len(letter) > 1 {
		return nil
	}
	if letter == "" {
		letter = "p"
	}
	t, ok := p.v.typeOf(letter[0])
	if !ok || letter[0] < 'A' || star && (!p.v.drops || p.v.handTypes>>t&1 == 0) {
		return nil
	}
	return []reading{{drop: true, typed: true, typ: t, to: to, file: -1, rank: -1}}
}

// readFrom reads the cells of a move, of which the first may be missing or only half there, and a promotion.
func (p *Position) readFrom(s string, r reading) []reading {
	b := &p.v.board
	lower := strings.ToLower(s)
	var all []reading
	try := func(r reading, rest string) {
		to, after, ok := b.readCell(rest)
		if !ok || len(after) > 1 || after != "" && !(after[0] >= 'a' && after[0] <= 'z') {
			return
		}
		r.to = to
		if after != "" {
			r.as = after[0] &^ 0x20
		}
		pawn, isPawn := p.v.letters['p']
		if _, whole := r.from(b); !whole && !r.typed && !r.flies {
			if !isPawn {
				return
			}
			r.typed, r.typ = true, pawn // "e4", "exd5"
			switch {
			case r.file < 0:
			case s[0] <= 'Z' && s[len(s)-len(rest)] > 'Z': // "Bxc6" is the bishop's alone
				return
			case b.Cells[to].File == r.file: // a pawn's step needs no file: "bb5" is rather the bishop's
				r.distance = 3
			case s[0] <= 'Z': // "BXC6" is the bishop's if he can, "EXD6" the pawn's
				r.distance = 1
			}
		}
		all = append(all, r)
	}
	try(r, lower)
	if file, rest, ok := b.readFile(lower); ok {
		half := r
		half.file = file
		try(half, rest)
		if rank, rest, ok := readRank(rest); ok && b.at(file, rank) != NoCell {
			half.rank = rank
			try(half, rest)
		}
	}
	if rank, rest, ok := readRank(lower); ok && r.typed {
		r.rank = rank
		try(r, rest)
	}
	return all
}
