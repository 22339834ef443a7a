package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/emersion/go-message"
	mailheader "github.com/emersion/go-message/mail"
)

// Letter is a kept mail as the page /mail shows it.
type Letter struct {
	Subject, From, To string
	ReplyTo           string // the address that answers go to, "" if From
	Date              time.Time
	Text              string // the text part, its line ends \n; links are plain text in it
}

// errFound ends the search for the text part.
var errFound = errors.New("found")

// Read takes a kept mail apart. The error says what is wrong with its form.
func Read(raw []byte) (Letter, error) {
	entity, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return Letter{}, fmt.Errorf("read a kept mail: %w", err)
	}
	h := mailheader.Header{Header: entity.Header}
	var l Letter
	if l.Subject, err = h.Subject(); err != nil {
		return l, fmt.Errorf("read a kept mail's subject: %w", err)
	}
	if l.From, err = h.Text("From"); err != nil {
		return l, fmt.Errorf("read a kept mail's sender: %w", err)
	}
	if l.To, err = h.Text("To"); err != nil {
		return l, fmt.Errorf("read a kept mail's recipient: %w", err)
	}
	if list, err := h.AddressList("Reply-To"); err == nil && len(list) > 0 {
		l.ReplyTo = list[0].Address
	}
	if l.Date, err = h.Date(); err != nil {
		return l, fmt.Errorf("read a kept mail's date: %w", err)
	}
	err = entity.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		kind, _, err := part.Header.ContentType()
		if err != nil || kind != "text/plain" {
			return err
		}
		text, err := io.ReadAll(part.Body)
		if err != nil {
			return err
		}
		l.Text = strings.ReplaceAll(string(text), "\r\n", "\n")
		return errFound
	})
	if err != nil && !errors.Is(err, errFound) {
		return l, fmt.Errorf("read a kept mail's text: %w", err)
	}
	return l, nil
}
