package mail

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"postrider/rules"
	"postrider/store"
)

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
	failed := report(to, "failed", "5.1.1", "550 5.1.1 no such user")
	elsewhere := strings.ReplaceAll(failed, "bob@example.com", "secret@other.example")
	told := "Subject: x\r\nX-Failed-Recipients: secret@other.example\r\n\r\n550 5.1.1 <secret@other.example> unknown\r\n"
	for _, c := range []struct{ from, raw, noted string }{
		{"", elsewhere, "an address at other.example"}, // where he has mail passed on to: his own mailbox may be well
		{"", told, "an address at other.example"},
		{"bob@example.com", failed, "an address at other.example"}, // no report: it comes from somebody
		{"bob@example.com", strings.ReplaceAll(told, "secret@other.example", "bob@example.com"), "an address at other.example"},
	} {
		w.must(in.send(t, c.from, to, c.raw))
		p, err := w.store.Player(t.Context(), bob.id)
		w.must(err)
		if list := w.fates(bob); p.MailFailedAt != 0 || !strings.Contains(list[0], c.noted) || strings.Contains(list[0], "secret") {
			t.Errorf("%s%+v\n%q", c.raw, p, list)
		}
	}
	w.must(in.send(t, "", to, strings.ReplaceAll(failed, "bob@example.com", "BOB@Example.com")))
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

// TestServeEndsWithItsListener: where no connection can be accepted any more, Serve says so, and the program ends.
func TestServeEndsWithItsListener(t *testing.T) {
	w := newWorld(t, "")
	in, err := NewInbound(w.store, InboundOptions{Domain: inDomainName, URL: siteURL})
	w.must(err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	w.must(err)
	ended := make(chan error, 1)
	go func() { ended <- in.Serve(t.Context(), l) }()
	w.must(l.Close())
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "take mail in") {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it goes on")
	}
}
