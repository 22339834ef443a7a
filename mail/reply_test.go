package mail

import (
	"strings"
	"testing"
)

// FuzzReply: whatever comes in, there is an answer or a sentence.
func FuzzReply(f *testing.F) {
	f.Add("Subject: x\r\n\r\nNf3\r\n\r\nhi\r\n-- \r\nBob\r\n")
	f.Fuzz(func(t *testing.T, raw string) {
		_, _ = ReadReply(strings.NewReader(raw))
	})
}
