package store

import (
	"errors"
	"testing"
	"time"

	"postrider/rules"
)

// next takes the mail that is due, or fails.
func (w *world) next() Envelope {
	w.t.Helper()
	e, _, err := w.NextEnvelope(w.ctx())
	must(w.t, err)
	return e
}

// dueIn wants no mail to be due, and the next one in so long.
func (w *world) dueIn(want time.Duration) {
	w.t.Helper()
	_, at, err := w.NextEnvelope(w.ctx())
	wantErr(w.t, err, ErrNotFound)
	if got := at.Sub(w.Now()); got != want {
		w.t.Fatalf("the next mail is due in %v, want %v", got, want)
	}
}

func TestOutbox(t *testing.T) {
	w := newWorld(t)
	_, at, err := w.NextEnvelope(w.ctx())
	if wantErr(t, err, ErrNotFound); !at.IsZero() {
		t.Fatalf("nothing waits, and the next is due at %v", at)
	}
	must(t, w.SignUp(w.ctx(), "Ann", "ann@example.com", "", ""))
	select {
	case <-w.OutboxChanged():
	default:
		t.Fatal("nobody was told of a mail")
	}
	first := w.next()
	must(t, w.Close())
	w.open(false)
	if again := w.next(); again.MessageID != first.MessageID || again.Token != first.Token {
		t.Fatalf("after a restart the mail is %+v, before %+v", again, first)
	}
	must(t, w.EnvelopeSent(w.ctx(), first.ID, "Confirm", "250 queued", []byte("whole mail")))
	list, _, err := w.KeptMails(w.ctx(), 1)
	if err != nil || len(list) != 1 || list[0].Status != "sent" || list[0].Answer != "250 queued" || list[0].Subject != "Confirm" ||
		string(list[0].Kept) != "whole mail" || list[0].SentAt != begin.Unix() || list[0].Token != first.Token {
		t.Fatalf("kept %+v, %v", list, err)
	}
	w.pass(30*24*time.Hour - time.Second)
	must(t, w.Sweep(w.ctx()))
	if list, _, err := w.KeptMails(w.ctx(), 1); err != nil || len(list) != 1 {
		t.Fatalf("before 30 days: %v, %v", list, err)
	}
	w.pass(time.Second)
	must(t, w.Sweep(w.ctx()))
	if list, _, err := w.KeptMails(w.ctx(), 1); err != nil || len(list) != 0 {
		t.Fatalf("after 30 days: %v, %v", list, err)
	}
}

func TestRetries(t *testing.T) {
	w := newWorld(t)
	must(t, w.SignUp(w.ctx(), "Ann", "ann@example.com", "", ""))
	id := w.next().ID
	for range 200 { // the relay is away: for ever, and it counts for nothing
		must(t, w.EnvelopeLater(w.ctx(), id, "s", "no route to host", false))
		w.dueIn(time.Minute)
		w.pass(time.Minute)
	}
	tried := w.Now()
	for _, wait := range []time.Duration{1, 5, 15, 60, 60, 60} {
		must(t, w.EnvelopeLater(w.ctx(), id, "s", "451 later", true))
		w.dueIn(wait * time.Minute)
		w.pass(wait * time.Minute)
	}
	if e := w.next(); e.Tries != 6 || e.Answer != "451 later" || e.Status != "waiting" {
		t.Fatalf("the mail is %+v", e)
	}
	for {
		e, _, err := w.NextEnvelope(w.ctx())
		if errors.Is(err, ErrNotFound) {
			break
		}
		must(t, err)
		must(t, w.EnvelopeLater(w.ctx(), e.ID, "s", "451 later", true))
		w.pass(time.Hour)
	}
	if took := w.Now().Sub(tried); took < 119*time.Hour || took > 121*time.Hour {
		t.Fatalf("given up after %v, want 5 days", took)
	}
	if _, at, err := w.NextEnvelope(w.ctx()); !errors.Is(err, ErrNotFound) || !at.IsZero() {
		t.Fatalf("the next mail after giving up: %v, %v", at, err)
	}
}

func TestFailedAndDropped(t *testing.T) {
	m := newMatch(t, chess(""))
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "", false)
	must(t, err)
	must(t, m.EnvelopeFailed(m.ctx(), m.next().ID, "e4", "550 no such mailbox"))
	mail, err := m.LastMail(m.ctx(), m.id, rules.Black)
	if err != nil || mail.Status != "failed" || mail.Answer != "550 no such mailbox" || mail.Subject != "e4" {
		t.Fatalf("the mail is %+v, %v", mail, err)
	}
	m.noMail()
	_, err = m.Play(m.ctx(), m.deed(rules.Black), "e7e5", "", false)
	must(t, err)
	must(t, m.EnvelopeDropped(m.ctx(), m.next().ID, "overtaken"))
	m.noMail()
	if mail, err := m.LastMail(m.ctx(), m.id, rules.White); err != nil || mail.Kind != "accepted" {
		t.Fatalf("the last mail that was not dropped is %+v, %v", mail, err)
	}
	must(t, m.EnvelopeSent(m.ctx(), 9999, "", "", nil)) // its account is deleted meanwhile
	must(t, m.EnvelopeLater(m.ctx(), 9999, "", "", true))
}

// TestOvertaken: the relay is away for four plies; afterwards there is one mail.
func TestOvertaken(t *testing.T) {
	m := newMatch(t, chess(""))
	for _, move := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		_, err := m.Play(m.ctx(), m.deed(m.game(m.id).Turn), move, "", false)
		must(t, err)
	}
	if mail := m.mail("move", "ann@example.com"); mail.EventSeq != 5 {
		t.Fatalf("the mail is %+v", mail)
	}
	_, err := m.Play(m.ctx(), m.deed(rules.White), "f1b5", "", false)
	must(t, err)
	underWay := m.next() // the worker has it when the game ends
	must(t, m.Resign(m.ctx(), m.deed(rules.White)))
	must(t, m.EnvelopeLater(m.ctx(), underWay.ID, "", "451", true))
	m.mail("end", "bob@example.com")
	m.pass(time.Hour)
	m.noMail()
}

func TestBegunIsStillTold(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	must(t, w.SetWishes(w.ctx(), ann.ID, MailWishes{Moves: NoMail, Invitations: true}))
	terms := w.terms()
	terms.Side = "black"
	i, err := w.Invite(w.ctx(), ann.ID, terms, "", "")
	must(t, err)
	id, err := w.Accept(w.ctx(), i.Token, bob.ID)
	must(t, err)
	_, err = w.Play(w.ctx(), Deed{id, bob.ID, 0, -1}, "e2e4", "", false)
	must(t, err)
	w.mail("accepted", ann.Email)
}

// TestMailFollowsTheAddress: what waits goes to the address of today.
func TestMailFollowsTheAddress(t *testing.T) {
	m := newMatch(t, chess(""))
	must(t, m.ChangeEmail(m.ctx(), m.players[1].ID, "new@example.com"))
	token := m.mail("address", "new@example.com").Token
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "", false)
	must(t, err)
	_, err = m.Confirm(m.ctx(), token, m.players[1].ID)
	must(t, err)
	mails := m.mails()
	if len(mails) != 2 || mails[0].Kind != "move" || mails[0].To != "new@example.com" || mails[1].Kind != "addressed" || mails[1].To != "bob@example.com" {
		t.Fatalf("the mails are %s", show(mails))
	}
}
