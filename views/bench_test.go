package views

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"

	"postrider/rules"
	"postrider/store"
)

// BenchmarkLogPage measures the log page of a game of 40 plies, asked for by the player whose turn it is, over a kept connection, and
// beside it a handler that does nothing but send the same bytes.
func BenchmarkLogPage(b *testing.B) {
	w, ann, path := longGame(b)
	page := ann.get(path, http.StatusOK)
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, page.body)
	}))
	defer bare.Close()
	for _, c := range []struct {
		name, url string
	}{{"postrider", w.url + path}, {"bare", bare.URL + path}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(page.body)))
			for b.Loop() {
				answer, err := ann.client.Get(c.url)
				if err != nil {
					b.Fatal(err)
				}
				if n, err := io.Copy(io.Discard, answer.Body); err != nil || n < 10000 {
					b.Fatalf("%d bytes, %v", n, err)
				}
				answer.Body.Close()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}

// longGame is a game of Pyrrhus Chess after 40 plies by chance, with Ann to move.
func longGame(b *testing.B) (*world, *person, string) {
	b.Helper()
	w := newWorld(b)
	ann, bob := w.join("Ann"), w.join("Bob")
	terms, err := w.store.CheckTerms(store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(3), Side: "white"})
	if err != nil {
		b.Fatal(err)
	}
	path := w.begin(ann, bob, terms)
	v, err := rules.Lookup("pyrrhus")
	if err != nil {
		b.Fatal(err)
	}
	p, chance := v.Start(), rand.New(rand.NewPCG(1, 2))
	for ply := range 40 {
		moves := p.Moves()
		m := moves[chance.IntN(len(moves))]
		for len(p.Play(m).Moves()) == 0 { // the game goes on
			m = moves[chance.IntN(len(moves))]
		}
		[]*person{ann, bob}[ply%2].post(path+"/moves", http.StatusSeeOther, "ply", itoa(ply), "move", p.Text(m), "comment", "")
		p = p.Play(m)
	}
	return w, ann, path
}

// begin starts a game on these terms between two players; its path.
func (w *world) begin(inviter, guest *person, t store.Terms) string {
	w.t.Helper()
	i, err := w.store.Invite(w.t.Context(), inviter.account().ID, t, "", "")
	if err != nil {
		w.t.Fatal(err)
	}
	return guest.post("/invitations/"+i.Token+"/accept", http.StatusSeeOther).where()
}
