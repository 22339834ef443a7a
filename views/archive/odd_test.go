package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"postrider/store"
)

// finished is a game of two players with an end, a takeback and a remark.
func finished(t *testing.T) *Record {
	w := newWorld(t)
	m := w.match(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess", Clock: store.DaysAMove(3)}, 3)
	m.play(6)
	m.takeBack(1)
	m.play(4)
	m.resign()
	must(t, w.SetRemark(t.Context(), m.id, m.players[0], "Thanks", ""))
	return w.record(m.id, m.players[0])
}

func TestWhatCannotBe(t *testing.T) {
	for _, c := range []struct {
		words  string
		change func(r *Record)
	}{
		{"two remarks of white", func(r *Record) { r.Remarks = append(r.Remarks, r.Remarks[0]) }},
		{"the time of ply 1 (", func(r *Record) { r.Moves[0].At = 1<<63 - 1 }},
		{"the time of ply 2 (", func(r *Record) { r.Moves[1].At = -1 << 63 }},
		{"before the game began on 2026-", func(r *Record) { r.Moves[1].At = 5 }},
		{"the time of the start", func(r *Record) { r.StartedAt = 1 << 62 }},
		{"the end is of 1970-01-01 00:00:01, before the game began", func(r *Record) { r.EndedAt = 1 }},
		{"the clock at ply 1", func(r *Record) { r.Moves[0].Left = -5 }},
		{"the clock at ply 1", func(r *Record) { r.Moves[0].Had, r.Moves[0].Left = 1<<63-1, 1<<63-1 }},
		{"the clock at ply 3", func(r *Record) { r.Moves[2].Had = r.Moves[2].Left - 1 }},
		{"has the number -4", func(r *Record) { r.Events[0].N = -4 }},
		{"the time of what ends by event 2 (move)", func(r *Record) { r.Events[1].Until = 1 << 60 }},
		{"the remark of white is of 1970-", func(r *Record) { r.Remarks[0].At = 7 }},
		{"2 moves stand there as taken back, and 1 were", func(r *Record) { r.Taken = append(r.Taken, r.Taken[0]) }},
		{"says that it is ply 7", func(r *Record) { r.Moves[2].Ply = 7 }},
		{"has 5001 letters, and 5000 is the most", func(r *Record) { r.Moves[2].Comment = strings.Repeat("é", 5001) }},
		{"has 5001 letters, and 5000 is the most", func(r *Record) { r.Taken[0].Comment = strings.Repeat("é", 5001) }},
		{"has 5001 letters, and 5000 is the most", func(r *Record) { r.Remarks[0].Text = strings.Repeat("é", 5001) }},
		{"the comment with", func(r *Record) { r.Moves[2].Comment = "a\x00b" }},
		{"its variant is “shogi”, and its definition is of “chess”", func(r *Record) { r.Variant = "shogi" }},
	} {
		r := finished(t)
		good := r.json(t)
		c.change(r)
		w := newWorld(t)
		said, err := w.take("two.json", r.json(t)+good)
		if !errors.Is(err, ErrRefused) || !strings.Contains(said, "1. Ann – Bob: REFUSED: ") || !strings.Contains(said, c.words) || !strings.Contains(said, "1 game taken in, 0 here already, 1 refused.") {
			t.Errorf("%s: %v\n%s", c.words, err, said)
		}
	}
}

func TestWhatIsReadCanBeWritten(t *testing.T) {
	for _, pgn := range []string{
		"[Date \"1858.11.02\"]\n\n1. e4 {[%clk 99999999999:00:00] [%emt 2147483647:59:59]} e5 {[%clk -1:00:00]} 1-0",
		"[UTCDate \"9999.12.31\"]\n[UTCTime \"23:59:59\"]\n\n1. e4 {[%clk 300000:00:00] [%emt 300000:00:00]} *",
	} {
		w := newWorld(t)
		l := w.only(pgn)
		for name, text := range map[string]string{"a.pgn": w.record(l.ID, 0).pgn(t), "a.json": w.record(l.ID, 0).json(t)} {
			n := newWorld(t)
			n.mustTake(name, text)
			again, err := n.Log(t.Context(), l.ID, 0)
			must(t, err)
			sameGame(t, again, l)
		}
	}
}

func TestAnIdThatIsNone(t *testing.T) {
	r := finished(t)
	for _, id := range []string{"../../etc/x", "0OIl000000", strings.Repeat("x", 1000)} {
		r.ID = id
		if said := newWorld(t).mustTake("a.json", r.json(t)); strings.Contains(said, "new id") || strings.Contains(said, id) {
			t.Error(said)
		}
	}
}

func TestFilesThatAreNone(t *testing.T) {
	for name, text := range map[string]string{
		"a.gif": "GIF89a\x90\x01\x90\x01\xf7\x00\x00 1. e4 * x *", "a.png": "\x89PNG\r\n\x1a\n\x00\x00", "a.pdf": "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj << /A 1 >>", "a.gz": "\x1f\x8b\x08 12 e4",
		"a.html": "<!DOCTYPE html>\n<p>1. e4", "a.txt": "Dear Ann,\n\n* thank you * for 1. e4 *\n", "null.json": "null\n", "utf16.pgn": "\xff\xfe1\x00.\x00e\x004\x00",
	} {
		said, err := newWorld(t).take(name, text)
		if err == nil || errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "/"+name+": it is no PGN, JSON or zip of games") || said != "" {
			t.Errorf("%s: %v\n%s", name, err, said)
		}
	}
	var out strings.Builder
	err := Import(t.Context(), newWorld(t).Store, filepath.Join(t.TempDir(), "nonesuch.pgn"), site, nil, &out)
	if !errors.Is(err, os.ErrNotExist) || out.Len() > 0 {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, text := range []string{"1. e4 *\x1a", "\ufeff1. e4 *", "{Before all.} 1. e4 *", "O-O", "1. -- *"} {
		if _, err := newWorld(t).take("a.pgn", text); errors.Is(err, errNoGames) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if said := newWorld(t).mustTake("a.pgn", "1. e4 *\x1a"); !strings.Contains(said, ", Chess, 1 ply, ") {
		t.Error(said)
	}
}

func TestWhatIsLeftOut(t *testing.T) {
	for pgn, words := range map[string]string{
		"[White \"A\"]\n[TimeControl \"300+3\"]\n\n1. e4 $1 {[%eval 0.1] [%clk 0:05:00]} (1. d4 (1. c4) d5) 1. ... e5?! 2. Nf3 +/- {[%csl Ra1]} (2. f4) Nc6 *": "unfinished: ADDRESS (left out: 2 variations, 3 marks like ! or $1, [%eval], [%csl], the clock 300+3)\n",
		"1. e4 {" + strings.Repeat("é ", 5001) + "} e5 *":                                         "(left out: what is behind the first 5000 letters of 1 comment)\n",
		"[TimeControl \"1/259200\"]\n\n1. e4 d5 2. exd6 e.p. *":                                   "REFUSED",
		"[TimeControl \"-\"]\n\n1. e4 {[%clk 1:00:00] [%emt 0:00:01]} f5 2. e5 d5 3. exd6 e.p. *": "unfinished: ADDRESS\n",
	} {
		said, err := newWorld(t).take("a.pgn", pgn)
		if said = regexp.MustCompile(`https://\S+`).ReplaceAllString(said, "ADDRESS"); !strings.Contains(said, words) {
			t.Errorf("%v\n%s", err, said)
		}
	}
}

// TestWhereALogWasFirst: the log says that it came by a file, and from where; dates that the file does not have are not made up.
func TestWhereALogWasFirst(t *testing.T) {
	own := finished(t)
	for _, c := range []struct{ file, text, from string }{
		{"a.pgn", "[Site \"https://lichess.org/PpwPOZMq\"]\n\n1. e4 *", "https://lichess.org/PpwPOZMq"},
		{"a.pgn", "[Site \"Chess.com\"]\n[Link \"https://www.chess.com/game/1\"]\n\n1. e4 *", "https://www.chess.com/game/1"},
		{"a.pgn", "[Site \"London \u202eENG\"]\n\n1. e4 *", "London ENG"},
		{"a.pgn", "[Site \"?\"]\n\n1. e4 *", store.FromFile},
		{"a.pgn", "[Site \"https://x.example/" + strings.Repeat("x", 300) + "\"]\n\n1. e4 *", store.FromFile},
		{"a.pgn", own.pgn(t), store.FromFile},
		{"a.json", own.json(t), store.FromFile},
		{"a.pgn", strings.ReplaceAll(own.pgn(t), site, "https://elsewhere.example"), "https://elsewhere.example/games/" + own.ID},
		{"a.json", strings.ReplaceAll(own.json(t), site, "https://elsewhere.example"), "https://elsewhere.example/games/" + own.ID},
		{"a.json", strings.ReplaceAll(own.json(t), site, "javascript:x"), store.FromFile},
	} {
		w := newWorld(t)
		l := w.only(c.text)
		if from, ok := l.TakenIn(); from != c.from || !ok {
			t.Errorf("%s is from %q (%v)", c.text, from, ok)
		}
		if undated := strings.HasSuffix(c.text, "1. e4 *"); undated != (l.StartedAt == 0) || undated != (l.LastAt == 0) || undated != (l.EndedAt == 0) || undated != (l.Moves[0].At == 0) {
			t.Errorf("%s: %+v", c.text, l.Game)
		}
		for name, text := range map[string]string{"b.pgn": w.record(l.ID, 0).pgn(t), "b.json": w.record(l.ID, 0).json(t)} {
			n := newWorld(t)
			n.mustTake(name, text)
			again, err := n.Log(t.Context(), l.ID, 0)
			must(t, err)
			if from, _ := again.TakenIn(); from != c.from {
				t.Errorf("the second time it is from %q, not %q:\n%s", from, c.from, text)
			}
			sameGame(t, again, l)
		}
	}
}

func TestTimesInAZip(t *testing.T) {
	w := newWorld(t)
	own := finished(t)
	dated, undated, old := *own, *own, *own
	undated.ID, undated.LastAt, old.ID, old.LastAt = "undated111", 0, "aaaaaaaaaa", -3e9
	games := map[string]*Record{dated.ID: &dated, undated.ID: &undated, old.ID: &old}
	var zipped bytes.Buffer
	must(t, WriteZip(&zipped, site, w.time, []string{dated.ID, undated.ID, old.ID}, func(id string) (*Record, error) { return games[id], nil }))
	z, err := zip.NewReader(bytes.NewReader(zipped.Bytes()), int64(zipped.Len()))
	must(t, err)
	for _, f := range z.File {
		want := w.time
		if strings.Contains(f.Name, dated.ID) {
			want = time.Unix(own.LastAt, 0)
		}
		if !f.Modified.Equal(want) || f.ModifiedDate == 0 {
			t.Errorf("%s is of %s, and not of %s", f.Name, f.Modified, want)
		}
	}
}

func TestAZipWithMoreInIt(t *testing.T) {
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	add := func(h zip.FileHeader, text string) {
		h.CompressedSize64, h.UncompressedSize64, h.CRC32 = uint64(len(text)), uint64(len(text)), crc32.ChecksumIEEE([]byte(text))
		if h.Comment != "" {
			h.CRC32++
		}
		out, err := z.CreateRaw(&h)
		must(t, err)
		_, err = io.WriteString(out, text)
		must(t, err)
	}
	add(zip.FileHeader{Name: "a.pgn"}, "\x00\x01")
	add(zip.FileHeader{Name: "b.pgn", Comment: "broken"}, "1. f4 *")
	add(zip.FileHeader{Name: "c.pgn", Flags: 1}, "1. d4 *")
	add(zip.FileHeader{Name: "d.pgn", Method: 99}, "1. c4 *")
	add(zip.FileHeader{Name: "__MACOSX/._e.pgn"}, "\x00\x05")
	add(zip.FileHeader{Name: "e.pgn"}, "1. e4 *")
	add(zip.FileHeader{Name: "f.txt"}, "x")
	must(t, z.Close())
	said, err := newWorld(t).take("a.zip", zipped.String())
	if !errors.Is(err, ErrRefused) {
		t.Error(err)
	}
	for _, words := range []string{"a.pgn: REFUSED: it is no PGN", "b.pgn: REFUSED: it is no PGN, JSON or zip of games: zip: checksum error", "c.pgn: REFUSED: it is no PGN, JSON or zip of games: it is encrypted",
		"d.pgn: REFUSED: it is no PGN", "1. ? – ?, Chess, 1 ply, ", "1 game taken in, 0 here already, 4 refused."} {
		if !strings.Contains(said, words) {
			t.Errorf("%s\nwant %s", said, words)
		}
	}
}

// TestJSONOfTheWrongKind: one game is refused in words of its fields, and the next one is read.
func TestJSONOfTheWrongKind(t *testing.T) {
	r := finished(t)
	good := r.json(t)
	bad := strings.Replace(good, fmt.Sprintf(`"at":%d`, r.Moves[2].At), `"at":"noon"`, 1)
	said, err := newWorld(t).take("two.json", bad+good)
	if !errors.Is(err, ErrRefused) || !strings.Contains(said, "1. Ann – Bob: REFUSED: its field moves.at cannot hold this: string\n") || !strings.Contains(said, "1 game taken in, 0 here already, 1 refused.") {
		t.Errorf("%v\n%s", err, said)
	}
}
