package mail

import (
	"context"
	"strings"

	"postrider/store"
)

// played says that the server has made the reader's conditional moves, and that it is the opponent's turn.
func (p *Postman) played(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.match(ctx, e, to)
	switch {
	case err != nil:
		return letter{}, err
	case m.log.Over() || m.log.Turn == m.side:
		return letter{}, &overtaken{why: "there have been moves since"}
	}
	l := letter{
		Subject: m.subject("your " + m.lastLabel() + " was played"), Heading: "Your " + m.lastLabel() + " was played",
		Action: "See the game", Link: m.link,
	}
	l.lead(m.made(), "It is "+m.opponent+"'s turn.", m.about())
	m.quote(&l)
	return m.withBoard(p, e, l)
}

// made tells of the reader's conditional moves that the server has made in answer to the last one made by hand, "" where it made none.
func (m match) made() string {
	var mine []string
	for _, move := range m.news() {
		if move.Side == m.side && move.Conditional {
			mine = append(mine, m.log.Number(move.Ply)+" "+move.SAN)
		}
	}
	if mine == nil {
		return ""
	}
	return m.opponent + " played as you had foreseen, and " + playedForYou(mine)
}

// playedForYou says which moves the server has made for the reader.
func playedForYou(moves []string) string {
	if last := len(moves) - 1; last > 0 {
		return strings.Join(moves[:last], ", ") + " and " + moves[last] + " were played for you, as you had told us."
	}
	return moves[0] + " was played for you, as you had told us."
}

// unfit says that the reader's conditional moves were dropped by the event that a mail tells of, "" where none were. Only their owner is told.
func (m match) unfit(ctx context.Context, p *Postman, e store.Envelope) string {
	plan, err := p.store.Plan(ctx, e.Game, e.PlayerID)
	if err != nil || plan.UnfitSeq == 0 || plan.UnfitSeq != e.EventSeq {
		return ""
	}
	return noLongerFit
}

const noLongerFit = "The moves that you had planned ahead no longer fit, and are dropped."
