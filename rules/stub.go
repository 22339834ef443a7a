package rules

import "errors"

// Everything in this file is a placeholder so that the other packages can compile.

var errTodo = errors.New("rules: not there yet")

type Variant struct{ board Board }
type Setting struct{ Name, What, Values, Default string }
type Position struct{ v *Variant }
type Move struct {
	from, to Cell
	kind     uint8
	promo    Type
}
type Record struct{ positions []Position }

func Lookup(key string) (*Variant, error)                { return nil, errTodo }
func Variants() []*Variant                               { return nil }
func Parse(text string) (*Variant, error)                { return nil, errTodo }
func ParseFile(text string) ([]*Variant, error)          { return nil, errTodo }
func Settings() []Setting                                { return nil }
func (v *Variant) Key() string                           { return "" }
func (v *Variant) Title() string                         { return "" }
func (v *Variant) Inventor() string                      { return "" }
func (v *Variant) Year() string                          { return "" }
func (v *Variant) Summary() string                       { return "" }
func (v *Variant) Rules() []string                       { return nil }
func (v *Variant) Text() string                          { return "" }
func (v *Variant) Setting(name string) string            { return "" }
func (v *Variant) Board() *Board                         { return &v.board }
func (v *Variant) Pieces() []PieceInfo                   { return nil }
func (v *Variant) Piece(t Type) PieceInfo                { return PieceInfo{} }
func (v *Variant) SideName(s Side) string                { return "" }
func (v *Variant) HasHands() bool                        { return false }
func (v *Variant) Start() Position                       { return Position{} }
func (v *Variant) ParseFEN(s string) (Position, error)   { return Position{}, errTodo }
func (v *Variant) Resume(fens []string) (*Record, error) { return nil, errTodo }
func (b *Board) Cell(name string) (Cell, bool)           { return 0, false }
func (b *Board) Name(c Cell) string                      { return "" }
func (p Position) Variant() *Variant                     { return p.v }
func (p Position) Turn() Side                            { return White }
func (p Position) At(c Cell) (Piece, bool)               { return Piece{}, false }
func (p Position) Hand(s Side, t Type) int               { return 0 }
func (p Position) Frozen(c Cell) bool                    { return false }
func (p Position) King(s Side) (Cell, bool)              { return 0, false }
func (p Position) Check() bool                           { return false }
func (p Position) Startable() error                      { return errTodo }
func (p Position) CanWin(s Side) bool                    { return false }
func (p Position) MoveNumber() int                       { return 0 }
func (p Position) Moves() []Move                         { return nil }
func (p Position) Parse(text string) (Move, error)       { return Move{}, errTodo }
func (p Position) Play(m Move) Position                  { return p }
func (p Position) Text(m Move) string                    { return "" }
func (p Position) SAN(m Move) string                     { return "" }
func (p Position) Clicks(m Move) []string                { return nil }
func (p Position) Effects(m Move) []Effect               { return nil }
func (p Position) Describe(m Move) string                { return "" }
func (p Position) FEN() string                           { return "" }
func NewRecord(start Position) *Record                   { return &Record{positions: []Position{start}} }
func (r *Record) Play(m Move)                            {}
func (r *Record) Position() Position                     { return r.positions[len(r.positions)-1] }
func (r *Record) Ply() int                               { return len(r.positions) - 1 }
func (r *Record) Outcome() Outcome                       { return Outcome{} }
func (r *Record) Claim() (reason string, ok bool)        { return "", false }
func Perft(p Position, depth int) uint64                 { return 0 }
