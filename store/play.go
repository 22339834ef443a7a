package store

import (
	"context"
	"fmt"

	"postrider/rules"
)

// Deed names a game, who does something in it, and which position that player saw.
type Deed struct {
	Game   string
	Player int64
	Ply    int // plies played when the player looked
	Seq    int // events then; -1: not sent. Events that only concern time make no deed stale
}

// seat finds the game of a deed and the side of who does it. ErrNotFound, ErrForbidden.
func (t *tx) seat(d Deed) (Game, rules.Side, error) {
	g, err := gameBy(context.Background(), t, d.Game)
	if err != nil {
		return Game{}, rules.White, err
	}
	side, ok := g.SideOf(d.Player)
	if !ok {
		return Game{}, rules.White, ErrForbidden
	}
	return g, side, nil
}

// ready checks that a deed finds the game as its player saw it: being played, in time, at that ply. Where time has run out and no sweep has
// come by, the game is flagged now and the deed refused.
func (t *tx) ready(g *Game, d Deed) error {
	if g.overdue(t.now) {
		text := fmt.Sprintf("The time of %s ran out at %s, before this arrived. The game is over.", g.Seats[g.Turn].Name, clockTime(g.DeadlineAt))
		if err := t.runOut(g); err != nil {
			return err
		}
		return kept{&Invalid{"", text}}
	}
	if d.Ply != g.Ply || d.Seq >= 0 && (d.Seq < g.loudSeq || d.Seq > g.Seq) {
		return ErrStale
	}
	if g.Over() {
		return invalid("", "The game is over: nothing more can be done in it.")
	}
	return nil
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
	var m Move
	var events []Event
	var rec *rules.Record
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := t.seat(d)
		if err != nil {
			return err
		}
		before, again, err := t.sentAgain(&g, side, d, text, comment, offerDraw)
		if err != nil || again {
			m = before
			return err
		}
		if err := t.ready(&g, d); err != nil {
			return err
		}
		if g.Turn != side {
			return invalid("move", "It is %s's turn: yours comes after that move.", g.Seats[g.Turn].Name)
		}
		if rec, err = t.record(&g); err != nil {
			return err
		}
		m, err = t.play(&g, rec, side, text, comment, offerDraw)
		events = t.events
		return err
	})
	if err != nil {
		return Move{}, fmt.Errorf("play in game %.20q: %w", d.Game, err)
	}
	s.histories.grow(d.Game, m, events, rec)
	return m, nil
}

// sentAgain finds the game's last move where the deed is that very move once more: a double click, or a reload.
func (t *tx) sentAgain(g *Game, side rules.Side, d Deed, text, comment string, offerDraw bool) (Move, bool, error) {
	if g.Ply == 0 || d.Ply != g.Ply-1 || g.Turn == side {
		return Move{}, false, nil
	}
	past, err := t.store.history(context.Background(), t, g)
	if err != nil {
		return Move{}, false, err
	}
	last, fen := past.moves[g.Ply-1], g.StartFEN
	if !past.offers(last, offerDraw) {
		return Move{}, false, nil
	}
	if g.Ply > 1 {
		fen = past.moves[g.Ply-2].FEN
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

// play does what a move does to a game that is ready for it, and to its record.
func (t *tx) play(g *Game, rec *rules.Record, side rules.Side, text, comment string, offerDraw bool) (Move, error) {
	p := rec.Position()
	m, err := p.Parse(text)
	if err != nil {
		return Move{}, refusal("move", err)
	}
	if comment, err = cleanComment(comment); err != nil {
		return Move{}, err
	}
	rec.Play(m)
	after := rec.Position()
	had, left, err := t.moved(g, side)
	if err != nil {
		return Move{}, err
	}
	made := Move{had: had, left: left, Ply: g.Ply + 1, Side: side, Text: p.Text(m), SAN: p.SAN(m), FEN: after.FEN(), At: t.now, Comment: comment}
	g.Ply, g.FEN, g.Turn, g.LastSAN, g.LastAt = made.Ply, made.FEN, after.Turn(), made.SAN, t.now
	g.DrawOffer = -1
	g.Claim, _ = rec.Claim()
	if err := t.event(g, side, "move"); err != nil {
		return Move{}, err
	}
	if err := t.exec(`INSERT INTO moves (game_id, ply, seq, side, text, san, fen, at, comment, had, left, conditional)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, g.ID, made.Ply, g.Seq, side, made.Text, made.SAN, made.FEN, made.At, made.Comment, had, left, made.Conditional); err != nil {
		return Move{}, err
	}
	if o := rec.Outcome(); o.Over() {
		return made, t.end(g, side, "end", o, side.Other())
	}
	return made, t.goOn(g, side, offerDraw)
}

// goOn finishes a move after which the game goes on.
func (t *tx) goOn(g *Game, side rules.Side, offerDraw bool) error {
	moved := g.Seq
	if err := t.beginTurn(g); err != nil {
		return err
	}
	if offerDraw {
		g.DrawOffer = int(side)
		if err := t.event(g, side, "offer"); err != nil {
			return err
		}
	}
	if err := t.save(g); err != nil {
		return err
	}
	if err := t.overtake(g); err != nil {
		return err
	}
	return t.tell(g, side.Other(), "move", moved)
}

// Resign gives the game up, on either side's turn.
func (s *Store) Resign(ctx context.Context, d Deed) error {
	return s.deed(ctx, "resign", d, func(t *tx, g *Game, side rules.Side) error {
		return t.end(g, side, "resign", won(side.Other(), "resignation"), side.Other())
	})
}
