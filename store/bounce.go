package store

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// addressFails is why a mail was not sent to an address that mail does not reach.
const addressFails = "mail to this address comes back"

// Bounce notes what a delivery report says of a mail (Envelope.ID, from FindBounce). answer: the remote server's words; about: the addresses that the report
// names, final and original ones. Others than the mail's recipient are such to which that one passes mail on. Where it names only these, it is noted with their
// domain alone, and as one for the time being; where the answer tells of one of them, that is not repeated either. A permanent one says that the mail has
// failed; where it went to the present address of a player, and not before that address was last known to work, the address is marked (Player.MailFailed)
// and no other mail goes there until its holder says that it works again, or confirms an address. One for the time being is only noted with the mail. A mail
// whose row is gone is no error.
func (s *Store) Bounce(ctx context.Context, mail int64, permanent bool, answer string, about ...string) error {
	err := s.tx(ctx, func(t *tx) error {
		var player, created int64
		var recipient, before, status string
		err := t.get([]any{&player, &recipient, &before, &created, &status}, `SELECT coalesce(player_id, 0), recipient, answer, created_at, status FROM outbox WHERE id = ?`, mail)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil || status == "dropped" {
			return err
		}
		if answer = cutLetters(cleanText(answer), 300); answer == "" {
			answer = "it was not delivered, and the report does not say why"
		}
		others := slices.DeleteFunc(slices.Clone(about), func(a string) bool { return strings.EqualFold(a, recipient) })
		foreign := len(others) > 0 && len(others) == len(about)
		permanent = permanent && !foreign
		for _, other := range others {
			at := strings.LastIndexByte(other, '@')
			if foreign || strings.Contains(strings.ToLower(answer), strings.ToLower(other[:max(at, 0)])) {
				answer = cutLetters("it was passed on to an address at "+cleanText(other[at+1:])+", which it did not reach", 300)
				break
			}
		}
		if !permanent {
			before, _, _ = strings.Cut(before, afterwards)
			return t.exec(`UPDATE outbox SET answer = ? WHERE id = ?`, before+afterwards+answer, mail)
		}
		if err := t.exec(`UPDATE outbox SET status = 'failed', answer = ?, closed_at = ? WHERE id = ?`, answer, t.now, mail); err != nil {
			return err
		}
		n, err := t.change(`UPDATE players SET mail_failed_at = coalesce(mail_failed_at, ?), mail_failed_answer = ?
			WHERE id = ? AND email_key = ? AND mail_works_at <= ?`, t.now, answer, player, strings.ToLower(recipient), created)
		if err != nil || n == 0 {
			return err
		}
		return t.dropUnasked(player)
	})
	return orWrap(err, "note that mail %d came back", mail)
}

// dropUnasked drops what waits to be sent to a player whose address mail does not reach; but not what somebody has just asked for (Envelope.Topic): the address may
// have changed, and who asks wants to see.
func (t *tx) dropUnasked(player int64) error {
	var unasked []string
	for _, kind := range MailKinds() {
		if _, ended := (Envelope{Kind: kind}).Topic(); ended {
			unasked = append(unasked, "'"+kind+"'")
		}
	}
	return t.drop(addressFails, `player_id = ? AND kind IN (`+strings.Join(unasked, ", ")+`)`, player)
}

// afterwards stands between the answer to a mail and what a later report says of it.
const afterwards = "; a report that came later: "

// MailWorks notes that mail to a player's address arrives again. What was not sent meanwhile is not sent any more.
func (s *Store) MailWorks(ctx context.Context, player int64) error {
	err := s.tx(ctx, func(t *tx) error { return t.mailWorks(player) })
	return orWrap(err, "note that mail to player %d arrives", player)
}

func (t *tx) mailWorks(player int64) error {
	return t.exec(`UPDATE players SET mail_failed_at = NULL, mail_failed_answer = '', mail_works_at = ? WHERE id = ?`, t.now, player)
}
