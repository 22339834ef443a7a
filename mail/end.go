package mail

import (
	"context"

	"postrider/rules"
	"postrider/store"
)

// end says that the game is over, and why.
func (p *Postman) end(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.match(ctx, e, to)
	switch {
	case err != nil:
		return letter{}, err
	case !m.log.Over():
		return letter{}, &overtaken{why: "the game goes on"}
	}
	l := letter{Subject: m.subject(m.endSubject()), Heading: m.endHeading(), Action: "See the game", Link: m.link}
	if m.lastDeed() == "move" {
		m.quote(&l)
	}
	l.lead(m.ended(), m.made(), m.unfit(ctx, p, e), m.about())
	return m.withBoard(p, e, l)
}

// ended says how the game ended: "Bob played 2… Qh4#. It is checkmate. Black wins, 0-1."
func (m match) ended() string {
	how, result := m.why(), m.result()
	if m.lastDeed() == "move" {
		last, _ := m.last()
		how = rules.UpperFirst(m.name(last.Side)) + " played " + m.lastLabel() + ". " + how
	}
	if result != "" {
		how += " " + result
	}
	return how
}

// lastDeed is the kind of the event that ended the game: "move", "accept", "claim", "resign", "flag" or "abort"; "" for none of them.
func (m match) lastDeed() string {
	for i := len(m.log.Events) - 1; i >= 0; i-- {
		switch kind := m.log.Events[i].Kind; kind {
		case "move", "accept", "claim", "resign", "flag", "abort":
			return kind
		}
	}
	return ""
}

// winner is the side that won; ok is false for a draw and for an aborted game.
func (m match) winner() (side rules.Side, ok bool) {
	switch m.log.Result {
	case "1-0":
		return rules.White, true
	case "0-1":
		return rules.Black, true
	}
	return 0, false
}

func (m match) endHeading() string {
	switch winner, ok := m.winner(); {
	case ok && winner == m.side:
		return "You won against " + m.opponent
	case ok:
		return "You lost against " + m.opponent
	case m.log.Result == "1/2-1/2":
		return "A draw with " + m.opponent
	}
	return "The game with " + m.opponent + " was aborted"
}

// endSubject is what a subject says of the end: "2… Qh4#, 0-1".
func (m match) endSubject() string {
	switch {
	case m.log.Result == "*" && m.lastDeed() == "flag":
		return "time ran out, the game was aborted"
	case m.log.Result == "*":
		return "the game was aborted"
	}
	what := "the game is over"
	switch {
	case m.lastDeed() == "move":
		what = m.lastLabel()
	case m.log.Reason == "resignation":
		what = "resigned"
		if winner, ok := m.winner(); ok && winner != m.side {
			what = "you resigned"
		}
	case m.log.Reason == "agreement":
		what = "draw agreed"
	case m.log.Reason == "time":
		what = "time ran out"
	case m.log.Reason == "repetition", m.log.Reason == "fifty moves":
		what = "claimed a draw"
	}
	return what + ", " + m.log.Result
}

// why says in a sentence why the game is over.
func (m match) why() string {
	claimed := m.lastDeed() != "move"
	who := rules.UpperFirst(m.name(m.log.Turn))
	switch m.log.Reason {
	case "checkmate":
		return "It is checkmate."
	case "stalemate":
		why := "It is stalemate: there is no legal move, and no check."
		if note := m.variant.StalemateNote(m.log.Turn.Other()); note != "" {
			why += " " + note + "."
		}
		return why
	case "resignation":
		if winner, ok := m.winner(); ok && winner != m.side {
			return "You resigned."
		}
		return m.opponent + " resigned."
	case "time":
		return m.timeOver()
	case "agreement":
		return "You both agreed to a draw."
	case "repetition":
		if claimed {
			return who + " claimed a draw by repetition."
		}
		return "The same position came up again and again."
	case "perpetual check":
		if winner, ok := m.winner(); ok && winner != m.side {
			return "The same position came up again and again, and you gave check with every move. That loses here."
		}
		return "The same position came up again and again, and " + m.opponent + " gave check with every move. That loses here."
	case "fifty moves":
		if claimed {
			return who + " claimed a draw: for fifty moves nothing was captured and no pawn moved."
		}
		return "For too long nothing was captured and no pawn moved."
	case "dead position":
		return "Nobody can win any more with what is left on the board."
	case "aborted":
		why := "It ended before both of you had moved, so nobody has won or lost."
		if m.lastDeed() == "flag" {
			return m.timeOver() + " " + why
		}
		return why
	}
	return rules.UpperFirst(m.log.Reason) + "."
}

// timeOver says whose time ran out, which is whoever was to move.
func (m match) timeOver() string {
	whose, other := m.opponent+"'s", "you have"
	if m.log.Turn == m.side {
		whose, other = "Your", m.opponent+" has"
	}
	if m.log.Result == "1/2-1/2" {
		return whose + " time ran out, but " + other + " nothing left to win with."
	}
	return whose + " time ran out."
}

// result is the result in words, "" for an aborted game.
func (m match) result() string {
	if winner, ok := m.winner(); ok {
		return m.sideName(winner) + " wins, " + m.log.Result + "."
	}
	if m.log.Result == "1/2-1/2" {
		return "The game is drawn, 1/2-1/2."
	}
	return ""
}
