package mail

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
	"golang.org/x/net/idna"
)

var (
	enhanced  = regexp.MustCompile(`\b([245])\.\d{1,3}\.\d{1,3}\b`)                                   // RFC 3463
	replied   = regexp.MustCompile(`(?:^|[^\d.])([45]\d\d)[ -]`)                                      // the reply code of an SMTP server
	remote    = regexp.MustCompile(`(?i)(?:^|[^\d.])([45]\d\d[ -](?:#?[45]\.\d{1,3}\.\d{1,3}\b)?.*)`) // its whole words
	undeliver = regexp.MustCompile(`(?i)^(undeliver|failure notice|mail delivery (failed|failure|system)|delivery (status notification|failure|has failed)|` +
		`returned mail|mail system error|message you sent blocked|unzustellbar|mail could not be delivered|non remis|onbestelbaar|no se puede entregar|warning: (message|could not send))`)
	forGood = regexp.MustCompile(`(?i)permanent(ly)? (fatal )?(error|failure|failed)|failed permanently|permanent error|unknown user|user unknown|no such user|mailbox (is )?unavailable|` +
		`does not exist|doesn't exist|account (is|has been) disabled`)
	waiting = regexp.MustCompile(`(?i)\bdelayed\b|will be retried|no action is required|temporary|still be attempted|keep trying|will continue to try`)
)

// readBounce is what a delivery report says, nil if the mail is none. Status is the part that RFC 3464 describes; programs that write
// none (Exim, qmail, old sendmail) are known by their own words, and believed as far as these are clear.
func readBounce(h message.Header, subject string, status []byte, lines []line) *Bounce {
	named := addresses(h.Get("X-Failed-Recipients"))
	if len(status) > 0 {
		b := reported(status)
		if b != nil && b.About == nil {
			b.About = named
		}
		return b
	}
	var text strings.Builder
	for _, l := range lines {
		if l.kind == cut {
			break
		}
		if l.kind == own { // not what a person quotes
			text.WriteString(l.text + "\n")
		}
	}
	said := text.String()
	begin := strings.TrimSpace(said)
	switch kind, params := mediaType(h.Get("Content-Type"), ""); {
	case kind == "multipart/report" && params["report-type"] == "delivery-status":
	case named != nil:
	case strings.HasPrefix(begin, "Hi. This is the qmail-send program"), strings.HasPrefix(begin, "This message was created automatically by mail delivery software"):
	case undeliver.MatchString(subject):
	default:
		return nil
	}
	// What is answered, and what is sent back below it, say nothing of the delivery.
	for _, mark := range []string{"\n------ This is a copy of", "\n--- Below this line is a copy", "\n   ----- Original message", "\n--- The header of the original", "\n-----Original"} {
		said, _, _ = strings.Cut(said, mark)
	}
	b := told(subject, said)
	b.About = named
	return b
}

// told is a bounce in the words of a program.
func told(subject, said string) *Bounce {
	b := &Bounce{Status: enhanced.FindString(said)}
	for text := range strings.Lines(said) {
		if m := remote.FindStringSubmatch(text); m != nil {
			b.Answer = tidy(m[1])
			break
		}
	}
	if b.Status == "" && b.Answer != "" {
		b.Status = b.Answer[:1] + ".0.0"
	}
	clear := b.Status == "" && forGood.MatchString(said) || strings.HasPrefix(b.Status, "5")
	b.Permanent = clear && !waiting.MatchString(subject)
	return b
}

// reported is a message/delivery-status: fields on the mail, and behind an empty line fields on each recipient. The first that has
// failed counts (and all are named that have), else the last; nil if it says that the mail has arrived.
func reported(status []byte) *Bounce {
	b, arrived, failed := &Bounce{}, false, false
	r := bufio.NewReader(bytes.NewReader(status))
	for {
		if _, err := r.Peek(1); err != nil {
			break
		}
		fields, err := textproto.ReadHeader(r)
		h := message.Header{Header: fields}
		action := strings.ToLower(word(h, "Action"))
		switch {
		case failed && action == "failed":
			b.About = append(b.About, recipientOf(h)...)
		case !failed && (action != "" || h.Has("Status")):
			*b = ofRecipient(h, action)
			arrived = action == "delivered" || action == "relayed" || action == "expanded"
			failed = action == "failed"
		}
		if err != nil && !errors.Is(err, io.EOF) {
			break
		}
	}
	if arrived {
		return nil
	}
	return b
}

// ofRecipient is what the fields on one recipient say.
func ofRecipient(h message.Header, action string) Bounce {
	kind, answer, typed := strings.Cut(h.Get("Diagnostic-Code"), ";")
	if !typed {
		kind, answer = "", kind
	}
	b := Bounce{Status: enhanced.FindString(h.Get("Status")), Answer: tidy(answer), About: recipientOf(h)}
	code := replied.FindStringSubmatch(b.Answer + " ")
	switch {
	case b.Status != "":
	case enhanced.MatchString(b.Answer):
		b.Status = enhanced.FindString(b.Answer)
	case code != nil && strings.EqualFold(strings.TrimSpace(kind), "smtp"):
		b.Status = code[1][:1] + ".0.0"
	}
	b.Permanent = action == "failed" && strings.HasPrefix(b.Status, "5")
	return b
}

// recipientOf is the address that the fields on one recipient are about, and behind it the one to which the mail was sent where that is an alias of the same
// domain (Original-Recipient, RFC 3464 2.3.1). Where a mail was passed on to another domain, the address that it was sent to may be well.
func recipientOf(h message.Header) (found []string) {
	for _, field := range []string{"Final-Recipient", "Original-Recipient"} {
		_, address, _ := strings.Cut(h.Get(field), ";") // before it stands its type
		for _, a := range addresses(address) {
			if len(found) == 0 || strings.EqualFold(domainOf(a), domainOf(found[0])) && !strings.EqualFold(a, found[0]) {
				found = append(found, a)
			}
		}
	}
	return found
}

// addresses is a list of addresses as reports write them, their domains in ASCII. What is none is left out.
func addresses(list string) (found []string) {
	for _, address := range strings.Split(list, ",") {
		address, _, _ = strings.Cut(strings.TrimSpace(address), " ") // behind it may stand a comment
		address = oneLine(strings.Trim(address, "<>"))
		at := strings.LastIndexByte(address, '@')
		if at < 1 {
			continue
		}
		if domain, err := idna.Lookup.ToASCII(address[at+1:]); err == nil {
			address = address[:at+1] + domain
		}
		found = append(found, address)
	}
	return found
}
