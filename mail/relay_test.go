package mail

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// server is a real SMTP server on loopback that notes what it gets.
type server struct {
	smtp *smtp.Server
	addr string

	mu        sync.Mutex
	mails     []received
	conns     []*smtp.Conn
	refuse    func(to string) error // answers RCPT
	afterData func() error          // answers the text
	noSender  error                 // answers MAIL
	login     bool                  // it knows AUTH LOGIN, and not PLAIN
	news      chan received
}

type received struct {
	from, to string
	raw      []byte
}

type session struct {
	s        *server
	from, to string
	user     string
}

func (s *server) NewSession(c *smtp.Conn) (smtp.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns = append(s.conns, c)
	return &session{s: s}, nil
}

func (x *session) Reset()        {}
func (x *session) Logout() error { return nil }
func (x *session) Mail(from string, _ *smtp.MailOptions) error {
	x.from = from
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	return x.s.noSender
}

func (x *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	x.to = to
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if x.s.refuse != nil {
		return x.s.refuse(to)
	}
	return nil
}

func (x *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	x.s.mu.Lock()
	x.s.mails = append(x.s.mails, received{x.from, x.to, raw})
	n, after := len(x.s.mails), x.s.afterData
	x.s.mu.Unlock()
	x.s.news <- received{x.from, x.to, raw}
	if after != nil {
		return after()
	}
	return &smtp.SMTPError{Code: 250, EnhancedCode: smtp.EnhancedCode{2, 0, 0}, Message: fmt.Sprintf("queued as parcel-%04d", n)}
}

func (x *session) AuthMechanisms() []string {
	if x.s.login {
		return []string{sasl.Login}
	}
	return []string{sasl.Plain}
}

func (x *session) Auth(mechanism string) (sasl.Server, error) {
	if mechanism == sasl.Login {
		return &loginServer{}, nil
	}
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "user" || password != "p@ss" {
			return smtp.ErrAuthFailed
		}
		x.user = user
		return nil
	}), nil
}

// loginServer is the server's side of AUTH LOGIN, which the library lacks.
type loginServer struct{ user string }

func (l *loginServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case l.user == "":
		l.user = string(response)
		return []byte("Password:"), false, nil
	case l.user != "user" || string(response) != "p@ss":
		return nil, true, smtp.ErrAuthFailed
	}
	return nil, true, nil
}

// set changes how the server behaves.
func (s *server) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// cut closes all connections.
func (s *server) cut() {
	s.set(func() {
		for _, c := range s.conns {
			c.Close()
		}
	})
}

func (s *server) connections() (n int) {
	s.set(func() { n = len(s.conns) })
	return n
}

// listen starts a server at addr ("" for any port); secure: over TLS from the start.
func listen(t *testing.T, addr string, config *tls.Config, secure bool) *server {
	t.Helper()
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{addr: l.Addr().String(), news: make(chan received, 100)}
	s.smtp = smtp.NewServer(s)
	s.smtp.Domain, s.smtp.AllowInsecureAuth, s.smtp.TLSConfig = "relay.example.net", true, config
	s.smtp.ErrorLog = quiet{}
	if secure {
		l = tls.NewListener(l, config)
	}
	go s.smtp.Serve(l)
	t.Cleanup(func() { s.smtp.Close() })
	return s
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

func relayTo(t *testing.T, address string) *relay {
	t.Helper()
	r, err := parseRelay(address)
	if err != nil {
		t.Fatal(err)
	}
	r.hello, r.wait = "post.example", 5*time.Second
	t.Cleanup(r.hangUp)
	return r
}

var parcel = []byte("From: <games@post.example>\r\nSubject: x\r\n\r\nHello.\r\n.\r\n..\r\n.foo\r\n")

func expect(t *testing.T, r *relay, want verdict, words string) {
	t.Helper()
	v, answer, err := r.send(t.Context(), "games@post.example", "bob@example.com", parcel)
	if v != want || !strings.Contains(answer, words) || (err == nil) != (v == accepted) {
		t.Fatalf("verdict %d, answer %q, error %v; wanted %d with %q", v, answer, err, want, words)
	}
}

func TestRelayTakesMailOverOneConnection(t *testing.T) {
	s := listen(t, "", nil, false)
	r := relayTo(t, "smtp://"+s.addr)
	expect(t, r, accepted, "250 2.0.0 queued as parcel-0001")
	r.rest()
	expect(t, r, accepted, "parcel-0002")
	expect(t, r, accepted, "parcel-0003")
	if n := s.connections(); n != 1 {
		t.Errorf("%d connections", n)
	}
	if got := string(s.mails[2].raw); got != string(parcel) || s.mails[2].from != "games@post.example" || s.mails[2].to != "bob@example.com" {
		t.Errorf("got %+v", s.mails[2])
	}
}

func TestRelayRefuses(t *testing.T) {
	s := listen(t, "", nil, false)
	r := relayTo(t, "smtp://"+s.addr)
	answer := func(code int, text string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 7, 1}, Message: text}
	}
	for _, c := range []struct {
		rcpt, data, mail error
		want             verdict
		words            string
	}{
		{rcpt: answer(451, "greylisted"), want: later, words: "451 4.7.1 greylisted"},
		{rcpt: answer(550, "no such mailbox at all"), want: refused, words: "550 5.7.1 no such mailbox at all"},
		{data: answer(452, "full"), want: later, words: "452 4.7.1 full"},
		{data: answer(554, "spam"), want: refused, words: "554 5.7.1 spam"},
		{mail: answer(550, "sender not known"), want: trouble, words: "sender not known"},
		{rcpt: answer(421, "closing"), want: broken, words: "421"},
		{rcpt: answer(530, "sign in first"), want: broken, words: "530"},
		{want: accepted, words: "queued"},
	} {
		s.set(func() {
			s.noSender, s.refuse, s.afterData = c.mail, func(string) error { return c.rcpt }, nil
			if c.data != nil {
				s.afterData = func() error { return c.data }
			}
		})
		expect(t, r, c.want, c.words)
	}
}

func TestRelayConnectionFoundDead(t *testing.T) {
	s := listen(t, "", nil, false)
	r := relayTo(t, "smtp://"+s.addr)
	expect(t, r, accepted, "0001")
	s.cut()
	expect(t, r, accepted, "0002") // noticed at MAIL
	s.cut()
	r.rest()
	expect(t, r, accepted, "0003") // noticed at NOOP
	if n := s.connections(); n != 3 {
		t.Errorf("%d connections", n)
	}
}

func TestRelayHangs(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	r := relayTo(t, "smtp://"+l.Addr().String())
	r.wait = 50 * time.Millisecond
	v, _, err := r.send(t.Context(), "games@post.example", "bob@example.com", parcel)
	if v != trouble || !strings.Contains(fmt.Sprint(err), "smtps://") {
		t.Errorf("%d, %v", v, err)
	}
	r.loopback, r.user, r.password = false, "user", "p@ss" // STARTTLS from the start
	v, _, err = r.send(t.Context(), "games@post.example", "bob@example.com", parcel)
	if v != trouble || !strings.Contains(fmt.Sprint(err), "smtps://") {
		t.Errorf("with STARTTLS: %d, %v", v, err)
	}
}

func TestRelaySwallowsTheMail(t *testing.T) {
	s := listen(t, "", nil, false)
	release := make(chan struct{})
	defer close(release)
	s.afterData = func() error { <-release; return nil }
	r := relayTo(t, "smtp://"+s.addr)
	r.wait = 50 * time.Millisecond
	expect(t, r, doubt, "")
	if r.client != nil {
		t.Error("the connection is kept")
	}
}

func TestRelayIsDown(t *testing.T) {
	s := listen(t, "", nil, false)
	r := relayTo(t, "smtp://"+s.addr)
	expect(t, r, accepted, "")
	s.smtp.Close()
	expect(t, r, trouble, "")
	listen(t, s.addr, nil, false)
	expect(t, r, accepted, "")
}

func TestRelayWithStopGivesUp(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	r := relayTo(t, "smtp://"+l.Addr().String())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v, _, err := r.send(ctx, "games@post.example", "bob@example.com", parcel); v != trouble || err == nil {
		t.Errorf("%d, %v", v, err)
	}
}

// certificate is a self-signed one for relay.test, and the pool that trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"relay.test"}, NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, pool
}

func TestRelaySignsInOverTLSOnly(t *testing.T) {
	config, pool := certificate(t)
	start, secure, plain := listen(t, "", config, false), listen(t, "", config, true), listen(t, "", nil, false)
	abroad := func(address string) *relay { // as if the server were elsewhere
		r := relayTo(t, address)
		r.loopback, r.tls = false, &tls.Config{ServerName: "relay.test", RootCAs: pool}
		return r
	}
	expect(t, abroad("smtp://user:p%40ss@"+start.addr), accepted, "")
	expect(t, abroad("smtps://user:p%40ss@"+secure.addr), accepted, "")
	expect(t, abroad("smtp://"+start.addr), accepted, "")
	expect(t, relayTo(t, "smtp://user:p%40ss@"+plain.addr), accepted, "") // this machine
	expect(t, relayTo(t, "smtp://user:p%40ss@"+start.addr), accepted, "") // and its own certificate
	plain.login = true                                                    // as Microsoft's is
	expect(t, relayTo(t, "smtp://user:p%40ss@"+plain.addr), accepted, "")
	if n := start.connections(); n != 2+3+3 { // STARTTLS begins a second session; where it is not required, one more before it finds it offered
		t.Errorf("%d sessions", n)
	}

	for _, c := range []struct {
		r     *relay
		words string
	}{
		{abroad("smtp://user:p%40ss@" + plain.addr), "smtps://"},
		{abroad("smtps://user:p%40ss@" + start.addr), "smtp://"},
		{relayTo(t, "smtp://user:wrong@"+plain.addr), "signing in as user"},
	} {
		v, _, err := c.r.send(t.Context(), "games@post.example", "bob@example.com", parcel)
		if v != trouble || !strings.Contains(fmt.Sprint(err), c.words) || strings.Contains(fmt.Sprint(err), "p@ss") {
			t.Errorf("%d, %v; wanted %q", v, err, c.words)
		}
	}
	stranger := abroad("smtp://" + start.addr)
	stranger.tls = &tls.Config{ServerName: "relay.test"}
	if v, _, err := stranger.send(t.Context(), "games@post.example", "bob@example.com", parcel); v != trouble || !strings.Contains(fmt.Sprint(err), "certificate") {
		t.Errorf("an unknown certificate: %d, %v", v, err)
	}
}
