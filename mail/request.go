package mail

import (
	"context"
	"fmt"

	"postrider/store"
)

// asked is what the opponent asks for: a takeback, a pause, or to go on after one.
func (p *Postman) asked(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.match(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	what := ""
	for _, event := range m.log.Events {
		if event.Seq == e.EventSeq {
			what = event.What
		}
	}
	for _, r := range m.log.Requests {
		if r.Kind == what && r.Side != m.side {
			return m.withBoard(p, e, m.request(r))
		}
	}
	return letter{}, &overtaken{why: "the request has been answered or has lapsed"}
}

// request is the letter about a request that waits for the reader's answer.
func (m match) request(r store.Request) letter {
	ask, more := m.asking(r)
	l := letter{Subject: m.subject(ask), Heading: m.opponent + " " + ask, Action: "Answer it", Link: m.link}
	l.lead(more+" You can agree or refuse "+m.where()+"; no answer is needed.", m.about())
	l.Due = m.due()
	return l
}

// asking says what the opponent asks for, to follow the name, and what it would bring.
func (m match) asking(r store.Request) (ask, more string) {
	switch r.Kind {
	case store.Takeback:
		ask = "asks to take back " + m.lastLabel()
		if r.N == 2 {
			ask = "asks to take back the last two moves"
		}
		return ask, "If you agree, the position and the clocks are what they were before. The next move ends the request."
	case store.Pause:
		return "asks for a pause of " + count(r.N, "day"), "If you agree, no clock of this game runs for that time, or until you both agree to go on. Moves can be made all the same."
	}
	return "asks to go on with the game", "If you agree, the pause ends and the clock of the side to move runs again."
}

// inPlay finds the game of a mail that is only true while it goes on, and drops the mail where it is over.
func (p *Postman) inPlay(ctx context.Context, e store.Envelope, to reader) (match, error) {
	m, err := p.match(ctx, e, to)
	if err == nil && m.log.Over() {
		err = &overtaken{why: "the game is over"}
	}
	return m, err
}

// granted says that the opponent has agreed to what the reader had asked for.
func (p *Postman) granted(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.inPlay(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	what, more := "", ""
	for _, event := range m.log.Events {
		if event.Seq == e.EventSeq {
			what, more = m.granting(event)
		}
	}
	if what == "" {
		return letter{}, fmt.Errorf("event %d of game %s grants nothing", e.EventSeq, e.Game)
	}
	l := letter{Subject: m.subject(what), Heading: m.opponent + " " + what, Action: "Go to the game", Link: m.link}
	turn := "It is " + m.opponent + "'s turn."
	if m.log.Turn == m.side {
		turn, l.Due = "It is your turn.", m.due()
	}
	l.lead(more+" "+turn, m.unfit(ctx, p, e), m.about())
	return m.withBoard(p, e, l)
}

// granting says what the opponent has agreed to by an event, to follow the name, and what it brings; "" where it grants nothing.
func (m match) granting(e store.Event) (what, more string) {
	switch e.Kind {
	case "takeback":
		return "agreed to your takeback", "The position and the clocks are what they were before, but for time given since. What was taken back stays in the game's record."
	case "pause":
		return "agreed to a pause", "No clock of this game runs until " + m.to.instant(e.Until) + ", or until you both agree to go on."
	case "resume":
		return "agreed to go on", "The pause is over."
	}
	return "", ""
}

// moreTime says that the opponent gave the reader a day.
func (p *Postman) moreTime(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.inPlay(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	l := letter{
		Subject: m.subject("gave you a day more"), Heading: m.opponent + " gave you a day more",
		Action: "Go to the game", Link: m.link,
	}
	more := "You have it for your next move."
	if m.log.Turn == m.side {
		more, l.Due = "You have it for the move that you have to make.", m.due()
	}
	l.lead(more, m.about())
	return m.signed(p, e, l), nil
}

// message brings what the opponent wrote beside the moves.
func (p *Postman) message(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.match(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	list, err := p.store.Messages(ctx, e.Game, e.PlayerID)
	if err != nil {
		return letter{}, err
	}
	l := letter{
		Subject: m.subject("a message"), Heading: m.opponent + " writes to you",
		Action: "Answer on the game's page", Link: m.link, Quoted: m.opponent + " writes",
	}
	last := e.EventSeq
	for _, written := range list {
		if written.Number < e.EventSeq || written.Side == m.side {
			continue
		}
		last = written.Number
		if l.Quote != "" {
			l.Quote += "\n\n"
		}
		l.Quote += written.Text
	}
	if err := p.store.FoldMessages(ctx, e, last); err != nil {
		return letter{}, err
	}
	only := ""
	if p.domain != "" {
		only = "An answer to this mail reaches nobody: write on the game's page."
	}
	l.lead("It is about your game of "+m.log.VariantTitle+". Only the two of you can read it.", only)
	l.Due = m.due()
	return m.signed(p, e, l), nil
}
