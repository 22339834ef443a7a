package store

import (
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

// TestNothingRescuesAClock: neither the wish for automatic vacation nor a day that becomes free again, between the deadline and the next sweep.
func TestNothingRescuesAClock(t *testing.T) {
	for name, rescue := range map[string]func(m *match, p Player, planned Vacation) error{
		"wish": func(m *match, p Player, _ Vacation) error {
			must(m.t, m.SetAutoVacation(m.ctx(), p.ID, false))
			return m.SetAutoVacation(m.ctx(), p.ID, true)
		},
		"day": func(m *match, p Player, planned Vacation) error { return m.EndVacation(m.ctx(), p.ID, planned.ID, "") },
	} {
		m := newMatch(t, chess(""))
		m.play("e2e4", "e7e5")
		ann := m.players[0]
		var planned Vacation
		if name == "day" {
			must(t, m.SetAutoVacation(m.ctx(), ann.ID, true))
			planned = m.away(ann, "2026-11-20", "2026-12-19") // all thirty
		}
		m.pass(3*day + 10*time.Second)
		must(t, rescue(m, ann, planned))
		must(t, m.Sweep(m.ctx()))
		if g := m.game(m.id); !g.Over() || g.Reason != "time" {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

// TestBothAskForAPause: it is as long as both want it.
func TestBothAskForAPause(t *testing.T) {
	m := newMatch(t, chess(""))
	m.ask(rules.White, Pause, 90)
	granted, err := m.Ask(m.ctx(), m.deed(rules.Black), Pause, 3)
	must(t, err)
	if e := m.log().Events; !granted || e[len(e)-1].N != 3 {
		t.Errorf("granted %v: %+v", granted, e)
	}
}

// TestVacationIsToldWhereMailIsWanted, although the opponent wants none about the game with the least time left.
func TestVacationIsToldWhereMailIsWanted(t *testing.T) {
	m := newMatch(t, chess(""))
	ann, bob := m.players[0], m.players[1]
	m.pass(time.Hour)
	second := m.start(ann, bob, chess(""))
	must(t, m.SetGameMail(m.ctx(), m.id, bob.ID, NoMail))
	_, err := m.TakeVacation(m.ctx(), ann.ID, "", "2026-10-28")
	must(t, err)
	if e := m.mail("vacation", bob.Email); e.Game != second {
		t.Errorf("told in %s, want %s", e.Game, second)
	}
}

// TestRequestOutlivesTheMove: who asks for a pause and moves before the mail has gone has asked all the same.
func TestRequestOutlivesTheMove(t *testing.T) {
	m := newMatch(t, chess(""))
	_, err := m.Ask(m.ctx(), m.deed(rules.White), Pause, 10)
	must(t, err)
	kinds := map[string]bool{}
	for _, e := range m.move("e2e4") {
		kinds[strings.Fields(e)[0]] = true
	}
	if !kinds["asked"] || !kinds["move"] {
		t.Errorf("the mails are %v", kinds)
	}
}

// TestDrawOfferAfterATakeback: the offer that went with the move that was taken back counts no more.
func TestDrawOfferAfterATakeback(t *testing.T) {
	m := newMatch(t, chess(""))
	_, err := m.Play(m.ctx(), m.deed(rules.White), "g1f3", "", true)
	must(t, err)
	m.mails()
	m.ask(rules.White, Takeback, 1)
	m.grant(rules.Black, Takeback)
	m.play("e2e4")
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White)))
}

// TestLogHoldsItsOwnEvents: what a deed brings about in another game is no event of this one.
func TestLogHoldsItsOwnEvents(t *testing.T) {
	m := newMatch(t, bank())
	ann := m.players[0]
	m.start(ann, m.players[1], chess("")) // in which Ann forgets her move
	must(t, m.SetAutoVacation(m.ctx(), ann.ID, true))
	m.log()
	m.pass(3*day + 10*time.Minute)
	m.move("e2e4")
	kept := m.log().Events
	m.histories.games = nil
	stored := m.log().Events
	if len(kept) != len(stored) {
		t.Fatalf("kept %+v, stored %+v", kept, stored)
	}
	for i := range kept {
		if kept[i] != stored[i] {
			t.Errorf("kept %+v, stored %+v", kept[i], stored[i])
		}
	}
}

func TestLongLinesAreRefusedAtOnce(t *testing.T) {
	m := newMatch(t, chess(""))
	err := m.SaveLine(m.ctx(), m.deed(rules.White), make([]string, maxConditions+1))
	wantInvalid(t, err, "line", "200 moves at most")
}
