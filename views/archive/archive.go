// Package archive writes logs of games as files and reads them back: PGN (pgn.go, pgnread.go), JSON (json.go), and zips of both (zip.go). Import (import.go) takes
// files into a store.
//
// What is read says only what the file says. Replay plays it by the rules, move by move, moves that were taken back too, and compares each position with the file's.
package archive

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"postrider/rules"
	"postrider/store"
)

// Record is a game as a file tells it. Of the log counts what one can read of it; ids of players and how clocks stand now are not there.
type Record struct {
	store.Log
	Text    string // the flattened definition, "" where the file does not hold it (Definition is its hash, "" in files of others)
	Start   string // FEN in which games of the variant begin, ""
	Address string // of the log's page, ""; its id is Log.ID
	Source  string // an address or a place: where a game was first that had been taken in from a file before, or that the file of another program names; ""
	LeftOut string // what of the file is not kept, in words; ""

	Foreign bool  // no file of ours: what ended the game may be missing, and there are no positions to compare
	wrong   error // what of the file cannot be read
}

// Of is a log as it is written into files. What stands between the players is left out for whom it is not meant. v is the game's variant, text its definition; site is
// what links begin with.
func Of(l store.Log, v *rules.Variant, text, site string) *Record {
	l.Events = slices.Clone(l.Events)
	if !l.Privy {
		l.Events = slices.DeleteFunc(l.Events, func(e store.Event) bool { return Private(e.Kind) })
	}
	r := &Record{Log: l, Text: text, Start: v.Start().FEN(), Address: site + "/games/" + l.ID}
	if from, ok := l.TakenIn(); ok {
		r.Events[0].What = "" // it is about the log here
		if from != store.FromFile {
			r.Source = from
		}
	}
	return r
}

// Private says whether only the two players are told of a kind of event: what they offer and ask as long as nothing comes of it.
func Private(kind string) bool {
	return slices.Contains([]string{"offer", "decline", "ask", "refuse", "withdraw"}, kind)
}

// complete makes events of the moves where the file has none, and numbers them from 1.
func (r *Record) complete() error {
	if !slices.ContainsFunc(r.Events, func(e store.Event) bool { return e.Kind == "start" || e.Kind == "move" }) {
		if len(r.Taken) > 0 {
			return errors.New("moves were taken back, and no event says when")
		}
		for i, m := range r.Moves {
			r.Events = slices.Insert(r.Events, i, store.Event{Kind: "move", At: m.At, Ply: i + 1})
		}
	}
	if len(r.Events) == 0 || r.Events[0].Kind != "start" {
		r.Events = slices.Insert(r.Events, 0, store.Event{Kind: "start", At: r.StartedAt})
	}
	seqs := make(map[int]int, len(r.Events))
	for i := range r.Events {
		seqs[r.Events[i].Seq], r.Events[i].Seq = i+1, i+1
	}
	for i := range r.Taken {
		r.Taken[i].Seq = seqs[r.Taken[i].Seq]
	}
	r.Seq = len(r.Events)
	return nil
}

// Replay plays the record by the rules of v and fills in what follows from them: sides, canonical and readable texts, positions, numbers of events. A move that is not legal and a
// position that is not the file's are errors, which name the ply and both.
func (r *Record) Replay(v *rules.Variant) error {
	if r.wrong != nil {
		return r.wrong
	}
	if err := r.sound(); err != nil {
		return err
	}
	start := v.Start()
	if r.StartFEN != "" {
		var err error
		if start, err = v.ParseFEN(r.StartFEN); err != nil {
			return fmt.Errorf("its start: %w", err)
		}
	}
	r.Start, r.StartFEN, r.Variant, r.VariantTitle = v.Start().FEN(), start.FEN(), v.Key(), v.Title()
	if err := r.complete(); err != nil {
		return err
	}
	steps, err := r.Steps()
	if err != nil {
		return err
	}
	line, taken := []rules.Position{start}, 0
	for _, s := range steps {
		if s.Taken != nil {
			taken++
		}
		last := line[len(line)-1]
		switch s.Kind {
		case "start":
			s.Side = last.Turn()
		case "move":
			next, err := r.play(last, s.Played(), len(line))
			if err != nil {
				return err
			}
			s.Side, line = last.Turn(), append(line, next)
		case "takeback":
			line = line[:len(line)-int(s.N)]
		}
		s.Ply = len(line) - 1
	}
	if taken < len(r.Taken) {
		return fmt.Errorf("%d moves stand there as taken back, and %d were by the events", len(r.Taken), taken)
	}
	return r.finish(line)
}

// play makes one move of the record from p, as the ply of that number.
func (r *Record) play(p rules.Position, m *store.Move, ply int) (rules.Position, error) {
	written := m.Text
	move, err := p.Parse(written)
	if err != nil {
		return p, fmt.Errorf("ply %d (%s %s): %w", ply, r.Number(ply), cut(written), err)
	}
	next := p.Play(move)
	if m.FEN != "" {
		said, err := p.Variant().ParseFEN(m.FEN)
		if err != nil {
			return p, fmt.Errorf("ply %d (%s %s): the file’s position: %w", ply, r.Number(ply), p.SAN(move), err)
		}
		if said.FEN() != next.FEN() {
			return p, fmt.Errorf("ply %d (%s %s): the position is %s, and in the file it is %s", ply, r.Number(ply), p.SAN(move), next.FEN(), m.FEN)
		}
	}
	m.Ply, m.Side, m.Text, m.SAN, m.FEN = ply, p.Turn(), p.Text(move), p.SAN(move), next.FEN()
	return next, nil
}

// finish compares the end with what the file says of it.
func (r *Record) finish(line []rules.Position) error {
	end := line[len(line)-1]
	if r.FEN != "" {
		said, err := end.Variant().ParseFEN(r.FEN)
		if err != nil {
			return fmt.Errorf("the file’s last position: %w", err)
		}
		if said.FEN() != end.FEN() {
			return fmt.Errorf("after the last move, ply %d, the position is %s, and in the file it is %s", len(line)-1, end.FEN(), r.FEN)
		}
	}
	r.FEN, r.Turn, r.Ply = end.FEN(), end.Turn(), len(line)-1
	rec := rules.NewRecord(line[0])
	for i, m := range r.Moves {
		move, err := line[i].Parse(m.Text)
		if err != nil {
			return err
		}
		rec.Play(move)
	}
	return r.conclude(rec.Outcome())
}

// conclude checks the result against how the game stands by the rules, o, and says why it ended where the file does not.
func (r *Record) conclude(o rules.Outcome) error {
	decided := o.Reason == "checkmate" || o.Reason == "stalemate"
	switch {
	case r.Result == "":
		r.Result = "*"
	case !slices.Contains([]string{"*", "1-0", "0-1", "1/2-1/2"}, r.Result):
		return fmt.Errorf("“%s” is no result; there are 1-0, 0-1, 1/2-1/2 and *", cut(r.Result))
	}
	if decided && r.Result != o.Result && (r.Result != "*" || !r.Foreign) {
		return fmt.Errorf("by its last position the game has ended %s (%s), and in the file with %s", o.Result, o.Reason, r.Result)
	}
	switch {
	case decided, o.Over() && r.Result == o.Result && r.Reason == "":
		r.Result, r.Reason = o.Result, o.Reason
	case r.Reason != "":
	case r.Result == "*":
		r.Reason = store.Unfinished
	default:
		r.Reason = "as recorded"
	}
	r.Status = "finished"
	if r.EndedAt == 0 {
		r.EndedAt = r.lastAt()
	}
	return nil
}

// endings are the kinds of events that end a game.
var endings = [...]string{"end", "accept", "claim", "resign", "flag", "abort"}

// lastAt is when the game ended by its events, or else when the last of them was.
func (r *Record) lastAt() int64 {
	at := r.StartedAt
	for _, e := range r.Events {
		if slices.Contains(endings[:], e.Kind) {
			return e.At
		}
		at = max(at, e.At)
	}
	return at
}

// FileName is a name for a file with the game, of players, variant and id, with the ending given: "Ann-Bob-pyrrhus-tXLBPaSQjP.pgn".
func (r *Record) FileName(ending string) string {
	name := ""
	for _, part := range []string{r.Seats[rules.White].Name, r.Seats[rules.Black].Name, r.Variant} {
		letters := []rune(part)
		name += string(letters[:min(len(letters), 20)]) + "-" // names of files have at most 255 bytes
	}
	return strings.Map(func(c rune) rune {
		switch {
		case unicode.IsLetter(c), unicode.IsDigit(c), unicode.IsMark(c):
			return c
		}
		return '-'
	}, name) + r.ID + ending
}

// cut shortens what stands in a file so that it can be quoted.
func cut(text string) string { return rules.Cut(text, 60) }
