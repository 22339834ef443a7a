package views

import (
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"postrider/rules"
)

// variants shows the games that one can play.
func (s *Site) variants(w http.ResponseWriter, r *http.Request) error {
	f := s.frame(r, "Games to play")
	f.Card = s.card("The games of Postrider", "Chess variants to play by e-mail, with their rules.", "/variants", "pyrrhus")
	return s.render(w, r, http.StatusOK, variantsView(f, rules.Variants(), opponentIn(r)))
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
