package mail

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"postrider/store"
)

// far is a listener whose connections answer only after some time, as if the server were thoughtful.
type far struct {
	net.Listener
	wait time.Duration
}

type farConn struct {
	net.Conn
	wait time.Duration
}

func (l far) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return farConn{c, l.wait}, err
}

func (c farConn) Write(b []byte) (int, error) {
	time.Sleep(c.wait)
	return c.Conn.Write(b)
}

// invitations puts so many mails of somebody into the outbox, each with a board, and to the addresses guest0, guest1 …
func (w *world) invitations(inviter string, n int) {
	w.Helper()
	from := w.join(inviter)
	for i := range n {
		_, err := w.store.Invite(w.Context(), from.id, store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(3), Side: "white"}, fmt.Sprintf("guest%d@example.com", i), "")
		w.must(err)
	}
}

// TestThroughput sends mails to a relay that takes 20 ms for each command: by the worker, and then, mail for mail beside a bare go-smtp client
// that sends the same bytes, through the queue with the mails already written. Writing and signing them is timed on its own. It is a measurement, so only
// POSTRIDER_SOAK=mail runs it, and what it prints is for people to judge: the ratio should be 0.7 at least.
func TestThroughput(t *testing.T) {
	if os.Getenv("POSTRIDER_SOAK") != "mail" {
		t.Skip("a measurement: POSTRIDER_SOAK=mail runs it")
	}
	const count = 300
	s := listen(t, "", nil, false)
	s.news = make(chan received, 3*count)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go s.smtp.Serve(far{l, 20 * time.Millisecond})
	w := newWorld(t, "smtp://"+l.Addr().String())
	w.p.seal, err = newSeal(Options{DKIMKey: rsaKey(t, 2048), DKIMSelector: "s1"}, "post.example")
	w.must(err)
	w.invitations("Ann", count)
	e := w.next("invitation")
	composing := timed(func() { _, _, err = w.p.compose(t.Context(), e) })
	for range count {
		composing = min(composing, timed(func() { _, _, err = w.p.compose(t.Context(), e) }))
		w.must(err)
	}

	mails := map[string]received{} // by recipient
	all := timed(func() {
		stop := w.run()
		for range count {
			m := <-s.news
			mails[m.to] = m
		}
		stop()
	})

	w.invitations("Bob", count)
	c, err := smtp.Dial(l.Addr().String())
	w.must(err)
	defer c.Close()
	w.must(c.Hello("post.example"))
	w.must(w.p.relay.connect(t.Context()))
	var queue, bare time.Duration
	for range count {
		queue += timed(func() {
			e := w.next("invitation")
			m := mails[e.To]
			v, answer, err := w.p.relay.send(t.Context(), w.p.sender(e), e.To, m.raw)
			w.must(w.p.settle(t.Context(), w.p.log, e, "An invitation", v, answer, err))
		})
		m := <-s.news
		bare += timed(func() { w.must(c.SendMail(m.from, []string{m.to}, bytes.NewReader(m.raw))) })
		<-s.news
	}
	w.empty()
	ratio := float64(bare) / float64(queue)
	rate := func(d time.Duration) float64 { return float64(count) / d.Seconds() }
	t.Logf("%d mails of %d bytes: the queue sends %.2f a second, a bare client %.2f: ratio %.2f; with writing and signing the worker sends %.2f (ratio %.2f); writing and signing takes %.1f ms at best",
		count, len(mails["guest0@example.com"].raw), rate(queue), rate(bare), ratio, rate(all), float64(bare)/float64(all), float64(composing.Microseconds())/1000)
}

func timed(do func()) time.Duration {
	begun := time.Now()
	do()
	return time.Since(begun)
}
