package mail

import (
	"context"
	"errors"
	"fmt"

	"postrider/store"
)

// linked looks up what a mail's link does, and drops a mail whose link has been used or replaced, or has expired.
func (p *Postman) linked(ctx context.Context, e store.Envelope) (store.TokenPage, error) {
	link, err := p.store.Token(ctx, e.Token)
	if errors.Is(err, store.ErrGone) || errors.Is(err, store.ErrNotFound) {
		return link, &overtaken{why: "its link has been used or replaced, or has expired"}
	}
	return link, err
}

// until is the sentence that says how long the link of a mail works.
func (r reader) until(unix int64) due { return due{"The link works until ", r.instant(unix), "."} }

const notYou = "If that was not you, you need not do anything."

func (p *Postman) confirm(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	link, err := p.linked(ctx, e)
	name := shown(e.Name)
	return letter{
		Subject: "Confirm your address, " + name + " (Postrider)",
		Heading: "Welcome, " + name,
		Lead: []string{"Somebody, we hope you, has signed up at Postrider as " + name + " with this address.",
			"Open the link and press the button there: the account is then yours, and you are signed in. Opening the link alone changes nothing."},
		Due:    to.until(link.ExpiresAt),
		Action: "Confirm your address", Link: p.url + "/confirm/" + e.Token,
		Notes: []string{notYou + " Without the button there will be no account. On the same page you can say that it was not you, and the sign-up is deleted at once."},
		Why:   "You get this mail because somebody gave your address at Postrider.",
	}, err
}

func (p *Postman) signIn(ctx context.Context, e store.Envelope, _ reader) (letter, error) {
	_, err := p.linked(ctx, e)
	name := shown(e.Name)
	return letter{
		Subject: "Your sign-in link, " + name + " (Postrider)",
		Heading: "Sign in as " + name,
		Lead: []string{"Open the link and press the button there, and you are signed in without a password.",
			"The link works once, and for one hour after this mail was sent."},
		Action: "Sign in", Link: p.url + "/confirm/" + e.Token,
		Notes: []string{"Please do not pass the link on: whoever presses its button is signed in as you. " + notYou + " Nobody is signed in by asking for this mail."},
		Why:   "You get this mail because somebody asked for a sign-in link for your account at Postrider.",
	}, err
}

func (p *Postman) newAddress(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	link, err := p.linked(ctx, e)
	name := shown(e.Name)
	return letter{
		Subject: "Confirm your new address, " + name + " (Postrider)",
		Heading: "A new address for " + name,
		Lead: []string{name + " at Postrider wants to get mail at this address from now on.",
			"Open the link where you are signed in as " + name + ", and press the button there: then this is the address of the account. Until then mail goes to the old one."},
		Due:    to.until(link.ExpiresAt),
		Action: "Use this address", Link: p.url + "/confirm/" + e.Token,
		Notes: []string{"If you do not know " + name + ", somebody mistyped an address. You need not do anything, and you get no more mail about it."},
		Why:   "You get this mail because somebody gave your address at Postrider.",
	}, err
}

func (p *Postman) oldAddress(_ context.Context, e store.Envelope, _ reader) (letter, error) {
	name := shown(e.Name)
	return letter{
		Subject: "Your address has changed, " + name + " (Postrider)",
		Heading: "Your mail goes elsewhere now",
		Lead: []string{"The account " + name + " at Postrider has another address now, which was confirmed from there. Mail no longer comes to this one.",
			"If that was you, all is well."},
		Action: "If that was not you, sign in with your name and password", Link: p.url + "/signin",
		Notes: []string{"Then, in the settings, set a new password, sign out everywhere, and put your address back. If your password does not work any more, " +
			"tell the people who run " + p.url + "."},
		Why: "You get this mail because this was the address of " + name + " at Postrider.",
	}, nil
}

func (p *Postman) known(ctx context.Context, e store.Envelope, _ reader) (letter, error) {
	name := shown(e.Name)
	l := letter{
		Subject: "You have an account already, " + name + " (Postrider)",
		Heading: "You are " + name + " here",
		Lead: []string{"Somebody, perhaps you, gave this address at Postrider, to sign up or to get mail there. It belongs to the account " + name + " already.",
			"Sign in as " + name + ". If you have forgotten the password, the same page sends you a link that works without one."},
		Action: "Sign in", Link: p.url + "/signin",
		Notes: []string{notYou + " Nothing has changed, and whoever it was has not been told that you have an account."},
		Why:   "You get this mail because somebody gave your address at Postrider.",
	}
	if e.Invitation == "" {
		return l, nil
	}
	inv, err := p.store.Invitation(ctx, e.Invitation)
	if err != nil {
		return l, fmt.Errorf("look up the invitation of a mail: %w", err)
	}
	l.Lead = []string{"Somebody, perhaps you, wants to accept " + shown(inv.InviterName) + "'s invitation with this address. It belongs to the account " + name + ".",
		"Sign in as " + name + ", and you are led to the invitation. If you have forgotten the password, the same page sends you a link that works without one."}
	l.Link += "?next=/invitations/" + e.Invitation
	return l, nil
}

func (p *Postman) guest(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	link, err := p.linked(ctx, e)
	if err != nil {
		return letter{}, err
	}
	inv, v, err := p.openInvitation(ctx, e)
	if err != nil {
		return letter{}, err
	}
	name, inviter := shown(e.Name), shown(inv.InviterName)
	return letter{
		Subject: inviter + ": confirm your address, and the game begins (" + v.Title() + ")",
		Heading: "One step to the game, " + name,
		Lead: []string{"Somebody, we hope you, has accepted " + inviter + "'s invitation to a game of " + v.Title() + " as " + name + ", with this address.",
			"Open the link and press the button there: the game begins, the account " + name + " is yours, and you are signed in. Opening the link alone changes nothing."},
		Due:    to.until(link.ExpiresAt),
		Action: "Confirm and play", Link: p.url + "/confirm/" + e.Token,
		Notes: []string{notYou + " Without the button there will be no account and no game. On the same page you can say that it was not you."},
		Why:   "You get this mail because somebody gave your address at Postrider.",
	}, nil
}

// test tells only that mail arrives.
func (p *Postman) test(_ context.Context, _ store.Envelope, to reader) (letter, error) {
	return letter{
		Subject: "A test mail (Postrider)",
		Heading: "Mail arrives, " + shown(to.Name),
		Lead: []string{"You asked for this mail, to see whether mail from Postrider comes to you. It does.",
			"Did it lie among the spam? Then say there that it is none, and add " + p.from.Address + " to your contacts: else the mail about your games will lie there too, while your time runs."},
		Action: "The mails that went to you", Link: p.url + "/mail",
		Why: "You get this mail because you asked for it at Postrider.",
	}, nil
}
