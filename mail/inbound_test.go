package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"postrider/rules"
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

// TestMoveByMail goes the whole way: Ann's move is mailed to Bob through a relay, Bob answers that mail to the server, his move stands, and both get the right mail.
func TestMoveByMail(t *testing.T) {
	relay := listen(t, "", nil, false)
	w := newWorld(t, "smtp://"+relay.addr)
	in := w.takesMail(InboundOptions{Limits: true}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(game, "e4")
	w.run()
	first := w.arrives(relay, "Bob")
	if !strings.HasPrefix(first.from, "b-") || !strings.HasSuffix(first.from, "@"+inDomainName) {
		t.Errorf("bounces go to %s", first.from)
	}
	mail := takeApart(t, first.raw)
	to, err := mail.header.AddressList("Reply-To")
	if err != nil || len(to) != 1 || to[0].Name != "Ann via Postrider" || len(strings.Split(to[0].Address, "@")[0]) > 64 {
		t.Fatalf("Reply-To: %v, %v", to, err)
	}
	mail.says(t, "Or answer this mail: the move in its first line (like Na3; or resign or draw), words for Ann below it.")
	w.must(in.send(t, "bob.private@phone.example", to[0].Address, letterTo(to[0].Address, "answer-1@phone.example", "1... e5\r\n\r\nGreetings from the train — Bob")))
	if g := w.state(game); g.Ply != 2 || g.LastSAN != "e5" {
		t.Fatalf("%+v", g)
	}
	got := map[string]taken{}
	for range 2 {
		select {
		case m := <-relay.news:
			got[m.to] = takeApart(t, m.raw)
		case <-time.After(patience):
			t.Fatal("a mail is missing")
		}
	}
	toAnn, toBob := got["ann@example.com"], got["bob@example.com"]
	if toAnn.subject != "Bob: 1… e5 (Chess)" || toAnn.header.Get("Reply-To") == "" {
		t.Errorf("to Ann: %q, %v", toAnn.subject, toAnn.header)
	}
	toAnn.says(t, "Greetings from the train — Bob")
	if toBob.subject != "Ann: you played 1… e5 (Chess)" || toBob.header.Get("Reply-To") != "" || toBob.header.Get("Auto-Submitted") != "auto-replied" ||
		toBob.header.Get("In-Reply-To") != "<answer-1@phone.example>" || !strings.HasSuffix(toBob.header.Get("References"), " <answer-1@phone.example>") {
		t.Errorf("to Bob: %q, %v", toBob.subject, toBob.header)
	}
	toBob.says(t, "You played 1… e5", "It is Ann's turn.")
	if board := toBob.board(); len(board) != 8 || board[4] != ".:.:p:.:" && !strings.Contains(board[4]+board[3], "p") {
		t.Errorf("the board is %q", board)
	}
}

// TestAnswers: everything is answered, to the player's own address, with what came of it.
func TestAnswers(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	n := 0
	send := func(to, text string) {
		t.Helper()
		n++
		w.must(in.send(t, "x@mail.example", to, letterTo(to, fmt.Sprintf("%d@mail.example", n), text)))
	}
	first := w.replyTo(game)
	send(first, "Nf9")
	m := w.mail("reply")
	m.says(t, "Your move was not played", "“Nf9” cannot be read as a move.", "You can play:", "Na3, Nc3", "Or answer this mail", "It is your turn.")
	if reply := m.header.Get("Reply-To"); !strings.Contains(reply, strings.Split(first, "@")[0]) {
		t.Errorf("Reply-To: %s", reply)
	}
	send(first, "\r\n> quoted")
	w.mail("reply").says(t, "We found no move in your mail", "like Na3")
	send(first, "e4\r\n"+strings.Repeat("long ", 1200))
	w.mail("move")
	w.mail("reply").says(t, "You played 1. e4", "5000 letters", "With it you wrote", "It is Bob's turn.")
	send(first, "d4")
	w.mail("reply").says(t, "Your mail came too late", "1. e4 has been played", "Nothing was done.")
	w.play(game, "e5", "Nf3", "Nc6", "Bb5")
	w.mail("move")
	send(w.replyTo(game), "Nge8")
	w.mail("reply").says(t, "Your move was not played", "You wrote “Nge8”.", "Knight g8", "Nge7, Nf6, Nh6")
	send(w.replyTo(game), "draw")
	w.mail("offer")
	w.mail("reply").says(t, "You offered a draw", "Ann has been told", "It is your turn.")
	w.do(w.store.DeclineDraw, game, ann)
	send(w.replyTo(game), "I resign\r\nThank you")
	w.mail("end")
	w.mail("message").says(t, "Thank you")
	w.mail("reply").says(t, "You resigned", "White wins, 1-0.")
	send(first, "d4")
	w.mail("reply").says(t, "The game is over", "Nothing was done.")
	w.empty()
}

// TestAnswerToARequest accepts a takeback by mail; the address from before is dead, although the ply is the same again.
func TestAnswerToARequest(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	before := w.replyTo(game)
	w.play(game, "e4")
	w.mail("move")
	w.do(ask(w.store, store.Takeback, 1), game, ann)
	asked := w.mail("asked")
	asked.says(t, "or accept, decline, resign or draw")
	to, err := netmail.ParseAddress(asked.header.Get("Reply-To"))
	w.must(err)
	w.must(in.send(t, "", to.Address, letterTo(to.Address, "auto@x", "accept"))) // from nobody: no person
	w.empty()
	w.must(in.send(t, "b@mail.example", strings.ToUpper(to.Address), letterTo(to.Address, "1@x", "Accept!")))
	w.mail("granted")
	w.mail("reply").says(t, "You agreed to the takeback", "It is Ann's turn.")
	w.must(in.send(t, "a@mail.example", before, letterTo(before, "2@x", "d4")))
	w.mail("reply").says(t, "Your mail came too late", "moves were taken back")
	if g := w.state(game); g.Ply != 0 {
		t.Errorf("%+v", g)
	}
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
	for n := range fewUnknown {
		hears(t, c.Rcpt(fmt.Sprintf("m-%d@%s", n, inDomainName), nil), 550, "no such address")
	}
	hears(t, c.Rcpt("m-x@"+inDomainName, nil), 421, "Too many")
	if err := c.Noop(); err == nil {
		t.Error("the connection is still there")
	}
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

// TestInboundTakesAMailOnce: a server that did not hear our 250 sends the mail again.
func TestInboundTakesAMailOnce(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	to := w.replyTo(game)
	raw := letterTo(to, "same@mail.example", "e4")
	for range 3 {
		w.must(in.send(t, "x@mail.example", to, raw))
	}
	w.mail("move")
	w.mail("reply").says(t, "You played 1. e4")
	w.empty()
}

// TestInboundWithoutADatabase says that the mail may come again, and takes it then.
func TestInboundWithoutADatabase(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	to := w.replyTo(game)
	c := in.dial(t)
	w.must(c.Mail("x@mail.example", nil))
	w.must(c.Rcpt(to, nil))
	w.must(w.store.Close())
	data, err := c.Data()
	w.must(err)
	_, err = io.WriteString(data, letterTo(to, "1@x", "e4"))
	w.must(err)
	hears(t, data.Close(), 451, "again")
	hears(t, in.send(t, "x@mail.example", to, letterTo(to, "1@x", "e4")), 451, "again")
}

// TestInboundHalfAMail: what does not come to its end is no mail, however it breaks off.
func TestInboundHalfAMail(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, func(in *Inbound) { in.server.ReadTimeout = 300 * time.Millisecond })
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	to := w.replyTo(game)
	begin := func() (net.Conn, io.WriteCloser) {
		conn, err := net.Dial("tcp", in.addr)
		w.must(err)
		c := smtp.NewClient(conn)
		w.must(c.Mail("x@mail.example", nil))
		w.must(c.Rcpt(to, nil))
		data, err := c.Data()
		w.must(err)
		_, err = io.WriteString(data, "Message-ID: <half@x>\r\n\r\ne4\r\n")
		w.must(err)
		return conn, data
	}
	cut, _ := begin()
	cut.Close()
	slow, data := begin()
	defer slow.Close()
	var told *smtp.SMTPError
	w.until("the slow one is told so", func() bool { // each line is in time, the whole is not
		_, err := io.WriteString(data, strings.Repeat("x\r\n", 2000))
		return err != nil
	})
	if errors.As(data.Close(), &told) && told.Code < 400 {
		t.Errorf("it is told %v", told)
	}
	w.until("all have gone", func() bool { return len(in.here()) == 0 })
	if g := w.state(game); g.Ply != 0 {
		t.Errorf("%+v", g)
	}
	w.must(in.send(t, "x@mail.example", to, letterTo(to, "half@x", "e4")))
	if g := w.state(game); g.Ply != 1 {
		t.Errorf("%+v", g)
	}
}

func (in *inbox) here() (list []*guest) {
	in.guests.mu.Lock()
	defer in.guests.mu.Unlock()
	for g := range in.guests.here {
		list = append(list, g)
	}
	return list
}

// TestInboundFlood: a text without an end is cut off, and nothing of it is read as a command.
func TestInboundFlood(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	to := w.replyTo(game)
	conn, err := net.Dial("tcp", in.addr)
	w.must(err)
	defer conn.Close()
	c := smtp.NewClient(conn)
	w.must(c.Mail("x@mail.example", nil))
	w.must(c.Rcpt(to, nil))
	data, err := c.Data()
	w.must(err)
	line, sent := bytes.Repeat([]byte("x"), 1<<10), 0
	line = append(line, "\r\nMAIL FROM:<x@x>\r\nRCPT TO:<"+to+">\r\nDATA\r\n"...)
	for err == nil && sent < 64*mailBytes {
		var n int
		n, err = data.Write(line)
		sent += n
	}
	if err == nil {
		t.Error("64 MB were read")
	}
	w.until("it has gone", func() bool { return len(in.here()) == 0 })
	w.must(in.send(t, "x@mail.example", to, letterTo(to, "1@x", "e4")))
}

func TestInboundSTARTTLS(t *testing.T) {
	config, pool := certificate(t)
	key, err := x509.MarshalPKCS8PrivateKey(config.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	cert, private := filepath.Join(t.TempDir(), "cert.pem"), filepath.Join(t.TempDir(), "key.pem")
	write := func(file, kind string, der []byte) {
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(cert, "CERTIFICATE", config.Certificates[0].Certificate[0])
	write(private, "PRIVATE KEY", key)
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{Cert: cert, Key: private}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	secure := func(pool *x509.CertPool, text string) error {
		to := w.replyTo(game)
		c, err := smtp.DialStartTLS(in.addr, &tls.Config{ServerName: "relay.test", RootCAs: pool})
		if err != nil {
			return err
		}
		defer c.Close()
		return c.SendMail("x@mail.example", []string{to}, strings.NewReader(letterTo(to, text+"@x", text)))
	}
	w.must(secure(pool, "e4"))
	other, newPool := certificate(t)
	if key, err = x509.MarshalPKCS8PrivateKey(other.Certificates[0].PrivateKey); err != nil {
		t.Fatal(err)
	}
	write(private, "PRIVATE KEY", key) // the two do not fit together yet: the one before goes on
	w.must(secure(pool, "e5"))
	write(cert, "CERTIFICATE", other.Certificates[0].Certificate[0])
	later := time.Now().Add(time.Hour)
	w.must(os.Chtimes(cert, later, later))
	w.must(secure(newPool, "Nf3"))
	if g := w.state(game); g.Ply != 3 {
		t.Errorf("%+v", g)
	}
	for _, o := range []InboundOptions{{Domain: "x.example", Cert: "none", Key: private}, {Domain: "no domain"}, {Domain: ""}} {
		if _, err := NewInbound(w.store, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

// TestInboundStops: a mail under way is taken, connections that rest are closed.
func TestInboundStops(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	to := w.replyTo(game)
	resting := in.dial(t)
	w.must(resting.Noop())
	c := in.dial(t)
	w.must(c.Mail("x@mail.example", nil))
	w.must(c.Rcpt(to, nil))
	data, err := c.Data()
	w.must(err)
	w.until("the mail is under way", func() bool {
		for _, g := range in.here() {
			if g.busy.Load() {
				return true
			}
		}
		return false
	})
	stopped := make(chan struct{})
	go func() { in.stop(); close(stopped) }()
	w.until("the other has gone", func() bool { return len(in.here()) == 1 })
	_, err = io.WriteString(data, letterTo(to, "1@x", "e4"))
	w.must(err)
	w.must(data.Close())
	<-stopped
	if g := w.state(game); g.Ply != 1 {
		t.Errorf("%+v", g)
	}
}

// TestInboundTakesOddMails: 8-bit without a word about it, bare line feeds, chunks, SMTPUTF8, hostile headers.
func TestInboundTakesOddMails(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	send := func(raw string) {
		t.Helper()
		w.must(in.send(t, "x@mail.example", w.replyTo(game), raw))
	}
	send("Subject: x\nMessage-ID: <1@x>\n\ne4\n\nwith bare line feeds\n")
	send("Subject: na\xefve\r\nMessage-ID: <2@x>\r\n\r\ne5\r\n\r\nna\xefve 8-bit\r\n")
	send("Subject: x\r\nMessage-ID: <3@x>\r\n\r\nNf3\r\n\r\n" + strings.Repeat("a long line ", 1000) + "\r\n..\r\n.dots\r\n")
	to := w.replyTo(game)
	body := "Message-ID: <4@x>\r\n\r\nNc6\r\n"
	if answer := in.talk(t, "EHLO x\r\nMAIL FROM:<ünï@mail.example> SMTPUTF8\r\nRCPT TO:<"+to+">\r\nBDAT 10\r\n"+body[:10]+fmt.Sprintf("BDAT %d LAST\r\n", len(body)-10)+body[10:]); !strings.HasPrefix(answer, "250") {
		t.Errorf("the mail in chunks is told %q", answer)
	}
	if g := w.state(game); g.Ply != 4 {
		t.Fatalf("%+v", g)
	}
	for {
		e, _, err := w.store.NextEnvelope(t.Context())
		if errors.Is(err, store.ErrNotFound) {
			break
		}
		w.must(err)
		w.must(w.store.EnvelopeSent(t.Context(), e.ID, "", "250 ok", nil))
	}
	send("Message-ID: <a\r\n\tBcc: victim@example.net\r\n>\r\nReply-To: victim@example.net\r\nFrom: victim@example.net\r\n\r\n<script>alert(1)</script> \x1b[31m\r\n")
	m := w.mail("reply")
	if m.header.Get("Bcc") != "" || strings.Contains(m.html, "<script>") || strings.Contains(m.text, "\x1b") {
		t.Errorf("%v\n%s", m.header, m.text)
	}
	if to, err := m.header.AddressList("To"); err != nil || to[0].Address != "ann@example.com" {
		t.Errorf("the answer goes to %v", to)
	}
}

// TestInboundBounces: a report marks the address; what the program is told of it is answered with 250, and people who write there are told.
func TestInboundBounces(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(game, "e4")
	e := w.next("move")
	w.mail("move")
	to := w.p.sender(e)
	hears(t, in.send(t, "bob@example.com", to, letterTo(to, "1@x", "e5")), 550, "only reports")
	w.must(in.send(t, "", to, report(to, "delayed", "4.2.2", "452 4.2.2 mailbox full")))
	if p, err := w.store.Player(t.Context(), bob.id); err != nil || p.MailFailedAt != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if list := w.fates(bob); !strings.Contains(list[0], "mailbox full") {
		t.Errorf("%q", list)
	}
	w.must(in.send(t, "", to, report(to, "failed", "5.1.1", "550 5.1.1 no such user")))
	p, err := w.store.Player(t.Context(), bob.id)
	w.must(err)
	if p.MailFailedAt == 0 || !strings.Contains(p.MailFailedAnswer, "no such user") {
		t.Fatalf("%+v", p)
	}
	if g := w.state(game); !g.Seats[rules.Black].MailLost {
		t.Errorf("%+v", g.Seats)
	}
	w.must(in.send(t, "", w.replyTo(game), report(w.replyTo(game), "failed", "5.1.1", "x"))) // a report to a reply address is let be
	w.empty()
}
