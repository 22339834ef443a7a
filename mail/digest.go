package mail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"postrider/store"
)

// How much a digest holds: games in full, small boards, letters of what was written with a move or in a message.
const (
	digestGames   = 20
	digestBoards  = 3
	digestLetters = 300
	smallBoard    = 480 // pixels; it is shown half as wide
)

// digestSoon is when a digest of a day that is over is left to the next one: so many seconds before that.
const digestSoon = 12 * 3600

// digest tells once a day which games wait for the reader, and what else has happened since the last one.
func (p *Postman) digest(ctx context.Context, e store.Envelope, to reader) (letter, error) {
	if to.now.In(to.zone).Format(time.DateOnly) > e.Day && to.DigestAt-to.now.Unix() < digestSoon {
		return letter{}, &overtaken{why: "the next digest comes soon"}
	}
	d, err := p.store.Digest(ctx, e.PlayerID, e.DueAt)
	if err != nil {
		return letter{}, err
	}
	w := digestWriter{p, e, to, map[int64]bool{}}
	news := slices.DeleteFunc(slices.Clone(d.Waiting), func(g store.DigestGame) bool { return !hasNews(g) })
	waiting, more, err := w.items(ctx, append(news, slices.DeleteFunc(d.Waiting, hasNews)...), w.waiting)
	if err != nil {
		return letter{}, err
	}
	others, _, err := w.items(ctx, d.Others, w.other)
	if err != nil {
		return letter{}, err
	}
	if len(waiting)+len(others) == 0 {
		return letter{}, &overtaken{why: "there is nothing to tell any more"}
	}
	waits := len(waiting) + more
	heading := map[bool]string{true: "1 game waits for you", false: fmt.Sprintf("%d games wait for you", waits)}[waits == 1]
	l := letter{Action: "Go to my games", Link: p.url + "/games", Why: "You get this mail once a day, as you chose in the settings.", Feet: p.feet(e)}
	if len(waiting) == 0 {
		heading = "News of " + count(len(others), "game")
		l.Sections = []section{{"", others}}
	} else {
		l.Sections = []section{{"", waiting}, {"What else has happened", others}}
	}
	l.Subject, l.Heading = heading+" ("+to.now.In(to.zone).Format("Monday 2 January")+")", heading
	if more > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("That is not all: under that address you find %s more in which the move is yours.", count(more, "game")))
	}
	return l, nil
}

// digestWriter writes the games of one digest.
type digestWriter struct {
	*Postman
	e    store.Envelope
	to   reader
	away map[int64]bool // whose vacation has been told of
}

// hasNews says whether something has happened in a game since the last digest but the opponent's moves. No later digest tells it again.
func hasNews(g store.DigestGame) bool { return len(g.Events)+len(g.Messages) > 0 }

// items writes the games of a list, the first of them in full, and of the others the news, on one line each; more is how many games with no news are left.
// Games about which nothing is left to be told are left out.
func (w digestWriter) items(ctx context.Context, games []store.DigestGame, write func(context.Context, match, store.DigestGame, int) (item, error)) (list []item, more int, err error) {
	for _, g := range games {
		short := len(list) >= digestGames
		if short && !hasNews(g) {
			more++
			continue
		}
		m, err := w.match(ctx, store.Envelope{Game: g.Game, PlayerID: w.to.ID, Side: g.Side}, w.to)
		if err != nil {
			return nil, 0, err
		}
		i, err := write(ctx, m, g, len(list))
		if err != nil {
			return nil, 0, err
		}
		switch {
		case i.Heading == "":
			continue
		case short && len(i.Lines) == 0: // what had happened is told elsewhere or over
			more++
			continue
		case short:
			i.Lines = []string{strings.Join(i.Lines, " ")}
		}
		list = append(list, i)
	}
	return list, more, nil
}

// waiting is a game that waits for the reader; the first few have a small board.
func (w digestWriter) waiting(ctx context.Context, m match, g store.DigestGame, before int) (item, error) {
	if m.log.Over() || m.log.Turn != m.side { // since the list was read
		return item{}, nil
	}
	i := item{Heading: m.opponent + " played " + m.lastLabel() + m.which(), Due: m.due(), Action: "Make your move", Link: m.link}
	if m.lastLabel() == "" {
		i.Heading = "The first move against " + m.opponent + " is yours" + m.which()
	}
	told, err := w.told(ctx, m, g)
	if err != nil {
		return item{}, err
	}
	last, _ := m.last()
	unfit, err := w.unfitSince(ctx, m)
	if err != nil {
		return item{}, err
	}
	i.lines(m.sideEffects(), m.check(), m.offered(), m.answered(), unfit, m.claim(), m.wrote(last))
	i.lines(told...)
	if before < digestBoards {
		i.Board, err = m.board(smallBoard)
	}
	return i, err
}

// other is a game that does not wait for the reader, and in which something has happened.
func (w digestWriter) other(ctx context.Context, m match, g store.DigestGame, _ int) (item, error) {
	i := item{Heading: m.opponent + m.which(), Action: "See the game", Link: m.link}
	told, err := w.told(ctx, m, g)
	if err != nil {
		return item{}, err
	}
	if m.endedBy(g) {
		last, _ := m.last()
		i.Heading = m.endHeading() + m.which()
		i.lines(m.ended(), m.wrote(last))
	} else {
		i.lines(m.offered())
	}
	i.lines(told...)
	if len(i.Lines) == 0 {
		return item{}, nil
	}
	return i, nil
}

// endedBy says whether the game has ended by what a digest tells of it.
func (m match) endedBy(g store.DigestGame) bool {
	for _, e := range g.Events {
		if m.log.Over() && e.At == m.log.EndedAt {
			return true
		}
	}
	return false
}

// told is what was done in a game since the last digest, in sentences; what an answer or time has overtaken is left out.
func (w digestWriter) told(ctx context.Context, m match, g store.DigestGame) ([]string, error) {
	var said, played []string
	for _, r := range m.log.Requests {
		if r.Side != m.side {
			ask, _ := m.asking(r)
			said = append(said, m.opponent+" "+ask+". You can agree or refuse on the game's page.")
		}
	}
	for _, e := range g.Events {
		switch e.Kind {
		case "takeback", "pause", "resume":
			what, more := m.granting(e)
			said = append(said, m.opponent+" "+what+". "+more)
		case "moretime":
			said = append(said, m.opponent+" gave you a day more.")
		case "vacation":
			words, err := w.vacationWords(ctx, m, e)
			if err != nil {
				return nil, err
			}
			if words != "" {
				said = append(said, words)
			}
		case "move": // the reader's
			if e.Ply <= len(m.log.Moves) && m.log.Moves[e.Ply-1].Conditional {
				played = append(played, m.log.Number(e.Ply)+" "+m.log.Moves[e.Ply-1].SAN)
			}
		}
	}
	if played != nil {
		said = append(said, playedForYou(played))
	}
	for _, text := range g.Messages {
		said = append(said, m.opponent+" writes to you: “"+shortened(text.Text)+"”")
	}
	return said, nil
}

// vacationWords tells of a vacation as it is now: once of each player's, however many games it is in; "" where it is over or was cancelled.
func (w digestWriter) vacationWords(ctx context.Context, m match, e store.Event) (string, error) {
	who := m.log.Seats[e.Side]
	if w.away[who.PlayerID] {
		return "", nil
	}
	v, err := w.vacationOf(ctx, m, e.Seq)
	if over := (*overtaken)(nil); errors.As(err, &over) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	w.away[who.PlayerID] = true
	switch {
	case e.Side == m.side:
		return "Your time had run out, and a day of vacation was taken: your clocks stand still until " + w.to.instant(v.Until) + ".", nil
	case v.From > w.to.now.Unix():
		return m.opponent + " goes on vacation: away from " + w.to.instant(v.From) + " until " + w.to.instant(v.Until) + ".", nil
	}
	return m.opponent + " is on vacation until " + w.to.instant(v.Until) + ".", nil
}

// unfitSince says that the reader's conditional moves no longer fit, as long as the game waits for the reader because of that.
func (w digestWriter) unfitSince(ctx context.Context, m match) (string, error) {
	plan, err := w.store.Plan(ctx, m.log.ID, w.to.ID)
	if err != nil || plan.UnfitSeq == 0 {
		return "", err
	}
	return noLongerFit, nil
}

// which says which game it is, to follow what was done in it: " (Chess, “Winter cup”)".
func (m match) which() string {
	if m.log.Title == "" {
		return " (" + m.log.VariantTitle + ")"
	}
	return " (" + m.log.VariantTitle + ", “" + oneLine(m.log.Title) + "”)"
}

// wrote is what the opponent wrote with a move, "" where that is nothing.
func (m match) wrote(move store.Move) string {
	if move.Side == m.side || move.Comment == "" {
		return ""
	}
	return m.opponent + " writes: “" + shortened(move.Comment) + "”"
}

// shortened is somebody's words on one line, cut where they are long.
func shortened(text string) string {
	letters := []rune(oneLine(text))
	if len(letters) <= digestLetters {
		return string(letters)
	}
	return strings.TrimSpace(string(letters[:digestLetters])) + " …"
}
