package views

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"strings"
	"testing"

	gomail "github.com/emersion/go-message/mail"
)

// TestMailsInChromium: none scrolls sideways on a phone, however long names and titles are.
func TestMailsInChromium(t *testing.T) {
	ctx := chromium(t)
	w := newWorld(t, func(o *Options) { o.KeepsMail = true })
	ann, bob := w.join(strings.Repeat("W", 60)), w.join(strings.Repeat("M", 60))
	link := ann.post("/invitations", 303, "variant", "chess", "days", "3", "side", "white", "title", strings.Repeat("T", 80), "opponent", bob.name).where()
	w.keepMail()
	game := bob.post(link+"/accept", 303).where()
	w.keepMail()
	ann.play(game, 0, "e4", 303, "comment", strings.Repeat("x", 5000), "draw", "offer")
	bob.post(game+"/messages", 303, "message", strings.Repeat("y", 2000))
	w.keepMail()
	kept, _, err := w.store.KeptMails(t.Context(), 1)
	if err != nil || len(kept) != 4 {
		t.Fatalf("%d mails are kept, %v", len(kept), err)
	}
	for _, e := range kept {
		narrow(t, ctx, "data:text/html;charset=utf-8;base64,"+base64.StdEncoding.EncodeToString(htmlOf(t, e.Kept)))
	}
}

// htmlOf is the HTML part of a mail.
func htmlOf(t *testing.T, raw []byte) []byte {
	t.Helper()
	r, err := gomail.CreateReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			t.Fatal("a mail without HTML")
		}
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			text, err := io.ReadAll(part.Body)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
	}
}
