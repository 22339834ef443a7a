package mail

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

const nasty = "He said \"<script>alert(1)</script>\" & 'so what' &amp; <b>bold</b> --\n.\n..\nFrom here on\n-- \n" +
	"Bcc: victim@example.net\n\nGrüße ♞ 漢字 {{.}} %s %0D%0ABcc: x </textarea></p><img src=x onerror=alert(2)> =3D =\nend"

// taken is a mail taken apart by the standard library.
type taken struct {
	header     netmail.Header
	subject    string
	text, html string
	image      []byte
	cid        string
	images     int // how many there are; image and cid are the first one's
}

// takeApart parses a mail and complains of anything wrong with its form.
func takeApart(t *testing.T, raw []byte) taken {
	t.Helper()
	if regexp.MustCompile(`[^\r]\n|\r[^\n]`).Match(raw) {
		t.Error("a bare CR or LF")
	}
	for _, line := range bytes.Split(raw, []byte("\r\n")) {
		if len(line) > 78 && !bytes.HasPrefix(line, []byte("List-Unsubscribe: ")) && !bytes.HasPrefix(line, []byte(" h=")) { // the latter is go-msgauth's
			t.Errorf("a line of %d columns: %s", len(line), line)
		}
	}
	if bytes.ContainsFunc(raw, func(r rune) bool { return r > '~' }) {
		t.Error("not 7-bit")
	}
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	out := taken{header: m.Header}
	if out.subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		t.Error(err)
	}
	for name, values := range m.Header {
		if len(values) != 1 || name == "Bcc" || name == "Cc" {
			t.Errorf("header field %s: %q", name, values)
		}
	}
	parts := partsOf(t, m.Header.Get("Content-Type"), m.Body, "multipart/alternative")
	out.text = decode(t, parts[0], "text/plain")
	if kind := parts[1].header("Content-Type"); strings.HasPrefix(kind, "multipart/related") {
		parts = append(parts[:1], partsOf(t, kind, bytes.NewReader(parts[1].body), "multipart/related")...)
		if out.image, err = base64.StdEncoding.DecodeString(strings.ReplaceAll(string(parts[2].body), "\r\n", "")); err != nil {
			t.Error(err)
		}
		out.images = len(parts) - 2
		for _, p := range parts[2:] {
			if cid := strings.Trim(p.header("Content-Id"), "<>"); !strings.Contains(decode(t, parts[1], "text/html"), `src="cid:`+cid+`"`) {
				t.Errorf("nothing shows the picture %s", cid)
			}
		}
		out.cid = strings.Trim(parts[2].header("Content-Id"), "<>")
	}
	out.html = decode(t, parts[1], "text/html")
	return out
}

type rawPart struct {
	header func(string) string
	body   []byte
}

func partsOf(t *testing.T, contentType string, body io.Reader, want string) []rawPart {
	t.Helper()
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != want {
		t.Fatalf("Content-Type %q (%v), not %s", contentType, err, want)
	}
	var parts []rawPart
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, rawPart{p.Header.Get, body})
	}
}

func decode(t *testing.T, p rawPart, want string) string {
	t.Helper()
	kind, params, err := mime.ParseMediaType(p.header("Content-Type"))
	if err != nil || kind != want || params["charset"] != "utf-8" || p.header("Content-Transfer-Encoding") != "quoted-printable" {
		t.Errorf("part %s, %s (%v), not %s", p.header("Content-Type"), p.header("Content-Transfer-Encoding"), err, want)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(p.body)))
	if err != nil {
		t.Error(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// words is a text without white space and quoting marks.
func words(text string) string { return regexp.MustCompile(`[\s>|]+`).ReplaceAllString(text, "") }

// page is what an HTML part shows, and its elements.
func pageOf(t *testing.T, source string) (text string, tags map[string]int) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	tags = map[string]int{}
	var b strings.Builder
	for n := range root.Descendants() {
		switch n.Type {
		case html.TextNode:
			b.WriteString(n.Data + " ")
		case html.ElementNode:
			tags[n.Data]++
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") {
					t.Errorf("<%s %s>", n.Data, a.Key)
				}
			}
		}
	}
	return b.String(), tags
}

var sender = &netmail.Address{Name: "Postrider", Address: "games@post.example"}

func example() (headers, letter) {
	return headers{From: sender, Name: "Zoë", To: "zoe@example.com", MessageID: "abc@post.example", Thread: "game-X@post.example",
			Unsubscribe: "https://post.example/unsubscribe/token", Date: time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC)},
		letter{
			Subject: "Bob: 7… d6 (Pyrrhus Chess)", Heading: "Bob played 7… d6", Lead: []string{"Pyrrhus Chess: you play White, Bob plays Black."},
			Due:   due{"Your move is due in 3 days, by ", "Thursday 3 December, 05:00 UTC", "."},
			Quote: nasty, Quoted: "Bob writes",
			Board: &picture{PNG: []byte("no picture"), Name: "board-X-14", Text: " 1  R :\n\n    a b\n", Legend: "CAPITALS are White, you.", Alt: "The board after 7… d6. White: \"rook\" a1."},
			Rows:  []row{{"6.", "Nf5", "O-O", 0}, {"7.", "Ye3", "d6", 2}}, Action: "Make your move", Link: "https://post.example/games/X",
			Why: "You get this mail because you play this game.", Feet: []foot{{"Which mails you get", "https://post.example/settings"}},
		}
}

func TestEncode(t *testing.T) {
	h, l := example()
	raw, err := encode(h, l)
	if err != nil {
		t.Fatal(err)
	}
	m := takeApart(t, raw)
	for name, want := range map[string]string{
		"From": `"Postrider" <games@post.example>`, "To": "=?utf-8?b?Wm/Dqw==?= <zoe@example.com>", "Date": "Mon, 30 Nov 2026 05:00:00 +0000",
		"Message-Id": "<abc@post.example>", "References": "<game-X@post.example>", "Auto-Submitted": "auto-generated", "Mime-Version": "1.0",
		"List-Unsubscribe": "<https://post.example/unsubscribe/token>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	} {
		if got := m.header.Get(name); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	if m.subject != l.Subject || string(m.image) != "no picture" || m.cid != "board-X-14@post.example" || !strings.Contains(m.html, `src="cid:board-X-14@post.example"`) {
		t.Errorf("subject %q, image %q, cid %q", m.subject, m.image, m.cid)
	}
	if n := strings.Count(m.text, "https://post.example/games/X"); n != 1 {
		t.Errorf("%d links to the game in\n%s", n, m.text)
	}
	shown, tags := pageOf(t, m.html)
	for _, want := range []string{l.Heading, l.Lead[0], l.Due.String(), nasty, l.Why, "Ye3"} {
		if !strings.Contains(words(m.text), words(want)) || !strings.Contains(words(shown), words(want)) {
			t.Errorf("text or HTML lack %q:\n%s\n%s", want, m.text, shown)
		}
	}
	if tags["script"] != 0 || tags["img"] != 1 || tags["b"] != 2 {
		t.Errorf("elements: %v", tags)
	}
	if strings.Contains(m.text, "\n-- \nBcc") || !strings.Contains(m.text, "    .\n    ..\n") {
		t.Errorf("the quote is not set off:\n%s", m.text)
	}

	got, err := Read(raw)
	if err != nil || got.Subject != l.Subject || got.To != "Zoë <zoe@example.com>" || got.Text != m.text || !got.Date.Equal(h.Date) {
		t.Errorf("Read gives %+v, %v", got, err)
	}
}

func TestEncodeLongWordsAndManyNames(t *testing.T) {
	h, l := example()
	l.Quote = strings.Repeat("x", 5000)
	l.Board = nil
	h.Unsubscribe, h.Thread = "", ""
	for _, name := range []string{strings.Repeat("漢", 60), strings.Repeat("y", 60), `Tom & "Jerry" <b>`, "Eve\r\nBcc: victim@example.net", strings.Repeat("ab ", 20)} {
		h.Name = name
		l.Subject = name + ": 2… Nc6 (Über-Schach für geduldige Freunde)"
		raw, err := encode(h, l)
		if err != nil {
			t.Fatal(err)
		}
		m := takeApart(t, raw)
		if m.subject != oneLine(l.Subject) || !strings.Contains(m.text, l.Quote) || !strings.Contains(m.html, l.Quote) {
			t.Errorf("subject %q", m.subject)
		}
		if to, err := m.header.AddressList("To"); err != nil || len(to) != 1 || to[0].Name != oneLine(name) {
			t.Errorf("To: %v, %v", to, err)
		}
		for _, field := range []string{"List-Unsubscribe", "References"} {
			if m.header.Get(field) != "" {
				t.Errorf("there is a field %s", field)
			}
		}
	}
}

func TestEncodeRefusesAnAddress(t *testing.T) {
	h, l := example()
	for _, to := range []string{"a@b.com\r\nBcc: victim@example.net", "a@b.com>\r\nDATA\r\n", ""} {
		h.To = to
		if _, err := encode(h, l); err == nil {
			t.Errorf("%q was taken", to)
		}
	}
}
