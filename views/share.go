package views

import (
	"net/url"

	"github.com/a-h/templ"

	"postrider/rules"
)

// share is what a log offers to be shown elsewhere and kept. It is the same for all who look: nothing private is in any of it.
type share struct {
	Position     string // paths, as the viewer sees the board
	PNG, SVG     string
	Analysis     string
	Film         string
	Part         int    // the game is too long for one film: it is so many plies of its end; else 0
	Frame        string // markup for a page of one's own
	FollowsAlong bool   // the frame shows the game as it stands, whenever somebody looks
}

// share says how what is shown can be shared.
func (s *Site) share(p *gamePage) share {
	black, path := p.near() == rules.Black, "/games/"+p.ID
	query := func(pairs ...string) string {
		q := filled(pairs...).Values
		if black {
			q.Set("flip", "1")
		}
		if len(q) == 0 {
			return ""
		}
		return "?" + q.Encode()
	}
	ply := query("ply", itoa(p.Shown))
	a := share{
		Position: path + ply, PNG: path + "/board.png" + ply, SVG: path + "/board.svg" + ply, Analysis: analysisOf(p.ID, p.Shown, black),
		Film: path + ".gif" + query(), FollowsAlong: p.Shown == p.Ply && !p.Over(),
	}
	if most := longestFilm(p.Variant); p.Ply > most {
		a.Part = most
		a.Film = path + ".gif" + query("from", itoa(p.Ply-most), "to", itoa(p.Ply))
	}
	frame := path + "/embed" + ply
	if p.Shown == p.Ply {
		frame = path + "/embed" + query()
	}
	a.Frame = `<iframe src="` + templ.EscapeString(s.URL+frame) + `" title="` + templ.EscapeString(p.shot().heading()) + `" width="400" height="` + p.frameHeight() + `" loading="lazy" style="max-width:100%;border:0"></iframe>`
	return a
}

// frameHeight is, in pixels, how high a frame 400 wide has to be for the whole board and what stands round it.
func (p *gamePage) frameHeight() string {
	if p.Variant.HasHands() {
		return "664"
	}
	return "614"
}

// shot is the position that is shown, as pictures have it.
func (p *gamePage) shot() shot {
	return shot{Log: p.Log, Variant: p.Variant, Ply: p.Shown, Flip: p.near() == rules.Black}
}

// logCard is the link preview of a log: what a stranger sees of it.
func (s *Site) logCard(p *gamePage, named bool) *card {
	a := p.shot()
	q := url.Values{"ply": {itoa(p.Shown)}, "seq": {itoa(p.Seq)}}
	c := card{Title: a.heading(), Text: a.state(), URL: s.URL + p.path("")}
	if named {
		c.URL = s.URL + shownAt(p.ID, p.Shown, a.Flip)
	}
	if a.Flip {
		q.Set("flip", "1")
	}
	c.Picture = s.URL + p.path("/card.png?"+q.Encode())
	return &c
}
