package views

import (
	"encoding/json"
	"strings"
	"testing"

	"postrider/store"
)

// play sends a move through the form's fields; the answer must have that status.
func (p *person) play(game string, ply int, move string, want int, more ...string) answer {
	p.t.Helper()
	return p.post(game+"/moves", want, append([]string{"ply", itoa(ply), "move", move}, more...)...)
}

// chess is a game of chess between the two, White first, after these moves; its path.
func (w *world) chess(white, black *person, moves ...string) string {
	w.t.Helper()
	game := "/games/" + w.game(white, black)
	for ply, move := range moves {
		[]*person{white, black}[ply%2].play(game, ply, move, 303)
	}
	return game
}

func TestMoveByClicks(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	ann.get(game, 200).holds(t, "<title>Your move against Bob, Chess", `href="`+game+`?at=e2" aria-label="e2, your pawn: choose it"`, "20 legal moves",
		`<optgroup label="Knight b1">`, `<option value="b1c3">Nc3</option>`, `name="ply" value="0"`, `name="seq"`)
	ann.get(game+"?at=e2", 200).holds(t, `href="`+game+`?at=e2&amp;at=e4" aria-label="Pawn e2 goes to e4: preview this move"`, "e2, your pawn, chosen: put it back",
		"d2, your pawn: choose it instead", "two squares are open")
	page := ann.get(game+"?at=e2&at=e4&flip=1", 200)
	page.holds(t, "<title>Check and send: 1. e4", `type="hidden" name="move" value="e2e4"`, "e4, white pawn", "Send the move")
	page.says(t, "Your pawn e2 goes to e4", "Bob gets an e-mail")
	for _, query := range []string{"at=z9", "at=", "at=e7", "at=e2&at=e5", "at=e2&at=e4&at=e4", "at=%00", "move=e5", "move=%FF"} {
		ann.get(game+"?"+query, 422).holds(t, `id="move-wrong"`)
	}
	for _, query := range []string{"?at=e2", "?at=e2&at=e4", "?move=e4", "?at=z9"} { // who may not move only looks
		if strings.Contains(bob.get(game+query, 200).body, `action="`+game+`/moves"`) {
			t.Errorf("%s: Bob is offered a form for moves", query)
		}
	}
	ann.get(game+"?move=Nf3", 200).says(t, "Send 1. Nf3?")
	if g := w.state(game); g.Ply != 0 {
		t.Errorf("looking has changed the game: ply %d", g.Ply)
	}
	ann.play(game, 0, "e2e4", 303)
	ann.get(game, 200).says(t, "Sent: e4.", "It is Bob ’s turn", "You played 1. e4, just now")
	ann.get(game, 200).holds(t, "<title>Waiting for Bob")
}

// state is the game as the store has it.
func (w *world) state(game string) store.Game {
	w.t.Helper()
	g, err := w.store.Game(w.t.Context(), strings.TrimPrefix(game, "/games/"))
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

func TestPromotionIsAsked(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.begin(ann, bob, store.Terms{Variant: "chess", FEN: "6k1/4P3/6K1/8/8/8/8/8 w - - 0 1", Clock: store.DaysAMove(3), Side: "white"})
	ann.get(game+"?at=e7", 200).holds(t, "Pawn e7 goes to e8: choose how")
	page := ann.get(game+"?at=e7&at=e8", 200)
	page.says(t, "Queen e8=Q#", "Knight e8=N", "more than one way")
	page.holds(t, `href="`+game+`?at=e7&amp;at=e8&amp;at=%3Dq"`, "/static/pieces/white-queen.svg")
	ann.get(game+"?at=e7&at=e8&at=%3Dq", 200).says(t, "Send 1. e8=Q#?", "becomes a queen", "Bob is mated")
	ann.play(game, 0, "e7e8q", 303)
	ann.get(game, 200).says(t, "1–0, checkmate", "You have mated Bob.")
	bob.get(game, 200).says(t, "1–0, checkmate", "Ann has mated you.")
	w.stranger().get(game, 200).says(t, "1–0, checkmate", "Ann has mated Bob.")
	ann.play(game, 1, "e8e7", 422).says(t, "over")
}

func TestHandsAndSideEffects(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.begin(ann, bob, store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(3), Side: "white"})
	ann.get(game, 200).holds(t, `href="`+game+`?at=hand%3AY"`, "Your Pyrrhus, 1 in reserve: choose it")
	ann.get(game+"?at=hand:Y", 200).holds(t, `href="`+game+`?at=hand%3AY&amp;at=e2"`, "Drop a Pyrrhus on e2, where your pawn stands: preview this move")
	page := ann.get(game+"?at=hand:Y&at=e2", 200)
	page.says(t, "Send 1. Y@e2?", "You drop a Pyrrhus from your reserve on e2", "It also happens:", "The pawn on e2 goes to e4.", "dropped here", "goes along with the move")
	page.holds(t, `class="arr"`)
	ann.play(game, 0, "Y@e2", 303)
	bob.get(game, 200).says(t, "Ann played 1. Y@e2, just now. The pawn on e2 goes to e4.")
}

func TestPreviewKeepsTheComment(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	text := "\n half a thought & <b>more</b>"
	page := ann.play(game, 0, "Nf3", 200, "preview", "1", "comment", text, "draw", "offer")
	page.holds(t, ">\n"+"\n half a thought &amp; &lt;b&gt;more&lt;/b&gt;</textarea>", `name="move" value="g1f3"`, `value="offer" checked`)
	ann.play(game, 0, "", 200, "preview", "1", "pick", "b1c3").holds(t, `name="move" value="b1c3"`)
	ann.play(game, 0, "g1f3", 200, "back", "1", "comment", text, "draw", "offer").holds(t, "half a thought &amp;", `name="move" value="g1f3"`, `value="offer" checked`, "Preview the move")
	ann.play(game, 0, "", 422, "preview", "1", "comment", text).holds(t, `id="move-wrong"`, "half a thought")
	ann.play(game, 0, "Nf6", 422, "preview", "1", "comment", text).holds(t, `id="move-wrong"`, `value="Nf6"`, "half a thought")
	bob.play(game, 0, "e5", 200, "preview", "1") // not his turn: the log
	w.join("Eve").play(game, 0, "e4", 403, "preview", "1")
	if g := w.state(game); g.Ply != 0 || g.DrawOffer != -1 {
		t.Errorf("a preview has changed the game: %+v", g)
	}
	ann.play(game, 0, "e4", 422, "pick", "b1c3").holds(t, "from the list, too")
	ann.play(game, 0, "", 303, "pick", "b1c3", "comment", text)
	if g := w.state(game); g.LastSAN != "Nc3" {
		t.Errorf("the picked move was stored as %s", g.LastSAN)
	}
}

// A letter is written where the move is sent. What was written earlier is still there when one goes on by clicks.
func TestLetterWaitsForTheLastStep(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	letter := func(query string) bool {
		t.Helper()
		return strings.Contains(ann.get(game+query, 200).body, `name="comment"`)
	}
	for query, want := range map[string]bool{"": false, "?at=e2": false, "?at=e2&at=e4": true, "?move=e4": true} {
		if letter(query) != want {
			t.Errorf("%s: a field for a letter: %v", query, !want)
		}
	}
	ann.play(game, 0, "e2e5", 422, "comment", "half a page", "draw", "offer")
	for _, query := range []string{"", "?at=d2", "?at=d2&at=d4"} {
		ann.get(game+query, 200).holds(t, "half a page</textarea>", `value="offer" checked`)
	}
	ann.play(game, 0, "Nf3", 200, "preview", "1", "comment", "a whole page")
	ann.get(game+"?at=d2&at=d4", 200).holds(t, "a whole page</textarea>", `name="move" value="d2d4"`)
	ann.play(game, 0, "Nf3", 200, "back", "1", "comment", "")
	if letter("?at=d2") {
		t.Error("a letter that was emptied is still there")
	}
	ann.play(game, 0, "Nf3", 200, "preview", "1", "comment", "a whole page")
	ann.play(game, 0, "Nf3", 303, "comment", "a whole page")
	bob.play(game, 1, "e5", 303)
	if letter("?at=d2") {
		t.Error("a letter that was sent is still there")
	}
}

func TestStuckManSaysWhy(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.begin(ann, bob, store.Terms{Variant: "pyrrhus", FEN: "4k3/8/8/7y/8/8/P7/R3K2R[] w KQ - 0 1", Clock: store.DaysAMove(3), Side: "white"})
	ann.get(game, 200).holds(t, `href="`+game+`?at=h1" aria-label="h1, your rook: it has no move now, see why"`)
	ann.get(game+"?at=h1", 200).says(t, "The rook on h1 is paralysed by the black Pyrrhus on h5 and cannot move.", "Pick a piece")
	ann.get(game+"?at=a2", 200).holds(t, `?at=h1" aria-label="h1, your rook: it has no move now, see why"`)
	for _, click := range []string{"h5", "e8", "d4", "H1", "hand:Y", "h1&at=h2"} {
		ann.get(game+"?at="+click, 422)
	}
	if words := bob.get(game+"?at=h1", 200).words(); strings.Contains(words, "is paralysed by") {
		t.Error("who is not to move is told why a man cannot")
	}
}

func TestRefusedMoves(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob)
	for _, move := range []string{"", "e2e5", "Nd5", strings.Repeat("x", 5000), "🐴", "\x00", "\xff", "<b>"} {
		ann.play(game, 0, move, 422, "comment", "my reasons").holds(t, `id="move-wrong"`, "my reasons</textarea>")
	}
	ann.play(game, 0, "e2e4", 422, "comment", strings.Repeat("x", 5001)).holds(t, `id="comment-wrong"`, `value="e2e4"`)
	ann.play(game, 0, "e2e4", 422, "comment", "\xff").holds(t, `id="comment-wrong"`)
	for _, ply := range []string{"", "x", "-1", "99999999999999999999"} {
		ann.post(game+"/moves", 422, "ply", ply, "move", "e2e4", "comment", "my reasons").holds(t, `value="e2e4"`, "my reasons</textarea>")
	}
	ann.play(game, 0, "e2e4", 422, "seq", "x")
	ann.play(game, 0, "e2e4", 409, "seq", "99").says(t, "The game has gone on since you looked")
	bob.play(game, 0, "e7e5", 422, "comment", "my reasons").says(t, "Ann", "my reasons", "What you had written")
	eve.play(game, 0, "e2e4", 403)
	if to := out.play(game, 0, "d4", 303, "comment", "half a page").where(); to != "/signin?next="+strings.ReplaceAll(game, "/", "%2F") {
		t.Errorf("who is not signed in is led to %s", to)
	}
	out.post("/signin", 303, "login", "Ann", "password", password, "next", game)
	out.get(game, 200).holds(t, "half a page</textarea>", `name="move" value="d4"`)
	out.play(game, 0, "d4", 303, "comment", "half a page")
	out.play(game, 0, "d4", 303, "comment", "half a page") // sent twice: once
	if strings.Contains(out.get(game, 200).body, "half a page</textarea>") {
		t.Error("the draft is still there after it was sent")
	}
	ann.play(game, 0, "e2e4", 409, "comment", "another thought").says(t, "gone on", "another thought", "What you had written", "e2e4")
	bob.play(game, 1, "d5", 303)
	page := ann.play(game, 0, "e2e4", 409, "comment", "another thought")
	page.says(t, "gone on")
	page.holds(t, "another thought</textarea>", `name="move" value="e2e4"`, `name="ply" value="2"`)
	ann.post("/games/nothing/moves", 404, "ply", "0", "move", "e4")
}

func TestPositionsOfTheLog(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5", "Nf3")
	out.get(game, 200).holds(t, "<title>Ann against Bob, Chess", `href="`+game+`?ply=2">e5</a>`, `aria-current="true">Nf3</a>`)
	page := out.get(game+"?ply=1", 200)
	page.holds(t, "<title>After 1. e4, Ann against Bob", `aria-current="true">e4</a>`, "e4, white pawn, last move", `rel="prev"`, `rel="next"`)
	page.says(t, "Ann played 1. e4", "To the present position")
	out.get(game+"?ply=0", 200).says(t, "The start")
	if strings.Contains(bob.get(game+"?ply=1", 200).body, "/moves") {
		t.Error("a position of the past has a form for moves")
	}
	bob.get(game+"?ply=3", 200).holds(t, "Preview the move") // the present
	bob.get(game+"?flip=1", 200).holds(t, `aria-label="d7, your pawn: choose it"`, game+"?at=d7&amp;flip=1")
	for query, status := range map[string]int{"ply=4": 404, "ply=999": 404, "ply=99999999999999999999": 404, "ply=-1": 400, "ply=abc": 400, "ply=": 400, "ply=%00": 400, "ply=1;2": 400, "flip=x": 200} {
		out.get(game+"?"+query, status)
		if query != "flip=x" {
			out.get(game+"/board.svg?"+query, status)
			out.get(game+"/board.png?"+query, status)
		}
	}
	for _, id := range []string{"nothing", "0", "%FF", "%00", "1'%20or%20'1", strings.Repeat("x", 3000)} {
		for _, below := range []string{"", ".json", "/board.svg", "/board.png"} {
			out.get("/games/"+id+below, 404)
		}
	}
}

func TestBlackMovesFirst(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.begin(ann, bob, store.Terms{Variant: "chess", FEN: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 5", Clock: store.DaysAMove(3), Side: "white"})
	bob.play(game, 0, "e5", 303)
	ann.play(game, 1, "Nf3", 303)
	page := ann.get(game, 200)
	page.says(t, "5. … e5", "6. Nf3 …", "You played 6. Nf3", "move 6 ·")
	ann.get(game+"?ply=1", 200).says(t, "After 5… e5", "Bob played 5… e5")
}

func TestJSON(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob)
	ann.play(game, 0, "f3", 303, "comment", " line one\r\nline two ")
	read := func(who *person) (data map[string]any) {
		t.Helper()
		a := who.get(game+".json", 200)
		if err := json.Unmarshal([]byte(a.body), &data); err != nil || a.Header.Get("Content-Type") != "application/json" {
			t.Fatalf("%v, %v: %s", err, a.Header, a.body)
		}
		return data
	}
	data := read(bob)
	move := data["moves"].([]any)[0].(map[string]any)
	if data["ply"] != 1.0 || data["turn"] != "black" || data["status"] != "playing" || data["result"] != "*" || len(data["legal"].([]any)) != 20 || move["comment"] != "line one\nline two" || move["san"] != "f3" {
		t.Errorf("%v", data)
	}
	if data["deadline"] != float64(w.now.Load()+3*86400) {
		t.Errorf("deadline %v", data["deadline"])
	}
	if move := read(out)["moves"].([]any)[0].(map[string]any); move["comment"] != "" {
		t.Errorf("a stranger reads %q", move["comment"])
	}
	bob.play(game, 1, "e5", 303)
	ann.play(game, 2, "g4", 303)
	bob.play(game, 3, "Qh4", 303)
	data = read(out)
	if data["turn"] != "" || data["deadline"] != nil || data["status"] != "finished" || data["result"] != "0-1" || data["reason"] != "checkmate" || len(data["legal"].([]any)) != 0 {
		t.Errorf("%v", data)
	}
}
