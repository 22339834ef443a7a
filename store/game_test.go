package store

import (
	"errors"
	"reflect"
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

func chess(fen string) Terms {
	return Terms{Variant: "chess", FEN: fen, Clock: DaysAMove(3), Side: "white"}
}

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
	if again := m.game(m.id); !reflect.DeepEqual(again, g) {
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
			if len(l.Moves) != 3 || l.Moves[0].Comment != comment || len(l.Events) != 4 || l.Events[0].Kind != "start" || l.Events[3].Ply != 3 || !reflect.DeepEqual(l.Game, g) {
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
	if after := m.game(m.id); !reflect.DeepEqual(after, before) {
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
	if again != first || !reflect.DeepEqual(m.game(m.id), before) {
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
		fen            string // of chess, or "shogi: FEN"
		moves          []string
		result, reason string
	}{
		"perpetual check":         {"shogi: 4k4/R8/9/9/9/9/9/9/4K4[] w - - 0 1", strings.Fields(strings.Repeat("a8a9 e9e8 a9a8 e8e9 ", 3)), "0-1", "perpetual check"},
		"perpetual check by Gote": {"shogi: 4k4/9/9/9/9/9/9/r8/4K4[] b - - 0 1", strings.Fields(strings.Repeat("a2a1 e1e2 a1a2 e2e1 ", 3)), "1-0", "perpetual check"},
		"fool's mate":             {"", []string{"f2f3", "e7e5", "g2g4", "d8h4"}, "0-1", "checkmate"},
		"stalemate":               {"7k/5Q2/8/8/8/8/8/K7 w - - 0 1", []string{"f7g6"}, "1/2-1/2", "stalemate"},
		"dead position":           {"k7/8/8/8/8/8/1p6/K7 w - - 0 1", []string{"a1b2"}, "1/2-1/2", "dead position"},
		"fivefold": {"", strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
			"1/2-1/2", "repetition"},
	} {
		t.Run(name, func(t *testing.T) {
			terms := chess(test.fen)
			if fen, ok := strings.CutPrefix(test.fen, "shogi: "); ok {
				terms.Variant, terms.FEN = "shogi", fen
			}
			m := newMatch(t, terms)
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

// exec runs a statement in a transaction of its own.
func (w *world) exec(query string, args ...any) error {
	return w.tx(w.ctx(), func(t *tx) error { return t.exec(query, args...) })
}
