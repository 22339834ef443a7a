package views

import (
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"postrider/rules"
)

// variants shows the games that one can play.
func (s *Site) variants(w http.ResponseWriter, r *http.Request) error {
	f := s.frame(r, "Variants")
	f.Card = s.card("The games of Postrider", "Chess variants to play by e-mail, with their rules.", "/variants", "pyrrhus")
	return s.render(w, r, http.StatusOK, variantsView(f, rules.Variants()))
}

// sample is a position that shows what is special in a variant; its start, where there is none.
func sample(v *rules.Variant) rules.Position {
	fen := map[string]string{
		"pyrrhus":     "r1bq1rk1/ppp2ppp/2np1n2/2b2N2/4P3/2N1Y3/PPP2PPP/R1BQKB1R[y] w KQ - 0 9",
		"pyrrhus-two": "r1bqk2r/ppp1yppp/2n2n2/2b1p3/2Y1P3/2N2N2/PP1PYPPP/R1BQKB1R[y] w KQkq - 0 9",
		"chess":       "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
		"crazyhouse":  "r2q1rk1/pppb1pNp/3p1n2/2b1p3/2B1P1n1/2NP4/PPP2PPP/R1BQK2R[Pn] w KQ - 0 11",
	}[v.Key()]
	if p, err := v.ParseFEN(fen); fen != "" && err == nil {
		return p
	}
	return v.Start()
}

// variantPath is the address of a variant's rules page.
func variantPath(key string) templ.SafeURL { return templ.SafeURL("/variants/" + url.PathEscape(key)) }

// titleOf is a variant's title; the key itself where no such variant is shipped.
func titleOf(key string) string {
	if v, err := rules.Lookup(key); err == nil {
		return v.Title()
	}
	return key
}
