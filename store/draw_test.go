package store

import (
	"strings"
	"testing"

	"postrider/rules"
)

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

// TestClaimFiftyMoves: without a capture or a pawn's move they can be claimed, and by the side to move alone.
func TestClaimFiftyMoves(t *testing.T) {
	terms := chess("k7/8/8/8/8/8/7r/K5R1 w - - 98 90")
	m := newMatch(t, terms)
	m.play("g1f1")
	wantInvalid(t, m.ClaimDraw(m.ctx(), m.deed(rules.Black)), "action", "no draw to claim")
	m.play("h2b2")
	if claim := m.game(m.id).Claim; claim != "fifty moves" {
		t.Fatalf("after 100 plies the claim is %q", claim)
	}
	wantInvalid(t, m.ClaimDraw(m.ctx(), m.deed(rules.Black)), "action", "Ann's turn")
	must(t, m.ClaimDraw(m.ctx(), m.deed(rules.White)))
	m.ended("1/2-1/2", "fifty moves")
}
