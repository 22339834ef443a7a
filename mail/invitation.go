package mail

import (
	"context"
	"fmt"

	"postrider/rules"
	"postrider/store"
)

// invited finds the invitation of a mail, and its variant.
func (p *Postman) invited(ctx context.Context, e store.Envelope) (store.Invitation, *rules.Variant, error) {
	inv, err := p.store.Invitation(ctx, e.Invitation)
	if err != nil {
		return inv, nil, fmt.Errorf("look up the invitation of a mail: %w", err)
	}
	v, err := rules.Lookup(inv.Terms.Variant)
	if err != nil {
		return inv, nil, fmt.Errorf("look up the variant of an invitation: %w", err)
	}
	return inv, v, nil
}

// openInvitation is invited for a mail that is only true while the invitation is open, and drops the mail where it is not.
func (p *Postman) openInvitation(ctx context.Context, e store.Envelope) (store.Invitation, *rules.Variant, error) {
	inv, v, err := p.invited(ctx, e)
	if err == nil && inv.Status != "open" {
		err = &overtaken{why: "the invitation is not open any more"}
	}
	return inv, v, err
}

func (p *Postman) invitation(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	inv, v, err := p.openInvitation(ctx, e)
	if err != nil {
		return letter{}, err
	}
	position, err := v.ParseFEN(inv.Terms.FEN)
	if err != nil {
		return letter{}, fmt.Errorf("read the position of an invitation: %w", err)
	}
	inviter, side := shown(inv.InviterName), sideOf(inv.Terms.Side)
	l := letter{
		Subject: inviter + ": an invitation to play (" + v.Title() + ")",
		Heading: inviter + " invites you to a game of " + v.Title(),
		Due:     due{"The invitation is open until ", to.instant(inv.ExpiresAt), "."},
		Action:  "Look at the invitation", Link: p.url + "/invitations/" + e.Invitation,
		Feet: p.feet(e),
	}
	if e.Kind == "rematch" {
		l.Subject, l.Heading = inviter+": a rematch ("+v.Title()+")", inviter+" offers you a rematch of "+v.Title()
	}
	title, opening, browser := "", "", ""
	if e.PlayerID == 0 { // who plays here knows it
		browser = " You play in your browser; there is nothing to install."
	}
	if inv.Terms.Title != "" && e.PlayerID != 0 { // a stranger gets no words of the inviter's own
		title = "Title: “" + oneLine(inv.Terms.Title) + "”."
	}
	if inv.Terms.FEN != v.Start().FEN() {
		opening = "It begins from a position of its own; " + v.SideName(position.Turn()) + " moves first."
	}
	l.lead(title, v.Summary(), opening, seats(v, inv, inviter)+" "+timeToMove(inv.Terms.Clock)+noVacation(inv.Terms)+browser)
	if l.Board, err = drawBoard(scene{position: position, side: side, width: pictureWidth, name: "invitation-" + fmt.Sprint(e.ID), caption: "The board."}); err != nil {
		return letter{}, err
	}
	l.Board.Legend = legend(position, [2]string{})
	if e.PlayerID == 0 {
		l.Notes = []string{"Nothing happens before you press a button there. You can decline there, too. If you want no invitations ever again, whoever makes them, the link at the end of this mail is for that."}
		l.Why = "You get this mail because " + inviter + " gave your address. We send one such mail and do not use the address for anything else."
		return l, nil
	}
	l.Why = "You get this mail because you play at Postrider as " + shown(to.Name) + "."
	return l, nil
}

// seats says who would play which side.
func seats(v *rules.Variant, inv store.Invitation, inviter string) string {
	if inv.Terms.Games == 2 {
		return "There are two games at once: each of you plays each side once."
	}
	switch inv.Terms.Side {
	case "white":
		return fmt.Sprintf("You would play %s, %s %s.", v.SideTitle(rules.Black), inviter, v.SideTitle(rules.White))
	case "black":
		return fmt.Sprintf("You would play %s, %s %s.", v.SideTitle(rules.White), inviter, v.SideTitle(rules.Black))
	}
	return fmt.Sprintf("Who plays %s is drawn by lot.", v.SideTitle(rules.White))
}

// noVacation is the sentence of terms that know no vacation, to follow the clock.
func noVacation(t store.Terms) string {
	if t.NoVacation {
		return " Vacations do not stop the clocks."
	}
	return ""
}

// timeToMove is a game's clock in a sentence.
func timeToMove(c store.Clock) string {
	if c.IsBank() {
		return c.Sentence()
	}
	return "Each move may take up to " + count(c.Days, "day") + "."
}

func (p *Postman) accepted(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.match(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	first := m.name(m.start.Turn()) + " move first."
	if m.start.Turn() != m.side {
		first = m.name(m.start.Turn()) + " moves first, and we tell you when it is your turn."
	}
	l := letter{
		Subject: m.subject("accepted your invitation"),
		Heading: m.opponent + " accepted your invitation",
		Lead: []string{fmt.Sprintf("Your game of %s has begun: you play %s, %s plays %s. %s", m.log.VariantTitle, m.sideName(m.side),
			m.opponent, m.sideName(m.side.Other()), timeToMove(m.log.Clock)), rules.UpperFirst(first)},
		Action: "Go to the game", Link: m.link,
	}
	if inv, err := p.store.Invitation(ctx, e.Invitation); err == nil && inv.Second != "" {
		l.lead("The second game, with colours changed, has begun too: " + p.url + "/games/" + inv.Second)
	}
	if !m.log.Over() && m.log.Turn == m.side {
		l.Due = m.due()
		return m.withBoard(p, e, l)
	}
	return m.signed(p, e, l), nil
}

func (p *Postman) declined(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	inv, v, err := p.invited(ctx, e)
	if err != nil {
		return letter{}, err
	}
	who := "Whoever you invited"
	for _, name := range []string{inv.Address, inv.OpponentName, e.Name} {
		if name != "" {
			who = shown(name)
		}
	}
	return letter{
		Subject: who + ": declined your invitation (" + v.Title() + ")",
		Heading: who + " declined your invitation",
		Lead:    []string{"There will be no game of " + v.Title() + " this time. The link of the invitation does not work any more."},
		Action:  "Invite somebody else", Link: p.url + "/presets/new?variant=" + inv.Terms.Variant,
		Why:  "You get this mail because you play at Postrider as " + shown(to.Name) + ".",
		Feet: p.feet(e),
	}, nil
}
