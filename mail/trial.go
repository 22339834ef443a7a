package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// Trial sends one mail and tells each step of it, and looks at what the DNS says of the sender's domain: `postrider mail-test`.
// It needs no store.
type Trial struct {
	*Postman
	to    string
	names *net.Resolver
	out   io.Writer
}

// NewTrial checks the options and the address; it does not connect to anything. The errors are sentences for whoever starts the program.
func NewTrial(o Options, to string, out io.Writer) (*Trial, error) {
	if o.SMTP == "" {
		return nil, errors.New("without --smtp no mail leaves this machine, so there is nothing to test; name a mail relay by --smtp smtp://user:password@mail.example.org:587")
	}
	if err := checkAddress(to); err != nil {
		return nil, err
	}
	p, err := New(nil, o)
	if err != nil {
		return nil, err
	}
	return &Trial{Postman: p, to: to, names: net.DefaultResolver, out: out}, nil
}

// errTrial is what Run gives after it has told what went wrong.
var errTrial = errors.New("the test mail has not been sent")

// Run sends the mail, written at now, and says how it went. The error is that the relay did not take it; what the DNS lacks is told, and no error.
func (t *Trial) Run(ctx context.Context, now time.Time) error {
	raw, err := t.mail(now)
	if err != nil {
		return err
	}
	t.head("The mail server " + t.relay.address())
	t.relay.step = t.good
	defer t.relay.quit()
	sent := t.send(ctx, raw)
	t.look(ctx, raw)
	if !sent {
		return errTrial
	}
	t.head("What now")
	t.say("Look where the mail arrived. If it lies with the spam, open its source: the line Authentication-Results should say spf=pass, dkim=pass and dmarc=pass.")
	return nil
}

// mail is the test mail, signed as all are.
func (t *Trial) mail(now time.Time) ([]byte, error) {
	raw, err := encode(headers{From: t.from, To: t.to, MessageID: rand.Text() + "@" + domainOf(t.from.Address), Date: now}, letter{
		Subject: "Postrider: a test mail", Heading: "A test mail",
		Lead:   []string{"Somebody who runs Postrider at " + t.url + " wanted to see whether its mail arrives. It does: nothing is to be done."},
		Action: "The site", Link: t.url,
		Why: "You get this mail because your address was named to the command that tests the mail. It goes nowhere else.",
	})
	if err == nil && t.seal != nil {
		raw, err = t.seal.sign(raw)
	}
	return raw, err
}

// send hands the mail over and tells what went wrong.
func (t *Trial) send(ctx context.Context, raw []byte) bool {
	if net.ParseIP(t.relay.host) == nil {
		looking, cancel := context.WithTimeout(ctx, lookupWait)
		found, err := t.names.LookupHost(looking, t.relay.host)
		cancel()
		if err != nil {
			t.bad("%v", t.relay.explain(fmt.Errorf("looking up %s: %w", t.relay.host, err)))
			return false
		}
		t.good("%s is %s", t.relay.host, strings.Join(found, ", "))
	}
	v, _, err := t.relay.send(ctx, t.returns(), t.to, raw)
	switch {
	case v == accepted:
		return true
	case strings.HasPrefix(err.Error(), "mail server"): // it is explained
		t.bad("%v", err)
	default:
		t.bad("%s.", strings.TrimRight(err.Error(), "."))
		t.say("%s.", hintMail(v, err))
	}
	return false
}

// returns is the sender of the test mail, of the domain that all have.
func (t *Trial) returns() string {
	if t.domain != "" {
		return "b-test@" + t.domain
	}
	return t.from.Address
}

func (t *Trial) head(text string)           { fmt.Fprintf(t.out, "%s\n", text) }
func (t *Trial) good(text string, a ...any) { t.line("ok    ", text, a...) }
func (t *Trial) bad(text string, a ...any)  { t.line("WRONG ", text, a...) }
func (t *Trial) lack(text string, a ...any) { t.line("LACKS ", text, a...) }
func (t *Trial) say(text string, a ...any)  { t.line("      ", text, a...) }

// line writes a sentence behind its mark, wrapped.
func (t *Trial) line(mark, text string, a ...any) {
	fmt.Fprintf(t.out, "  %s%s\n", mark, strings.ReplaceAll(wrap(oneLine(fmt.Sprintf(text, a...))), "\n", "\n        "))
}

// copy writes what is to be copied: it is not wrapped.
func (t *Trial) copy(text string) { fmt.Fprintf(t.out, "          %s\n", text) }

// set tells which record is to be set.
func (t *Trial) set(name, kind, value string) { t.copy(name + ".  " + kind + "  " + value) }
