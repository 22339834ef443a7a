package mail

import (
	"bufio"
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// script is a relay that answers by a script: answer is asked with the first word of each line ("" for the greeting, "." for the text).
func script(t *testing.T, answer func(word string) string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				lines, word, text := bufio.NewScanner(c), "", false
				for {
					if reply := answer(word); !text {
						if _, err := c.Write([]byte(reply)); err != nil {
							return
						}
						text = strings.HasPrefix(reply, "354")
					}
					if !lines.Scan() {
						return
					}
					word, _, _ = strings.Cut(lines.Text(), " ")
					text = text && word != "."
				}
			}()
		}
	}()
	return relayTo(t, "smtp://"+l.Addr().String())
}

// good is what a healthy relay answers.
func good(word string) string {
	switch word {
	case "":
		return "220 hello\r\n"
	case "DATA":
		return "354 go on\r\n"
	}
	return "250 fine\r\n"
}

// verdictAt is what a failure at that word means.
func verdictAt(word string) verdict {
	switch word {
	case "RCPT", "DATA":
		return broken
	case ".":
		return doubt
	}
	return trouble
}

// A relay whose answer does not end fills no memory: it is in trouble, and soon.
func TestRelayAnswersWithoutEnd(t *testing.T) {
	for _, at := range []string{"", "EHLO", "MAIL", "RCPT", "DATA", "."} {
		endless := strings.Repeat("250-and one more line\r\n", 1<<20)
		r := script(t, func(word string) string {
			if word == at {
				return endless
			}
			return good(word)
		})
		r.wait = 20 * time.Second
		begun := time.Now()
		v, _, err := r.send(t.Context(), "games@post.example", "ann@example.com", []byte("Subject: x\r\n\r\nx\r\n"))
		want := verdictAt(at)
		if v != want || !errors.Is(err, errFlood) || time.Since(begun) > 10*time.Second {
			t.Errorf("endless answer to %q: %v, %v after %v", at, v, err, time.Since(begun))
		}
	}
}

// A relay that answers twice, or with what is no answer, is out of step. The mail is not refused for that.
func TestRelayOutOfStep(t *testing.T) {
	for at, reply := range map[string]string{"EHLO": "250 fine\r\n250 fine\r\n", "MAIL": "250 fine\r\n250 fine\r\n", "RCPT": "250 fine\r\n250 fine\r\n", "DATA": "250 fine\r\n", ".": "999 what\r\n"} {
		r := script(t, func(word string) string {
			if word == at {
				return reply
			}
			return good(word)
		})
		v, _, err := r.send(t.Context(), "games@post.example", "ann@example.com", []byte("Subject: x\r\n\r\nx\r\n"))
		want := broken // that is where it shows
		if at == "." {
			want = doubt
		}
		if v != want || err == nil || r.client != nil {
			t.Errorf("out of step at %q: %v, %v; connected: %v", at, v, err, r.client != nil)
		}
	}
}
