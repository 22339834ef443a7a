package views

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"postrider/rules"
)

// variants shows the games that one can play.
func (s *Site) variants(w http.ResponseWriter, r *http.Request) error {
	f := s.frame(r, "Games to play")
	f.Card = s.card("The games of Postrider", "Chess variants to play by e-mail, with their rules.", "/variants", "pyrrhus")
	return s.render(w, r, http.StatusOK, variantsView(f, rules.Variants(), opponentIn(r)))
}

// shelf is some games with a common heading.
type shelf struct {
	Name     string
	Variants []*rules.Variant
}

// shelves puts the games of each inventor together who has more than one, and all others behind them; in the order of the games.
func shelves(variants []*rules.Variant) []shelf {
	by := map[string]int{}
	for _, v := range variants {
		by[v.Inventor()]++
	}
	var all []shelf
	others := shelf{Name: "Chess, and more"}
	for _, v := range variants {
		name := "By " + v.Inventor()
		at := slices.IndexFunc(all, func(s shelf) bool { return s.Name == name })
		switch {
		case v.Inventor() == "" || by[v.Inventor()] < 2:
			others.Variants = append(others.Variants, v)
		case at < 0:
			all = append(all, shelf{name, []*rules.Variant{v}})
		default:
			all[at].Variants = append(all[at].Variants, v)
		}
	}
	if len(others.Variants) > 0 {
		all = append(all, others)
	}
	return all
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
