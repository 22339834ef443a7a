package views

import (
	"fmt"
	"slices"
	"strings"

	"postrider/store"
	"postrider/views/archive"
)

// happening is something that was done in a game besides the moves.
type happening struct {
	Words string
	At    int64 // unix seconds
}

// happenings lists what happened besides the moves, oldest first.
func (p *gamePage) happenings() []happening {
	var list []happening
	for _, e := range p.Events {
		if !p.Plays && archive.Private(e.Kind) || p.outdated(e) {
			continue
		}
		if words := p.eventWords(e); words != "" {
			list = append(list, happening{Words: words, At: e.At})
		}
	}
	return list
}

// outdated says whether a later event tells the same with a later end: a vacation that begins by itself goes on day by day.
func (p *gamePage) outdated(e store.Event) bool {
	return e.Kind == "vacation" && e.N == 1 && slices.ContainsFunc(p.Events, func(later store.Event) bool {
		return later.Seq > e.Seq && later.Kind == e.Kind && later.N == 1 && later.Side == e.Side && later.From == e.From
	})
}

// eventWords tells an event, or is "" where it is told elsewhere: a move, the end by a move.
func (p *gamePage) eventWords(e store.Event) string {
	who, other := p.Seats[e.Side].Name, p.Seats[e.Side.Other()].Name
	switch e.Kind {
	case "offer":
		return who + " offered a draw."
	case "decline":
		return who + " declined the draw."
	case "accept":
		return who + " accepted the draw."
	case "claim":
		return who + " claimed a draw."
	case "resign":
		return who + " resigned."
	case "flag":
		return who + "’s time ran out."
	case "abort":
		return "The game was called off before both had moved."
	case "takeback":
		return p.takebackWords(e)
	case "ask":
		return who + " asked to " + toWhat(e.What, int(e.N)) + "."
	case "refuse":
		return who + " refused " + other + "’s wish to " + toWhat(e.What, int(e.N)) + "."
	case "withdraw":
		return who + " no longer asks to " + toWhat(e.What, int(e.N)) + "."
	}
	return p.timeWords(e, who, other)
}

// timeWords tells an event that only concerns time.
func (p *gamePage) timeWords(e store.Event, who, other string) string {
	switch e.Kind {
	case "moretime":
		return fmt.Sprintf("%s gave %s %s more.", who, other, days(int(e.N/86400)))
	case "pause":
		return fmt.Sprintf("%s and %s agreed to pause the game until %s.", other, who, soon(e.Until, p.Zone))
	case "resume":
		return other + " and " + who + " agreed to go on."
	case "vacation":
		words := fmt.Sprintf("%s is on vacation from %s until %s: that clock stands still.", who, soon(e.From, p.Zone), soon(e.Until, p.Zone))
		if e.N == 1 {
			words += " It began by itself when the time ran out, and goes on day by day while time would run out again."
		}
		return words
	case "back":
		return who + "’s vacation ends earlier: " + soon(e.Until, p.Zone) + "."
	case "outage":
		return fmt.Sprintf("The server was away from %s until %s. The clock that ran got this time back.", soon(e.From, p.Zone), soon(e.Until, p.Zone))
	}
	return ""
}

// toWhat is what a request is for, to follow "asks to": "take back a move". n: plies, or days.
func toWhat(kind string, n int) string {
	switch {
	case kind == store.Takeback && n == 1:
		return "take back a move"
	case kind == store.Takeback:
		return "take back " + count(n, "move", "moves")
	case kind == store.Pause:
		return "pause the game for " + days(n)
	}
	return "go on before the pause is over"
}

// takenBy names the moves that an event took back, in their order.
func (p *gamePage) takenBy(e store.Event) []string {
	var names []string
	for _, m := range p.Taken {
		if m.Seq == e.Seq {
			names = append(names, p.Number(m.Ply)+" "+m.SAN)
		}
	}
	return names
}

// takebackWords tells who took back which moves.
func (p *gamePage) takebackWords(e store.Event) string {
	who, asker := p.Seats[e.Side].Name, p.Seats[e.Side.Other()].Name
	names := p.takenBy(e)
	i := slices.IndexFunc(p.Taken, func(m store.TakenMove) bool { return m.Seq == e.Seq })
	switch {
	case i < 0:
		return asker + " took a move back by consent."
	case p.Taken[i].Side == e.Side: // the asker let the other one move again
		return fmt.Sprintf("%s took back %s by consent, as %s had asked.", who, names[0], asker)
	}
	words := asker + " took back " + names[0] + " by consent"
	if len(names) > 1 {
		words += ", and with it goes " + strings.Join(names[1:], " and ")
	}
	return words + "."
}

// lastTakeback tells the takeback by which the present position came about, or is "".
func (p *gamePage) lastTakeback() string {
	for _, e := range slices.Backward(p.Events) {
		switch e.Kind {
		case "move":
			return ""
		case "takeback":
			return p.takebackWords(e)
		}
	}
	return ""
}
