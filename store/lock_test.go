package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestOneServerThroughALink: another name of the file is no other file.
func TestOneServerThroughALink(t *testing.T) {
	w := newWorld(t)
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Symlink(w.path, link))
	if _, err := Open(t.Context(), link, Options{Now: time.Now}); err == nil || !strings.Contains(err.Error(), "another Postrider") {
		t.Fatalf("opened through a link: %v", err)
	}
	must(t, w.Close())
	s, err := Open(t.Context(), link, Options{Now: time.Now})
	must(t, err)
	defer s.Close()
	if _, err := Open(t.Context(), w.path, Options{Now: time.Now}); err == nil || !strings.Contains(err.Error(), "another Postrider") {
		t.Fatalf("opened beside a link: %v", err)
	}
}

// TestOneServer: two servers on one data file would send every mail twice.
func TestOneServer(t *testing.T) {
	w := newWorld(t)
	if _, err := Open(t.Context(), w.path, Options{Now: time.Now}); err == nil || !strings.Contains(err.Error(), "another Postrider") || !strings.Contains(err.Error(), w.path) {
		t.Fatalf("opened a second time: %v", err)
	}
	if _, err := os.Stat(w.path + "-lock-journal"); err == nil {
		t.Error("the lock has a journal")
	}
	w.join("Ann") // the first one is none the worse for it
	must(t, w.Close())
	must(t, w.Close()) // once more is nothing
	s, err := Open(t.Context(), w.path, Options{Now: time.Now})
	must(t, err)
	must(t, s.Close())
}
