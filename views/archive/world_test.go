package archive

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"postrider/rules"
	"postrider/store"
)

const site = "https://post.example"

// world is a store in a file of its own, whose clock the test turns.
type world struct {
	*store.Store
	t    testing.TB
	path string
	time time.Time
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, path: filepath.Join(t.TempDir(), "post.db"), time: time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC)}
	s, err := store.Open(t.Context(), w.path, store.Options{Now: func() time.Time { return w.time }, Domain: "post.example"})
	must(t, err)
	w.Store = s
	t.Cleanup(func() { s.Close() })
	return w
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// mailed takes the mails that are due up to one of that kind.
func (w *world) mailed(kind string) store.Envelope {
	w.t.Helper()
	for {
		e, _, err := w.NextEnvelope(w.t.Context())
		must(w.t, err)
		must(w.t, w.EnvelopeSent(w.t.Context(), e.ID, "", "250 ok", nil))
		if e.Kind == kind {
			return e
		}
	}
}

func (w *world) join(name string) int64 {
	w.t.Helper()
	must(w.t, w.SignUp(w.t.Context(), name, fmt.Sprintf("p%d@example.com", w.time.UnixNano()), "", ""))
	w.time = w.time.Add(time.Second)
	c, err := w.Confirm(w.t.Context(), w.mailed("confirm").Token, 0)
	must(w.t, err)
	return c.Player.ID
}

// match is a game of two members.
type match struct {
	*world
	id      string
	players [2]int64
	random  *rand.Rand
}

func (w *world) match(white, black int64, terms store.Terms, seed uint64) *match {
	w.t.Helper()
	terms.Side = "white"
	i, err := w.Invite(w.t.Context(), white, terms, "", "")
	must(w.t, err)
	id, err := w.Accept(w.t.Context(), i.Token, black)
	must(w.t, err)
	w.mailed("accepted")
	return &match{w, id, [2]int64{white, black}, rand.New(rand.NewPCG(seed, 1))}
}

func (m *match) log() store.Log {
	m.t.Helper()
	l, err := m.Log(m.t.Context(), m.id, m.players[0])
	must(m.t, err)
	return l
}

// odd are comments that a file could garble.
var odd = []string{"", "", "Grüße, Zoë!", "} {[%clk 1:00:00]} ; $1 (2. e4)", "a  b   c\n\n\td", "&#125; &amp; &#x7d;", "% at the\n% beginning", "[Event \"x\"]\n\n[Site \"y\"]", `"\" \\ 1-0 *`,
	"\u202eשלום\u00a0\u2003ok \u2028.", strings.Repeat("a very long comment with many words, ", 30) + "end", strings.Repeat("x", 300), "\x01\x7f\u0085", "1. e4 e5 2. Nf3", "[%event", "ends with &#32;"}

// play plays so many random plies with odd comments, and now and then an offer that is declined or overtaken; it stops where the game ends.
func (m *match) play(plies int) {
	m.t.Helper()
	for range plies {
		l := m.log()
		if l.Over() {
			return
		}
		m.move(l)
	}
}

func (m *match) move(l store.Log) {
	m.t.Helper()
	v, err := m.Variant(m.t.Context(), l.Definition)
	must(m.t, err)
	p, err := v.ParseFEN(l.FEN)
	must(m.t, err)
	legal := p.Moves()
	m.time = m.time.Add(time.Duration(1+m.random.IntN(30000)) * time.Second)
	side := l.Turn
	deed := store.Deed{Game: m.id, Player: m.players[side], Ply: l.Ply, Seq: -1}
	offer := m.random.IntN(9) == 0
	_, err = m.Play(m.t.Context(), deed, p.Text(legal[m.random.IntN(len(legal))]), odd[m.random.IntN(len(odd))], offer)
	must(m.t, err)
	if l = m.log(); offer && !l.Over() && m.random.IntN(2) == 0 {
		must(m.t, m.Decline(l))
	}
}

// Decline declines the draw that the last move offered.
func (m *match) Decline(l store.Log) error {
	return m.DeclineDraw(m.t.Context(), store.Deed{Game: m.id, Player: m.players[l.Turn], Ply: l.Ply, Seq: -1})
}

// takeBack takes plies back by consent.
func (m *match) takeBack(plies int) {
	m.t.Helper()
	l := m.log()
	if l.Over() || l.Ply < plies {
		return
	}
	side := l.Turn.Other()
	if plies%2 == 0 {
		side = l.Turn
	}
	deed := store.Deed{Game: m.id, Player: m.players[side], Ply: l.Ply, Seq: -1}
	_, err := m.Ask(m.t.Context(), deed, store.Takeback, plies)
	must(m.t, err)
	m.time = m.time.Add(time.Hour)
	deed.Player = m.players[side.Other()]
	must(m.t, m.Answer(m.t.Context(), deed, store.Takeback, true))
}

func (m *match) resign() {
	m.t.Helper()
	if l := m.log(); !l.Over() {
		must(m.t, m.Resign(m.t.Context(), store.Deed{Game: m.id, Player: m.players[l.Turn], Ply: l.Ply, Seq: -1}))
	}
}

// record is the game as its players export it.
func (w *world) record(id string, viewer int64) *Record {
	w.t.Helper()
	l, err := w.Log(w.t.Context(), id, viewer)
	must(w.t, err)
	text, err := w.DefinitionText(w.t.Context(), l.Definition)
	must(w.t, err)
	v, err := rules.Parse(text)
	must(w.t, err)
	return Of(l, v, text, site)
}

func (r *Record) pgn(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	must(t, r.WritePGN(&b))
	return b.String()
}

func (r *Record) json(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	must(t, r.WriteJSON(&b, nil))
	return b.String()
}
