package mail

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Reply is a received mail taken apart.
type Reply struct {
	MessageID string  // without angle brackets; "" if it has none
	Subject   string  // one line, decoded
	Automatic string  // why it is no letter of a person ("out of office", "mailing list" …); "" for a person's
	First     string  // the first line that is no quotation, blanks trimmed: the move or a word; "" if there is none
	Comment   string  // the lines after it up to the quotation or the signature, trimmed, line ends \n
	Bounce    *Bounce // a delivery report (RFC 3464), or nil
}

// Bounce is what a delivery report says of the (one) recipient.
type Bounce struct {
	Permanent bool     // it has failed for good: the status is 5.x.x
	Status    string   // the enhanced status code (RFC 3463), as "5.1.1"; "" if it says none
	Answer    string   // the remote server's words, one line
	About     []string // the addresses that it names as those the mail did not reach, their domains in ASCII; nil if it names none
}

// Unreadable is why nothing can be made of a received mail: a sentence for its sender.
type Unreadable struct{ Text string }

func (e *Unreadable) Error() string { return e.Text }

// ReadReply takes a received mail apart. Who it says it is from is not read: the address it was sent to is what counts. It holds the
// whole mail in memory; who receives it limits its size. Errors: *Unreadable, where the Reply still holds what the header says (its
// Automatic too); or what reading r fails with.
func ReadReply(r io.Reader) (Reply, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return Reply{}, fmt.Errorf("read a received mail: %w", err)
	}
	body := bufio.NewReader(bytes.NewReader(withHeader(raw)))
	header, err := textproto.ReadHeader(body)
	if err != nil && !errors.Is(err, io.EOF) {
		return Reply{}, &Unreadable{"Your mail could not be read: its header is broken."}
	}
	h := message.Header{Header: header}
	reply := Reply{MessageID: messageID(h), Subject: headerWords(h.Get("Subject"))}
	var p parts
	lines := p.read(h, body, 0)
	reply.Bounce = readBounce(h, reply.Subject, p.status, lines)
	reply.Automatic = automatic(h, reply.Subject, &p, reply.Bounce != nil)
	if p.unreadable != "" && !hasText(lines) {
		return reply, &Unreadable{p.unreadable}
	}
	reply.First, reply.Comment = answer(lines)
	return reply, nil
}

// field is a line that begins a header field (RFC 5322 2.2; a blank before the colon is obsolete), or goes on with one.
var field = regexp.MustCompile(`^([!-9;-~]+[ \t]*:|[ \t])`)

// withHeader is a mail without the lines in its header that are none of a header, such as the one that begins a mail in a mailbox file ("From ann@example.com
// Mon …"). One without a field is all text; in one without an empty line the text begins with the first line that is no field.
func withHeader(raw []byte) []byte {
	var header []byte
	dropped, kept := -1, false
	for rest := raw; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			end = len(rest)
		}
		text := rest[:end]
		switch {
		case len(bytes.TrimRight(text, "\r\n")) == 0 && len(header) == 0 && dropped >= 0:
			return append([]byte("\r\n"), raw...)
		case len(bytes.TrimRight(text, "\r\n")) == 0:
			return append(header, rest...)
		case field.Match(text) && (kept || text[0] > ' '):
			header, kept = append(header, text...), true
		default:
			if kept = false; dropped < 0 {
				dropped = len(raw) - len(rest)
			}
		}
		rest = rest[end:]
	}
	if dropped < 0 {
		return raw
	}
	return append(append(header[:min(len(header), dropped):len(header)], "\r\n"...), raw[dropped:]...)
}

// messageID is the mail's own id, however odd, without its angle brackets.
func messageID(h message.Header) string {
	id := oneLine(h.Get("Message-Id"))
	if _, inner, ok := strings.Cut(id, "<"); ok {
		id, _, _ = strings.Cut(inner, ">")
	}
	return strings.TrimSpace(id)
}
