package views

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"postrider/store"
)

// ask asks the opponent for a takeback, a pause, or to go on after one; or answers such a request, or takes an own one back.
func (s *Site) ask(w http.ResponseWriter, r *http.Request) error {
	f := r.PostForm
	kind, action := f.Get("kind"), f.Get("action")
	event := action
	if action == "grant" {
		event = kind
	}
	return s.deed(w, r, event, func(d store.Deed) (string, error) {
		ctx := r.Context()
		switch action {
		case "ask":
			n, err := askedFor(f.Get("n"), f.Get("days"), kind)
			if err != nil {
				return "", err
			}
			if both, err := s.store.Ask(ctx, d, kind, n); err != nil || both {
				return granted(kind), err
			}
			return asked(kind), nil
		case "grant":
			return granted(kind), s.store.Answer(ctx, d, kind, true)
		case "refuse":
			return "You have said no. Everything stays as it is.", s.store.Answer(ctx, d, kind, false)
		case "withdraw":
			return "You have taken your request back.", s.store.Answer(ctx, d, kind, false)
		}
		return "", &store.Invalid{Text: "One can ask, grant, refuse, or take a request back: the form names none of these."}
	})
}

// asked is what is said after asking.
func asked(kind string) string {
	switch kind {
	case store.Takeback:
		return "You have asked for a takeback. It waits for an answer; the next move ends it."
	case store.Pause:
		return "You have asked for a pause. Until it is granted, the clocks go on."
	}
	return "You have asked to go on. Until it is granted, the clocks stand still."
}

// granted is what is said after granting.
func granted(kind string) string {
	switch kind {
	case store.Takeback:
		return "It is taken back, and the clocks are as they were, but for time given since."
	case store.Pause:
		return "The game is paused: the clocks stand still. Whoever likes may move all the same."
	}
	return "The pause is over: the clock runs again."
}

// askedFor is the number of plies or of days that is asked for.
func askedFor(plies, days, kind string) (int, error) {
	typed, field, text := plies, "action", "The form has lost how many moves are to be taken back. Please look at the game as it is now."
	switch kind {
	default:
		return 0, nil
	case store.Takeback:
	case store.Pause:
		typed, field, text = days, "days", "A pause has a whole number of days, like 14: at most "+itoa(store.MaxPause)+"."
	}
	n, err := strconv.Atoi(strings.TrimSpace(typed))
	if err != nil {
		return 0, &store.Invalid{Field: field, Text: text}
	}
	return n, nil
}

// giveTime gives the opponent a day.
func (s *Site) giveTime(w http.ResponseWriter, r *http.Request) error {
	return s.deed(w, r, "moretime", func(d store.Deed) (string, error) {
		return "You have given your opponent a day more.", s.store.GiveTime(r.Context(), d)
	})
}

// abort calls a game off in which not both have moved once.
func (s *Site) abort(w http.ResponseWriter, r *http.Request) error {
	return s.deed(w, r, "abort", func(d store.Deed) (string, error) {
		return "The game is called off. Nobody has lost it.", s.store.Abort(r.Context(), d)
	})
}

// asks is the request of a kind that waits for an answer, and whether there is one.
func (p *gamePage) asks(kind string) (store.Request, bool) {
	i := slices.IndexFunc(p.Requests, func(q store.Request) bool { return q.Kind == kind })
	if i < 0 {
		return store.Request{}, false
	}
	return p.Requests[i], true
}

// wish is what a request asks for, to follow "to": "take back 7… d6", "pause the game for 14 days".
func (p *gamePage) wish(q store.Request) string {
	if q.Kind == store.Takeback {
		return "take back " + p.lastPlies(q.N)
	}
	return toWhat(q.Kind, q.N)
}

// lastPlies names the last moves: "7… d6", "7. Nf3 and 7… d6".
func (p *gamePage) lastPlies(n int) string {
	var names []string
	for ply := max(p.Ply-n, 0) + 1; ply <= p.Ply; ply++ {
		names = append(names, p.numbered(ply))
	}
	return strings.Join(names, " and ")
}

// consequence says what granting a request does.
func consequence(q store.Request) string {
	switch q.Kind {
	case store.Takeback:
		return "If you grant it, the clocks will be as they were then, but for time given since, and the log keeps that it happened. Playing on refuses it."
	case store.Pause:
		return "Both clocks would stand still from now on. Either of you may move all the same, and you can agree to go on earlier."
	}
	return "The clock of the side to move would run again at once."
}

// refusals are the kinds of what the viewer has asked for and the opponent has refused since the last move.
func (p *gamePage) refusals() []string {
	var kinds []string
	for _, e := range p.Events {
		if e.Kind == "refuse" && e.Side != p.Me && e.Ply == p.Ply && e.Seq > p.lastTurn() {
			kinds = append(kinds, e.What)
		}
	}
	return kinds
}

// lastTurn is the event by which the position came about: a move, or a takeback.
func (p *gamePage) lastTurn() int {
	for _, e := range slices.Backward(p.Events) {
		if e.Kind == "move" || e.Kind == "takeback" {
			return e.Seq
		}
	}
	return 0
}

// refused says what the opponent would not do.
func (p *gamePage) refused(kind string) string {
	other := p.opponent()
	switch kind {
	case store.Takeback:
		return other + " would rather not take that back. You can ask again after the next move."
	case store.Pause:
		return other + " would rather not pause the game now. You can ask again after the next move."
	}
	return other + " would rather not go on yet. You can ask again after the next move."
}

// pausedUntil is when the pause that is on now ends, in unix seconds; 0: none is.
func (p *gamePage) pausedUntil() int64 {
	for _, e := range slices.Backward(p.Events) {
		switch e.Kind {
		case "resume":
			return 0
		case "pause":
			if p.Over() || e.Until <= p.Now {
				return 0
			}
			return e.Until
		}
	}
	return 0
}

// pauseDays is what stands in the field for the days of a pause.
func (p *gamePage) pauseDays() string { return cmp.Or(p.Form.Get("days"), "14") }

// ownLast is how many plies lead back before the viewer's last move; 0: there is none.
func (p *gamePage) ownLast() int {
	n := 1
	if p.Turn == p.Me {
		n = 2
	}
	if n > p.Ply {
		return 0
	}
	return n
}

// endings heads what may end the game.
func (p *gamePage) endings() string {
	offered := p.DrawOffer >= 0 // and is to be answered first
	switch {
	case p.Ply < 2 && offered:
		return "Call it off, or resign"
	case p.Ply < 2:
		return "Call it off, offer a draw, or resign"
	case offered:
		return "Resign"
	}
	return "Offer a draw, or resign"
}
