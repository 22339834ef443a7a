package archive

import (
	"database/sql"
	"strings"
	"testing"
	"time"
)

// TestNoGames are files that hold none, or hold one in a way that is not quite ours.
func TestNoGames(t *testing.T) {
	const game = `{"variant":"chess","white":{"name":"A"},"black":{"name":"B"},"moves":[{"text":"e4"}]}`
	for _, c := range []struct{ name, text, want string }{
		{"list.json", "[" + game + "]", "it is a list of JSON"},
		{"list.json", "\ufeff[\n  " + game + ",\n" + game + "]", "it is a list of JSON"},
		{"list.json", "[]", "it is a list of JSON"},
		{"mark.json", "\ufeff" + game, "1. A – B, Chess, 1 ply, "},
		{"mark.pgn", "\ufeff[White \"A\"]\n\n1. e4 *", "1. A – ?, Chess, 1 ply, "},
		{"variants.ini", "[chess]\nmaxRank = 8\nstartFen = 8/8\n", "REFUSED"},
		{"log.txt", "[12:00:01] server started\n", "REFUSED"},
		{"comment.pgn", "[White \"A\"]\n[Black \"B\"]\n\n*\n", "1. A – B: REFUSED: there are no moves in it"},
		{"none.json", `{"variant":"chess","white":{"name":"A"},"black":{"name":"B"},"moves":[]}`, "1. A – B: REFUSED: there are no moves in it"},
		{"forfeit.pgn", "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n", "1. A – B, Chess, 0 plies, 1-0"},
		{"twice.pgn", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[White \"A\"]\n\n1. e4 *\n", "1 game taken in, 0 here already, 0 refused."},
		{"events.pgn", "[Event \"x\"]\n[White \"A\"]\n[Result \"0-1\"]\n[Event \"y\"]\n[White \"C\"]\n\n1. e4 *\n", "2 games taken in, 0 here already, 0 refused."},
	} {
		said, err := newWorld(t).take(c.name, c.text)
		if err != nil {
			said += err.Error()
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s, %q:\n%s\nwant %s", c.name, c.text, said, c.want)
		}
	}
}

// TestTheSameMovesAgain: who plays the same moves once more, or none, has played another game; the same file twice holds no other games.
func TestTheSameMovesAgain(t *testing.T) {
	game := func(day, result, moves string) string {
		return "[White \"A\"]\n[Black \"B\"]\n[Date \"" + day + "\"]\n[Result \"" + result + "\"]\n\n" + moves + " " + result + "\n\n"
	}
	w := newWorld(t)
	const short = "1. Nf3 Nf6"
	cup := game("2020.01.01", "1/2-1/2", short) + game("2021.01.01", "1/2-1/2", short) + game("2020.01.01", "1-0", short) + game("2020.01.02", "1-0", "") + game("2020.01.02", "0-1", "")
	if said := w.mustTake("cup.pgn", cup); !strings.Contains(said, "5 games taken in, 0 here already, 0 refused.") {
		t.Error(said)
	}
	if said := w.mustTake("again.pgn", cup+game("????.??.??", "*", short)); !strings.Contains(said, "0 games taken in, 6 here already, 0 refused.") {
		t.Error(said)
	}
}

// TestABrokenLogHere: a game is taken in whose log is here and cannot be read.
func TestABrokenLogHere(t *testing.T) {
	w := newWorld(t)
	r := finished(t)
	w.mustTake("a.json", r.json(t))
	db, err := sql.Open("sqlite3", "file:"+w.path)
	must(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), `DELETE FROM moves WHERE ply = 2`)
	must(t, err)
	for _, want := range []string{" (under a new id: " + r.ID + " is another game here", " (is here already"} {
		if said := w.mustTake("a.json", r.json(t)); !strings.Contains(said, want) {
			t.Errorf("%s\nwant %s", said, want)
		}
	}
}

func TestReadDate(t *testing.T) {
	for _, c := range []struct{ tags, want string }{
		{`[UTCDate "????.??.??"][UTCTime "00:00:00"]`, ""},
		{`[Date "????.??.??"][UTCTime "10:00:00"]`, ""},
		{`[Date "19??.??.??"]`, ""},
		{`[UTCDate "????.??.??"][UTCTime "??:??:??"][Date "2024.05.02"]`, "2024-05-02 00:00:00"},
		{`[UTCDate "2024.05.03"][UTCTime "10:00:00"][Date "2024.05.02"]`, "2024-05-03 10:00:00"},
		{`[Date "2024.??.??"]`, "2024-01-01 00:00:00"},
	} {
		r, err := newPGNReader(strings.NewReader(c.tags + "\n\n1. e4 *\n")).Next()
		must(t, err)
		if got := utc(r.StartedAt, time.DateTime); got != c.want && (r.StartedAt != 0 || c.want != "") {
			t.Errorf("%s: %s, want %q", c.tags, got, c.want)
		}
	}
}
