package store

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"postrider/rules"
)

// address is where the side to move sends its move now.
func (m *match) address() string {
	g := m.game(m.id)
	return m.ReplyAddress(&g, g.Turn)
}

// receive takes a mail in that is not there yet, and wants that fate and, if the words are any, that refusal.
func (m *match) receive(address, first, comment, fate string, words ...string) Received {
	m.t.Helper()
	r, again, err := m.Receive(m.ctx(), address, Incoming{MessageID: newID() + "@mail.example", First: first, Comment: comment})
	must(m.t, err)
	if again || r.Fate != fate {
		m.t.Fatalf("%q: %+v (again %v), want the fate %q", first, r, again, fate)
	}
	for _, word := range words {
		if !strings.Contains(r.Refusal, word) {
			m.t.Fatalf("%q is refused by %q, which lacks %q", first, r.Refusal, word)
		}
	}
	return r
}

func TestReplyAddress(t *testing.T) {
	m := newMatch(t, chess(""))
	address := m.address()
	if !regexp.MustCompile(`^m-[a-z2-7]{55}$`).MatchString(address) {
		t.Fatalf("the address is %q", address)
	}
	for _, same := range []string{address, strings.ToUpper(address)} {
		if game, err := m.FindReply(m.ctx(), same); err != nil || game != m.id {
			t.Errorf("%s belongs to %q (%v)", same, game, err)
		}
	}
	g := m.game(m.id)
	if other := m.ReplyAddress(&g, rules.Black); other != "" {
		t.Errorf("who is not to move has the address %s", other)
	}
	wrongs := []string{"", "m-", address[:40], "b-" + address[2:], m.BounceAddress(3), "m-ß", strings.Repeat("a", 1000)}
	for i := range address { // no letter of it can be changed
		forged := []byte(address)
		forged[i] = map[bool]byte{true: 'b', false: 'a'}[forged[i] == 'a']
		wrongs = append(wrongs, string(forged))
	}
	for _, of := range []string{address, m.BounceAddress(3)} { // nor is any added, or another one that is small in Unicode
		wrongs = append(wrongs, of+"a", of+"aa", of+"=", of+"\n", strings.Replace(of, "k", "\u212A", 1)+strings.Repeat("a", 1-min(1, strings.Count(of, "k"))))
	}
	for _, wrong := range wrongs {
		if id, err := m.FindBounce(wrong); err == nil && wrong != m.BounceAddress(3) {
			t.Errorf("%q takes bounces of mail %d", wrong, id)
		}
		_, err := m.FindReply(m.ctx(), wrong)
		wantErr(t, err, ErrNotFound)
		_, _, err = m.Receive(m.ctx(), wrong, Incoming{First: "e4"})
		wantErr(t, err, ErrNotFound)
	}
	if _, err := m.FindBounce(address); err == nil {
		t.Error("a reply address takes bounces")
	}
	elsewhere := newMatch(t, chess(""))
	_, err := elsewhere.FindReply(m.ctx(), address)
	wantErr(t, err, ErrNotFound)
	for _, n := range []int64{0, 1, 1 << 40} {
		if got, err := m.FindBounce(strings.ToUpper(m.BounceAddress(n))); err != nil || got != n {
			t.Errorf("the bounce address of %d is read as %d (%v)", n, got, err)
		}
	}
	must(t, m.DeleteAccount(m.ctx(), m.players[0].ID))
	_, err = m.FindReply(m.ctx(), address)
	wantErr(t, err, ErrNotFound)
	_, _, err = m.Receive(m.ctx(), address, Incoming{First: "e4"})
	wantErr(t, err, ErrNotFound)
}

// TestReadOrder: words of an order are the whole line; prose that has one in it is none.
func TestReadOrder(t *testing.T) {
	for line, want := range map[string]order{
		"": {}, "Nf3": {deed: "move", move: "Nf3"}, "  12.  Nf3 ": {deed: "move", move: "12. Nf3"},
		"resign": {deed: "resign"}, "I resign.": {deed: "resign"}, "*Resign*": {deed: "resign"}, "“I RESIGN THE GAME!”": {deed: "resign"}, "Resign?": {deed: "resign", asks: true},
		"accept?!": {deed: "accept", asks: true}, "“decline draw?”": {deed: "decline", what: "draw", asks: true}, "Claim?": {deed: "claim", asks: true},
		"draw": {deed: "draw"}, "Draw?": {deed: "draw"}, "I offer a draw": {deed: "draw"}, "draw offer": {deed: "draw"},
		"accept": {deed: "accept"}, "I accept.": {deed: "accept"}, "I accept the draw": {deed: "accept", what: "draw"}, "Agreed!": {deed: "accept"},
		"agree to the take back": {deed: "accept", what: "takeback"}, "accept pause": {deed: "accept", what: "pause"}, "accept your request": {deed: "accept"},
		"decline": {deed: "decline"}, "I refuse the takeback": {deed: "decline", what: "takeback"}, "claim": {deed: "claim"}, "I claim a draw.": {deed: "claim"},
		"Nf3 draw": {deed: "move", move: "Nf3", offer: true}, "Nf3, draw?": {deed: "move", move: "Nf3", offer: true}, "e8=Q+ and I offer a draw": {deed: "move", move: "e8=Q+", offer: true},
		"Nf3 (draw offer)": {deed: "move", move: "Nf3", offer: true}, "Nf3 (draw?)": {deed: "move", move: "Nf3", offer: true}, "resigns": {deed: "resign"},
		"Move: Nf3": {deed: "move", move: "Nf3"}, "my move is Nf3 draw": {deed: "move", move: "Nf3", offer: true}, "I play: Nf3": {deed: "move", move: "Nf3"}, "Re: Nf3": {deed: "move", move: "Re: Nf3"},
		"Nf3 (=)": {deed: "move", move: "Nf3", offer: true}, "Nf3. Draw offer": {deed: "move", move: "Nf3", offer: true},
	} {
		if got := readOrder(line); got != want {
			t.Errorf("%q is read as %+v, want %+v", line, got, want)
		}
	}
	for _, prose := range []string{"I will not resign", "resign? never", "Should I resign here?", "resigning would be early", "drawing is fun", "I could accept that, but", "do you resign?",
		"He resigned", "withdraw", "I nearly accept defeat", "claimed?", "resign ❓", "I resign 😂", "(resign)", "[accept draw]"} {
		if got := readOrder(prose); got.deed != "move" || got.move == "" {
			t.Errorf("%q is read as %+v", prose, got)
		}
	}
	for line, want := range map[string]bool{"Nf3": true, "hello": true, "": false, "resign": false, "Nf3 draw": false} {
		if OnlyMove(line) != want {
			t.Errorf("%q is only a move: %v", line, !want)
		}
	}
	if got := readOrder("I will not offer a draw"); got.deed != "move" || got.move != "I will not" {
		t.Errorf("%+v", got) // and no legal move
	}
}

func TestReceiveMove(t *testing.T) {
	m := newMatch(t, chess(""))
	first := m.address()
	r := m.receive(first, "1. e4!", "Good luck!\r\nAnn", "done")
	if r.Deed != "move" || r.Done != "1. e4" {
		t.Fatalf("%+v", r)
	}
	l := m.log()
	if l.Ply != 1 || l.Moves[0].Comment != "Good luck!\nAnn" {
		t.Fatalf("the moves are %+v", l.Moves)
	}
	list := m.mails()
	if len(list) != 2 || list[0].Kind != "move" || list[0].To != "bob@example.com" || list[1].Kind != "reply" || list[1].To != "ann@example.com" {
		t.Fatalf("the mails are %s", show(list))
	}
	kept, err := m.Received(m.ctx(), list[1].EventSeq)
	must(t, err)
	kept.ID = 0
	if kept != r {
		t.Fatalf("kept is %+v, not %+v", kept, r)
	}
	m.receive(first, "d4", "", "late")
	m.mail("reply", "ann@example.com")
	black := m.address()
	m.receive(black, "Ke7", "", "refused", "Your own pawn")
	m.mail("reply", "bob@example.com")
	m.receive(black, "", "Hello?", "empty")
	m.receive(black, "Thank you, I am out of town", "", "refused")
	m.mails()
	if m.game(m.id).Ply != 1 {
		t.Fatal("a refused mail has moved")
	}
	m.receive(black, "e5, draw?", "", "done")
	if g := m.game(m.id); g.DrawOffer != 1 || g.LastSAN != "e5" {
		t.Fatalf("%+v", g)
	}
	m.mails()
	m.receive(m.address(), "draw", "", "done") // accepts
	list = m.mails()
	m.ended("1/2-1/2", "agreement")
	if len(list) != 2 || list[0].Kind != "end" || list[1].Kind != "reply" {
		t.Fatalf("the mails are %s", show(list))
	}
	m.receive(black, "Nc6", "", "over")
}

// TestReceiveAgain: the very same mail changes nothing and is answered once, also when it comes many times at once.
func TestReceiveAgain(t *testing.T) {
	m := newMatch(t, chess(""))
	address := m.address()
	for _, id := range []string{"same@mail.example", ""} {
		var wg sync.WaitGroup
		var mu sync.Mutex
		news := 0
		for range 8 {
			wg.Go(func() {
				_, again, err := m.Receive(m.ctx(), address, Incoming{MessageID: id, First: "e4", Comment: "hello"})
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if !again {
					news++
				}
			})
		}
		wg.Wait()
		if news != 1 {
			t.Errorf("%q: taken %d times as new", id, news)
		}
	}
	if list := m.mails(); len(list) != 3 { // the move, its confirmation, and that the mail without an id is too late
		t.Errorf("the mails are %s", show(list))
	}
	if m.game(m.id).Ply != 1 {
		t.Error("it was played more than once")
	}
}

// TestReceiveAnew: another text under the same id is another mail, and so is the same text under another id, also where the id is odd.
func TestReceiveAnew(t *testing.T) {
	m := newMatch(t, chess(""))
	address := m.address()
	for _, c := range []struct {
		id, first, comment string
		again              bool
	}{
		{"1@x", "Nf4", "", false}, {"1@x", "Nf4", "Sorry.", false}, {"1@x", "Nf4", "", true}, {"a b", "Nf4", "", false}, {"ä@x", "Nf4", "", false}, {"ä@x", "Nf4", "", true},
		{strings.Repeat("x", 300), "Nf4", "", false}, {"", "Nf4", "", false}, {"", "Nf4", "", true}, {"1@x", "Nf3", "", false}, {"1@x", "Nf3", "", true},
	} {
		_, again, err := m.Receive(m.ctx(), address, Incoming{MessageID: c.id, First: c.first, Comment: c.comment})
		must(t, err)
		if again != c.again {
			t.Errorf("%+v: again is %v", c, again)
		}
	}
	if m.game(m.id).Ply != 1 {
		t.Error("the corrected move is not played")
	}
}

// TestReceiveAcceptsWhatTheMailKnew: what the opponent has put in the place of a request is not what an answer to its mail accepts.
func TestReceiveAcceptsWhatTheMailKnew(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4")
	withdraw := func(kind string) {
		t.Helper()
		must(t, m.Answer(m.ctx(), m.deed(rules.White), kind, false))
	}
	m.ask(rules.White, Pause, 3)
	short := m.address()
	withdraw(Pause)
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White)))
	for _, words := range []string{"accept", "I agree", "accept draw"} {
		m.receive(short, words, "", "refused", "Ann offers a draw only since", "“accept draw”")
	}
	m.receive(short, "decline", "", "refused", "“decline draw”")
	m.receive(short, "accept pause", "", "refused", "no pause")
	m.mails()
	m.ask(rules.White, Pause, 90)
	long := m.address()
	m.receive(short, "accept pause", "", "refused", "Ann asks for a pause of 90 days only since", "“accept pause”")
	m.receive(short, "accept", "", "refused", "offers a draw", "asks for a pause of 90 days")
	m.receive(long, "accept", "", "refused", "“accept draw” or “accept pause”")
	must(t, m.DeclineDraw(m.ctx(), m.deed(rules.Black)))
	page := m.deed(rules.Black)
	withdraw(Pause)
	must(t, m.tryToAsk(rules.White, Pause, 60))
	wantErr(t, m.Answer(m.ctx(), page, Pause, true), ErrStale) // nor is what an old page shows
	if r := m.receive(m.address(), "accept", "", "done"); r.Done != Pause {
		t.Fatalf("%+v", r)
	}
}

// TestReceiveAfterTakeback: the ply is the same again, the address is another one.
func TestReceiveAfterTakeback(t *testing.T) {
	m := newMatch(t, chess(""))
	before := m.address()
	m.play("e4")
	m.ask(rules.White, Takeback, 1)
	m.mails()
	r := m.receive(m.address(), "accept", "No problem.", "done")
	if r.Done != "takeback" || m.game(m.id).Ply != 0 {
		t.Fatalf("%+v, %+v", r, m.game(m.id))
	}
	list := m.mails()
	if len(list) != 3 || list[0].Kind != "granted" || list[1].Kind != "message" || list[2].Kind != "reply" {
		t.Fatalf("the mails are %s", show(list))
	}
	if now := m.address(); now == before {
		t.Fatal("the address is the same")
	}
	m.receive(before, "d4", "", "late")
	if m.game(m.id).Ply != 0 {
		t.Fatal("the old address is alive")
	}
	m.receive(m.address(), "d4", "", "done")
}

func TestReceiveAccept(t *testing.T) {
	m := newMatch(t, chess(""))
	m.receive(m.address(), "accept", "", "refused", "Bob offers nothing")
	m.receive(m.address(), "accept draw", "", "refused", "no draw")
	m.receive(m.address(), "resign?", "", "refused", "a question", "“resign” without one")
	m.mails()
	m.play("e4")
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White)))
	m.mails()
	m.ask(rules.White, Takeback, 1)
	m.receive(m.address(), "accept", "", "refused", "“accept draw” or “accept takeback”")
	m.receive(m.address(), "decline takeback", "", "done")
	if r := m.receive(m.address(), "I decline", "", "done"); r.Done != "draw" {
		t.Fatalf("%+v", r)
	}
	if g := m.game(m.id); g.DrawOffer != -1 || len(m.log().Requests) != 0 {
		t.Fatalf("%+v", g)
	}
	m.receive(m.address(), "claim", "", "refused", "no draw to claim")
	if r := m.receive(m.address(), "draw", "", "done"); r.Done != "offer" || m.game(m.id).DrawOffer != 1 {
		t.Fatalf("%+v", r)
	}
	m.receive(m.address(), "resign", "Well played.", "done")
	m.ended("1-0", "resignation")
	messages, err := m.Messages(m.ctx(), m.id, m.players[0].ID)
	must(t, err)
	if len(messages) != 1 || messages[0].Text != "Well played." || messages[0].Side != rules.Black {
		t.Fatalf("the messages are %+v", messages)
	}
}

func TestReceiveLongWords(t *testing.T) {
	m := newMatch(t, chess(""))
	r := m.receive(m.address(), "e4", strings.Repeat("é", CommentLetters+1), "done")
	if !strings.Contains(r.Note, "5000 letters") || m.log().Moves[0].Comment != strings.Repeat("é", CommentLetters) {
		t.Fatalf("%+v", r)
	}
	must(t, m.Block(m.ctx(), m.players[0].ID, "Bob"))
	r = m.receive(m.address(), "draw", "bad\xffbytes\x00 and words", "done")
	if !strings.Contains(r.Note, "takes no messages") {
		t.Fatalf("%+v", r)
	}
	m.receive(m.address(), strings.Repeat("e4", 1000)+"\x00\xff", "", "refused")
}

func TestReceiveAfterTheDeadline(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4", "e5")
	address := m.address()
	m.pass(3*24*time.Hour + time.Second)
	m.receive(address, "Nf3", "", "over", "ran out")
	m.ended("0-1", "time")
	m.receive(address, "Nf3", "", "over")
}

// TestReceiveAnswersEnd: two programs that answer each other come to an end, and whoever writes has one day later another try.
func TestReceiveAnswersEnd(t *testing.T) {
	m := newMatch(t, chess(""))
	for n := range 2 * repliesADay {
		m.receive(m.address(), fmt.Sprint("We have got your mail, number ", n), "", "refused")
	}
	if list := m.mails(); len(list) != repliesADay {
		t.Errorf("%d answers", len(list))
	}
	m.receive(m.address(), "draw", "", "done") // is told so all the same
	if list := m.mails(); len(list) != 2 || list[1].Kind != "reply" {
		t.Errorf("the mails are %s", show(list))
	}
	m.receive(m.address(), "draw", "", "refused")
	m.noMail()
	m.pass(25 * time.Hour)
	m.receive(m.address(), "again", "", "refused")
	m.mail("reply", "ann@example.com")
	m.pass(31 * 24 * time.Hour)
	must(t, m.tidy(m.ctx()))
	_, err := m.Received(m.ctx(), 1)
	wantErr(t, err, ErrNotFound)
}

// TestReceiveHostileID: what cannot stand in a header is not kept.
func TestReceiveHostileID(t *testing.T) {
	m := newMatch(t, chess(""))
	for _, id := range []string{"a>\r\nBcc: x@example.net", "a b", "ä@x", "=?utf-8?q?=0d=0aBcc:x?=@x", strings.Repeat("x", 300)} {
		r, _, err := m.Receive(m.ctx(), m.address(), Incoming{MessageID: id, First: "no move " + id})
		must(t, err)
		if r.MessageID != "" {
			t.Errorf("%q is kept", r.MessageID)
		}
	}
}
