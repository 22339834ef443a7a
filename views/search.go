package views

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"postrider/store"
)

// searchPage is a form that looks for logs, and what it has found.
type searchPage struct {
	gamesPage
	Form  form
	Asked bool // something is looked for
	Found []store.Game
	Page  store.Page
}

var searchFields = [...]string{"player", "opponent", "variant", "result", "from", "until"}

// endings are what may be looked for as the result, in the order in which the form offers them.
var endings = [...]struct{ Value, Words string }{
	{"", "any"}, {"playing", "still being played"}, {"finished", "finished, whatever the result"}, {"1-0", "1–0, White won"}, {"0-1", "0–1, Black won"}, {"1/2-1/2", "½–½, a draw"},
	{"won", "won by the player"}, {"lost", "lost by the player"}, {"*", "ended before both had moved"},
}

// search looks through all logs; the address holds what is looked for.
func (s *Site) search(w http.ResponseWriter, r *http.Request) error {
	p := searchPage{gamesPage: gamesPage{Me: player(r), Now: s.store.Now().Unix(), Zone: zone(r)}, Form: filled()}
	number, err := pageOf(r.URL.Query(), "page")
	if err != nil {
		return err
	}
	for _, name := range searchFields {
		if text := strings.TrimSpace(printable(r.URL.Query().Get(name))); text != "" {
			p.Form.Values.Set(name, text)
			p.Asked = true
		}
	}
	status := http.StatusOK
	if p.Asked {
		var q store.Search
		if q, err = p.wanted(); err == nil {
			p.Found, p.Page, err = s.store.SearchGames(r.Context(), q, number)
		}
		if refused, ok := p.Form.refused(err); ok {
			p.Form, status = refused, http.StatusUnprocessableEntity
		} else if err != nil {
			return err
		}
	}
	p.frame = s.frame(r, "Search in the games")
	return s.render(w, r, status, searchView(p))
}

// printable is a text from an address without what nobody can type into a field of one line.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return '�'
		}
		return c
	}, strings.ToValidUTF8(text, "�"))
}

// wanted reads the form. Days are those of the viewer's zone.
func (p *searchPage) wanted() (q store.Search, err error) {
	f := p.Form
	q = store.Search{Player: f.Get("player"), Opponent: f.Get("opponent"), Variant: f.Get("variant")}
	switch ending := f.Get("result"); ending {
	case "playing", "finished":
		q.Status = ending
	case "*":
		q.Status, q.Result = "finished", ending
	default:
		q.Result = ending
	}
	if q.From, err = dayBegins(f, "from", 0, p.Zone); err != nil {
		return q, err
	}
	if q.Until, err = dayBegins(f, "until", 1, p.Zone); err != nil {
		return q, err
	}
	if q.From != 0 && q.Until != 0 && q.Until <= q.From {
		return q, &store.Invalid{Field: "until", Text: "The last day comes before the first one. Change one of the two."}
	}
	return q, nil
}

// dayBegins is when the day of a field begins, or so many days later: unix seconds, 0 where the field is empty.
func dayBegins(f form, name string, later int, z *time.Location) (int64, error) {
	text := f.Get(name)
	if text == "" {
		return 0, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if wrong := (*time.ParseError)(nil); errors.As(err, &wrong) && wrong.Message != "" { // ": day out of range"
		return 0, &store.Invalid{Field: name, Text: "The calendar has no such day. One is written like 2026-12-31: year, month, day."}
	}
	if err != nil || day.Year() > 9000 {
		return 0, &store.Invalid{Field: name, Text: "A day is written like 2026-12-31: year, month, day."}
	}
	begins := store.DayBegins(day.AddDate(0, 0, later).Format(time.DateOnly), z)
	return cmp.Or(begins, 1), nil // 0 would be no day at all
}

// path is the address of the same search, to be followed by the number of its page.
func (p *searchPage) path() string { return "/search?" + p.Form.Values.Encode() }

// searchOf is the search for a player's games.
func searchOf(name string) string { return "/search?" + url.Values{"player": {name}}.Encode() }

// hidden lists the finished games that the viewer has hidden.
func (s *Site) hidden(w http.ResponseWriter, r *http.Request) error {
	me, err := need(r, "/hidden")
	if err != nil {
		return err
	}
	p := searchPage{gamesPage: gamesPage{Me: me, Now: s.store.Now().Unix(), Zone: zone(r)}}
	number, err := pageOf(r.URL.Query(), "page")
	if err != nil {
		return err
	}
	if p.Found, p.Page, err = s.store.HiddenOf(r.Context(), me.ID, number); err != nil {
		return err
	}
	p.frame = s.frame(r, "Games that I have hidden")
	return s.render(w, r, http.StatusOK, hiddenView(p))
}
