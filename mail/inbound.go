package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"postrider/store"
)

const (
	mailBytes  = 1 << 20          // of a received mail; SIZE is offered
	peerBytes  = 4 * mailBytes    // of what a peer sends before it is answered: a mail that is too long is read to its end, but not for ever
	peerWait   = 60 * time.Second // for a command, and for the whole text of a mail
	takeWait   = 20 * time.Second // for the database
	fewUnknown = 5                // recipients that do not exist, in one connection
	inStopWait = 8 * time.Second  // for a mail under way when the program is told to stop
)

// InboundOptions say what mail comes in, and how.
type InboundOptions struct {
	Domain    string // what stands behind the @ of the addresses: "play.example.org"
	URL       string // the site, named to who writes to another address
	Cert, Key string // files of a certificate and its key (PEM), for STARTTLS; both "": it is not offered
	Limits    bool   // on connections and mails of one peer; one on this machine, as a relay in front is, is not limited
	Log       *slog.Logger
}

// Inbound takes mail in by SMTP (RFC 5321): answers to reply addresses and reports to bounce addresses, nothing else (see the package comment).
type Inbound struct {
	store  *store.Store
	domain string
	url    string
	log    *slog.Logger
	server *smtp.Server
	guests *guests
}

// NewInbound checks the options; it does not listen yet. The errors are sentences for whoever starts the program.
func NewInbound(s *store.Store, o InboundOptions) (*Inbound, error) {
	domain, err := inDomain(o.Domain)
	if err != nil {
		return nil, err
	}
	in := &Inbound{store: s, domain: domain, url: strings.TrimRight(o.URL, "/"), log: o.Log, guests: newGuests(s.Now, o.Limits)}
	if in.log == nil {
		in.log = slog.Default()
	}
	in.server = smtp.NewServer(smtp.BackendFunc(in.welcome))
	in.server.Domain, in.server.MaxRecipients, in.server.MaxMessageBytes = domain, 1, mailBytes
	in.server.MaxLineLength = mailBytes // some programs write long ones, whatever RFC 5322 says
	in.server.ReadTimeout, in.server.WriteTimeout = peerWait, peerWait
	in.server.EnableSMTPUTF8 = true
	in.server.ErrorLog = slog.NewLogLogger(in.log.Handler(), slog.LevelInfo)
	if o.Cert != "" || o.Key != "" {
		c := &keyPair{cert: o.Cert, key: o.Key}
		if _, err := c.get(nil); err != nil {
			return nil, err
		}
		in.server.TLSConfig = &tls.Config{GetCertificate: c.get}
	}
	return in, nil
}

// Serve takes mail in until ctx is done: then a mail that is under way is taken, all other connections are closed, and it returns.
func (in *Inbound) Serve(ctx context.Context, l net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- in.server.Serve(in.guests.through(l)) }()
	select {
	case err := <-failed:
		return fmt.Errorf("take mail in: %w", err)
	case <-ctx.Done():
	}
	in.guests.leave()
	patience, enough := context.WithTimeout(context.WithoutCancel(ctx), inStopWait)
	defer enough()
	err := in.server.Shutdown(patience)
	if errors.Is(err, context.DeadlineExceeded) {
		in.log.Warn("stopping: a mail that came in too slowly is cut off; its server sends it again")
		in.guests.closeAll()
		return nil
	}
	return err
}

// visit is one connection's session.
type visit struct {
	in    *Inbound
	guest *guest

	mu   sync.Mutex // a text in chunks (BDAT) is read in another goroutine
	from string
	to   string // the part before the @
}

func (in *Inbound) welcome(c *smtp.Conn) (smtp.Session, error) {
	conn := c.Conn()
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	g, ok := conn.(*guest)
	if !ok {
		return nil, errors.New("a connection that was not let in")
	}
	return &visit{in: in, guest: g}, nil
}

func reply(code int, enhanced smtp.EnhancedCode, format string, args ...any) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: fmt.Sprintf(format, args...)}
}

// Reset forgets the mail that was begun.
func (v *visit) Reset() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.from, v.to = "", ""
}

// Logout ends the session.
func (v *visit) Logout() error { return nil }

// Mail notes the sender: "" for a report.
func (v *visit) Mail(from string, _ *smtp.MailOptions) error {
	if v.guest.goes.Load() {
		return reply(421, smtp.EnhancedCode{4, 4, 2}, "This connection ends here: please come again in a minute.")
	}
	if !v.in.guests.may(v.guest.peer) {
		return reply(450, smtp.EnhancedCode{4, 7, 1}, "Too many mails from you at once: please send it again in some minutes.")
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.from = from
	return nil
}

// Rcpt lets in what is for an address of our making.
func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.EqualFold(to, "postmaster") { // the one address without a domain (RFC 5321 section 4.5.1)
		to += "@" + v.in.domain
	}
	at := strings.LastIndexByte(to, '@')
	name, domain := to[:max(at, 0)], strings.TrimSuffix(to[at+1:], ".")
	if at < 0 || !strings.EqualFold(domain, v.in.domain) {
		return v.unknown(reply(550, smtp.EnhancedCode{5, 7, 1}, "Mail for other domains than %s is not taken here.", v.in.domain))
	}
	if strings.EqualFold(name, "postmaster") || strings.EqualFold(name, "abuse") {
		return reply(550, smtp.EnhancedCode{5, 1, 1}, "Nobody reads mail at this address: this is a program for games. Who runs it can be reached through %s", v.in.url)
	}
	_, err := v.in.store.FindBounce(name)
	if err != nil {
		ctx, cancel := context.WithTimeout(context.Background(), takeWait)
		defer cancel()
		_, err = v.in.store.FindReply(ctx, name)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return v.unknown(reply(550, smtp.EnhancedCode{5, 1, 1}, "There is no such address here. An answer to a mail of ours goes to the address that the mail names; the game itself is at %s", v.in.url))
	case err != nil:
		v.in.log.Error("look for the recipient of a mail that comes in", "err", err)
		return errLater
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.to = name
	return nil
}

var errLater = reply(451, smtp.EnhancedCode{4, 3, 0}, "We cannot take it just now: please send it again in some minutes.")

// unknown counts a recipient that does not exist. Who tries many is sent away.
func (v *visit) unknown(refusal error) error {
	if v.guest.unknown.Add(1) <= fewUnknown {
		return refusal
	}
	v.guest.goes.Store(true)
	return reply(421, smtp.EnhancedCode{4, 7, 1}, "Too many unknown recipients: good-bye.")
}

// Data reads a mail and does what it asks for. It is taken (250) only when that is committed, so that one of which nobody knows is sent again.
func (v *visit) Data(r io.Reader) error {
	v.guest.busy.Store(true) // until it is answered
	v.mu.Lock()
	from, to := v.from, v.to
	v.mu.Unlock()
	raw, err := io.ReadAll(r)
	if errors.Is(err, smtp.ErrDataTooLarge) {
		return smtp.ErrDataTooLarge
	}
	if err != nil {
		return reply(451, smtp.EnhancedCode{4, 4, 2}, "The mail did not come to its end.")
	}
	v.guest.busy.Store(true) // chunks (BDAT) have been answered
	ctx, cancel := context.WithTimeout(context.Background(), takeWait)
	defer cancel()
	err = v.in.take(ctx, from, to, raw)
	if err == nil {
		v.guest.took()
	}
	return err
}

// take does what a mail asks for.
func (in *Inbound) take(ctx context.Context, from, to string, raw []byte) error {
	mail, err := ReadReply(bytes.NewReader(raw))
	var unreadable *Unreadable
	if err != nil && !errors.As(err, &unreadable) {
		in.log.Warn("a mail that came in cannot be read", "err", err)
		return reply(550, smtp.EnhancedCode{5, 6, 0}, "This cannot be read as a mail.")
	}
	if id, err := in.store.FindBounce(to); err == nil {
		return in.bounce(ctx, id, from, mail)
	}
	if mail.Bounce != nil || from == "" || mail.Automatic != "" {
		in.log.Info("an automatic mail came in and is let be", "why", mail.Automatic)
		return nil
	}
	m := store.Incoming{MessageID: mail.MessageID, First: mail.First, Comment: mail.Comment}
	if unreadable != nil {
		m.Unreadable = unreadable.Text
	}
	r, again, err := in.store.Receive(ctx, to, m)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return reply(550, smtp.EnhancedCode{5, 1, 1}, "There is no such address here any more.")
	case err != nil:
		in.log.Error("do what a mail asks for", "err", err)
		return errLater
	}
	in.log.Info("a mail came in", "deed", r.Deed, "fate", r.Fate, "again", again)
	return nil
}

// words are what the remote server said, with a code before them: of these alone others than the recipient are told.
func (b *Bounce) words() string {
	code := cmp.Or(b.Status, map[bool]string{true: "5.0.0", false: "4.0.0"}[b.Permanent])
	if len(b.Answer) > 3 && strings.Trim(b.Answer[:3], "0123456789") == "" { // "550 5.1.1 no such user"
		return tidy(b.Answer)
	}
	return tidy(code + " " + strings.TrimSpace(strings.TrimPrefix(b.Answer, code)))
}

// bounce takes what comes to a bounce address: reports. A report comes from nobody (RFC 5321 section 4.5.5): what else has its form is let be, as other automatic
// mails are, and who writes there is told so.
func (in *Inbound) bounce(ctx context.Context, id int64, from string, mail Reply) error {
	if mail.Bounce == nil || from != "" {
		if from == "" || mail.Automatic != "" {
			in.log.Info("an automatic mail came in and is let be", "mail", id, "why", mail.Automatic)
			return nil
		}
		return reply(550, smtp.EnhancedCode{5, 7, 1}, "This address takes only reports of mail that could not be delivered.")
	}
	if err := in.store.Bounce(ctx, id, mail.Bounce.Permanent, mail.Bounce.words(), mail.Bounce.About...); err != nil {
		in.log.Error("note that a mail came back", "mail", id, "err", err)
		return errLater
	}
	in.log.Info("a mail came back", "mail", id, "status", mail.Bounce.Status, "for_good", mail.Bounce.Permanent)
	return nil
}
