package store

import (
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

func TestBounce(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4")
	sent, err := m.LastMail(m.ctx(), m.id, rules.Black)
	must(t, err)
	bob := m.players[1].ID
	failed := func() int64 {
		p, err := m.Player(m.ctx(), bob)
		must(t, err)
		return p.MailFailedAt
	}
	must(t, m.Bounce(m.ctx(), sent.ID, false, "4.2.2 mailbox full"))
	must(t, m.Bounce(m.ctx(), sent.ID, false, "4.4.1 later"))
	if list, _, _ := m.MailsOf(m.ctx(), bob, 1); failed() != 0 || list[0].Status != "sent" || list[0].Answer != "250 ok"+afterwards+"4.4.1 later" {
		t.Fatalf("%+v", list[0])
	}
	must(t, m.Bounce(m.ctx(), sent.ID, true, "5.1.1 <secret@other.example>", "secret@other.example", "two@third.example"))
	if list, _, _ := m.MailsOf(m.ctx(), bob, 1); failed() != 0 || list[0].Status != "sent" || !strings.Contains(list[0].Answer, " at other.example,") || strings.Contains(list[0].Answer, "secret") {
		t.Fatalf("%+v", list[0])
	}
	must(t, m.Write(m.ctx(), m.id, m.players[0].ID, "Hello?")) // waits
	must(t, m.Bounce(m.ctx(), sent.ID, true, "5.1.1 no such user", "two@third.example", "BOB@example.com"))
	p, err := m.Player(m.ctx(), bob)
	must(t, err)
	if p.MailFailedAt != m.now() || p.MailFailedAnswer != "5.1.1 no such user" || !m.game(m.id).Seats[1].MailLost {
		t.Fatalf("%+v", p)
	}
	m.noMail()
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White)))
	m.noMail()
	list, _, err := m.MailsOf(m.ctx(), bob, 1)
	must(t, err)
	if len(list) < 3 || list[0].Kind != "offer" || list[0].Answer != addressFails || list[1].Kind != "message" || list[1].Answer != addressFails || list[2].Status != "failed" {
		t.Fatalf("%+v", list)
	}
	must(t, m.SendSignInLink(m.ctx(), p.Email, "")) // asked for
	link := m.mail("signin", p.Email)
	m.receive(m.address(), "Ke7", "", "refused")
	m.mail("reply", p.Email)
	m.pass(time.Minute)
	_, err = m.Confirm(m.ctx(), link.Token, 0) // it has arrived
	must(t, err)
	if failed() != 0 {
		t.Fatal("a mailed link was followed, and the address is still marked")
	}
	must(t, m.Bounce(m.ctx(), sent.ID, true, "5.1.1 an old one"))
	if failed() != 0 {
		t.Fatal("a mail from before the address was known to work marks it")
	}
	m.play("e5", "Nf3")
	must(t, m.Bounce(m.ctx(), m.lastTo(rules.Black).ID, true, ""))
	if failed() == 0 {
		t.Fatal("a later mail does not mark it")
	}
	must(t, m.MailWorks(m.ctx(), bob))
	must(t, m.Bounce(m.ctx(), 1<<40, true, "")) // its row is gone
	if failed() != 0 {
		t.Fatal("it is still marked")
	}
}

func (m *match) lastTo(side rules.Side) Envelope {
	m.t.Helper()
	e, err := m.LastMail(m.ctx(), m.id, side)
	must(m.t, err)
	return e
}

// TestBounceOfAnOldAddress marks nothing.
func TestBounceOfAnOldAddress(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4")
	sent, bob := m.lastTo(rules.Black), m.players[1].ID
	must(t, m.Bounce(m.ctx(), sent.ID, true, "gone"))
	must(t, m.ChangeEmail(m.ctx(), bob, "new@example.com"))
	c, err := m.Confirm(m.ctx(), m.mail("address", "new@example.com").Token, bob)
	must(t, err)
	if c.Player.MailFailedAt != 0 || c.Player.Email != "new@example.com" {
		t.Fatalf("%+v", c.Player)
	}
	old := m.mail("addressed", "bob@example.com")
	m.pass(time.Minute)
	must(t, m.Bounce(m.ctx(), old.ID, true, "gone"))
	must(t, m.Bounce(m.ctx(), sent.ID, true, "gone"))
	if p, err := m.Player(m.ctx(), bob); err != nil || p.MailFailedAt != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
}

// TestBounceOfAnAlias marks the address that the mail was sent to, and does not tell where that leads.
func TestBounceOfAnAlias(t *testing.T) {
	for _, c := range []struct{ answer, final, noted string }{
		{"550 5.1.1 User unknown", "b.smith@example.com", "550 5.1.1 User unknown"},
		{"550 5.1.1 <B.Smith@example.com> unknown", "b.smith@example.com", "it was passed on to an address at example.com, which it did not reach"},
		{"550 5.1.1 <secret@other.example> unknown", "secret@other.example", "it was passed on to an address at other.example, which it did not reach"},
	} {
		m := newMatch(t, chess(""))
		m.play("e4")
		must(t, m.Bounce(m.ctx(), m.lastTo(rules.Black).ID, true, c.answer, c.final, "Bob@example.com"))
		if p, err := m.Player(m.ctx(), m.players[1].ID); err != nil || p.MailFailedAt != m.now() || p.MailFailedAnswer != c.noted {
			t.Errorf("%s: %+v, %v", c.answer, p, err)
		}
	}
}

// TestBounceOfAnInvitation is told to the inviter.
func TestBounceOfAnInvitation(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "nobody@example.net", "")
	must(t, err)
	must(t, w.Bounce(w.ctx(), w.mail("invitation", "nobody@example.net").ID, true, "5.1.1 no such user"))
	if i, err = w.Invitation(w.ctx(), i.Token); err != nil || i.MailAnswer != "refused: 5.1.1 no such user" {
		t.Fatalf("%+v, %v", i, err)
	}
}
