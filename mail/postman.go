package mail

import (
	"context"
	"crypto"
	"errors"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"net/url"
	"strings"
	"time"

	"postrider/store"
)

// Options say how mail leaves.
type Options struct {
	URL  string       // what links begin with, without a slash at the end: "https://postrider.example"
	From string       // the sender: "Postrider <games@post.example>"
	SMTP string       // the relay: "smtp://user:pass@host:587" or "smtps://…"; "" keeps mail in the database
	Log  *slog.Logger // nil: slog.Default()

	Domain string // where mail comes in (Inbound): "play.example.org"; "": none does, and mails say nothing of being answered

	DKIMKey      crypto.Signer // signs the mails, for the domain of From; nil: they are not signed
	DKIMSelector string        // under which the DNS has the public key: "postrider"
}

// Postman composes and sends the mails of one store's outbox.
type Postman struct {
	store  *store.Store
	url    string
	from   *netmail.Address
	domain string // where mail comes in, or ""
	relay  *relay // nil: mail is kept
	seal   *seal  // nil: mail is not signed
	log    *slog.Logger

	pauses []time.Duration // between tries while the relay is in trouble; the last one repeats
	tick   time.Duration   // the outbox is looked at so often even if nothing has been heard of it

	failures int    // of the relay, one after another
	ailing   string // what the log last said about the relay
}

// answerKept stands where the relay's answer would.
const answerKept = "kept here: no mail server is configured"

// New checks the options and makes a Postman; it does not connect to anything. The errors are sentences for whoever starts the program.
func New(s *store.Store, o Options) (*Postman, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("“%s” cannot be what links begin with; it should look like https://postrider.example", oneLine(o.URL))
	}
	from, err := parseFrom(o.From)
	if err != nil {
		return nil, err
	}
	p := &Postman{
		store: s, url: strings.TrimRight(u.String(), "/"), from: from, log: o.Log,
		pauses: []time.Duration{5 * time.Second, 15 * time.Second, 30 * time.Second}, tick: time.Minute,
	}
	if p.log == nil {
		p.log = slog.Default()
	}
	if p.seal, err = newSeal(o, domainOf(from.Address)); err != nil {
		return nil, err
	}
	if o.Domain != "" {
		if p.domain, err = inDomain(o.Domain); err != nil {
			return nil, err
		}
	}
	if o.SMTP != "" {
		if p.relay, err = parseRelay(o.SMTP); err != nil {
			return nil, err
		}
		p.relay.hello = domainOf(from.Address)
	}
	return p, nil
}

// Run sends what the outbox holds until ctx is done; it is the only one that sends. When it returns, the mail under way
// has been finished or given up, and in the latter case left as it was. The store must stay open until then.
func (p *Postman) Run(ctx context.Context) {
	if p.relay != nil {
		defer p.relay.quit()
	}
	for ctx.Err() == nil {
		wait, news := p.round(ctx)
		if p.relay != nil {
			p.relay.rest()
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-news:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// round sends all that is due. It tells how long to wait before the next round, and on what news of the outbox to begin it earlier:
// none while the relay is in trouble.
func (p *Postman) round(ctx context.Context) (time.Duration, <-chan struct{}) {
	if p.failures > 0 {
		if err := p.relay.connect(ctx); err != nil {
			return p.pause(ctx, err), nil
		}
	}
	for ctx.Err() == nil {
		e, next, err := p.store.NextEnvelope(ctx)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return p.untilDue(next), p.store.OutboxChanged()
		case err != nil:
			if ctx.Err() == nil {
				p.log.Error("the outbox cannot be read", "err", err)
			}
			return p.pauses[0], nil
		}
		if err := p.deliver(ctx, e); err != nil {
			return p.pause(ctx, err), nil
		}
	}
	return 0, nil
}

// untilDue is how long to wait for a mail that falls due at that time (zero: none waits).
func (p *Postman) untilDue(next time.Time) time.Duration {
	if next.IsZero() {
		return p.tick
	}
	return min(max(next.Sub(p.store.Now()), 10*time.Millisecond), p.tick)
}

// pause notes one more failure of the relay and tells how long to leave it alone.
func (p *Postman) pause(ctx context.Context, err error) time.Duration {
	wait := p.pauses[min(p.failures, len(p.pauses)-1)]
	p.failures++
	if text := err.Error(); ctx.Err() == nil && text != p.ailing {
		p.log.Error("mail has to wait: the mail server is in trouble", "err", text, "again_in", wait.String())
		p.ailing = text
	}
	return wait
}

// deliver composes one mail, sends it and marks it. An error is the relay's trouble.
func (p *Postman) deliver(ctx context.Context, e store.Envelope) error {
	log := p.log.With("mail", e.ID, "kind", e.Kind, "domain", domainOf(e.To))
	subject, raw, err := p.compose(ctx, e)
	var over *overtaken
	var bad *unfit
	switch {
	case errors.As(err, &over):
		log.Info("mail dropped", "why", over.why)
		p.mark(ctx, log, func(ctx context.Context) error { return p.store.EnvelopeDropped(ctx, e.ID, over.why) })
		return nil
	case errors.As(err, &bad):
		log.Error("mail failed", "err", err)
		p.mark(ctx, log, func(ctx context.Context) error { return p.store.EnvelopeFailed(ctx, e.ID, subject, bad.why) })
		return nil
	case err != nil && ctx.Err() != nil:
		return nil
	case err != nil:
		log.Error("mail cannot be composed now", "err", err)
		p.mark(ctx, log, func(ctx context.Context) error {
			return p.store.EnvelopeLater(ctx, e.ID, subject, "it could not be written just now; we try again", true)
		})
		return nil
	case p.relay == nil:
		p.mark(ctx, log, func(ctx context.Context) error { return p.store.EnvelopeSent(ctx, e.ID, subject, answerKept, raw) })
		return nil
	}
	v, answer, err := p.relay.send(ctx, p.sender(e), e.To, raw)
	return p.settle(ctx, log, e, subject, v, answer, err)
}

// settle marks a mail by what the relay made of it. An error is the relay's trouble.
func (p *Postman) settle(ctx context.Context, log *slog.Logger, e store.Envelope, subject string, v verdict, answer string, err error) error {
	if v != trouble {
		if p.failures > 0 {
			p.log.Info("the mail server is well again")
		}
		p.failures, p.ailing = 0, ""
	}
	switch v {
	case accepted:
		log.Info("mail sent", "answer", answer)
		p.mark(ctx, log, func(ctx context.Context) error { return p.store.EnvelopeSent(ctx, e.ID, subject, answer, nil) })
	case refused:
		log.Warn("mail refused", "answer", answer)
		p.mark(ctx, log, func(ctx context.Context) error { return p.store.EnvelopeFailed(ctx, e.ID, subject, answer) })
	case later:
		log.Info("mail put off", "answer", answer)
		p.mark(ctx, log, func(ctx context.Context) error { return p.store.EnvelopeLater(ctx, e.ID, subject, answer, true) })
	default:
		if ctx.Err() != nil {
			return err // we are stopping: it may have been us who cut the connection
		}
		if answer == "" {
			answer = map[verdict]string{
				trouble: "the mail server cannot be reached; we go on trying",
				broken:  "the mail server broke off at this mail; we try again",
				doubt:   "the mail server took the mail and did not answer; we send it again",
			}[v]
		}
		p.mark(ctx, log, func(ctx context.Context) error {
			return p.store.EnvelopeLater(ctx, e.ID, subject, answer, v != trouble)
		})
		if v == trouble {
			return err
		}
		log.Warn("mail put off: the mail server broke off", "err", err)
	}
	return nil
}

// mark writes down what became of a mail, also when the program is stopping. A mail that has left and is not marked would leave again,
// so it is tried until it succeeds, and once more when ctx is done.
func (p *Postman) mark(ctx context.Context, log *slog.Logger, write func(context.Context) error) {
	for {
		last := ctx.Err() != nil
		err := write(context.WithoutCancel(ctx))
		if err == nil || errors.Is(err, store.ErrNotFound) {
			return
		}
		log.Error("what became of a mail cannot be written down", "err", err)
		if last {
			return
		}
		timer := time.NewTimer(p.pauses[0])
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
		timer.Stop()
	}
}
