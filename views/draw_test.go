package views

import (
	"strings"
	"testing"

	"postrider/store"
)

func TestResign(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob, "e4")
	ann.get(game, 200).holds(t, `href="`+game+`/resign"`)
	ann.get(game+"/resign", 200).says(t, "Resign this game?", "after one move", "Bob wins, 0–1", "cannot be taken back")
	bob.get(game+"/resign", 200).says(t, "Ann wins, 1–0")
	eve.get(game+"/resign", 403)
	eve.post(game+"/resign", 403, "ply", "1")
	out.get(game+"/resign", 303)
	out.post(game+"/resign", 303, "ply", "1")
	ann.get("/games/nothing/resign", 404)
	ann.post(game+"/resign", 409, "ply", "0").says(t, "gone on")
	ann.post(game+"/resign", 422)
	ann.post(game+"/resign", 303, "ply", "1")
	ann.get(game, 200).says(t, "0–1, resignation", "You have resigned: Bob wins.")
	bob.get(game, 200).says(t, "0–1, resignation", "Ann has resigned: you win.")
	out.get(game, 200).says(t, "0–1, resignation", "Ann has resigned: Bob wins.")
	bob.get(game+"/resign", 409).holds(t, `<a href="`+game+`">To the game</a>`)
	bob.post(game+"/resign", 422, "ply", "1").says(t, "over")
}

func TestDraws(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.join("Ann"), w.join("Bob"), w.join("Eve")
	game := w.chess(ann, bob)
	draw := func(who *person, ply int, action string, want int) answer {
		t.Helper()
		return who.post(game+"/draw", want, "ply", itoa(ply), "action", action)
	}
	draw(bob, 0, "accept", 422)
	draw(bob, 0, "claim", 422)
	draw(bob, 0, "nonsense", 422)
	draw(eve, 0, "offer", 403)
	draw(w.stranger(), 0, "offer", 303)
	ann.play(game, 0, "e4", 303, "draw", "offer")
	draw(ann, 1, "accept", 422)
	ann.get(game, 200).says(t, "You have offered a draw", "has not answered")
	page := bob.get(game, 200)
	page.says(t, "Bob ", "Ann offers a draw", "Accept: a draw", "Decline", "Call it off, or resign")
	lacks(t, page, "Offer a draw") // there is one already
	bob.get("/games", 200).says(t, "Ann offers a draw")
	draw(bob, 1, "decline", 303)
	bob.get(game, 200).says(t, "You have declined the draw", "Offer a draw")
	draw(bob, 0, "offer", 409)
	draw(bob, 1, "offer", 303)
	draw(ann, 1, "accept", 303)
	ann.get(game, 200).says(t, "½–½, agreement", "Both agreed to a draw")
	draw(ann, 1, "offer", 422)
}

func TestAnsweredOffersAreTold(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob)
	told := func(want bool, sentence string) {
		t.Helper()
		for _, query := range []string{"", "?ply=" + itoa(w.state(game).Ply)} {
			if words := ann.get(game+query, 200).words(); strings.Contains(words, sentence) != want {
				t.Errorf("%q: %v\n%s", sentence, !want, words)
			}
		}
		for _, who := range []*person{bob, out} {
			if strings.Contains(who.get(game, 200).words(), sentence) {
				t.Errorf("%s is told %q", who.name, sentence)
			}
		}
	}
	const declined, lapsed = "Bob declined the draw you offered.", "Your offer of a draw lapsed when Bob moved."
	ann.play(game, 0, "e4", 303, "draw", "offer")
	told(false, "you offered.")
	bob.post(game+"/draw", 303, "ply", "1", "action", "decline")
	told(true, declined)
	bob.play(game, 1, "e5", 303)
	told(true, declined)
	ann.play(game, 2, "Nf3", 303, "draw", "offer")
	told(false, declined)
	bob.get(game+"?at=b8&at=c6", 200).says(t, "This declines the draw that Ann offers.")
	bob.play(game, 3, "Nc6", 303)
	told(true, lapsed)
	if strings.Contains(ann.get(game+"?at=d2&at=d4", 200).words(), "This declines") {
		t.Error("a preview warns of an offer that has lapsed")
	}
	ann.play(game, 4, "d4", 303)
	told(false, lapsed)
	bob.post(game+"/resign", 303, "ply", "5")
	told(false, lapsed)
}

// A button pressed twice does one thing, and its second answer is the first one's; anything else that comes too late is told so.
func TestButtonsPressedTwice(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4", "e5")
	twice := func(p *person, path string, fields ...string) {
		t.Helper()
		fields = append(fields, "ply", "2", "seq", itoa(w.state(game).Seq))
		for range 2 {
			if to := p.post(game+path, 303, fields...).where(); to != game {
				t.Errorf("%s leads to %s", path, to)
			}
		}
	}
	twice(ann, "/draw", "action", "offer")
	seq := w.state(game).Seq
	ann.post(game+"/draw", 422, "ply", "2", "action", "decline")
	bob.post(game+"/draw", 409, "ply", "2", "seq", "1", "action", "offer")
	twice(bob, "/draw", "action", "decline")
	ann.post(game+"/draw", 409, "ply", "2", "seq", itoa(seq), "action", "decline")
	ann.post(game+"/resign", 409, "ply", "1")
	twice(bob, "/resign")
	ann.post(game+"/resign", 422, "ply", "2")
	if events := len(w.events(game)); events != seq+2 {
		t.Errorf("%d events, want %d", events, seq+2)
	}
}

func (w *world) events(game string) []store.Event {
	w.t.Helper()
	log, err := w.store.Log(w.t.Context(), strings.TrimPrefix(game, "/games/"), 0)
	if err != nil {
		w.t.Fatal(err)
	}
	return log.Events
}

// Who plays very many games sees those with the least time left, and how many more there are.
func TestManyGamesWait(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	for range 52 {
		w.game(ann, bob)
	}
	for _, path := range []string{"/", "/games"} {
		page := ann.get(path, 200)
		page.says(t, "And two more, with more time left.")
		page.holds(t, "My games (52)", `href="/players/Ann">All my games`)
		if n := strings.Count(page.body, `<b><bdi>Chess`); n != 50 {
			t.Errorf("%s lists %d games", path, n)
		}
	}
	bob.get("/", 200).says(t, "In 52 games it is your opponent’s turn")
	bob.get("/games", 200).says(t, "Waiting for others (52)", "And two more")
	bob.get("/settings/delete", 200).says(t, "52 games")
}

func TestPlayAgain(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.begin(ann, bob, store.Terms{Variant: "chess", FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Clock: store.DaysAMove(5), Side: "white", Title: "Odds & ends"})
	if strings.Contains(ann.get(game, 200).body, "/presets/new") {
		t.Error("a game that goes on is to be played again")
	}
	ann.post(game+"/resign", 303, "ply", "0")
	query := func(side, opponent string) string {
		return `href="/presets/new?days=5&amp;fen=4k3%2F8%2F8%2F8%2F8%2F8%2F8%2F4K2R+w+K+-+0+1&amp;side=` + side + "&amp;title=Odds+%26+ends&amp;variant=chess&amp;opponent=" + opponent + `"`
	}
	page := ann.get(game, 200)
	page.holds(t, query("black", "Bob"))
	if strings.Contains(page.body, game+"/comments") {
		t.Error("nothing was written, and it is asked who may read it")
	}
	bob.get(game, 200).holds(t, query("white", "Ann"))
	if strings.Contains(out.get(game, 200).body, "/presets/new") {
		t.Error("who did not play is asked to play again")
	}
}

func TestClaim(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8")
	ann.get(game, 200).says(t, "you may claim a draw by repetition", "Claim the draw")
	if strings.Contains(bob.get(game, 200).body, "Claim the draw") {
		t.Error("who is not to move is offered the claim")
	}
	ann.post(game+"/draw", 303, "ply", "8", "action", "claim")
	bob.get(game, 200).says(t, "½–½, repetition", "Ann claimed a draw by repetition.", "four moves")
}

func TestCommentsArePrivate(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	game := w.chess(ann, bob)
	ann.play(game, 0, "e4", 303, "comment", "for <i>Bob</i> alone\nsecond line")
	bob.play(game, 1, "e5", 303, "comment", "an answer")
	for _, who := range []*person{ann, bob} {
		who.get(game, 200).holds(t, "for &lt;i&gt;Bob&lt;/i&gt; alone<br>second line", "an answer")
	}
	shown := func() bool { return strings.Contains(out.get(game, 200).body, "an answer") }
	if shown() {
		t.Error("a stranger reads the comments")
	}
	ann.post(game+"/comments", 422, "allow", "yes").says(t, "over")
	ann.post(game+"/resign", 303, "ply", "2")
	out.post(game+"/comments", 303, "allow", "yes")
	w.join("Eve").post(game+"/comments", 403, "allow", "yes")
	ann.post(game+"/comments", 303, "allow", "yes")
	if shown() {
		t.Error("a stranger reads the comments, and only one player allows it")
	}
	bob.get(game, 200).says(t, "Ann allows it")
	bob.post(game+"/comments", 303, "allow", "yes")
	if !shown() {
		t.Error("both allow it, and the comments are not shown")
	}
	bob.post(game+"/comments", 303, "allow", "no")
	if shown() {
		t.Error("a permission cannot be taken back")
	}
}

func TestClocksInWords(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	ann.get(game, 200).says(t, "3 d left", "UTC")
	w.now.Add(2*86400 + 3600)
	ann.get(game, 200).holds(t, `class="due">23 h left</b>`)
	w.now.Add(86400)
	ann.play(game, 0, "e4", 422, "comment", "too late").says(t, "too late")
	ann.get(game, 200).says(t, "Aborted", "Ann’s time ran out before both had moved", "nobody has lost it")

	game = w.chess(ann, bob, "e4", "e5")
	w.now.Add(4 * 86400)
	if err := w.store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	bob.get(game, 200).says(t, "0–1, time", "Ann’s time ran out: you win")
}

func TestMailOffIsSaid(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4")
	w.mail("move", bob.email())
	ann.get(game, 200).says(t, "Bob was told by e-mail on")
	if err := w.store.SetWishes(t.Context(), bob.account().ID, store.MailWishes{Moves: store.NoMail}); err != nil {
		t.Fatal(err)
	}
	ann.get(game, 200).says(t, "Bob gets no mail about this game, and sees your move")
	bob.get(game, 200).says(t, "You get no mail about this game", "Bring the mail back")
}

func TestGamesAreListed(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	out.get("/games", 200).says(t, "No game has been begun here yet")
	over := w.chess(ann, bob)
	bob.post(over+"/resign", 303, "ply", "0")
	first := w.chess(ann, bob)
	w.now.Add(3600)
	second := w.chess(ann, bob)
	theirs := w.chess(ann, bob, "e4")
	page := ann.get("/games", 200)
	page.says(t, "Waiting for you (2)", "Waiting for others (1)", "Finished", "Games of others", "Nobody else plays here", "1–0, resignation", "last move e4")
	at := -1
	for _, game := range []string{first, second, theirs, over} {
		next := strings.Index(page.body, `href="`+game+`"`)
		if next < at {
			t.Errorf("%s is listed too early", game)
		}
		at = next
	}
	cup := w.begin(bob, w.join("Eve"), store.Terms{Variant: "chess", FEN: "", Clock: store.DaysAMove(3), Side: "white", Title: "Winter cup"})
	page = ann.get("/games", 200)
	page.says(t, "Winter cup (Chess)")
	if _, others, _ := strings.Cut(page.body, "Games of others"); !strings.Contains(others, cup) || strings.Contains(others, first) || strings.Contains(others, over) {
		t.Errorf("the games of others are\n%s", others)
	}
	ann.play(first, 0, "e4", 303)
	ann.get(first, 200).holds(t, `href="`+second+`">Next game waiting`)
	out.get("/games", 200).says(t, "Anybody may look on", "Ann", "Bob")
	for _, query := range []string{"page=0", "page=x", "page=-1", "finished=0", "page=99999999999999999999"} {
		ann.get("/games?"+query, 400)
	}
	ann.get("/games?page=2&finished=2", 200)
}

func TestStalemateInGlinskisScoring(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.begin(ann, bob, store.Terms{Variant: "glinski", FEN: "1/3/5/7/3Q5/11/11/11/11/11/k1K8 w - - 0 1", Clock: store.DaysAMove(3), Side: "white"})
	ann.play(game, 0, "Qe6", 303)
	bob.get(game, 200).says(t, "½–½, stalemate", "stalemate, a draw. 3/4 to White in Gliński’s own scoring.")
	bob.get("/variants/glinski", 200).says(t, "stalemate, a draw (3/4 to the player who gives it in Gliński’s own scoring)")
	if page := bob.get("/variants/chess", 200); strings.Contains(page.body, "the player who gives it") {
		t.Error("chess has a scoring of its own")
	}
}
