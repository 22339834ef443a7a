package views

import (
	"net/http"
	"strconv"

	"github.com/a-h/templ"
)

// frame is what every page has around its content.
type frame struct {
	Title   string
	Name    string // of who is signed in, or ""
	Waiting int    // games that wait for that player
	Path    string // of this page
	Flash   string // a sentence about what has just been done
	Bad     bool   // it was refused
	Wrong   string // name of the field beside which it stands why, or ""
	Jump    string // id of the place where a move is made, for who wants to go there at once, or ""
	Card    *card
}

// card is what a link preview shows (OpenGraph).
type card struct{ Title, Text, URL, Picture string }

// frame begins a page.
func (s *Site) frame(r *http.Request, title string) frame {
	f := frame{Title: title, Name: player(r).Name, Path: r.URL.Path}
	if r.Method != http.MethodHead { // who asks so sees nothing of the page
		f.Flash = s.sessions.PopString(r.Context(), "flash")
	}
	if id := player(r).ID; id != 0 {
		f.Waiting, _ = s.store.CountWaiting(r.Context(), id) // a number in the menu: without it the page is as good
	}
	return f
}

// flash keeps a sentence for the next page.
func (s *Site) flash(r *http.Request, sentence string) {
	s.sessions.Put(r.Context(), "flash", sentence)
	s.passing(r)
}

// tell puts above the page what was refused, or else why something cannot be; "" where nothing is to be said.
func (f *frame) tell(refused, why string) {
	if refused != "" {
		f.Flash, f.Bad = refused, true
	} else if why != "" {
		f.Flash = why
	}
}

// games names the player's own games in the menu.
func (f frame) games() string {
	if f.Waiting == 0 {
		return "My games"
	}
	return "My games (" + strconv.Itoa(f.Waiting) + ")"
}

// counted is the frame of a page that lists what waits for its viewer: its title begins with the number, which stays where a title is cut short.
func (f frame) counted(title string) frame {
	if f.Name != "" {
		f.Title = title
	}
	if f.Waiting > 0 {
		f.Title = "(" + strconv.Itoa(f.Waiting) + ") " + title
	}
	return f
}

// autofill tells browsers what a field is for.
func autofill(name string) templ.Attributes {
	if value := map[string]string{"name": "nickname", "email": "email", "login": "username", "password": "current-password", "new": "new-password"}[name]; value != "" {
		return templ.Attributes{"autocomplete": value}
	}
	return nil
}
