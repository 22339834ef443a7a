package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

const day = 24 * time.Hour

func TestParseClock(t *testing.T) {
	for text, want := range map[string]Clock{
		"3": DaysAMove(3), " 30 ": DaysAMove(30), "3d": DaysAMove(3),
		"10d+1d<14d": Bank(10*daySeconds, daySeconds, 14*daySeconds), "10d + 12h < 14d": Bank(10*daySeconds, 12*3600, 14*daySeconds),
		"36H+0h": Bank(36*3600, 0, 36*3600), "10d 1d<14d": Bank(10*daySeconds, daySeconds, 14*daySeconds), // a + in an address is read as a blank
	} {
		c, err := ParseClock(text)
		if err != nil || c != want {
			t.Errorf("%q is %+v, %v", text, c, err)
		}
		if again, err := ParseClock(c.String()); err != nil || again != c {
			t.Errorf("%q written as %q is %+v, %v", text, c.String(), again, err)
		}
	}
	for _, text := range []string{"", "x", "10d", "1d 12h", "1.5", "10d+1d<9d", "91d+0d<180d", "10d+15d<30d", "10d+1d<181d", "0h+1d<1d", "10d+1<14d", "10d+-1d<14d", "10d+1d<", "99999999999d+1d", "+", "<", "d+d<d"} {
		if c, err := ParseClock(text); err == nil && text != "10d" {
			t.Errorf("%q is %+v", text, c)
		}
	}
	_, err := ParseClock("0")
	wantInvalid(t, err, "days", "30")
	_, err = ParseClock("31")
	wantInvalid(t, err, "days", "30")
	_, err = ParseClock("0h+0h")
	wantInvalid(t, err, "clock", "from 1 hour to 90 days")
	_, err = ParseClock("quick")
	wantInvalid(t, err, "clock", "10d+1d<14d")
}

func TestClockSentences(t *testing.T) {
	for clock, want := range map[Clock][2]string{
		DaysAMove(1): {"Each player has 1 day for each move.", "1 day a move"},
		Bank(10*daySeconds, daySeconds, 14*daySeconds):    {"You start with 10 days; each move adds 1 day; never more than 14 days.", "10 days + 1 day a move"},
		Bank(36*hourSeconds, 1*hourSeconds, 2*daySeconds): {"You start with 1 day and 12 hours; each move adds 1 hour; never more than 2 days.", "1 day and 12 hours + 1 hour a move"},
		Bank(10*daySeconds, 0, 10*daySeconds):             {"You have 10 days for all your moves together.", "10 days for all moves"},
	} {
		if clock.Sentence() != want[0] || clock.Short() != want[1] {
			t.Errorf("%s: %q, %q", clock, clock.Sentence(), clock.Short())
		}
	}
}

// TestRunsOut compares runsOut and ran with a clock that is looked at second by second.
func TestRunsOut(t *testing.T) {
	for _, stills := range [][]still{
		nil, {{5, 9, ""}}, {{0, 3, ""}}, {{2, 4, ""}, {4, 6, ""}}, {{2, 8, ""}, {3, 5, ""}, {7, 10, ""}}, {{10, 20, ""}}, {{11, 20, ""}}, {{0, 40, ""}}, {{6, 6, ""}},
	} {
		const at, left = 1, 9
		stands := func(second int64) bool {
			for _, s := range stills {
				if s.from <= second && second < s.until {
					return true
				}
			}
			return false
		}
		used, last := int64(0), int64(-1)
		for now := int64(at); now < 60; now++ {
			if got := ran(at, now, stills); got != used {
				t.Errorf("%v: at %d the clock has run %d s, not %d", stills, now, got, used)
			}
			if used <= left {
				last = now
			}
			if !stands(now) {
				used++
			}
		}
		if got := runsOut(at, left, stills); got != last {
			t.Errorf("%v: it runs out after %d, not %d", stills, got, last)
		}
	}
}

func bank() Terms {
	return Terms{Variant: "chess", Clock: Bank(10*daySeconds, daySeconds, 11*daySeconds), Side: "white"}
}

// TestBank: what a move takes is taken from the reserve, what it adds is added, never above the cap.
func TestBank(t *testing.T) {
	m := newMatch(t, bank())
	left := func(white, black time.Duration) {
		t.Helper()
		g := m.game(m.id)
		if g.Times[0].Left != int64(white/time.Second) || g.Times[1].Left != int64(black/time.Second) {
			t.Errorf("the clocks are at %v and %v, want %v and %v", time.Duration(g.Times[0].Left)*time.Second, time.Duration(g.Times[1].Left)*time.Second, white, black)
		}
		if want := m.clock().Unix() + g.Times[g.Turn].Left; g.DeadlineAt != want || !g.Times[g.Turn].Running || g.Times[g.Turn.Other()].Running {
			t.Errorf("the deadline is %d, want %d; %+v", g.DeadlineAt, want, g.Times)
		}
	}
	left(10*day, 10*day)
	m.pass(6 * day)
	left(4*day, 10*day)
	m.play("e2e4")
	left(5*day, 10*day)
	m.pass(time.Hour)
	m.play("e7e5")
	left(5*day, 11*day-time.Hour)
	m.play("g1f3")
	left(6*day, 11*day-time.Hour)
	m.play("b8c6")
	left(6*day, 11*day)
	m.pass(6 * day)
	m.play("f1c4") // in the deadline's own second
	left(1*day, 11*day)
	m.pass(11*day + time.Second)
	must(t, m.Sweep(m.ctx()))
	m.ended("1-0", "time")
}

// alive is what beats every half minute come to: the server has been there until now.
func (w *world) alive() {
	w.t.Helper()
	must(w.t, w.tx(w.ctx(), func(t *tx) error { return t.alive() }))
	w.lastBeat.Store(w.clock().Unix())
}

// TestOutage: a gap of the heartbeat comes back to every clock that ran, and its log says so; a short one does not.
func TestOutage(t *testing.T) {
	for name, away := range map[string]func(m *match, d time.Duration){
		"closed": func(m *match, d time.Duration) { must(m.t, m.Close()); m.pass(d); m.open(false) },
		"killed": func(m *match, d time.Duration) {
			m.alive()
			m.lastBeat.Store(0)
			m.closed.Store(true)
			must(m.t, m.Close())
			m.pass(d)
			m.open(false)
		},
		"asleep": func(m *match, d time.Duration) { m.alive(); m.pass(d); must(m.t, m.Beat(m.ctx())) },
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, chess(""))
			m.play("e2e4", "e7e5")
			m.pass(time.Hour)
			before := m.game(m.id)
			away(m, 5*time.Minute)
			if g := m.game(m.id); g.DeadlineAt != before.DeadlineAt || g.Seq != before.Seq {
				t.Errorf("five minutes away: %+v", g)
			}
			m.pass(time.Hour)
			from := m.clock().Unix()
			away(m, 40*time.Hour)
			must(t, m.Sweep(m.ctx()))
			g := m.game(m.id)
			if g.DeadlineAt != before.DeadlineAt+40*3600 || g.Times[0].Left != 3*daySeconds-2*3600-5*60 {
				t.Errorf("40 hours away: the deadline moved by %d s, left %d", g.DeadlineAt-before.DeadlineAt, g.Times[0].Left)
			}
			l, err := m.Log(m.ctx(), m.id, 0)
			must(t, err)
			if e := l.Events[len(l.Events)-1]; e.Kind != "outage" || e.From != from || e.Until != from+40*3600 {
				t.Errorf("the log says %+v", e)
			}
			d := m.deed(rules.White)
			d.Seq-- // a page from before it
			_, err = m.Play(m.ctx(), d, "g1f3", "", false)
			must(t, err)
		})
	}
}

// TestOutageBeforeTheSweep: a move that comes before the first beat after an outage is in time.
func TestOutageBeforeTheSweep(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	m.alive()
	m.pass(10 * day)
	m.play("g1f3")
	must(t, m.Beat(m.ctx()))
	if g := m.game(m.id); g.Over() || g.DeadlineAt != m.clock().Unix()+3*daySeconds {
		t.Errorf("%+v", g)
	}
}

// TestOutageOfAClockThatHadRunOut: it gets nothing back.
func TestOutageOfAClockThatHadRunOut(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	m.pass(3*day + time.Second)
	m.alive()
	m.pass(10 * day)
	must(t, m.Beat(m.ctx()))
	must(t, m.Sweep(m.ctx()))
	m.ended("0-1", "time")
}

// TestWarnings: at 80 % of the time, and 24 hours before the deadline where the time is longer than two days, once each.
func TestWarnings(t *testing.T) {
	for clock, want := range map[int][]string{ // hours after the turn began
		1: {"20 reminder"}, 2: {"24 lastday", "39 reminder"}, 3: {"48 lastday", "58 reminder"}, 5: {"96 reminder"}, 10: {"192 reminder", "216 lastday"},
	} {
		m := newMatch(t, Terms{Variant: "chess", Clock: DaysAMove(clock), Side: "white"})
		var got []string
		for hour := range clock * 24 {
			must(t, m.Sweep(m.ctx()))
			for _, e := range m.mails() {
				got = append(got, fmt.Sprint(hour)+" "+e.Kind)
			}
			m.pass(time.Hour)
		}
		if len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%d days: %v, want %v", clock, got, want)
		}
	}
}

// TestWarningsMoveWithTheDeadline: a day more puts off the warnings that have not gone, and repeats none.
func TestWarningsMoveWithTheDeadline(t *testing.T) {
	m := newMatch(t, Terms{Variant: "chess", Clock: DaysAMove(10), Side: "white"})
	m.pass(8*day - time.Second)
	must(t, m.GiveTime(m.ctx(), m.deed(rules.Black)))
	m.mail("moretime", "ann@example.com")
	m.pass(time.Second)
	must(t, m.Sweep(m.ctx()))
	m.noMail()
	m.pass(20 * time.Hour) // 80 % of 11 days
	must(t, m.Sweep(m.ctx()))
	m.mail("reminder", "ann@example.com")
	must(t, m.GiveTime(m.ctx(), m.deed(rules.Black)))
	m.mail("moretime", "ann@example.com")
	m.pass(2*day + 3*time.Hour) // 24 h before the end of 12 days is at 11
	must(t, m.Sweep(m.ctx()))
	m.noMail()
	m.pass(time.Hour)
	must(t, m.Sweep(m.ctx()))
	m.mail("lastday", "ann@example.com")
}

func TestGiveTime(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4")
	d := m.deed(rules.White)
	must(t, m.GiveTime(m.ctx(), d))
	m.mail("moretime", "bob@example.com")
	wantErr(t, m.GiveTime(m.ctx(), d), ErrStale)                                      // the same form
	must(t, m.GiveTime(m.ctx(), Deed{m.id, m.players[rules.Black].ID, d.Ply, d.Seq})) // a page that knows nothing of it is as good as before
	d.Seq = -1
	wantErr(t, m.GiveTime(m.ctx(), d), ErrStale)
	if g := m.game(m.id); g.Times[1].Left != 4*daySeconds || g.DeadlineAt != g.LastAt+4*daySeconds {
		t.Errorf("%+v", g)
	}
	d = m.deed(rules.Black)
	d.Seq-- // Black's page is as good as before
	_, err := m.Play(m.ctx(), d, "e7e5", "", false)
	must(t, err)
	m.mails()
	must(t, m.GiveTime(m.ctx(), m.deed(rules.White))) // for the next move
	m.mails()
	m.play("g1f3")
	if g := m.game(m.id); g.DeadlineAt != g.LastAt+4*daySeconds {
		t.Errorf("the next move: %+v", g)
	}
	m.play("b8c6", "f1b5")
	if g := m.game(m.id); g.DeadlineAt != g.LastAt+3*daySeconds {
		t.Errorf("the move after it: %+v", g)
	}
	for n := 0; ; n++ {
		err := m.GiveTime(m.ctx(), m.deed(rules.White))
		if err != nil {
			wantInvalid(t, err, "action", "Bob", "60 days")
			if n != 57 {
				t.Errorf("%d days were given", n)
			}
			if sent := m.mails(); len(sent) != 1 { // the others would have said less, and had not gone
				t.Errorf("%d mails about time", len(sent))
			}
			break
		}
	}
}

func TestAbort(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4")
	must(t, m.Abort(m.ctx(), m.deed(rules.White)))
	m.mail("end", "bob@example.com")
	m.ended("*", "aborted")
	m.id = m.start(m.players[0], m.players[1], chess(""))
	m.play("e2e4", "e7e5")
	wantInvalid(t, m.Abort(m.ctx(), m.deed(rules.White)), "action", "resign")
}

// queryPlan is how SQLite finds the rows of a query.
func (w *world) queryPlan(query string, args ...any) string {
	w.t.Helper()
	plan, err := all(w.ctx(), w.readers, func(r row) (text string, err error) {
		var id, parent, unused int
		return text, r.Scan(&id, &parent, &unused, &text)
	}, `EXPLAIN QUERY PLAN `+query, args...)
	must(w.t, err)
	return strings.Join(plan, "\n")
}

// TestNewestFirstIsNotSorted: the newest of all games are found in the order of an index.
func TestNewestFirstIsNotSorted(t *testing.T) {
	w := newWorld(t)
	for where, index := range map[string]string{`WHERE g.white_id <> ? AND g.black_id <> ?`: "games_last", `WHERE TRUE AND g.last_at >= ? AND g.last_at < ?`: "games_last"} {
		if text := w.queryPlan(gameQuery+where+newestFirst+` LIMIT 51`, 1, 2); !strings.Contains(text, index) || strings.Contains(text, "TEMP B-TREE") {
			t.Errorf("%s is planned as\n%s", where, text)
		}
	}
}

// TestStandstillsOfThePastCostNothing: they are found by indexes, which begin where the turn did.
func TestStandstillsOfThePastCostNothing(t *testing.T) {
	w := newWorld(t)
	for query, want := range map[string][]string{
		stillsQuery: {"pauses_game (game_id=? AND until_at>?)", "vacations_player (player_id=? AND until_at>?)", "outages_until (until_at>?)"},
		vacationQuery + `WHERE player_id = ? AND until_at > ? ORDER BY from_at, id`:                           {"vacations_player (player_id=? AND until_at>?)"},
		`SELECT count(*) FROM vacation_days WHERE player_id = ? AND day BETWEEN ? AND ?`:                      {"PRIMARY KEY (player_id=? AND day>? AND day<?)"},
		`SELECT count(*) FROM pauses WHERE game_id = ? AND until_at > ?`:                                      {"pauses_game (game_id=? AND until_at>?)"},
		`SELECT kind FROM requests r WHERE r.game_id = ? AND r.side = ?`:                                      {"PRIMARY KEY (game_id=?)"},
		`SELECT m.number FROM games g JOIN messages m ON m.game_id = g.id WHERE g.white_id = ? AND m.at >= ?`: {"games_white", "PRIMARY KEY (game_id=?)"},
	} {
		text := w.queryPlan(query, 1, 2, 3)
		for _, index := range want {
			if !strings.Contains(text, index) {
				t.Errorf("%s\nlacks %q; it is planned as\n%s", query, index, text)
			}
		}
		if strings.Contains(text, "SCAN") {
			t.Errorf("%s\nreads all rows:\n%s", query, text)
		}
	}
}
