package store

import (
	"testing"
	"time"

	"postrider/rules"
)

// TestClockSetBack: the machine's clock was ten years ahead for a while. What that has left behind lies in the future, and keeps no game, mail or digest waiting until then.
func TestClockSetBack(t *testing.T) {
	const wrong = 3650 * day
	for name, meanwhile := range map[string]func(m *match){
		"nothing happens": func(*match) {},
		"a restart":       func(m *match) { must(m.t, m.Close()); m.open(false) },
		"a move, whose mail is refused for the moment": func(m *match) {
			_, err := m.Play(m.ctx(), m.deed(rules.White), "g1f3", "", false)
			must(m.t, err)
			must(m.t, m.EnvelopeLater(m.ctx(), m.next().ID, "", "451 not now", true))
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, chess(""))
			m.play("e2e4", "e7e5")
			must(t, m.SetWishes(m.ctx(), m.players[0].ID, MailWishes{Moves: InDigest, Hour: 8}))
			m.alive()
			m.pass(wrong)
			must(t, m.Beat(m.ctx()))
			must(t, m.Sweep(m.ctx())) // writes a digest
			m.mails()
			meanwhile(m)
			m.pass(time.Minute - wrong)
			must(t, m.Beat(m.ctx()))

			g, now := m.game(m.id), m.clock().Unix()
			if left := g.DeadlineAt - now; left < 3*daySeconds-60 || left > 3*daySeconds || !g.Times[g.Turn].Running {
				t.Errorf("the deadline is in %d s, and the clocks are %+v", left, g.Times)
			}
			if g.Ply == 3 {
				m.mail("move", "bob@example.com")
				m.move("g8f6")
			}
			must(t, m.Write(m.ctx(), m.id, m.players[1].ID, "Are you there?"))
			for range 26 {
				m.pass(time.Hour)
				m.alive()
				must(t, m.Sweep(m.ctx()))
			}
			e := m.next()
			if d, err := m.Digest(m.ctx(), e.PlayerID, e.DueAt); err != nil || len(d.Waiting) != 1 || len(d.Waiting[0].Messages) != 1 {
				t.Errorf("the digest tells %+v, %v", d, err)
			}
			m.mail("digest", "ann@example.com")
		})
	}
}

// TestClockNotSetYet: a machine without a clock of its own begins in 1970, until it has asked another one. Nobody loses time by that.
func TestClockNotSetYet(t *testing.T) {
	for _, move := range []bool{false, true} {
		m := newMatch(t, chess(""))
		m.play("e2e4", "e7e5")
		m.alive()
		now := m.clock()
		m.pass(-time.Duration(now.Unix()) * time.Second)
		must(t, m.Beat(m.ctx()))
		must(t, m.Sweep(m.ctx()))
		if move {
			m.play("g1f3")
		}
		m.pass(time.Minute)
		m.alive()
		m.pass(now.Sub(m.clock()) + time.Hour)
		must(t, m.Beat(m.ctx()))
		must(t, m.Sweep(m.ctx()))
		if g := m.game(m.id); g.Over() || g.DeadlineAt != m.clock().Unix()+3*daySeconds && !move || g.DeadlineAt < m.clock().Unix()+3*daySeconds-60 {
			t.Errorf("%+v", g)
		}
	}
}
