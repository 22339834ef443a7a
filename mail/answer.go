package mail

import (
	"context"
	"fmt"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"

	"postrider/rules"
	"postrider/store"
)

// sender is the address to which a mail's bounces go (MAIL FROM): one of its own where mail comes in here (VERP).
func (p *Postman) sender(e store.Envelope) string {
	if p.domain == "" {
		return p.from.Address
	}
	return p.store.BounceAddress(e.ID) + "@" + p.domain
}

// replies says whether a mail of that kind can be answered with a move, where its reader is to move.
func replies(kind string) bool {
	switch kind {
	case "move", "reminder", "lastday", "offer", "asked", "granted", "accepted", "moretime", "vacation", "autovacation", "reply":
		return true
	}
	return false
}

// where says how the opponent's offers and requests can be answered, to follow "you can accept it".
func (m match) where() string {
	if m.reply == "" {
		return "on the game's page"
	}
	return "by answering this mail, or on the game's page"
}

// withReply gives a letter the address at which an answer to it is a move, and says so.
func (m match) withReply(l letter) letter {
	if m.reply == "" {
		return l
	}
	l.ReplyTo = &netmail.Address{Name: oneLine(m.opponent) + " via Postrider", Address: m.reply}
	words, more := "resign", ""
	if waits, orders := m.waits(); len(waits) > 0 {
		words = "accept, decline or resign"
		if orders[0] != "accept draw" || len(waits) > 1 {
			more = fmt.Sprintf(" %s %s: “%s” says that you agree.", m.opponent, strings.Join(waits, ", and "), strings.Join(orders, "” or “"))
		}
	}
	l.Notes = append(l.Notes, fmt.Sprintf("Or answer this mail: the move in its first line (like %s; “%s” offers a draw with it; or %s), words for %s below it.",
		m.example(), m.example()+" draw", words, m.opponent)+more)
	return l
}

// waits is what the opponent offers and asks for, to follow the name, and the words that accept it.
func (m match) waits() (waits, orders []string) {
	if m.log.DrawOffer == int(m.side.Other()) {
		waits, orders = []string{"offers a draw"}, []string{"accept draw"}
	}
	for _, r := range m.log.Requests {
		if r.Side != m.side {
			ask, _ := m.asking(r)
			waits, orders = append(waits, ask), append(orders, "accept "+r.Kind)
		}
	}
	return waits, orders
}

// example is how a move of the reader's is written, or of the game where the reader is not to move; rather that of a piece on the board. It is the first in the
// order of the alphabet, so that it is no advice.
func (m match) example() string {
	p := m.start
	if m.log.Turn == m.side && !m.log.Over() {
		p = m.now
	}
	sans := p.SANs(p.Sorted())
	for _, san := range sans {
		if 'A' <= san[0] && san[0] <= 'Z' && san[0] != 'P' && !strings.Contains(san, "@") {
			return san
		}
	}
	return sans[0]
}

// answer tells a player what came of a mail to a reply address.
func (p *Postman) answer(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	m, err := p.match(ctx, e, to)
	if err != nil {
		return letter{}, err
	}
	r, err := p.store.Received(ctx, e.EventSeq)
	if err != nil {
		return letter{}, err
	}
	what, more := m.came(r)
	l := letter{
		Subject: "Your game with " + m.subject(what), Heading: rules.UpperFirst(what),
		Action: "Go to the game", Link: m.link, Answers: r.MessageID,
	}
	if move, ok := m.moveOf(r); ok && move.Comment != "" {
		l.Quote, l.Quoted = move.Comment, "With it you wrote"
	}
	turn := ""
	switch {
	case r.Fate == "done" && m.log.Over() && (r.Deed == "resign" || r.Done == "draw"):
		turn = m.result()
	case m.log.Over():
		turn = strings.TrimSpace(m.why() + " " + m.result())
	case m.log.Turn == m.side:
		turn, l.Due = m.since(r)+"It is your turn.", m.due()
	default:
		turn = "It is " + m.opponent + "'s turn."
	}
	l.lead(more, r.Note, turn, m.offered(), m.claim(), m.about())
	if r.Fate == "refused" && r.Deed == "move" && m.log.Turn == m.side && !m.log.Over() {
		l.Choices = choices(m.now)
	}
	return m.withBoard(p, e, l)
}

// moveOf is the move that a mail has made; ok is false where it made none, or it was taken back.
func (m match) moveOf(r store.Received) (move store.Move, ok bool) {
	if r.Fate != "done" || r.Deed != "move" || r.Ply >= len(m.log.Moves) || m.log.Moves[r.Ply].Side != m.side {
		return move, false
	}
	return m.log.Moves[r.Ply], true
}

// came is what came of a mail, in a few words, and what else is to be said of it.
func (m match) came(r store.Received) (what, more string) {
	wrote := "You wrote “" + strings.TrimRight(shown(r.First), ".") + "”. "
	if r.First == "" || strings.Contains(r.Refusal, "“"+r.First+"”") {
		wrote = ""
	}
	switch r.Fate {
	case "done":
		return m.did(r)
	case "late":
		more = "The position that your mail answers is not the present one any more: moves were taken back."
		if r.Ply < len(m.log.Moves) && !m.takenBack(r.Ply) {
			move := m.log.Moves[r.Ply]
			more = fmt.Sprintf("In the position that your mail answers, %s %s has been played.", m.log.Number(move.Ply), move.SAN)
		}
		return "your mail came too late", wrote + more + " Nothing was done."
	case "over":
		return "the game is over", wrote + "Nothing was done. " + r.Refusal
	case "refused":
		what = "that could not be done"
		if r.Deed == "move" {
			what, more = "your move was not played", " The move is read from the first line of your mail."+alone(r.First)
		}
		return what, wrote + r.Refusal + more
	}
	return "we found no move in your mail", strings.TrimSpace(r.Refusal + " " + fmt.Sprintf("Write the move as the first line of your answer, like %s, above what your mail program quotes. What you want to say to %s goes below it.",
		m.example(), m.opponent))
}

// orderWord is a word that would have been an order if it stood alone.
var orderWord = regexp.MustCompile(`(?i)\b(resign|draw|accept|decline)`)

// alone says how an order is given that has more words around it; "" where there is none in the line, or a move as well.
func alone(first string) string {
	word := strings.ToLower(orderWord.FindString(first))
	if word == "" || strings.ContainsAny(first, "0123456789") {
		return ""
	}
	return fmt.Sprintf(" If you mean “%s”, write that word alone in it.", word)
}

// takenBack says whether the position after so many plies may be another one than it was: moves before it were taken back.
func (m match) takenBack(ply int) bool {
	return slices.ContainsFunc(m.log.Events, func(e store.Event) bool { return e.Kind == "takeback" && e.Ply <= ply })
}

// did is what a mail has done.
func (m match) did(r store.Received) (what, more string) {
	switch thing := requestName(r.Done); r.Deed {
	case "move":
		if last, ok := m.last(); ok && last.Ply == r.Ply+1 {
			more = m.sideEffects()
		}
		if m.log.DrawOffer == int(m.side) {
			more = strings.TrimSpace(more + " With it you offer a draw.")
		}
		return "you played " + r.Done, more
	case "resign":
		return "you resigned", ""
	case "claim":
		return "you claimed a draw", ""
	case "accept":
		return "you agreed to " + thing, ""
	case "decline":
		return "you declined " + thing, ""
	}
	switch {
	case r.Done == "draw":
		return "you agreed to a draw", ""
	case m.log.DrawOffer == int(m.side):
		more = fmt.Sprintf("%s has been told, and can accept until one of you moves, you too. To offer it together with your move, write both in one line, like “%s draw”.", m.opponent, m.example())
	}
	return "you offered a draw", more
}

// requestName is what was accepted or declined, with its article.
func requestName(done string) string {
	switch done {
	case "draw":
		return "a draw"
	case store.Takeback:
		return "the takeback"
	case store.Pause:
		return "the pause"
	}
	return "going on with the game"
}

// since tells the last move where a mail that made one has been answered by now; else "".
func (m match) since(r store.Received) string {
	last, ok := m.last()
	if r.Fate != "done" || r.Deed != "move" || !ok || last.Side == m.side {
		return ""
	}
	return m.opponent + " has answered " + m.lastLabel() + ". "
}

// choice is the legal moves of one man, or all of them (Of is "").
type choice struct{ Of, Moves string }

const (
	fewMoves   = 24 // so many are listed without a word about who makes them
	manyMoves  = 80 // of more than that only some of each man's are listed
	someOfAMan = 6
)

// choices lists the legal moves: all if they are few, else man by man.
func choices(p rules.Position) []choice {
	moves := p.Sorted()
	sans := p.SANs(moves)
	if len(moves) <= fewMoves {
		return []choice{{Moves: strings.Join(sans, ", ")}}
	}
	at := map[string]int{}
	var list []choice
	var found [][]string
	for i, m := range moves {
		from := p.Clicks(m)[0]
		n, seen := at[from]
		if !seen {
			n, at[from] = len(list), len(list)
			list, found = append(list, choice{Of: rules.UpperFirst(p.Clicked(from))}), append(found, nil)
		}
		found[n] = append(found[n], sans[i])
	}
	for n, sans := range found {
		if more := len(sans) - someOfAMan; len(moves) > manyMoves && more > 1 {
			sans = append(sans[:someOfAMan:someOfAMan], fmt.Sprintf("and %d more", more))
		}
		list[n].Moves = strings.Join(sans, ", ")
	}
	return list
}
