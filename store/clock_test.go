package store

import (
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

// toDeadline turns the clock to so many seconds after the deadline.
func (m *match) toDeadline(after int) {
	m.pass(time.Unix(m.game(m.id).DeadlineAt+int64(after), 0).Sub(m.clock()))
}

// anew calls the game off and starts another one at an instant.
func (m *match) anew(at string, terms Terms) {
	m.t.Helper()
	must(m.t, m.Abort(m.ctx(), m.deed(rules.White)))
	m.mails()
	m.at(at)
	m.id = m.start(m.players[0], m.players[1], terms)
}

// changes are instants (UTC) within three days before the clocks of a zone change, or its calendar skips a day.
var changes = []struct{ zone, at string }{
	{"UTC", "2026-10-24 20:00"}, {"Asia/Tokyo", "2026-03-28 20:00"}, {"Europe/Berlin", "2026-03-28 20:00"}, {"Europe/Berlin", "2026-10-24 20:00"},
	{"America/Los_Angeles", "2026-03-07 12:00"}, {"America/Los_Angeles", "2026-10-31 12:00"}, {"Pacific/Apia", "2011-12-29 12:00"}, {"America/Santiago", "2026-09-05 12:00"},
}

// TestDeadlineIsDaysOf24Hours, in whatever zone the players are: so is the time that a pause holds the clock, and that of the warnings; the refusal of a late move
// names the hour of the player's own zone.
func TestDeadlineIsDaysOf24Hours(t *testing.T) {
	for _, c := range changes {
		m := newMatch(t, chess(""))
		for _, p := range m.players {
			must(t, m.SetZone(m.ctx(), p.ID, c.zone))
		}
		m.anew(c.at, chess(""))
		m.play("e2e4", "e7e5")
		if g := m.game(m.id); g.DeadlineAt-g.LastAt != 3*24*3600 {
			t.Fatalf("%s: 3 days are %d s", c.zone, g.DeadlineAt-g.LastAt)
		}
		m.ask(rules.White, Pause, 2)
		m.grant(rules.Black, Pause)
		g := m.game(m.id)
		if g.DeadlineAt-g.LastAt != 5*24*3600 || g.warnAt-g.LastAt != 4*24*3600 {
			t.Errorf("%s: 3 days and a pause of 2 are %d s, the warning comes after %d s", c.zone, g.DeadlineAt-g.LastAt, g.warnAt-g.LastAt)
		}
		m.toDeadline(0)
		must(t, m.Sweep(m.ctx()))
		if m.over() {
			t.Errorf("%s: flagged in time", c.zone)
		}
		m.toDeadline(1)
		zone, err := time.LoadLocation(c.zone)
		must(t, err)
		_, err = m.Play(m.ctx(), m.deed(rules.White), "g1f3", "", false)
		wantInvalid(t, err, "", "ran out at "+time.Unix(g.DeadlineAt, 0).In(zone).Format("15:04 "), time.Unix(g.DeadlineAt, 0).In(zone).Format(" on 2 January 2006"))
	}
}

// TestAtTheDeadline: a move in the very second of the deadline is in time, whichever of move and sweep comes first.
func TestAtTheDeadline(t *testing.T) {
	for _, sweepFirst := range []bool{true, false} {
		m := newMatch(t, chess(""))
		m.play("e2e4", "e7e5")
		m.toDeadline(0)
		if sweepFirst {
			must(t, m.Sweep(m.ctx()))
		}
		_, err := m.Play(m.ctx(), m.deed(rules.White), "g1f3", "", false)
		must(t, err)
		must(t, m.Sweep(m.ctx()))
		if m.over() {
			t.Fatalf("flagged in time: %+v", m.game(m.id))
		}
	}
}

// TestAfterTheDeadline: one second later it is too late, whichever comes first, and both are told once.
func TestAfterTheDeadline(t *testing.T) {
	for _, sweepFirst := range []bool{true, false} {
		m := newMatch(t, chess(""))
		m.play("e2e4", "e7e5")
		m.toDeadline(1)
		d := m.deed(rules.White)
		if sweepFirst {
			must(t, m.Sweep(m.ctx()))
		}
		_, err := m.Play(m.ctx(), d, "g1f3", "", false)
		if sweepFirst {
			wantErr(t, err, ErrStale)
		} else {
			wantInvalid(t, err, "", "Ann", "20:00 UTC on 27 October 2026")
		}
		for range 2 {
			must(t, m.Sweep(m.ctx()))
		}
		mails := m.mails()
		if len(mails) != 2 || mails[0].Kind != "end" || mails[1].Kind != "end" || mails[0].To == mails[1].To {
			t.Fatalf("the mails are %s", show(mails))
		}
		m.ended("0-1", "time")
	}
}

// TestLateDeeds: whatever is done first after the deadline finds the game lost on time.
func TestLateDeeds(t *testing.T) {
	for name, do := range map[string]func(m *match) error{
		"resign": func(m *match) error { return m.Resign(m.ctx(), m.deed(rules.Black)) },
		"offer":  func(m *match) error { return m.OfferDraw(m.ctx(), m.deed(rules.White)) },
		"claim":  func(m *match) error { return m.ClaimDraw(m.ctx(), m.deed(rules.White)) },
		"delete": func(m *match) error { return m.DeleteAccount(m.ctx(), m.players[rules.Black].ID) },
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, chess(""))
			m.play("e2e4", "e7e5")
			m.toDeadline(1)
			if err := do(m); name == "delete" {
				must(t, err)
			} else {
				wantInvalid(t, err, "", "Ann")
			}
			m.ended("0-1", "time")
		})
	}
}

func TestAbortBeforeBothHaveMoved(t *testing.T) {
	for _, moves := range [][]string{nil, {"e2e4"}} {
		m := newMatch(t, chess(""))
		m.play(moves...)
		m.toDeadline(1)
		must(t, m.Sweep(m.ctx()))
		if list := m.mails(); len(list) != 2 {
			t.Fatalf("the mails are %s", show(list))
		}
		m.ended("*", "aborted")
	}
}

// TestTimeAgainstABareKing: who can never win gets a draw.
func TestTimeAgainstABareKing(t *testing.T) {
	m := newMatch(t, chess("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
	m.play("a1a2", "e8e7")
	m.toDeadline(1)
	must(t, m.Sweep(m.ctx()))
	m.ended("1/2-1/2", "time")
}

// TestSweepAfterRestart: what ran out while the server was not looking has run out; the time in which it was away comes back (TestOutage).
func TestSweepAfterRestart(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	m.pass(3*24*time.Hour + time.Second)
	must(t, m.Close())
	m.open(false)
	must(t, m.Sweep(m.ctx()))
	m.ended("0-1", "time")
}

// TestReminder: once for each move that is waited for, at four fifths of its time.
func TestReminder(t *testing.T) {
	m := newMatch(t, Terms{Variant: "chess", Clock: DaysAMove(5), Side: "white"})
	sweep := func() { must(t, m.Sweep(m.ctx())); must(t, m.Sweep(m.ctx())) }
	m.pass(4*24*time.Hour - time.Second)
	sweep()
	m.noMail()
	m.pass(time.Second)
	sweep()
	if mail := m.mail("reminder", "ann@example.com"); mail.EventSeq != 1 || mail.Side != rules.White {
		t.Fatalf("the reminder is %+v", mail)
	}
	m.pass(time.Hour)
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White))) // an event, and no move
	m.mail("offer", "bob@example.com")
	sweep()
	m.noMail()
	m.play("e2e4")
	m.pass(4 * 24 * time.Hour)
	sweep()
	m.mail("reminder", "bob@example.com")
	m.play("e7e5")
	must(t, m.SetWishes(m.ctx(), m.players[0].ID, MailWishes{Moves: AtOnce, Invitations: true}))
	m.pass(4 * 24 * time.Hour)
	sweep()
	m.noMail()
	m.play("g1f3")
	m.pass(4 * 24 * time.Hour)
	must(t, m.Close())
	m.open(false)
	sweep()
	m.mail("reminder", "bob@example.com")
}

// TestReminderWaitsForTheMove: a relay that is away for days brings the move's mail, and then the reminder.
func TestReminderWaitsForTheMove(t *testing.T) {
	m := newMatch(t, chess(""))
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "", false)
	must(t, err)
	m.pass(60 * time.Hour)
	must(t, m.Sweep(m.ctx()))
	m.mail("move", "bob@example.com")
	must(t, m.Sweep(m.ctx()))
	m.mail("reminder", "bob@example.com")
}

// TestRemindersOneByOne: a game that cannot be reminded of keeps no other from it, and what is written already wakes nobody.
func TestRemindersOneByOne(t *testing.T) {
	m := newMatch(t, chess(""))
	second := m.start(m.players[1], m.players[0], chess(""))
	must(t, m.exec(`CREATE TRIGGER trouble BEFORE INSERT ON outbox WHEN new.game_id = '`+m.id+`' BEGIN SELECT RAISE(ABORT, 'trouble'); END`))
	m.pass(60 * time.Hour)
	if err := m.Sweep(m.ctx()); err == nil || !strings.Contains(err.Error(), m.id) || strings.Contains(err.Error(), second) {
		t.Errorf("the sweep says %v", err)
	}
	m.mail("reminder", "bob@example.com")
	must(t, m.exec(`DROP TRIGGER trouble`))
	must(t, m.Sweep(m.ctx()))
	m.mail("reminder", "ann@example.com")
	select { // what has been said of those two
	case <-m.OutboxChanged():
	default:
	}
	must(t, m.exec(`CREATE TRIGGER trouble BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'trouble'); END`))
	must(t, m.Sweep(m.ctx())) // does not even try
	select {
	case <-m.OutboxChanged():
		t.Error("the worker is woken for nothing")
	default:
	}
}

// TestAutoVacationInZones: it takes the day, and of the year, that it is where the player lives; it lasts 24 hours whatever clocks do.
func TestAutoVacationInZones(t *testing.T) {
	daily := Terms{Variant: "chess", Clock: DaysAMove(1), Side: "white"}
	for _, c := range changes {
		m := newMatch(t, daily)
		ann := m.players[0]
		must(t, m.SetZone(m.ctx(), ann.ID, c.zone))
		must(t, m.SetAutoVacation(m.ctx(), ann.ID, true))
		m.anew(c.at, daily)
		m.play("e2e4", "e7e5")
		deadline := m.game(m.id).DeadlineAt
		m.toDeadline(1)
		must(t, m.Sweep(m.ctx()))
		list, err := m.VacationsOf(m.ctx(), ann.ID)
		must(t, err)
		if len(list) != 1 || list[0].From != deadline || list[0].Until != deadline+24*3600 || list[0].First != dayAt(deadline, zoneOf(c.zone)) || m.game(m.id).DeadlineAt != deadline+24*3600 {
			t.Errorf("%s: %+v", c.zone, list)
		}
	}
	for zone, year := range map[string]int{"UTC": 2026, "Asia/Tokyo": 2027, "America/Los_Angeles": 2026, "Europe/Berlin": 2027, "Pacific/Apia": 2027} {
		m := newMatch(t, daily)
		ann := m.players[0]
		must(t, m.SetZone(m.ctx(), ann.ID, zone))
		must(t, m.SetAutoVacation(m.ctx(), ann.ID, true))
		m.anew("2026-12-30 23:30", daily)
		m.play("e2e4", "e7e5")
		m.toDeadline(1)
		must(t, m.Sweep(m.ctx()))
		if left, err := m.VacationLeft(m.ctx(), ann.ID, year); left != VacationDays-1 || err != nil {
			t.Errorf("%s: %d days are left in %d, %v", zone, left, year, err)
		}
	}
}
