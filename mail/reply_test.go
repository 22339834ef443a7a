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
