package rules

// Perft counts the lines of so many plies; the last ply is not played, its moves are only counted (bulk counting).
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return p.perft(depth, make([]Move, 0, 1024))
}

// perft uses what is free behind the moves of the plies before.
func (p *Position) perft(depth int, free []Move) uint64 {
	moves := p.legal(free)
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		q := *p
		q.do(m)
		n += q.perft(depth-1, moves[len(moves):])
	}
	return n
}
