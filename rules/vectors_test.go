package rules

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// testCase is one entry of testdata/positions.json: a position and what is known about it.
type testCase struct {
	Game    string
	FEN     string
	Perft   []uint64
	Moves   []string
	Apply   []string
	Gives   string
	Illegal string
	Why     string
}

const maxNodes = 2_000_000 // deeper counts are left to the checks of the command line

func lookup(t testing.TB, key string) *Variant {
	t.Helper()
	v, err := Lookup(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func position(t testing.TB, v *Variant, fen string) Position {
	t.Helper()
	if fen == "" {
		return v.Start()
	}
	p, err := v.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func texts(p Position) []string {
	var all []string
	for _, m := range p.Moves() {
		all = append(all, p.Text(m))
	}
	slices.Sort(all)
	return all
}

func TestKnownPositions(t *testing.T) {
	file, err := os.ReadFile("testdata/positions.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		t.Run(fmt.Sprintf("%d-%s", i, c.Game), func(t *testing.T) {
			p := position(t, lookup(t, c.Game), c.FEN)
			for i, want := range c.Perft {
				if want > maxNodes {
					continue
				}
				if got := Perft(p, i+1); got != want {
					t.Errorf("%s: perft %d is %d, want %d", c.FEN, i+1, got, want)
				}
			}
			if c.Moves != nil {
				if got := texts(p); !slices.Equal(got, c.Moves) {
					t.Errorf("%s: moves\n%v, want\n%v", c.FEN, got, c.Moves)
				}
			}
			for _, text := range c.Apply {
				m, err := p.Parse(text)
				if err != nil {
					t.Fatalf("%s: %s: %v", p.FEN(), text, err)
				}
				p = p.Play(m)
			}
			if got := p.FEN(); !strings.HasPrefix(got, c.Gives) {
				t.Errorf("%s %v gives %s, want %s", c.FEN, c.Apply, got, c.Gives)
			}
			if c.Illegal != "" {
				_, err := p.Parse(c.Illegal)
				if err == nil {
					t.Errorf("%s: %s is legal", c.FEN, c.Illegal)
				} else if !regexp.MustCompile("(?i)" + c.Why).MatchString(err.Error()) {
					t.Errorf("%s: %s is refused by %q, which does not fit %q", c.FEN, c.Illegal, err, c.Why)
				}
			}
		})
	}
}
