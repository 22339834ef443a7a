package mail

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// corpus is the mails of testdata/replies by name.
func corpus(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/replies/*.eml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no mails to read: %v", err)
	}
	mails := map[string]string{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		mails[strings.TrimSuffix(filepath.Base(file), ".eml")] = string(raw)
	}
	return mails
}

func TestReadReply(t *testing.T) {
	mails := corpus(t)
	for _, want := range expectations() {
		t.Run(want.name, func(t *testing.T) {
			raw, ok := mails[want.name]
			if !ok {
				t.Fatal("there is no such mail")
			}
			got, err := ReadReply(strings.NewReader(raw))
			var unreadable *Unreadable
			if want.unreadable != "" {
				if !errors.As(err, &unreadable) || !strings.Contains(unreadable.Text, want.unreadable) {
					t.Errorf("error %v, not a sentence with %q", err, want.unreadable)
				}
			} else if err != nil {
				t.Fatal(err)
			}
			if got.MessageID == "" || got.Subject == "" {
				t.Errorf("Message-ID %q, subject %q", got.MessageID, got.Subject)
			}
			if got.Automatic != want.automatic {
				t.Errorf("automatic %q, not %q", got.Automatic, want.automatic)
			}
			if !reflect.DeepEqual(got.Bounce, want.bounce) {
				t.Errorf("bounce %+v, not %+v", got.Bounce, want.bounce)
			}
			if want.automatic == "" && (got.First != want.first || got.Comment != want.comment) {
				t.Errorf("first %q, not %q; comment %q, not %q", got.First, want.first, got.Comment, want.comment)
			}
		})
		delete(mails, want.name)
	}
	for name := range mails {
		t.Errorf("nothing is expected of %s", name)
	}
}

// TestReadReplyEnds: of a mail that was not written to be read, only so much is.
func TestReadReplyEnds(t *testing.T) {
	const head = "Message-ID: <1@x>\r\nSubject: x\r\nMIME-Version: 1.0\r\n"
	part := func(kind, text string) string {
		return "--b\r\nContent-Type: text/" + kind + "\r\n\r\n" + text + "\r\n"
	}
	mixed := func(parts string) string {
		return "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + parts + "--b--\r\n"
	}
	for name, body := range map[string]string{
		"short lines":       "\r\nNf6\r\n" + strings.Repeat("a:\r\n", 200_000),
		"short lines, HTML": "Content-Type: text/html\r\n\r\n<p>Nf6</p>" + strings.Repeat("a:<br>", 150_000),
		"many texts":        mixed(part("plain", "Nf6") + strings.Repeat(part("plain", strings.Repeat(strings.Repeat("x", 70)+"\r\n", 22<<10/72)), 45)),
		"many long lines":   mixed(part("html", "Nf6") + strings.Repeat(part("html", "<p>"+strings.Repeat("x", 22<<10)+"</p>"), 45)),
		"many attributions": "Content-Type: text/html\r\n\r\n<p>Nf6</p>" + strings.Repeat("<p class=gmail_attr>a:</p>", 35_000),
	} {
		reply, err := ReadReply(strings.NewReader(head + body))
		if lines := strings.Count(reply.Comment, "\n"); err != nil || reply.First != "Nf6" || len(reply.Comment) > maxText || lines > maxLines {
			t.Errorf("%s: %q, %d bytes, %d lines, %v", name, reply.First, len(reply.Comment), lines, err)
		}
	}
}

// TestReadReplyHeader: lines in a header that are none of one are passed over.
func TestReadReplyHeader(t *testing.T) {
	const head = "Message-ID: <1@x>\r\nContent-Type: text/plain;\r\n\tcharset=utf-8\r\n"
	for _, c := range []struct{ raw, id, comment string }{
		{"From bob@example.com Mon Nov 30 10:00:00 2026\r\n" + head + "\r\nNf6\r\n", "1@x", ""},
		{">From bob@example.com Mon Nov 30 10:00:00 2026\n" + strings.ReplaceAll(head, "\r", "") + "\nNf6\nhello\n", "1@x", "hello"},
		{head + "this is no field\r\nX-B\xe4d: x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nN=66=\r\n6\r\n", "1@x", ""},
		{head + "Nf6\r\nno line is empty: here\r\n", "1@x", "no line is empty: here"},
		{head + "X-Grüße: a\r\n b\r\n\r\nNf6\r\n", "1@x", ""},
		{head + "Content-Transfer-Encoding: base64\r\nX-Grüße: a\r\n b\r\n\tc\r\n\r\nTmY2\r\n", "1@x", ""},
		{"Nf6\r\n\r\nno header\r\n", "", "no header"},
		{"Nf6", "", ""},
	} {
		got, err := ReadReply(strings.NewReader(c.raw))
		if err != nil || got.First != "Nf6" || got.MessageID != c.id || got.Comment != c.comment {
			t.Errorf("%q: %+v, %v", c.raw, got, err)
		}
	}
}

// TestMoveText: what programs and people put around a move, and what they write instead of its letters.
func TestMoveText(t *testing.T) {
	for text, want := range map[string]string{
		"• Nf6": "Nf6", "Nf6 😀": "Nf6", "Nf6 👍🏽": "Nf6", "[Nf6]": "Nf6", "<Nf6>": "Nf6", "(O-O)": "O-O", "‚Nf6‘": "Nf6", "ｅ４。": "e4.",
		"О-О": "O-O", "а6": "a6", "Кf6": "Кf6", "сf4": "сf4", "Привет": "Привет", "(Nf6": "(Nf6", "[Nf6)": "[Nf6)", "f2-f4 (=)": "f2-f4 (=)", "▲7六歩": "▲7六歩", "N@f3": "N@f3", "e4=": "e4=",
		"resign ❓": "resign ❓", "I resign 😂": "I resign 😂", "(resign)": "(resign)", "[accept draw]": "[accept draw]", "• decline": "• decline", "(claim)": "(claim)",
		"Nf6 draw 😂": "Nf6 draw 😂", "“resign”": "resign", "*draw*": "draw", "resign!": "resign!", "👍": "👍",
		"e5 ❓": "e5 ❓", "e5 ❔": "e5 ❔", "e5 ❌": "e5 ❌", "e5 ❎": "e5 ❎", "e5 🚫": "e5 🚫", "e5 ⛔️": "e5 ⛔", "(e5 ❌)": "e5 ❌", "e5 ✘ 😀": "e5 ✘",
		"Si8 ➕": "Si8 ➕", "e5⬆": "e5⬆", "e5 ✕": "e5 ✕", "e5 ☒": "e5 ☒", "e5 🛑": "e5 🛑", "e5 👎": "e5 👎", "e5 ↩️": "e5 ↩", "e5 🙅": "e5 🙅", "e5 🤝": "e5 🤝",
		"e5 👏🏿🎉": "e5", "e5 ❤️ ☺️": "e5",
	} {
		if got := moveText(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}

// FuzzReply: whatever comes in, there is a reply or a sentence, and nothing that a page or a transaction would choke on.
func FuzzReply(f *testing.F) {
	for _, raw := range corpus(f) {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		reply, err := ReadReply(strings.NewReader(raw))
		var unreadable *Unreadable
		if err != nil && !errors.As(err, &unreadable) {
			t.Errorf("an error that is no sentence: %v", err)
		}
		for _, text := range []string{reply.MessageID, reply.Subject, reply.First, strings.ReplaceAll(reply.Comment, "\n", "")} {
			if text != printable(text) {
				t.Errorf("%q holds control characters or is no UTF-8", text)
			}
		}
	})
}

// printable is text without control characters, valid.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}
