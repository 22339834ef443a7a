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
	minSide  = 3 // of a hexagonal board, in cells
	maxSide  = 7
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
	b := Board{Files: files, Ranks: ranks, FileNames: names}
	b.fill(func(file, rank int) bool { return !hole(file, rank) })
	for rank := range ranks {
		b.rows = append(b.rows, b.index[rank*files:(rank+1)*files])
	}
	return b
}

// hexBoard makes a hexagon of hexagons with so many cells along each side. Files stand upright; the cells of each are counted from White's edge.
func hexBoard(side int, names []string) Board {
	size := 2*side - 1
	b := Board{Hex: true, Files: size, Ranks: size, FileNames: names}
	b.fill(func(file, rank int) bool { return rank < b.height(file) })
	for rank := range size {
		var row []Cell
		for file := range size {
			if c := b.at(file, rank); c != NoCell {
				row = append(row, c)
			}
		}
		b.rows = append(b.rows, row)
	}
	return b
}

// fill makes the cells that the frame has.
func (b *Board) fill(has func(file, rank int) bool) {
	b.index = make([]Cell, b.Files*b.Ranks)
	for i := range b.index {
		file, rank := i%b.Files, i/b.Files
		b.index[i] = NoCell
		if has(file, rank) {
			b.index[i] = Cell(len(b.Cells))
			b.Cells = append(b.Cells, CellInfo{Name: b.FileNames[file] + strconv.Itoa(rank+1), File: file, Rank: rank})
		}
	}
}

// height is how many ranks a file has: on hexagons the fewer, the farther it is from the middle.
func (b *Board) height(file int) int {
	if b.Hex {
		return b.Ranks - abs(file-b.Files/2)
	}
	return b.Ranks
}

// from is the cell in a file and rank as a side counts the ranks, from its own edge.
func (b *Board) from(s Side, file, rank int) Cell {
	if s == Black && file >= 0 && file < b.Files {
		rank = b.height(file) - 1 - rank
	}
	return b.at(file, rank)
}

// rankOf is the rank of a cell as a side counts it, from its own edge.
func (b *Board) rankOf(s Side, c Cell) int {
	info := b.Cells[c]
	if s == Black {
		return b.height(info.File) - 1 - info.Rank
	}
	return info.Rank
}

// up is how high a cell lies on the board, as White sees it, in halves of a cell.
func (b *Board) up(c Cell) int {
	info := b.Cells[c]
	if b.Hex {
		return 2*info.Rank + abs(info.File-b.Files/2)
	}
	return 2 * info.Rank
}

// widths are how many cells, holes included, a FEN writes in each row, the last rank first.
func (b *Board) widths() []int {
	widths := make([]int, b.Ranks)
	for rank, row := range b.rows {
		widths[b.Ranks-1-rank] = len(row)
	}
	return widths
}

// word is what a cell is called.
func (b *Board) word() string {
	if b.Hex {
		return "cell"
	}
	return "square"
}

// shade tells the cells apart that a bishop's moves never connect: two shades on squares, three on hexagons.
func (b *Board) shade(c Cell) int {
	file, rank := b.Cells[c].File, b.Cells[c].Rank
	if b.Hex {
		return (2*rank + abs(file-b.Files/2)) % 3
	}
	return (file + rank) & 1
}

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
