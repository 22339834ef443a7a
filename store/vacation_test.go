package store

import (
	"slices"
	"testing"
	"time"

	"postrider/rules"
)

// at turns the clock to an instant.
func (w *world) at(instant string) {
	w.t.Helper()
	at, err := time.Parse("2006-01-02 15:04", instant)
	must(w.t, err)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.time = at
}

// away takes a vacation and its mails.
func (w *world) away(p Player, first, last string) Vacation {
	w.t.Helper()
	v, err := w.TakeVacation(w.ctx(), p.ID, first, last)
	must(w.t, err)
	w.mails()
	return v
}

// TestVacation: the clock of who is away stands still, the other's runs; moving is allowed and ends nothing.
func TestVacation(t *testing.T) {
	m := newMatch(t, chess(""))
	m.at("2026-10-24 20:00")
	m.play("e2e4")
	m.pass(time.Hour)
	v, err := m.TakeVacation(m.ctx(), m.players[1].ID, "", "2026-10-30")
	must(t, err)
	m.mail("vacation", "ann@example.com")
	m.pass(time.Second)
	if again, err := m.TakeVacation(m.ctx(), m.players[1].ID, "2026-10-24", "2026-10-30"); again != v || err != nil { // sent twice
		t.Fatalf("again it is %+v, %v", again, err)
	}
	m.noMail()
	m.pass(-time.Second)
	until := time.Date(2026, 10, 31, 0, 0, 0, 0, time.UTC).Unix()
	if v.First != "2026-10-24" || v.From != m.clock().Unix() || v.Until != until {
		t.Fatalf("the vacation is %+v", v)
	}
	g := m.game(m.id)
	if at := g.Times[1]; g.DeadlineAt != until+3*daySeconds-3600 || at.Running || at.Still != "vacation" || at.StillUntil != until || at.Left != 3*daySeconds-3600 {
		t.Errorf("away: %+v", g)
	}
	l, err := m.Log(m.ctx(), m.id, 0)
	must(t, err)
	if e := l.Events[len(l.Events)-1]; l.Away[1] != v || l.Away[0].ID != 0 || e.Kind != "vacation" || e.Side != rules.Black || e.Until != until {
		t.Errorf("the log says %+v, away %+v", e, l.Away)
	}
	m.pass(4 * day)
	must(t, m.Sweep(m.ctx()))
	m.noMail()
	m.play("e7e5")
	if g := m.game(m.id); g.DeadlineAt != g.LastAt+3*daySeconds || !g.Times[0].Running {
		t.Errorf("White's clock: %+v", g)
	}
	m.play("g1f3")
	if g := m.game(m.id); g.DeadlineAt != until+3*daySeconds {
		t.Errorf("Black is still away: %+v", g)
	}
	m.at("2026-11-03 00:00")
	must(t, m.Sweep(m.ctx()))
	if m.over() {
		t.Error("flagged in the deadline's second")
	}
	m.pass(time.Second)
	must(t, m.Sweep(m.ctx()))
	m.ended("1-0", "time")
}

// TestVacationRescuesNothing: a clock that has run out stays so, whichever of vacation and sweep comes first.
func TestVacationRescuesNothing(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	m.pass(3*day + time.Second)
	m.away(m.players[0], "", "2026-10-30")
	must(t, m.Sweep(m.ctx()))
	m.ended("0-1", "time")
	_, err := m.TakeVacation(m.ctx(), m.players[0].ID, "2026-10-26", "2026-10-30")
	wantInvalid(t, err, "first", "26 October 2026", "27 October 2026")
}

func TestNoVacation(t *testing.T) {
	terms := chess("")
	terms.NoVacation = true
	m := newMatch(t, terms)
	m.play("e2e4", "e7e5")
	deadline := m.game(m.id).DeadlineAt
	v := m.away(m.players[0], "", "2026-10-30")
	if g := m.game(m.id); g.DeadlineAt != deadline || !g.Times[0].Running {
		t.Errorf("%+v in spite of the terms: %+v", v, g)
	}
	must(t, m.SetAutoVacation(m.ctx(), m.players[0].ID, true))
	m.pass(3*day + time.Second)
	must(t, m.Sweep(m.ctx()))
	m.ended("0-1", "time")
}

func TestVacationDays(t *testing.T) {
	w := newWorld(t)
	w.at("2026-12-01 12:00")
	ann := w.join("Ann")
	left := func(year, want int) {
		t.Helper()
		if n, err := w.VacationLeft(w.ctx(), ann.ID, year); n != want || err != nil {
			t.Errorf("%d days are left in %d, %v; want %d", n, year, err, want)
		}
	}
	take := func(first, last string) error { _, err := w.TakeVacation(w.ctx(), ann.ID, first, last); return err }
	winter := w.away(ann, "2026-12-20", "2027-01-10") // over New Year
	left(2026, 18)
	left(2027, 20)
	wantInvalid(t, take("2027-01-05", "2027-01-20"), "first", "20 December 2026", "10 January 2027")
	wantInvalid(t, take("2027-02-01", "2027-02-21"), "last", "20 left in 2027")
	wantInvalid(t, take("2026-11-30", "2026-12-02"), "first", "30 November 2026")
	wantInvalid(t, take("2026-12-05", "2026-12-04"), "last", "before")
	wantInvalid(t, take("2026-02-30", "2026-12-04"), "first", "2026-12-24")
	wantInvalid(t, take("", "tomorrow"), "last", "2026-12-24")
	wantInvalid(t, take("", ""), "last", "Please give the day")
	wantInvalid(t, take("2027-02-01", "9000-12-31"), "last", "more than two years have")
	wantInvalid(t, take("2028-02-01", "2028-02-02"), "first", "year ahead")
	must(t, take("2027-02-01", "2027-02-20"))
	left(2027, 0)
	wantInvalid(t, w.EndVacation(w.ctx(), ann.ID, winter.ID, "2026-12-19"), "last", "20 December 2026")
	wantInvalid(t, w.EndVacation(w.ctx(), ann.ID, winter.ID, "2027-01-11"), "last", "another one")
	wantInvalid(t, w.EndVacation(w.ctx(), ann.ID, winter.ID, "2027-01-10"), "last", "10 January 2027 anyway")
	must(t, w.EndVacation(w.ctx(), ann.ID, winter.ID, "2027-01-05"))
	left(2027, 5)
	w.at("2026-12-22 08:00")
	must(t, w.EndVacation(w.ctx(), ann.ID, winter.ID, "")) // 20, 21 and 22 are used
	left(2026, 27)
	left(2027, 10)
	wantErr(t, w.EndVacation(w.ctx(), ann.ID, winter.ID, ""), ErrGone)
	list, err := w.VacationsOf(w.ctx(), ann.ID)
	must(t, err)
	if len(list) != 1 || list[0].First != "2027-02-01" {
		t.Fatalf("the vacations are %+v", list)
	}
	must(t, w.EndVacation(w.ctx(), ann.ID, list[0].ID, "")) // cancelled
	left(2027, 30)
	wantErr(t, w.EndVacation(w.ctx(), w.join("Bob").ID, list[0].ID, ""), ErrNotFound)
}

// A day of the calendar is one day of vacation, also for whoever moves to the other end of the world in between.
func TestVacationDayInTwoZones(t *testing.T) {
	w := newWorld(t)
	w.at("2026-12-01 12:00")
	ann := w.join("Ann")
	must(t, w.SetZone(w.ctx(), ann.ID, "Pacific/Kiritimati"))
	first := w.away(ann, "2026-12-10", "2026-12-10")
	must(t, w.SetZone(w.ctx(), ann.ID, "Etc/GMT+12"))
	_, err := w.TakeVacation(w.ctx(), ann.ID, "2026-12-10", "2026-12-11")
	wantInvalid(t, err, "first", "10 December 2026", "Pacific/Kiritimati", "Take other days")
	w.away(ann, "2026-12-11", "2026-12-11")
	must(t, w.EndVacation(w.ctx(), ann.ID, first.ID, ""))
	if n, err := w.VacationLeft(w.ctx(), ann.ID, 2026); n != 29 || err != nil {
		t.Errorf("%d days are left, %v; want 29", n, err)
	}
}

// TestVacationCancelled: unused days come back, and the deadline too.
func TestVacationCancelled(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4")
	before := m.game(m.id).DeadlineAt
	later := m.away(m.players[1], "2026-10-26", "2026-10-31") // begins while the clock runs
	if g := m.game(m.id); g.DeadlineAt != before+6*daySeconds || !g.Times[1].Running {
		t.Errorf("%+v", g)
	}
	m.at("2026-10-28 12:00")
	must(t, m.EndVacation(m.ctx(), m.players[1].ID, later.ID, ""))
	if g := m.game(m.id); g.DeadlineAt != before+2*daySeconds+12*3600 || !g.Times[1].Running {
		t.Errorf("back: the deadline has moved by %d s", g.DeadlineAt-before)
	}
	l, err := m.Log(m.ctx(), m.id, 0)
	must(t, err)
	if e := l.Events[len(l.Events)-1]; e.Kind != "back" || e.Until != m.clock().Unix() {
		t.Errorf("the log says %+v", e)
	}
}

// TestVacationZones: days begin and end in the player's zone, also where clocks change, and where the calendar skips a day.
func TestVacationZones(t *testing.T) {
	for _, c := range []struct {
		zone, now, first, last string
		from, until            string // UTC
		days                   int
	}{
		{"UTC", "2026-03-01 00:00", "2026-03-28", "2026-03-30", "2026-03-28 00:00", "2026-03-31 00:00", 3},
		{"Europe/Berlin", "2026-03-01 00:00", "2026-03-28", "2026-03-29", "2026-03-27 23:00", "2026-03-29 22:00", 2}, // 23 hours
		{"Europe/Berlin", "2026-10-01 00:00", "2026-10-25", "2026-10-25", "2026-10-24 22:00", "2026-10-25 23:00", 1}, // 25 hours
		{"America/Los_Angeles", "2026-03-01 00:00", "2026-03-08", "2026-03-08", "2026-03-08 08:00", "2026-03-09 07:00", 1},
		{"America/Los_Angeles", "2026-10-01 00:00", "2026-11-01", "2026-11-02", "2026-11-01 07:00", "2026-11-03 08:00", 2},
		{"Asia/Tokyo", "2026-03-01 00:00", "2026-03-08", "2026-03-09", "2026-03-07 15:00", "2026-03-09 15:00", 2},
		{"Pacific/Apia", "2011-12-01 00:00", "2011-12-29", "2011-12-31", "2011-12-29 10:00", "2011-12-31 10:00", 2},     // there was no 30th
		{"America/Santiago", "2026-08-01 00:00", "2026-09-06", "2026-09-06", "2026-09-06 04:00", "2026-09-07 03:00", 1}, // no midnight
	} {
		w := newWorld(t)
		w.at(c.now)
		ann := w.join("Ann")
		must(t, w.SetZone(w.ctx(), ann.ID, c.zone))
		v := w.away(ann, c.first, c.last)
		show := func(at int64) string { return time.Unix(at, 0).UTC().Format("2006-01-02 15:04") }
		left, err := w.VacationLeft(w.ctx(), ann.ID, time.Unix(v.From, 0).Year())
		must(t, err)
		if show(v.From) != c.from || show(v.Until) != c.until || left != VacationDays-c.days {
			t.Errorf("%s, %s to %s: from %s until %s, %d days", c.zone, c.first, c.last, show(v.From), show(v.Until), VacationDays-left)
		}
	}
	w := newWorld(t)
	w.at("2011-12-01 00:00")
	ann := w.join("Ann")
	must(t, w.SetZone(w.ctx(), ann.ID, "Pacific/Apia"))
	_, err := w.TakeVacation(w.ctx(), ann.ID, "2011-12-30", "2011-12-30")
	wantInvalid(t, err, "first", "30 December 2011", "Apia")
}

// TestVacationTellsEachOpponentOnce: however many games two people play.
func TestVacationTellsEachOpponentOnce(t *testing.T) {
	m := newMatch(t, chess(""))
	eve := m.join("Eve")
	second := m.start(m.players[1], m.players[0], chess(""))
	third := m.start(eve, m.players[0], chess(""))
	_, err := m.TakeVacation(m.ctx(), m.players[0].ID, "", "2026-10-30")
	must(t, err)
	if list := m.mails(); len(list) != 2 || list[0].Kind != "vacation" || list[1].Kind != "vacation" || list[0].To == list[1].To {
		t.Errorf("the mails are %s", show(list))
	}
	for _, id := range []string{m.id, second, third} {
		if l, err := m.Log(m.ctx(), id, 0); err != nil || l.Events[len(l.Events)-1].Kind != "vacation" {
			t.Errorf("the log of %s: %+v, %v", id, l.Events, err)
		}
	}
}

// TestAutoVacationHoldsTheOtherClocks from the very instant, also where the player moves in another game before the sweep comes by.
func TestAutoVacationHoldsTheOtherClocks(t *testing.T) {
	m := newMatch(t, bank())
	ann := m.players[0]
	m.start(ann, m.players[1], chess("")) // in which Ann forgets her move
	must(t, m.SetAutoVacation(m.ctx(), ann.ID, true))
	m.pass(3*day + 10*time.Minute)
	if mails := m.move("e2e4"); len(mails) != 3 {
		t.Errorf("the mails are %q", mails)
	}
	if got := m.log().Moves[0].Left; got != 7*daySeconds {
		t.Errorf("%d s were left, want %d", got, 7*daySeconds)
	}
	must(t, m.Sweep(m.ctx()))
	if left, err := m.VacationLeft(m.ctx(), ann.ID, 2026); left != VacationDays-1 || err != nil {
		t.Errorf("%d days are left, %v", left, err)
	}
}

// TestVacationsPlannedAnew send no more than a few mails, and end.
func TestVacationsPlannedAnew(t *testing.T) {
	m := newMatch(t, chess(""))
	for range vacationMails + 2 {
		v, err := m.TakeVacation(m.ctx(), m.players[0].ID, "2026-12-01", "2026-12-02")
		must(t, err)
		must(t, m.EndVacation(m.ctx(), m.players[0].ID, v.ID, ""))
	}
	if list := m.mails(); len(list) != vacationMails {
		t.Errorf("the mails are %s", show(list))
	}
	for n := vacationMails + 2; ; n++ { // nor do they fill the logs
		m.pass(time.Second)
		v, err := m.TakeVacation(m.ctx(), m.players[0].ID, "2026-12-01", "2026-12-02")
		if err != nil {
			wantInvalid(t, err, "first", "tomorrow")
			break
		}
		must(t, m.EndVacation(m.ctx(), m.players[0].ID, v.ID, ""))
		if n > vacationMails+2+vacationsADay {
			t.Fatal("a vacation can be planned anew for ever")
		}
	}
	m.pass(25 * time.Hour)
	_, err := m.TakeVacation(m.ctx(), m.players[0].ID, "2026-12-01", "2026-12-02")
	must(t, err)
}

// TestAutoVacation: it begins at the very instant, goes on day by day, is told to both once, and ends with the days of the year.
func TestAutoVacation(t *testing.T) {
	for _, sweeps := range []bool{true, false} {
		m := newMatch(t, chess(""))
		m.at("2026-10-24 20:00")
		m.play("e2e4")
		must(t, m.SetAutoVacation(m.ctx(), m.players[1].ID, true))
		deadline := m.game(m.id).DeadlineAt
		for range 10 {
			m.pass(12 * time.Hour)
			if sweeps {
				must(t, m.Sweep(m.ctx()))
			}
		}
		must(t, m.Sweep(m.ctx())) // 48 h after the deadline
		kinds := map[string]int{}
		for _, e := range m.mails() {
			kinds[e.Kind+" "+e.To]++
		}
		if kinds["vacation ann@example.com"] != 1 || kinds["autovacation bob@example.com"] != 1 {
			t.Errorf("the mails are %v", kinds)
		}
		m.pass(time.Second)
		must(t, m.Sweep(m.ctx()))
		m.noMail()
		if g := m.game(m.id); g.DeadlineAt != deadline+3*daySeconds || g.Times[1].Still != "vacation" || g.Times[1].Left != 0 {
			t.Errorf("the deadline has moved by %d h: %+v", (g.DeadlineAt-deadline)/3600, g)
		}
		list, err := m.VacationsOf(m.ctx(), m.players[1].ID)
		must(t, err)
		if len(list) != 1 || !list[0].Auto || list[0].From != deadline || list[0].Until != deadline+3*daySeconds {
			t.Errorf("the vacations are %+v", list)
		}
		if left, err := m.VacationLeft(m.ctx(), m.players[1].ID, 2026); left != 27 || err != nil {
			t.Errorf("%d days are left, %v", left, err)
		}
		var noted []int64
		for _, e := range m.log().Events[2:] {
			if noted = append(noted, e.Until-deadline); e.Kind != "vacation" || e.Side != rules.Black || e.From != deadline || e.N != 1 {
				t.Errorf("the log holds %+v", e)
			}
		}
		if !slices.Equal(noted, []int64{daySeconds, 2 * daySeconds, 3 * daySeconds}) {
			t.Errorf("the log notes that it ends after %v s", noted)
		}
		m.pass(40 * day)
		must(t, m.Sweep(m.ctx()))
		g := m.game(m.id)
		if !g.Over() || g.Reason != "aborted" { // one move was made
			t.Errorf("after all days: %+v", g)
		}
		if left, err := m.VacationLeft(m.ctx(), m.players[1].ID, 2026); left != 0 || err != nil {
			t.Errorf("%d days are left, %v", left, err)
		}
	}
}

// TestAutoVacationEnded: it cannot be ended while it keeps a game from being lost at once, whether or not another day would begin.
func TestAutoVacationEnded(t *testing.T) {
	m := newMatch(t, chess(""))
	ann := m.players[0]
	m.play("e2e4", "e7e5")
	must(t, m.SetAutoVacation(m.ctx(), ann.ID, true))
	m.pass(3*day + time.Hour)
	must(t, m.Sweep(m.ctx()))
	list, err := m.VacationsOf(m.ctx(), ann.ID)
	must(t, err)
	must(t, m.SetAutoVacation(m.ctx(), ann.ID, false))
	m.mails()
	before := m.game(m.id)
	wantInvalid(t, m.EndVacation(m.ctx(), ann.ID, list[0].ID, ""), "", "against Bob", "lost at once")
	if g := m.game(m.id); g.Over() || g.DeadlineAt != before.DeadlineAt || g.Seq != before.Seq {
		t.Errorf("the refusal left %+v", g)
	}
	m.play("g1f3")
	must(t, m.EndVacation(m.ctx(), ann.ID, list[0].ID, ""))
}

// TestAutoVacationBeforeTheSweep: a move after the deadline finds the vacation begun.
func TestAutoVacationBeforeTheSweep(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4")
	must(t, m.SetAutoVacation(m.ctx(), m.players[1].ID, true))
	other := m.start(m.players[0], m.players[1], chess(""))
	m.pass(3*day + time.Hour)
	_, err := m.Play(m.ctx(), m.deed(rules.Black), "e7e5", "", false)
	must(t, err)
	if left, err := m.VacationLeft(m.ctx(), m.players[1].ID, 2026); left != 29 || err != nil {
		t.Errorf("%d days are left, %v", left, err)
	}
	must(t, m.Sweep(m.ctx()))
	if g := m.game(other); !g.Over() { // Ann wished no such thing
		t.Errorf("%+v", g)
	}
}
