package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf8"

	"postrider/rules"
)

const (
	messagesADay  = 50   // of one side in a game, in any 24 hours
	messagesInAll = 1000 // of one side in a game: its page holds them all
)

// Message is what one player wrote to the other beside the moves.
type Message struct {
	Number int // from 1
	Side   rules.Side
	Text   string
	At     int64 // unix seconds
}

// Remark is a player's word on a finished game, for all to read.
type Remark struct {
	Side rules.Side
	Text string
	At   int64 // unix seconds
}

// cleanWords is a text of several lines as typed, but for its ends and for line ends, which become "\n". what begins the sentence where it is none: "A note".
func cleanWords(field, what, typed string, letters int) (string, error) {
	if !utf8.ValidString(typed) || strings.ContainsRune(typed, 0) {
		return "", invalid(field, "%s is text, and this holds bytes that are none. Type it again, or paste it as plain text.", what)
	}
	text := strings.TrimSpace(lineEnds.Replace(typed))
	if n := utf8.RuneCountInString(text); n > letters {
		return "", invalid(field, "%s has at most %d letters; this one has %d.", what, letters, n)
	}
	return text, nil
}

// Note is a player's private note on a game, "" where there is none. ErrForbidden for whoever does not play in it.
func (s *Store) Note(ctx context.Context, game string, player int64) (string, error) {
	g, side, err := seatOf(ctx, s.readers, game, player)
	if err != nil {
		return "", orWrap(err, "read a note on game %.20q", game)
	}
	text, err := wordsOf(ctx, s.readers, "notes", g.ID, side)
	return text, orWrap(err, "read a note on game %.20q", game)
}

// wordsOf is a side's one text in a table of such, "" where there is none.
func wordsOf(ctx context.Context, q querier, table, game string, side rules.Side) (string, error) {
	text, err := one(ctx, q, scanID, `SELECT text FROM `+table+` WHERE game_id = ? AND side = ?`, game, side)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return text, err
}

// WordsMark stands for a note or a remark as somebody saw it; "" for none.
func WordsMark(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// unchanged is nil where the words that are kept, before, are those that after was made from (seen, a WordsMark), or are like after already. Else another window has changed
// them, and nothing is to be overwritten: *Invalid.
func unchanged(field, what, before, after, seen string) error {
	if WordsMark(before) == seen || after == before {
		return nil
	}
	return invalid(field, "Your %s has changed since you opened this page, in another window perhaps. What you typed is still here, and what is kept now stands below it: "+
		"put the two together as you like, and press the button once more.", what)
}

// SetNote keeps a private note of up to 20,000 letters; "" deletes it. seen is the WordsMark of the note that it was made from: where another one is kept by now, as
// of another window, nothing is overwritten. *Invalid{"note"}, then too; ErrForbidden.
func (s *Store) SetNote(ctx context.Context, game string, player int64, text, seen string) error {
	return s.changeWords(ctx, "notes", game, player, func(_ *Game, before string) (string, error) {
		after, err := cleanWords("note", "A note", text, NoteLetters)
		if err == nil {
			err = unchanged("note", "note", before, after, seen)
		}
		return after, err
	})
}

// AddToNote appends a paragraph to a private note, unless that holds it already. *Invalid{"note"} where the note would get too long; ErrForbidden.
func (s *Store) AddToNote(ctx context.Context, game string, player int64, text string) error {
	return s.changeWords(ctx, "notes", game, player, func(_ *Game, before string) (string, error) {
		switch {
		case strings.Contains(before+"\n", text+"\n"):
			return before, nil
		case before != "":
			text = before + "\n\n" + text
		}
		return cleanWords("note", "A note", text, NoteLetters)
	})
}

// SetRemark keeps a player's public word on a finished game, up to 5,000 letters; "" deletes it. seen is as in SetNote. *Invalid{"remark"}, before the end too; ErrForbidden.
func (s *Store) SetRemark(ctx context.Context, game string, player int64, text, seen string) error {
	return s.changeWords(ctx, "remarks", game, player, func(g *Game, before string) (string, error) {
		if !g.Over() {
			return "", invalid("remark", "What you say about a game in public comes after its end.")
		}
		after, err := cleanWords("remark", "A comment", text, CommentLetters)
		if err == nil {
			err = unchanged("remark", "comment", before, after, seen)
		}
		return after, err
	})
}

// changeWords replaces a player's one text in a table of such by what change makes of it.
func (s *Store) changeWords(ctx context.Context, table, game string, player int64, change func(g *Game, before string) (string, error)) error {
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := seatOf(ctx, t, game, player)
		if err != nil {
			return err
		}
		before, err := wordsOf(ctx, t, table, g.ID, side)
		if err != nil {
			return err
		}
		after, err := change(&g, before)
		if err != nil || after == before {
			return err
		}
		return t.setWords(table, g.ID, side, after)
	})
	return orWrap(err, "keep words on game %.20q", game)
}

// setWords writes a side's one text in a table of such, or takes it away.
func (t *tx) setWords(table, game string, side rules.Side, text string) error {
	if text == "" {
		return t.exec(`DELETE FROM `+table+` WHERE game_id = ? AND side = ?`, game, side)
	}
	return t.exec(`INSERT INTO `+table+` (game_id, side, text, at) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET text = excluded.text, at = excluded.at`, game, side, text, t.now)
}

// Messages lists what the two players of a game have written to each other, oldest first. ErrForbidden for whoever does not play in it.
func (s *Store) Messages(ctx context.Context, game string, player int64) ([]Message, error) {
	g, _, err := seatOf(ctx, s.readers, game, player)
	if err != nil {
		return nil, orWrap(err, "read the messages of game %.20q", game)
	}
	list, err := all(ctx, s.readers, scanMessage, `SELECT number, side, text, at FROM messages WHERE game_id = ? ORDER BY number`, g.ID)
	return list, orWrap(err, "read the messages of game %.20q", game)
}

func scanMessage(r row) (m Message, err error) { return m, r.Scan(&m.Number, &m.Side, &m.Text, &m.At) }

// Write writes a message of up to 2,000 letters to the opponent, also after the end. It is told by a mail of its own, of which
// at most one waits; the same message twice within a minute is written once. *Invalid{"message"}, also where the opponent has blocked the player.
func (s *Store) Write(ctx context.Context, game string, player int64, text string) error {
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := seatOf(ctx, t, game, player)
		if err != nil {
			return err
		}
		if text, err = cleanWords("message", "A message", text, MessageLetters); err != nil {
			return err
		}
		return t.write(&g, side, text)
	})
	return orWrap(err, "write a message in game %.20q", game)
}

func (t *tx) write(g *Game, side rules.Side, text string) error {
	other := g.Seats[side.Other()]
	blocked, err := blocks(context.Background(), t, other.PlayerID, g.Seats[side].PlayerID)
	switch {
	case err != nil:
		return err
	case text == "":
		return invalid("message", "Write something to %s first.", other.Name)
	case blocked:
		return invalid("message", "%s takes no messages from you.", other.Name)
	case other.Deleted:
		return invalid("message", "The other account is gone, so nobody would read it.")
	}
	var number, mine, today, again int64
	if err := t.get([]any{&number, &mine, &today, &again}, `SELECT count(*) + 1, coalesce(sum(side = ?2), 0), coalesce(sum(side = ?2 AND at > ?3), 0),
		coalesce(sum(side = ?2 AND at > ?4 AND text = ?5), 0) FROM messages WHERE game_id = ?1`, g.ID, side, t.now-daySeconds, t.now-underWay, text); err != nil || again > 0 {
		return err
	}
	switch {
	case today >= messagesADay:
		return invalid("message", "You have written %d messages in this game within a day, which is as many as may be.", today)
	case mine >= messagesInAll:
		return invalid("message", "You have written %d messages in this game, which is as many as may be.", mine)
	}
	if err := t.exec(`INSERT INTO messages (game_id, number, side, text, at) VALUES (?, ?, ?, ?, ?)`, g.ID, number, side, text, t.now); err != nil {
		return err
	}
	return t.tell(g, side.Other(), "message", int(number))
}

// Hide says whether a finished game is left out of a player's own list (FinishedOf). *Invalid before the end; ErrForbidden.
func (s *Store) Hide(ctx context.Context, game string, player int64, hidden bool) error {
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := seatOf(ctx, t, game, player)
		if err != nil {
			return err
		}
		if !g.Over() {
			return invalid("", "Only a finished game can be hidden.")
		}
		g.Hidden[side] = hidden
		return t.save(&g)
	})
	return orWrap(err, "hide game %.20q", game)
}
