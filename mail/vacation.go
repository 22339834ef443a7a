package mail

import (
	"context"
	"fmt"

	"postrider/store"
)

// vacation says that the opponent goes away.
func (p *Postman) vacation(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, v, err := p.inVacation(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	what := "on vacation until " + to.instant(v.Until)
	l := letter{Subject: m.subject("on vacation"), Heading: m.opponent + " is " + what, Action: "Go to the game", Link: m.link}
	if v.From > to.now.Unix() {
		l.Heading = m.opponent + " goes on vacation"
		what = "away from " + to.instant(v.From) + " until " + to.instant(v.Until)
	}
	lead, meanwhile := m.opponent+" is "+what+".", " Until then"
	if v.From > to.now.Unix() {
		meanwhile = " In that time"
	}
	if v.Auto {
		lead = m.opponent + "'s time had run out, so a vacation has begun by itself, until " + to.instant(v.Until) + ". It goes on day by day while time would run out again and days of vacation are left."
	}
	l.lead(lead+meanwhile+" no clock of "+m.opponent+" runs, in any of your games that allow vacations. Yours runs as always; moves can be made all the while.", m.about())
	l.Due = m.due()
	return m.signed(p, e, l), nil
}

// inVacation is the game of a mail about a vacation, and that vacation as it is now; *overtaken where it is over or was cancelled.
func (p *Postman) inVacation(ctx context.Context, e store.Envelope, to reader) (match, store.Vacation, error) {
	m, err := p.match(ctx, e, to)
	if err != nil {
		return m, store.Vacation{}, err
	}
	v, err := p.vacationOf(ctx, m, e.EventSeq)
	return m, v, err
}

// vacationOf is the vacation that an event of a game tells of, as it is now; *overtaken where it is over or was cancelled.
func (p *Postman) vacationOf(ctx context.Context, m match, seq int) (store.Vacation, error) {
	for _, event := range m.log.Events {
		if event.Seq != seq {
			continue
		}
		list, err := p.store.VacationsOf(ctx, m.log.Seats[event.Side].PlayerID)
		if err != nil {
			return store.Vacation{}, err
		}
		for _, v := range list {
			if v.From == event.From {
				return v, nil
			}
		}
		return store.Vacation{}, &overtaken{why: "the vacation is over or was cancelled"}
	}
	return store.Vacation{}, fmt.Errorf("game %s has no event %d", m.log.ID, seq)
}

// autoVacation says that the reader's own vacation has begun by itself.
func (p *Postman) autoVacation(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, v, err := p.inVacation(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	l := letter{
		Subject: m.subject("your vacation has begun by itself"), Heading: "Your vacation has begun by itself",
		Action: "Make your move", Link: m.link,
	}
	l.Due = m.due()
	l.lead("Your time against "+m.opponent+" had run out, and as you wish in your settings, a day of vacation was taken: your clocks stand still until "+to.instant(v.Until)+
		". While they would run out again, another day is taken, as long as there are any left this year. Your opponents have been told.", m.about())
	return m.withBoard(p, e, l)
}
