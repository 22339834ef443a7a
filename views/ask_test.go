package views

import (
	"strings"
	"testing"
	"time"
)

// deed posts a form of the game's page as it is now: with its ply and seq.
func (p *person) deed(game, path string, want int, fields ...string) answer {
	p.t.Helper()
	g := p.state(game)
	return p.post(game+path, want, append(fields, "ply", itoa(g.Ply), "seq", itoa(g.Seq))...)
}

func TestTakeback(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob)
	if strings.Contains(ann.get(game, 200).words(), "Take a move back") {
		t.Error("before the first move one is to be taken back")
	}
	ann.play(game, 0, "e4", 303)
	bob.play(game, 1, "d6", 303)
	ann.get(game, 200).says(t, "Ask to take back 1. e4 and 1… d6", "Ask to take back 1… d6 alone")
	bob.get(game, 200).says(t, "Ask to take back 1… d6")

	eve.deed(game, "/ask", 403, "kind", "takeback", "action", "ask", "n", "1")
	out.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
	bob.deed(game, "/ask", 422, "kind", "takeback", "action", "ask", "n", "2")
	bob.deed(game, "/ask", 422, "kind", "takeback", "action", "ask")
	bob.deed(game, "/ask", 422, "kind", "takeback", "action", "nonsense")
	bob.deed(game, "/ask", 422, "kind", "nonsense", "action", "ask", "n", "1")
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
	bob.get(game, 200).says(t, "You have asked Ann to take back 1… d6, and there is no answer yet.", "Take the request back")
	ann.get(game, 200).says(t, "Bob asks to take back 1… d6", "the clocks will be as they were then, but for time given since", "Grant it", "Refuse")
	for _, who := range []*person{eve, out} {
		if strings.Contains(who.get(game, 200).words(), "ask") {
			t.Error("what the two ask of each other is told to others")
		}
	}
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "withdraw")
	if strings.Contains(ann.get(game, 200).words(), "Grant it") {
		t.Error("a request that was taken back waits for an answer")
	}
	ann.deed(game, "/ask", 422, "kind", "takeback", "action", "grant").says(t, "no such request")

	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "1")
	old := w.state(game)
	w.now.Add(3600)
	ann.deed(game, "/ask", 303, "kind", "takeback", "action", "grant")
	ann.post(game+"/ask", 303, "kind", "takeback", "action", "grant", "ply", "2", "seq", itoa(old.Seq)) // pressed twice
	if g := w.state(game); g.Ply != 1 || g.LastSAN != "e4" {
		t.Fatalf("after the takeback the game is at ply %d, %s", g.Ply, g.LastSAN)
	}
	for _, who := range []*person{ann, bob, eve, out} {
		page := who.get(game, 200)
		page.says(t, "Bob took back 1… d6 by consent.", "Taken back by consent: 1… d6")
		page.holds(t, `<s class="m">1… d6</s>`)
		if words := page.words(); strings.Index(words, "Taken back by consent") > strings.Index(words, "Share and keep") {
			t.Error("what was taken back stands away from the moves")
		}
	}
	ann.post(game+"/moves", 409, "ply", "2", "seq", itoa(old.Seq), "move", "d4")
	bob.play(game, 1, "e5", 303)
	if page := out.get(game, 200).words(); !strings.Contains(page, "Taken back by consent: 1… d6") || strings.Contains(page, "Grant") {
		t.Error(page)
	}

	ann.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "2")
	bob.get(game, 200).says(t, "Ann asks to take back 1. e4 and 1… e5")
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "refuse")
	ann.get(game, 200).says(t, "Bob would rather not take that back", "What else happened", "Bob refused Ann’s wish to take back two moves.")
	ann.deed(game, "/ask", 422, "kind", "takeback", "action", "ask", "n", "2").says(t, "has refused that")
	ann.play(game, 2, "Nf3", 303)
	if strings.Contains(ann.get(game, 200).words(), "would rather not") {
		t.Error("a refusal is told after the next move")
	}
}

// Back to the start: the clock runs on, and the game ends without a loser when it runs out.
// TestAskedInTheDailyRound: what the opponent asks is among what waits, also on the opponent's turn; the title holds the number.
func TestAskedInTheDailyRound(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game, other := w.chess(ann, bob, "e4", "e5"), w.chess(bob, ann, "d4")
	for _, path := range []string{"/", "/games"} {
		bob.get(path, 200).holds(t, "<title>"+map[string]string{"/": "Waiting for you", "/games": "My games"}[path]+" · Postrider</title>")
		ann.get(path, 200).holds(t, "<title>(2) ")
	}
	ann.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "2")
	bob.deed(other, "/ask", 303, "kind", "pause", "action", "ask", "days", "14")
	ann.deed(other, "/draw", 303, "action", "offer")
	for _, path := range []string{"/", "/games"} {
		page := bob.get(path, 200)
		page.holds(t, "<title>(2) ")
		page.says(t, "Ann asks to take back two moves Ann ’s turn, 3 d left", "Ann offers a draw You have asked to pause the game for 14 days Ann ’s turn, 3 d left")
		ann.get(path, 200).says(t, "You have asked to take back two moves 3 d left", "You have offered a draw Bob asks to pause the game for 14 days 3 d left")
	}
	bob.get("/games", 200).says(t, "Waiting for you (2)")
	bob.get(game, 200).holds(t, `href="`+other+`">Next game waiting`)
	bob.get(game, 200).says(t, "Chess against Ann, Ann offers a draw, you have asked to pause the game for 14 days")
	for _, kind := range []string{".atom", ".ics"} {
		if body := w.stranger().get(bob.feeds()+kind, 200).body; strings.Contains(body, "Your move") || strings.Contains(body, "VEVENT") {
			t.Errorf("%s tells of a turn that is the other's:\n%s", kind, body)
		}
	}
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "refuse")
	bob.get("/", 200).holds(t, "<title>(1) ")
}

func TestTakebackToTheStart(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4", "e5")
	ann.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "2")
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "grant")
	ann.get(game, 200).says(t, "Your move", "Ann took back 1. e4 by consent, and with it goes 1… e5.", "Call the game off")
	w.now.Add(4 * 86400)
	if err := w.store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	ann.get(game, 200).says(t, "Aborted", "nobody has lost it")
}

func TestPause(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5")
	for _, wrong := range []string{"", "0", "91", "x", "1.5"} {
		page := ann.deed(game, "/ask", 422, "kind", "pause", "action", "ask", "days", wrong)
		page.holds(t, `id="days-wrong"`, `<details open>`, `name="days" value="`)
	}
	ann.deed(game, "/ask", 303, "kind", "pause", "action", "ask", "days", " 20 ")
	ann.get(game, 200).says(t, "You have asked Bob to pause the game for 20 days")
	bob.get(game, 200).says(t, "Ann asks to pause the game for 20 days", "Both clocks would stand still")
	bob.deed(game, "/ask", 303, "kind", "pause", "action", "refuse")
	ann.get(game, 200).says(t, "Bob would rather not pause the game now.")
	ann.play(game, 2, "Nf3", 303)
	bob.deed(game, "/ask", 303, "kind", "pause", "action", "ask", "days", "20")
	seen := w.state(game)
	ann.deed(game, "/ask", 303, "kind", "pause", "action", "grant")
	for _, who := range []*person{ann, bob, out} {
		who.get(game, 200).says(t, "Paused by agreement until", "both clocks stand still", "Bob and Ann agreed to pause the game until")
	}
	w.now.Add(10 * 86400)
	if err := w.store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	bob.post(game+"/moves", 200, "ply", "3", "seq", itoa(seen.Seq), "move", "Nc6", "preview", "1") // what only concerns time makes no page stale
	bob.deed(game, "/ask", 303, "kind", "resume", "action", "ask")
	ann.get(game, 200).says(t, "Bob asks to go on before the pause is over")
	ann.deed(game, "/ask", 303, "kind", "resume", "action", "grant")
	page := bob.get(game, 200)
	page.says(t, "Bob and Ann agreed to go on.", "3 d left")
	if strings.Contains(page.words(), "Paused by agreement") {
		t.Error("a pause that is over is told")
	}
	if d := w.state(game).DeadlineAt - w.now.Load(); d != 3*86400 {
		t.Errorf("%v are left", time.Duration(d)*time.Second)
	}
}

func TestGiveTime(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob, "e4", "e5")
	before := w.state(game)
	for range 2 { // a button pressed twice gives one day
		bob.post(game+"/time", 303, "ply", "2", "seq", itoa(before.Seq))
	}
	if got := w.state(game).DeadlineAt - before.DeadlineAt; got != 86400 {
		t.Errorf("%d seconds were given", got)
	}
	out.get(game, 200).says(t, "Bob gave Ann one day more.")
	ann.play(game, 2, "Nf3", 303)
}

func TestAbort(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4")
	for range 2 {
		bob.post(game+"/abort", 303, "ply", "1", "seq", "2")
	}
	ann.get(game, 200).says(t, "Aborted", "nobody has lost it", "called off before both had moved")
	game = w.chess(ann, bob, "e4", "e5")
	if strings.Contains(ann.get(game, 200).body, "/abort") {
		t.Error("a game can be called off after both have moved")
	}
	ann.deed(game, "/abort", 422).says(t, "no longer be called off")
}
