package rules

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

const (
	maxFiles = 12 // the largest square board
	maxRanks = 12
	maxCells = maxFiles * maxRanks
)

// Cell finds a cell by its name ("e4"), in lower or upper case.
func (b *Board) Cell(name string) (Cell, bool) {
	c, rest, ok := b.readCell(strings.ToLower(name))
	return c, ok && rest == ""
}

// Name is the name of a cell ("e4"), "" for NoCell.
func (b *Board) Name(c Cell) string {
	if int(c) >= len(b.Cells) {
		return ""
	}
	return b.Cells[c].Name
}

// readCell reads a cell's name at the beginning of s, as long a one as there is, and gives the rest.
func (b *Board) readCell(s string) (c Cell, rest string, ok bool) {
	file, rest, ok := b.readFile(s)
	if !ok {
		return NoCell, s, false
	}
	rank, rest, ok := readRank(rest)
	if !ok {
		return NoCell, s, false
	}
	c = b.at(file, rank)
	return c, rest, c != NoCell
}

// readFile reads a file's letter at the beginning of s.
func (b *Board) readFile(s string) (file int, rest string, ok bool) {
	if s == "" {
		return 0, s, false
	}
	file = slices.Index(b.FileNames, s[:1])
	return file, s[1:], file >= 0
}

// readRank reads a rank's number at the beginning of s; the rank is counted from 0.
func readRank(s string) (rank int, rest string, ok bool) {
	n := 0
	for n < len(s) && n < 2 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	rank, err := strconv.Atoi(s[:n])
	return rank - 1, s[n:], err == nil && rank > 0
}

// at is the cell in a file and rank, both counted from 0; NoCell where the board has none.
func (b *Board) at(file, rank int) Cell {
	if file < 0 || rank < 0 || file >= b.Files || rank >= b.Ranks {
		return NoCell
	}
	return b.index[rank*b.Files+file]
}

// squareBoard makes a board of squares; hole says which of the frame are missing.
func squareBoard(files, ranks int, names []string, hole func(file, rank int) bool) Board {
	b := Board{Files: files, Ranks: ranks, FileNames: names, index: make([]Cell, files*ranks)}
	for rank := range ranks {
		for file := range files {
			b.index[rank*files+file] = NoCell
			if hole(file, rank) {
				continue
			}
			b.index[rank*files+file] = Cell(len(b.Cells))
			b.Cells = append(b.Cells, CellInfo{Name: names[file] + strconv.Itoa(rank+1), File: file, Rank: rank})
		}
	}
	return b
}

// shade tells the cells apart that a bishop's moves never connect: two shades on squares.
func (b *Board) shade(c Cell) int { return (b.Cells[c].File + b.Cells[c].Rank) & 1 }

// set is a set of cells.
type set [(maxCells + 63) / 64]uint64

func (s *set) add(c Cell)       { s[c>>6] |= 1 << (c & 63) }
func (s *set) remove(c Cell)    { s[c>>6] &^= 1 << (c & 63) }
func (s *set) has(c Cell) bool  { return s[c>>6]>>(c&63)&1 != 0 }
func (s set) and(o set) set     { return set{s[0] & o[0], s[1] & o[1], s[2] & o[2]} }
func (s set) without(o set) set { return set{s[0] &^ o[0], s[1] &^ o[1], s[2] &^ o[2]} }
func (s set) empty() bool       { return s == set{} }

// cells lists a set's members.
func (s set) cells() []Cell {
	var cells []Cell
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			cells = append(cells, Cell(w<<6+bits.TrailingZeros64(word)))
		}
	}
	return cells
}

// everything is the set of all cells that can be.
var everything = set{^uint64(0), ^uint64(0), ^uint64(0)}
