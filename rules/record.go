package rules

import (
	"errors"
	"slices"
)

// Record is a game: a start and the moves since. It knows how often each position occurred.
type Record struct {
	positions []Position
	seen      map[Position]int // by the position's key
}

// NewRecord begins a record.
func NewRecord(start Position) *Record {
	r := &Record{seen: map[Position]int{}}
	r.add(start)
	return r
}

// Resume makes a record of stored positions: the start, then the position after each ply. The moves are not replayed.
func (v *Variant) Resume(fens []string) (*Record, error) {
	if len(fens) == 0 {
		return nil, errors.New("resuming a game: it has no position")
	}
	var r *Record
	for _, fen := range fens {
		p, err := v.ParseFEN(fen)
		switch {
		case err != nil:
			return nil, err
		case r == nil:
			r = NewRecord(p)
		default:
			r.add(p)
		}
	}
	return r, nil
}

// Play adds a legal move.
func (r *Record) Play(m Move) { r.add(r.Position().Play(m)) }

func (r *Record) add(p Position) {
	r.positions = append(r.positions, p)
	r.seen[p.key()]++
}

// Position is the position now.
func (r *Record) Position() Position { return r.positions[len(r.positions)-1] }

// Ply is how many moves have been played.
func (r *Record) Ply() int { return len(r.positions) - 1 }

// key is what has to be the same for a position to be repeated (FIDE Laws of 2023, 9.2): everything but the counters, and en passant only if such a
// capture is legal.
func (p Position) key() Position {
	p.clock, p.number = 0, 0
	if p.ep != NoCell && !p.canCatch() {
		p.ep = NoCell
	}
	return p
}

// canCatch says whether a capture en passant is legal.
func (p *Position) canCatch() bool {
	for _, m := range p.legal(nil) {
		if m.kind == enPassant {
			return true
		}
	}
	return false
}

// The words for how a game ended, as they stand in the JSON of a game.
const (
	byMate       = "checkmate"
	byStalemate  = "stalemate"
	byRepetition = "repetition"
	byFiftyMoves = "fifty moves"
	byDead       = "dead position"
	byPerpetual  = "perpetual check"
)

var (
	goesOn = Outcome{"*", ""}
	wins   = [2]string{"1-0", "0-1"}
)

const drawn = "1/2-1/2"

// Outcome is how the game stands: mate and stalemate come first, then the draws that need no claim.
func (r *Record) Outcome() Outcome {
	p := r.Position()
	switch {
	case !p.canMove():
		return p.noMoves()
	case p.isDead():
		return Outcome{drawn, byDead}
	case p.v.foldAuto > 0 && r.seen[p.key()] >= p.v.foldAuto:
		if loser, ok := r.checker(); ok {
			return Outcome{wins[loser.Other()], byPerpetual}
		}
		return Outcome{drawn, byRepetition}
	case p.v.moveAuto > 0 && int(p.clock) >= 2*p.v.moveAuto:
		return Outcome{drawn, byFiftyMoves}
	}
	return goesOn
}

// Claim is the draw that the side to move may claim now: "repetition" or "fifty moves".
func (r *Record) Claim() (reason string, ok bool) {
	p := r.Position()
	switch {
	case r.Outcome().Over():
		return "", false
	case p.v.foldRule > 0 && r.seen[p.key()] >= p.v.foldRule && !r.checkedOn(p.turn):
		return byRepetition, true
	case p.v.moveRule > 0 && int(p.clock) >= 2*p.v.moveRule:
		return byFiftyMoves, true
	}
	return "", false
}

// checker is the side that has given check by each of its moves since the present position came up first, where that loses; false if neither side has, or both.
func (r *Record) checker() (Side, bool) {
	p := r.Position()
	if !p.v.perpetual {
		return White, false
	}
	key := p.key()
	first := slices.IndexFunc(r.positions, func(q Position) bool { return q.key() == key })
	checks := [2]bool{true, true}
	for _, q := range r.positions[first+1:] {
		checks[q.turn.Other()] = checks[q.turn.Other()] && q.Check()
	}
	if checks[White] == checks[Black] {
		return White, false
	}
	if checks[White] {
		return White, true
	}
	return Black, true
}

// checkedOn says whether a side is the one whose perpetual check loses: it cannot claim a draw by that.
func (r *Record) checkedOn(s Side) bool {
	loser, ok := r.checker()
	return ok && loser == s
}

// canMove says whether there is a legal move.
func (p *Position) canMove() bool {
	var few [64]Move
	g := generator{Position: p, moves: few[:0], choices: p.choices(p.turn), lenient: true}
	g.quickly()
	if p.v.mateless == 0 {
		return len(g.moves) > 0
	}
	pawnDrop := func(m Move) bool { return m.kind == drop && p.v.mateless>>m.as&1 != 0 }
	return slices.ContainsFunc(g.moves, func(m Move) bool { return !pawnDrop(m) }) ||
		slices.ContainsFunc(g.moves, func(m Move) bool { return !p.mates(m) })
}

// noMoves is how the game ends for a side without a legal move.
func (p *Position) noMoves() Outcome {
	us := p.turn
	switch {
	case p.Check():
		return Outcome{wins[us.Other()], byMate}
	case p.v.stalemate == "win":
		return Outcome{wins[us], byStalemate}
	case p.v.stalemate == "loss":
		return Outcome{wins[us.Other()], byStalemate}
	}
	return Outcome{drawn, byStalemate}
}

// Startable is nil if a game may start from the position, else a *Refusal that says why not.
func (p Position) Startable() error {
	us, them := p.v.SideName(p.turn), p.v.SideName(p.turn.Other())
	switch outcome := NewRecord(p).Outcome(); {
	case p.attacked(p.king[p.turn.Other()], p.turn):
		at := p.v.board.Name(p.king[p.turn.Other()])
		return &Refusal{"No game can start from here: " + them + "’s king on " + at + " is in check, and it is " + us + "’s turn to move."}
	case outcome.Reason == byMate:
		return &Refusal{"No game can start from here: " + us + " is checkmated already."}
	case outcome.Reason == byStalemate && outcome.Result == wins[p.turn.Other()]:
		return &Refusal{"No game can start from here: " + us + " has no legal move, and so has lost already."}
	case outcome.Reason == byStalemate && outcome.Result == wins[p.turn]:
		return &Refusal{"No game can start from here: " + us + " has no legal move, and so has won already."}
	case outcome.Reason == byStalemate:
		return &Refusal{"No game can start from here: " + us + " has no legal move, it is stalemate already."}
	case outcome.Reason == byDead:
		return &Refusal{"No game can start from here: with these men nobody can win, the position is dead."}
	case outcome.Over():
		return &Refusal{"No game can start from here: by its move counter the game would be drawn at once."}
	}
	return nil
}
