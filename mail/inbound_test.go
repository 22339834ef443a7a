package mail

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"postrider/store"
)

const inDomainName = "play.example.org"

// inbox is a server that takes mail in for a world.
type inbox struct {
	*Inbound
	addr string
	stop func()
}

// takesMail starts a server that takes mail in. change may set it up otherwise.
func (w *world) takesMail(o InboundOptions, change func(*Inbound)) *inbox {
	w.Helper()
	o.Domain, o.URL, o.Log = inDomainName, siteURL, slog.New(slog.DiscardHandler)
	in, err := NewInbound(w.store, o)
	w.must(err)
	w.p.domain = inDomainName
	if change != nil {
		change(in)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	w.must(err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- in.Serve(ctx, l) }()
	var stopped atomic.Bool
	stop := func() {
		if stopped.Swap(true) {
			return
		}
		cancel()
		select {
		case err := <-done:
			w.must(err)
		case <-time.After(patience):
			w.Error("the server does not stop")
		}
	}
	w.Cleanup(stop)
	return &inbox{in, l.Addr().String(), stop}
}

func (in *inbox) dial(t *testing.T) *smtp.Client {
	t.Helper()
	c, err := smtp.Dial(in.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// send delivers a mail as another mail server does; the error is what it was told.
func (in *inbox) send(t *testing.T, from, to, raw string) error {
	t.Helper()
	c := in.dial(t)
	defer c.Close()
	return c.SendMail(from, []string{to}, strings.NewReader(raw))
}

// letterTo is an answer as a mail program writes it.
func letterTo(to, id, text string) string {
	return "From: Somebody <elsewhere@mail.example>\r\nTo: " + to + "\r\nSubject: Re: your move\r\nMessage-ID: <" + id + ">\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n" + text + "\r\n\r\nOn Monday, Postrider wrote:\r\n> Ann played 1. e4\r\n> d5 is not my move\r\n"
}

// report is a delivery report (RFC 3464).
func report(to, action, status, diagnostic string) string {
	return "From: MAILER-DAEMON@mx.example.com\r\nTo: " + to + "\r\nSubject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" +
		"Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; bob@example.com\r\nAction: " + action + "\r\nStatus: " + status + "\r\nDiagnostic-Code: smtp; " + diagnostic + "\r\n\r\n--b--\r\n"
}

// hears checks what a sender was told.
func hears(t *testing.T, err error, code int, words string) {
	t.Helper()
	var answer *smtp.SMTPError
	if !errors.As(err, &answer) || answer.Code != code || !strings.Contains(answer.Message, words) {
		t.Fatalf("the sender is told %v, want %d and %q", err, code, words)
	}
}

// replyTo is the address at which the side to move answers now.
func (w *world) replyTo(game string) string {
	w.Helper()
	g, err := w.store.Game(w.Context(), game)
	w.must(err)
	return w.store.ReplyAddress(&g, g.Turn) + "@" + inDomainName
}

func (w *world) state(game string) store.Game {
	w.Helper()
	g, err := w.store.Game(w.Context(), game)
	w.must(err)
	return g
}

func TestInboundRefuses(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{Limits: true}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	good := w.replyTo(game)
	name := strings.Split(good, "@")[0]
	for to, words := range map[string]string{
		"bob@example.com": "other domains", name + "@example.com": "other domains", "nobody@" + inDomainName: "no such address", "postmaster@" + inDomainName: siteURL,
		"Abuse@" + inDomainName: siteURL, name[:len(name)-3] + "aaa@" + inDomainName: "no such address", "b-" + name[2:] + "@" + inDomainName: "no such address", "m-@" + inDomainName: "no such",
	} {
		err := in.send(t, "x@mail.example", to, letterTo(to, "x@x", "e4"))
		hears(t, err, 550, words)
	}
	c := in.dial(t)
	w.must(c.Mail("x@mail.example", nil))
	w.must(c.Rcpt(good, nil))
	hears(t, c.Rcpt(good, nil), 452, "")
	hears(t, in.dial(t).Mail("x@mail.example", &smtp.MailOptions{Size: mailBytes + 1}), 552, "")
	big := letterTo(good, "big@x", "e4\r\n"+strings.Repeat(strings.Repeat("x", 70)+"\r\n", mailBytes/72+1))
	hears(t, in.send(t, "x@mail.example", good, big), 552, "")
	for _, verb := range []string{"AUTH PLAIN AGEAYg==", "STARTTLS", "EXPN list", "VRFY ann"} {
		if answer := in.talk(t, "EHLO x\r\n"+verb+"\r\n"); strings.Contains(answer, "ann@") || !strings.HasPrefix(answer, "5") && !strings.HasPrefix(answer, "252 2.5.0 Cannot VRFY") {
			t.Errorf("%s is answered %q", verb, answer)
		}
	}
	if g := w.state(game); g.Ply != 0 {
		t.Errorf("%+v", g)
	}
	w.empty()
}

// talk says something to the server and gives the last line of its answers before it would answer to NOOP.
func (in *inbox) talk(t *testing.T, words string) string {
	t.Helper()
	conn, err := net.Dial("tcp", in.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	if _, err := io.WriteString(conn, words+"QUIT\r\n"); err != nil {
		t.Fatal(err)
	}
	all, _ := io.ReadAll(conn)
	lines := strings.Split(strings.TrimSpace(string(all)), "\r\n")
	if len(lines) > 1 && strings.HasPrefix(lines[len(lines)-1], "221") {
		return lines[len(lines)-2]
	}
	return lines[len(lines)-1]
}

// TestInboundSendsGuessersAway: after some recipients that do not exist the connection ends.
func TestInboundSendsGuessersAway(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	c := in.dial(t)
	w.must(c.Mail("x@mail.example", nil))
	for range fewUnknown { // every server has this one: who asks for it guesses nothing
		hears(t, c.Rcpt("Postmaster", nil), 550, siteURL)
		hears(t, c.Rcpt("postmaster@"+inDomainName, nil), 550, siteURL)
	}
	for n := range fewUnknown {
		hears(t, c.Rcpt(fmt.Sprintf("m-%d@%s", n, inDomainName), nil), 550, "no such address")
	}
	hears(t, c.Rcpt("m-x@"+inDomainName, nil), 421, "Too many")
	if err := c.Noop(); err == nil {
		t.Error("the connection is still there")
	}
}

// TestInboundKeepsNobodyOut: those who only stay make room for who brings a mail, and go at last.
func TestInboundKeepsNobodyOut(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	bring := func(c *smtp.Client, text string) error {
		to := w.replyTo(game)
		return c.SendMail("x@mail.example", []string{to}, strings.NewReader(letterTo(to, text+"@x", text)))
	}
	regular, idle := in.dial(t), []*smtp.Client{}
	w.must(regular.Noop())
	for range manyPeers - 1 {
		c := in.dial(t)
		w.must(c.Noop())
		idle = append(idle, c)
	}
	if answer := in.talk(t, ""); !strings.HasPrefix(answer, "421 4.7.0 Too many connections") {
		t.Errorf("one too many is told %q", answer)
	}
	w.turn(visitGrace)
	w.must(bring(regular, "e4"))
	w.must(bring(in.dial(t), "e5"))
	gone := 0
	for _, c := range idle {
		if c.Noop() != nil {
			gone++
		}
	}
	if gone != 1 {
		t.Errorf("%d had to go", gone)
	}
	w.turn(visitWait - visitGrace)
	for _, c := range idle {
		c.Noop()
		if err := c.Noop(); err == nil {
			t.Fatal("it stays for ever")
		}
	}
	w.must(bring(regular, "Nf3"))
}

// TestInboundLimitsPeers: so many mails and connections of one peer, and no more.
func TestInboundLimitsPeers(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{Limits: true}, func(in *Inbound) { in.guests.strict = true })
	c := in.dial(t)
	for range peerBurst - 1 { // the connection was one
		w.must(c.Mail("x@mail.example", nil))
		w.must(c.Reset())
	}
	hears(t, c.Mail("x@mail.example", nil), 450, "Too many mails")
	if answer := in.talk(t, ""); !strings.HasPrefix(answer, "421 4.7.0 Too many connections") {
		t.Errorf("another connection is told %q", answer)
	}
	w.turn(peerBurst * peerEvery)
	w.must(c.Mail("x@mail.example", nil))
	for range fewFromOne - 1 {
		in.dial(t)
	}
	if answer := in.talk(t, ""); !strings.HasPrefix(answer, "421 4.7.0 Too many connections") {
		t.Errorf("another connection is told %q", answer)
	}
}
