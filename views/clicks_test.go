package views

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"postrider/rules"
	"postrider/views/board"
)

// Whoever follows the links of the page can make every legal move, whatever the variant.
func TestClicksLeadToEveryMove(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 7))
	href := func(at ...string) string { return "?at=" + strings.Join(at, "&at=") }
	for _, v := range rules.Variants() {
		p := v.Start()
		for range 30 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				clicks := p.Clicks(m)
				for i := range clicks {
					c, ok := choose(p, clicks[:i])
					if !ok || c.Done {
						t.Fatalf("%s: %s: after %q there is nothing to choose", v.Key(), p.Text(m), clicks[:i])
					}
					if next := href(clicks[:i+1]...); !slices.Contains(links(c, href), next) {
						t.Fatalf("%s: %s: after %q no link leads to %s", p.FEN(), p.Text(m), clicks[:i], next)
					}
				}
				if c, ok := choose(p, clicks); !ok || !c.Done || c.Move != m {
					t.Fatalf("%s: the clicks %q do not make %s", p.FEN(), clicks, p.Text(m))
				}
			}
			p = p.Play(moves[chance.IntN(len(moves))])
		}
	}
}

// links are the addresses that a choice offers, on the board, in the tray and beside it.
func links(c choice, href func(...string) string) []string {
	var d board.Drawing
	var h board.Hand
	c.draw(&d, &h, href)
	var all []string
	for _, l := range d.Links {
		all = append(all, l.Href)
	}
	for _, l := range h.Links {
		all = append(all, l.Href)
	}
	for _, w := range c.ways(href) {
		all = append(all, w.Href)
	}
	return all
}

func TestClicksThatLeadNowhere(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][]string{{"z9"}, {""}, {"e7"}, {"e2", "e5"}, {"e2", "e4", "e5"}, {"hand:P"}, {"\x00"}, {strings.Repeat("e2", 5000)}} {
		if _, ok := choose(v.Start(), at); ok {
			t.Errorf("%.40q leads to a move", at)
		}
	}
}

func TestWordsOfClicks(t *testing.T) {
	for _, c := range []struct{ variant, fen, move, want string }{
		{"chess", "", "e2e4", "pawn e2 goes to e4"},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "pawn e4 captures the pawn on d5"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "pawn e5 goes to d6 and captures the pawn on d5"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f3", "drop a knight on f3"},
		{"harpy", "", "e2e4^", "Harpy e2 flies to e4"},
		{"harpy", "4k3/8/8/8/4F3/8/8/4K3 w - - 0 1", "e4=", "flying Harpy e4 folds its wings"},
		{"pyrrhus", "", "Y@e2", "drop a Pyrrhus on e2, where your pawn stands"},
	} {
		v, err := rules.Lookup(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		p := v.Start()
		if c.fen != "" {
			if p, err = v.ParseFEN(c.fen); err != nil {
				t.Fatal(err)
			}
		}
		m, err := p.Parse(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := deed(p, m, "your"); got != c.want {
			t.Errorf("%s is told as %q, want %q", c.move, got, c.want)
		}
	}
}

func TestStrangeClicksAreNotRepeated(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, click := range []string{"", "\x00", "\u202eabc", strings.Repeat("x", 60000)} {
		if _, _, wrong := picked(v.Start(), []string{click}, ""); !strings.HasPrefix(wrong, "No move begins with that.") {
			t.Errorf("%.20q: %.80q", click, wrong)
		}
	}
}

// What is captured on another cell than that where the mover arrives is said once: besides. That wings are folded is said once, too.
func TestPreviewTellsOnce(t *testing.T) {
	for _, c := range []struct{ variant, fen, move, deed, besides string }{
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "Your pawn e5 goes to d6.", "The black pawn on d5 is captured."},
		{"echidna-8x8", "k3r3/8/8/4n3/4N3/8/4E3/K7 w - - 0 1", "e2e3", "Your Echidna e2 goes to e3.", "The white knight on e4 is thrown to e6."},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "Your pawn e4 captures the pawn on d5.", ""},
		{"harpy", "4k3/8/8/8/4F3/8/8/4K3 w - - 0 1", "e4=", "The flying Harpy on e4 folds its wings and is a Harpy again.", ""},
	} {
		v, err := rules.Lookup(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Parse(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := ahead(p, m); got.Deed != c.deed || got.Besides != c.besides {
			t.Errorf("%s is told as %q, besides %q; want %q, %q", c.move, got.Deed, got.Besides, c.deed, c.besides)
		}
	}
}
