package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/dns/dnsmessage"
)

// zone is what a name server on loopback knows: "TXT name" or "MX name", and the records. It fails where a name ends in "slow.example" or "slow.test".
type zone map[string][]string

// resolver asks a real name server that knows the zone.
func (z zone) resolver(t *testing.T) *net.Resolver {
	t.Helper()
	l, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, peer, err := l.ReadFrom(buffer)
			if err != nil {
				return
			}
			if answer := z.answer(t, buffer[:n]); answer != nil {
				_, _ = l.WriteTo(answer, peer)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", l.LocalAddr().String())
	}}
}

func (z zone) answer(t *testing.T, question []byte) []byte {
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil || len(m.Questions) != 1 {
		t.Errorf("a strange question: %v", err)
		return nil
	}
	q := m.Questions[0]
	name := strings.TrimSuffix(q.Name.String(), ".")
	head := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}
	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	for _, record := range z[strings.TrimPrefix(q.Type.String(), "Type")+" "+name] {
		var body dnsmessage.ResourceBody
		if q.Type == dnsmessage.TypeMX {
			body = &dnsmessage.MXResource{Pref: 10, MX: dnsmessage.MustNewName(record)}
		} else {
			text := &dnsmessage.TXTResource{}
			for ; len(record) > 255; record = record[255:] {
				text.TXT = append(text.TXT, record[:255])
			}
			text.TXT = append(text.TXT, record)
			body = text
		}
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: head, Body: body})
	}
	switch {
	case strings.HasSuffix(name, "slow.example"), name == "slow.test":
		m.RCode = dnsmessage.RCodeServerFailure
	case m.Answers == nil:
		m.RCode = dnsmessage.RCodeNameError
	}
	out, err := m.Pack()
	if err != nil {
		t.Error(err)
	}
	return out
}

// try runs a trial in a zone; the result is all that it says, in one line.
func try(t *testing.T, o Options, z zone) (string, error) {
	t.Helper()
	var out strings.Builder
	trial, err := NewTrial(o, "ann@example.com", &out)
	if err != nil {
		t.Fatal(err)
	}
	trial.names, trial.relay.wait = z.resolver(t), 2*time.Second
	err = trial.Run(t.Context(), time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC))
	return strings.Join(strings.Fields(out.String()), " "), err
}

func TestTrialOfWhatIsRight(t *testing.T) {
	config, _ := certificate(t)
	for what, secure := range map[string]bool{"smtp": false, "smtps": true} {
		s := listen(t, "", config, secure)
		key := rsaKey(t, 2048)
		o := Options{URL: siteURL, From: "Postrider <games@post.example>", SMTP: what + "://user:p%40ss@" + s.addr, DKIMKey: key, DKIMSelector: "s1", Domain: "play.post.example"}
		record, err := (&seal{key: key}).record()
		if err != nil {
			t.Fatal(err)
		}
		said, err := try(t, o, zone{
			"TXT play.post.example": {"other=1", "v=spf1 mx -all"}, "TXT s1._domainkey.post.example": {record},
			"TXT _dmarc.post.example": {"v=DMARC1; p=quarantine"}, "MX play.post.example": {"post.example."},
		})
		m := <-s.news
		for _, want := range []string{
			"ok connected to " + s.addr, "ok encrypted by TLS 1.3; the certificate is for relay.test and good until 1 January 2100", "ok signed in as user",
			"ok it takes mail from b-test@play.post.example", "ok it takes mail to ann@example.com", "ok it has taken the mail: 250 2.0.0 queued as parcel-0001",
			"ok SPF: play.post.example has “v=spf1 mx -all”. See that it covers the machine that hands your mail on: post.example,",
			"ok DKIM: the test mail is signed, and the key at s1._domainkey.post.example fits", "ok DMARC: post.example asks receivers to do this with mail that fails: quarantine.",
			"ok Answers: mail to play.post.example goes to post.example.", "dkim=pass",
		} {
			if !strings.Contains(said, want) {
				t.Errorf("it does not say %q", want)
			}
		}
		if err != nil || strings.Contains(said, "WRONG") || strings.Contains(said, "LACKS") || strings.Contains(said, "p@ss") {
			t.Errorf("%v\n%s", err, said)
		}
		if taken := takeApart(t, m.raw); m.from != "b-test@play.post.example" || taken.subject != "Postrider: a test mail" || !strings.Contains(taken.text, siteURL) {
			t.Errorf("%s: %s", m.from, m.raw)
		}
	}
}

func TestTrialNamesTheRecords(t *testing.T) {
	s := listen(t, "", nil, false)
	key := edKey(t)
	record, err := (&seal{key: key}).record()
	if err != nil {
		t.Fatal(err)
	}
	signed := Options{URL: siteURL, From: "games@mail.post.example", SMTP: "smtp://" + s.addr, DKIMKey: key, DKIMSelector: "s1"}
	plain, slow, local := signed, signed, signed
	plain.DKIMKey, plain.Domain = nil, "elsewhere.example"
	slow.From, local.From = "games@slow.example", "games@localhost"
	for _, c := range []struct {
		o    Options
		zone zone
		want []string
	}{
		{signed, nil, []string{
			"LACKS SPF:", `mail.post.example. TXT "v=spf1 a:post.example -all"`, "LACKS DKIM: mails are signed", `s1._domainkey.mail.post.example. TXT "` + record + `"`,
			"LACKS DMARC:", `_dmarc.mail.post.example. TXT "v=DMARC1; p=none"`,
		}},
		{signed, zone{
			"TXT mail.post.example": {"v=spf1 -all", "v=spf1"}, "TXT s1._domainkey.mail.post.example": {"v=DKIM1; k=rsa; p=AAAA"}, "TXT _dmarc.post.example": {"v=DMARC1; p=reject"},
		}, []string{"WRONG SPF: mail.post.example has 2 records", "WRONG DKIM: the key at s1._domainkey.mail.post.example is not the one", record, "ok DMARC: post.example asks receivers to do this with mail that fails: reject."}},
		{signed, zone{"TXT _dmarc.mail.post.example": {"v=DMARC1; p=perhaps"}}, []string{"WRONG DMARC: the record at _dmarc.mail.post.example cannot be understood"}},
		{plain, zone{"TXT _dmarc.mail.post.example": {"v=DMARC1; p=none"}}, []string{
			"LACKS DKIM: Postrider does not sign its mails", "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out dkim.pem", `elsewhere.example. TXT "v=spf1 a:post.example -all"`,
			"pass only by SPF, and that is for elsewhere.example, not for mail.post.example", "elsewhere.example. MX 10 post.example.",
		}},
		{slow, nil, []string{"LACKS SPF of slow.example could not be looked up"}},
		{local, nil, []string{"LACKS localhost is no domain that others know"}},
	} {
		said, err := try(t, c.o, c.zone)
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("it does not say %q:\n%s", want, said)
			}
		}
		if err != nil || !strings.Contains(said, "taken the mail") {
			t.Errorf("%v: %s", err, said)
		}
	}
}

func TestTrialSaysWhatIsWrong(t *testing.T) {
	s, secure := listen(t, "", nil, false), listen(t, "", &tls.Config{}, true)
	down, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	down.Close()
	answer := func(code int, text string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 7, 1}, Message: text}
	}
	for _, c := range []struct {
		smtp             string
		mail, rcpt, data error
		want             []string
	}{
		{"smtp://" + down.Addr().String(), nil, nil, nil, []string{"connection refused", "nothing listens there"}},
		{"smtp://relay.test:587", nil, nil, nil, []string{"looking up relay.test", "--smtp should name a host that the DNS knows"}},
		{"smtp://slow.test:587", nil, nil, nil, []string{"this machine needs a name server that answers"}},
		{"smtps://" + s.addr, nil, nil, nil, []string{"should begin with smtp://"}},
		{"smtp://" + secure.addr, nil, nil, nil, []string{"should begin with smtps://"}},
		{"smtp://user:wrong@" + s.addr, nil, nil, nil, []string{"ok connected to " + s.addr, "ok it is not encrypted", "WRONG mail server", "signing in as user", "user or password is wrong"}},
		{"smtp://" + s.addr, answer(550, "not yours"), nil, nil, []string{"550: not yours.", "does not let you send in this name"}},
		{"smtp://" + s.addr, answer(530, "who are you"), nil, nil, []string{"only for those who sign in"}},
		{"smtp://" + s.addr, nil, answer(554, "Relay access denied"), nil, []string{"ok it takes mail from games@post.example", "Relay access denied", "only for those who sign in"}},
		{"smtp://" + s.addr, nil, answer(550, "no mailbox"), nil, []string{"the address is wrong"}},
		{"smtp://" + s.addr, nil, answer(451, "greylisted"), nil, []string{"for now only"}},
		{"smtp://" + s.addr, nil, answer(421, "enough"), nil, []string{"it is closing"}},
		{"smtp://" + s.addr, nil, nil, answer(554, "spam"), []string{"ok it takes mail to ann@example.com", "thinks it spam"}},
	} {
		s.set(func() {
			s.noSender, s.refuse, s.afterData = c.mail, func(string) error { return c.rcpt }, func() error { return c.data }
			if c.data == nil {
				s.afterData = nil
			}
		})
		said, err := try(t, Options{URL: siteURL, From: "games@post.example", SMTP: c.smtp}, nil)
		for _, want := range append(c.want, "LACKS SPF") {
			if !strings.Contains(said, want) {
				t.Errorf("%s: it does not say %q:\n%s", c.smtp, want, said)
			}
		}
		if !errors.Is(err, errTrial) || strings.Contains(said, "taken the mail") || strings.Contains(said, "wrong@") {
			t.Errorf("%v\n%s", err, said)
		}
	}
	for _, c := range []struct{ smtp, from, to, want string }{
		{"", "games@post.example", "ann@example.com", "nothing to test"},
		{"smtp://x", "games@post.example", "ann", "“ann” is not an address"},
		{"http://x", "games@post.example", "ann@example.com", "not understood"},
		{"smtp://x", "games", "ann@example.com", "the sender"},
	} {
		if _, err := NewTrial(Options{URL: siteURL, From: c.from, SMTP: c.smtp}, c.to, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestHintsOnCertificates(t *testing.T) {
	config, pool := certificate(t)
	s := listen(t, "", config, true)
	for words, trusted := range map[string]*tls.Config{
		"nobody whom this machine trusts": {ServerName: "relay.test"},
		"is for another name":             {ServerName: "other.test", RootCAs: pool},
		"has run out":                     {ServerName: "relay.test", RootCAs: pool, Time: func() time.Time { return time.Date(2101, 1, 1, 0, 0, 0, 0, time.UTC) }},
	} {
		r := relayTo(t, "smtps://"+s.addr)
		r.tls = trusted
		if err := r.connect(t.Context()); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v; wanted %q", err, words)
		}
	}
}

func TestKin(t *testing.T) {
	for _, c := range []struct {
		a, b string
		kin  bool
	}{
		{"chess.co.uk", "play.co.uk", false},
		{"chess.example", "play.example", false},
		{"mail.chess.co.uk", "play.chess.co.uk", true},
		{"chess.co.uk", "play.chess.co.uk", true},
		{"a.b.chess.example", "play.chess.example", true},
		{"co.uk", "co.uk", true},
		{"chess.co.uk", "co.uk", false},
	} {
		if kin(c.a, c.b) != c.kin || kin(c.b, c.a) != c.kin {
			t.Errorf("%s and %s: not %v", c.a, c.b, c.kin)
		}
	}
}

// TestTrialSplitsALongRecord: what is to be set in the DNS has no string of more than 255 bytes, and is the record together.
func TestTrialSplitsALongRecord(t *testing.T) {
	s, key := listen(t, "", nil, false), rsaKey(t, 2048)
	record, err := (&seal{key: key}).record()
	if err != nil {
		t.Fatal(err)
	}
	said, err := try(t, Options{URL: siteURL, From: "games@post.example", SMTP: "smtp://" + s.addr, DKIMKey: key, DKIMSelector: "s1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, said, _ = strings.Cut(said, "s1._domainkey.post.example. TXT ")
	said, _, _ = strings.Cut(said, " LACKS")
	parts := strings.Split(strings.Trim(said, `"`), `" "`)
	for _, part := range parts {
		if len(part) > 255 {
			t.Errorf("a string of %d bytes", len(part))
		}
	}
	if len(parts) != 2 || strings.Join(parts, "") != record {
		t.Errorf("%q is not the record %s", parts, record)
	}
}
