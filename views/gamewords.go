package views

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"postrider/mail"
	"postrider/rules"
	"postrider/store"
)

// title names the page: what it asks of the viewer, and of which game.
func (p *gamePage) title() string {
	names := p.Seats[rules.White].Name + " against " + p.Seats[rules.Black].Name
	switch {
	case p.Preview:
		return "Check and send: " + p.next() + ", " + p.VariantTitle
	case p.Shown < p.Ply:
		return p.shownName() + ", " + names
	case p.Over():
		return p.outcome() + ": " + names
	case p.MayMove:
		return "Your move against " + p.opponent() + ", " + p.VariantTitle
	case p.Plays:
		return "Waiting for " + p.opponent() + ", " + p.VariantTitle
	}
	return names + ", " + p.VariantTitle
}

func (p *gamePage) opponent() string { return p.Seats[p.Me.Other()].Name }

// turnName is who has to move.
func (p *gamePage) turnName() string { return p.Seats[p.Turn].Name }

// shownName is the position that is shown: "After 7… d6", "The start".
func (p *gamePage) shownName() string {
	if p.Shown == 0 {
		return "The start"
	}
	return "After " + p.numbered(p.Shown)
}

// numbered is a move as it is quoted: "7. Nf3", "7… d6".
func (p *gamePage) numbered(ply int) string { return quotedMove(&p.Log, ply) }

func quotedMove(l *store.Log, ply int) string { return l.Number(ply) + " " + l.Moves[ply-1].SAN }

// next is the chosen move as it is quoted.
func (p *gamePage) next() string {
	return p.Number(p.Ply+1) + " " + p.Choice.Position.SAN(p.Choice.Move)
}

// row is a line of the move list: a number and two plies, 0 where there is none.
type row struct{ Number, White, Black int }

func (p *gamePage) rows() []row {
	var rows []row
	for i := range p.Moves {
		number, black := p.MoveNumber(i + 1)
		if len(rows) == 0 || rows[len(rows)-1].Number != number {
			rows = append(rows, row{Number: number})
		}
		if black {
			rows[len(rows)-1].Black = i + 1
		} else {
			rows[len(rows)-1].White = i + 1
		}
	}
	return rows
}

// lastTold says what has just been done, to begin the page with.
func (p *gamePage) lastTold() string {
	if p.Shown == 0 {
		return ""
	}
	last := p.Moves[p.Shown-1]
	who := p.Seats[last.Side].Name
	if p.Plays && last.Side == p.Me {
		who = "You"
	}
	told := who + " played " + p.numbered(p.Shown)
	if last.At != 0 {
		told += ", " + ago(last.At, p.Now, p.Zone)
	}
	if last.Conditional {
		told += ", as planned before"
	}
	return told + "."
}

// outcome is the result and why: "0–1, checkmate".
func (p *gamePage) outcome() string { return outcomeOf(p.Game) }

func outcomeOf(g store.Game) string {
	if g.Result == "*" {
		return upper(g.Reason)
	}
	return resultText(g.Result) + ", " + g.Reason
}

// ending says how the game ended, in a sentence.
func (p *gamePage) ending() string {
	if words := p.ownEnding(); words != "" {
		return words
	}
	winner, loser := p.Seats[rules.White].Name, p.Seats[rules.Black].Name
	if p.Result == "0-1" {
		winner, loser = loser, winner
	}
	drawn := p.Result == "1/2-1/2"
	claimed := slices.ContainsFunc(p.Events, func(e store.Event) bool { return e.Kind == "claim" })
	switch p.Reason {
	case "checkmate":
		return fmt.Sprintf("%s has mated %s.", winner, loser)
	case "resignation":
		return fmt.Sprintf("%s has resigned: %s wins.", loser, winner)
	case "time":
		if drawn {
			return "The time ran out, but the other side had nothing left to win with: a draw."
		}
		return fmt.Sprintf("%s’s time ran out: %s wins.", loser, winner)
	case "aborted":
		if slices.ContainsFunc(p.Events, func(e store.Event) bool { return e.Kind == "flag" }) {
			return p.turnName() + "’s time ran out before both had moved: the game does not count, and nobody has lost it."
		}
		return "The game ended before both had moved: it does not count, and nobody has lost it."
	case store.Unfinished:
		return "It was not finished when it was brought here."
	case "agreement":
		return "Both agreed to a draw."
	case "stalemate":
		if drawn {
			return p.turnName() + " has no legal move and is not in check: stalemate, a draw." + sentence(" ", p.Variant.StalemateNote(p.Turn.Other()))
		}
		return fmt.Sprintf("%s has no legal move, and is not in check. That decides the game here: %s wins.", p.turnName(), winner)
	case "repetition":
		if claimed {
			return p.turnName() + " claimed a draw by repetition."
		}
		return "The same position came up again and again: a draw by repetition."
	case "fifty moves":
		if claimed {
			return p.turnName() + " claimed a draw: for fifty moves nothing was captured and no pawn moved."
		}
		return "For too long nothing was captured and no pawn moved: a draw."
	case "dead position":
		return "Nobody can win from here by any moves: a draw."
	case "perpetual check":
		return fmt.Sprintf("The same position came up again and again, and %s gave check with every move. That loses here: %s wins.", loser, winner)
	}
	switch {
	case drawn:
		return "A draw."
	case p.Result == "*":
		return "It ended without a result."
	}
	return winner + " wins."
}

// ownEnding tells one of the players how the game was won; "" to others, and where the sentence for everybody serves.
func (p *gamePage) ownEnding() string {
	if !p.Plays || p.Result != "1-0" && p.Result != "0-1" {
		return ""
	}
	won := (p.Result == "1-0") == (p.Me == rules.White)
	words := map[string][2]string{ // lost, won
		"checkmate":   {"%s has mated you.", "You have mated %s."},
		"resignation": {"You have resigned: %s wins.", "%s has resigned: you win."},
		"time":        {"Your time ran out: %s wins.", "%s’s time ran out: you win."},
	}[p.Reason]
	switch {
	case words[0] == "":
		return ""
	case won:
		return fmt.Sprintf(words[1], p.opponent())
	}
	return fmt.Sprintf(words[0], p.opponent())
}

// sentence puts before a text what parts it from the one before and a full stop behind it; "" stays "".
func sentence(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text + "."
}

// dated is a moment that is past, behind a comma: as soon has it, or, half a year later, the date; "" for one that is not known.
func dated(at, now int64, z *time.Location) string {
	switch {
	case at == 0:
		return ""
	case now-at > 183*86400:
		return ", " + date(at, z)
	}
	return ", " + soon(at, z)
}

// clock is what stands beside a player's name: the time in words, and the hour below it. Link joins the two for who hears them.
type clock struct{ Words, Below, Class, Link string }

func (p *gamePage) clock(side rules.Side) clock {
	switch {
	case p.Over():
		points := map[string][2]string{"1-0": {"1", "0"}, "0-1": {"0", "1"}, "1/2-1/2": {"½", "½"}}[p.Result]
		return clock{Words: points[side]}
	case p.Turn == side && p.DeadlineAt != 0:
		span, hour := toMove(p.Game, p.Now), soon(p.DeadlineAt, p.Zone)
		switch still := standstill(p.Game, p.Zone); {
		case p.DeadlineAt <= p.Now:
			return clock{Words: "time is over", Below: "since " + hour, Class: "due"}
		case still != "" && !p.Preview:
			return clock{Words: timeLeft(span), Below: still}
		case p.Preview:
			return clock{Words: timeLeft(span), Below: "to send it, until " + hour, Class: dueClass(p.DeadlineAt - p.Now)}
		}
		return clock{timeLeft(span), hour, dueClass(span), "until"}
	case p.Preview:
		return clock{Words: left(p.Times[side].Left), Below: "from when you send"}
	}
	if away := p.Away[side]; away.From <= p.Now && p.Now < away.Until {
		return clock{Words: left(p.Times[side].Left), Below: "on vacation until " + soon(away.Until, p.Zone)}
	}
	return clock{Words: left(p.Times[side].Left), Below: "when the turn comes"}
}

// toMove is how many seconds of its own time the side to move has left. To the deadline it may be longer, where the clock stands still meanwhile.
func toMove(g store.Game, now int64) int64 {
	if mine := g.Times[g.Turn]; mine.Running || mine.Still != "" {
		return mine.Left
	}
	return g.DeadlineAt - now
}

// standstill says why the clock of the side to move does not run, and until when: "stands still until Thu 3 Dec, 05:00 UTC (vacation)"; "" where it does.
func standstill(g store.Game, z *time.Location) string {
	mine := g.Times[g.Turn]
	if mine.Still == "" {
		return ""
	}
	return "stands still until " + soon(mine.StillUntil, z) + " (" + mine.Still + ")"
}

// role is the line below a player's name.
func (p *gamePage) role(side rules.Side) string {
	role := p.Variant.SideTitle(side)
	switch {
	case p.Over() || side != p.Turn:
	case p.Preview:
		role += " · not sent yet"
	case p.Plays && side == p.Me:
		role += " · your turn"
	default:
		role += " · to move"
	}
	return role
}

// typedLines is a text as it was typed, line by line, without what would do something to the page or to a terminal.
func typedLines(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, strings.ReplaceAll(templ.EscapeString(mail.Harmless(text)), "\n", "<br>"))
		return err
	})
}

// keptHere says whether a mail stayed on this machine, since there is no relay.
func keptHere(e store.Envelope) bool { return len(e.Kept) > 0 || strings.HasPrefix(e.Answer, "kept") }

// fateOf says what became of the last mail to a player, for the other one.
func fateOf(e store.Envelope, name string, z *time.Location) string {
	answer := toldOthers(e.Answer)
	switch e.Status {
	case "sent":
		if keptHere(e) {
			return "The mail to " + name + " is kept here, as no mail server is set up."
		}
		return name + " was told by e-mail on " + soon(e.SentAt, z) + "."
	case "waiting":
		switch {
		case answer != "":
			return "The mail to " + name + " waits to be sent again. " + answer + "."
		case e.Tries > 0:
			return "The mail to " + name + " waits to be sent again."
		}
		return "The mail to " + name + " is on its way."
	case "failed":
		return "The mail to " + name + " could not be delivered. " + answer + "."
	}
	return ""
}
