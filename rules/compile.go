package rules

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// orthodoxArray is the default of startFen.
const orthodoxArray = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// compiler makes a variant of a section and gathers what is wrong with it.
type compiler struct {
	*section
	v        *Variant
	terms    [maxTypes][]term // the moves of each type
	problems []Problem
	models   map[byte]*model // pieces that never stand on the board, by letter (forms.go)
}

// compile makes a variant of a section, or says all that is wrong with it.
func compile(s *section) (*Variant, []Problem) {
	c := &compiler{section: s, v: &Variant{key: s.key, values: s.values, letters: map[byte]Type{}}}
	c.makeBoard()
	c.makePieces()
	if len(c.problems) > 0 {
		return nil, c.problems // everything else would be judged wrongly
	}
	c.makeWords()
	c.makePromotion()
	c.makeDoubleSteps()
	c.makeReaches()
	c.makeImmobility()
	c.makeCastling()
	c.makeHands()
	c.makePromotionSource()
	c.makePushDrop()
	c.makeParalysis()
	c.makeRepulsion()
	c.makeFlight()
	c.checkForms()
	c.makeEnds()
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	c.v.text = s.flat()
	start, err := c.v.ParseFEN(c.text("startFen", orthodoxArray))
	if err != nil {
		c.fail("startFen", err)
		return nil, c.problems
	}
	c.v.start = start
	c.makePictures()
	c.v.examples = sync.OnceValue(c.v.findExamples)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	return c.v, nil
}

// fail notes what is wrong with a key. Where it is inherited, or missing, the section's head is named.
func (c *compiler) fail(name string, err error) {
	line, ok := c.lines[name]
	if !ok {
		line = c.line
	}
	if p := (Problem{line, name, err.Error()}); !slices.Contains(c.problems, p) {
		c.problems = append(c.problems, p)
	}
}

// notAllowed notes that a key's value is none that is allowed.
func (c *compiler) notAllowed(name, value string) {
	s, _ := settingNamed(name)
	c.fail(name, fmt.Errorf("“%s” is not allowed; it is %s", cut(value), s.Values))
}

// text is a key's value, or else the default.
func (c *compiler) text(name, otherwise string) string {
	if value, ok := c.values[name]; ok {
		return value
	}
	return otherwise
}

// flag is the value of a key that is true or false.
func (c *compiler) flag(name string, otherwise bool) bool {
	switch value, ok := c.values[name]; {
	case !ok:
		return otherwise
	case value == "true":
		return true
	case value != "false":
		c.notAllowed(name, value)
	}
	return false
}

// number is the value of a key that is a number up to a limit.
func (c *compiler) number(name string, otherwise, limit int) int {
	value, ok := c.values[name]
	if !ok {
		return otherwise
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > limit {
		c.notAllowed(name, value)
		return otherwise
	}
	return n
}

// kinds are the types that a key lists by their letters, in its order. Letters of the default that are no pieces are left out.
func (c *compiler) kinds(name, otherwise string) []Type {
	value, ok := c.values[name]
	if !ok {
		value = otherwise
	}
	var types []Type
	for _, letter := range []byte(strings.ReplaceAll(value, " ", "")) {
		switch t, found := c.v.typeOf(letter); {
		case value == "-":
		case found && !slices.Contains(types, t):
			types = append(types, t)
		case !found && ok:
			c.notAllowed(name, value)
			return types
		}
	}
	return types
}

// mask turns types into bits.
func mask(types []Type) (bits uint64) {
	for _, t := range types {
		bits |= 1 << t
	}
	return bits
}

// region is the set of cells that a key lists, or else the default.
func (c *compiler) region(name string, otherwise set) set {
	cells := set{}
	value, ok := c.values[name]
	if !ok {
		return otherwise
	}
	for _, word := range strings.Fields(value) {
		if word == "-" {
			continue
		}
		if digits, all := strings.CutPrefix(word, "*"); all {
			rank, rest, good := readRank(digits)
			if !good || rest != "" || rank >= c.v.board.Ranks {
				c.notAllowed(name, word)
			}
			for file := range c.v.board.Files {
				if cell := c.v.board.at(file, rank); cell != NoCell {
					cells.add(cell)
				}
			}
		} else if cell, found := c.v.board.Cell(word); found {
			cells.add(cell)
		} else {
			c.notAllowed(name, word)
		}
	}
	return cells
}

// file is the value of a key that names a file, by its letter or its number; counted from 0.
func (c *compiler) file(name string, otherwise int) int {
	value, ok := c.values[name]
	if !ok {
		return otherwise
	}
	file, rest, found := c.v.board.readFile(value)
	if n, err := strconv.Atoi(value); err == nil {
		file, rest, found = n-1, "", true
	}
	if !found || rest != "" || file < 0 || file >= c.v.board.Files {
		c.notAllowed(name, value)
		return otherwise
	}
	return file
}

// makeBoard reads the shape and size of the board, the names of its files and, from the first position, its holes.
func (c *compiler) makeBoard() {
	switch shape := c.text("board", "square"); shape {
	case "square":
		c.makeSquares()
	case "hex":
		c.makeHexagons()
	default:
		c.notAllowed("board", shape)
	}
	c.v.files = make([]set, c.v.board.Files)
	for i, info := range c.v.board.Cells {
		c.v.all.add(Cell(i))
		c.v.files[info.File].add(Cell(i))
	}
}

// makeSquares makes a board of squares.
func (c *compiler) makeSquares() {
	if value := c.values["maxFile"]; len(value) == 1 && value[0] >= 'a' && value[0] < 'a'+maxFiles {
		c.values["maxFile"] = strconv.Itoa(int(value[0]-'a') + 1)
	}
	if _, ok := c.lines["hexSide"]; ok {
		c.fail("hexSide", errors.New("only a board of hexagons (board = hex) has such a side; squares have maxFile and maxRank"))
	}
	delete(c.values, "hexSide")
	files, ranks := c.number("maxFile", 8, maxFiles), c.number("maxRank", 8, maxRanks)
	if files < 1 || ranks < 1 {
		c.fail("maxFile", errors.New("a board has at least one file and one rank"))
	}
	names := c.fileNames(files)
	if len(c.problems) > 0 {
		return
	}
	rows, err := splitRows(c.text("startFen", orthodoxArray), slices.Repeat([]int{files}, ranks))
	if err != nil {
		c.fail("startFen", err)
		return
	}
	c.v.board = squareBoard(files, ranks, names, func(file, rank int) bool {
		return rows[ranks-1-rank][file].letter == hole
	})
	if len(c.v.board.Cells) == 0 {
		c.fail("startFen", errors.New("the board has no squares"))
	}
}

// makeHexagons makes a board of hexagons.
func (c *compiler) makeHexagons() {
	for _, name := range []string{"maxFile", "maxRank"} {
		if _, ok := c.lines[name]; ok { // of its own, not inherited
			c.fail(name, errors.New("a board of hexagons has hexSide instead"))
		}
		delete(c.values, name)
	}
	side := c.number("hexSide", 5, maxSide)
	if side < minSide {
		c.notAllowed("hexSide", c.values["hexSide"])
	}
	names := c.fileNames(max(1, 2*side-1))
	if len(c.problems) == 0 {
		c.v.board = hexBoard(side, names)
	}
}

// fileNames are the letters of so many files.
func (c *compiler) fileNames(files int) []string {
	letters := c.text("files", "abcdefghijklm"[:files])
	names := strings.Split(letters, "")
	wrong := len(names) != files
	for i, letter := range names {
		wrong = wrong || letter < "a" || letter > "z" || len(letter) != 1 || slices.Index(names, letter) < i
	}
	if wrong {
		c.notAllowed("files", letters)
	}
	return names
}

// makePieces reads all piece types and their moves.
func (c *compiler) makePieces() {
	const maxTerms = 100 // of all types together, so that the tables stay small
	names, pictures, forms := c.pairs("pieceNames"), c.pairs("pictures"), c.formPairs()
	c.findModels(forms)
	for i, name := range pieceKeys() {
		value, ok := c.values[name]
		if !ok || value == "-" {
			continue
		}
		info, moves, err := c.readPiece(i, value)
		if err != nil {
			c.fail(name, err)
			continue
		}
		letter := info.Letter | 0x20
		if text := names[string(rune(letter))]; text != "" {
			info.Name = text
		}
		if text := pictures[string(rune(letter))]; text != "" {
			info.Picture = text
		}
		if before, pure := c.models[letter]; pure {
			if before != nil {
				c.fail(name, fmt.Errorf("the letter %c stands for the %s already; take that out with - or choose another", letter, before.info.Name))
			}
			c.models[letter] = &model{info, moves}
			continue
		}
		t := Type(len(c.v.pieces))
		c.v.letters[letter] = t
		c.v.pieces = append(c.v.pieces, info)
		c.terms[t] = moves
	}
	c.makeForms(forms, names, pictures)
	for name, given := range map[string]map[string]string{"pieceNames": names, "pictures": pictures} {
		for letter := range given {
			if !c.hasPiece(letter) {
				c.fail(name, fmt.Errorf("there is no piece %s", letter))
			}
		}
	}
	king := slices.IndexFunc(c.v.pieces, func(p PieceInfo) bool { return p.Royal })
	if king < 0 {
		c.fail("king", errors.New("the game needs a king: king = k"))
	}
	c.v.royal = Type(max(king, 0))
	terms := 0
	for _, moves := range c.terms {
		terms += len(moves)
	}
	if terms > maxTerms {
		c.fail("", fmt.Errorf("the pieces have too many kinds of moves: %d, and %d are allowed together", terms, maxTerms))
	}
}

// hasPiece says whether there is a piece with a letter, or a promoted form where a + stands before it.
func (c *compiler) hasPiece(sign string) bool {
	letter, form := strings.CutPrefix(sign, "+")
	t, ok := c.v.typeNamed(letter)
	if form {
		_, ok = c.v.FormOf(t)
		return ok
	}
	_, pure := c.models[letter[0]]
	return ok || pure
}

// readPiece reads the value of the piece key with a number: "n", or "n:NN". A piece with a move of its own has no picture unless it is given one.
func (c *compiler) readPiece(key int, value string) (PieceInfo, []term, error) {
	letter, betza, own := strings.Cut(value, ":")
	letter, betza = strings.ToLower(strings.TrimSpace(letter)), strings.TrimSpace(betza)
	if len(letter) != 1 || letter[0] < 'a' || letter[0] > 'z' {
		return PieceInfo{}, nil, fmt.Errorf("“%s” is not allowed; it is %s", cut(value), aPiece)
	}
	info := PieceInfo{Letter: letter[0] &^ 0x20, Name: letter, Betza: betza}
	if key < len(standardPieces) {
		name, move := standardPieces[key][1], standardPieces[key][2]
		info.Name, info.Royal = name, name == "king"
		if !own {
			info.Betza = move
		}
		if (!own || info.Royal) && slices.Contains(drawings, name) {
			info.Picture = name
		}
	} else if !own {
		return info, nil, fmt.Errorf("%s is a piece of your own and needs a move: %s:KN", letter, letter)
	}
	if before, twice := c.v.letters[letter[0]]; twice {
		return info, nil, fmt.Errorf("the letter %s stands for the %s already; take that out with - or choose another", letter, c.v.name(before))
	}
	moves, err := parseBetza(info.Betza)
	return info, moves, err
}
