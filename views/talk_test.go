package views

import (
	"net/url"
	"strings"
	"testing"

	"postrider/store"
)

func TestMessages(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob)
	ann.get(game, 200).says(t, "Write a message")
	empty := ann.post(game+"/messages", 422, "message", " ")
	empty.holds(t, `id="message-wrong"`, `Nothing was sent. <a href="#message">See why</a>`)
	if n := strings.Count(empty.words(), "Write something to Bob first."); n != 1 {
		t.Errorf("why the message was refused is said %d times", n)
	}
	long := strings.Repeat("x", 2001)
	ann.post(game+"/messages", 422, "message", long).holds(t, long+"</textarea>")
	if to := ann.post(game+"/messages", 303, "message", "How is the <b>weather</b>?\nHere it rains.").where(); to != game+"#messages" {
		t.Errorf("a message leads to %s", to)
	}
	bob.post(game+"/messages", 303, "message", "Sun\x1b[31mny\u202e\u009b\a")
	for _, who := range []*person{ann, bob} {
		page := who.get(game, 200)
		page.holds(t, "How is the &lt;b&gt;weather&lt;/b&gt;?<br>Here it rains.", "Sun[31mny</")
		page.says(t, "Messages (2)")
	}
	ann.get(game, 200).says(t, "Sun[31mny", "Answer Bob")
	if strings.Contains(bob.get(game, 200).words(), "Answer Ann") {
		t.Error("one's own message waits for an answer")
	}
	ann.get(game, 200).holds(t, `<a href="#messages">Answer`)
	eve.post(game+"/messages", 403, "message", "Hello")
	out.post(game+"/messages", 303, "message", "Hello")
	for _, who := range []*person{eve, out} {
		if strings.Contains(who.get(game, 200).body, "31mny") || strings.Contains(who.get(game+".json", 200).body, "31mny") {
			t.Error("others read the messages")
		}
	}
	for i := range 12 {
		bob.post(game+"/messages", 303, "message", "again "+itoa(i))
	}
	ann.get(game, 200).says(t, "Earlier ones (4)")
	ann.post(game+"/resign", 303, "ply", "0")
	bob.post(game+"/messages", 303, "message", "Thank you all the same")
}

func TestNotesArePrivate(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob)
	ann.post(game+"/note", 422, "note", strings.Repeat("y", 20001)).holds(t, `id="note-wrong"`)
	ann.post(game+"/note", 303, "note", "he likes <i>pins</i>")
	ann.get(game, 200).holds(t, "he likes &lt;i&gt;pins&lt;/i&gt;</textarea>")
	eve.post(game+"/note", 403, "note", "x")
	for _, who := range []*person{bob, eve, out} {
		if strings.Contains(who.get(game, 200).body, "pins") {
			t.Error("others read a private note")
		}
	}
	mark := store.WordsMark("he likes <i>pins</i>")
	ann.get(game, 200).holds(t, `name="seen" value="`+mark+`"`)
	other := ann.post(game+"/note", 422, "note", "from another window", "seen", "")
	other.says(t, "Your note has changed since you opened this page", "What is kept now: he likes")
	other.holds(t, "from another window</textarea>", `name="seen" value="`+mark+`"`, "he likes &lt;i&gt;pins&lt;/i&gt;</p>")
	if strings.Contains(ann.post(game+"/note", 422, "note", strings.Repeat("y", 20001), "seen", mark).words(), "What is kept now") {
		t.Error("the note is said to have changed")
	}
	ann.post(game+"/note", 303, "note", " \r\n ", "seen", mark)
	page := ann.get(game, 200)
	if page.says(t, "Your note is empty now."); strings.Contains(page.body, "pins") {
		t.Error("a note cannot be emptied")
	}
}

// What was typed before having to sign in is there afterwards.
func TestWordsWaitForTheSignIn(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob, "e4")
	back := func(path string, fields ...string) answer {
		t.Helper()
		ann.post("/signout", 303)
		to := ann.post(game+path, 303, fields...).where()
		next, err := url.Parse(to)
		if err != nil {
			t.Fatal(err)
		}
		return ann.get(ann.post("/signin", 303, "login", "Ann", "password", password, "next", next.Query().Get("next")).where(), 200)
	}
	back("/messages", "message", "half a page").holds(t, "half a page</textarea>")
	ann.post(game+"/messages", 303, "message", "half a page")
	if strings.Contains(ann.get(game, 200).body, "half a page</textarea>") {
		t.Error("a message that was sent is still in its field")
	}
	back("/note", "note", "a pin").holds(t, "a pin</textarea>")
	back("/plan", "ply", "1", "line", "e7e5.g1f3").holds(t, `value="e7e5.g1f3"`, "Keep this line")
}

func TestRemarkAndHide(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob)
	ann.post(game+"/remark", 422, "remark", "too early").says(t, "after its end")
	ann.post(game+"/hide", 422, "hide", "yes").says(t, "Only a finished game")
	ann.post(game+"/resign", 303, "ply", "0")
	if strings.Contains(out.get(game, 200).words(), "What the players say") {
		t.Error("nobody has said anything")
	}
	ann.post(game+"/remark", 303, "remark", "Too short a game\nto say much")
	for _, who := range []*person{ann, bob, eve, out} {
		who.get(game, 200).holds(t, "What the players say", "Too short a game<br>to say much")
	}
	eve.post(game+"/remark", 403, "remark", "x")
	other := ann.post(game+"/remark", 422, "remark", "from another window", "seen", "")
	other.says(t, "Your comment has changed since you opened this page", "What is kept now: Too short a game")
	mark := store.WordsMark("Too short a game\nto say much")
	other.holds(t, "from another window</textarea>", `name="seen" value="`+mark+`"`)
	ann.post(game+"/remark", 303, "remark", "  \r\n ", "seen", mark)
	ann.get(game, 200).says(t, "Your comment is gone: nothing of yours stands below the moves.")
	if strings.Contains(out.get(game, 200).body, "Too short") {
		t.Error("a remark cannot be taken away")
	}
	ann.post(game+"/hide", 303, "hide", "yes")
	ann.get(game, 200).says(t, "hidden from your own list", "Show it in my list again")
	bob.get(game, 200).says(t, "Hide this game from my list")
	ann.post(game+"/hide", 303, "hide", "no")
	ann.get(game, 200).says(t, "Hide this game from my list")
}

func TestRematch(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	game := w.chess(ann, bob)
	ann.post(game+"/rematch", 422).says(t, "when the game is over")
	ann.post(game+"/resign", 303, "ply", "0")
	eve.post(game+"/rematch", 403)
	out.post(game+"/rematch", 303)
	ann.get(game, 200).says(t, "Offer a rematch, with colours changed")
	for range 2 {
		if to := ann.post(game+"/rematch", 303).where(); to != game {
			t.Errorf("an offer leads to %s", to)
		}
	}
	ann.get(game, 200).says(t, "You have offered a rematch with colours changed, and Bob has not answered yet.")
	bob.get(game, 200).says(t, "Ann offers a rematch", "Accept the rematch")
	for _, who := range []*person{eve, out} {
		if strings.Contains(strings.ToLower(who.get(game, 200).words()), "rematch") {
			t.Error("others are told of the offer")
		}
	}
	next := bob.post(game+"/rematch", 303).where()
	if g := w.state(next); g.Seats[0].Name != "Bob" || g.Seats[1].Name != "Ann" || g.Variant != "chess" {
		t.Errorf("the rematch is %+v", g)
	}
	bob.get(next, 200).says(t, "The rematch has begun", "Your move")
	ann.get(game, 200).holds(t, `href="`+next+`"`, "The rematch has been agreed on")
}

func TestRematchDeclined(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.chess(ann, bob)
	ann.post(game+"/resign", 303, "ply", "0")
	ann.post(game+"/rematch", 303)
	i, err := w.store.RematchOf(t.Context(), w.state(game).ID)
	if err != nil {
		t.Fatal(err)
	}
	bob.post("/invitations/"+i.Token+"/decline", 303)
	page := ann.get(game, 200)
	page.says(t, "Bob has declined your rematch.")
	if strings.Contains(page.words(), "Offer a rematch") {
		t.Error("a rematch that was declined is offered once more")
	}
	bob.get(game, 200).says(t, "Offer a rematch")
}
