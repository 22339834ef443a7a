package rules

import (
	"slices"
	"strings"
	"unicode"
)

// Variant is a kind of game, compiled to tables; it never changes.
type Variant struct {
	key       string
	text      string            // flattened
	values    map[string]string // the keys that are set
	rules     []string
	sideNames [2]string

	board     Board
	all       set // its cells
	files     []set
	pieces    []PieceInfo   // those with letters of their own, then the promoted forms
	lettered  int           // how many have letters
	base      []Type        // by type: what it is in hand
	letters   map[byte]Type // by small letter
	royal     Type
	handOrder []Type // Q R B N P, then the other letters

	reach      [2][maxTypes][]reach // by side, type and cell
	approaches [][]approach         // by cell: who captures there
	hops       bool                 // some lines need a screen

	pawns     uint64 // types, as bits: what has no letter in a move's text
	promoters uint64
	promotion [2]set
	choices   []Type // what a pawn may become, in the order of hands
	anyChoice uint64 // the same as bits
	fromHand  bool   // of these only what the opponent has in hand, who gives it away
	mustRise  bool   // promotion is mandatory

	doubles  [2][]double // by the side that makes the double step, and the cell where it begins
	passed   [2][]passed // by that side, and the cell that is skipped
	catchers [2][][]Cell // by the side that captures en passant, and the skipped cell: where its capturers could stand
	passing  uint64      // types that capture en passant

	castles []castle
	rooks   uint64  // types with which one castles
	loses   []uint8 // by cell: which castling rights end when somebody leaves or enters it

	drops      bool
	toHand     bool // captures go to hand
	dropLoop   bool
	marks      bool // promoted men are remembered
	handTypes  uint64
	dropRegion [2][maxLetters]set
	noDoubled  uint64 // types that are not dropped on a file that has one
	mateless   uint64 // types that are not dropped to give mate

	forms     *forms
	stuck     [2][maxTypes]set // where men may not stay, since they could never move on
	upgraders uint64           // types that have a form or are stuck somewhere

	push     *pushDrop
	paralyse *paralysis
	repulse  *repulsion
	flight   *flight

	stalemate    string // win, loss or draw
	timeWins     bool   // lost time is never a draw (timeoutDraw)
	counterTypes uint64 // whose moves set the counter back
	dropsCount   bool   // every drop does, too
	scoring      string // what a stalemate counts in the inventor's own scoring
	moveRule     int    // in moves of both
	moveAuto     int
	foldRule     int
	foldAuto     int
	perpetual    bool // who repeats a position by checks alone loses
	dead         deadRule

	start    Position
	sample   Position
	diagrams []Diagram
	examples func() []Example // found when they are first asked for
}

// Key is the variant's key in links and in the database: "pyrrhus".
func (v *Variant) Key() string { return v.key }

// Title is its name for people: "Pyrrhus Chess".
func (v *Variant) Title() string {
	if title := v.values["title"]; title != "" {
		return title
	}
	return v.key
}

// Inventor is who invented it, "" if nobody is named.
func (v *Variant) Inventor() string { return v.values["inventor"] }

// Year is when it was invented, "" if unknown.
func (v *Variant) Year() string { return v.values["year"] }

// Summary is the game in one line.
func (v *Variant) Summary() string { return v.values["summary"] }

// Rules are the paragraphs of the rules page, plain text.
func (v *Variant) Rules() []string { return slices.Clone(v.rules) }

// Text is the flattened definition, every inherited key resolved: Parse makes a variant of it that is played the same way. What is only shown on
// the game's own pages (Inventor, Year, Summary, Rules, Sample, Diagrams) is not in it.
func (v *Variant) Text() string { return v.text }

// Setting is the value of a key as it is set in the definition or inherited, "" if it is not set.
func (v *Variant) Setting(name string) string { return v.values[name] }

// StalemateNote says what a stalemate counts in the inventor's own scoring, for the side that is not stalemated ("3/4 to White in Gliński’s own
// scoring"); "" where a game says nothing of it.
func (v *Variant) StalemateNote(winner Side) string {
	return strings.ReplaceAll(v.scoring, "*", v.SideName(winner))
}

// Board is the board; it must not be changed.
func (v *Variant) Board() *Board { return &v.board }

// Pieces are the piece types, by Type.
func (v *Variant) Pieces() []PieceInfo { return slices.Clone(v.pieces) }

// Piece describes a type.
func (v *Variant) Piece(t Type) PieceInfo {
	if int(t) >= len(v.pieces) {
		return PieceInfo{}
	}
	return v.pieces[t]
}

// SideName is what the variant calls a side, in sentences: "White", "Sente".
func (v *Variant) SideName(s Side) string {
	name, _, _ := strings.Cut(v.sideNames[s&1], " (")
	return name
}

// SideTitle is SideName with what is said of the side where it is introduced: "White", "Sente (first)".
func (v *Variant) SideTitle(s Side) string { return v.sideNames[s&1] }

// ManName names a man with his side, in the middle of a sentence: "black knight", or "Gote knight" where the sides have names of their own.
func (v *Variant) ManName(t Type, s Side) string {
	if _, named := v.values["sideNames"]; named {
		return v.SideName(s) + " " + v.Piece(t).Name
	}
	return s.String() + " " + v.Piece(t).Name
}

// HasHands says whether there is a hand or reserve to be drawn.
func (v *Variant) HasHands() bool { return v.drops }

// HandName is the word for where the pieces wait that may be dropped: "hand", or "reserve" where captures do not go there.
func (v *Variant) HandName() string {
	if v.toHand {
		return "hand"
	}
	return "reserve"
}

// Start is the position in which the game starts.
func (v *Variant) Start() Position { return v.start }

// Sample is a position that shows what is special in the game, for small pictures; the start, where none is given.
func (v *Variant) Sample() Position { return v.sample }

// Diagrams are the pictures that explain the rules.
func (v *Variant) Diagrams() []Diagram { return slices.Clone(v.diagrams) }

// typeOf finds a type by its letter, in either case.
func (v *Variant) typeOf(letter byte) (Type, bool) {
	t, ok := v.letters[letter|0x20]
	return t, ok
}

// typeNamed finds a type by a word that is its letter, in either case; false for any other word.
func (v *Variant) typeNamed(word string) (Type, bool) {
	if len(word) != 1 {
		return 0, false
	}
	return v.typeOf(word[0])
}

// name is a type's name in the middle of a sentence.
func (v *Variant) name(t Type) string { return v.pieces[t].Name }

// Cut makes what somebody typed fit to be quoted: one line of so many letters at most, and a “…” where there are more.
func Cut(text string, letters int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if runes := []rune(text); len(runes) > letters {
		return string(runes[:letters]) + "…"
	}
	return text
}

// cut makes it fit for a sentence.
func cut(text string) string { return Cut(text, 40) }
