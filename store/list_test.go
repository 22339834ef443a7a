package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

func TestLists(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.join("Ann"), w.join("Bob"), w.join("Eve")
	start := func(white, black Player, days int) string {
		terms := w.terms()
		terms.Clock = DaysAMove(days)
		return w.start(white, black, terms)
	}
	over, theirs, slow, quick := start(ann, bob, 1), start(bob, ann, 2), start(ann, bob, 9), start(ann, bob, 4)
	w.pass(time.Minute)
	must(t, w.Resign(w.ctx(), Deed{over, bob.ID, 0, -1}))
	w.pass(time.Minute)
	_, err := w.Play(w.ctx(), Deed{slow, ann.ID, 0, -1}, "e2e4", "", false)
	must(t, err)
	_, err = w.Play(w.ctx(), Deed{slow, bob.ID, 1, -1}, "e7e5", "", false)
	must(t, err)
	is := func(what string, list []Game, err error, want ...string) {
		t.Helper()
		ids := make([]string, 0, len(list))
		for _, g := range list {
			ids = append(ids, g.ID)
		}
		if err != nil || strings.Join(ids, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v, %v; want %v", what, ids, err, want)
		}
	}
	list, err := w.Waiting(w.ctx(), ann.ID)
	is("waiting for Ann", list, err, quick, slow)
	list, err = w.Waiting(w.ctx(), bob.ID)
	is("waiting for Bob", list, err, theirs)
	list, err = w.WaitingForOthers(w.ctx(), ann.ID)
	is("waiting for others", list, err, theirs)
	list, _, err = w.FinishedOf(w.ctx(), ann.ID, 1)
	is("finished", list, err, over)
	if list, _, err = w.PublicGames(w.ctx(), 1, 0); len(list) != 4 || list[0].ID != slow {
		t.Errorf("all games: %+v, %v", list, err)
	}
	if list, _, err = w.PublicGames(w.ctx(), 1, ann.ID); len(list) != 0 || err != nil {
		t.Errorf("all games but Ann's: %+v, %v", list, err)
	}
	if list, _, err = w.PublicGames(w.ctx(), 1, eve.ID); len(list) != 4 || err != nil {
		t.Errorf("all games but Eve's: %+v, %v", list, err)
	}
	if list, page, err := w.GamesOf(w.ctx(), bob.ID, 0); len(list) != 4 || page != (Page{Number: 1}) {
		t.Errorf("Bob's games: %+v, %+v, %v", list, page, err)
	}
	if n, err := w.CountWaiting(w.ctx(), ann.ID); n != 2 || err != nil {
		t.Errorf("%d games wait for Ann, %v", n, err)
	}
	for n := range pageRows {
		must(t, w.exec(`INSERT INTO games (id, definition, title, white_id, black_id, clock, start_fen, fen, turn, started_at, last_at, deadline_at)
			SELECT ?, definition, title, white_id, black_id, clock, start_fen, fen, turn, 0, 0, deadline_at FROM games WHERE id = ?`, fmt.Sprintf("game%06d", n), quick))
	}
	if list, err := w.Waiting(w.ctx(), ann.ID); len(list) != pageRows || err != nil {
		t.Errorf("%d games are listed as waiting for Ann, %v", len(list), err)
	}
	if n, err := w.CountWaiting(w.ctx(), ann.ID); n != pageRows+2 || err != nil {
		t.Errorf("%d games wait for Ann, %v", n, err)
	}
	if list, err := w.WaitingForOthers(w.ctx(), bob.ID); len(list) != pageRows || err != nil {
		t.Errorf("%d games of Bob's are listed as waiting for others, %v", len(list), err)
	}
	if n, err := w.CountWaitingForOthers(w.ctx(), bob.ID); n != pageRows+2 || err != nil {
		t.Errorf("%d games of Bob's wait for others, %v", n, err)
	}
	first, page, err := w.PublicGames(w.ctx(), 1, 0)
	if len(first) != pageRows || page != (Page{1, true}) || err != nil {
		t.Errorf("the first page has %d games, %+v, %v", len(first), page, err)
	}
	second, page, err := w.PublicGames(w.ctx(), 2, 0)
	if len(second) != 4 || page != (Page{2, false}) || err != nil {
		t.Errorf("the second page has %d games, %+v, %v", len(second), page, err)
	}
}

// TestWaitingForAnswers: what the opponent asks for waits on the opponent's turn too, and the game is then in no other list.
func TestWaitingForAnswers(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	counts := func(what string, white, black int) { // games that wait for each, of the one there is
		t.Helper()
		for side, want := range []int{white, black} {
			id := m.players[side].ID
			list, err := m.Waiting(m.ctx(), id)
			n, errCount := m.CountWaiting(m.ctx(), id)
			if must(t, errors.Join(err, errCount)); len(list) != want || n != want {
				t.Errorf("%s: for %s %d games wait, %d by number; want %d", what, m.players[side].Name, len(list), n, want)
			}
			others, err := m.WaitingForOthers(m.ctx(), id)
			n, errCount = m.CountWaitingForOthers(m.ctx(), id)
			if must(t, errors.Join(err, errCount)); len(others) != 1-want || n != 1-want {
				t.Errorf("%s: %s waits in %d games, %d by number; want %d", what, m.players[side].Name, len(others), n, 1-want)
			}
			for _, g := range append(list, others...) {
				if log := m.log(); !slices.Equal(g.Requests, log.Requests) || g.Times != log.Times {
					t.Errorf("%s: %+v is listed, the log has %+v", what, g, log.Game)
				}
			}
		}
	}
	counts("White's turn", 1, 0)
	for _, kind := range []string{Takeback, Pause} {
		m.ask(rules.White, kind, 1)
		counts("asked for a "+kind, 1, 1)
		must(t, m.Answer(m.ctx(), m.deed(rules.Black), kind, false))
		counts("refused", 1, 0)
	}
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White)))
	counts("a draw is offered", 1, 1)
	must(t, m.DeclineDraw(m.ctx(), m.deed(rules.Black)))
	counts("declined", 1, 0)
	m.play("g1f3")
	counts("Black's turn", 0, 1)
	m.ask(rules.Black, Pause, 5)
	m.grant(rules.White, Pause)
	counts("paused", 0, 1)
	m.ask(rules.Black, Resume, 0)
	counts("asked to go on", 1, 1)

	// those with a move to make come first, whatever the time
	quick := m.start(m.players[1], m.players[0], Terms{Variant: "chess", Clock: DaysAMove(1), Side: "white"})
	slow := m.start(m.players[0], m.players[1], Terms{Variant: "chess", Clock: DaysAMove(30), Side: "white"})
	must(t, m.OfferDraw(m.ctx(), Deed{quick, m.players[1].ID, 0, -1}))
	list, err := m.Waiting(m.ctx(), m.players[0].ID)
	if must(t, err); len(list) != 3 || list[0].ID != slow || list[1].ID != quick || list[2].ID != m.id {
		t.Errorf("the order is %+v", list)
	}
}
