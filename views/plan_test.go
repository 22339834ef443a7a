package views

import (
	"net/url"
	"strings"
	"testing"

	"postrider/rules"
	"postrider/store"
)

// follow goes where a redirection leads.
func (p *person) follow(path string, want int) answer {
	p.t.Helper()
	return p.get(p.get(path, 303).where(), want)
}

// keeps saves a line of conditional moves.
func (p *person) keeps(game, line string, want int) answer {
	p.t.Helper()
	return p.deed(game, "/plan", want, "line", line)
}

// A line is entered by clicks alone, move by move, on either side's men; each position is a link.
func TestPlanByClicks(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4")
	ann.get(game, 200).holds(t, `href="`+game+`/plan">Plan ahead`)
	page := ann.get(game+"/plan", 200)
	page.says(t, "If Bob plays …", "nothing is sent by that", "20 legal moves", "after 1. e4")
	page.holds(t, `href="`+game+`/plan?ply=1&amp;at=e7" aria-label="e7, Bob’s pawn: choose it"`)
	if strings.Contains(page.words(), "Keep this line") {
		t.Error("nothing is there to be kept")
	}
	ann.get(game+"/plan?ply=1&at=e7", 200).holds(t, `href="`+game+`/plan?ply=1&amp;at=e7&amp;at=e5" aria-label="Pawn e7 goes to e5: and go on from there"`)
	page = ann.follow(game+"/plan?ply=1&at=e7&at=e5&flip=1", 200)
	page.says(t, "If 1… e5, you answer …", "If Bob plays 1… e5")
	page.holds(t, `value="e7e5"`, `href="`+game+`/plan?ply=1&amp;line=e7e5&amp;at=g1&amp;flip=1" aria-label="g1, your knight: choose it"`)
	page = ann.follow(game+"/plan?ply=1&line=e7e5&move=Nf3", 200)
	page.says(t, "Keep this line, or go on", "I answer 2. Nf3")
	page.holds(t, `href="`+game+`/plan?ply=1&amp;line=e7e5"`, `name="line" value="e7e5.g1f3"`)
	if to := ann.keeps(game, "e7e5.g1f3", 303).where(); to != game+"/plan?ply=1&line=e7e5.g1f3" {
		t.Errorf("a kept line leads to %s", to)
	}
	page = ann.get(game+"/plan?ply=1&line=e7e5.g1f3", 200)
	page.says(t, "Kept.", "This line is kept", "You may go on with it, or plan another line")
	if strings.Contains(page.words(), "Keep this line") {
		t.Error("a line that is kept is to be kept")
	}
	ann.get(game+"/plan", 200).says(t, "What you have planned", "If 1… e5 , 2. Nf3", "Delete the whole plan")
	ann.get(game, 200).says(t, "You have planned ahead: if 1… e5, you answer 2. Nf3.")
	bob.play(game, 1, "e5", 303)
	bob.get(game, 200).says(t, "Sent: e5. Planned before, and played at once: 2. Nf3.", "Ann played 2. Nf3, just now, as planned before.", "Your move")
}

func TestPlanRefusals(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob, "e4")
	eve.get(game+"/plan", 403)
	eve.keeps(game, "e7e5.g1f3", 403)
	eve.deed(game, "/plan/drop", 403, "id", "0")
	out.get(game+"/plan", 303)
	out.keeps(game, "e7e5.g1f3", 303)
	for _, query := range []string{"line=g1f3", "line=.", "line=e7e5..", "ply=x"} {
		ann.get(game+"/plan?"+query, 400)
	}
	for _, query := range []string{"at=e2", "at=z9", "move=Nf3", "move=%FF", "at=e7&at=e4"} {
		ann.get(game+"/plan?"+query, 422).holds(t, `id="move-wrong"`)
	}
	ann.get(game+"/plan?at=a8", 200).says(t, "rook") // it has no move, and the page says why
	ann.get(game+"/plan?move=e5&pick=d7d5", 422).holds(t, `value="e5"`, "from the list, too")
	for _, line := range []string{"", "e7e5", "e7e5.g1f3.b8c6", "e7e5.g1f6", "nonsense"} {
		ann.keeps(game, line, 422).says(t, "Nothing was kept.")
	}
	ann.post(game+"/plan", 409, "ply", "0", "line", "e7e5.g1f3").says(t, "gone on")
	ann.deed(game, "/plan/drop", 422, "id", "x")
	ann.deed(game, "/plan/drop", 303, "id", "999")
	ann.post(game+"/resign", 303, "ply", "1")
	ann.get(game+"/plan", 409).says(t, "over")
}

// The plan is a tree: shown as one, each branch led to by a link, and deleted alone.
func TestPlanIsATree(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4")
	for _, line := range []string{"e7e5.g1f3.b8c6.f1b5", "e7e5.g1f3.g8f6.f3e5", "c7c5.g1f3"} {
		ann.keeps(game, line, 303)
	}
	page := ann.get(game+"/plan", 200)
	page.says(t, "If 1… e5 , 2. Nf3 Delete If 2… Nc6 , 3. Bb5 Delete If 2… Nf6 , 3. Nxe5 Delete If 1… c5 , 2. Nf3")
	page.holds(t, `/plan?ply=1&amp;line=e7e5.g1f3.g8f6.f3e5">3. Nxe5</a>`)
	plan, err := w.store.Plan(t.Context(), w.state(game).ID, ann.account().ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range plan.Conditions {
		if c.SAN == "Bb5" {
			ann.deed(game, "/plan/drop", 303, "id", itoa(int(c.ID)))
		}
	}
	if words := ann.get(game+"/plan", 200).words(); strings.Contains(words, "Bb5") || strings.Contains(words, "2… Nc6") || !strings.Contains(words, "Nxe5") {
		t.Error(words)
	}
	ann.deed(game, "/plan/drop", 303, "id", "0")
	if words := ann.get(game+"/plan", 200).words(); strings.Contains(words, "What you have planned") {
		t.Error(words)
	}
}

// Nobody but its owner sees a plan, nor that there is one; who planned is told when it no longer fits.
func TestPlansArePrivate(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob, "e4")
	seen := func() (pages []string) {
		for _, path := range []string{game, game + ".json", game + "?ply=1", "/games"} {
			for _, who := range []*person{bob, eve, out} {
				pages = append(pages, who.get(path, 200).body)
			}
		}
		return append(pages, bob.get(game+"/plan", 200).body)
	}
	seen() // what is told once is told
	before := seen()
	ann.keeps(game, "e7e5.g1f3", 303)
	for i, page := range seen() {
		if page != before[i] {
			n := 0
			for n < min(len(page), len(before[i])) && page[n] == before[i][n] {
				n++
			}
			t.Errorf("page %d changes when somebody else plans: %.300s", i, page[n:])
		}
	}
	bob.play(game, 1, "c5", 303)
	ann.get(game, 200).says(t, "The moves that you had planned ahead are dropped: Bob played 1… c5, which they did not foresee.")
	for _, who := range []*person{bob, eve, out} {
		if strings.Contains(who.get(game, 200).words(), "dropped") {
			t.Error("somebody else is told")
		}
	}
	ann.play(game, 2, "Nf3", 303)
	if strings.Contains(ann.get(game, 200).words(), "dropped") {
		t.Error("it is told for ever")
	}
	ann.keeps(game, "d7d6.d2d4", 303)
	bob.deed(game, "/ask", 303, "kind", "takeback", "action", "ask", "n", "2")
	ann.deed(game, "/ask", 303, "kind", "takeback", "action", "grant")
	ann.get(game, 200).says(t, "dropped: they followed on a move that was taken back.")
}

// On one's own turn the preview leads to the plan; it begins with the move that is going to be sent, and what was written waits.
func TestPlanFromThePreview(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	ann.get(game+"?at=e2&at=e4", 200).says(t, "First plan what follows")
	to := ann.play(game, 0, "e2e4", 303, "plan", "1", "comment", "A letter").where()
	if to != game+"/plan?ply=0&line=e2e4" {
		t.Fatalf("the preview leads to %s", to)
	}
	if w.state(game).Ply != 0 {
		t.Fatal("to plan has sent the move")
	}
	page := ann.get(to, 200)
	page.says(t, "After 1. e4, if Bob plays …", "I am going to play 1. e4", "To sending 1. e4")
	ann.keeps(game, "e2e4", 422)
	ann.keeps(game, "e2e4.e7e5.g1f3", 303)
	ann.get(game, 200).says(t, "You have planned what follows on 1. e4.")
	ann.get(game+"/plan", 200).says(t, "You play 1. e4 Delete then if 1… e5 , 2. Nf3")
	ann.get(game+"?move=d2d4", 200).says(t, "What you have planned follows on 1. e4: it is dropped if you send this move.")
	preview := ann.get(game+"?move=e2e4", 200)
	preview.says(t, "Send 1. e4?", "A letter")
	if strings.Contains(preview.words(), "dropped") {
		t.Error("the plan follows on this move, and is said to be dropped by it")
	}
	ann.play(game, 0, "e2e4", 303, "comment", "A letter")
	bob.play(game, 1, "e5", 303)
	if g := w.state(game); g.LastSAN != "Nf3" {
		t.Errorf("the last move is %s", g.LastSAN)
	}
}

// A line that was begun before the game went on keeps what has not been played yet.
func TestPlanAfterTheGameWentOn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4", "e5")
	ann.get(game+"/plan?ply=1&line=e7e5.g1f3.b8c6.f1b5", 409).holds(t, "gone on", `name="line" value="g1f3.b8c6.f1b5"`)
	ann.get(game+"/plan?ply=1&line=c7c5.g1f3", 409).says(t, "gone on since then. It went another way than your line")
	for ply, lines := range map[string][]string{"0": {"e2e4.e7e5", "e2e4"}, "1": {"e7e5"}} { // one of them to its end, and the game further
		ann.get(game+"/plan?ply="+ply+"&at=e7", 409).says(t, "gone on since then. This is how it stands now.")
		for _, line := range lines {
			ann.get(game+"/plan?ply="+ply+"&line="+line, 409).says(t, "gone on since then. Your line has been played to its end.")
		}
	}
	ann.get(game+"/plan?ply=7&line=c7c5.g1f3", 409).says(t, "not there")
	ann.post(game+"/plan", 409, "ply", "1", "line", "e7e5.g1f3.b8c6.f1b5").holds(t, `name="line" value="g1f3.b8c6.f1b5"`)
}

// Any legal move of any variant can be planned: drops, promotions, flights.
func TestPlanOfAnyVariant(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	for _, v := range rules.Variants() {
		p := v.Start()
		game := w.begin(ann, bob, store.Terms{Variant: v.Key(), Clock: store.DaysAMove(3), Side: "white"})
		l := line{Start: p}
		for i := range 9 { // the strangest move each time: the one with the longest text
			moves := l.End().Sorted()
			best := moves[0]
			for _, m := range moves {
				if len(l.End().Text(m)) > len(l.End().Text(best)) {
					best = m
				}
			}
			if l = l.And(best); len(l.End().Moves()) == 0 {
				l = l.First(i)
				break
			}
		}
		if len(l.Steps)%2 == 0 {
			l = l.First(len(l.Steps) - 1)
		}
		ann.get(game+"/plan?"+url.Values{"ply": {"0"}, "line": {l.String()}}.Encode(), 200).says(t, "Keep this line")
		ann.keeps(game, l.String(), 303)
		ann.get(game+"/plan", 200).says(t, l.Steps[len(l.Steps)-1].SAN)
	}
}

// 1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4: all three replies were planned by Bob, and are played as Ann moves.
func TestPlannedDrop(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.begin(ann, bob, store.Terms{Variant: "crazyhouse", Clock: store.DaysAMove(3), Side: "white"})
	page := bob.get(game+"/plan?ply=0&line=e2e4.d7d5.e4d5.d8d5.b1c3&at=hand%3AP", 200)
	page.holds(t, `line=e2e4.d7d5.e4d5.d8d5.b1c3&amp;at=hand%3AP&amp;at=d4"`)
	bob.follow(game+"/plan?ply=0&line=e2e4.d7d5.e4d5.d8d5.b1c3&at=hand%3AP&at=d4", 200).says(t, "I answer 3… P@d4")
	bob.keeps(game, "e2e4.d7d5.e4d5.d8d5.b1c3.P@d4", 303)
	for ply, move := range []string{"e4", "exd5", "Nc3"} {
		ann.play(game, 2*ply, move, 303)
	}
	if g := w.state(game); g.Ply != 6 || g.LastSAN != "P@d4" {
		t.Errorf("the game is at ply %d, %s", g.Ply, g.LastSAN)
	}
}

func TestSendAndGoOn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	first := w.chess(ann, bob)
	if strings.Contains(ann.get(first+"?at=e2&at=e4", 200).words(), "next game") {
		t.Error("there is no other game, and one is to go to it")
	}
	w.now.Add(60)
	second := w.chess(ann, bob)
	w.now.Add(60)
	third := w.chess(ann, bob)
	ann.get(third+"?at=e2&at=e4", 200).says(t, "Send, and go to the next game")
	if to := ann.play(third, 0, "e4", 303, "next", "1").where(); to != first {
		t.Errorf("the next game is %s, not %s", to, first)
	}
	ann.get(first, 200).says(t, "Sent: e4. This is the next game that waits for you.")
	if to := ann.play(first, 0, "e4", 303, "next", "1").where(); to != second {
		t.Errorf("the next game is %s, not %s", to, second)
	}
	if to := ann.play(second, 0, "e4", 303, "next", "1").where(); to != "/games" {
		t.Errorf("after the last game one is led to %s", to)
	}
	ann.get("/games", 200).says(t, "Sent: e4. No other game waits for you.")
}
