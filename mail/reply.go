package mail

import (
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-message"
	mailheader "github.com/emersion/go-message/mail"
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
	Permanent bool   // the address does not work, and will not tomorrow
	Status    string // the enhanced status code (RFC 3463), as "5.1.1"; "" if it says none
	Answer    string // the remote server's words, one line
}

// Unreadable is why nothing can be made of a received mail: a sentence for its sender.
type Unreadable struct{ Text string }

func (e *Unreadable) Error() string { return e.Text }

// maxText is how many bytes of a part's text are read.
const maxText = 256 << 10

// ReadReply takes a received mail apart. Who it says it is from is not read: the address it was sent to is what counts. Errors:
// *Unreadable, where the Reply still holds what the header says (its Automatic too); or what reading r fails with.
func ReadReply(r io.Reader) (Reply, error) {
	entity, err := message.Read(r)
	if entity == nil {
		return Reply{}, fmt.Errorf("read a received mail: %w", err)
	}
	h := mailheader.Header{Header: entity.Header}
	var reply Reply
	reply.MessageID, _ = h.MessageID()
	reply.Subject, _ = h.Subject()
	text, err := io.ReadAll(io.LimitReader(entity.Body, maxText))
	if err != nil {
		return reply, fmt.Errorf("read a received mail: %w", err)
	}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, ">") || line == "--" {
			break
		}
		lines = append(lines, line)
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(strings.Join(lines, "\n")), "\n")
	reply.First, reply.Comment = strings.TrimSpace(first), strings.TrimSpace(rest)
	return reply, nil
}
