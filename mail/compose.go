package mail

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"postrider/rules"
	"postrider/store"
)

// overtaken is why a mail is not sent: it would be untrue by now, or nobody wants it.
type overtaken struct{ why string }

func (e *overtaken) Error() string { return "dropped: " + e.why }

// unfit is why a mail can never be sent.
type unfit struct{ why string }

func (e *unfit) Error() string { return "cannot be sent: " + e.why }

// reader is who gets a mail: a member, or only an address (ID 0).
type reader struct {
	store.Player
	zone *time.Location
	now  time.Time
}

func (r reader) instant(unix int64) string { return instant(time.Unix(unix, 0), r.now, r.zone) }

// compose writes the mail that an outbox row asks for, as things are now. Errors: *overtaken, *unfit, or the database's.
func (p *Postman) compose(ctx context.Context, e store.Envelope) (subject string, raw []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			p.log.Error("a mistake in writing a mail", "mail", e.ID, "kind", e.Kind, "panic", r, "stack", string(debug.Stack()))
			err = &unfit{why: "we made a mistake in writing it"}
		}
	}()
	to, err := p.reader(ctx, e)
	if err != nil {
		return "", nil, gone(err)
	}
	l, err := p.write(ctx, e, to)
	if err != nil {
		return "", nil, gone(err)
	}
	h := headers{From: p.from, Name: to.Name, To: e.To, MessageID: e.MessageID, Date: to.now, Unsubscribe: p.unsubscribe(e),
		ReplyTo: l.ReplyTo, Replied: e.Kind == "reply", Answers: l.Answers}
	if e.Game != "" {
		h.Thread = "game-" + e.Game + "@" + domainOf(p.from.Address)
	}
	raw, err = encode(h, l)
	if err == nil && p.seal != nil {
		raw, err = p.seal.sign(raw)
	}
	return oneLine(l.Subject), raw, err
}

// gone turns ErrNotFound into a reason to drop a mail: what it was about is no longer there.
func gone(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return &overtaken{why: "what it was about is gone"}
	}
	return err
}

// reader finds who gets the mail, and drops what that player does not want any more.
func (p *Postman) reader(ctx context.Context, e store.Envelope) (reader, error) {
	to := reader{zone: time.UTC, now: p.store.Now()}
	if e.PlayerID == 0 {
		return to, nil
	}
	var err error
	if to.Player, err = p.store.Player(ctx, e.PlayerID); err != nil {
		return to, fmt.Errorf("look up the reader of a mail: %w", err)
	}
	if to.Deleted {
		return to, &overtaken{why: "the account is gone"}
	}
	to.zone = to.Location()
	if !to.Wishes.Want(e) {
		return to, &overtaken{why: "such mail is not wanted any more"}
	}
	return to, nil
}

// write finds the words for each kind of mail (store.MailKinds).
func (p *Postman) write(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	write := map[string]func(context.Context, store.Envelope, reader) (letter, error){
		"confirm": p.confirm, "signin": p.signIn, "address": p.newAddress, "addressed": p.oldAddress, "known": p.known, "guest": p.guest, "test": p.test,
		"invitation": p.invitation, "rematch": p.invitation, "accepted": p.accepted, "declined": p.declined,
		"move": p.move, "offer": p.offer, "end": p.end, "reminder": p.reminder, "lastday": p.reminder, "asked": p.asked, "granted": p.granted, "moretime": p.moreTime,
		"vacation": p.vacation, "autovacation": p.autoVacation, "played": p.played, "message": p.message, "reply": p.answer,
		"digest": p.digest,
	}[e.Kind]
	if write == nil {
		return letter{}, &unfit{why: fmt.Sprintf("there is no mail of the kind %q", e.Kind)}
	}
	return write(ctx, e, to)
}

// unsubscribe is where one click ends such mail: all about games, or about invitations, for a member; all mail of ours for the address of somebody who was
// invited; "" for mail that its reader has just asked for.
func (p *Postman) unsubscribe(e store.Envelope) string {
	of, ok := e.Topic()
	switch {
	case !ok:
		return ""
	case e.PlayerID == 0:
		return p.url + "/never/" + e.Never
	}
	link := p.url + "/unsubscribe/" + p.store.UnsubscribeToken(e.PlayerID)
	if of != store.AboutGames {
		link += "?of=" + string(of)
	}
	return link
}

// feet are the links at the bottom of a mail that can be ended.
func (p *Postman) feet(e store.Envelope) []foot {
	end := foot{"No more mail about games", p.unsubscribe(e)}
	if of, _ := e.Topic(); of == store.AboutInvitations {
		end.Label = "No more invitations"
	}
	if e.PlayerID == 0 {
		return []foot{end}
	}
	feet := []foot{{"Which mails you get", p.url + "/settings"}}
	if end.URL != "" {
		feet = append(feet, end)
	}
	return feet
}

// sideOf is the side that an inviter does not take: whose view the reader of an invitation gets.
func sideOf(inviters string) rules.Side {
	if inviters == "white" {
		return rules.Black
	}
	return rules.White
}
