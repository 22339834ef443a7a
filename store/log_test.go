package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

func TestShowComments(t *testing.T) {
	m := newMatch(t, chess(""))
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "secret", false)
	must(t, err)
	show := func(side rules.Side, allow bool) error {
		return m.ShowComments(m.ctx(), m.id, m.players[side].ID, allow)
	}
	seen := func(want string) {
		t.Helper()
		l, err := m.Log(m.ctx(), m.id, 0)
		must(t, err)
		if l.Moves[0].Comment != want {
			t.Fatalf("all see %q, want %q", l.Moves[0].Comment, want)
		}
	}
	wantInvalid(t, show(rules.White, true), "")
	must(t, m.Resign(m.ctx(), m.deed(rules.Black)))
	must(t, show(rules.White, true))
	seen("")
	must(t, show(rules.Black, true))
	must(t, show(rules.Black, true))
	seen("secret")
	must(t, show(rules.White, false))
	seen("")
	wantErr(t, m.ShowComments(m.ctx(), m.id, 99, true), ErrForbidden)
	wantErr(t, m.ShowComments(m.ctx(), "nothing", 1, true), ErrNotFound)
	l, err := m.Log(m.ctx(), m.id, 0)
	must(t, err)
	if len(l.Events) != l.Seq || l.Events[l.Seq-1].Kind != "comments" {
		t.Fatalf("the events are %+v", l.Events)
	}
}

// TestHistoriesAreBounded: long comments in many games fill no memory, and no history is lost by that.
func TestHistoriesAreBounded(t *testing.T) {
	var c historyCache
	long := Move{Comment: strings.Repeat("x", 4*CommentLetters)}
	for n := range 400 {
		game := fmt.Sprint(n)
		c.put(game, history{seq: 1, moves: slices.Repeat([]Move{long}, 20), events: make([]Event, 1)})
		c.grow(game, played{made: []Move{long}, events: []Event{{Seq: 2}}})
		if h, ok := c.get(game, 2); !ok || len(h.moves) != 21 || h.bytes != h.size() {
			t.Fatalf("history %d: %d moves, %d bytes", n, len(h.moves), h.bytes)
		}
	}
	bytes := 0
	for _, h := range c.games {
		bytes += h.size()
	}
	if bytes > cachedBytes || bytes != c.bytes || len(c.games) < 20 || len(c.games) > cachedGames {
		t.Errorf("%d histories of %d bytes, said to have %d", len(c.games), bytes, c.bytes)
	}
	c.put("huge", history{moves: slices.Repeat([]Move{long}, 2000)})
	if _, ok := c.get("huge", 0); ok || c.bytes > cachedBytes {
		t.Errorf("a game too long is kept, %d bytes", c.bytes)
	}
	for n := range 2 * cachedGames {
		c.put(fmt.Sprint(n), history{})
	}
	if len(c.games) > cachedGames {
		t.Errorf("%d histories", len(c.games))
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		start string
		ply   int
		want  string
	}{{"w - - 0 1", 1, "1."}, {"w - - 0 1", 2, "1…"}, {"w - - 0 1", 13, "7."}, {"b - - 0 1", 1, "1…"}, {"b - - 0 1", 2, "2."}, {"w - - 3 13", 1, "13."},
		{"b - - 3 17", 1, "17…"}, {"b - - 3 17", 4, "19."}} {
		w := newMatch(t, chess("4k3/8/8/8/8/8/4P3/4K3 "+c.start))
		l, err := w.Log(w.ctx(), w.id, 0)
		must(t, err)
		if got := l.Number(c.ply); got != c.want {
			t.Errorf("ply %d from %q: %q, not %q", c.ply, c.start, got, c.want)
		}
	}
}

// TestMoreKindsOfEvents: the schema leaves room for takebacks and pauses; SQLite cannot change a CHECK.
func TestMoreKindsOfEvents(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4")
	must(t, m.exec(`INSERT INTO events (game_id, seq, ply, side, kind, at) VALUES (?, 99, 1, 1, 'takeback', 0)`, m.id))
}

// TestWhatWasRolledBackIsNotRemembered: a refused move takes back the vacation that began before it, and the log does not show it.
func TestWhatWasRolledBackIsNotRemembered(t *testing.T) {
	m := newMatch(t, bank())
	ann := m.players[0]
	m.start(ann, m.players[1], chess("")) // in which Ann forgets her move
	must(t, m.SetAutoVacation(m.ctx(), ann.ID, true))
	m.pass(3*day + 10*time.Minute)
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e5", "", false)
	wantInvalid(t, err, "move")
	m.pass(time.Hour)
	must(t, m.Sweep(m.ctx()))
	shown := m.log().Events
	m.histories.games = nil
	if stored := m.log().Events; !slices.Equal(shown, stored) {
		t.Errorf("the log shows %+v, and holds %+v", shown, stored)
	}
}
