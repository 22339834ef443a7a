package mail

import (
	"fmt"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"postrider/rules"
	"postrider/store"
)

// TestMoveByMail goes the whole way: Ann's move is mailed to Bob through a relay, Bob answers that mail to the server, his move stands, and both get the right mail.
func TestMoveByMail(t *testing.T) {
	relay := listen(t, "", nil, false)
	w := newWorld(t, "smtp://"+relay.addr)
	in := w.takesMail(InboundOptions{Limits: true}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(game, "e4")
	w.run()
	first := w.arrives(relay, "Bob")
	if !strings.HasPrefix(first.from, "b-") || !strings.HasSuffix(first.from, "@"+inDomainName) {
		t.Errorf("bounces go to %s", first.from)
	}
	mail := takeApart(t, first.raw)
	to, err := mail.header.AddressList("Reply-To")
	if err != nil || len(to) != 1 || to[0].Name != "Ann via Postrider" || len(strings.Split(to[0].Address, "@")[0]) > 64 {
		t.Fatalf("Reply-To: %v, %v", to, err)
	}
	mail.says(t, "Or answer this mail: the move in its first line (like Na6; “Na6 draw” offers a draw with it; or resign), words for Ann below it.")
	w.must(in.send(t, "bob.private@phone.example", to[0].Address, letterTo(to[0].Address, "answer-1@phone.example", "1... e5\r\n\r\nGreetings from the train — Bob")))
	if g := w.state(game); g.Ply != 2 || g.LastSAN != "e5" {
		t.Fatalf("%+v", g)
	}
	got := map[string]taken{}
	for range 2 {
		select {
		case m := <-relay.news:
			got[m.to] = takeApart(t, m.raw)
		case <-time.After(patience):
			t.Fatal("a mail is missing")
		}
	}
	toAnn, toBob := got["ann@example.com"], got["bob@example.com"]
	if toAnn.subject != "Bob: 1… e5 (Chess)" || toAnn.header.Get("Reply-To") == "" {
		t.Errorf("to Ann: %q, %v", toAnn.subject, toAnn.header)
	}
	toAnn.says(t, "Greetings from the train — Bob")
	if toBob.subject != "Your game with Ann: you played 1… e5 (Chess)" || toBob.header.Get("Reply-To") != "" || toBob.header.Get("Auto-Submitted") != "auto-replied" ||
		toBob.header.Get("In-Reply-To") != "<answer-1@phone.example>" || !strings.HasSuffix(toBob.header.Get("References"), " <answer-1@phone.example>") {
		t.Errorf("to Bob: %q, %v", toBob.subject, toBob.header)
	}
	toBob.says(t, "You played 1… e5", "It is Ann's turn.")
	if board := toBob.board(); len(board) != 8 || board[4] != ".:.:p:.:" && !strings.Contains(board[4]+board[3], "p") {
		t.Errorf("the board is %q", board)
	}
}

// TestAnswersNotMeant: a sign behind a word, or brackets around it, keep it from being an order, and some signs keep a move from being one.
func TestAnswersNotMeant(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	to := w.replyTo(game)
	for n, text := range []string{"resign ❓", "I resign 😂", "(resign)", "draw 🙃", "e4 ❌", "e4 🚫", "e4⬆", "e4 ✕", "e4 ☒", "e4 🛑", "e4 👎", "e4 ↩"} {
		w.must(in.send(t, "x@mail.example", to, letterTo(to, fmt.Sprintf("%d@mail.example", n), text)))
		w.mail("reply").says(t, "Your move was not played", text)
	}
	if g := w.state(game); g.Over() || g.Ply != 0 || g.DrawOffer >= 0 {
		t.Errorf("%+v", g)
	}
}

// TestAnswers: everything is answered, to the player's own address, with what came of it.
func TestAnswers(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	n := 0
	send := func(to, text string) {
		t.Helper()
		n++
		w.must(in.send(t, "x@mail.example", to, letterTo(to, fmt.Sprintf("%d@mail.example", n), text)))
	}
	first := w.replyTo(game)
	send(first, "Nf9")
	m := w.mail("reply")
	m.says(t, "Your move was not played", "“Nf9” cannot be read as a move.", "You can play:", "Na3, Nc3", "Or answer this mail", "It is your turn.")
	if reply := m.header.Get("Reply-To"); !strings.Contains(reply, strings.Split(first, "@")[0]) {
		t.Errorf("Reply-To: %s", reply)
	}
	send(first, "I resign, well played")
	w.mail("reply").says(t, "Your move was not played", "The move is read from the first line of your mail. If you mean “resign”, write that word alone in it.")
	send(first, "\r\n> quoted")
	w.mail("reply").says(t, "We found no move in your mail", "like Na3", "above what your mail program quotes")
	send(first, "e4\r\n"+strings.Repeat("long ", 1200))
	w.mail("move")
	w.mail("reply").says(t, "You played 1. e4", "5000 letters", "With it you wrote", "It is Bob's turn.")
	send(first, "d4")
	w.mail("reply").says(t, "Your mail came too late", "1. e4 has been played", "Nothing was done.")
	w.play(game, "e5", "Nf3", "Nc6", "Bb5")
	w.mail("move")
	send(w.replyTo(game), "Nge8")
	w.mail("reply").says(t, "Your move was not played", "You wrote “Nge8”.", "Knight g8", "Nge7, Nf6, Nh6")
	send(w.replyTo(game), "draw")
	w.mail("offer")
	w.mail("reply").says(t, "You offered a draw", "Ann has been told", "write both in one line", "It is your turn.")
	w.do(w.store.DeclineDraw, game, ann)
	send(w.replyTo(game), "I resign\r\nThank you")
	w.mail("end")
	w.mail("message").says(t, "Thank you")
	w.mail("reply").says(t, "You resigned", "White wins, 1-0.")
	send(first, "d4")
	w.mail("reply").says(t, "The game is over", "Nothing was done.")
	w.empty()
}

// TestAnswerToARequest accepts a takeback by mail; the address from before is dead, although the ply is the same again.
func TestAnswerToARequest(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	before := w.replyTo(game)
	w.play(game, "e4")
	w.mail("move")
	w.do(ask(w.store, store.Takeback, 1), game, ann)
	asked := w.mail("asked")
	asked.says(t, "or accept, decline or resign")
	to, err := netmail.ParseAddress(asked.header.Get("Reply-To"))
	w.must(err)
	w.must(in.send(t, "", to.Address, letterTo(to.Address, "auto@x", "accept"))) // from nobody: no person
	w.empty()
	w.must(in.send(t, "b@mail.example", strings.ToUpper(to.Address), letterTo(to.Address, "1@x", "Accept!")))
	w.mail("granted")
	w.mail("reply").says(t, "You agreed to the takeback", "It is Ann's turn.")
	w.must(in.send(t, "a@mail.example", before, letterTo(before, "2@x", "d4")))
	w.mail("reply").says(t, "Your mail came too late", "moves were taken back")
	if g := w.state(game); g.Ply != 0 {
		t.Errorf("%+v", g)
	}
}

// TestDeclineAndClaimByMail: who declines is told whose turn it is, and who may claim, by which word.
func TestDeclineAndClaimByMail(t *testing.T) {
	w := newWorld(t, "")
	in := w.takesMail(InboundOptions{}, nil)
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(game, strings.Fields("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")...)
	w.mail("move")
	w.do(w.store.OfferDraw, game, ann)
	to, err := netmail.ParseAddress(w.mail("offer").header.Get("Reply-To"))
	w.must(err)
	w.must(in.send(t, "b@mail.example", to.Address, letterTo(to.Address, "1@x", "decline")))
	w.mail("reply").says(t, "You declined a draw", "It is your turn.", "Your move is due in 3 days")
	w.play(game, "Ng8")
	m := w.mail("move")
	m.says(t, "you may claim a draw by answering this mail with “claim”, or on the game's page")
	to, err = netmail.ParseAddress(m.header.Get("Reply-To"))
	w.must(err)
	w.must(in.send(t, "a@mail.example", to.Address, letterTo(to.Address, "2@x", "claim")))
	w.mail("end")
	w.mail("reply").says(t, "You claimed a draw")
}

// TestReplyNamesWhatWaits: who can answer is told what "accept" would accept, in every mail.
func TestReplyNamesWhatWaits(t *testing.T) {
	w := newWorld(t, "")
	w.p.domain = inDomainName
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.do(ask(w.store, store.Pause, 3), game, ann)
	w.mail("asked")
	w.play(game, "e4")
	w.mail("move").says(t, "accept, decline or resign", "Ann asks for a pause of 3 days: “accept pause” says that you agree.")
	w.do(w.store.OfferDraw, game, ann)
	w.mail("offer").says(t, "Ann offers a draw, and asks for a pause of 3 days: “accept draw” or “accept pause” says that you agree.", "if you move, the offer lapses")
	w.do(w.store.DeclineDraw, game, bob)
	w.do(w.store.OfferDraw, game, bob)
	w.mail("offer").says(t, "it stands until Bob moves") // whose turn it is
}

// TestWhoMayReply: only a mail to somebody who is to move can be answered with the move, and only where mail comes in.
func TestWhoMayReply(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	check := func(kind string, can bool) {
		t.Helper()
		m := w.mail(kind)
		if got := m.header.Get("Reply-To") != ""; got != can || strings.Contains(m.text, "Or answer this mail") != can {
			t.Errorf("a mail of the kind %q has Reply-To %q:\n%s", kind, m.header.Get("Reply-To"), m.text)
		}
	}
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(game, "e4")
	check("move", false) // no mail comes in
	w.p.domain = inDomainName
	w.play(game, "e5")
	check("move", true)
	w.do(w.store.OfferDraw, game, bob)
	check("offer", true)
	w.do(w.store.DeclineDraw, game, ann)
	w.do(w.store.OfferDraw, game, ann) // on her own turn: Bob is not to move
	check("offer", false)
	w.must(w.store.Write(t.Context(), game, bob.id, "Hello"))
	check("message", false)
	w.turn(3*24*time.Hour - time.Hour)
	w.must(w.store.Sweep(t.Context()))
	check("reminder", true)
	w.do(w.store.Resign, game, ann)
	check("end", false)
	inv, err := w.store.Invite(t.Context(), ann.id, store.Terms{Variant: "chess", Side: "white", Clock: store.DaysAMove(3)}, "", "")
	w.must(err)
	_, err = w.store.Accept(t.Context(), inv.Token, bob.id)
	w.must(err)
	check("accepted", true)
}

// TestChoicesOfEveryGame: in every game a move is given for example, and a list of what is legal.
func TestChoicesOfEveryGame(t *testing.T) {
	for _, v := range rules.Variants() {
		start := v.Start()
		if example := (match{variant: v, start: start, now: start}).example(); example == "" {
			t.Errorf("%s has no example", v.Key())
		} else if _, err := start.Parse(example); err != nil {
			t.Errorf("%s: %v", v.Key(), err)
		}
		if list := choices(start); len(list) > 60 || len(fmt.Sprint(list)) > 3000 {
			t.Errorf("%s: the list is too long to be read: %d men, %d letters", v.Key(), len(list), len(fmt.Sprint(list)))
		}
		listed := 0
		for _, p := range []rules.Position{start, v.Sample()} {
			for _, c := range choices(p) {
				listed += strings.Count(c.Moves, ",") + 1
				if len(c.Moves) == 0 || c.Of != "" && !strings.Contains(c.Of, " ") {
					t.Errorf("%s: %+v", v.Key(), c)
				}
			}
		}
		if listed < 20 {
			t.Errorf("%s: %d moves", v.Key(), listed)
		}
	}
}

// TestAnswerBelowOurs: below a mail of ours whose lines are not marked nothing is read: its end may be missing, and a comment look like it.
func TestAnswerBelowOurs(t *testing.T) {
	w := newWorld(t, "")
	w.takesMail(InboundOptions{}, nil)
	game := w.game(w.join("Ann"), w.join("Bob"), store.Terms{Variant: "chess"})
	w.play(game, "e4")
	m := w.mail("move")
	text := "-----Original Message-----\r\nFrom: Ann via Postrider <m-abc@play.example.org>\r\nSent: Monday, November 30, 2026 6:00 AM\r\nTo: bob@example.com\r\nSubject: x\r\n\r\n" + m.text
	_, page, _ := strings.Cut(m.html, "<body")
	_, page, _ = strings.Cut(page, ">")
	page = `<div id="divRplyFwdMsg"><b>From:</b> Ann via Postrider<br><b>Sent:</b> Monday</div>` + page
	for _, c := range []struct{ kind, above, below, first string }{
		{"plain", "", "\r\n\r\ne5\r\nok\r\n", ""}, {"plain", "", "", ""}, {"plain", "c5\r\nok\r\n\r\n", "\r\n\r\ne5\r\n", "c5"},
		{"html", "", "<div>e5</div><div>ok</div>", ""}, {"html", "", "", ""}, {"html", "<p>c5</p><p>ok</p>", "<p>e5</p>", "c5"},
	} {
		quoted := map[string]string{"plain": text, "html": page}[c.kind]
		r, err := ReadReply(strings.NewReader("Content-Type: text/" + c.kind + "; charset=utf-8\r\n\r\n" + c.above + quoted + c.below))
		if err != nil || r.First != c.first || (r.Comment != "ok") != (c.first == "") {
			t.Errorf("%s, %q above and %q below: %q, %q, %v", c.kind, c.above, c.below, r.First, r.Comment, err)
		}
	}
}
