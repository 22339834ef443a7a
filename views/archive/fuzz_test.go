package archive

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"postrider/rules"
	"postrider/store"
)

func TestEscape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune(" {}[]%&#;0123456789\n\té\u2028")), 0, 60, -1)).Draw(t, "text")
		var b strings.Builder
		f := folder{out: &b}
		f.typed(strings.TrimSpace(text))
		f.flush()
		written := b.String()
		if text = strings.TrimSpace(text); text == "" || strings.ContainsRune(text, 0) {
			t.Skip()
		}
		s := newScanner(strings.NewReader(written))
		token, err := s.next()
		if err != nil || token.kind != '{' {
			t.Fatalf("%q is no comment: %v", written, err)
		}
		if end, err := s.next(); err != nil || end.kind != 0 {
			t.Fatalf("%q is more than a comment", written)
		}
		g := pgnGame{}
		g.said(strings.ReplaceAll(token.text, "\n", " "))
		if len(g.before) != 1 || g.before[0] != text {
			t.Fatalf("%q became %q, read as %q", text, written, g.before)
		}
	})
}

// drawn is a game of any shipped variant as a log has it, with takebacks, events, and any comments and names.
func drawn(t *rapid.T) *Record {
	v := rapid.SampledFrom(rules.Variants()).Draw(t, "variant")
	words := rapid.Custom(func(t *rapid.T) string {
		return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(rapid.String().Draw(t, "words"), "\r", ""), "\x00", ""))
	})
	name := rapid.StringOfN(rapid.RuneFrom([]rune(`Aéz"\ ]-1`)), 1, 20, -1).Filter(func(s string) bool { return strings.TrimFunc(s, unicode.IsSpace) == s && s != "" })
	r := &Record{Start: v.Start().FEN(), Text: v.Text(), Address: site + "/games/abcdefghij"}
	r.ID, r.Variant, r.VariantTitle, r.Definition = "abcdefghij", v.Key(), v.Title(), store.DefinitionHash(v.Text())
	r.Seats[0].Name, r.Seats[1].Name = name.Draw(t, "white"), name.Draw(t, "black")
	r.Clock, r.StartedAt, r.StartFEN, r.Status = store.DaysAMove(3), 1e9, v.Start().FEN(), "finished"
	at := r.StartedAt
	happened := func(e store.Event) {
		e.Seq, e.At = len(r.Events)+1, at
		r.Events = append(r.Events, e)
	}
	happened(store.Event{Kind: "start", Side: v.Start().Turn()})
	line := []rules.Position{v.Start()}
	for range rapid.IntRange(0, 30).Draw(t, "plies") {
		p := line[len(line)-1]
		legal := p.Moves()
		if len(legal) == 0 {
			break
		}
		at += rapid.Int64Range(0, 1e5).Draw(t, "seconds")
		m := legal[rapid.IntRange(0, len(legal)-1).Draw(t, "move")]
		line = append(line, p.Play(m))
		had := rapid.Int64Range(0, 1e6).Draw(t, "had")
		r.Moves = append(r.Moves, store.Move{Ply: len(line) - 1, Side: p.Turn(), Text: p.Text(m), SAN: p.SAN(m), FEN: p.Play(m).FEN(), At: at, Comment: words.Draw(t, "comment"),
			Conditional: rapid.Bool().Draw(t, "planned"), Had: had, Left: rapid.Int64Range(0, had).Draw(t, "left")})
		happened(store.Event{Kind: "move", Side: p.Turn(), Ply: len(line) - 1})
		switch rapid.IntRange(0, 6).Draw(t, "besides") {
		case 0:
			happened(store.Event{Kind: "offer", Side: p.Turn(), Ply: len(line) - 1})
		case 1:
			happened(store.Event{Kind: "vacation", Side: p.Turn(), Ply: len(line) - 1, From: at, Until: at + 86400, N: 1})
		case 2:
			n := rapid.IntRange(1, len(r.Moves)).Draw(t, "taken")
			from := len(r.Moves) - n
			line = line[:from+1]
			happened(store.Event{Kind: "takeback", Side: p.Turn(), Ply: from, N: int64(n)})
			for _, m := range r.Moves[from:] {
				m.Had, m.Left = 0, 0
				r.Taken = append(r.Taken, store.TakenMove{Move: m, Seq: len(r.Events)})
			}
			r.Moves = r.Moves[:from]
		}
	}
	if remark := words.Draw(t, "remark"); remark != "" {
		r.Remarks = append(r.Remarks, store.Remark{Side: rules.Black, Text: remark, At: at})
	}
	end := line[len(line)-1]
	r.FEN, r.Turn, r.Ply, r.Seq, r.Result, r.Reason = end.FEN(), end.Turn(), len(r.Moves), len(r.Events), "1-0", "resignation"
	if len(end.Moves()) == 0 {
		t.Skip("it ended by itself")
	}
	r.EndedAt = r.lastAt()
	return r
}

// TestAsOthersReadIt: chess.js knows one comment between two moves, and @mliebelt/pgn-parser no command without an argument; many a script splits files at lines with [Event.
func TestAsOthersReadIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawn(t)
		for i := range r.Taken {
			r.Taken[i].Comment = "Hm [Event “x”] [Event “y”] [Event “z”] [Event “u”] [Event “v”] [Event “w”]"
		}
		var pgn strings.Builder
		if err := r.WritePGN(&pgn); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(pgn.String(), "\n[Event "); n > 0 {
			t.Fatalf("%d lines more begin with [Event:\n%s", n, pgn.String())
		}
		s, before := newScanner(strings.NewReader(pgn.String())), byte(0)
		for {
			next, err := s.next()
			if err != nil {
				t.Fatal(err)
			}
			if next.kind == 0 {
				return
			}
			if next.kind == '{' && before == '{' {
				t.Fatalf("two comments follow one another:\n%s", pgn.String())
			}
			for _, c := range pgnCommand.FindAllStringSubmatch(next.text, -1) {
				if strings.TrimSpace(c[2]) == "" {
					t.Fatalf("%s has no argument:\n%s", c[0], pgn.String())
				}
			}
			before = next.kind
		}
	})
}

func TestReadingUndoesWriting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawn(t)
		v, err := rules.Parse(r.Text)
		if err != nil {
			t.Fatal(err)
		}
		var pgn, json strings.Builder
		if err := r.WritePGN(&pgn); err != nil {
			t.Fatal(err)
		}
		if err := r.WriteJSON(&json, nil); err != nil {
			t.Fatal(err)
		}
		for _, read := range []func() (*Record, error){newPGNReader(strings.NewReader(pgn.String())).Next, newJSONReader(strings.NewReader(json.String())).Next} {
			got, err := read()
			if err == nil {
				err = got.Replay(v)
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, pgn.String())
			}
			got.Text = r.Text // PGN has none
			var pgn2, json2 strings.Builder
			if err := got.WritePGN(&pgn2); err != nil {
				t.Fatal(err)
			}
			if err := got.WriteJSON(&json2, nil); err != nil {
				t.Fatal(err)
			}
			if json2.String() != json.String() || pgn2.String() != pgn.String() {
				t.Fatalf("it was\n%s\n%s\nand is\n%s\n%s", json.String(), pgn.String(), json2.String(), pgn2.String())
			}
		}
	})
}

func FuzzPGN(f *testing.F) {
	for _, text := range []string{
		"[White \"A\"]\n[Black \"B\"]\n\n1. e4 {[%clk 1:00:00] x} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 *\n\n1. d4 d5 0-1",
		"[VariantHash \"x\"]\n[VariantKey \"chess\"]\n[Clock \"3\"]\n\n1. e4 {[%clk 1:00:00] [%emt 0:00:01] [%ts 2026-11-30T10:00:00Z]} {a&#10;b} {[%event 2026-11-30T10:00:00Z black move e7e5] x} {[%event 2026-11-30T10:00:00Z white takeback n=1]} 1... c5 {[%remark 2026-11-30T10:00:00Z white]} {y} 1-0",
		"\ufeff%x\n;y\n1. e4 -- 2. Ke2", "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 40\"]\n40... Kd8 1/2", "{", "[A \"", "(((", "[Variant \"Shogi\"]\n1. P-76 *", "1-0 1-0 * 0-1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := newPGNReader(strings.NewReader(text))
		for range 20 {
			r, err := in.Next()
			if err != nil {
				return
			}
			v := shipped(r.Variant, r.VariantTitle)
			if v == nil || r.Replay(v) != nil {
				continue
			}
			r.Text, r.Definition, r.Foreign = v.Text(), store.DefinitionHash(v.Text()), false
			first := r.pgn(t)
			again, err := newPGNReader(strings.NewReader(first)).Next()
			if err != nil {
				t.Fatalf("%v\n%s", err, first)
			}
			if err := again.Replay(v); err != nil {
				t.Fatalf("%v\n%s", err, first)
			}
			again.Address, r.Address = "", ""
			if second, first := again.pgn(t), r.pgn(t); second != first {
				t.Fatalf("it was\n%s\nand is\n%s", first, second)
			}
		}
	})
}
