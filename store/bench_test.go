package store

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"postrider/rules"
)

// shuffle is a game of 40 plies without captures, checks and repetitions of the third kind.
var shuffle = []string{"g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "f1e2", "f8e7", "e1g1", "e8g8", "d2d3", "d7d6", "c1d2", "c8d7", "a2a3", "a7a6",
	"h2h3", "h7h6", "d1e1", "d8e8", "a1d1", "a8d8", "g1h1", "g8h8", "f1g1", "f8g8", "e1f1", "e8f8", "b2b3", "b7b6", "g2g3", "g7g6", "f1g2", "f8g7",
	"d2c1", "d7c8", "d1d2", "d8d7", "e2d1", "e7d8"}

// benchMatch is a store on the disk of the tests, with a game of so many plies.
func benchMatch(b *testing.B, plies int) (*Store, string, [2]int64) {
	b.Helper()
	ctx := context.Background()
	s, err := Open(ctx, filepath.Join(b.TempDir(), "postrider.db"), Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	var players [2]int64
	for side, name := range []string{"Ann", "Bob"} {
		if err := s.SignUp(ctx, name, name+"@example.com", "", ""); err != nil {
			b.Fatal(err)
		}
		e, _, err := s.NextEnvelope(ctx)
		if err != nil {
			b.Fatal(err)
		}
		c, err := s.Confirm(ctx, e.Token, 0)
		if err != nil {
			b.Fatal(err)
		}
		players[side] = c.Player.ID
		if err := s.EnvelopeSent(ctx, e.ID, "", "", nil); err != nil {
			b.Fatal(err)
		}
	}
	i, err := s.Invite(ctx, players[0], Terms{Variant: "chess", Clock: DaysAMove(3), Side: "white"}, "", "")
	if err != nil {
		b.Fatal(err)
	}
	id, err := s.Accept(ctx, i.Token, players[1])
	if err != nil {
		b.Fatal(err)
	}
	for ply, move := range shuffle[:plies] {
		if _, err := s.Play(ctx, Deed{id, players[ply%2], ply, -1}, move, "", false); err != nil {
			b.Fatal(err)
		}
	}
	return s, id, players
}

// BenchmarkPlay plays a game of 40 plies over and over; between two rounds its rows are cleared while the clock of the benchmark stands.
func BenchmarkPlay(b *testing.B) {
	s, id, players := benchMatch(b, 0)
	ctx := context.Background()
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		ply := n % len(shuffle)
		if ply == 0 {
			b.StopTimer()
			restart(b, s, id)
			b.StartTimer()
		}
		if _, err := s.Play(ctx, Deed{id, players[ply%2], ply, -1}, shuffle[ply], "a comment", false); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBareTransaction writes the rows that a move writes, and does nothing else.
func BenchmarkBareTransaction(b *testing.B) {
	s, id, players := benchMatch(b, 0)
	ctx := context.Background()
	const fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		ply := n % len(shuffle)
		if ply == 0 {
			b.StopTimer()
			restart(b, s, id)
			b.StartTimer()
		}
		tx, err := s.writer.BeginTx(ctx, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, do := range []struct {
			query string
			args  []any
		}{
			{`INSERT INTO events (game_id, seq, ply, side, kind, at) VALUES (?, ?, ?, ?, 'move', ?)`, []any{id, ply + 2, ply + 1, ply % 2, 1790000000}},
			{`INSERT INTO moves (game_id, ply, seq, side, text, san, fen, at, comment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'a comment')`,
				[]any{id, ply + 1, ply + 2, ply % 2, shuffle[ply], shuffle[ply], fen, 1790000000}},
			{`UPDATE games SET fen = ?, ply = ?, seq = ?, turn = ?, last_san = ?, last_at = ?, deadline_at = ? WHERE id = ?`,
				[]any{fen, ply + 1, ply + 2, (ply + 1) % 2, shuffle[ply], 1790000000, 1790000000, id}},
			{`UPDATE outbox SET status = 'dropped' WHERE game_id = ? AND status = 'waiting'`, []any{id}},
			{`INSERT INTO outbox (kind, recipient, player_id, game_id, side, event_seq, message_id, created_at, due_at) VALUES ('move', 'x@example.com', ?, ?, ?, ?, ?, ?, ?)`,
				[]any{players[(ply+1)%2], id, (ply + 1) % 2, ply + 2, fmt.Sprint(n), 1790000000, 1790000000}},
		} {
			if _, err := tx.Exec(do.query, do.args...); err != nil {
				b.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
}

// restart takes a game back to its start.
func restart(b *testing.B, s *Store, id string) {
	b.Helper()
	err := s.tx(context.Background(), func(t *tx) error {
		for _, query := range []string{`DELETE FROM moves WHERE game_id = ?`, `DELETE FROM events WHERE game_id = ? AND seq > 1`, `DELETE FROM outbox WHERE game_id = ?`,
			`UPDATE games SET ply = 0, seq = 1, fen = start_fen, turn = 0, claim = '' WHERE id = ?`} {
			if err := t.exec(query, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	s.histories.games = nil
}

// BenchmarkLog reads a log of 40 plies, as the log page does.
func BenchmarkLog(b *testing.B) {
	s, id, players := benchMatch(b, len(shuffle))
	ctx, cancel := context.WithCancel(context.Background()) // a request's can be cancelled
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		l, err := s.Log(ctx, id, players[rules.White])
		if err != nil || len(l.Moves) != len(shuffle) {
			b.Fatal(len(l.Moves), err)
		}
	}
}

// BenchmarkPlayer reads who is signed in.
func BenchmarkPlayer(b *testing.B) {
	s, _, players := benchMatch(b, 0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Player(ctx, players[0]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOutage gives the time of an outage back to a thousand games, which is one transaction.
func BenchmarkOutage(b *testing.B) {
	s, _, players := benchMatch(b, 0)
	ctx, now := context.Background(), time.Now()
	s.options.Now = func() time.Time { return now }
	start, terms, err := completeTerms(Terms{Variant: "chess", Clock: DaysAMove(30)})
	if err == nil {
		err = s.tx(ctx, func(t *tx) error {
			for range 1000 {
				if _, err := t.startGame(start, terms, players[0], players[1]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		now = now.Add(time.Hour)
		if err := s.Beat(ctx); err != nil {
			b.Fatal(err)
		}
	}
}
