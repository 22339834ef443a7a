package store

import (
	"testing"
	"time"

	"postrider/rules"
)

func (m *match) ask(side rules.Side, kind string, n int) {
	m.t.Helper()
	must(m.t, m.tryToAsk(side, kind, n))
	m.mail("asked", m.players[side.Other()].Email)
}

func (m *match) tryToAsk(side rules.Side, kind string, n int) error {
	_, err := m.Ask(m.ctx(), m.deed(side), kind, n)
	return err
}

func (m *match) grant(side rules.Side, kind string) {
	m.t.Helper()
	must(m.t, m.Answer(m.ctx(), m.deed(side), kind, true))
	m.mail("granted", m.players[side.Other()].Email)
}

func (m *match) log() Log {
	m.t.Helper()
	l, err := m.Log(m.ctx(), m.id, m.players[0].ID)
	must(m.t, err)
	return l
}

// TestPauseWhileAway: where a vacation and a pause hold a clock one after the other, it is said what holds it until it runs again.
func TestPauseWhileAway(t *testing.T) {
	m := newMatch(t, chess(""))
	m.at("2026-10-24 20:00")
	m.play("e2e4")
	m.away(m.players[1], "", "2026-10-30")
	m.pass(day)
	m.ask(rules.White, Pause, 20)
	m.grant(rules.Black, Pause)
	if at := m.game(m.id).Times[1]; at.Still != "pause" || at.StillUntil != m.clock().Unix()+20*daySeconds {
		t.Errorf("the vacation is over before the pause: %+v", at)
	}
}

func TestPause(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	m.pass(day)
	m.ask(rules.Black, Pause, 20)
	if l := m.log(); len(l.Requests) != 1 || l.Requests[0].Side != rules.Black || l.Requests[0].N != 20 || l.Events[len(l.Events)-1].What != Pause {
		t.Fatalf("asked: %+v", l.Requests)
	}
	wantInvalid(t, m.Answer(m.ctx(), m.deed(rules.Black), Pause, true), "action", "Ann")
	m.grant(rules.White, Pause)
	now := m.clock().Unix()
	if g := m.game(m.id); g.DeadlineAt != now+22*daySeconds || g.Times[0].Still != "pause" || g.Times[0].StillUntil != now+20*daySeconds || g.Times[0].Left != 2*daySeconds {
		t.Fatalf("paused: %+v", g)
	}
	wantInvalid(t, m.tryToAsk(rules.Black, Pause, 20), "action", "already")
	m.pass(5 * day)
	must(t, m.Sweep(m.ctx()))
	m.play("g1f3") // allowed, and ends nothing
	if g := m.game(m.id); g.DeadlineAt != now+23*daySeconds || g.Times[1].Still != "pause" {
		t.Fatalf("after a move: %+v", g)
	}
	m.ask(rules.White, Resume, 0)
	if granted, err := m.Ask(m.ctx(), m.deed(rules.Black), Resume, 0); !granted || err != nil { // both want it
		t.Errorf("granted %v, %v", granted, err)
	}
	m.mail("granted", "ann@example.com")
	if g := m.game(m.id); g.DeadlineAt != m.clock().Unix()+3*daySeconds || !g.Times[1].Running {
		t.Fatalf("resumed: %+v", g)
	}
	wantInvalid(t, m.tryToAsk(rules.White, Resume, 0), "action", "not paused")
}

// TestPauseEnds by itself, whoever was there or not.
func TestPauseEnds(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	m.ask(rules.White, Pause, 10)
	m.grant(rules.Black, Pause)
	m.pass(13 * day)
	must(t, m.Sweep(m.ctx()))
	if m.over() {
		t.Fatal("flagged in time")
	}
	m.pass(time.Second)
	must(t, m.Sweep(m.ctx()))
	m.ended("0-1", "time")
}

// TestStandstillsOverlap: vacation, pause and outage at once give their time once.
func TestStandstillsOverlap(t *testing.T) {
	m := newMatch(t, chess(""))
	m.at("2026-10-24 00:00")
	m.play("e2e4", "e7e5")
	m.away(m.players[0], "2026-10-25", "2026-10-28")
	m.ask(rules.White, Pause, 3) // to the 27th
	m.grant(rules.Black, Pause)
	m.at("2026-10-26 00:00")
	m.alive()
	m.at("2026-10-30 00:00") // an outage to the 30th
	must(t, m.Beat(m.ctx()))
	if g := m.game(m.id); g.DeadlineAt != time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC).Unix() || g.Times[0].Left != 3*daySeconds {
		t.Errorf("%+v", g)
	}
}

func TestRequestsRefused(t *testing.T) {
	m := newMatch(t, chess(""))
	ask := m.tryToAsk
	wantInvalid(t, ask(rules.White, Takeback, 1), "action", "no such move")
	wantInvalid(t, ask(rules.White, Pause, 91), "days", "90")
	wantInvalid(t, ask(rules.White, Pause, 0), "days", "90")
	wantInvalid(t, ask(rules.White, "a coffee", 1), "action")
	m.play("e2e4")
	wantInvalid(t, ask(rules.White, Takeback, 2), "action")
	wantInvalid(t, ask(rules.White, Takeback, 3), "action")
	m.ask(rules.White, Takeback, 1)
	must(t, ask(rules.White, Takeback, 1)) // once more is nothing
	m.noMail()
	must(t, m.Answer(m.ctx(), m.deed(rules.Black), Takeback, false))
	m.noMail()
	wantInvalid(t, ask(rules.White, Takeback, 1), "action", "Bob has refused")
	wantInvalid(t, m.Answer(m.ctx(), m.deed(rules.Black), Takeback, true), "action", "Ann")
	for range maxAsked {
		m.ask(rules.Black, Pause, 5)
		must(t, m.Answer(m.ctx(), m.deed(rules.Black), Pause, false)) // taken back
	}
	wantInvalid(t, ask(rules.Black, Pause, 5), "action", "3 times")
	m.play("e7e5")
	m.ask(rules.Black, Takeback, 1)
	m.play("g1f3") // the request lapses
	wantInvalid(t, m.Answer(m.ctx(), m.deed(rules.White), Takeback, true), "action")
	if l := m.log(); len(l.Requests) != 0 || len(l.Moves) != 3 {
		t.Errorf("%+v", l)
	}
	for range maxAsked {
		m.ask(rules.White, Takeback, 1)
		must(t, m.Answer(m.ctx(), m.deed(rules.White), Takeback, false))
	}
	wantInvalid(t, ask(rules.White, Takeback, 1), "action", "3 times")
	m.ask(rules.Black, Takeback, 2)
	m.grant(rules.White, Takeback) // since then nobody has asked, although it is the same ply soon
	m.play("e7e5", "g1f3")
	m.ask(rules.White, Takeback, 1)
}

func TestTakeback(t *testing.T) {
	m := newMatch(t, bank())
	m.pass(day)
	m.play("e2e4")
	m.pass(2 * day)
	m.play("e7e5")
	m.pass(time.Hour)
	_, err := m.Play(m.ctx(), m.deed(rules.White), "d1h5", "", true)
	must(t, err)
	m.mails()
	stale := m.deed(rules.Black)
	m.pass(5 * time.Hour)
	m.ask(rules.White, Takeback, 1)
	m.grant(rules.Black, Takeback)
	g := m.game(m.id)
	if g.Ply != 2 || g.Turn != rules.White || g.LastSAN != "e5" || g.DrawOffer != -1 || g.FEN[:8] != "rnbqkbnr" {
		t.Fatalf("%+v", g)
	}
	// White had 10 days again after 1.e4 and an hour less at the queen's move; Black 9 days after 1...e5
	if g.Times[0].Left != 10*daySeconds-3600 || g.Times[1].Left != 9*daySeconds || g.DeadlineAt != m.clock().Unix()+10*daySeconds-3600 {
		t.Errorf("the clocks are %+v", g.Times)
	}
	l := m.log()
	if len(l.Moves) != 2 || len(l.Taken) != 1 || l.Taken[0].SAN != "Qh5" || l.Taken[0].Seq != l.Seq || l.Events[len(l.Events)-1].Kind != "takeback" || l.Events[len(l.Events)-1].N != 1 {
		t.Fatalf("the log is %+v", l)
	}
	stale.Ply = 2
	_, err = m.Play(m.ctx(), stale, "d7d6", "", false)
	wantErr(t, err, ErrStale)
	m.play("g1f3", "b8c6")

	m.ask(rules.White, Takeback, 2)
	m.grant(rules.Black, Takeback)
	if g := m.game(m.id); g.Ply != 2 || g.Times[0].Left != 10*daySeconds-3600 || g.Times[1].Left != 9*daySeconds {
		t.Errorf("two plies: %+v", g)
	}
	m.play("f2f4", "e5f4", "g1f3")
	if l := m.log(); len(l.Moves) != 5 || l.Moves[2].SAN != "f4" || len(l.Taken) != 3 {
		t.Errorf("the log is %+v", l)
	}
}

// TestTakebackToTheStart leaves a clock that runs out.
func TestTakebackToTheStart(t *testing.T) {
	m := newMatch(t, chess(""))
	m.pass(day)
	m.play("e2e4")
	m.ask(rules.White, Takeback, 1)
	m.grant(rules.Black, Takeback)
	g := m.game(m.id)
	if g.Ply != 0 || g.LastSAN != "" || g.FEN != g.StartFEN || g.LastAt != g.StartedAt || g.DeadlineAt != m.clock().Unix()+2*daySeconds {
		t.Fatalf("%+v", g)
	}
	m.pass(2*day + time.Second)
	must(t, m.Sweep(m.ctx()))
	m.mails()
	m.ended("*", "aborted")
}

// TestTakebackKeepsGivenTime: what was given before the move is in its clock, and what was given after it stays given.
func TestTakebackKeepsGivenTime(t *testing.T) {
	for _, terms := range []Terms{chess(""), bank()} {
		m := newMatch(t, terms)
		give := func(side rules.Side) {
			must(t, m.GiveTime(m.ctx(), m.deed(side)))
			m.mails()
		}
		start := m.game(m.id).Times[0].Left
		give(rules.Black)
		m.play("e2e4")
		give(rules.Black)
		m.play("e7e5")
		give(rules.White)
		m.play("g1f3")
		give(rules.Black)
		m.ask(rules.Black, Takeback, 2)
		m.grant(rules.White, Takeback)
		afterMove := m.log().Moves[0].Had
		if terms.Clock.IsBank() {
			afterMove = terms.Clock.after(afterMove)
		} else {
			afterMove = start
		}
		if g := m.game(m.id); g.Ply != 1 || g.Times[0].Left != afterMove+2*daySeconds || g.Times[1].Left != start+daySeconds {
			t.Errorf("%s: %d and %d h are left", terms.Clock, g.Times[0].Left/3600, g.Times[1].Left/3600)
		}
		m.ask(rules.White, Takeback, 1)
		m.grant(rules.Black, Takeback)
		if g := m.game(m.id); g.Ply != 0 || g.Times[0].Left != start+3*daySeconds || g.Times[1].Left != start+daySeconds {
			t.Errorf("%s: at the start %d and %d h are left", terms.Clock, g.Times[0].Left/3600, g.Times[1].Left/3600)
		}
	}
}

// TestTakebackRestoresRepetition: positions that were taken back do not count.
func TestTakebackRestoresRepetition(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8")
	if m.game(m.id).Claim != "repetition" {
		t.Fatal("no third occurrence")
	}
	m.ask(rules.Black, Takeback, 1)
	m.grant(rules.White, Takeback)
	m.play("f6e4", "g1f3")
	if g := m.game(m.id); g.Claim != "" {
		t.Errorf("%+v", g)
	}
}

// TestTakebackInTheLastSecond leaves an hour.
func TestTakebackInTheLastSecond(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	m.pass(3 * day)
	m.play("g1f3")
	m.ask(rules.White, Takeback, 1)
	m.grant(rules.Black, Takeback)
	if g := m.game(m.id); g.Times[0].Left != leastAfterTakeback {
		t.Errorf("%+v", g)
	}
}
