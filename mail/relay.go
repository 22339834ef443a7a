package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	commandWait = 30 * time.Second // for the answer to one command
	noopWait    = 5 * time.Second  // for a kept-open connection to show that it lives
	stopWait    = 5 * time.Second  // for the mail under way when the program is told to stop
	replyBytes  = 64 << 10         // of an answer to one command; more is a flood
)

// errFlood is of a peer that sends without an end.
var errFlood = errors.New("what it sends has no end")

// metered is a connection that takes only so much in answer to each thing that was written.
type metered struct {
	net.Conn
	most, left int // bytes
}

func (m *metered) Write(b []byte) (int, error) {
	m.left = m.most
	return m.Conn.Write(b)
}

func (m *metered) Read(b []byte) (int, error) {
	if m.left <= 0 {
		return 0, errFlood
	}
	n, err := m.Conn.Read(b[:min(len(b), m.left)])
	m.left -= n
	return n, err
}

// verdict is what became of a mail.
type verdict int

const (
	accepted verdict = iota // the relay has taken it
	later                   // 4xx for the recipient or the text
	refused                 // 5xx for the recipient or the text
	trouble                 // the relay's trouble: it failed before RCPT
	broken                  // it failed from RCPT on, which may be for this mail alone
	doubt                   // the relay has all of it and did not say whether it took it
)

// relay is the mail server that takes all mail, and the one connection to it. It is used by one goroutine.
type relay struct {
	host, port     string
	implicitTLS    bool // smtps://
	loopback       bool // the host is this machine
	user, password string
	hello          string        // what we call ourselves in EHLO
	wait           time.Duration // commandWait, but in tests
	stopWait       time.Duration // stopWait, but in tests
	tls            *tls.Config

	step func(format string, args ...any) // hears of each step that succeeded

	client *smtp.Client // nil: not connected
	conn   net.Conn
	rested bool // the connection was idle and is asked whether it lives before it is used
}

// parseRelay reads what --smtp says. The errors are sentences and never show the password.
func parseRelay(text string) (*relay, error) {
	const form = "it should look like smtp://user:password@mail.example.org:587 (or smtps://… for TLS from the start)"
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the address of the mail server cannot be read; %s; a %%, @, / or : in the password is written %%25, %%40, %%2F or %%3A", form)
	}
	if u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("the address of the mail server is not understood; %s", form)
	}
	r := &relay{host: u.Hostname(), port: u.Port(), implicitTLS: u.Scheme == "smtps", wait: commandWait, stopWait: stopWait, step: func(string, ...any) {}}
	if r.port == "" {
		r.port = "587"
		if r.implicitTLS {
			r.port = "465"
		}
	}
	if port, err := strconv.ParseUint(r.port, 10, 16); err != nil || port == 0 {
		return nil, fmt.Errorf("the port of the mail server is a number from 1 to 65535, and not %s; %s", r.port, form)
	}
	if u.User != nil {
		r.user = u.User.Username()
		r.password, _ = u.User.Password()
		if r.user == "" || r.password == "" {
			return nil, fmt.Errorf("the address of the mail server needs a user and a password, or neither; %s", form)
		}
	}
	ip := net.ParseIP(r.host)
	r.loopback = strings.EqualFold(r.host, "localhost") || ip != nil && ip.IsLoopback()
	// What does not leave the machine needs no certificate: a relay on localhost rarely has one.
	r.tls = &tls.Config{ServerName: r.host, InsecureSkipVerify: r.loopback}
	return r, nil
}

func (r *relay) address() string { return net.JoinHostPort(r.host, r.port) }

// send hands one mail to the relay: from stands in MAIL FROM, raw has CRLF line ends. The error of a verdict other than accepted says what went wrong; the answer
// is the relay's own words. A kept-open connection that turns out to be dead is replaced at once, and once.
func (r *relay) send(ctx context.Context, from, to string, raw []byte) (verdict, string, error) {
	reused := r.client != nil
	v, answer, err := r.try(ctx, from, to, raw)
	if (v == trouble || v == broken) && reused && lost(err) && ctx.Err() == nil {
		v, answer, err = r.try(ctx, from, to, raw)
	}
	return v, answer, err
}

// lost says whether a connection is gone, but not because the relay keeps silent.
func lost(err error) bool {
	var answer *smtp.SMTPError
	if errors.As(err, &answer) {
		return answer.Code == 421
	}
	return !timedOut(err)
}

func timedOut(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

func (r *relay) try(ctx context.Context, from, to string, raw []byte) (verdict, string, error) {
	if err := r.connect(ctx); err != nil {
		return trouble, answerOf(err), err
	}
	defer r.closeAfter(ctx)()
	if err := r.client.Mail(from, nil); err != nil {
		r.hangUp()
		return trouble, answerOf(err), fmt.Errorf("naming the sender: %w", err)
	}
	r.step("it takes mail from %s", from)
	if err := r.client.Rcpt(to, nil); err != nil {
		return r.judge(broken, fmt.Errorf("naming the recipient: %w", err))
	}
	r.step("it takes mail to %s", to)
	data, err := r.client.Data()
	if err != nil {
		return r.judge(broken, fmt.Errorf("beginning the mail: %w", err))
	}
	// go-smtp sets no deadline while the text is written.
	defer time.AfterFunc(2*r.wait, closer(r.conn)).Stop()
	if _, err := data.Write(raw); err != nil {
		r.hangUp()
		return broken, "", fmt.Errorf("sending the mail: %w", err)
	}
	response, err := data.CloseWithResponse()
	if err != nil {
		return r.judge(doubt, fmt.Errorf("waiting for the answer to the mail: %w", err))
	}
	answer := tidy("250 " + response.StatusText)
	r.step("it has taken the mail: %s", answer)
	return accepted, answer, nil
}

// judge says what an error at or after RCPT means: an answer is about the mail; silence, and an answer that says neither yes nor no (from a
// relay that is out of step), are the given verdict. A relay that closes, or asks for a password as late as this, is broken.
func (r *relay) judge(silence verdict, err error) (verdict, string, error) {
	var answer *smtp.SMTPError
	if !errors.As(err, &answer) || answer.Code < 400 || answer.Code > 599 {
		r.hangUp()
		return silence, answerOf(err), err
	}
	if answer.Code == 421 || answer.Code >= 530 && answer.Code <= 538 {
		r.hangUp()
		return broken, answerOf(err), err
	}
	if r.client.Reset() != nil {
		r.hangUp()
	}
	if answer.Code >= 500 {
		return refused, answerOf(err), err
	}
	return later, answerOf(err), err
}

// connect makes sure that there is a living connection, signed in.
func (r *relay) connect(ctx context.Context) error {
	if r.client != nil && r.rested {
		r.rested = false
		r.client.CommandTimeout = min(noopWait, r.wait)
		if r.client.Noop() != nil {
			r.hangUp()
		} else {
			r.client.CommandTimeout = r.wait
		}
	}
	if r.client != nil {
		return nil
	}
	secret := r.user != ""
	err := r.open(ctx, secret && !r.loopback && !r.implicitTLS)
	if err == nil && !r.implicitTLS {
		// go-smtp can begin STARTTLS only with a new connection.
		_, encrypted := r.client.TLSConnectionState()
		if offered, _ := r.client.Extension("STARTTLS"); offered && !encrypted {
			r.hangUp()
			err = r.open(ctx, true)
		}
	}
	if err == nil {
		r.step("connected to %s", r.conn.RemoteAddr())
		r.step("%s", r.encryption())
	}
	if err == nil && secret {
		err = r.signIn(ctx)
	}
	if err != nil {
		r.hangUp()
		return r.explain(err)
	}
	return nil
}

// open connects and says hello, over TLS if it is smtps or startTLS is asked for.
func (r *relay) open(ctx context.Context, startTLS bool) error {
	dialing, cancel := context.WithTimeout(ctx, r.wait)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(dialing, "tcp", r.address())
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	conn = &metered{conn, replyBytes, replyBytes}
	r.conn = conn
	defer r.closeAfter(ctx)()
	switch {
	case startTLS:
		slow := time.AfterFunc(r.wait, closer(conn)) // go-smtp would wait for 5 minutes
		r.client, err = smtp.NewClientStartTLS(conn, r.tls)
		if !slow.Stop() {
			err = errSilent
		}
		if err != nil {
			return fmt.Errorf("beginning STARTTLS: %w", err)
		}
	case r.implicitTLS:
		secure := tls.Client(conn, r.tls)
		if err := secure.HandshakeContext(dialing); err != nil {
			return fmt.Errorf("beginning TLS: %w", err)
		}
		r.client = smtp.NewClient(secure)
	default:
		r.client = smtp.NewClient(conn)
	}
	r.client.CommandTimeout, r.client.SubmissionTimeout = r.wait, r.wait
	if err := r.client.Hello(r.hello); err != nil {
		return fmt.Errorf("greeting: %w", err)
	}
	return nil
}

func (r *relay) signIn(ctx context.Context) error {
	defer r.closeAfter(ctx)()
	if _, encrypted := r.client.TLSConnectionState(); !encrypted && !r.loopback {
		return errors.New("the connection is not encrypted, and a password does not go over it")
	}
	var way sasl.Client
	switch {
	case r.client.SupportsAuth(sasl.Plain):
		way = sasl.NewPlainClient("", r.user, r.password)
	case r.client.SupportsAuth(sasl.Login): // all that Microsoft's know
		way = sasl.NewLoginClient(r.user, r.password)
	default:
		return errNoAuth
	}
	if err := r.client.Auth(way); err != nil {
		return fmt.Errorf("signing in as %s: %w", r.user, err)
	}
	r.step("signed in as %s", r.user)
	return nil
}

// encryption says how the connection is encrypted.
func (r *relay) encryption() string {
	state, encrypted := r.client.TLSConnectionState()
	if !encrypted {
		return "it is not encrypted: the server does not offer STARTTLS"
	}
	leaf := state.PeerCertificates[0]
	names := strings.Join(leaf.DNSNames, ", ")
	if names == "" {
		names = leaf.Subject.String()
	}
	return fmt.Sprintf("encrypted by %s; the certificate is for %s and good until %s", tls.VersionName(state.Version), oneLine(names), leaf.NotAfter.UTC().Format("2 January 2006"))
}

var (
	errSilent = errors.New("no answer")
	errNoAuth = errors.New("it does not offer to sign in by AUTH PLAIN or LOGIN")
)

// closeAfter cuts the connection some seconds after ctx is done, unless the returned function was called before.
func (r *relay) closeAfter(ctx context.Context) func() {
	shut := closer(r.conn)
	unwatch := context.AfterFunc(ctx, func() { time.AfterFunc(r.stopWait, shut) })
	return func() { unwatch() }
}

func closer(conn net.Conn) func() { return func() { conn.Close() } }

// rest tells that nothing will be sent for a while.
func (r *relay) rest() { r.rested = true }

// hangUp closes the connection, if there is one.
func (r *relay) hangUp() {
	if r.conn != nil {
		r.conn.Close()
	}
	r.client, r.conn, r.rested = nil, nil, false
}

// quit ends the connection politely; a relay that lingers is left.
func (r *relay) quit() {
	if r.client != nil {
		r.client.CommandTimeout = min(time.Second, r.wait)
		_ = r.client.Quit()
	}
	r.hangUp()
}

// answerOf is the relay's own answer in an error, "" if it gave none.
func answerOf(err error) string {
	var answer *smtp.SMTPError
	if !errors.As(err, &answer) {
		return ""
	}
	text := answer.Message
	if code := answer.EnhancedCode; code != (smtp.EnhancedCode{}) && code[0] > 0 {
		text = fmt.Sprintf("%d.%d.%d %s", code[0], code[1], code[2], text)
	}
	return tidy(fmt.Sprintf("%d %s", answer.Code, text))
}

// tidy makes a foreign text one line of at most 500 letters.
func tidy(text string) string {
	runes := []rune(oneLine(text))
	return string(runes[:min(len(runes), 500)])
}
