package mail

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"postrider/rules"
	"postrider/store"
)

// digested is a world in which Bob gets a digest at eight, and Ann and Zoë play with him; it is five in the morning.
func digested(t *testing.T) (w *world, ann, bob, zoe person) {
	w = newWorld(t, "")
	ann, bob, zoe = w.join("Ann"), w.join("Bob"), w.join("Zoë")
	w.must(w.store.SetWishes(t.Context(), bob.id, store.MailWishes{Moves: store.InDigest, Hour: 8, Reminders: true, Invitations: true}))
	return w, ann, bob, zoe
}

// sweep turns the clock and lets the store do what has fallen due.
func (w *world) sweep(d time.Duration) {
	w.Helper()
	w.turn(d)
	w.must(w.store.Sweep(w.Context()))
}

// others takes the mails that are not to that address out of the outbox, up to the first that is.
func (w *world) others(to string) {
	w.Helper()
	for {
		e, _, err := w.store.NextEnvelope(w.Context())
		if errors.Is(err, store.ErrNotFound) || err == nil && e.To == to {
			return
		}
		w.must(err)
		w.must(w.store.EnvelopeSent(w.Context(), e.ID, "", "250 ok", nil))
	}
}

func TestDigestMail(t *testing.T) {
	w, ann, bob, zoe := digested(t)
	slow := w.game(ann, bob, store.Terms{Variant: "chess", Title: "Winter cup"})
	quick := w.game(zoe, bob, store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(1)})
	first := w.game(bob, ann, store.Terms{Variant: "crazyhouse", Clock: store.DaysAMove(5)})
	for _, game := range []string{slow, quick} {
		g, err := w.store.Game(t.Context(), game)
		w.must(err)
		_, err = w.store.Play(t.Context(), w.deed(g, g.Seats[0].PlayerID), "e4", map[string]string{slow: "Good luck!\nI begin <mildly>."}[game], game == slow)
		w.must(err)
	}
	w.must(w.store.Write(t.Context(), quick, zoe.id, "-- \nHow do you do?"))
	w.do(ask(w.store, store.Pause, 20), quick, zoe)
	w.empty() // nothing at once
	w.sweep(2 * time.Hour)
	w.empty()
	w.sweep(time.Hour)
	m := w.mail("digest")
	if m.subject != "3 games wait for you (Monday 30 November)" || m.header.Get("List-Unsubscribe") == "" || m.header.Get("References") != "" {
		t.Errorf("subject %q, header %v", m.subject, m.header)
	}
	m.says(t, "Zoë played 1. e4 (Pyrrhus Chess)", "Your move is due in 21 hours, by Tuesday 1 December, 05:00 UTC.", "Zoë asks for a pause of 20 days. You can agree or refuse",
		"Zoë writes to you: “-- How do you do?”", "Ann played 1. e4 (Chess, “Winter cup”)", "Ann writes: “Good luck! I begin <mildly>.”",
		"Ann offers a draw.", "The first move against Ann is yours (Crazyhouse)", "Your move is due in 4 days and 21 hours", "once a day")
	if at := []int{strings.Index(m.text, quick), strings.Index(m.text, slow), strings.Index(m.text, first)}; at[0] < 0 || at[0] > at[1] || at[1] > at[2] {
		t.Errorf("the games stand at %v:\n%s", at, m.text)
	}
	if strings.Contains(m.text, "else has happened") || len(m.links("/games/")) != 3 || m.images != 3 {
		t.Errorf("%d pictures, text\n%s", m.images, m.text)
	}
	w.sweep(time.Hour)
	w.empty()
	w.sweep(16 * time.Hour)
	w.mail("reminder").says(t, "Zoë waits for your move after 1. e4", "most of your time for this move has passed") // at once, also with a digest
	w.empty()
}

// TestDigestNews: what else has happened is told once.
func TestDigestNews(t *testing.T) {
	w, ann, bob, zoe := digested(t)
	resigned := w.game(ann, bob, store.Terms{Variant: "chess"})
	away := w.game(zoe, bob, store.Terms{Variant: "chess"})
	second := w.game(zoe, bob, store.Terms{Variant: "chess"})
	planned := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(resigned, "e4")
	w.do(ask(w.store, store.Takeback, 1), resigned, ann)
	w.do(w.store.Resign, resigned, ann)
	for _, game := range []string{away, second} {
		w.do(w.store.GiveTime, game, zoe)
	}
	_, err := w.store.TakeVacation(t.Context(), zoe.id, "", "2026-12-03")
	w.must(err)
	w.do(func(ctx context.Context, d store.Deed) error {
		return w.store.SaveLine(ctx, d, strings.Fields("e4 e5 Nf3 Nc6 d4 d6"))
	}, planned, bob)
	w.play(planned, "e4")
	g, err := w.store.Game(t.Context(), planned)
	w.must(err)
	_, err = w.store.Play(t.Context(), w.deed(g, ann.id), "Nf3", "", false)
	w.must(err)
	w.others(addressOf("Bob"))
	w.sweep(3 * time.Hour)
	m := w.mail("digest")
	if m.subject != "News of 4 games (Monday 30 November)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "You won against Ann (Chess)", "Ann resigned. Black wins, 0-1.", "Zoë gave you a day more.", "1… e5 and 2… Nc6 were played for you, as you had told us.",
		"Zoë is on vacation until Friday 4 December, 00:00 UTC.")
	if n := strings.Count(m.text, "vacation"); n != 1 || strings.Contains(m.text, "asks to take back") {
		t.Errorf("%d times of the vacation:\n%s", n, m.text)
	}
	w.others(addressOf("Bob"))
	w.sweep(24 * time.Hour)
	w.others(addressOf("Bob"))
	w.empty() // told once, and nothing waits

	g, err = w.store.Game(t.Context(), planned)
	w.must(err)
	_, err = w.store.Play(t.Context(), w.deed(g, ann.id), "Bc4", "", false) // which Bob has not foreseen
	w.must(err)
	w.sweep(24 * time.Hour)
	m = w.mail("digest")
	if m.subject != "1 game waits for you (Wednesday 2 December)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "Ann played 3. Bc4 (Chess)", "The moves that you had planned ahead no longer fit, and are dropped.")
}

// TestDigestLosesNoNews: however many games there are, what has happened is told, since no later digest tells it.
func TestDigestLosesNoNews(t *testing.T) {
	for _, waits := range []bool{true, false} {
		w, _, bob, zoe := digested(t)
		white, black, heading, boards := zoe, bob, "News of 25 games", 0
		if waits {
			white, black, heading, boards = bob, zoe, "27 games wait for you", digestBoards
			for range 2 { // more urgent, but nothing has happened
				w.game(white, black, store.Terms{Variant: "chess", Clock: store.DaysAMove(1)})
			}
		}
		for i := range 25 {
			game := w.game(white, black, store.Terms{Variant: "chess"})
			w.must(w.store.Write(t.Context(), game, zoe.id, fmt.Sprintf("Word %d.", i)))
		}
		w.others(addressOf("Bob"))
		w.sweep(3 * time.Hour)
		m := w.mail("digest")
		if m.subject != heading+" (Monday 30 November)" || m.images != boards {
			t.Errorf("subject %q, %d pictures", m.subject, m.images)
		}
		for i := range 25 {
			m.says(t, fmt.Sprintf("Zoë writes to you: “Word %d.”", i))
		}
		if n := len(m.links("/games/")); n != 25 {
			t.Errorf("%d games are told of", n)
		}
		if waits {
			m.says(t, "That is not all: under that address you find 2 games more in which the move is yours.")
		} else if strings.Contains(m.text, "not all") {
			t.Errorf("not all is told:\n%s", m.text)
		}
	}
}

// TestDigestCountsWhatItTells: a vacation is told once, and games with nothing else are not counted.
func TestDigestCountsWhatItTells(t *testing.T) {
	w, _, bob, zoe := digested(t)
	for range 3 {
		w.game(zoe, bob, store.Terms{Variant: "chess"})
	}
	_, err := w.store.TakeVacation(t.Context(), zoe.id, "", "2026-12-03")
	w.must(err)
	w.others(addressOf("Bob"))
	w.sweep(3 * time.Hour)
	m := w.mail("digest")
	if m.subject != "News of 1 game (Monday 30 November)" || len(m.links("/games/")) != 1 {
		t.Errorf("subject %q, text\n%s", m.subject, m.text)
	}
}

// TestDigestIsOfThePresent: it is rendered when it is sent; a late one is left to the next, and one with nothing to tell is dropped.
func TestDigestIsOfThePresent(t *testing.T) {
	w, ann, bob, _ := digested(t)
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(game, "e4")
	w.sweep(3 * time.Hour)
	e := w.next("digest")
	w.play(game, "e5")
	w.dropped(e)
	w.others(addressOf("Bob"))
	g, err := w.store.Game(t.Context(), game)
	w.must(err)
	_, err = w.store.Play(t.Context(), w.deed(g, ann.id), "Nf3", "", false)
	w.must(err)
	w.turn(17 * time.Hour) // the relay is away until one in the night: better now than in seven hours
	w.dropped(w.next("digest"))
	w.turn(-5 * time.Hour) // at eight in the evening
	subject, _, err := w.p.compose(t.Context(), e)
	if err != nil || subject != "1 game waits for you (Monday 30 November)" {
		t.Errorf("the late digest is about %q, %v", subject, err)
	}
	w.sweep(12 * time.Hour) // the next day's drops it
	if late := w.next("digest"); late.Day != "2026-12-01" {
		t.Errorf("the digest is of %s", late.Day)
	}
	w.mail("digest").says(t, "Ann played 2. Nf3 (Chess)")
	w.must(w.store.SetGameMail(t.Context(), game, bob.id, store.NoMail))
	w.sweep(24 * time.Hour)
	w.empty()
	if g, err := w.store.Game(t.Context(), game); err != nil || g.Seats[rules.Black].Mail != store.NoMail {
		t.Errorf("the game is %+v, %v", g, err)
	}
}

func TestTestMail(t *testing.T) {
	w, _, bob, _ := digested(t)
	w.must(w.store.SetWishes(t.Context(), bob.id, store.MailWishes{Moves: store.NoMail, Off: true}))
	w.must(w.store.SendTest(t.Context(), bob.id))
	m := w.mail("test")
	if m.subject != "A test mail (Postrider)" || m.header.Get("List-Unsubscribe") != "" || len(m.links("/mail")) != 1 {
		t.Errorf("subject %q, text\n%s", m.subject, m.text)
	}
	m.says(t, "Mail arrives, Bob", "add games@post.example to your contacts")
}

// TestEveryKindIsWritten: a kind of mail that nobody writes would fail for good.
func TestEveryKindIsWritten(t *testing.T) {
	w := newWorld(t, "")
	for _, kind := range store.MailKinds() {
		_, err := w.p.write(t.Context(), store.Envelope{Kind: kind, To: "a@example.com", Game: "none"}, reader{zone: time.UTC, now: w.store.Now()})
		if bad := (*unfit)(nil); errors.As(err, &bad) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
