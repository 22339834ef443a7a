package rules

import (
	"slices"
	"strings"
)

// Sorted are the legal moves, in the order of their texts.
func (p Position) Sorted() []Move {
	moves := p.Moves()
	slices.SortFunc(moves, func(a, b Move) int { return strings.Compare(p.Text(a), p.Text(b)) })
	return moves
}

// Perft counts the lines of so many plies; the last ply is not played, its moves are only counted (bulk counting).
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	line := make([]Position, depth)
	line[0] = p
	return perft(line, make([]Move, 0, max(1024, 400*depth)))
}

// perft counts from the first position of a line; the others are room for the plies to come, as is what is free of the moves.
func perft(line []Position, free []Move) uint64 {
	moves := line[0].legal(free)
	if len(line) == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		line[1] = line[0]
		line[1].do(m)
		n += perft(line[1:], moves[len(moves):])
	}
	return n
}
