package mail

import (
	"bytes"
	"fmt"
	"io"
	netmail "net/mail"
	"strings"
	"time"

	"github.com/emersion/go-message"
	mailheader "github.com/emersion/go-message/mail"
)

// letter is what a mail says, before it is put into a text part (text.go) and an HTML part (letter.templ). Empty fields are left out.
type letter struct {
	Subject  string
	Heading  string   // "Bob played 7… d6"
	Lead     []string // paragraphs below the heading
	Due      due      // what is to be done by when, set apart
	Quote    string   // a comment as typed
	Quoted   string   // whose words the quote is
	Board    *picture
	Rows     []row            // the last few moves
	Sections []section        // of a digest
	Action   string           // label of the link: "Make your move"
	Link     string           // absolute address
	Choices  []choice         // the legal moves, in answer to one that is none
	Notes    []string         // what else can be done, below the link
	Why      string           // "You get this mail because you play this game."
	Feet     []foot           // settings and the like
	ReplyTo  *netmail.Address // where an answer is a move; nil: From
	Answers  string           // Message-ID of the mail that it answers, without angle brackets, or ""
}

// due is a sentence with a time in it: "Your move is due in 3 days, by " "Thursday 3 December, 05:00 UTC" ".".
type due struct{ Before, When, After string }

// String is the sentence.
func (d due) String() string { return d.Before + d.When + d.After }

// picture is a position in its three forms: drawn, as text, and listed in words for where images are off.
type picture struct {
	PNG    []byte
	Name   string // left side of the Content-ID
	CID    string // the Content-ID
	Text   string // text board from the reader's side
	Legend string // what the signs of the text board mean
	Alt    string
}

// section is a part of a digest. Title may be "".
type section struct {
	Title string
	Items []item
}

// item is one game in a digest.
type item struct {
	Heading      string
	Lines        []string // paragraphs
	Due          due
	Board        *picture // small, or nil
	Action, Link string
}

// lines adds the paragraphs that are not empty.
func (i *item) lines(texts ...string) {
	for _, text := range texts {
		if text != "" {
			i.Lines = append(i.Lines, text)
		}
	}
}

// pictures are all boards of a letter.
func (l letter) pictures() []*picture {
	var list []*picture
	if l.Board != nil {
		list = append(list, l.Board)
	}
	for _, s := range l.Sections {
		for _, i := range s.Items {
			if i.Board != nil {
				list = append(list, i.Board)
			}
		}
	}
	return list
}

// row is one line of the move list: number, White's move, Black's move.
type row struct {
	Number, White, Black string
	Last                 int // 1: White's is the last move, 2: Black's, 0: neither
}

// foot is a link at the bottom.
type foot struct{ Label, URL string }

// headers are the facts in a mail's header that are not words.
type headers struct {
	From        *netmail.Address
	Name, To    string           // recipient; the name may be ""
	MessageID   string           // without angle brackets
	ReplyTo     *netmail.Address // nil: From
	Replied     bool             // it answers a mail
	Answers     string           // Message-ID of that mail, without angle brackets, or ""
	Thread      string           // id for References, without angle brackets, or ""
	Unsubscribe string           // URL for one-click unsubscription (RFC 8058), or ""
	Date        time.Time
}

const utf8Text = "quoted-printable"

// encode writes the whole mail (RFC 5322, MIME) with CRLF line ends, 7-bit: multipart/alternative of the text part and the HTML part; the
// latter sits in a multipart/related with the boards' pictures if there are any.
func encode(h headers, l letter) ([]byte, error) {
	if err := checkAddress(h.To); err != nil {
		return nil, &unfit{why: err.Error()}
	}
	l.Quote = Harmless(l.Quote)
	var out bytes.Buffer
	w, err := message.CreateWriter(&out, header(h, l.Subject))
	if err != nil {
		return nil, fmt.Errorf("write a mail's header: %w", err)
	}
	if err := writePart(w, part("text/plain", utf8Text), []byte(l.text())); err != nil {
		return nil, err
	}
	holder, pictures := w, l.pictures()
	for _, p := range pictures {
		p.CID = p.Name + "@" + domainOf(h.From.Address)
	}
	if len(pictures) > 0 {
		var related message.Header
		related.SetContentType("multipart/related", map[string]string{"type": "text/html"})
		if holder, err = w.CreatePart(related); err != nil {
			return nil, fmt.Errorf("write a mail's related part: %w", err)
		}
	}
	page, err := renderHTML(l)
	if err != nil {
		return nil, fmt.Errorf("write a mail's HTML part: %w", err)
	}
	if err := writePart(holder, part("text/html", utf8Text), page); err != nil {
		return nil, err
	}
	for _, p := range pictures {
		if err := writePart(holder, p.header(), p.PNG); err != nil {
			return nil, err
		}
	}
	if holder != w {
		if err := holder.Close(); err != nil {
			return nil, fmt.Errorf("end a mail's related part: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("end a mail: %w", err)
	}
	return out.Bytes(), nil
}

// header builds the mail's header. Nothing in it holds a line break: texts go through headerText, the address through checkAddress, and
// the rest is ours.
func header(h headers, subject string) message.Header {
	var m mailheader.Header
	m.SetContentType("multipart/alternative", nil)
	m.Set("MIME-Version", "1.0")
	if h.Unsubscribe != "" {
		m.Set("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
		m.Set("List-Unsubscribe", "<"+h.Unsubscribe+">")
	}
	m.Set("Auto-Submitted", "auto-generated")
	if h.Replied {
		m.Set("Auto-Submitted", "auto-replied") // RFC 3834
	}
	thread := ""
	if h.Thread != "" {
		thread = "<" + h.Thread + ">"
	}
	if h.Answers != "" {
		m.Set("In-Reply-To", "<"+h.Answers+">")
		thread = strings.TrimSpace(thread + " <" + h.Answers + ">")
	}
	if thread != "" {
		m.Set("References", thread)
	}
	m.Set("Message-ID", "<"+h.MessageID+">")
	m.SetDate(h.Date.UTC())
	m.Set("Subject", headerText(subject))
	if h.ReplyTo != nil {
		m.Set("Reply-To", headerAddress(h.ReplyTo.Name, h.ReplyTo.Address))
	}
	m.Set("To", headerAddress(h.Name, h.To))
	m.Set("From", headerAddress(h.From.Name, h.From.Address))
	return m.Header
}

func part(kind, encoding string) message.Header {
	var h message.Header
	if encoding == utf8Text {
		h.SetContentType(kind, map[string]string{"charset": "utf-8"})
	}
	h.Set("Content-Transfer-Encoding", encoding)
	return h
}

// header is that of the picture's part.
func (p *picture) header() message.Header {
	h := part("image/png", "base64")
	h.SetContentType("image/png", map[string]string{"name": "board.png"})
	h.SetContentDisposition("inline", map[string]string{"filename": "board.png"})
	h.Set("Content-Id", "<"+p.CID+">")
	return h
}

func writePart(w *message.Writer, h message.Header, body []byte) error {
	p, err := w.CreatePart(h)
	if err != nil {
		return fmt.Errorf("begin a mail's part: %w", err)
	}
	if _, err := io.Copy(p, bytes.NewReader(body)); err != nil {
		return fmt.Errorf("write a mail's part: %w", err)
	}
	if err := p.Close(); err != nil {
		return fmt.Errorf("end a mail's part: %w", err)
	}
	return nil
}
