package store

import (
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

func TestBesideAServer(t *testing.T) {
	w := newWorld(t)
	m := w.start(w.join("Ann"), w.join("Bob"), w.terms())
	beside := func() *Store {
		t.Helper()
		s, err := Open(t.Context(), w.path, Options{Now: w.clock, Beside: true})
		must(t, err)
		return s
	}
	must(t, beside().Close())
	before, err := w.Game(w.ctx(), m)
	must(t, err)
	must(t, w.Close())
	w.pass(2 * time.Hour)
	s := beside() // no server: the file is this one's, and it counts for no sign of life
	if _, err := Open(t.Context(), w.path, Options{Now: w.clock}); err == nil {
		t.Error("a server starts while a command writes")
	}
	must(t, s.Close())
	w.pass(2 * time.Hour)
	w.open(false)
	after, err := w.Game(w.ctx(), m)
	must(t, err)
	if after.DeadlineAt-before.DeadlineAt != 4*3600 {
		t.Errorf("the clock got %d s back", after.DeadlineAt-before.DeadlineAt)
	}
}

func TestImportRefusesNames(t *testing.T) {
	w := newWorld(t)
	v, err := rules.Lookup("chess")
	must(t, err)
	for _, name := range []string{"", "a\u202eb", "line\nline", strings.Repeat("x", 61)} {
		l := Log{}
		l.Seats[0].Name, l.Seats[1].Name, l.Result = "Ann", name, "*"
		_, _, err = w.Import(w.ctx(), &l, v, v.Text())
		wantInvalid(t, err, "name", "one line")
	}
	if list, _, err := w.PublicGames(w.ctx(), 1, 0); err != nil || len(list) > 0 {
		t.Errorf("%d games, %v", len(list), err)
	}
}
