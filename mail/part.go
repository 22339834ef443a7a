package mail

import (
	"cmp"
	"io"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// What is read of a mail: a person's has three parts, and one that has more than these was not written to be read.
const (
	maxDepth = 10        // of parts in parts
	maxParts = 50        // in all
	maxText  = 256 << 10 // bytes of all texts together, decoded
	maxLines = 4000      // of all texts together: each is looked at several times
)

// parts is what is found on the way through the parts of a mail (MIME, RFC 2045 to 2049).
type parts struct {
	count      int
	size       int    // bytes of text so far
	lines      int    // of text so far
	status     []byte // the message/delivery-status part (RFC 3464)
	receipt    bool   // there is a message/disposition-notification (RFC 8098)
	complaint  bool   // there is a message/feedback-report (RFC 5965)
	reaction   bool   // there is a lone emoji, sent by a button of Gmail's
	calendar   bool   // there is an invitation, or the answer to one (RFC 6047)
	struck     bool   // words of the person's own are struck out in a part of HTML
	unreadable string // why a part that may hold the text cannot be read: a sentence
}

const (
	isEncrypted = "Your mail is encrypted, and there is no key here to open it. Please answer with plain text."
	isOpaque    = "Your mail is packed into its signature (S/MIME), which cannot be opened here. Please answer with plain text."
	isUTF7      = "Your mail is written in UTF-7, which is not read here. Please answer with plain text in UTF-8."
)

// read is the text of a part and of those inside it, with what it is told apart by its markup.
func (p *parts) read(h message.Header, body io.Reader, depth int) []line {
	if p.count++; p.count > maxParts || depth > maxDepth {
		return nil
	}
	kind, params := mediaType(h.Get("Content-Type"), "text/plain")
	disposition, named := mediaType(h.Get("Content-Disposition"), "inline")
	attached := depth > 0 && (disposition == "attachment" || named["filename"] != "" || params["name"] != "")
	switch {
	case kind == "multipart/encrypted", kind == "application/pgp-encrypted":
		p.unreadable = isEncrypted
	case kind == "application/pkcs7-mime", kind == "application/x-pkcs7-mime":
		p.unreadable = isEncrypted
		if strings.EqualFold(params["smime-type"], "signed-data") {
			p.unreadable = isOpaque
		}
	case strings.HasPrefix(kind, "multipart/"):
		return p.children(kind, params["boundary"], body, depth)
	case kind == "message/delivery-status", kind == "message/global-delivery-status":
		p.status = decoded(h, body, maxText)
	case kind == "message/disposition-notification", kind == "message/global-disposition-notification":
		p.receipt = true
	case kind == "message/feedback-report":
		p.complaint = true
	case kind == "text/calendar" && params["method"] != "":
		p.calendar = true
	case kind == "text/vnd.google.email-reaction+json":
		p.reaction = true
	case attached:
	case kind == "text/plain", kind == "text", kind == "text/markdown":
		return p.few(p.text(p.decoded(h, body), params))
	case kind == "text/html":
		data := p.decoded(h, body)
		text, _ := toText(data, cmp.Or(params["charset"], charsetInside(data)))
		lines, struck := htmlLines(text)
		p.struck = p.struck || struck
		return p.few(lines)
	}
	return nil
}

// few is as many of the lines of a part as may be read.
func (p *parts) few(lines []line) []line {
	lines = lines[:min(len(lines), maxLines-p.lines)]
	p.lines += len(lines)
	return lines
}

// decoded is as much of a text as may be read, without its transfer encoding.
func (p *parts) decoded(h message.Header, body io.Reader) []byte {
	data := decoded(h, body, maxText-p.size)
	p.size += len(data)
	return data
}

// children reads the parts of a multipart: of an alternative the plain text, unless it is empty or cannot show what is struck out; of related parts and of a signed one
// the first; of others all texts, one after the other.
func (p *parts) children(kind, boundary string, body io.Reader, depth int) []line {
	var all []line
	plain := false
	reader := textproto.NewMultipartReader(body, boundary)
	for n := 0; ; n++ {
		part, err := reader.NextPart()
		if err != nil {
			return all
		}
		h := message.Header{Header: part.Header}
		lines := p.read(h, part, depth+1)
		if !hasText(lines) {
			continue
		}
		switch inner, _ := mediaType(h.Get("Content-Type"), "text/plain"); {
		case kind == "multipart/alternative":
			if inner == "text/html" && p.struck || !plain && (all == nil || inner == "text/plain") {
				all, plain = lines, inner == "text/plain"
			}
		case kind == "multipart/related" && all != nil, kind == "multipart/signed" && n > 0:
		default:
			if all != nil {
				all = append(all, line{})
			}
			all = append(all, lines...)
		}
	}
}

// text is the lines of a plain text part.
func (p *parts) text(data []byte, params map[string]string) []line {
	text, ok := toText(data, params["charset"])
	if !ok {
		p.unreadable = isUTF7
		return nil
	}
	text, encrypted := unarmoured(text)
	if encrypted {
		p.unreadable = isEncrypted
		return nil
	}
	if strings.EqualFold(params["format"], "flowed") {
		return flowedLines(text, strings.EqualFold(params["delsp"], "yes"))
	}
	var lines []line
	for _, text := range strings.Split(text, "\n") {
		lines = append(lines, markedLine(text))
	}
	return lines
}

// decoded is so many bytes of a part's content without its transfer encoding. What is broken is read as far as it goes.
func decoded(h message.Header, body io.Reader, most int) []byte {
	inner := message.Header{}
	inner.Set("Content-Type", "application/octet-stream") // so that the library leaves its charset alone: labels lie
	inner.Set("Content-Transfer-Encoding", strings.TrimSpace(h.Get("Content-Transfer-Encoding")))
	entity, _ := message.New(inner, body)
	data, _ := io.ReadAll(io.LimitReader(entity.Body, int64(most)))
	return data
}

var parameter = regexp.MustCompile(`(?i);\s*([a-z-]+)\s*=\s*("[^"]*"|[^\s;]+)`)

// mediaType takes a Content-Type or Content-Disposition apart, also one that is not quite well formed. Names and type are lower case.
func mediaType(value, missing string) (string, map[string]string) {
	h := message.Header{}
	h.Set("Content-Type", value)
	kind, params, err := h.ContentType()
	if value == "" {
		return missing, nil
	}
	if err != nil {
		kind, _, _ = strings.Cut(value, ";")
		params = map[string]string{}
		for _, m := range parameter.FindAllStringSubmatch(value, -1) {
			params[strings.ToLower(m[1])] = strings.Trim(m[2], `"`)
		}
	}
	return strings.ToLower(strings.TrimSpace(kind)), params
}

// unarmoured takes the signature of a signed text away (OpenPGP's cleartext form, RFC 9580 section 7), and says whether the text is
// encrypted instead.
func unarmoured(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	var out []string
	words := false
	for i := 0; i < len(lines); i++ {
		switch text := strings.TrimRight(lines[i], " \t"); {
		case text == "-----BEGIN PGP MESSAGE-----" && !words:
			return "", true
		case text == "-----BEGIN PGP SIGNED MESSAGE-----":
			for i++; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
			}
		case text == "-----BEGIN PGP SIGNATURE-----":
			for i++; i < len(lines) && !strings.HasPrefix(lines[i], "-----END PGP SIGNATURE-----"); i++ {
			}
		default:
			if strings.HasPrefix(lines[i], "- -") { // dash-escaped
				lines[i] = lines[i][2:]
			}
			out, words = append(out, lines[i]), words || text != ""
		}
	}
	return strings.Join(out, "\n"), false
}
