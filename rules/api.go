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
	Form    bool   // the promoted form of the piece with that letter: a + stands before it (Sign)
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

	index []Cell   // of the frame, rank by rank; NoCell: a hole
	rows  [][]Cell // as a FEN writes them, the first rank first; on squares with NoCell for a hole
}

// Effect is one thing that a move does, as anybody can draw it.
type Effect struct {
	Kind     EffectKind
	Piece    Piece // whom it happens to (as it is after the move, for Promoted, Turned and ToHand)
	From, To Cell  // NoCell where there is none: a drop has no From, a capture has only From (where the victim stood)
}

// EffectKind says what happens.
type EffectKind uint8

// The kinds of effects, in the order in which Effects lists them.
const (
	Moved     EffectKind = iota // the man that makes the move; To is From where he stays
	Dropped                     // a man from the hand appears on To
	Captured                    // the man on From leaves the board
	Relocated                   // another own man goes along: castling rook, pushed pawn
	Thrown                      // a man is thrown by repulsion
	Promoted                    // the man on To is now Piece
	Turned                      // the man on To, who went there or stayed, is now Piece: he has spread or folded his wings
	ToHand                      // Piece goes to the hand of Piece.Side
	FromHand                    // Piece leaves the hand of Piece.Side: the opponent's pawn has become it
	Frozen                      // the man on From is paralysed from now on
	Unfrozen                    // the man on From is free again
)

// Refusal is why a text is not a legal move: a sentence for a player, with pieces and squares named.
type Refusal struct{ Text string }

func (r *Refusal) Error() string { return r.Text }

// Outcome is how a game stands: Result "*" while it goes on, else "1-0", "0-1" or "1/2-1/2"; Reason one word or two, like "checkmate" (record.go).
type Outcome struct{ Result, Reason string }

// Over says whether the game has ended.
func (o Outcome) Over() bool { return o.Result != "*" && o.Result != "" }
