package store

import (
	"context"
	"fmt"
	"slices"

	"postrider/rules"
)

// Deed names a game, who does something in it, and which position that player saw.
type Deed struct {
	Game   string
	Player int64
	Ply    int // plies played when the player looked
	Seq    int // events then; -1: not sent. Events that only concern time make no deed stale
}

// seat is seatOf for a deed, which may come before the first sweep after an outage.
func (t *tx) seat(d Deed) (Game, rules.Side, error) {
	if err := t.awake(); err != nil {
		return Game{}, rules.White, err
	}
	return seatOf(context.Background(), t, d.Game, d.Player)
}

// ready checks that a deed finds the game as its player saw it: being played, in time, at that ply. Where time has run out and no sweep has
// come by, the game is flagged now and the deed refused; or a vacation has begun by itself, and it is done.
func (t *tx) ready(g *Game, d Deed) error {
	if err := t.beginAutoVacations(g); err != nil {
		return err
	}
	if g.overdue(t.now) {
		reader, err := playerBy(context.Background(), t, `id = ?`, d.Player)
		if err != nil {
			return err
		}
		text := fmt.Sprintf("The time of %s ran out at %s, before this arrived. The game is over.", g.Seats[g.Turn].Name, clockTime(g.DeadlineAt, reader.Location()))
		if err := t.runOut(g); err != nil {
			return err
		}
		if g.Over() {
			return kept{&Invalid{"", text}}
		}
	}
	if g.Stale(d) {
		return ErrStale
	}
	if g.Over() {
		return invalid("", "The game is over: nothing more can be done in it.")
	}
	return nil
}

// Stale says whether whoever does a deed saw another game than this one: at another ply, or before an event that did not only concern time.
func (g *Game) Stale(d Deed) bool {
	return d.Ply != g.Ply || d.Seq >= 0 && (d.Seq < g.loudSeq || d.Seq > g.Seq)
}

// deed runs do in a transaction in which the game is ready for the deed.
func (s *Store) deed(ctx context.Context, what string, d Deed, do func(t *tx, g *Game, side rules.Side) error) error {
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := t.seat(d)
		if err != nil {
			return err
		}
		if err := t.ready(&g, d); err != nil {
			return err
		}
		return do(t, &g, side)
	})
	return orWrap(err, "%s in game %.20q", what, d.Game)
}

// Play plays a move, and tells the opponent. *Invalid{"move"} with the rules' sentence, *Invalid{"comment"}; ErrStale where the game has gone on
// since; ErrForbidden; ErrNotFound. The identical move sent again by the same player, with the same comment and offer, succeeds and changes nothing. An offer of the opponent's
// lapses; one of the player's own lives on only if offerDraw says so again.
func (s *Store) Play(ctx context.Context, d Deed, text, comment string, offerDraw bool) (Move, error) {
	var p played
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := t.seat(d)
		if err != nil {
			return err
		}
		before, again, err := t.sentAgain(&g, side, d, text, comment, offerDraw)
		if err != nil || again {
			p.made = []Move{before}
			return err
		}
		if err := t.ready(&g, d); err != nil {
			return err
		}
		p, err = t.move(&g, side, text, comment, offerDraw)
		return err
	})
	if err != nil {
		return Move{}, fmt.Errorf("play in game %.20q: %w", d.Game, err)
	}
	s.histories.grow(d.Game, p)
	return p.made[0], nil
}

// played is what a transaction has added to a game's history: the move and the conditional ones after it, their events, and the record as they left it.
type played struct {
	made   []Move
	events []Event
	record *rules.Record
}

// move plays a move of side's in a game that is ready for it.
func (t *tx) move(g *Game, side rules.Side, text, comment string, offerDraw bool) (p played, err error) {
	if g.Turn != side {
		return p, invalid("move", "It is %s's turn: yours comes after that move.", g.Seats[g.Turn].Name)
	}
	if p.record, err = t.record(g); err != nil {
		return p, err
	}
	p.made, err = t.play(g, p.record, text, comment, offerDraw)
	p.events = t.events[g.ID]
	return p, err
}

// sentAgain finds the move that a deed is once more: a double click, or a reload. Nothing has been played since but conditional moves.
func (t *tx) sentAgain(g *Game, side rules.Side, d Deed, text, comment string, offerDraw bool) (Move, bool, error) {
	if g.Ply == 0 || d.Ply < 0 || d.Ply >= g.Ply {
		return Move{}, false, nil
	}
	past, err := t.store.history(context.Background(), t, g)
	if err != nil {
		return Move{}, false, err
	}
	last, fen := past.moves[d.Ply], g.StartFEN
	if last.Side != side || !past.offers(last, offerDraw) || slices.ContainsFunc(past.moves[d.Ply+1:], func(m Move) bool { return !m.Conditional }) {
		return Move{}, false, nil
	}
	if d.Ply > 0 {
		fen = past.moves[d.Ply-1].FEN
	}
	v, err := t.store.variant(context.Background(), t, g.Definition)
	if err != nil {
		return Move{}, false, err
	}
	p, err := v.ParseFEN(fen)
	if err != nil {
		return Move{}, false, fmt.Errorf("read the position before the last move: %w", err)
	}
	m, err := p.Parse(text)
	if err != nil { // another move, then: and that comes too late
		return Move{}, false, nil
	}
	cleaned, err := cleanComment(comment)
	return last, err == nil && p.Text(m) == last.Text && cleaned == last.Comment, nil
}

// offers says whether a move was made with an offer of a draw, or else without one, as wanted. One that ended the game was made with either.
func (h history) offers(m Move, wanted bool) bool {
	offered := false
	for _, e := range h.events {
		if e.Ply != m.Ply || e.Side != m.Side || e.At != m.At {
			continue
		}
		if e.Kind == "end" {
			return true
		}
		offered = offered || e.Kind == "offer"
	}
	return offered == wanted
}

// record gives the game's record: what the move before has left, or else one from the stored positions.
func (t *tx) record(g *Game) (*rules.Record, error) {
	if rec := t.store.histories.takeRecord(g.ID, g.Seq); rec != nil {
		return rec, nil
	}
	v, err := t.store.variant(context.Background(), t, g.Definition)
	if err != nil {
		return nil, err
	}
	past, err := t.store.history(context.Background(), t, g)
	if err != nil {
		return nil, err
	}
	fens := make([]string, 0, len(past.moves)+1)
	fens = append(fens, g.StartFEN)
	for _, m := range past.moves {
		fens = append(fens, m.FEN)
	}
	return v.Resume(fens)
}

// play makes a move of the side to move in a game that is ready for it, and then the conditional moves that fit, with all that comes of that. A move with an offer of a
// draw is not answered by the server: the offer is for a person.
func (t *tx) play(g *Game, rec *rules.Record, text, comment string, offerDraw bool) (made []Move, err error) {
	side, p := g.Turn, rec.Position()
	m, err := p.Parse(text)
	if err != nil {
		return nil, refusal("move", err)
	}
	if comment, err = cleanComment(comment); err != nil {
		return nil, err
	}
	if err := t.closeRequest(g, Takeback); err != nil {
		return nil, err
	}
	g.unfit[side] = 0
	for ok := true; ok; {
		one, err := t.makeMove(g, rec, m, Move{Comment: comment, Conditional: len(made) > 0})
		if err != nil {
			return nil, err
		}
		comment, made = "", append(made, one)
		if offerDraw || rec.Outcome().Over() {
			break
		}
		if m, ok, err = t.answer(g, rec.Position()); err != nil {
			return nil, err
		}
	}
	return made, t.goOn(g, rec.Outcome(), made, offerDraw)
}

// makeMove makes one move: the position, the clocks, the event and the move's row.
func (t *tx) makeMove(g *Game, rec *rules.Record, m rules.Move, made Move) (Move, error) {
	p, side := rec.Position(), g.Turn
	rec.Play(m)
	after := rec.Position()
	made.Ply, made.Side, made.Text, made.SAN, made.FEN, made.At = g.Ply+1, side, p.Text(m), p.SAN(m), after.FEN(), t.now
	var err error
	if made.Had, made.Left, err = t.moved(g, side); err != nil {
		return Move{}, err
	}
	g.Ply, g.FEN, g.Turn, g.LastSAN, g.LastAt, g.DrawOffer = made.Ply, made.FEN, after.Turn(), made.SAN, t.now, -1
	g.Claim, _ = rec.Claim()
	if err := t.event(g, side, "move"); err != nil {
		return Move{}, err
	}
	if err := t.writeMove(g.ID, g.Seq, made); err != nil {
		return Move{}, err
	}
	if err := t.beginTurn(g); err != nil {
		return Move{}, err
	}
	return made, t.follow(g, made)
}

// goOn finishes moves that were made: the end of the game, or else the mail to who is to move. Where the server has made some, the other one is told of them
// too, once.
func (t *tx) goOn(g *Game, o rules.Outcome, made []Move, offerDraw bool) error {
	last := made[len(made)-1]
	tell := []rules.Side{last.Side.Other()}
	if len(made) > 1 {
		tell = append(tell, last.Side)
	}
	if o.Over() {
		return t.end(g, last.Side, "end", o, tell...)
	}
	moved := g.Seq
	if offerDraw {
		g.DrawOffer = int(last.Side)
		if err := t.event(g, last.Side, "offer"); err != nil {
			return err
		}
	}
	if err := t.save(g); err != nil {
		return err
	}
	if err := t.overtake(g); err != nil {
		return err
	}
	if err := t.tell(g, tell[0], "move", moved); err != nil || len(tell) == 1 {
		return err
	}
	return t.tell(g, tell[1], "played", moved)
}

// Resign gives the game up, on either side's turn.
func (s *Store) Resign(ctx context.Context, d Deed) error {
	return s.deed(ctx, "resign", d, (*tx).resign)
}

func (t *tx) resign(g *Game, side rules.Side) error {
	return t.end(g, side, "resign", won(side.Other(), "resignation"), side.Other())
}
