package mail

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"postrider/store"
)

// made is what a maker of keys gives, or the test's end.
func made[K any](t *testing.T) func(K, error) K {
	return func(key K, err error) K {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
}

func rsaKey(t *testing.T, bits int) *rsa.PrivateKey {
	return made[*rsa.PrivateKey](t)(rsa.GenerateKey(rand.Reader, bits))
}

// pkcs8 is a key in a PEM file's words.
func pkcs8(t *testing.T, key any) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: made[[]byte](t)(x509.MarshalPKCS8PrivateKey(key))})
}

func edKey(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestReadDKIMKey(t *testing.T) {
	t.Setenv("GODEBUG", "rsa1024min=0") // a short key has to be made first
	long, short := rsaKey(t, 1024), rsaKey(t, 768)
	ec := made[*ecdsa.PrivateKey](t)(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	public := made[[]byte](t)(x509.MarshalPKIXPublicKey(&long.PublicKey))
	block := func(kind string, der []byte) []byte { return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}) }
	for name, c := range map[string]struct {
		text []byte
		want string // in the refusal; "": it is a key
	}{
		"pkcs1":   {block("RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(long)), ""},
		"pkcs8":   {pkcs8(t, long), ""},
		"ed25519": {pkcs8(t, edKey(t)), ""},
		"short":   {pkcs8(t, short), "768 bits; receivers want 1024"},
		"ec":      {pkcs8(t, ec), "is a key of the kind ecdsa.PrivateKey; DKIM knows RSA and Ed25519 only"},
		"public":  {block("PUBLIC KEY", public), `begins with "PUBLIC KEY"; what signs is a private key`},
		"locked":  {block("ENCRYPTED PRIVATE KEY", public), "locked by a passphrase"},
		"locked1": {pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Headers: map[string]string{"Proc-Type": "4,ENCRYPTED"}, Bytes: public}), "locked by a passphrase"},
		"cut":     {block("PRIVATE KEY", public[:40]), "cannot be understood"},
		"words":   {[]byte("hello"), "no key in PEM form"},
		"empty":   {nil, "no key in PEM form"},
	} {
		file := filepath.Join(t.TempDir(), name)
		var log bytes.Buffer
		if err := os.WriteFile(file, c.text, 0o640); err != nil {
			t.Fatal(err)
		}
		key, err := ReadDKIMKey(file, slog.New(slog.NewTextHandler(&log, nil)))
		if (c.want == "") != (key != nil && err == nil) || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "--dkim-key: "+file)) {
			t.Errorf("%s: %v", name, err)
		}
		if log.Len() > 0 {
			t.Errorf("%s: %s", name, &log)
		}
	}
	if _, err := ReadDKIMKey("/no/such.pem", nil); err == nil || !strings.Contains(err.Error(), "there is no file /no/such.pem; make a key by: openssl genpkey") {
		t.Error(err)
	}
	if key, err := ReadDKIMKey("", nil); key != nil || err != nil {
		t.Error(key, err)
	}
	var log bytes.Buffer
	open := filepath.Join(t.TempDir(), "open.pem")
	if err := os.WriteFile(open, pkcs8(t, long), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadDKIMKey(open, slog.New(slog.NewTextHandler(&log, nil))); err != nil || !strings.Contains(log.String(), "chmod") {
		t.Error(err, log.String())
	}
	for _, selector := range []string{"", "a b", "-a", "a..b", "a\r\nb", "ö"} {
		if _, err := New(nil, Options{URL: siteURL, From: "games@post.example", DKIMKey: long, DKIMSelector: selector}); err == nil || !strings.Contains(err.Error(), "--dkim-selector") {
			t.Errorf("selector %q: %v", selector, err)
		}
	}
}

// TestMailIsSigned checks by another's eyes what a real server received: mails of several kinds, with long lines and letters of all sorts.
func TestMailIsSigned(t *testing.T) {
	for name, key := range map[string]crypto.Signer{"RSA": rsaKey(t, 2048), "Ed25519": edKey(t)} {
		t.Run(name, func(t *testing.T) {
			s := listen(t, "", nil, false)
			w := newWorld(t, "smtp://"+s.addr)
			var err error
			w.p.seal, err = newSeal(Options{DKIMKey: key, DKIMSelector: "s1"}, "post.example")
			w.must(err)
			ann, zoe := w.join("Ann"), w.join("Zoë "+strings.Repeat("ж", 20))
			id := w.game(ann, zoe, store.Terms{Variant: "chess"})
			w.play(id, "e4", "e5")
			w.must(w.store.EnvelopeSent(t.Context(), w.next("move").ID, "", "250 ok", nil))
			g, err := w.store.Game(t.Context(), id)
			w.must(err)
			comment := strings.Repeat("ы", 2000) + "\n.\n..foo \n \t\n" + strings.Repeat("x", 1000) + "  \n\n\n"
			_, err = w.store.Play(t.Context(), w.deed(g, ann.id), "Nf3", comment, false)
			w.must(err)
			w.link(ann)
			_, err = w.store.Invite(t.Context(), ann.id, store.Terms{Variant: "chess", Clock: store.DaysAMove(3), Side: "white"}, "guest@example.org", "")
			w.must(err)
			w.run()
			for range 3 {
				m := <-s.news
				w.signed(m.raw, "")
				for what, bent := range map[string][]byte{
					"a second sender":  append([]byte("From: <eve@example.com>\r\n"), m.raw...),
					"another subject":  bytes.Replace(m.raw, []byte("\r\nSubject: "), []byte("\r\nSubject: Re: "), 1),
					"an answer to Eve": bytes.Replace(m.raw, []byte("\r\nSubject: "), []byte("\r\nReply-To: <eve@example.com>\r\nSubject: "), 1),
					"another text":     bytes.Replace(m.raw, []byte("\r\n--"), []byte("\r\nBuy!\r\n--"), 1),
				} {
					w.signed(bent, what)
				}
			}
		})
	}
}

// signed checks the signature of a mail: it is to be good, or bad where the mail was bent.
func (w *world) signed(raw []byte, bent string) {
	w.Helper()
	checks, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: func(name string) ([]string, error) {
		if name != "s1._domainkey.post.example" {
			w.Errorf("looked up %s", name)
		}
		record, err := w.p.seal.record()
		return []string{record}, err
	}})
	if err != nil || len(checks) != 1 || checks[0].Domain != "post.example" || (checks[0].Err == nil) != (bent == "") {
		w.Errorf("%q: %+v, %v", bent, checks[0], err)
		return
	}
	for _, field := range []string{"To", "Subject", "Date", "Message-ID", "Reply-To", "Auto-Submitted"} {
		if !slices.ContainsFunc(checks[0].HeaderKeys, func(s string) bool { return strings.EqualFold(s, field) }) {
			w.Errorf("%s is not signed: %v", field, checks[0].HeaderKeys)
		}
	}
	listed := bytes.Contains(raw, []byte("\r\nList-Unsubscribe: "))
	if slices.ContainsFunc(checks[0].HeaderKeys, func(s string) bool { return strings.EqualFold(s, "List-Unsubscribe-Post") }) != listed {
		w.Errorf("List-Unsubscribe is there: %v; signed are %v", listed, checks[0].HeaderKeys)
	}
}
