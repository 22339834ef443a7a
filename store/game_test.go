package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"postrider/rules"
)

// match is a game of two in a test.
type match struct {
	*world
	id      string
	players [2]Player
}

func newMatch(t *testing.T, terms Terms) *match {
	t.Helper()
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	return &match{world: w, id: w.start(ann, bob, terms), players: [2]Player{ann, bob}}
}

func chess(fen string) Terms { return Terms{Variant: "chess", FEN: fen, Days: 3, Side: "white"} }

// deed is one that a side does with the present page before it.
func (m *match) deed(side rules.Side) Deed {
	g := m.game(m.id)
	return Deed{Game: m.id, Player: m.players[side].ID, Ply: g.Ply, Seq: g.Seq}
}

// play plays the moves one after the other, from the side to move on; the opponent gets exactly one mail for each.
func (m *match) play(moves ...string) Move {
	m.t.Helper()
	var last Move
	for _, text := range moves {
		side := m.game(m.id).Turn
		var err error
		last, err = m.Play(m.ctx(), m.deed(side), text, "", false)
		must(m.t, err)
		m.mail(map[bool]string{false: "move", true: "end"}[m.over()], m.players[side.Other()].Email)
	}
	return last
}

func (m *match) over() bool { g := m.game(m.id); return g.Over() }

// ended wants the game to have ended so, and nothing more to be possible in it.
func (m *match) ended(result, reason string) {
	m.t.Helper()
	g := m.game(m.id)
	if !g.Over() || g.Result != result || g.Reason != reason || g.DeadlineAt != 0 || g.EndedAt != m.clock().Unix() || g.DrawOffer != -1 || g.Claim != "" {
		m.t.Fatalf("the game is %+v; want it ended %s, %s", g, result, reason)
	}
	m.mails()
	for side := range rules.Side(2) {
		d := m.deed(side)
		_, err := m.Play(m.ctx(), d, "a2a3", "", false)
		for what, err := range map[string]error{"play": err, "resign": m.Resign(m.ctx(), d), "offer": m.OfferDraw(m.ctx(), d),
			"accept": m.AcceptDraw(m.ctx(), d), "decline": m.DeclineDraw(m.ctx(), d), "claim": m.ClaimDraw(m.ctx(), d)} {
			var said *Invalid
			if !errors.As(err, &said) {
				m.t.Errorf("%s after the end: %v", what, err)
			}
		}
	}
	if again := m.game(m.id); again != g {
		m.t.Errorf("deeds after the end changed %+v to %+v", g, again)
	}
	m.noMail()
}

func TestPlay(t *testing.T) {
	m := newMatch(t, chess(""))
	m.pass(time.Hour)
	move, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", " hi\r\nBob ", false)
	must(t, err)
	at := begin.Unix() + 3600
	if move.Ply != 1 || move.Text != "e2e4" || move.SAN != "e4" || move.At != at || move.Comment != "hi\nBob" || move.Side != rules.White {
		t.Fatalf("played %+v", move)
	}
	if mail := m.mail("move", "bob@example.com"); mail.Game != m.id || mail.Side != rules.Black || mail.EventSeq != 2 || mail.PlayerID != m.players[1].ID {
		t.Fatalf("the mail is %+v", mail)
	}
	m.play("e7e5", "g1f3")
	g := m.game(m.id)
	if g.Ply != 3 || g.Seq != 4 || g.Turn != rules.Black || g.LastSAN != "Nf3" || g.LastAt != at || g.DeadlineAt != at+3*86400 || g.FEN[:8] != "rnbqkbnr" {
		t.Fatalf("the game is %+v", g)
	}
	for viewer, comment := range map[int64]string{m.players[0].ID: "hi\nBob", m.players[1].ID: "hi\nBob", 0: "", 99: ""} {
		for range 2 { // the second comes from the cache
			l, err := m.Log(m.ctx(), m.id, viewer)
			must(t, err)
			if len(l.Moves) != 3 || l.Moves[0].Comment != comment || len(l.Events) != 4 || l.Events[0].Kind != "start" || l.Events[3].Ply != 3 || l.Game != g {
				t.Fatalf("the log for %d is %+v", viewer, l)
			}
		}
	}
	if mail, err := m.LastMail(m.ctx(), m.id, rules.Black); err != nil || mail.Kind != "move" || mail.EventSeq != 4 || mail.Status != "sent" {
		t.Fatalf("the last mail to Black is %+v, %v", mail, err)
	}
	_, err = m.Log(m.ctx(), "nothing", 0)
	wantErr(t, err, ErrNotFound)
	v, err := m.Variant(m.ctx(), g.Definition)
	must(t, err)
	if v.Key() != "chess" || g.VariantTitle != v.Title() {
		t.Fatalf("the variant is %s, %s", v.Key(), v.Title())
	}
}

func TestPlayRefused(t *testing.T) {
	m := newMatch(t, chess(""))
	eve := m.join("Eve")
	d := m.deed(rules.White)
	before := m.game(m.id)
	play := func(d Deed, text, comment string) error {
		_, err := m.Play(m.ctx(), d, text, comment, true)
		return err
	}
	wantErr(t, play(Deed{"nothing", d.Player, 0, -1}, "e2e4", ""), ErrNotFound)
	wantErr(t, play(Deed{m.id, eve.ID, 0, -1}, "e2e4", ""), ErrForbidden)
	wantErr(t, play(Deed{m.id, 0, 7, -1}, "e2e4", ""), ErrForbidden)
	for _, stale := range []Deed{{m.id, d.Player, 1, -1}, {m.id, d.Player, -1, -1}, {m.id, d.Player, 7, -1}, {m.id, d.Player, 0, 0}, {m.id, d.Player, 0, 2}} {
		wantErr(t, play(stale, "e2e4", ""), ErrStale)
		wantErr(t, m.Resign(m.ctx(), stale), ErrStale)
		wantErr(t, m.OfferDraw(m.ctx(), stale), ErrStale)
	}
	wantInvalid(t, play(m.deed(rules.Black), "e7e5", ""), "move", "Ann's turn")
	for _, text := range []string{"", "e2e5", "Qxh9", strings.Repeat("x", 5000), "🐴", "\x00", "\xff"} {
		wantInvalid(t, play(d, text, ""), "move")
	}
	wantInvalid(t, play(d, "e2e4", "\x00"), "comment")
	wantInvalid(t, play(d, "e2e4", strings.Repeat("x", 5001)), "comment", "5001")
	wantErr(t, m.Resign(m.ctx(), Deed{m.id, eve.ID, 0, -1}), ErrForbidden)
	if after := m.game(m.id); after != before {
		t.Fatalf("refused moves changed %+v to %+v", before, after)
	}
	m.noMail()
}

func TestSentAgain(t *testing.T) {
	m := newMatch(t, chess(""))
	d := m.deed(rules.White)
	first, err := m.Play(m.ctx(), d, "e2e4", "twice", true)
	must(t, err)
	before := m.game(m.id)
	again, err := m.Play(m.ctx(), d, " e2-e4", "twice\r\n", true)
	must(t, err)
	if again != first || m.game(m.id) != before {
		t.Fatalf("sent again: %+v, want %+v", again, first)
	}
	m.mail("move", "bob@example.com")
	_, err = m.Play(m.ctx(), d, "d2d4", "twice", false)
	wantErr(t, err, ErrStale)
	_, err = m.Play(m.ctx(), d, "e2e4", "another comment", true)
	wantErr(t, err, ErrStale)
	_, err = m.Play(m.ctx(), d, "e2e4", "twice", false) // without the offer, which is made
	wantErr(t, err, ErrStale)
	_, err = m.Play(m.ctx(), Deed{m.id, m.players[1].ID, 0, -1}, "e2e4", "twice", false) // not the mover
	wantErr(t, err, ErrStale)
	m.pass(4 * 24 * time.Hour) // Bob's time is over; that move stands all the same
	_, err = m.Play(m.ctx(), d, "e2e4", "twice", true)
	must(t, err)
	m.noMail()
}

// TestOfferForgotten: a move without an offer, sent again with one, makes none and says so.
func TestOfferForgotten(t *testing.T) {
	m := newMatch(t, chess(""))
	d := m.deed(rules.White)
	_, err := m.Play(m.ctx(), d, "e2e4", "", false)
	must(t, err)
	_, err = m.Play(m.ctx(), d, "e2e4", "", true)
	wantErr(t, err, ErrStale)
	if g := m.game(m.id); g.DrawOffer != -1 {
		t.Errorf("the offer is %d's", g.DrawOffer)
	}
	m = newMatch(t, chess("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"))
	d = m.deed(rules.White)
	for range 2 { // a move that ends the game takes the offer with it
		_, err = m.Play(m.ctx(), d, "g5g7", "", true)
		must(t, err)
	}
	m.ended("1-0", "checkmate")
}

func TestManyAtOnce(t *testing.T) {
	m := newMatch(t, chess(""))
	for _, texts := range [][]string{{"e2e4"}, {"e7e5", "d7d5", "c7c5", "g8f6"}} {
		d := m.deed(m.game(m.id).Turn)
		errs := make([]error, 20)
		var group sync.WaitGroup
		for n := range errs {
			group.Go(func() { _, errs[n] = m.Play(m.ctx(), d, texts[n%len(texts)], "at once", false) })
		}
		group.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			} else if !errors.Is(err, ErrStale) {
				t.Error(err)
			}
		}
		if won != len(errs)/len(texts) || m.game(m.id).Ply != d.Ply+1 {
			t.Fatalf("%d of %d succeeded; the game is %+v", won, len(errs), m.game(m.id))
		}
		if list := m.mails(); len(list) != 1 {
			t.Fatalf("the mails are %s", show(list))
		}
	}
}

func TestBlackBegins(t *testing.T) {
	m := newMatch(t, chess("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"))
	if g := m.game(m.id); g.Turn != rules.Black || g.Ply != 0 {
		t.Fatalf("the game is %+v", g)
	}
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "", false)
	wantInvalid(t, err, "move", "Bob's turn")
	if move := m.play("e7e5", "e2e4"); move.Ply != 2 || move.Side != rules.White {
		t.Fatalf("White's first move is %+v", move)
	}
}

func TestEnds(t *testing.T) {
	for name, test := range map[string]struct {
		fen            string
		moves          []string
		result, reason string
	}{
		"fool's mate":   {"", []string{"f2f3", "e7e5", "g2g4", "d8h4"}, "0-1", "checkmate"},
		"stalemate":     {"7k/5Q2/8/8/8/8/8/K7 w - - 0 1", []string{"f7g6"}, "1/2-1/2", "stalemate"},
		"dead position": {"k7/8/8/8/8/8/1p6/K7 w - - 0 1", []string{"a1b2"}, "1/2-1/2", "dead position"},
		"fivefold": {"", strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
			"1/2-1/2", "repetition"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, chess(test.fen))
			m.play(test.moves...)
			l, err := m.Log(m.ctx(), m.id, 0)
			must(t, err)
			if last := l.Events[len(l.Events)-1]; last.Kind != "end" || last.Ply != len(test.moves) {
				t.Errorf("the last event is %+v", last)
			}
			m.ended(test.result, test.reason)
		})
	}
}

func TestEndSentAgain(t *testing.T) {
	m := newMatch(t, chess("7k/5Q2/8/8/8/8/8/K7 w - - 0 1"))
	d := m.deed(rules.White)
	for range 2 {
		_, err := m.Play(m.ctx(), d, "f7g6", "", true)
		must(t, err)
	}
	m.mail("end", "bob@example.com")
	m.ended("1/2-1/2", "stalemate")
}

func TestResign(t *testing.T) {
	m := newMatch(t, chess(""))
	must(t, m.Resign(m.ctx(), m.deed(rules.Black))) // on the other's turn, before a move
	m.mail("end", "ann@example.com")
	m.ended("1-0", "resignation")
	m = newMatch(t, chess(""))
	m.play("e2e4", "e7e5")
	must(t, m.Resign(m.ctx(), m.deed(rules.White)))
	m.mail("end", "bob@example.com")
	m.ended("0-1", "resignation")
}

func TestDrawByAgreement(t *testing.T) {
	m := newMatch(t, chess(""))
	wantInvalid(t, m.AcceptDraw(m.ctx(), m.deed(rules.Black)), "action", "Ann has not offered")
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "", true)
	must(t, err)
	m.mail("move", "bob@example.com")
	if g := m.game(m.id); g.DrawOffer != int(rules.White) || g.Seq != 3 {
		t.Fatalf("the game is %+v", g)
	}
	wantInvalid(t, m.AcceptDraw(m.ctx(), m.deed(rules.White)), "action", "your own")
	wantInvalid(t, m.DeclineDraw(m.ctx(), m.deed(rules.White)), "action", "your own")
	wantInvalid(t, m.OfferDraw(m.ctx(), m.deed(rules.Black)), "action", "Ann has offered")
	must(t, m.AcceptDraw(m.ctx(), m.deed(rules.Black)))
	m.mail("end", "ann@example.com")
	m.ended("1/2-1/2", "agreement")
}

func TestDrawOfferLapses(t *testing.T) {
	m := newMatch(t, chess(""))
	offered := func(want int) {
		t.Helper()
		if g := m.game(m.id); g.DrawOffer != want {
			t.Fatalf("the offer is %d, want %d", g.DrawOffer, want)
		}
	}
	fates := func(white, black string) {
		t.Helper()
		l, err := m.Log(m.ctx(), m.id, 0)
		must(t, err)
		if w, b := l.OfferFate(rules.White), l.OfferFate(rules.Black); w != white || b != black {
			t.Fatalf("of the offers it is said %q and %q, want %q and %q", w, b, white, black)
		}
	}
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.Black))) // not on turn
	fates("", "")
	m.mail("offer", "ann@example.com")
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.Black))) // a double click
	m.noMail()
	offered(1)
	m.play("e2e4") // declines
	offered(-1)
	fates("", "lapsed")
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.Black)))
	m.mail("offer", "ann@example.com")
	m.play("e7e5") // one's own move without a new offer
	offered(-1)
	fates("", "")
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White)))
	m.mail("offer", "bob@example.com")
	must(t, m.DeclineDraw(m.ctx(), m.deed(rules.Black)))
	m.noMail()
	offered(-1)
	wantInvalid(t, m.AcceptDraw(m.ctx(), m.deed(rules.Black)), "action")
	wantInvalid(t, m.OfferDraw(m.ctx(), m.deed(rules.White)), "action", "Bob has declined")
	fates("declined", "")
	m.play("g1f3")
	fates("", "")
	must(t, m.OfferDraw(m.ctx(), m.deed(rules.White)))
	must(t, m.DeclineDraw(m.ctx(), m.deed(rules.Black)))
	fates("declined", "")
	m.noMail() // the offer's mail waited, and was overtaken
	m.play("b8c6")
	fates("declined", "") // until White moves
	must(t, m.Resign(m.ctx(), m.deed(rules.White)))
	fates("", "")
}

// TestClaim plays on with what the store has kept in mind, and again without.
func TestClaim(t *testing.T) {
	t.Run("kept", func(t *testing.T) { claim(t, false) })
	t.Run("forgotten", func(t *testing.T) { claim(t, true) })
}

func claim(t *testing.T, forget bool) {
	m := newMatch(t, chess(""))
	for ply, move := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		if forget {
			m.histories.games = nil
		}
		for side := range rules.Side(2) {
			wantInvalid(t, m.ClaimDraw(m.ctx(), m.deed(side)), "action")
		}
		m.play(move)
		if claim := m.game(m.id).Claim; (claim == "repetition") != (ply == 7) {
			t.Fatalf("at ply %d the claim is %q", ply+1, claim)
		}
	}
	wantInvalid(t, m.ClaimDraw(m.ctx(), m.deed(rules.Black)), "action", "Ann's turn")
	must(t, m.ClaimDraw(m.ctx(), m.deed(rules.White)))
	m.mail("end", "bob@example.com")
	m.ended("1/2-1/2", "repetition")
}

func TestShowComments(t *testing.T) {
	m := newMatch(t, chess(""))
	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "secret", false)
	must(t, err)
	show := func(side rules.Side, allow bool) error {
		return m.ShowComments(m.ctx(), m.id, m.players[side].ID, allow)
	}
	seen := func(want string) {
		t.Helper()
		l, err := m.Log(m.ctx(), m.id, 0)
		must(t, err)
		if l.Moves[0].Comment != want {
			t.Fatalf("all see %q, want %q", l.Moves[0].Comment, want)
		}
	}
	wantInvalid(t, show(rules.White, true), "")
	must(t, m.Resign(m.ctx(), m.deed(rules.Black)))
	must(t, show(rules.White, true))
	seen("")
	must(t, show(rules.Black, true))
	must(t, show(rules.Black, true))
	seen("secret")
	must(t, show(rules.White, false))
	seen("")
	wantErr(t, m.ShowComments(m.ctx(), m.id, 99, true), ErrForbidden)
	wantErr(t, m.ShowComments(m.ctx(), "nothing", 1, true), ErrNotFound)
	l, err := m.Log(m.ctx(), m.id, 0)
	must(t, err)
	if len(l.Events) != l.Seq || l.Events[l.Seq-1].Kind != "comments" {
		t.Fatalf("the events are %+v", l.Events)
	}
}

// TestHistoriesAreBounded: long comments in many games fill no memory, and no history is lost by that.
func TestHistoriesAreBounded(t *testing.T) {
	var c historyCache
	long := Move{Comment: strings.Repeat("x", 4*commentLength)}
	for n := range 400 {
		game := fmt.Sprint(n)
		c.put(game, history{seq: 1, moves: slices.Repeat([]Move{long}, 20), events: make([]Event, 1)})
		c.grow(game, long, []Event{{Seq: 2}}, nil)
		if h, ok := c.get(game, 2); !ok || len(h.moves) != 21 || h.bytes != h.size() {
			t.Fatalf("history %d: %d moves, %d bytes", n, len(h.moves), h.bytes)
		}
	}
	bytes := 0
	for _, h := range c.games {
		bytes += h.size()
	}
	if bytes > cachedBytes || bytes != c.bytes || len(c.games) < 20 || len(c.games) > cachedGames {
		t.Errorf("%d histories of %d bytes, said to have %d", len(c.games), bytes, c.bytes)
	}
	c.put("huge", history{moves: slices.Repeat([]Move{long}, 2000)})
	if _, ok := c.get("huge", 0); ok || c.bytes > cachedBytes {
		t.Errorf("a game too long is kept, %d bytes", c.bytes)
	}
	for n := range 2 * cachedGames {
		c.put(fmt.Sprint(n), history{})
	}
	if len(c.games) > cachedGames {
		t.Errorf("%d histories", len(c.games))
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		start string
		ply   int
		want  string
	}{{"w - - 0 1", 1, "1."}, {"w - - 0 1", 2, "1…"}, {"w - - 0 1", 13, "7."}, {"b - - 0 1", 1, "1…"}, {"b - - 0 1", 2, "2."}, {"w - - 3 13", 1, "13."},
		{"b - - 3 17", 1, "17…"}, {"b - - 3 17", 4, "19."}} {
		w := newMatch(t, chess("4k3/8/8/8/8/8/4P3/4K3 "+c.start))
		l, err := w.Log(w.ctx(), w.id, 0)
		must(t, err)
		if got := l.Number(c.ply); got != c.want {
			t.Errorf("ply %d from %q: %q, not %q", c.ply, c.start, got, c.want)
		}
	}
}

// TestMoreKindsOfEvents: the schema leaves room for takebacks and pauses; SQLite cannot change a CHECK.
func TestMoreKindsOfEvents(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e2e4")
	must(t, m.exec(`INSERT INTO events (game_id, seq, ply, side, kind, at) VALUES (?, 99, 1, 1, 'takeback', 0)`, m.id))
}

// exec runs a statement in a transaction of its own.
func (w *world) exec(query string, args ...any) error {
	return w.tx(w.ctx(), func(t *tx) error { return t.exec(query, args...) })
}
