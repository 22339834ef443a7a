package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"postrider/rules"
)

// repliesADay is how many mails that do nothing are answered in any 24 hours about one side of a game: two programs that answer each other come to an end.
const repliesADay = 30

// Received is a mail to a reply address and what came of it: the facts of the mail that answers it.
type Received struct {
	ID        int64
	MessageID string // its own, without angle brackets; "" where it had none
	Ply       int    // plies played in the position that it answers
	First     string // its first line, at most 100 letters
	Deed      string // "move", "resign", "draw" (offers one, or accepts the opponent's), "accept", "decline" (a draw or a request), "claim"; "" where it has no line
	Fate      string // "done"; "refused" (Refusal says why); "late": the game has gone on; "over": it has ended (Refusal may say how just now); "empty" (Refusal may say why it cannot be read)
	Done      string // of "done": the move with its number; "offer"; or what was accepted or declined: "draw", or the kind of a request
	Refusal   string // a sentence
	Note      string // a sentence about the words below the first line, where they were not passed on as they are
}

const receivedQuery = `SELECT id, message_id, ply, first, deed, fate, done, refusal, note FROM received `

func scanReceived(r row) (m Received, err error) {
	return m, r.Scan(&m.ID, &m.MessageID, &m.Ply, &m.First, &m.Deed, &m.Fate, &m.Done, &m.Refusal, &m.Note)
}

// Received finds a mail that came in (Envelope.EventSeq of a mail of the kind "reply"). ErrNotFound, also 30 days later.
func (s *Store) Received(ctx context.Context, id int) (Received, error) {
	r, err := one(ctx, s.readers, scanReceived, receivedQuery+`WHERE id = ?`, id)
	return r, orWrap(err, "find received mail %d", id)
}

// Incoming is a mail to a reply address.
type Incoming struct {
	MessageID  string // without angle brackets; "" if it has none
	First      string // its first line
	Comment    string // the lines below it
	Unreadable string // a sentence about why it has no first line, or ""
}

// Receive does what a mail to a reply address asks for, and writes the mail that answers it to the player's own address, all in one transaction. Its first
// line is a move in any notation, perhaps with the offer of a draw behind it ("Nf3 draw"); "resign"; "draw", which accepts the opponent's offer where there
// is one; "claim" (a draw); "accept" or "decline" (the opponent's offer or request that waited when the
// address was made; where several did it has to say which: "accept draw"). The comment goes
// with a move, cut to 5,000 letters; with anything else it becomes a message. All is answered, also what is refused, but of mails that do nothing no more than
// 30 a day about a side of a game; the very same mail delivered again changes nothing and is not answered again (again). ErrNotFound as FindReply.
func (s *Store) Receive(ctx context.Context, address string, m Incoming) (r Received, again bool, err error) {
	turn, ok := s.turnOf(address)
	if !ok {
		return r, false, errors.Join(ErrNotFound, errors.New("receive: no reply address of ours"))
	}
	hash := mailHash(address, m)
	if !plainID(m.MessageID) {
		m.MessageID = ""
	}
	m.First, m.Comment = cleanText(m.First), cleanText(m.Comment)
	r = Received{MessageID: m.MessageID, Ply: turn.ply, First: cutLetters(m.First, 100)}
	var p played
	err = s.tx(ctx, func(t *tx) error {
		if err := t.awake(); err != nil {
			return err
		}
		g, err := gameBy(ctx, t, turn.game)
		if err != nil {
			return err
		}
		if g.Seats[turn.side].Deleted {
			return ErrNotFound
		}
		n, err := t.count(`SELECT count(*) FROM received WHERE game_id = ? AND side = ? AND hash = ?`, g.ID, turn.side, hash)
		if again = n > 0; err != nil || again {
			return err
		}
		if p, err = t.receive(&g, turn, &r, m); err != nil {
			return err
		}
		return t.answerReply(&g, turn.side, r, hash)
	})
	if err == nil {
		s.histories.grow(turn.game, p)
	}
	return r, again, orWrap(err, "do what a mail about game %s asks for", turn.game)
}

// mailHash tells a mail from others of the same seat: by its id, however odd, or the address that it went to where it has none, and by what it says, as some
// programs send a corrected mail under the id of the first.
func mailHash(address string, m Incoming) []byte {
	kind, id := "id", m.MessageID
	if id == "" {
		kind, id = "address", strings.ToLower(address)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{kind, id, m.First, m.Comment}, "\x00")))
	return sum[:]
}

// plainID says whether a foreign Message-ID can stand in a header of ours; one with an encoded word (RFC 2047) in it may be read as something else.
func plainID(id string) bool {
	return id != "" && len(id) <= 200 && !strings.Contains(id, "=?") && !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' || r == '<' || r == '>' })
}

// cleanText is a text without what none can hold, its line ends "\n".
func cleanText(text string) string {
	return strings.TrimSpace(lineEnds.Replace(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")))
}

// cutLetters is as many letters of a text as it may have.
func cutLetters(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return strings.TrimSpace(string(letters[:most]))
	}
	return text
}

// receive does what a mail asks for and notes in r what came of it. A refusal leaves the game as it was.
func (t *tx) receive(g *Game, turn turn, r *Received, m Incoming) (p played, err error) {
	o := readOrder(m.First)
	r.Deed = o.deed
	switch {
	case g.Over():
		r.Fate = "over"
		return p, nil
	case g.Turn != turn.side || g.Ply != turn.ply || g.turnSeq != turn.seq:
		r.Fate = "late"
		return p, nil
	}
	if err := t.exec(`SAVEPOINT order_of_mail`); err != nil {
		return p, err
	}
	p, err = t.obey(g, turn, o, m.Comment, r)
	var refused *Invalid
	var k kept
	switch {
	case errors.As(err, &k) && errors.As(k.error, &refused): // the time had run out
		r.Fate, r.Refusal, err = "over", refused.Text, nil
	case errors.As(err, &refused):
		if err := t.exec(`ROLLBACK TO order_of_mail`); err != nil {
			return played{}, err
		}
		r.Fate, r.Refusal, r.Done, r.Note, err = "refused", refused.Text, "", "", nil
		if o.deed == "" {
			r.Fate, r.Refusal = "empty", cutLetters(cleanText(m.Unreadable), 300)
		}
	}
	return p, err
}

// obey does what a mail asks for, and passes its words on.
func (t *tx) obey(g *Game, turn turn, o order, words string, r *Received) (p played, err error) {
	side := turn.side
	if err := t.ready(g, Deed{Game: g.ID, Player: g.Seats[side].PlayerID, Ply: g.Ply, Seq: -1}); err != nil {
		return p, err
	}
	r.Fate = "done"
	name := g.Seats[side.Other()].Name
	if o.deed == "move" {
		comment := cutLetters(words, CommentLetters)
		if comment != words {
			r.Note = fmt.Sprintf("Your words for %s were longer than a comment can be: the first %d letters went with the move.", name, CommentLetters)
		}
		if p, err = t.move(g, side, o.move, comment, o.offer); err == nil {
			r.Done = g.Number(p.made[0].Ply) + " " + p.made[0].SAN
		}
		return p, err
	}
	if r.Done, err = t.settleBy(g, turn, o); err != nil || words == "" {
		return p, err
	}
	message := cutLetters(words, MessageLetters)
	if message != words {
		r.Note = fmt.Sprintf("Your words for %s were longer than a message can be: the first %d letters went to the game's page.", name, MessageLetters)
	}
	var refused *Invalid
	if err := t.write(g, side, message); errors.As(err, &refused) {
		r.Note = "Your words were not passed on: " + refused.Text
	} else if err != nil {
		return p, err
	}
	return p, nil
}

// settleBy does what is no move, and says what was done (Received.Done).
func (t *tx) settleBy(g *Game, turn turn, o order) (done string, err error) {
	if o.asks {
		return "", invalid("", "With a question mark that is a question. If you mean it, write “%s” without one.", o.deed)
	}
	switch side := turn.side; o.deed {
	case "resign":
		return "", t.resign(g, side)
	case "claim":
		return "", t.claimDraw(g, side)
	case "draw":
		switch g.DrawOffer {
		case int(side):
			return "", invalid("", "You have offered a draw already, and %s has not answered yet.", g.Seats[side.Other()].Name)
		case int(side.Other()):
			return "draw", t.acceptDraw(g, side)
		}
		return "offer", t.offerDraw(g, side)
	case "accept", "decline":
		what, err := t.waiting(g, turn, o)
		switch {
		case err != nil:
			return "", err
		case what != "draw":
			return what, t.reply(g, side, what, o.deed == "accept")
		case o.deed == "accept":
			return what, t.acceptDraw(g, side)
		}
		return what, t.declineDraw(g, side)
	}
	return "", invalid("", "There is no first line.")
}

// waiting is what an order accepts or declines: the one thing that the opponent waits for, or the one that it names. *Invalid where there is none, or several,
// or where the mail that was answered knew nothing of it.
func (t *tx) waiting(g *Game, turn turn, o order) (string, error) {
	other := g.Seats[turn.side.Other()].Name
	requests, err := all(context.Background(), t, scanRequest, requestQuery+` AND side = ? ORDER BY at, kind`, g.ID, turn.side.Other())
	if err != nil {
		return "", err
	}
	if g.DrawOffer == int(turn.side.Other()) {
		requests = append([]Request{{Kind: "draw", Side: turn.side.Other()}}, requests...)
	}
	var found, later []string
	for _, r := range requests {
		if o.what != "" && r.Kind != o.what {
			continue
		}
		asked, err := t.askedBy(g, r)
		switch {
		case err != nil:
			return "", err
		case asked <= turn.seen:
			found = append(found, r.Kind)
		default:
			later = append(later, fmt.Sprintf("%s %s only since we wrote the mail that you answered. If you mean that, answer this mail with “%s %s”.", other, askingWords(r), o.deed, r.Kind))
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", invalid("", "%s waits for more than one answer. Say which it is: “%s %s”.", other, o.deed, strings.Join(found, "” or “"+o.deed+" "))
	case len(later) > 0:
		return "", invalid("", "%s", strings.Join(later, " "))
	case o.what != "":
		return "", invalid("", "%s does not offer or ask for that now: there is no %s to %s.", other, o.what, o.deed)
	}
	return "", invalid("", "%s offers nothing and asks for nothing now, so there is nothing to %s.", other, o.deed)
}

// askingWords say what is offered ("draw") or asked for, to follow a name.
func askingWords(r Request) string {
	switch {
	case r.Kind == "draw":
		return "offers a draw"
	case r.Kind == Pause:
		return "asks for a pause of " + spanWords(int64(r.N)*daySeconds)
	case r.Kind == Takeback && r.N == 2:
		return "asks to take back the last two moves"
	case r.Kind == Takeback:
		return "asks to take back the last move"
	}
	return "asks to go on with the game"
}

// answerReply keeps what came of a mail and writes the mail that says so.
func (t *tx) answerReply(g *Game, side rules.Side, r Received, hash []byte) error {
	id, err := t.insert(`INSERT INTO received (game_id, side, hash, message_id, at, ply, first, deed, fate, done, refusal, note)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, g.ID, side, hash, r.MessageID, t.now, r.Ply, r.First, r.Deed, r.Fate, r.Done, r.Refusal, r.Note)
	if err != nil {
		return err
	}
	if r.Fate != "done" { // who has done something is told so: that comes to an end by itself
		answered, err := t.count(`SELECT count(*) FROM outbox JOIN received ON received.id = outbox.event_seq
			WHERE outbox.game_id = ? AND outbox.side = ? AND kind = 'reply' AND created_at > ? AND fate <> 'done'`, g.ID, side, t.now-daySeconds)
		if err != nil || answered >= repliesADay {
			return err
		}
	}
	return t.tell(g, side, "reply", int(id))
}
