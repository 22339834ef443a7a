package archive

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"postrider/rules"
	"postrider/store"
)

// only imports a file and gives the one game that is in the store then.
func (w *world) only(text string) store.Log {
	w.t.Helper()
	w.mustTake("a.pgn", text)
	list, _, err := w.PublicGames(w.t.Context(), 1, 0)
	must(w.t, err)
	if len(list) != 1 {
		w.t.Fatalf("there are %d games", len(list))
	}
	l, err := w.Log(w.t.Context(), list[0].ID, 0)
	must(w.t, err)
	return l
}

func played(l store.Log) string {
	var sans []string
	for _, m := range l.Moves {
		sans = append(sans, m.SAN)
	}
	return strings.Join(sans, " ")
}

func TestFilesOfOthers(t *testing.T) {
	for _, c := range []struct{ name, pgn, moves, result, reason string }{
		{"from lichess", `[Event "Rated Blitz game"]
[Site "https://lichess.org/PpwPOZMq"]
[Date "2017.04.01"]
[White "Abbot"]
[Black "Costello"]
[Result "0-1"]
[UTCDate "2017.04.01"]
[UTCTime "11:32:01"]
[WhiteElo "2100"]
[Variant "Standard"]
[TimeControl "300+0"]
[ECO "B30"]
[Termination "Time forfeit"]

1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... c5 { [%eval 0.19] [%clk 0:00:30] } 2. Nf3?! { Inaccuracy. [%clk 0:00:29] } 2... Nc6 $1 $14 0-1
`, "e4 c5 Nf3 Nc6", "0-1", "time"},
		{"bare moves", "1.e4 e5 2.Nf3", "e4 e5 Nf3", "*", "unfinished"},
		{"variations and notes", `[White "A"]
% this line is for another program
1. e4 (1. d4 d5 (1... Nf6 2. c4 {King's (Indian)}) 2. c4) 1... e5 ; the open game
2. Nf3 $1 {a comment
over two lines} Nc6 (2... d6) 3. Bb5 +/- a6 N 4. Ba4 Nf6 5. O-O 1/2-1/2`, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O", "1/2-1/2", "as recorded"},
		{"en passant and mate", "1. e4 a6 2. e5 d5 3. exd6 e.p. 1-0", "e4 a6 e5 d5 exd6", "1-0", "as recorded"},
		{"mate is seen", "1. f3 e5 2. g4 Qh4# 0-1", "f3 e5 g4 Qh4#", "0-1", "checkmate"},
		{"mate with no result", "1. f3 e5 2. g4 Qh4 mate *", "f3 e5 g4 Qh4#", "0-1", "checkmate"},
		{"a position", `[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4p3/K7 b - - 0 40"]

40... e1=Q+ 41. Kb2 ½–½`, "e1=Q+ Kb2", "1/2-1/2", "as recorded"},
		{"crazyhouse", `[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4 *`, "e4 d5 exd5 Qxd5 Nc3 P@d4", "*", "unfinished"},
		{"Windows-1252", "[White \"Zo\xeb\"]\r\n\r\n1.e4 {sch\xf6n} e5 *\r\n", "e4 e5", "*", "unfinished"},
		{"a broken tag", "[White \"A\n[Black \"B\"]\n\n1. e4 *", "e4", "*", "unfinished"},
		{"only a result", "[White \"A\"]\n[Result \"1-0\"]\n\n1-0", "", "1-0", "as recorded"},
		{"of old", "[Date \"1858.11.02\"]\n[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 1-0", "e4 e5 Nf3 d6 d4 Bg4", "1-0", "as recorded"},
		{"zeros", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *", "e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O", "*", "unfinished"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			l := w.only(c.pgn)
			if played(l) != c.moves || l.Result != c.result || l.Reason != c.reason {
				t.Errorf("%s, %s, %s", played(l), l.Result, l.Reason)
			}
			again := newWorld(t).only(w.record(l.ID, 0).pgn(t))
			sameGame(t, again, l)
			if said := w.mustTake("b.pgn", c.pgn); !strings.Contains(said, "here already") {
				t.Errorf("the second time: %s", said)
			}
		})
	}
}

func TestWhatOthersWriteIsKept(t *testing.T) {
	w := newWorld(t)
	l := w.only(`[Event "Cup"]
[Site "?"]
[Date "1999.??.??"]
[White "` + strings.Repeat("long ", 30) + `"]
[Black ""]
[TimeControl "1/259200"]

{Before all.} 1. e4 {First.} {Second.} ({not this}) e5 {[%clk 0:01:30.5] [%emt 0:00:10]} *`)
	if l.Title != "Cup" || l.Seats[1].Name != "?" || len(l.Seats[0].Name) > 60 || l.Clock != store.DaysAMove(3) || l.StartedAt != 915148800 {
		t.Errorf("%+v", l.Game)
	}
	if l.Moves[0].Comment != "Before all.\nFirst.\nSecond." || l.Moves[1].Left != 90 || l.Moves[1].Had != 100 {
		t.Errorf("%+v", l.Moves)
	}
}

func TestWhatIsRefused(t *testing.T) {
	w := newWorld(t)
	m := w.match(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess", Clock: store.DaysAMove(3)}, 3)
	m.play(12)
	m.takeBack(1)
	m.play(4)
	m.resign()
	r := w.record(m.id, m.players[0])
	pgn, json := r.pgn(t), r.json(t)
	for _, c := range []struct{ name, text, words string }{
		{"an illegal move", "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Ke3 *", "1. Ann – Bob: REFUSED: ply 3 (2. Ke3): "},
		{"a null move", "1. e4 -- *", "ply 2"},
		{"a wrong last position", strings.Replace(pgn, `[FinalFEN "`, `[FinalFEN "8/8/8/8/8/8/4k3/K7 w - - 0 1"]`+"\n[X \"", 1), "and in the file it is 8/8/8/8/8/8/4k3/K7 w - - 0 1"},
		{"a wrong position", strings.Replace(json, r.Moves[4].FEN, r.Moves[2].FEN, 1), "ply 5 (3. " + r.Moves[4].SAN + "): the position is " + r.Moves[4].FEN + ", and in the file it is " + r.Moves[2].FEN},
		{"a changed definition", strings.Replace(json, `"text":"[`, `"text":"# mine\n[`, 1), "the definition in the file has the hash"},
		{"two results", strings.Replace(pgn, `[Result "`+r.Result, `[Result "1/2-1/2`, 1), "the tag Result says 1/2-1/2, and behind the moves stands " + r.Result},
		{"no result", "[Result \"2-0\"]\n\n1. e4", "“2-0” is no result"},
		{"mate is no loss", "1. f3 e5 2. g4 Qh4# 1-0", "by its last position the game has ended 0-1 (checkmate), and in the file with 1-0"},
		{"a takeback without its move", strings.Replace(pgn, " move ", " offer ", 1), "REFUSED"},
		{"an unknown game", "[Variant \"Atomic\"]\n\n1. e4 *", "“Atomic” is none that is played here"},
		{"a game of others' own", "[Variant \"Own\"]\n[VariantHash \"x\"]\n[VariantKey \"own\"]\n\n1. e4 *", "“Own” is none that is played here, and the file does not hold its rules: the JSON"},
		{"JSON of something else", `{"a": 1}`, "no JSON of a game"},
		{"half a JSON", json[:len(json)/2], "no JSON of a game"},
		{"a long comment", "1. e4 {" + strings.Repeat("x", maxComment+1), "too long"},
		{"a bad clock", strings.Replace(pgn, `[Clock "3`, `[Clock "99`, 1), "the tag Clock"},
		{"a time that is none", strings.Replace(pgn, "[%ts 2026", "[%ts 20x6", 1), "is no time like"},
		{"a position that is none", "[FEN \"8/8 w\"]\n\n1. e4 *", "its start: "},
	} {
		n := newWorld(t)
		said, err := n.take("a.pgn", c.text)
		if !errors.Is(err, ErrRefused) || !strings.Contains(said, c.words) || !strings.Contains(said, "0 games taken in, 0 here already, 1 refused.") {
			t.Errorf("%s: %v\n%s", c.name, err, said)
		}
		if list, _, err := n.PublicGames(t.Context(), 1, 0); err != nil || len(list) > 0 {
			t.Errorf("%s: %d games are there, %v", c.name, len(list), err)
		}
	}
	if _, err := newWorld(t).take("empty.pgn", "\n\n"); err == nil || !strings.Contains(err.Error(), "there is no game in it") {
		t.Errorf("an empty file: %v", err)
	}
	said, err := newWorld(t).take("three.pgn", "1. e4 *\n\n1. e5 *\n\n[White \"A\"]\n\n1. d4 *\n")
	if !errors.Is(err, ErrRefused) || !strings.Contains(said, "2 games taken in, 0 here already, 1 refused.") || !strings.Contains(said, "2. ? – ?: REFUSED: ply 1 (1. e5)") {
		t.Errorf("one of three: %v\n%s", err, said)
	}
}

// TestMoveNumbers: the second move of a pair has its number only where something stands before it.
func TestMoveNumbers(t *testing.T) {
	for _, moves := range []string{"1. e4 e5 2. Nf3 {ok} 2... Nc6 3. Bb5 *", "1. e4 {ok} 1... e5 2. Nf3 Nc6 *"} {
		w := newWorld(t)
		l := w.only(moves)
		if pgn := w.record(l.ID, 0).pgn(t); !strings.HasSuffix(pgn, "\n\n"+moves+"\n\n") {
			t.Errorf("%s became\n%s", moves, pgn)
		}
	}
}

func TestIds(t *testing.T) {
	w := newWorld(t)
	m := w.match(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(3)}, 3)
	m.play(6)
	early := w.record(m.id, m.players[0]).pgn(t)
	m.play(4)
	if said := w.mustTake("early.pgn", early); !strings.Contains(said, "here already") {
		t.Errorf("a game that has gone on: %s", said)
	}
	other := strings.Replace("[Site \"https://elsewhere.example/games/ID\"]\n[VariantHash \"unknown\"]\n[VariantKey \"pyrrhus\"]\n\n1. e4 *", "ID", m.id, 1)
	said := w.mustTake("other.pgn", other)
	if !strings.Contains(said, "under a new id: "+m.id+" is another game here") || !strings.Contains(said, "played by the present definition") {
		t.Error(said)
	}
	if said := w.mustTake("other.pgn", other); !strings.Contains(said, "here already") {
		t.Errorf("the second time: %s", said)
	}
	n := newWorld(t)
	ann := n.join("Ann")
	n.mustTake("early.pgn", early)
	l, err := n.Log(t.Context(), m.id, 0)
	must(t, err)
	if l.Result != "*" || l.Reason != "unfinished" || !l.Over() || l.Seats[0].Name != "Ann" || l.Seats[0].PlayerID == ann || !l.Seats[0].Deleted || l.Ply != 6 {
		t.Errorf("%+v", l.Game)
	}
	if list, _, err := n.GamesOf(t.Context(), ann, 1); err != nil || len(list) > 0 {
		t.Errorf("the member Ann has %d games, %v", len(list), err)
	}
}

func TestAnUnfinishedLogGrows(t *testing.T) {
	w := newWorld(t)
	m := w.match(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "dragonfly", Clock: store.DaysAMove(3)}, 4)
	var stages []*Record
	stage := func(deed func()) {
		deed()
		stages = append(stages, w.record(m.id, m.players[0]))
	}
	stage(func() { m.play(5) })
	stage(func() { m.play(4) })
	stage(func() { m.takeBack(2) })
	stage(func() { m.play(3) })
	stage(m.resign)
	n := newWorld(t)
	n.join("Ann")
	strangers := 0
	for i, r := range stages {
		if said := n.mustTake("a.json", r.json(t)); !strings.Contains(said, "1 games") && !strings.Contains(said, "1 game taken in") || strings.Contains(said, "in place of the unfinished log that was here") != (i > 0) {
			t.Errorf("stage %d: %s", i, said)
		}
		for _, earlier := range stages[:i+1] {
			if said := n.mustTake("a.pgn", earlier.pgn(t)); !strings.Contains(said, "0 games taken in, 1 here already") {
				t.Errorf("stage %d, an earlier one again: %s", i, said)
			}
		}
		list, _, err := n.PublicGames(t.Context(), 1, 0)
		must(t, err)
		if len(list) != 1 || list[0].ID != m.id || list[0].Ply != r.Ply {
			t.Fatalf("stage %d: %+v", i, list)
		}
		if i == 0 {
			strangers = int(list[0].Seats[1].PlayerID)
		}
	}
	got, err := n.Log(t.Context(), m.id, 0)
	must(t, err)
	if got.Seq <= stages[3].Seq || got.Seats[1].PlayerID == int64(strangers) {
		t.Errorf("%+v", got.Game)
	}
	got.Seq = 0
	sameGame(t, got, m.log())
}

func TestAGameThatIsPlayedHereStays(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	terms := store.Terms{Variant: "chess", Clock: store.DaysAMove(3)}
	m := w.match(ann, bob, terms, 5)
	m.play(4)
	before := m.log()
	n := newWorld(t)
	n.mustTake("a.pgn", w.record(m.id, ann).pgn(t))
	r := n.record(m.id, 0)
	longer := n.longer(r, 0).json(t)
	said := w.mustTake("longer.json", longer)
	if !strings.Contains(said, "under a new id: "+m.id+" is another game here") {
		t.Error(said)
	}
	after := m.log()
	sameGame(t, after, before)
	if after.Status != "playing" || after.Seq != before.Seq || after.DeadlineAt != before.DeadlineAt {
		t.Errorf("%+v", after.Game)
	}
	n.mustTake("longer.json", longer)
	if said := n.mustTake("other.json", n.longer(r, 1).json(t)); !strings.Contains(said, "under a new id") {
		t.Errorf("it goes on otherwise: %s", said)
	}
}

// longer is an unfinished game with one ply more, the legal move of that number.
func (w *world) longer(r *Record, number int) *Record {
	w.t.Helper()
	v, err := w.Variant(w.t.Context(), r.Definition)
	must(w.t, err)
	p, err := v.ParseFEN(r.FEN)
	must(w.t, err)
	grown := *r
	grown.Moves = append(slices.Clone(r.Moves), store.Move{Ply: r.Ply + 1, Text: p.Text(p.Moves()[number]), At: r.LastAt})
	grown.Events, grown.FEN = append(slices.Clone(r.Events), store.Event{Seq: r.Seq + 1, Kind: "move", At: r.LastAt}), ""
	return &grown
}

func TestAnOlderDefinition(t *testing.T) {
	const old = "[chess:chess]\nnFoldRule = 4\ntitle = Chess of old\n"
	v, err := rules.Parse(old)
	must(t, err)
	r, err := newPGNReader(strings.NewReader("[Date \"2020.02.02\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 *")).Next()
	must(t, err)
	must(t, r.Replay(v))
	r.Text, r.Definition, r.ID = v.Text(), store.DefinitionHash(v.Text()), "abcdefghij"
	w := newWorld(t)
	w.mustTake("old.json", r.json(t))
	got := w.record("abcdefghij", 0)
	if got.Text != v.Text() || got.Definition != r.Definition || got.VariantTitle != "Chess of old" || got.json(t) != r.jsonAs(t, got) {
		t.Errorf("%+v\n%s\n%s", got.Game, got.json(t), r.jsonAs(t, got))
	}
	if said := w.mustTake("old.pgn", got.pgn(t)); !strings.Contains(said, "here already") {
		t.Error(said)
	}
	if said := newWorld(t).mustTake("old.pgn", got.pgn(t)); !strings.Contains(said, "played by the present definition") {
		t.Error(said)
	}
}

// jsonAs is the JSON of r with the address of another one.
func (r *Record) jsonAs(t *testing.T, other *Record) string {
	r.Address, r.Seq = other.Address, other.Seq
	return r.json(t)
}

func TestStrangeStarts(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	for i, terms := range []store.Terms{
		{Variant: "chess", FEN: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12"},
		{Variant: "crazyhouse", FEN: "2k5/8/8/8/8/8/8/4K3[QPPnp] b - - 3 40"},
		{Variant: "shogi"}, {Variant: "glinski"}, {Variant: "dragonfly-hex"},
	} {
		terms.Clock = store.DaysAMove(5)
		m := w.match(ann, bob, terms, uint64(i))
		m.play(map[bool]int{true: 300, false: 40}[terms.Variant == "shogi"])
		m.resign()
		r := w.record(m.id, ann)
		pgn := r.pgn(t)
		if terms.FEN != "" && !strings.Contains(pgn, "[FEN \""+terms.FEN+"\"]\n") {
			t.Errorf("no tag FEN:\n%s", pgn[:600])
		}
		n := newWorld(t)
		n.mustTake("a.pgn", pgn)
		got, err := n.Log(t.Context(), m.id, 0)
		must(t, err)
		sameGame(t, got, m.log())
		if i == 0 && !strings.Contains(pgn, "\n12... ") {
			t.Errorf("Black begins:\n%s", pgn)
		}
	}
}

func TestOnlookersGetNoSecrets(t *testing.T) {
	w := newWorld(t)
	m := w.match(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess", Clock: store.DaysAMove(3)}, 3)
	m.play(40)
	for _, text := range []string{w.record(m.id, 0).pgn(t), w.record(m.id, 0).json(t)} {
		if strings.Contains(text, "Zoë") || strings.Contains(text, "offer") || strings.Contains(text, "decline") || strings.Contains(text, "many words") {
			t.Errorf("an onlooker reads\n%s", text)
		}
	}
	n := newWorld(t)
	n.mustTake("a.pgn", w.record(m.id, 0).pgn(t))
	n.mustTake("a.json", w.record(m.id, 0).json(t))
}

func TestReadersEnd(t *testing.T) {
	p := newPGNReader(strings.NewReader("{nothing} "))
	if r, err := p.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestFileName(t *testing.T) {
	var r Record
	r.ID, r.Variant, r.Seats[0].Name, r.Seats[1].Name = "abcdefghij", "yari-shogi", "Zoë", "../a b"+strings.Repeat("長", 60)
	if name := r.FileName(".pgn"); name != "Zoë----a-b"+strings.Repeat("長", 14)+"-yari-shogi-abcdefghij.pgn" {
		t.Error(name)
	}
}
