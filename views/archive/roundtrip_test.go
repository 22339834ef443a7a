package archive

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"postrider/rules"
	"postrider/store"
)

// take imports a text as a file of that name, and gives what was said of it.
func (w *world) take(name, text string) (said string, err error) {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), name)
	must(w.t, os.WriteFile(path, []byte(text), 0o600))
	var out strings.Builder
	err = Import(w.t.Context(), w.Store, path, site, nil, &out)
	return out.String(), err
}

// mustTake imports what must be taken in.
func (w *world) mustTake(name, text string) string {
	w.t.Helper()
	said, err := w.take(name, text)
	if err != nil {
		w.t.Fatalf("%v\n%s", err, said)
	}
	return said
}

// sameGame compares two logs in all that a game is.
func sameGame(t *testing.T, got, want store.Log) {
	t.Helper()
	if !slices.Equal(got.Moves, want.Moves) {
		for i, m := range got.Moves {
			if m != want.Moves[i] {
				t.Fatalf("a move is\n%+v\nand was\n%+v", m, want.Moves[i])
			}
		}
		t.Fatalf("%d moves, and there were %d", len(got.Moves), len(want.Moves))
	}
	for _, l := range []*store.Log{&got, &want} {
		l.Events = slices.Clone(l.Events)
		l.Events[0].What = "" // one of them may have come by a file
	}
	if !slices.Equal(got.Events, want.Events) {
		t.Errorf("the events are\n%+v\nand were\n%+v", got.Events, want.Events)
	}
	if !slices.Equal(got.Taken, want.Taken) {
		t.Errorf("taken back\n%+v\nand before\n%+v", got.Taken, want.Taken)
	}
	if !slices.Equal(got.Remarks, want.Remarks) {
		t.Errorf("remarks %+v, and before %+v", got.Remarks, want.Remarks)
	}
	for _, c := range [][2]any{{got.Result, want.Result}, {got.Reason, want.Reason}, {got.FEN, want.FEN}, {got.StartFEN, want.StartFEN}, {got.Definition, want.Definition}, {got.Clock, want.Clock},
		{got.Title, want.Title}, {got.StartedAt, want.StartedAt}, {got.EndedAt, want.EndedAt}, {got.NoVacation, want.NoVacation}, {got.Seats[0].Name, want.Seats[0].Name}, {got.Seats[1].Name, want.Seats[1].Name}} {
		if c[0] != c[1] {
			t.Errorf("%v, and before %v", c[0], c[1])
		}
	}
}

func TestEveryVariantIsReadBackEqual(t *testing.T) {
	w := newWorld(t)
	ann, zoe := w.join("Ann"), w.join("Zoë Ñandú")
	var ids []string
	for i, v := range rules.Variants() {
		terms := store.Terms{Variant: v.Key(), Clock: store.DaysAMove(3)}
		if i%2 == 1 {
			terms.Title, terms.Clock, terms.NoVacation = `Winter "Cup" \ №`+v.Key(), store.Bank(10*86400, 86400, 14*86400), true
		}
		m := w.match(ann, zoe, terms, uint64(i))
		m.play(20)
		m.takeBack(1)
		m.play(20)
		m.takeBack(2)
		m.takeBack(2)
		m.play(23)
		m.resign()
		must(t, w.SetRemark(t.Context(), m.id, zoe, "Thank you}  for\n[%remark] it all.", ""))
		ids = append(ids, m.id)
	}
	var zipped bytes.Buffer
	must(t, WriteZip(&zipped, site, w.time, ids, func(id string) (*Record, error) { return w.record(id, ann), nil }))
	all := ""
	files := map[string]func(*world){"zip": func(n *world) { n.mustTake("all.zip", zipped.String()) }}
	for _, id := range ids {
		r := w.record(id, ann)
		all += r.pgn(t)
		files["json"] = and(files["json"], func(n *world) { n.mustTake("one.json", r.json(t)) })
	}
	files["pgn"] = func(n *world) {
		if said := n.mustTake("all.pgn", all); !strings.Contains(said, "15 games taken in, 0 here already, 0 refused.") {
			t.Error(said)
		}
	}
	for kind, take := range files {
		t.Run(kind, func(t *testing.T) {
			n := newWorld(t)
			take(n)
			for _, id := range ids {
				got, err := n.Log(t.Context(), id, 0)
				must(t, err)
				want, err := w.Log(t.Context(), id, ann)
				must(t, err)
				sameGame(t, got, want)
				again, before := n.record(id, 0), w.record(id, ann)
				if again.pgn(t) != before.pgn(t) || again.json(t) != before.json(t) {
					t.Errorf("exported again:\n%s\nand before:\n%s", again.pgn(t), before.pgn(t))
				}
			}
			if said := n.mustTake("again.pgn", all); !strings.Contains(said, "0 games taken in, 15 here already") {
				t.Error(said)
			}
			if _, _, err := n.NextEnvelope(t.Context()); err == nil {
				t.Error("a mail was caused")
			}
		})
	}
}

func and(first, then func(*world)) func(*world) {
	return func(w *world) {
		if first != nil {
			first(w)
		}
		then(w)
	}
}

// TestMuchBetweenTwoMoves: what would be too long for one comment is read back from several.
func TestMuchBetweenTwoMoves(t *testing.T) {
	w := newWorld(t)
	m := w.match(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess", Clock: store.DaysAMove(3)}, 1)
	for i := range 6 {
		_, err := m.Play(t.Context(), store.Deed{Game: m.id, Player: m.players[0], Seq: -1}, "e4", strings.Repeat("é\n", 2499)+fmt.Sprint(i), false)
		must(t, err)
		m.takeBack(1)
	}
	m.play(2)
	pgn := w.record(m.id, m.players[0]).pgn(t)
	if len(pgn) < maxComment {
		t.Errorf("it has %d bytes only", len(pgn))
	}
	n := newWorld(t)
	n.mustTake("a.pgn", pgn)
	if again := n.record(m.id, 0).pgn(t); again[strings.Index(again, "\n\n"):] != pgn[strings.Index(pgn, "\n\n"):] {
		t.Errorf("read back it is\n%s", again)
	}
}

func TestPGNKeepsToItsLines(t *testing.T) {
	w := newWorld(t)
	m := w.match(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "crazyhouse", Clock: store.DaysAMove(3)}, 7)
	m.play(300)
	m.resign()
	if chess := finished(t).pgn(t); !strings.Contains(chess, "[Variant \"Standard\"]\n") {
		t.Errorf("other programs do not know that this is chess:\n%s", chess)
	}
	_, moves, _ := strings.Cut(w.record(m.id, m.players[0]).pgn(t), "\n\n")
	for line := range strings.Lines(moves) {
		if letters := []rune(strings.TrimRight(line, "\n")); len(letters) > 80 && !strings.Contains(line, strings.Repeat("x", 80)) && !strings.Contains(line, "[%event") && !strings.Contains(line, "[Event") {
			t.Errorf("%d letters: %s", len(letters), line)
		}
		if strings.HasPrefix(line, "%") || strings.HasPrefix(line, "[E") || strings.HasSuffix(line, " \n") {
			t.Errorf("a line that others would read otherwise: %s", line)
		}
	}
}
