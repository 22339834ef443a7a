package views

import (
	"archive/zip"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGameAsFile(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob)
	ann.play(game, 0, "e4", 303, "comment", "for Bob } alone")
	a := bob.get(game+".pgn", 200)
	if a.Header.Get("Content-Type") != "application/x-chess-pgn; charset=utf-8" || !strings.Contains(a.Header.Get("Content-Disposition"), "attachment; filename=Ann-Bob-chess-") {
		t.Errorf("%v", a.Header)
	}
	a.holds(t, `[Site "`+w.url+game+`"]`, `[Black "Bob"]`, "1. e4 {[%clk ", " for Bob &#125;\nalone} *\n\n")
	if text := eve.get(game+".pgn", 200).body; strings.Contains(text, "alone") || !strings.Contains(text, "1. e4") {
		t.Errorf("an onlooker reads %s", text)
	}
	if text := eve.do("HEAD", game+".pgn", nil, 200).body; text != "" {
		t.Errorf("HEAD: %s", text)
	}
	for _, path := range []string{"/games/nothing.pgn", game + ".png", game + ".PGN", game + ".json.pgn", game + "."} {
		eve.get(path, 404)
	}
	record := func() (r struct {
		Legal, Remarks []any
		Definition     struct{ Hash, Text string }
		Events         []any
		Start, Clock   string
		Deadline       *int64
	}) {
		if err := json.Unmarshal([]byte(ann.get(game+".json", 200).body), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := record(); len(r.Legal) != 20 || r.Definition.Text != "" || len(r.Definition.Hash) != 64 || len(r.Events) != 2 || r.Clock != "3" || r.Start == "" || r.Deadline == nil {
		t.Errorf("while it is played: %+v", r)
	}
	bob.post(game+"/resign", 303, "ply", "1")
	if r := record(); r.Legal == nil || len(r.Legal) != 0 || !strings.Contains(r.Definition.Text, "[chess]") || r.Remarks == nil || r.Deadline != nil {
		t.Errorf("after the end: %+v", r)
	}
}

func TestAllMyGames(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits = true })
	ann, bob := w.join("Ann"), w.join("Bob")
	if to := w.stranger().get("/export.zip", 303).where(); to != "/signin?next=%2Fexport.zip" {
		t.Errorf("not signed in: to %s", to)
	}
	first, second := w.chess(ann, bob, "e4", "e5"), w.chess(bob, ann, "d4")
	ann.play(first, 2, "f4", 303, "comment", "between us")
	for _, page := range []string{"/games", "/settings"} {
		ann.get(page, 200).holds(t, `href="/export.zip"`)
	}
	ann.get("/settings", 200).says(t, "messages and private notes are not in it")
	a := ann.get("/export.zip", 200)
	if a.Header.Get("Content-Type") != "application/zip" || !strings.Contains(a.Header.Get("Content-Disposition"), "postrider-games-") {
		t.Errorf("%v", a.Header)
	}
	z, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == "games.pgn" && (strings.Count(string(text), "[Event ") != 2 || !strings.Contains(string(text), " between us}")) {
			t.Errorf("all in one:\n%s", text)
		}
	}
	want := []string{"README.txt", "games.pgn"}
	for _, g := range []string{"Ann-Bob-chess-" + first[7:], "Bob-Ann-chess-" + second[7:]} {
		want = append(want, "games/"+g+".pgn", "games/"+g+".json")
	}
	if slices.Sort(names); fmt.Sprint(names) != fmt.Sprint(slices.Sorted(slices.Values(want))) {
		t.Errorf("%v, want %v", names, want)
	}
	for range 3 {
		ann.get("/export.zip", 200)
	}
	ann.get("/export.zip", 429).says(t, "Please wait some minutes")
}

// TestUnreadableGame: one game whose events are lost costs no other, and is no empty file.
func TestUnreadableGame(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	good, bad := w.chess(ann, bob, "e4", "e5"), w.chess(ann, bob, "d4", "d5")
	files, err := filepath.Glob(filepath.Dir(t.TempDir()) + "/*/test.db")
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	db, err := sql.Open("sqlite3", files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, change := range []string{"DELETE FROM events WHERE game_id = ? AND kind = 'move' AND ply = 1", "UPDATE games SET seq = seq + 1 WHERE id = ?"} {
		if _, err := db.Exec(change, bad[7:]); err != nil {
			t.Fatal(err)
		}
	}
	a := ann.get("/export.zip", 200)
	z, err := zip.NewReader(strings.NewReader(a.body), int64(len(a.body)))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		t.Helper()
		in, err := z.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := read("README.txt"); !strings.Contains(text, "could not be read here and is missing, in part or as a whole: "+w.url+bad+"\n") || strings.Contains(text, good) {
		t.Errorf("README.txt: %s", text)
	}
	if text := read("games.pgn"); !strings.Contains(text, good) || strings.Contains(text, bad) || len(z.File) != 4 {
		t.Errorf("%d files, games.pgn:\n%s", len(z.File), text)
	}
	a = ann.get(bad+".pgn", 500)
	a.says(t, "Something went wrong here")
	if a.Header.Get("Content-Disposition") != "" {
		t.Errorf("%v", a.Header)
	}
}

func TestHalfAFile(t *testing.T) {
	site := &Site{Options: Options{Log: slog.New(slog.NewTextHandler(t.Output(), nil))}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "the first half")
		site.whole(w, r, errors.New("the second is lost"))
	}))
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err == nil {
		defer answer.Body.Close()
		_, err = io.ReadAll(answer.Body)
	}
	if err == nil {
		t.Error("half a file looks whole")
	}
}
