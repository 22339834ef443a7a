package views

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"postrider/rules"
)

// Any line of any variant survives the way through a link.
func TestLinesInLinks(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 3))
	for _, v := range rules.Variants() {
		l := line{Start: v.Start()}
		for range 60 {
			moves := l.End().Moves()
			if len(moves) == 0 {
				break
			}
			l = l.And(moves[chance.IntN(len(moves))])
		}
		q, err := url.ParseQuery(url.Values{"line": {l.String()}}.Encode())
		if err != nil {
			t.Fatal(err)
		}
		again, err := readLine(v.Start(), q.Get("line"))
		if err != nil || again.String() != l.String() || again.End().FEN() != l.End().FEN() {
			t.Errorf("%s: %s comes back as %s: %v", v.Key(), l, again, err)
		}
	}
}

func TestLinesThatCannotBeRead(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{".", "e2e4.", "e2e5", "e2e4..e7e5", "e2e4.e2e4", "\x00", "%", strings.Repeat("g1f3.g8f6.f3g1.f6g8.", 60) + "e2e4"} {
		if l, err := readLine(v.Start(), text); err == nil {
			t.Errorf("%.40q is read as %v", text, l.Texts())
		}
	}
}
