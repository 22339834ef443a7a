package store

import (
	"strings"
	"testing"
	"time"
)

func TestSearch(t *testing.T) {
	m := newMatch(t, chess(""))
	ann, bob, eve := m.players[0], m.players[1], m.join("Eve")
	house := m.start(bob, ann, Terms{Variant: "crazyhouse", Clock: DaysAMove(3), Side: "white"})
	third := m.start(eve, ann, chess(""))
	m.play("e2e4", "e7e5")
	must(t, m.Resign(m.ctx(), m.deed(1))) // Ann won
	m.mails()
	m.pass(time.Hour)
	at := m.clock().Unix()
	_, err := m.Play(m.ctx(), Deed{house, bob.ID, 0, -1}, "e4", "", false)
	must(t, err)
	for want, q := range map[string]Search{
		house + " " + m.id + " " + third: {}, m.id: {Player: "ann", Result: "won"}, "": {Player: "bob", Result: "won"}, house: {Variant: "crazyhouse", Player: "Ann"},
		m.id + " ": {Player: "Bob", Result: "lost"}, house + " " + m.id: {Player: "Ann", Opponent: "Bob"}, third: {Opponent: "Eve"},
		m.id + "  ": {Status: "finished"}, house + " ": {From: at}, m.id + " " + third: {Until: at}, house + "  " + third: {Result: "*"}, " ": {From: at + 1},
		house + " " + third: {Variant: "", Status: "playing", Player: "ANN"},
	} {
		list, _, err := m.SearchGames(m.ctx(), q, 1)
		must(t, err)
		var ids []string
		for _, g := range list {
			ids = append(ids, g.ID)
		}
		// games with their last moves in the same second stand in the order of their ids
		if !sameWords(ids, strings.Fields(want)) {
			t.Errorf("%+v finds %v, want %s", q, ids, want)
		}
	}
	_, _, err = m.SearchGames(m.ctx(), Search{Player: "Nobody"}, 1)
	wantInvalid(t, err, "player", "Nobody")
	_, _, err = m.SearchGames(m.ctx(), Search{Result: "won"}, 1)
	wantInvalid(t, err, "player")
	_, _, err = m.SearchGames(m.ctx(), Search{Result: "2-0"}, 1)
	wantInvalid(t, err, "result")
}

func sameWords(a, b []string) bool {
	count := map[string]int{}
	for _, word := range a {
		count[word]++
	}
	for _, word := range b {
		count[word]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}
