package mail

import (
	"encoding/base64"
	"fmt"
	netmail "net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// wordBytes is how many bytes of text go into one encoded word: 36 bytes are 48 columns of base64, and 60 with "=?utf-8?b?" and "?=".
// So a word fits behind every field name of ours, and go-message can fold between any two at its 76 columns.
const wordBytes = 36

// headerText makes text fit for a header field: one line, printable ASCII as it is, anything else as encoded words (RFC 2047) of at
// most 60 columns.
func headerText(text string) string {
	text = oneLine(text)
	if plainASCII(text) {
		return text
	}
	var words []string
	var word []byte
	flush := func() {
		if len(word) > 0 {
			words = append(words, "=?utf-8?b?"+base64.StdEncoding.EncodeToString(word)+"?=")
			word = word[:0]
		}
	}
	for _, r := range text {
		if len(word)+utf8.RuneLen(r) > wordBytes {
			flush()
		}
		word = utf8.AppendRune(word, r)
	}
	flush()
	return strings.Join(words, " ")
}

// plainASCII says whether text can stand in a header field unencoded, folded at its blanks.
func plainASCII(text string) bool {
	if strings.Contains(text, "=?") {
		return false
	}
	for _, word := range strings.Split(text, " ") {
		if len(word) > 60 {
			return false
		}
	}
	return strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// oneLine is text as valid UTF-8 without control characters and without those that turn the direction of what follows (U+202A to U+202E,
// U+2066 to U+2069), its white space single blanks.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case turns(r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// turns says whether a character turns the direction of what follows.
func turns(r rune) bool { return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' }

// Harmless is a text of several lines without control characters, which a terminal would obey, and without those that turn the direction of what follows.
func Harmless(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r == '\u2028', r == '\u2029':
			return '\n'
		case unicode.IsControl(r), turns(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// headerAddress is "Name <address>" for a header field; the address has been checked by checkAddress.
func headerAddress(name, address string) string {
	name = oneLine(name)
	switch {
	case name == "":
		return "<" + address + ">"
	case plainASCII(name):
		return (&netmail.Address{Name: name, Address: address}).String()
	default:
		return headerText(name) + " <" + address + ">"
	}
}

// checkAddress says in a sentence why an address cannot be mailed to: what is not exactly one plain ASCII address could smuggle
// something into a header or an SMTP command.
func checkAddress(address string) error {
	parsed, err := netmail.ParseAddress(address)
	if err != nil || parsed.Address != address || parsed.Name != "" || strings.ContainsFunc(address, func(r rune) bool {
		return r <= ' ' || r > '~' || r == '<' || r == '>'
	}) {
		return fmt.Errorf("“%s” is not an address that mail can be sent to", oneLine(address))
	}
	return nil
}

// parseFrom takes apart what --from says.
func parseFrom(from string) (*netmail.Address, error) {
	a, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("the sender “%s” is not an address; it should look like “Postrider <games@example.org>”", oneLine(from))
	}
	at := strings.LastIndexByte(a.Address, '@')
	domain, err := idna.Lookup.ToASCII(a.Address[at+1:])
	if err != nil {
		return nil, fmt.Errorf("the sender's domain “%s” is not a domain name", oneLine(a.Address[at+1:]))
	}
	a.Address = a.Address[:at+1] + domain
	if err := checkAddress(a.Address); err != nil {
		return nil, fmt.Errorf("the sender cannot be used: %w", err)
	}
	return a, nil
}

// Sender is the address in what --from says. The error is a sentence.
func Sender(from string) (string, error) {
	a, err := parseFrom(from)
	if err != nil {
		return "", err
	}
	return a.Address, nil
}

// Domain is the domain of the sender's address, in ASCII: the right side of Message-IDs. The error is a sentence.
func Domain(from string) (string, error) {
	sender, err := Sender(from)
	if err != nil {
		return "", err
	}
	return domainOf(sender), nil
}

// inDomain is the domain that mail comes in for, in ASCII and small letters. The error is a sentence.
func inDomain(text string) (string, error) {
	domain, err := idna.Lookup.ToASCII(text)
	if err != nil || domain == "" || len(domain) > 190 || checkAddress("a@"+domain) != nil {
		return "", fmt.Errorf("“%s” is not a domain name that mail can come in for; it should look like play.example.org", oneLine(text))
	}
	return strings.ToLower(domain), nil
}

// domainOf is what stands behind the @ of an address.
func domainOf(address string) string {
	return strings.ToLower(address[strings.LastIndexByte(address, '@')+1:])
}
