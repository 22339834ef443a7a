package store

import (
	"fmt"
	"slices"
)

// Step is one thing that happened in a game, in its order. Of a move, Move or Taken says what was played.
type Step struct {
	*Event
	Move  *Move      // that stands
	Taken *TakenMove // that was taken back later
}

// Played is the move of a step, or nil.
func (s Step) Played() *Move {
	if s.Taken != nil {
		return &s.Taken.Move
	}
	return s.Move
}

// Steps are the events of a log with their moves. An error says what of them is missing.
func (l *Log) Steps() ([]Step, error) {
	steps := make([]Step, len(l.Events))
	var line []int // the steps whose moves stand, by ply
	for i := range l.Events {
		e := &l.Events[i]
		steps[i].Event = e
		switch e.Kind {
		case "move":
			line = append(line, i)
		case "takeback":
			if e.N < 1 || e.N > int64(len(line)) {
				return nil, fmt.Errorf("event %d takes back %d plies, and %d had been played", e.Seq, e.N, len(line))
			}
			from := len(line) - int(e.N)
			for j, s := range line[from:] {
				at := slices.IndexFunc(l.Taken, func(m TakenMove) bool { return m.Seq == e.Seq && m.Ply == from+j+1 })
				if at < 0 {
					return nil, fmt.Errorf("ply %d, which event %d takes back, is missing", from+j+1, e.Seq)
				}
				steps[s].Taken = &l.Taken[at]
			}
			line = line[:from]
		}
	}
	if len(line) != len(l.Moves) {
		return nil, fmt.Errorf("by its events the game has %d plies, and %d moves stand there", len(line), len(l.Moves))
	}
	for ply, i := range line {
		steps[i].Move = &l.Moves[ply]
	}
	return steps, nil
}

// course is what was played, move by move, with what was taken back.
func (l *Log) course() ([]string, error) {
	steps, err := l.Steps()
	if err != nil {
		return nil, fmt.Errorf("read how game %s went: %w", l.ID, err)
	}
	var course []string
	for _, s := range steps {
		switch s.Kind {
		case "move":
			course = append(course, s.Played().Text)
		case "takeback":
			course = append(course, fmt.Sprintf("takeback %d", s.N))
		}
	}
	return course, nil
}
