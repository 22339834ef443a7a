package views

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"postrider/rules"
	"postrider/store"
)

func itoa(n int) string { return strconv.Itoa(n) }

// path is an address below the game's own.
func (p *gamePage) path(below string) string { return "/games/" + p.ID + below }

// turned is the address of what is shown, seen from the other side.
func (p *gamePage) turned() string {
	q := url.Values{}
	if p.Shown < p.Ply {
		q.Set("ply", itoa(p.Shown))
	} else if len(p.Choice.At) > 0 {
		q["at"] = p.Choice.At
	}
	if !p.Flip {
		q.Set("flip", "1")
	}
	if len(q) == 0 {
		return p.path("")
	}
	return p.path("?" + q.Encode())
}

// pace is how far the game is, and its clock, to follow the variant's name.
func (p *gamePage) pace() string {
	pace := paceOf(store.Terms{Clock: p.Game.Clock, NoVacation: p.Game.NoVacation})
	if foreign(&p.Log) {
		return ", " + movesPlayed(p.Ply)
	}
	switch {
	case p.Shown < p.Ply:
		return ", " + pace
	case !p.Over():
		return fmt.Sprintf(", move %d · %s", p.Position.MoveNumber(), pace)
	}
	return ", " + movesPlayed(p.Ply) + " · " + pace
}

// movesPlayed counts the moves of so many plies: a move is one of each side.
func movesPlayed(plies int) string { return count((plies+1)/2, "move", "moves") }

// again is where the same game is started once more with colours changed, or "" where that cannot be.
func (p *gamePage) again() string {
	opponent := p.Seats[p.Me.Other()]
	next, err := setupFor(store.Terms{Variant: p.Game.Variant, FEN: p.StartFEN, Clock: p.Game.Clock, NoVacation: p.NoVacation, Side: p.Me.Other().String(), Title: p.Log.Title})
	if err != nil || opponent.Deleted {
		return ""
	}
	return next.Path() + "&" + url.Values{"opponent": {opponent.Name}}.Encode()
}

// written is how many moves came with words, but the one that is shown.
func (p *gamePage) written() int {
	n := 0
	for i, m := range p.Moves {
		if m.Comment != "" && i+1 != p.Shown {
			n++
		}
	}
	return n
}

// lettered says whether anything was written with the moves, as far as the viewer may read it.
func (p *gamePage) lettered() bool {
	return slices.ContainsFunc(p.Moves, func(m store.Move) bool { return m.Comment != "" })
}

// legal is how many moves there are.
func legal(groups []group) int {
	n := 0
	for _, g := range groups {
		n += len(g.Moves)
	}
	return n
}

// examples shows how moves are written, by two of different kinds: "Nf3 or Y@e2".
func examples(groups []group) string {
	var shown []string
	for _, kind := range []func(san string) bool{
		func(san string) bool { return strings.Contains(san, "@") },
		func(san string) bool { return san[0] != 'O' && san == upper(san) && !strings.Contains(san, "@") }, // not castling: a man with a letter
		func(san string) bool { return san != upper(san) },
	} {
		for _, g := range groups {
			at := slices.IndexFunc(g.Moves, func(m listed) bool { return kind(m.SAN) })
			if at >= 0 && len(shown) < 2 {
				shown = append(shown, g.Moves[at].SAN)
				break
			}
		}
	}
	if len(shown) == 0 {
		return ""
	}
	if len(shown) == 1 {
		shown = append(shown, groups[0].Moves[0].Text)
	}
	slices.Sort(shown)
	return "like " + strings.Join(shown, " or ")
}

// after says what the chosen move leads to, where that is remarkable.
func (p *gamePage) after() string {
	san := p.Choice.Position.SAN(p.Choice.Move)
	switch {
	case strings.HasSuffix(san, "#"):
		return p.opponent() + " is mated, and the game is over."
	case p.Choice.Position.Play(p.Choice.Move).Check():
		return p.opponent() + " is in check."
	}
	return ""
}

// sendNote says what sending does.
func (p *gamePage) sendNote() string {
	return cmp.Or(p.told(), p.opponent()+" gets an e-mail as soon as you send.") + " A sent move is taken back only by consent."
}

// against says whom somebody plays in a game.
func against(g store.Game, name string) string {
	for i, seat := range g.Seats {
		if seat.Name == name {
			return "against " + g.Seats[1-i].Name
		}
	}
	return g.Seats[rules.White].Name + " against " + g.Seats[rules.Black].Name
}
