package store

import (
	"strings"
	"testing"
)

// TestPanic: a mistake in a transaction is an error, and leaves nothing behind.
func TestPanic(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	err := w.tx(w.ctx(), func(t *tx) error {
		if err := t.exec(`DELETE FROM players`); err != nil {
			return err
		}
		panic("a mistake")
	})
	if err == nil || !strings.Contains(err.Error(), "a mistake") || !strings.Contains(err.Error(), "tx_test.go") {
		t.Errorf("a panic became %v", err)
	}
	if _, err := w.Player(w.ctx(), ann.ID); err != nil {
		t.Errorf("what it did stands: %v", err)
	}
}
