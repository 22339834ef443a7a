package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestEndsWithTheMailServer: where mail can come in no more, the program ends, as it writes addresses to answer to into its mails.
func TestEndsWithTheMailServer(t *testing.T) {
	in, port := freePort(t), freePort(t)
	args := []string{"--addr", fmt.Sprintf("127.0.0.1:%d", port), "--data", filepath.Join(t.TempDir(), "post.db"), "--mail-in", fmt.Sprintf("127.0.0.1:%d", in), "--mail-domain", "play.example.org"}
	var errs bytes.Buffer
	ended := make(chan int, 1)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() { ended <- run(ctx, args, io.Discard, &errs) }()
	until(t, "mail to come in", func() bool {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", in))
		if err != nil {
			return false
		}
		defer conn.Close()
		_, err = conn.Read(make([]byte, 3)) // it greets
		return err == nil
	})
	broken := false
	for fd := range 1024 { // breaks the socket that listens: it accepts nobody any more
		listens, err := syscall.GetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_ACCEPTCONN)
		name, _ := syscall.Getsockname(fd)
		if at, ok := name.(*syscall.SockaddrInet4); err == nil && listens == 1 && ok && at.Port == in {
			broken = syscall.Shutdown(fd, syscall.SHUT_RD) == nil
		}
	}
	if !broken {
		t.Fatal("the socket is not found")
	}
	select {
	case status := <-ended:
		if status != 1 || !strings.Contains(errs.String(), "take mail in: ") {
			t.Errorf("status %d: %s", status, errs.String())
		}
	case <-time.After(patience):
		stop()
		<-ended
		t.Errorf("it goes on: %s", errs.String())
	}
}
