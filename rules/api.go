package rules

// Side is the colour of a man or a player: White moves first unless a FEN says otherwise.
type Side uint8

// The two sides.
const (
	White Side = iota
	Black
)

// Other is the opponent's side.
func (s Side) Other() Side { return s ^ 1 }

// String is "white" or "black", as in the JSON of a game.
func (s Side) String() string { return [2]string{"white", "black"}[s&1] }

// Cell is an index into the cells of a board, counted from the first rank's first file.
type Cell uint8

// NoCell stands where there is no cell.
const NoCell Cell = 255

// Type is an index into the piece types of a variant.
type Type uint8

// Piece is a man: its type, whose it is, and whether it came to be by promotion (crazyhouse's "~").
type Piece struct {
	Type     Type
	Side     Side
	Promoted bool
}

// PieceInfo describes a piece type of a variant.
type PieceInfo struct {
	Letter  byte   // upper case, as in FEN and drops
	Name    string // "knight", in the middle of a sentence
	Picture string // base name of its drawing in static/pieces ("knight"); "" if there is none: a token with the letter
	Betza   string
	Royal   bool
}

// CellInfo describes a cell of a board: its name ("e4") and its place, file and rank counted from 0 (in the frame, holes included).
type CellInfo struct {
	Name       string
	File, Rank int
}

// Board is a list of cells, square (with or without holes) or hexagonal.
type Board struct {
	Hex          bool
	Files, Ranks int // of the frame that holds all cells
	FileNames    []string
	Cells        []CellInfo
}

// Effect is one thing that a move does, as anybody can draw it.
type Effect struct {
	Kind     EffectKind
	Piece    Piece // whom it happens to (as it is after the move, for Promoted and ToHand)
	From, To Cell  // NoCell where there is none: a drop has no From, a capture has only From (where the victim stood)
}

// EffectKind says what happens.
type EffectKind uint8

// The kinds of effects, in the order in which Effects lists them.
const (
	Moved     EffectKind = iota // the man that makes the move
	Dropped                     // a man from the hand appears on To
	Captured                    // the man on From leaves the board
	Relocated                   // another own man goes along: castling rook, pushed pawn
	Thrown                      // a man is thrown by repulsion
	Promoted                    // the man on To is now Piece
	ToHand                      // Piece goes to the hand of Piece.Side
	Frozen                      // the man on From is paralysed from now on
	Unfrozen                    // the man on From is free again
)

// Refusal is why a text is not a legal move: a sentence for a player, with pieces and squares named.
type Refusal struct{ Text string }

func (r *Refusal) Error() string { return r.Text }

// Outcome is how a game stands: Result "*" while it goes on, else "1-0", "0-1" or "1/2-1/2"; Reason one of HTTP.md's words.
type Outcome struct{ Result, Reason string }

// Over says whether the game has ended.
func (o Outcome) Over() bool { return o.Result != "*" && o.Result != "" }

/* THE CONTRACT OF THE PACKAGE (to be written; this comment goes when it is):

func Lookup(key string) (*Variant, error)              shipped variant; the error's sentence names the keys there are
func Variants() []*Variant                             the shipped ones, in the order in which pages show them (pyrrhus first)
func Parse(text string) (*Variant, error)              one definition ([key:parent] section; parent a shipped one); errors name line, key and what is allowed
func ParseFile(text string) ([]*Variant, error)        all sections of a file (for `postrider check FILE` and FILE.ini:key)
func Settings() []Setting                              the table of all keys of a definition: Name, What (a sentence), Values (what is allowed), Default

v.Key v.Title v.Inventor v.Year(int) v.Summary (one line)     methods or fields: METHODS: v.Key(), v.Title(), v.Inventor(), v.Year() string, v.Summary()
v.Rules() []string                                     paragraphs of the rules page (plain text)
v.Text() string                                        the flattened definition: every inherited key resolved; Parse(v.Text()) gives the same variant
v.Setting(name string) string                          value of a key ("" if unset), e.g. v.Setting("nFoldRule")
v.Board() *Board       b.Cell(name string) (Cell, bool)     b.Name(c Cell) string
v.Pieces() []PieceInfo (by Type)      v.Piece(t Type) PieceInfo
v.SideName(s Side) string              "White", "Sente (first)"
v.HasHands() bool                      whether there is a hand or reserve to be drawn
v.Start() Position     v.ParseFEN(s string) (Position, error)  (error: *Refusal, a sentence)
v.Resume(fens []string) (*Record, error)               a record from stored positions: the start, then the position after each ply

Position: comparable small value.
p.Variant() *Variant   p.Turn() Side   p.At(c Cell) (Piece, bool)   p.Hand(s Side, t Type) int   p.Frozen(c Cell) bool
p.King(s Side) (Cell, bool)            p.Check() bool: the side to move is in check
p.Startable() error                    nil if a game may start from it, else a *Refusal
p.CanWin(s Side) bool                  false for a bare king that nothing can ever join (then the other's lost time is a draw)
p.MoveNumber() int                     as in FEN
p.Moves() []Move       p.Parse(text string) (Move, error) (*Refusal)     p.Play(m Move) Position (m must be legal)
p.Text(m) string   p.SAN(m) string (with + and #)   p.Clicks(m) []string   p.Effects(m) []Effect    p.FEN() string
p.Describe(m) string                   what the move does besides, in a sentence or "" ("The rook on d1 is paralysed." ...)
Move: small comparable value; m == Move{} never is a legal move.

NewRecord(start Position) *Record      r.Play(m Move)   r.Position() Position   r.Ply() int
r.Outcome() Outcome                    mate, stalemate, automatic draws, dead position ...
r.Claim() (reason string, ok bool)     the draw that the side to move may claim now ("repetition", "fifty moves")
Perft(p Position, depth int) uint64    bulk counting at the last ply
*/
