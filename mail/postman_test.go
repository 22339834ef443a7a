package mail

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"postrider/store"
)

// patience is how long a test waits for what should come at once.
const patience = 10 * time.Second

// run starts the worker; the returned function stops it and waits for it.
func (w *world) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { w.p.Run(ctx); close(done) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			select {
			case <-done:
			case <-time.After(patience):
				w.Error("the worker does not stop")
			}
		})
	}
	w.Cleanup(stop)
	return stop
}

// signUp puts a mail to that name's address into the outbox.
func (w *world) signUp(name string) {
	w.Helper()
	w.must(w.store.SignUp(w.Context(), name, addressOf(name), "", ""))
}

func (w *world) arrives(s *server, name string) received {
	w.Helper()
	select {
	case m := <-s.news:
		if m.to != addressOf(name) {
			w.Fatalf("a mail to %s, not to %s", m.to, name)
		}
		return m
	case <-time.After(patience):
		w.Fatalf("no mail to %s", name)
	}
	return received{}
}

// until waits until a condition holds.
func (w *world) until(what string, holds func() bool) {
	w.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(patience); !holds(); {
		select {
		case <-tick.C:
		case <-end:
			w.Fatalf("waited in vain for %s", what)
		}
	}
}

// fates are the statuses and answers of a player's mails, newest first.
func (w *world) fates(p person) (out []string) {
	w.Helper()
	list, _, err := w.store.MailsOf(w.Context(), p.id, 1)
	w.must(err)
	for _, e := range list {
		out = append(out, e.Status+": "+e.Answer)
	}
	return out
}

func (w *world) link(p person) {
	w.Helper()
	w.must(w.store.SendSignInLink(w.Context(), addressOf(p.name), ""))
}

func TestRunSendsAndMarks(t *testing.T) {
	s := listen(t, "", nil, false)
	w := newWorld(t, "smtp://"+s.addr)
	ann := w.join("Ann")
	w.p.tick = time.Hour // it hears of new mail
	stop := w.run()
	w.link(ann)
	w.arrives(s, "Ann")
	w.until("the mark", func() bool { return strings.Contains(w.fates(ann)[0], "sent: 250 2.0.0 queued as parcel-0001") })
	w.turn(2 * time.Minute) // sooner it would be a double click
	w.link(ann)
	w.arrives(s, "Ann")
	stop()
	if n := s.connections(); n != 1 {
		t.Errorf("%d connections", n)
	}
	w.empty()
}

func TestRunAfter4xxAnd5xx(t *testing.T) {
	s := listen(t, "", nil, false)
	w := newWorld(t, "smtp://"+s.addr)
	ann, bob := w.join("Ann"), w.join("Bob")
	tries := 0
	s.refuse = func(to string) error {
		if to != addressOf("Ann") {
			return nil
		}
		tries++
		if tries == 1 {
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}
		}
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox at all"}
	}
	w.run()
	w.link(ann)
	w.until("the greylisting", func() bool { return strings.Contains(w.fates(ann)[0], "waiting: 451 4.7.1 greylisted") })
	w.link(bob)
	w.arrives(s, "Bob") // is not held up
	w.turn(time.Minute)
	w.until("the refusal", func() bool { return strings.Contains(w.fates(ann)[0], "failed: 550 5.1.1 no such mailbox at all") })
	w.turn(24 * time.Hour)
	w.link(bob)
	w.arrives(s, "Bob")
	s.set(func() {
		if tries != 2 {
			t.Errorf("tried %d times", tries)
		}
	})
}

// TestRunRelayClosesAtOneAddress: that mail alone waits, its tries are counted, and at last it has failed.
func TestRunRelayClosesAtOneAddress(t *testing.T) {
	s := listen(t, "", nil, false)
	w := newWorld(t, "smtp://"+s.addr)
	w.p.pauses = []time.Duration{time.Hour} // the queue is never left alone
	ann, bob := w.join("Ann"), w.join("Bob")
	tries := 0
	s.refuse = func(to string) error {
		if to != addressOf("Ann") {
			return nil
		}
		if tries++; tries%2 == 1 {
			return &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "closing now"}
		}
		s.conns[len(s.conns)-1].Conn().Close() // without a word
		return nil
	}
	w.link(ann)
	w.link(bob)
	w.run()
	w.arrives(s, "Bob")
	count := func() int {
		list, _, err := w.store.MailsOf(t.Context(), ann.id, 1)
		w.must(err)
		return list[0].Tries
	}
	for n := 1; n <= 4; n++ {
		w.until("a counted try", func() bool { return count() == n && strings.HasPrefix(w.fates(ann)[0], "waiting: ") })
		w.turn(time.Hour)
	}
	w.turn(5 * 24 * time.Hour)
	w.until("the end", func() bool { return strings.HasPrefix(w.fates(ann)[0], "failed: ") })
	w.link(bob)
	w.arrives(s, "Bob")
}

func TestRunRelayDownThenUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	w := newWorld(t, "smtp://"+addr)
	var log lines
	w.p.log = slog.New(slog.NewTextHandler(&log, nil))
	ann, bob := w.join("Ann"), w.join("Bob")
	w.link(ann)
	w.run()
	w.until("a try", func() bool { return strings.Contains(w.fates(ann)[0], "waiting: the mail server cannot be reached") })
	w.link(bob)
	w.until("a log line", func() bool { return strings.Contains(log.String(), "connecting") })
	if got := w.fates(bob)[0]; got != "waiting: " {
		t.Errorf("Bob's mail has been touched: %s", got)
	}
	s := listen(t, addr, nil, false)
	w.arrives(s, "Bob")
	w.turn(time.Minute)
	w.arrives(s, "Ann")
	if n := strings.Count(log.String(), "in trouble"); n != 1 {
		t.Errorf("the log speaks of the trouble %d times", n)
	}
	if strings.Contains(log.String(), "@example.com") {
		t.Errorf("an address is in the log:\n%s", log.String())
	}
}

type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestRunRelayHangs(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, "smtp://"+l.Addr().String())
	w.p.relay.wait = 30 * time.Millisecond
	ann := w.join("Ann")
	w.link(ann)
	w.run()
	w.until("a try", func() bool { return strings.Contains(w.fates(ann)[0], "cannot be reached") })
	l.Close()
	s := listen(t, l.Addr().String(), nil, false)
	w.turn(time.Minute)
	w.arrives(s, "Ann")
}

func TestRunSwallowedMailComesAgainTheSame(t *testing.T) {
	s := listen(t, "", nil, false)
	release := make(chan struct{})
	s.afterData = func() error { <-release; return nil }
	w := newWorld(t, "smtp://"+s.addr)
	w.p.relay.wait = 50 * time.Millisecond
	ann := w.join("Ann")
	w.link(ann)
	w.run()
	first := takeApart(t, w.arrives(s, "Ann").raw)
	w.until("the doubt", func() bool { return strings.Contains(w.fates(ann)[0], "did not answer") })
	s.set(func() { s.afterData = nil })
	close(release)
	w.turn(time.Minute)
	second := takeApart(t, w.arrives(s, "Ann").raw)
	if first.header.Get("Message-Id") != second.header.Get("Message-Id") {
		t.Errorf("Message-ID %s, then %s", first.header.Get("Message-Id"), second.header.Get("Message-Id"))
	}
}

// A stop in the middle of a mail: it is finished and marked, since the relay answers.
func TestRunStopsAfterTheMailUnderWay(t *testing.T) {
	s := listen(t, "", nil, false)
	release := make(chan struct{})
	s.afterData = func() error { <-release; return nil }
	w := newWorld(t, "smtp://"+s.addr)
	ann := w.join("Ann")
	w.link(ann)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { w.p.Run(ctx); close(done) }()
	w.arrives(s, "Ann")
	cancel()
	close(release)
	<-done
	if got := w.fates(ann)[0]; !strings.HasPrefix(got, "sent: 250") {
		t.Errorf("the mail is %s", got)
	}
}

// A stop while the relay keeps silent: the mail is left as it was.
func TestRunStopsThoughTheRelayHangs(t *testing.T) {
	s := listen(t, "", nil, false)
	release := make(chan struct{})
	defer close(release)
	s.afterData = func() error { <-release; return nil }
	w := newWorld(t, "smtp://"+s.addr)
	w.p.relay.stopWait = 20 * time.Millisecond
	ann := w.join("Ann")
	w.link(ann)
	stop := w.run()
	w.arrives(s, "Ann")
	stop()
	if got := w.fates(ann)[0]; got != "waiting: " {
		t.Errorf("the mail is %s", got)
	}
	if e := w.next("signin"); e.Tries != 0 {
		t.Errorf("%d tries", e.Tries)
	}
}

func TestRunKeepsMailWithoutRelay(t *testing.T) {
	w := newWorld(t, "")
	w.run()
	w.signUp("Zoë")
	var kept []store.Envelope
	w.until("the mail", func() bool {
		var err error
		kept, _, err = w.store.KeptMails(t.Context(), 1)
		w.must(err)
		return len(kept) == 1
	})
	l, err := Read(kept[0].Kept)
	w.must(err)
	if kept[0].Answer != answerKept || l.Subject != kept[0].Subject || !strings.Contains(l.Text, siteURL+"/confirm/") || l.From != `"Postrider" <games@post.example>` {
		t.Errorf("%+v; %+v", kept[0], l)
	}
}

// A mail that makes the composer panic must not stop the others.
func TestRunGoesOnAfterAPanic(t *testing.T) {
	s := listen(t, "", nil, false)
	w := newWorld(t, "smtp://"+s.addr)
	ann, bob := w.join("Ann"), w.join("Bob")
	w.link(ann)
	e := w.next("signin")
	from := w.p.from
	w.p.from = nil
	if err := w.p.deliver(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.p.from = from
	if got := w.fates(ann)[0]; !strings.HasPrefix(got, "failed: we made a mistake") {
		t.Errorf("the mail is %s", got)
	}
	w.link(bob)
	w.run()
	w.arrives(s, "Bob")
}

// What became of a mail that has left is written down, however long that takes; else it would leave again.
func TestMarkIsRepeated(t *testing.T) {
	w := newWorld(t, "")
	calls := 0
	w.p.mark(t.Context(), w.p.log, func(context.Context) error {
		if calls++; calls < 3 {
			return errors.New("the disk is full")
		}
		return nil
	})
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	w.p.mark(stopped, w.p.log, func(ctx context.Context) error {
		calls++
		return errors.Join(ctx.Err(), errors.New("the disk is full"))
	})
	if calls != 4 {
		t.Errorf("%d calls", calls)
	}
}
