package mail

import (
	"context"

	"postrider/store"
)

// yourTurn finds the game of a mail that says "it is your move", and drops the mail where it is not.
func (p *Postman) yourTurn(ctx context.Context, e store.Envelope, to reader) (match, error) {
	m, err := p.inPlay(ctx, e, to)
	if err == nil && m.log.Turn != m.side {
		err = &overtaken{why: "the move it asks for has been made"}
	}
	return m, err
}

// move is "it is your move", as the game stands now.
func (p *Postman) move(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.yourTurn(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	l := letter{
		Subject: m.subject(m.lastLabel()), Heading: m.opponent + " played " + m.lastLabel(),
		Due: m.due(), Action: "Make your move", Link: m.link,
	}
	if m.lastLabel() == "" {
		l.Subject, l.Heading = m.subject("the first move is yours"), "The first move is yours"
	}
	l.lead(m.made(), m.sideEffects(), m.check(), m.offered(), m.answered(), m.unfit(ctx, p, e), m.claim(), m.about())
	m.quote(&l)
	return m.withBoard(p, e, l)
}

// lead sets the paragraphs below the heading, those that are not empty.
func (l *letter) lead(texts ...string) {
	for _, text := range texts {
		if text != "" {
			l.Lead = append(l.Lead, text)
		}
	}
}

func (m match) check() string {
	if m.now.Check() {
		return "You are in check."
	}
	return ""
}

// offered tells of a draw offer of the opponent that can be accepted now.
func (m match) offered() string {
	if m.log.DrawOffer != int(m.side.Other()) {
		return ""
	}
	return m.opponent + " offers a draw. You can accept or decline it " + m.where() + "; " + m.lapses()
}

// lapses says when an offer of the opponent's ends by itself.
func (m match) lapses() string {
	if m.log.Turn == m.side {
		return "if you move, the offer lapses."
	}
	return "it stands until " + m.opponent + " moves."
}

// answered tells what became of the reader's own draw offer.
func (m match) answered() string {
	switch m.log.OfferFate(m.side) {
	case "declined":
		return m.opponent + " declined the draw you offered."
	case "lapsed":
		return "Your offer of a draw lapsed when " + m.opponent + " moved."
	}
	return ""
}

// claim tells of a draw that the reader may claim now.
func (m match) claim() string {
	if m.log.Turn != m.side {
		return ""
	}
	where := "on the game's page"
	if m.reply != "" {
		where = "by answering this mail with “claim”, or on the game's page"
	}
	switch m.log.Claim {
	case "":
		return ""
	case "repetition":
		return "This position has come up often enough: you may claim a draw " + where + "."
	case "fifty moves":
		return "For fifty moves nothing was captured and no pawn moved: you may claim a draw " + where + "."
	}
	return "You may claim a draw " + where + ": " + m.log.Claim + "."
}

// offer is a draw offer without a move.
func (p *Postman) offer(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.inPlay(ctx, e, to)
	switch {
	case err != nil:
		return letter{}, err
	case m.offered() == "":
		return letter{}, &overtaken{why: "the offer has been answered or has lapsed"}
	}
	l := letter{
		Subject: m.subject("offers a draw"), Heading: m.opponent + " offers a draw",
		Action: "Answer the offer", Link: m.link,
	}
	l.lead("You can accept or decline it "+m.where()+"; "+m.lapses(), m.about())
	l.Due = m.due()
	return m.withBoard(p, e, l)
}

// reminder says that time is running out: most of it has passed ("reminder"), or a day is left ("lastday").
func (p *Postman) reminder(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.yourTurn(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	if m.log.LastAt > e.CreatedAt {
		return letter{}, &overtaken{why: "there have been moves since"}
	}
	lead := "This is a reminder: most of your time for this move has passed."
	if e.Kind == "lastday" {
		lead = "This is a reminder: your time for this move runs out within a day."
		if m.log.DeadlineAt > to.now.Unix()+25*3600 {
			return letter{}, &overtaken{why: "there is more time now"}
		}
	}
	what := "waits for your move"
	if label := m.lastLabel(); label != "" {
		what += " after " + label
	}
	l := letter{
		Subject: m.subject(what), Heading: m.opponent + " " + what,
		Due: m.due(), Action: "Make your move", Link: m.link,
	}
	l.lead(lead+" If it runs out, "+m.timeOut(), m.offered(), m.answered(), m.claim(), m.about())
	return m.withBoard(p, e, l)
}

// timeOut says what happens when the reader's time runs out, to follow a comma.
func (m match) timeOut() string {
	switch {
	case m.to.AutoVacation && !m.log.NoVacation:
		return "a day of your vacation begins by itself, as long as you have any left this year."
	case m.log.Ply < 2:
		return "the game is off, and nobody has lost it."
	case !m.now.CanWin(m.side.Other()):
		return "the game is drawn: " + m.opponent + " has nothing left to win with."
	}
	return "you lose the game."
}
