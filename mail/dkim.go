package mail

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
)

// makeKey is the command that makes a key, but for the file's name at its end.
const makeKey = "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "

// ReadDKIMKey reads the private key by which mail is signed (RFC 6376, RFC 8463): PEM, PKCS#1 or PKCS#8, RSA of 1024 bits at least or Ed25519;
// nil for file "". A key that others on the machine may read is warned of. The errors are sentences for whoever starts the program.
func ReadDKIMKey(file string, log *slog.Logger) (crypto.Signer, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("--dkim-key: there is no file %s; make a key by: %s%[1]s", file, makeKey)
	}
	if err != nil {
		return nil, fmt.Errorf("--dkim-key: the file cannot be read: %w", err)
	}
	key, err := parseKey(text)
	if err != nil {
		return nil, fmt.Errorf("--dkim-key: %s %w", file, err)
	}
	if info, err := os.Stat(file); err == nil && info.Mode()&0o004 != 0 {
		log.Warn("everybody on this machine can read the DKIM key, and sign mail as you: chmod o-r would end that", "file", file)
	}
	return key, nil
}

// parseKey reads the first private key of a PEM file. The errors go on after the file's name.
func parseKey(text []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("holds no key in PEM form; it should begin with -----BEGIN PRIVATE KEY-----")
	}
	var key any
	var err error
	switch block.Type {
	case "RSA PRIVATE KEY":
		if strings.Contains(block.Headers["Proc-Type"], "ENCRYPTED") {
			return nil, errLocked
		}
		key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	case "PRIVATE KEY":
		key, err = x509.ParsePKCS8PrivateKey(block.Bytes)
	case "ENCRYPTED PRIVATE KEY":
		return nil, errLocked
	default:
		return nil, fmt.Errorf("begins with %q; what signs is a private key: RSA or Ed25519, in a PEM file that begins with -----BEGIN PRIVATE KEY-----", block.Type)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot be understood: %w", err)
	}
	switch key := key.(type) {
	case *rsa.PrivateKey:
		if key.N.BitLen() < 1024 {
			return nil, fmt.Errorf("is an RSA key of %d bits; receivers want 1024 at least, and 2048 is usual", key.N.BitLen())
		}
		return key, nil
	case ed25519.PrivateKey:
		return key, nil
	}
	return nil, fmt.Errorf("is a key of the kind %s; DKIM knows RSA and Ed25519 only", strings.TrimPrefix(fmt.Sprintf("%T", key), "*"))
}

var errLocked = errors.New("is locked by a passphrase, which nobody could type at each start; unlock it by: openssl pkey -in FILE -out NEWFILE")

// seal is what mails are signed with.
type seal struct {
	key              crypto.Signer
	domain, selector string
}

// newSeal is nil without a key.
func newSeal(o Options, domain string) (*seal, error) {
	if o.DKIMKey == nil {
		return nil, nil
	}
	s := &seal{key: o.DKIMKey, domain: domain, selector: o.DKIMSelector}
	if !regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$`).MatchString(s.selector) || strings.Contains(s.selector, "..") {
		return nil, fmt.Errorf("--dkim-selector %q: it is a part of a domain name, of letters, digits and hyphens, like postrider", s.selector)
	}
	return s, nil
}

// sign puts a DKIM-Signature before a mail. From is signed once more than it is there, so that none can be added.
func (s *seal) sign(raw []byte) ([]byte, error) {
	fields := []string{"From", "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "References", "Reply-To", "Auto-Submitted"}
	if head, _, _ := bytes.Cut(raw, []byte("\r\n\r\n")); bytes.Contains(head, []byte("\r\nList-Unsubscribe: ")) { // else a relay may add one
		fields = append(fields, "List-Unsubscribe", "List-Unsubscribe-Post")
	}
	var out bytes.Buffer
	err := dkim.Sign(&out, bytes.NewReader(raw), &dkim.SignOptions{
		Domain: s.domain, Selector: s.selector, Signer: s.key, HeaderKeys: fields,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	})
	if err != nil {
		return nil, fmt.Errorf("sign a mail: %w", err)
	}
	return out.Bytes(), nil
}

// name is where the public key has to stand in the DNS.
func (s *seal) name() string { return s.selector + "._domainkey." + s.domain }

// record is the text (TXT) that has to stand there (RFC 6376 section 3.6.1).
func (s *seal) record() (string, error) {
	if key, ok := s.key.Public().(ed25519.PublicKey); ok {
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key), nil
	}
	der, err := x509.MarshalPKIXPublicKey(s.key.Public())
	if err != nil {
		return "", fmt.Errorf("write down the public key: %w", err)
	}
	return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der), nil
}
