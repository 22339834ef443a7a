package mail

import (
	"context"
	"strings"
	"testing"
	"time"

	"postrider/store"
)

// between is a game of Ann and Bob after the moves, all of whose mails have gone.
func between(t *testing.T, terms store.Terms, moves ...string) (w *world, ann, bob person, game string) {
	w = newWorld(t, "")
	ann, bob = w.join("Ann"), w.join("Bob")
	w.must(w.store.SetZone(t.Context(), bob.id, "Asia/Tokyo"))
	game = w.game(ann, bob, terms)
	w.play(game, moves...)
	if len(moves) > 0 {
		w.mail("move")
	}
	return w, ann, bob, game
}

func ask(s *store.Store, kind string, n int) func(context.Context, store.Deed) error {
	return func(ctx context.Context, d store.Deed) error {
		_, err := s.Ask(ctx, d, kind, n)
		return err
	}
}

func grant(s *store.Store, kind string) func(context.Context, store.Deed) error {
	return func(ctx context.Context, d store.Deed) error { return s.Answer(ctx, d, kind, true) }
}

func TestRequestMails(t *testing.T) {
	w, ann, bob, game := between(t, store.Terms{Variant: "chess"}, "e4", "e5", "Nf3")
	w.do(ask(w.store, store.Takeback, 1), game, ann)
	m := w.mail("asked")
	if m.subject != "Ann: asks to take back 2. Nf3 (Chess)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "The next move ends the request.", "Your move is due in 3 days")
	w.do(grant(w.store, store.Takeback), game, bob)
	m = w.mail("granted")
	m.says(t, "Bob agreed to your takeback", "It is your turn.", "stays in the game's record")
	w.do(ask(w.store, store.Pause, 20), game, bob)
	e := w.next("asked")
	w.mail("asked").says(t, "Bob asks for a pause of 20 days", "Moves can be made all the same.")
	w.do(grant(w.store, store.Pause), game, ann)
	w.dropped(e)
	w.mail("granted").says(t, "Ann agreed to a pause", "No clock of this game runs until Sunday 20 December, 14:00 JST")
	w.do(ask(w.store, store.Resume, 0), game, ann)
	w.mail("asked").says(t, "Ann asks to go on with the game")
	w.do(grant(w.store, store.Resume), game, bob)
	w.mail("granted").says(t, "Bob agreed to go on", "It is your turn.", "Your move is due in 3 days")
	w.do(w.store.GiveTime, game, bob)
	w.mail("moretime").says(t, "Bob gave you a day more", "Your move is due in 4 days")
	w.empty()
}

func TestVacationMails(t *testing.T) {
	w, _, bob, game := between(t, store.Terms{Variant: "chess"}, "e4")
	v, err := w.store.TakeVacation(t.Context(), bob.id, "2026-12-02", "2026-12-10")
	w.must(err)
	m := w.mail("vacation")
	m.says(t, "Bob goes on vacation", "away from Tuesday 1 December, 15:00 UTC until Thursday 10 December, 15:00 UTC. In that time no clock of Bob runs")
	w.must(w.store.EndVacation(t.Context(), bob.id, v.ID, ""))
	v, err = w.store.TakeVacation(t.Context(), bob.id, "", "2026-12-01")
	w.must(err)
	e := w.next("vacation")
	w.must(w.store.EndVacation(t.Context(), bob.id, v.ID, ""))
	w.dropped(e)
	w.must(w.store.EnvelopeDropped(t.Context(), e.ID, ""))

	w.must(w.store.SetAutoVacation(t.Context(), bob.id, true))
	g, err := w.store.Game(t.Context(), game)
	w.must(err)
	w.turn(time.Unix(g.DeadlineAt+60, 0).Sub(w.store.Now()))
	w.must(w.store.Sweep(t.Context()))
	w.mail("vacation").says(t, "Bob's time had run out, so a vacation has begun by itself, until Friday 4 December, 05:00 UTC.")
	w.mail("autovacation").says(t, "Your vacation has begun by itself", "Your time against Ann had run out", "Your clock stands still until Friday 4 December, 14:00 JST.")
	w.empty()
}

func TestConditionalMails(t *testing.T) {
	w, ann, _, game := between(t, store.Terms{Variant: "chess"}, "e4")
	line := func(moves string) func(context.Context, store.Deed) error {
		return func(ctx context.Context, d store.Deed) error { return w.store.SaveLine(ctx, d, strings.Fields(moves)) }
	}
	w.do(line("e5 Nf3 Nc6 Bb5"), game, ann)
	w.play(game, "e5")
	m := w.mail("move") // to Bob, at whose move the server stopped
	if m.subject != "Ann: 2. Nf3 (Chess)" || strings.Contains(m.text, "onditional") {
		t.Errorf("subject %q, text %s", m.subject, m.text)
	}
	m = w.mail("played")
	if m.subject != "Bob: your 2. Nf3 was played (Chess)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "Bob played as you had foreseen, and 2. Nf3 was played for you, as you had told us.", "It is Bob's turn.")
	w.play(game, "d6")
	w.mail("move").says(t, "Bob played 2… d6", "The moves that you had planned ahead no longer fit, and are dropped.")
	w.empty()
}

// What the opponent writes with a move that the server answers at once reaches the reader all the same, and so do all moves that were made then.
func TestConditionalChainMail(t *testing.T) {
	w, ann, bob, game := between(t, store.Terms{Variant: "chess"}, "e4")
	w.do(func(ctx context.Context, d store.Deed) error {
		return w.store.SaveLine(ctx, d, strings.Fields("e5 Nf3 Nc6 Bb5 a6 Ba4"))
	}, game, ann)
	w.do(func(ctx context.Context, d store.Deed) error {
		return w.store.SaveLine(ctx, d, strings.Fields("e5 Nf3 Nc6 Bb5 a6"))
	}, game, bob)
	g, err := w.store.Game(t.Context(), game)
	w.must(err)
	_, err = w.store.Play(t.Context(), w.deed(g, bob.id), "e5", "Hello\n– Bob", false)
	w.must(err)
	w.mail("move").says(t, "3. Bb5", "2… Nc6 and 3… a6 were played for you")
	m := w.mail("played")
	m.says(t, "2. Nf3, 3. Bb5 and 4. Ba4 were played for you", "Bob writes", "Hello", "– Bob", "1. e4    e5")
	w.empty()
}

func TestMessageAndRematchMails(t *testing.T) {
	w, ann, bob, game := between(t, store.Terms{Variant: "chess"}, "e4", "e5")
	for _, text := range []string{"Hello <Bob>", "How are you?"} {
		w.must(w.store.Write(t.Context(), game, ann.id, text))
	}
	m := w.mail("message")
	if m.subject != "Ann: a message (Chess)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "Ann writes to you", "Hello <Bob>", "How are you?", "Only the two of you can read it.")
	w.do(w.store.Resign, game, bob)
	w.mail("end")
	_, _, err := w.store.Rematch(t.Context(), game, bob.id)
	w.must(err)
	m = w.mail("rematch")
	m.says(t, "Bob offers you a rematch of Chess", "You would play Black, Bob White.")
	if strings.Contains(m.text, "install") {
		t.Error("who has played here is told that there is nothing to install")
	}
	if m.subject != "Bob: a rematch (Chess)" || m.header.Get("List-Unsubscribe") == "" {
		t.Errorf("subject %q", m.subject)
	}
	w.empty()
}

func TestWarningMails(t *testing.T) {
	w, _, _, _ := between(t, store.Terms{Variant: "chess", Clock: store.Bank(10*86400, 86400, 14*86400)}, "e4", "e5")
	w.turn(9 * 24 * time.Hour) // of 11
	w.must(w.store.Sweep(t.Context()))
	w.mail("reminder").says(t, "most of your time for this move has passed")
	w.turn(25 * time.Hour)
	w.must(w.store.Sweep(t.Context()))
	w.mail("lastday").says(t, "your time for this move runs out within a day", "If it runs out, you lose the game.")
}

// A message that is written while the mail about the one before is under way has a mail of its own; those that wait are told in one.
func TestMessageWrittenMeanwhile(t *testing.T) {
	w, ann, _, game := between(t, store.Terms{Variant: "chess"}, "e4", "e5")
	w.must(w.store.Write(t.Context(), game, ann.id, "first words"))
	e := w.next("message")
	subject, raw, err := w.p.compose(t.Context(), e)
	w.must(err)
	w.must(w.store.Write(t.Context(), game, ann.id, "second words"))
	w.must(w.store.EnvelopeSent(t.Context(), e.ID, subject, "250 ok", nil))
	if text := takeApart(t, raw).text; strings.Contains(text, "second") {
		t.Errorf("the first mail says %s", text)
	}
	m := w.mail("message")
	m.says(t, "second words")
	if strings.Contains(m.text, "first words") {
		t.Error("the first words are told twice")
	}
	w.empty()
}

func TestRemindersSayWhatHappens(t *testing.T) {
	for _, c := range []struct {
		fen, want string
		auto      bool
	}{
		{"", "If it runs out, you lose the game.", false},
		{"", "If it runs out, a day of your vacation begins by itself", true},
		{"7k/8/8/8/8/8/Q7/K7 w - - 0 1", "If it runs out, the game is drawn: Bob has nothing left to win with.", false},
	} {
		w := newWorld(t, "")
		ann, bob := w.join("Ann"), w.join("Bob")
		game := w.game(ann, bob, store.Terms{Variant: "chess", FEN: c.fen})
		moves := []string{"e4", "e5"}
		if c.fen != "" {
			moves = []string{"Qb2+", "Kh7"}
		}
		w.play(game, moves...)
		w.mail("move")
		w.must(w.store.SetAutoVacation(t.Context(), ann.id, c.auto))
		w.turn(60 * time.Hour)
		w.must(w.store.Sweep(t.Context()))
		w.mail("reminder").says(t, c.want)
	}
}
