package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

// plan saves a line of conditional moves, written with blanks between.
func (m *match) plan(side rules.Side, line string) {
	m.t.Helper()
	must(m.t, m.SaveLine(m.ctx(), m.deed(side), strings.Fields(line)))
	m.noMail()
}

// planned is a side's plan, each ply behind as many dots as it is deep.
func (m *match) planned(side rules.Side) (list []string, unfit int) {
	m.t.Helper()
	p, err := m.Plan(m.ctx(), m.id, m.players[side].ID)
	must(m.t, err)
	for _, c := range p.Conditions {
		list = append(list, strings.Repeat(".", c.Depth)+c.SAN)
	}
	return list, p.UnfitSeq
}

func (m *match) wantPlan(side rules.Side, want ...string) {
	m.t.Helper()
	if got, unfit := m.planned(side); !slices.Equal(got, want) || unfit != 0 {
		m.t.Errorf("%s's plan is %q, dropped by %d; want %q", side, got, unfit, want)
	}
}

// sans are the moves of the game, those that the server made in brackets.
func (m *match) sans() string {
	m.t.Helper()
	var list []string
	for _, move := range m.log().Moves {
		if move.Conditional {
			move.SAN = "(" + move.SAN + ")"
		}
		list = append(list, move.SAN)
	}
	return strings.Join(list, " ")
}

// move plays one move and gives the mails, sorted: "move to ann@example.com".
func (m *match) move(text string) []string {
	m.t.Helper()
	_, err := m.Play(m.ctx(), m.deed(m.game(m.id).Turn), text, "", false)
	must(m.t, err)
	var list []string
	for _, e := range m.mails() {
		list = append(list, e.Kind+" to "+strings.TrimSuffix(e.To, "@example.com"))
	}
	slices.Sort(list)
	return list
}

// TestConditionalDrop: 1.e4 d5 2.exd5 Qxd5 3.Nc3 P@d4 in crazyhouse, of which Black has told all.
func TestConditionalDrop(t *testing.T) {
	m := newMatch(t, Terms{Variant: "crazyhouse", Clock: Bank(10*daySeconds, daySeconds, 14*daySeconds), Side: "white"})
	m.plan(rules.Black, "e4 d5 exd5 Qxd5 Nc3 P@d4")
	m.plan(rules.White, "e4 d5 exd5 Qxd5 Nc3") // White is going to play e4
	must(t, m.Close())
	m.open(false) // another day, another device
	m.wantPlan(rules.Black, "e4", ".d5", "..exd5", "...Qxd5", "....Nc3", ".....P@d4")
	m.pass(time.Hour)
	if mails := m.move("e4"); !slices.Equal(mails, []string{"move to ann", "played to bob"}) {
		t.Errorf("the mails are %q", mails)
	}
	if m.sans() != "e4 (d5) (exd5) (Qxd5) (Nc3) (P@d4)" {
		t.Errorf("played %s", m.sans())
	}
	m.wantPlan(rules.Black)
	m.wantPlan(rules.White)
	g := m.game(m.id)
	if g.Turn != rules.White || g.Ply != 6 || g.Times[0].Left != 13*daySeconds-3600 || g.Times[1].Left != 13*daySeconds || g.Seq != 7 {
		t.Errorf("%+v", g)
	}
	if l := m.log(); l.Events[2].Kind != "move" || l.Events[6].Ply != 6 {
		t.Errorf("the events are %+v", l.Events)
	}
}

// TestConditionalTree: answers to several moves; the branch that was not taken goes, the other one stays.
func TestConditionalTree(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4")
	m.plan(rules.White, "e5 Nf3 Nc6 Bb5")
	m.plan(rules.White, "e5 Nf3 d6 d4")
	m.plan(rules.White, "c5 Nf3")
	m.wantPlan(rules.White, "e5", ".Nf3", "..Nc6", "...Bb5", "..d6", "...d4", "c5", ".Nf3")
	m.plan(rules.White, "c5 c3") // another answer
	m.wantPlan(rules.White, "e5", ".Nf3", "..Nc6", "...Bb5", "..d6", "...d4", "c5", ".c3")
	before := m.log()
	if mails := m.move("e5"); !slices.Equal(mails, []string{"move to bob", "played to ann"}) {
		t.Errorf("the mails are %q", mails)
	}
	m.wantPlan(rules.White, "Nc6", ".Bb5", "d6", ".d4")
	if after := m.log(); len(after.Events) != len(before.Events)+2 {
		t.Errorf("the events are %+v", after.Events)
	}
	// a move that was not foreseen: the plan is gone, and only its owner learns that there was one
	if mails := m.move("a6"); !slices.Equal(mails, []string{"move to ann"}) {
		t.Errorf("the mails are %q", mails)
	}
	if list, unfit := m.planned(rules.White); len(list) != 0 || unfit != m.game(m.id).Seq {
		t.Errorf("the plan is %q, dropped by %d", list, unfit)
	}
	if _, unfit := m.planned(rules.Black); unfit != 0 {
		t.Error("the opponent is told")
	}
	_, err := m.Plan(m.ctx(), m.id, m.join("Eve").ID)
	wantErr(t, err, ErrForbidden)
	m.play("c3")
	if _, unfit := m.planned(rules.White); unfit != 0 {
		t.Error("told for ever")
	}
}

func TestConditionalRefused(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4")
	save := func(side rules.Side, line string) error {
		return m.SaveLine(m.ctx(), m.deed(side), strings.Fields(line))
	}
	wantInvalid(t, save(rules.White, ""), "line", "Bob")
	wantInvalid(t, save(rules.White, "e5"), "line", "Bob", "answer")
	wantInvalid(t, save(rules.Black, "e5"), "line", "Ann")
	wantInvalid(t, save(rules.Black, "e5 Nf3"), "line", "Ann", "answer")
	wantInvalid(t, save(rules.White, "e5 Ke3"), "line", "king")
	wantErr(t, m.SaveLine(m.ctx(), Deed{m.id, m.players[0].ID, 0, -1}, []string{"e5", "Nf3"}), ErrStale)
	m.plan(rules.White, "e5 Nf3 Nc6 Bb5")
	p, err := m.Plan(m.ctx(), m.id, m.players[0].ID)
	must(t, err)
	wantErr(t, m.DropCondition(m.ctx(), m.id, m.players[1].ID, p.Conditions[0].ID), ErrNotFound)
	must(t, m.DropCondition(m.ctx(), m.id, m.players[0].ID, p.Conditions[3].ID)) // an answer, and what it answers
	m.wantPlan(rules.White, "e5", ".Nf3")
	must(t, m.DropCondition(m.ctx(), m.id, m.players[0].ID, 0))
	m.wantPlan(rules.White)
	long := strings.Repeat("Nf6 Nf3 Ng8 Ng1 ", 50)
	m.plan(rules.White, long)
	wantInvalid(t, save(rules.White, "e5 Nf3"), "line", "200")
	m.play("e5")
	if list, _ := m.planned(rules.White); len(list) != 0 {
		t.Errorf("%d plies are left", len(list))
	}
}

// TestConditionalDropped by a takeback and by the end of the game; a draw offer is left to its player.
func TestConditionalDropped(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4")
	m.plan(rules.White, "e5 Nf3 Nc6 Bb5")
	m.ask(rules.White, Takeback, 1)
	m.grant(rules.Black, Takeback)
	if list, unfit := m.planned(rules.White); len(list) != 0 || unfit != m.game(m.id).Seq {
		t.Errorf("after a takeback %q, %d", list, unfit)
	}
	m.play("e4")
	m.plan(rules.White, "e5 Nf3 Nc6 Bb5")
	_, err := m.Play(m.ctx(), m.deed(rules.Black), "e5", "", true)
	must(t, err)
	m.mail("move", "ann@example.com")
	m.wantPlan(rules.White, "Nf3", ".Nc6", "..Bb5") // Ann can decline by moving, and the rest still fits
	m.play("Nf3")
	m.wantPlan(rules.White, "Nc6", ".Bb5")
	must(t, m.Resign(m.ctx(), m.deed(rules.Black)))
	if list, unfit := m.planned(rules.White); len(list) != 0 || unfit != m.game(m.id).Seq {
		t.Errorf("after the end %q, %d", list, unfit)
	}
	m.mails()
	m.ended("1-0", "resignation")
}

// TestConditionalMate: a chain that ends the game is told to both.
func TestConditionalMate(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("f3")
	m.plan(rules.White, "e5 g4")
	m.plan(rules.Black, "e5 g4 Qh4#")
	if mails := m.move("e5"); !slices.Equal(mails, []string{"end to ann", "end to bob"}) {
		t.Errorf("the mails are %q", mails)
	}
	if m.sans() != "f3 e5 (g4) (Qh4#)" {
		t.Errorf("played %s", m.sans())
	}
	m.ended("0-1", "checkmate")
}

// TestConditionalSentAgain: the identical form once more changes nothing, also where it was answered at once.
func TestConditionalSentAgain(t *testing.T) {
	m := newMatch(t, chess(""))
	m.play("e4")
	m.plan(rules.White, "e5 Nf3")
	d := m.deed(rules.Black)
	for range 2 {
		move, err := m.Play(m.ctx(), d, "e5", "hm", false)
		must(t, err)
		if move.SAN != "e5" || move.Comment != "hm" {
			t.Errorf("played %+v", move)
		}
	}
	if m.sans() != "e4 e5 (Nf3)" || len(m.mails()) != 2 {
		t.Errorf("played %s", m.sans())
	}
	if move := m.log().Moves[2]; move.Comment != "" {
		t.Errorf("the server writes %q", move.Comment)
	}
}

// TestConditionalOfAnyVariant plans and plays random lines of every game.
func TestConditionalOfAnyVariant(t *testing.T) {
	for n, key := range []string{"pyrrhus", "crazyhouse", "shogi", "harpy", "dragonfly", "echidna"} {
		v, err := rules.Lookup(key)
		if err != nil {
			continue // not here yet
		}
		m := newMatch(t, Terms{Variant: key, Clock: DaysAMove(3), Side: "white"})
		p, line := v.Start(), []string{}
		for i := range 12 {
			moves := p.Sorted()
			move := moves[(i*37+n*11)%len(moves)]
			line, p = append(line, p.Text(move)), p.Play(move)
		}
		must(t, m.SaveLine(m.ctx(), m.deed(rules.Black), line))
		must(t, m.SaveLine(m.ctx(), m.deed(rules.White), line[:11]))
		m.move(line[0])
		if g := m.game(m.id); g.Ply != 12 || g.FEN != p.FEN() {
			t.Errorf("%s: at ply %d, %s; want %s", key, g.Ply, g.FEN, p.FEN())
		}
	}
}
