package mail

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"postrider/store"
)

const siteURL = "https://post.example"

// world is a real store with a clock that tests turn, and a postman for it.
type world struct {
	*testing.T
	store *store.Store
	p     *Postman
	clock atomic.Int64 // unix seconds
}

// person is a member.
type person struct {
	name string
	id   int64
}

func newWorld(t *testing.T, smtp string) *world {
	t.Helper()
	w := &world{T: t}
	w.clock.Store(time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC).Unix())
	var err error
	w.store, err = store.Open(t.Context(), filepath.Join(t.TempDir(), "post.db"), store.Options{Now: func() time.Time { return time.Unix(w.clock.Load(), 0) }, Domain: "post.example"})
	w.must(err)
	t.Cleanup(func() { w.store.Close() })
	w.p, err = New(w.store, Options{URL: siteURL, From: "Postrider <games@post.example>", SMTP: smtp, Log: slog.New(slog.DiscardHandler)})
	w.must(err)
	w.p.tick, w.p.pauses = 5*time.Millisecond, []time.Duration{5 * time.Millisecond}
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) turn(d time.Duration) { w.clock.Add(int64(d / time.Second)) }

// next is the mail that is due now; it must be of that kind.
func (w *world) next(kind string) store.Envelope {
	w.Helper()
	e, _, err := w.store.NextEnvelope(w.Context())
	w.must(err)
	if e.Kind != kind {
		w.Fatalf("the next mail is of the kind %q to %s, not %q", e.Kind, e.To, kind)
	}
	return e
}

// mail composes the next mail, which must be of that kind, and takes it out of the outbox.
func (w *world) mail(kind string) taken {
	w.Helper()
	e := w.next(kind)
	subject, raw, err := w.p.compose(w.Context(), e)
	w.must(err)
	w.must(w.store.EnvelopeSent(w.Context(), e.ID, subject, "250 ok", nil))
	m := takeApart(w.T, raw)
	if m.subject != subject || m.header.Get("Message-Id") != "<"+e.MessageID+">" || m.header.Get("Auto-Submitted") != "auto-generated" {
		w.Errorf("subject %q, header %v", subject, m.header)
	}
	if to, err := m.header.AddressList("To"); err != nil || len(to) != 1 || to[0].Address != e.To {
		w.Errorf("To: %v, %v; not %s", to, err, e.To)
	}
	return m
}

// dropped checks that the mail of the envelope is not written any more.
func (w *world) dropped(e store.Envelope) {
	w.Helper()
	var over *overtaken
	if _, _, err := w.p.compose(w.Context(), e); !errors.As(err, &over) {
		w.Errorf("the %s mail is not dropped: %v", e.Kind, err)
	}
}

func (w *world) empty() {
	w.Helper()
	if e, _, err := w.store.NextEnvelope(w.Context()); !errors.Is(err, store.ErrNotFound) {
		w.Errorf("there is a mail of the kind %q to %s (%v)", e.Kind, e.To, err)
	}
}

func (w *world) join(name string) person {
	w.Helper()
	w.must(w.store.SignUp(w.Context(), name, addressOf(name), "", ""))
	e := w.next("confirm")
	c, err := w.store.Confirm(w.Context(), e.Token, 0)
	w.must(err)
	w.must(w.store.EnvelopeSent(w.Context(), e.ID, "", "250 ok", nil))
	return person{name, c.Player.ID}
}

func addressOf(name string) string {
	return strings.ToLower(regexp.MustCompile("[^A-Za-z]").ReplaceAllString(name, "")) + "@example.com"
}

// game starts a game of two members and takes the mails about its beginning out of the outbox.
func (w *world) game(white, black person, terms store.Terms) string {
	w.Helper()
	if terms.Clock == (store.Clock{}) {
		terms.Clock = store.DaysAMove(3)
	}
	terms.Side = "white"
	inv, err := w.store.Invite(w.Context(), white.id, terms, black.name, "")
	w.must(err)
	id, err := w.store.Accept(w.Context(), inv.Token, black.id)
	w.must(err)
	for {
		e, _, err := w.store.NextEnvelope(w.Context())
		if errors.Is(err, store.ErrNotFound) {
			return id
		}
		w.must(err)
		w.must(w.store.EnvelopeSent(w.Context(), e.ID, "", "250 ok", nil))
	}
}

// play plays moves by turns, and takes the mails about all but the last out of the outbox.
func (w *world) play(game string, moves ...string) {
	w.Helper()
	for i, move := range moves {
		g, err := w.store.Game(w.Context(), game)
		w.must(err)
		_, err = w.store.Play(w.Context(), w.deed(g, g.Seats[g.Turn].PlayerID), move, "", false)
		w.must(err)
		if i < len(moves)-1 {
			w.must(w.store.EnvelopeSent(w.Context(), w.next("move").ID, "", "250 ok", nil))
		}
	}
}

func (w *world) deed(g store.Game, player int64) store.Deed {
	return store.Deed{Game: g.ID, Player: player, Ply: g.Ply, Seq: g.Seq}
}

// do does something in a game as it stands.
func (w *world) do(deed func(context.Context, store.Deed) error, game string, player person) {
	w.Helper()
	g, err := w.store.Game(w.Context(), game)
	w.must(err)
	w.must(deed(w.Context(), w.deed(g, player.id)))
}

// says checks that text and HTML part hold the words, however they are wrapped.
func (m taken) says(t *testing.T, sentences ...string) {
	t.Helper()
	shown, _ := pageOf(t, m.html)
	for _, s := range sentences {
		if !strings.Contains(words(m.text), words(s)) {
			t.Errorf("the text part does not say %q:\n%s", s, m.text)
		}
		if !strings.Contains(words(shown), words(s)) {
			t.Errorf("the HTML part does not say %q:\n%s", s, shown)
		}
	}
}

// links are the addresses in the text part that begin so.
func (m taken) links(path string) (found []string) {
	for _, url := range regexp.MustCompile(`https?://\S+`).FindAllString(m.text, -1) {
		if strings.HasPrefix(url, siteURL+path) {
			found = append(found, url)
		}
	}
	return found
}

// board are the letters of the text board, rank by rank from above.
func (m taken) board() (ranks []string) {
	for _, line := range regexp.MustCompile(`(?m)^ *\d+ (?:[ *][ .:A-Za-z])+$`).FindAllString(m.text, -1) {
		ranks = append(ranks, regexp.MustCompile(`[^A-Za-z.:*]`).ReplaceAllString(line, ""))
	}
	return ranks
}
