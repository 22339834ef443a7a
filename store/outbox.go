package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"postrider/rules"
)

// The outbox: a row is written in the transaction of the deed that it tells of, and is unique by (event, recipient, kind) or (link,
// recipient). It holds facts; the worker in package mail renders the mail from the game as it is when it sends.
//
// A mail waits until it is sent, has failed for good, or is dropped because something overtook it. If the program dies between the
// relay's answer and EnvelopeSent, the mail is sent again with the same Message-ID.

// Envelope is a row of the outbox: the facts of a mail, not its text.
type Envelope struct {
	ID         int64
	Kind       string     // one of MailKinds
	To         string     // address
	PlayerID   int64      // recipient, 0 if no member
	Game       string     // id or ""
	Side       rules.Side // recipient's seat
	Way        MailWay    // what the recipient has chosen for that game
	ToMove     bool       // whether the recipient has to move in the game as it stands
	EventSeq   int
	Day        string // of a digest: 2026-12-24
	Token      string // derived: link of confirm, signin, address and guest mails, or ""
	Invitation string // token of the invitation that it is about, or ""
	Never      string // token by which that invitation's address says "never again", for its mail to an address without an account; or ""
	Name       string // whom the mail speaks to or about: the account in confirm, guest, signin, address, addressed and known; who answered in accepted and declined; who invites in invitation
	MessageID  string // without angle brackets
	CreatedAt  int64
	DueAt      int64
	Tries      int    // counted failures
	Subject    string // of the mail as sent
	Answer     string // the server's last answer
	Status     string // "waiting", "sent", "failed", "dropped"
	SentAt     int64
	Kept       []byte // the whole mail, where no relay is configured
}

// MailKinds are all kinds of mails.
func MailKinds() []string {
	return []string{
		// about an account
		"confirm", "signin", "address",
		"addressed", // the old address is told
		"known",     // the address has an account: whom to sign in as
		"guest", "test",
		// about invitations
		"invitation", "rematch", "accepted", "declined",
		// about a game
		"move", "offer", "end",
		"reminder", // four fifths of the time are over
		"lastday",  // a day is left
		"asked", "granted", "moretime",
		"vacation",     // the opponent's
		"autovacation", // the reader's own has begun by itself
		"played",       // conditional moves
		"message",
		"reply", // answers a mail: EventSeq is Received.ID
		// about all games
		"digest", // one mail a day
	}
}

// besidePosition are the mails about a game that are not about its position.
const besidePosition = `('message', 'vacation', 'autovacation', 'reply')`

// mailRow is an envelope to be written, with what its links are derived from.
type mailRow struct {
	Envelope
	tokenID, invitationID int64 // 0: none
}

// When a mail that was refused for the time being is tried again, in seconds after the first, second … refusal; the last holds from then on.
var retryAfter = [...]int64{60, 5 * 60, 15 * 60, 3600}

const (
	relayProbe  = 60            // seconds until the relay is probed again
	retriesLast = 5 * 24 * 3600 // seconds from the first refusal until a mail has failed
	mailsKept   = 30 * 24 * 3600
)

// post writes a mail, due at once. The same mail about the same event is written once. One to an address that mail does not reach is dropped at once.
func (t *tx) post(m mailRow) error {
	if !slices.Contains(MailKinds(), m.Kind) {
		return fmt.Errorf("there is no mail of the kind %q", m.Kind)
	}
	n, err := t.change(`INSERT INTO outbox (kind, recipient, player_id, game_id, side, event_seq, token_id, invitation_id, name, day, message_id, created_at, due_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, m.Kind, m.To, orNull(m.PlayerID), orNull(m.Game), m.Side, m.EventSeq,
		orNull(m.tokenID), orNull(m.invitationID), m.Name, orNull(m.Day), newID()+newID()+"@"+t.store.options.Domain, t.now, t.now)
	if err != nil || n == 0 {
		return err
	}
	t.mail = true
	if m.PlayerID == 0 {
		return nil
	}
	fails, err := t.count(`SELECT count(*) FROM players WHERE id = ? AND mail_failed_at IS NOT NULL`, m.PlayerID)
	if err != nil || fails == 0 {
		return err
	}
	return t.dropUnasked(m.PlayerID)
}

// drop drops the waiting mails that where selects.
func (t *tx) drop(why, where string, args ...any) error {
	return t.exec(`UPDATE outbox SET status = 'dropped', answer = ?, closed_at = ? WHERE status = 'waiting' AND (`+where+`)`,
		append([]any{why, t.now}, args...)...)
}

const envelopeQuery = `SELECT o.id, o.kind, o.recipient, coalesce(o.player_id, 0), coalesce(o.game_id, ''), o.side, o.event_seq, o.name, coalesce(o.day, ''), o.message_id,
	o.created_at, o.due_at, o.tries, o.subject, o.answer, o.status, coalesce(o.sent_at, 0), o.kept, coalesce(t.kind, ''), t.nonce, i.nonce,
	coalesce(g.turn = o.side AND g.status = 'playing', 0), coalesce(iif(o.side = 0, g.white_mail, g.black_mail), '')
	FROM outbox o LEFT JOIN games g ON g.id = o.game_id LEFT JOIN tokens t ON t.id = o.token_id LEFT JOIN invitations i ON i.id = o.invitation_id `

// scanEnvelope reads a row of envelopeQuery and derives its links.
func (s *Store) scanEnvelope(r row) (e Envelope, err error) {
	var kind string
	var token, invitation []byte
	err = r.Scan(&e.ID, &e.Kind, &e.To, &e.PlayerID, &e.Game, &e.Side, &e.EventSeq, &e.Name, &e.Day, &e.MessageID, &e.CreatedAt, &e.DueAt, &e.Tries,
		&e.Subject, &e.Answer, &e.Status, &e.SentAt, &e.Kept, &kind, &token, &invitation, &e.ToMove, &e.Way)
	if token != nil {
		e.Token = s.token(kind, token)
	}
	if invitation != nil {
		e.Invitation = s.token("invitation", invitation)
		if e.Kind == "invitation" && e.PlayerID == 0 {
			e.Never = s.token("never", invitation)
		}
	}
	return e, err
}

// NextEnvelope gives the mail that has been due for longest. Where none is due: ErrNotFound, and when the next falls due (zero: none waits).
func (s *Store) NextEnvelope(ctx context.Context) (Envelope, time.Time, error) {
	e, err := one(ctx, s.readers, s.scanEnvelope, envelopeQuery+`WHERE o.status = 'waiting' ORDER BY o.due_at, o.id LIMIT 1`)
	if err != nil {
		return Envelope{}, time.Time{}, fmt.Errorf("find the next mail: %w", err)
	}
	if e.DueAt > s.now() {
		return Envelope{}, time.Unix(e.DueAt, 0).UTC(), fmt.Errorf("find the next mail: none is due: %w", ErrNotFound)
	}
	return e, time.Time{}, nil
}

// EnvelopeSent notes that the server took a mail, or that it is kept where there is no server. A sign-in link's hour begins now; what a
// digest has told, the next one does not tell again, unless the clock was set back between them.
func (s *Store) EnvelopeSent(ctx context.Context, id int64, subject, answer string, kept []byte) error {
	return s.envelope(ctx, id, "sent", func(t *tx) error {
		if err := t.exec(`UPDATE tokens SET expires_at = ? WHERE expires_at IS NULL AND id = (SELECT token_id FROM outbox WHERE id = ?)`,
			t.now+signInLasts, id); err != nil {
			return err
		}
		if err := t.exec(`UPDATE players SET told_at = (SELECT due_at FROM outbox WHERE id = ?1)
			WHERE id = (SELECT player_id FROM outbox WHERE id = ?1 AND kind = 'digest')`, id); err != nil {
			return err
		}
		// one that has failed meanwhile has come back, faster than this was written
		return t.exec(`UPDATE outbox SET answer = iif(status = 'failed', answer, ?), status = iif(status = 'failed', status, 'sent'), subject = ?, sent_at = ?, closed_at = ?,
			kept = ? WHERE id = ?`, answer, subject, t.now, t.now, kept, id)
	})
}

// FoldMessages notes that the mail about a message tells all up to that number: those of them that have mails of their own waiting need none. The mail still waits, and
// tells as much if it has to be sent again.
func (s *Store) FoldMessages(ctx context.Context, e Envelope, last int) error {
	err := s.tx(ctx, func(t *tx) error {
		return t.drop("told in one mail", `kind = 'message' AND game_id = ? AND player_id = ? AND event_seq > ? AND event_seq <= ?`, e.Game, e.PlayerID, e.EventSeq, last)
	})
	return orWrap(err, "fold the messages of mail %d", e.ID)
}

// EnvelopeLater notes that a mail did not go and is to be tried again. counted: the server refused this mail for the time being (4xx); again after
// 1, 5, 15, 60 minutes, then hourly, and after 5 days it has failed. Not counted: the relay's own trouble; again in 60 s, for ever.
func (s *Store) EnvelopeLater(ctx context.Context, id int64, subject, answer string, counted bool) error {
	return s.envelope(ctx, id, "later", func(t *tx) error {
		if !counted {
			return t.exec(`UPDATE outbox SET subject = ?, answer = ?, due_at = ? WHERE id = ? AND status = 'waiting'`, subject, answer, t.now+relayProbe, id)
		}
		var tries int
		var failing int64
		err := t.get([]any{&tries, &failing}, `SELECT tries, coalesce(failing_at, ?) FROM outbox WHERE id = ?`, t.now, id)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		due := t.now + retryAfter[min(tries, len(retryAfter)-1)]
		if due > failing+retriesLast {
			return t.exec(`UPDATE outbox SET status = 'failed', subject = ?, answer = ?, tries = tries + 1, closed_at = ? WHERE id = ? AND status = 'waiting'`,
				subject, answer, t.now, id)
		}
		return t.exec(`UPDATE outbox SET subject = ?, answer = ?, due_at = ?, tries = tries + 1, failing_at = ? WHERE id = ? AND status = 'waiting'`,
			subject, answer, due, failing, id)
	})
}

// EnvelopeFailed notes that the server refused a mail for good (5xx).
func (s *Store) EnvelopeFailed(ctx context.Context, id int64, subject, answer string) error {
	return s.envelope(ctx, id, "failed", func(t *tx) error {
		return t.exec(`UPDATE outbox SET status = 'failed', subject = ?, answer = ?, tries = tries + 1, closed_at = ? WHERE id = ? AND status = 'waiting'`,
			subject, answer, t.now, id)
	})
}

// EnvelopeDropped notes that a mail is not sent, since it was overtaken or is unwanted.
func (s *Store) EnvelopeDropped(ctx context.Context, id int64, why string) error {
	return s.envelope(ctx, id, "dropped", func(t *tx) error {
		return t.exec(`UPDATE outbox SET status = 'dropped', answer = ?, closed_at = ? WHERE id = ? AND status = 'waiting'`, why, t.now, id)
	})
}

// envelope changes a row of the outbox. A row that was dropped meanwhile stays so, unless the mail has gone; one that is deleted is no error,
// since an account may be deleted while its mail is under way.
func (s *Store) envelope(ctx context.Context, id int64, what string, do func(t *tx) error) error {
	return orWrap(s.tx(ctx, do), "note that mail %d is %s", id, what)
}

// MailsOf lists the mails to a player, newest first, but for those that were dropped for another reason than that mail to the address comes back.
func (s *Store) MailsOf(ctx context.Context, player int64, page int) ([]Envelope, Page, error) {
	list, p, err := paged(ctx, s.readers, page, s.scanEnvelope, envelopeQuery+`WHERE o.player_id = ? AND (o.status <> 'dropped' OR o.answer = ?) ORDER BY o.id DESC`, player, addressFails)
	return list, p, orWrap(err, "list the mails to player %d", player)
}

// KeptMails lists all mails that were kept for want of a relay, newest first.
func (s *Store) KeptMails(ctx context.Context, page int) ([]Envelope, Page, error) {
	list, p, err := paged(ctx, s.readers, page, s.scanEnvelope, envelopeQuery+`WHERE o.kept IS NOT NULL ORDER BY o.id DESC`)
	return list, p, orWrap(err, "list the kept mails")
}

// LastDigest is the last digest to a player that was written since an instant (unix seconds) and not dropped. ErrNotFound.
func (s *Store) LastDigest(ctx context.Context, player, since int64) (Envelope, error) {
	e, err := one(ctx, s.readers, s.scanEnvelope, envelopeQuery+`WHERE o.player_id = ? AND o.kind = 'digest' AND o.created_at >= ? AND o.status <> 'dropped'
		ORDER BY o.id DESC LIMIT 1`, player, since)
	return e, orWrap(err, "find the last digest of player %d", player)
}

// LastMail is the last mail about a game's position to one seat, for the line that tells its fate; dropped ones aside, and those of messages and vacations and answers to mails. ErrNotFound.
func (s *Store) LastMail(ctx context.Context, game string, side rules.Side) (Envelope, error) {
	e, err := one(ctx, s.readers, s.scanEnvelope, envelopeQuery+`WHERE o.game_id = ? AND o.side = ? AND o.status <> 'dropped'
		AND o.kind NOT IN `+besidePosition+` ORDER BY o.id DESC LIMIT 1`, game, side)
	return e, orWrap(err, "find the last mail about game %s", game)
}
