package mail

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/publicsuffix"
)

const lookupWait = 5 * time.Second // for one question to the DNS

// look compares what the DNS says with what receivers of our mail ask it, and names the records to set. raw is a mail as we send it.
func (t *Trial) look(ctx context.Context, raw []byte) {
	from, back := domainOf(t.from.Address), domainOf(t.returns())
	t.head("The domain " + from)
	if !strings.Contains(from, ".") || net.ParseIP(strings.Trim(from, "[]")) != nil {
		t.lack("%s is no domain that others know, so nobody can check mail that comes from there. Name a sender at a domain of your own by --from.", from)
		return
	}
	t.spf(ctx, back)
	t.dkim(ctx, raw)
	t.dmarc(ctx, from, back)
	if t.domain != "" {
		t.mx(ctx, t.domain)
	}
}

// txt are the TXT records of a name; none is no error.
func (t *Trial) txt(ctx context.Context, name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupWait)
	defer cancel()
	found, err := t.names.LookupTXT(ctx, name+".")
	if none(err) {
		return nil, nil
	}
	return found, err
}

// none says whether the DNS answered that there is no such thing.
func none(err error) bool {
	var e *net.DNSError
	return errors.As(err, &e) && e.IsNotFound
}

// unasked tells that a question got no answer.
func (t *Trial) unasked(what string, err error) {
	t.lack("%s could not be looked up (%v); try again where the DNS can be reached.", what, err)
}

// spf looks for the record that says who may send mail with bounces to that domain (RFC 7208).
func (t *Trial) spf(ctx context.Context, domain string) {
	found, err := t.txt(ctx, domain)
	if err != nil {
		t.unasked("SPF of "+domain, err)
		return
	}
	var records []string
	for _, text := range found {
		if text == "v=spf1" || strings.HasPrefix(text, "v=spf1 ") {
			records = append(records, text)
		}
	}
	host := t.relay.host
	if site, err := url.Parse(t.url); t.relay.loopback && err == nil {
		if host = site.Hostname(); !strings.Contains(host, ".") || net.ParseIP(host) != nil { // no --url was given, or none that others reach
			host = domain
		}
	}
	switch len(records) {
	case 0:
		t.lack("SPF: nothing says which machines may send mail for %s. If %s hands it on by itself, set this (a provider tells what to include instead):", domain, host)
		t.setText(domain, "v=spf1 a:"+host+" -all")
	case 1:
		t.good("SPF: %s has “%s”. See that it covers the machine that hands your mail on: %s, or what its provider says.", domain, records[0], host)
	default:
		t.bad("SPF: %s has %d records that begin with v=spf1, which count as none: make one of them.", domain, len(records))
	}
}

// dkim checks the signature of a mail as a receiver does (RFC 6376).
func (t *Trial) dkim(ctx context.Context, raw []byte) {
	if t.seal == nil {
		t.lack("DKIM: Postrider does not sign its mails. If the mail server does not either, make a key, and name its file by --dkim-key:")
		t.copy(makeKey + "dkim.pem")
		return
	}
	record, err := t.seal.record()
	if err != nil {
		t.bad("DKIM: %v", err)
		return
	}
	found, err := t.txt(ctx, t.seal.name())
	if err != nil {
		t.unasked("the DKIM key at "+t.seal.name(), err)
		return
	}
	if len(found) == 0 {
		t.lack("DKIM: mails are signed, and the key to check them by is not in the DNS. Set this:")
		t.setText(t.seal.name(), record)
		return
	}
	checks, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: func(string) ([]string, error) { return found, nil }})
	if err == nil && len(checks) == 1 {
		err = checks[0].Err
	}
	if err != nil {
		t.bad("DKIM: the key at %s is not the one that mails are signed with. Set this in its place, and nothing beside it:", t.seal.name())
		t.setText(t.seal.name(), record)
		return
	}
	t.good("DKIM: the test mail is signed, and the key at %s fits.", t.seal.name())
}

// dmarc looks for the record that says what to do with mail that is not ours (RFC 7489), at the domain and above.
func (t *Trial) dmarc(ctx context.Context, from, back string) {
	for domain := from; strings.Contains(domain, "."); _, domain, _ = strings.Cut(domain, ".") {
		found, err := t.txt(ctx, "_dmarc."+domain)
		if err != nil {
			t.unasked("DMARC of "+domain, err)
			return
		}
		policy, err := dmarc.LookupWithOptions(domain, &dmarc.LookupOptions{LookupTXT: func(string) ([]string, error) { return found, nil }})
		if errors.Is(err, dmarc.ErrNoPolicy) {
			continue
		}
		if err != nil {
			t.bad("DMARC: the record at _dmarc.%s cannot be understood (%v).", domain, err)
			return
		}
		t.good("DMARC: %s asks receivers to do this with mail that fails: %s.", domain, policy.Policy)
		if t.seal == nil && (policy.SPFAlignment == dmarc.AlignmentStrict && from != back || !kin(from, back)) {
			t.bad("Mails that are not signed pass only by SPF, and that is for %s, not for %s: sign them (--dkim-key).", back, from)
		}
		return
	}
	t.lack("DMARC: nothing says what receivers should do with mail that only pretends to come from %s. Begin with this; when SPF and DKIM pass, say quarantine for none:", from)
	t.setText("_dmarc."+from, "v=DMARC1; p=none")
}

// kin says whether two domains belong together: they are the same, or have the same organizational domain (RFC 7489 section 3.2).
func kin(a, b string) bool {
	above, err := publicsuffix.EffectiveTLDPlusOne(a)
	beyond, wrong := publicsuffix.EffectiveTLDPlusOne(b)
	return a == b || err == nil && wrong == nil && above == beyond
}

// setText tells which text (TXT) is to be set: a string in it has at most 255 bytes (RFC 1035 section 3.3), and what is longer is several.
func (t *Trial) setText(name, text string) {
	var parts []string
	for part := range slices.Chunk([]byte(text), 255) {
		parts = append(parts, `"`+string(part)+`"`)
	}
	t.set(name, "TXT", strings.Join(parts, " "))
}

// mx looks for who takes mail to a domain.
func (t *Trial) mx(ctx context.Context, domain string) {
	ctx, cancel := context.WithTimeout(ctx, lookupWait)
	defer cancel()
	found, err := t.names.LookupMX(ctx, domain+".")
	if err != nil && !none(err) {
		t.unasked("who takes mail to "+domain, err)
		return
	}
	if len(found) == 0 {
		site, _ := url.Parse(t.url)
		t.lack("Answers: nothing says who takes mail to %s (--mail-domain), so answers and bounces do not come in. If this program runs on %s, set this:", domain, site.Hostname())
		t.set(domain, "MX", "10 "+site.Hostname()+".")
		return
	}
	var hosts []string
	for _, m := range found {
		hosts = append(hosts, strings.TrimSuffix(m.Host, "."))
	}
	t.good("Answers: mail to %s goes to %s. Its port 25 has to lead to --mail-in.", domain, strings.Join(hosts, ", "))
}
