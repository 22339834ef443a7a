package views

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"postrider/store"
)

// Private feeds: for a feed reader (Atom, RFC 4287) and for a calendar (iCalendar). Their address holds the token; they need no session.

// atomFeed, atomEntry and atomLink are a feed as XML.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`

	at int64 // Updated, unix seconds
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

// feedLasts is for how long a feed tells what happened.
const feedLasts = 30 * 24 * time.Hour

// feed answers /feeds/{token}.atom and /feeds/{token}.ics. A token that was ended is not found.
func (s *Site) feed(w http.ResponseWriter, r *http.Request) error {
	token, kind, _ := strings.Cut(r.PathValue("token"), ".")
	write := map[string]func(*http.Request, store.Player) ([]byte, error){"atom": s.atom, "ics": s.ics}[kind]
	if write == nil {
		return store.ErrNotFound
	}
	p, err := s.store.PlayerByFeed(r.Context(), token)
	if err != nil {
		return err
	}
	text, err := write(r, p)
	if err != nil {
		return fmt.Errorf("write the %s feed of %d: %w", kind, p.ID, err)
	}
	h, sum := w.Header(), sha256.Sum256(text)
	h.Set("Content-Type", map[string]string{"atom": "application/atom+xml; charset=utf-8", "ics": "text/calendar; charset=utf-8"}[kind])
	h.Set("Cache-Control", "private, no-cache")
	h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text)) // 304 to who has it already
	return nil
}

// ics is the calendar of the deadlines of a player's turns.
func (s *Site) ics(r *http.Request, p store.Player) ([]byte, error) {
	waiting, err := s.store.Waiting(r.Context(), p.ID)
	if err != nil {
		return nil, err
	}
	site, err := url.Parse(s.URL)
	if err != nil {
		return nil, err
	}
	var list []due
	for _, g := range waiting {
		if g.DeadlineAt == 0 || g.Turn != sideIn(g, p.ID) { // an answer may wait for ever
			continue
		}
		list = append(list, due{
			UID: "turn-" + g.ID + "@" + site.Hostname(), At: g.DeadlineAt, Changed: g.ChangedAt, Sequence: g.Seq,
			Summary:     "Your time ends " + against(g, p.Name) + ": " + nameOf(g),
			Description: upper(stateOf(g)) + ". Your move has to be sent until " + instant(g.DeadlineAt, p.Location()) + ".\n" + s.URL + "/games/" + g.ID,
			Where:       s.URL + "/games/" + g.ID,
		})
	}
	return []byte(calendar("Postrider: the turns of "+p.Name, list)), nil
}

// atom is the feed of what waits for a player, and of what has happened.
func (s *Site) atom(r *http.Request, p store.Player) ([]byte, error) {
	entries, err := s.turns(r, p)
	if err != nil {
		return nil, err
	}
	_, invited, err := s.store.InvitationsOf(r.Context(), p.ID)
	if err != nil {
		return nil, err
	}
	for _, i := range invited {
		entries = append(entries, s.entry("/invitations/"+i.Token, "", i.CreatedAt, i.InviterName+" invites you: "+termsName(i.Terms),
			upper(paceOf(i.Terms))+". Open until "+instant(i.ExpiresAt, p.Location())+"."))
	}
	happened, err := s.happened(r, p)
	if err != nil {
		return nil, err
	}
	entries = append(entries, happened...)
	written, err := s.written(r, p)
	if err != nil {
		return nil, err
	}
	entries = append(entries, written...)
	slices.SortStableFunc(entries, func(a, b atomEntry) int { return int(b.at - a.at) })
	page := s.URL + string(playerPath(p.Name))
	feed := atomFeed{ID: page + "#feed", Title: "Postrider: what waits for " + p.Name, Updated: atomTime(p.CreatedAt), Author: "Postrider", Entries: entries,
		Links: []atomLink{{"self", "application/atom+xml", s.URL + r.URL.EscapedPath()}, {"alternate", "text/html", s.URL + "/games"}}}
	if len(entries) > 0 {
		feed.Updated = entries[0].Updated
	}
	text, err := xml.MarshalIndent(feed, "", " ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}

// entry is one entry; part makes its id different from that of others about the same page.
func (s *Site) entry(path, part string, at int64, title, summary string) atomEntry {
	return atomEntry{ID: s.URL + path + part, Title: title, Updated: atomTime(at), Link: atomLink{"alternate", "text/html", s.URL + path}, Summary: summary, at: at}
}

// turns are the entries of the games that wait for a player's move.
func (s *Site) turns(r *http.Request, p store.Player) ([]atomEntry, error) {
	waiting, err := s.store.Waiting(r.Context(), p.ID)
	if err != nil {
		return nil, err
	}
	var entries []atomEntry
	for _, g := range waiting {
		if g.Turn != sideIn(g, p.ID) {
			continue // what is asked is told as an event
		}
		title := "Your move " + against(g, p.Name)
		if g.Ply > 0 {
			title += ", after " + g.Number(g.Ply) + " " + g.LastSAN
		}
		summary := nameOf(g) + "."
		if g.DeadlineAt != 0 {
			summary += " You have time until " + instant(g.DeadlineAt, p.Location()) + "."
		}
		// a turn that a takeback gives is another one; a deadline that moves changes its entry
		entries = append(entries, s.entry("/games/"+g.ID, "#turn-"+itoa(g.TurnSeq()), g.ChangedAt, title, summary))
	}
	return entries, nil
}

// happened are the entries of what others have done in a player's games besides their moves, and of how games have ended.
func (s *Site) happened(r *http.Request, p store.Player) ([]atomEntry, error) {
	events, err := s.store.EventsOf(r.Context(), p.ID, s.store.Now().Add(-feedLasts).Unix())
	if err != nil {
		return nil, err
	}
	logs := map[string]*gamePage{}
	var entries []atomEntry
	for _, e := range events {
		g := logs[e.Game]
		if g == nil {
			log, err := s.store.Log(r.Context(), e.Game, p.ID)
			if err != nil {
				return nil, err
			}
			if g, err = s.gamePage(r, log, request{Ply: -1}); err != nil {
				return nil, err
			}
			g.Me, g.Plays = log.SideOf(p.ID)
			g.Zone = p.Location()
			logs[e.Game] = g
		}
		if title, words := g.news(e.Event); title != "" && !g.outdated(e.Event) {
			entries = append(entries, s.entry("/games/"+e.Game, "#event-"+itoa(e.Seq), e.At, title+" ("+nameOf(g.Game)+")", words))
		}
	}
	return entries, nil
}

// written are the entries of messages to a player, and of what opponents say about games in public. The words stand in the game alone: a feed's address may be in many hands.
func (s *Site) written(r *http.Request, p store.Player) ([]atomEntry, error) {
	since := s.store.Now().Add(-feedLasts).Unix()
	messages, err := s.store.MessagesTo(r.Context(), p.ID, since)
	if err != nil {
		return nil, err
	}
	remarks, err := s.store.RemarksTo(r.Context(), p.ID, since)
	if err != nil {
		return nil, err
	}
	var entries []atomEntry
	for _, m := range append(messages, remarks...) {
		name := titled(m.Title, m.VariantTitle)
		if m.Number == 0 {
			entries = append(entries, s.entry("/games/"+m.Game, "#remark", m.At, m.From+" commented on your game ("+name+")", "The comment stands below the moves, for all to read."))
			continue
		}
		entries = append(entries, s.entry("/games/"+m.Game, "#message-"+itoa(m.Number), m.At, m.From+" wrote to you ("+name+")", "The message stands beside the moves, on the page of the game."))
	}
	return entries, nil
}

// news is an event as a feed tells it to the viewer; title is "" for what was the viewer's own deed, and for what is told elsewhere.
func (p *gamePage) news(e store.Event) (title, words string) {
	own := e.Side == p.Me
	switch e.Kind {
	case "start":
		return "A game with " + p.opponent() + " has begun", upper(paceOf(store.Terms{Clock: p.Game.Clock, NoVacation: p.NoVacation})) + "."
	case "end", "flag", "abort":
		return p.outcome() + ": " + p.Seats[0].Name + " against " + p.Seats[1].Name, p.ending()
	case "resign", "accept", "claim":
		if !own {
			return p.outcome() + ": " + p.Seats[0].Name + " against " + p.Seats[1].Name, p.ending()
		}
		return "", ""
	case "vacation":
		if own && e.N == 0 {
			return "", ""
		}
	case "outage":
	default:
		if own {
			return "", ""
		}
	}
	words = p.eventWords(e)
	return strings.TrimSuffix(words, "."), words
}

func atomTime(at int64) string { return time.Unix(at, 0).UTC().Format(time.RFC3339) }
