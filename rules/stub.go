package rules

func (p Position) Parse(text string) (Move, error) {
	for _, m := range p.Moves() {
		if p.Text(m) == text {
			return m, nil
		}
	}
	return Move{}, &Refusal{"not legal"}
}
func (p Position) Text(m Move) string {
	b := &p.v.board
	switch m.kind {
	case drop, push:
		return string(rune(p.v.pieces[m.as].Letter)) + "@" + b.Name(m.to)
	case promotion:
		return b.Name(m.from) + b.Name(m.to) + string(rune(p.v.pieces[m.as].Letter|0x20))
	}
	return b.Name(m.from) + b.Name(m.to)
}
func (p Position) SAN(m Move) string { return p.Text(m) }
func (p Position) Clicks(m Move) []string {
	return []string{p.v.board.Name(m.from), p.v.board.Name(m.to)}
}
func (p Position) Effects(m Move) []Effect { return nil }
func (p Position) Describe(m Move) string  { return "" }
