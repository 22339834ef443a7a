package mail

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	netmail "net/mail"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// soakWait is how long the program waits for an answer of the wicked relay.
const soakWait = 2 * time.Second

// wicked is a relay that fails in every way there is, at random, and notes what it has done with each recipient's mail.
type wicked struct {
	t    *testing.T
	addr string

	mu     sync.Mutex
	smtp   *smtp.Server
	conns  map[*smtp.Conn]bool
	fates  map[string]*fate // by recipient
	faults map[string]int   // what was done how often
	cuts   int              // times it went down
}

// fate is what became of the mails to one recipient.
type fate struct {
	id      string // Message-ID
	taken   int    // answered 250
	silent  int    // read to the end and not answered: it may have gone out, too
	refused int    // answered 550
	others  int    // Message-IDs beside the first
	cut     int    // mails that were not whole, and were taken all the same
}

// up begins to listen: at a port of its own the first time, then at the same.
func (r *wicked) up() {
	addr := r.addr
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		r.t.Error(err)
		return
	}
	server := smtp.NewServer(r)
	server.Domain, server.ErrorLog = "relay.example.net", quiet{}
	r.mu.Lock()
	r.addr, r.smtp, r.conns = l.Addr().String(), server, map[*smtp.Conn]bool{}
	r.mu.Unlock()
	go server.Serve(l)
}

// down closes it, and all connections.
func (r *wicked) down() {
	r.mu.Lock()
	server, conns := r.smtp, slices.Collect(maps.Keys(r.conns))
	r.cuts++
	r.mu.Unlock()
	server.Close()
	for _, c := range conns {
		c.Close()
	}
}

// weather lets it be down now and then, until done is closed.
func (r *wicked) weather(pace time.Duration, done <-chan struct{}) {
	wait := func(atMost time.Duration) bool {
		timer := time.NewTimer(rand.N(atMost))
		defer timer.Stop()
		select {
		case <-done:
			return false
		case <-timer.C:
			return true
		}
	}
	for wait(8 * pace) {
		r.down()
		wait(pace)
		r.up()
	}
}

func (r *wicked) NewSession(c *smtp.Conn) (smtp.Session, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.conns[c] = true
	return &wickedSession{r: r, c: c}, nil
}

type wickedSession struct {
	r  *wicked
	c  *smtp.Conn
	to string
}

// smtpAnswer is an SMTP answer.
func smtpAnswer(code int, text string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 3, 0}, Message: text}
}

// fault chooses what goes wrong at a step, mostly nothing, and counts it. Names of faults are codes, or "slow", "close", "hang".
func (x *wickedSession) fault(step string, faults ...string) string {
	if rand.IntN(100) >= 3*len(faults) {
		return ""
	}
	what := faults[rand.IntN(len(faults))]
	if what == "hang" && rand.IntN(20) > 0 { // it costs two seconds
		return ""
	}
	x.r.mu.Lock()
	x.r.faults[step+" "+what]++
	x.r.mu.Unlock()
	switch what {
	case "slow":
		time.Sleep(50 * time.Millisecond)
	case "close":
		x.c.Close()
	case "hang":
		time.Sleep(soakWait + 200*time.Millisecond)
	}
	return what
}

func (x *wickedSession) code(what string) error {
	switch what {
	case "421", "451", "452", "550":
		var code int
		fmt.Sscan(what, &code)
		if what == "550" {
			x.r.note(x.to, func(f *fate) { f.refused++ })
		}
		return smtpAnswer(code, "not so")
	}
	return nil
}

// note writes down what became of a recipient's mail.
func (r *wicked) note(to string, change func(*fate)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fates[to] == nil {
		r.fates[to] = &fate{}
	}
	change(r.fates[to])
}

func (x *wickedSession) Reset()        {}
func (x *wickedSession) Logout() error { return nil }
func (x *wickedSession) Mail(string, *smtp.MailOptions) error {
	return x.code(x.fault("MAIL", "421", "451", "close", "slow", "hang"))
}

func (x *wickedSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	x.to = to
	return x.code(x.fault("RCPT", "421", "451", "452", "550", "close", "slow", "hang"))
}

func (x *wickedSession) Data(r io.Reader) error {
	if what := x.fault("amid DATA", "close", "421"); what != "" { // nobody reads on
		_, _ = io.CopyN(io.Discard, r, rand.Int64N(3000))
		x.c.Close()
		return smtpAnswer(421, "closing")
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return err // cut off: it is no mail
	}
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	id := m.Header.Get("Message-Id")
	x.r.note(x.to, func(f *fate) {
		if f.id == "" {
			f.id = id
		}
		if f.id != id {
			f.others++
		}
		if !bytes.HasSuffix(raw, []byte("--\r\n")) {
			f.cut++
		}
	})
	what := x.fault("after DATA", "421", "451", "452", "550", "close", "slow", "hang")
	if err := x.code(what); err != nil {
		return err
	}
	x.r.note(x.to, func(f *fate) {
		if what == "close" || what == "hang" {
			f.silent++
		} else {
			f.taken++
		}
	})
	return smtpAnswer(250, "queued")
}
