package store

import (
	"slices"
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

// TestImportClash: games that have one id, and differ by what was taken back alone, are both taken in; where no id is free that game is refused.
func TestImportClash(t *testing.T) {
	w := newWorld(t)
	v, err := rules.Lookup("chess")
	must(t, err)
	fen := v.Start().FEN()
	game := func(id, text string, taken ...TakenMove) *Log {
		l := Log{Moves: []Move{{Ply: 1, Text: text, SAN: text, FEN: fen}}, Taken: taken}
		l.ID, l.StartFEN, l.Result, l.Reason = id, fen, "1-0", "resign"
		l.Seats[0].Name, l.Seats[1].Name = "A", "B"
		l.Events = []Event{{Seq: 1, Kind: "start"}, {Seq: 2, Kind: "move", Ply: 1}}
		if len(taken) > 0 {
			l.Events = append(l.Events, Event{Seq: 3, Kind: "takeback", N: 1, Side: rules.Black}, Event{Seq: 4, Kind: "move", Ply: 1})
		}
		return &l
	}
	take := func(l *Log) (string, error) {
		t.Helper()
		id, _, err := w.Import(w.ctx(), l, v, v.Text())
		return id, err
	}
	const same = "abcdefghij"
	ids := map[string]bool{}
	for _, l := range []*Log{
		game(same, "e2e4"),
		game(same, "d2d4"),
		game(same, "d2d4", TakenMove{Seq: 3, Move: Move{Ply: 1, Text: "c2c4", SAN: "c4", FEN: fen}}),
	} {
		id, err := take(l)
		must(t, err)
		ids[id] = true
	}
	if len(ids) != 3 || !ids[same] {
		t.Errorf("the ids are %v", ids)
	}
	clash := game(same, "a2a4")
	own, err := contentID(clash, v.Text())
	must(t, err)
	again, err := contentID(clash, v.Text(), "0", clash.Result)
	must(t, err)
	for id, text := range map[string]string{own: "h2h4", again: "g2g4"} {
		_, err = take(game(id, text))
		must(t, err)
	}
	_, err = take(clash)
	wantInvalid(t, err, "id", "belong to other games here")
}

// TestSearchFindsWhoWasTakenIn: a search by name finds games that were taken in too, those of members of that name beside them, and no deleted accounts.
func TestSearchFindsWhoWasTakenIn(t *testing.T) {
	w := newWorld(t)
	v, err := rules.Lookup("chess")
	must(t, err)
	ann, bob := w.join("Ann"), w.join("Bob")
	here := w.start(ann, bob, w.terms())
	must(t, w.DeleteAccount(w.ctx(), bob.ID))
	ids := map[string]string{here: "here"}
	for _, g := range [][3]string{{"Anderssen, Adolf", "Dufresne", "1-0"}, {"Dufresne", "ann", "1-0"}, {"Ann", "Anderssen, Adolf", "1/2-1/2"}} {
		l := Log{Events: []Event{{Seq: 1, Kind: "start", What: FromFile}}}
		l.Seats[0].Name, l.Seats[1].Name, l.Result, l.StartFEN = g[0], g[1], g[2], v.Start().FEN()
		id, _, err := w.Import(w.ctx(), &l, v, v.Text())
		must(t, err)
		ids[id] = g[0]
	}
	for _, c := range []struct {
		Search
		want []string
	}{
		{Search{Player: "anderssen, adolf"}, []string{"Anderssen, Adolf", "Ann"}},
		{Search{Player: "Dufresne", Opponent: "Anderssen, Adolf"}, []string{"Anderssen, Adolf"}},
		{Search{Opponent: "Dufresne"}, []string{"Anderssen, Adolf", "Dufresne"}},
		{Search{Player: "Ann"}, []string{"Ann", "Dufresne", "here"}},
		{Search{Player: "Dufresne", Result: "won"}, []string{"Dufresne"}},
		{Search{Player: "Dufresne", Result: "lost"}, []string{"Anderssen, Adolf"}},
	} {
		list, _, err := w.SearchGames(w.ctx(), c.Search, 1)
		must(t, err)
		var got []string
		for _, g := range list {
			got = append(got, ids[g.ID])
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.Search, got, c.want)
		}
	}
	for _, name := range []string{formerPlayer, "Bob"} {
		_, _, err = w.SearchGames(w.ctx(), Search{Player: name}, 1)
		wantInvalid(t, err, "player", "no player named")
	}
}
