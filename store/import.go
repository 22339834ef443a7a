package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"postrider/rules"
)

// Unfinished is the reason of a log that was taken in before its game had ended.
const Unfinished = "unfinished"

// Imported says what Import did with a game.
type Imported string

// What Import did.
const (
	ImportedNew    Imported = "new"    // it is here now
	ImportedLonger Imported = "longer" // it has taken the place of an unfinished log of the same game, which it continues
	ImportedKnown  Imported = "known"  // nothing: it is here already, perhaps with more moves
)

// Import keeps a game that was played elsewhere as a finished log, and gives its id: l.ID where that is free, else one that is made from what the game is. Of l count what a
// log holds: the names of the seats, the moves, events, moves taken back and remarks, as they have been played by v, whose flattened definition is definition. Where the same
// game is here, an Unfinished log that was taken in gives way to a longer one; a game that was played here never changes. Its players are no accounts, whatever their names;
// all may read its comments; no mail is caused. *Invalid where a name or the title is none, or no id is free.
func (s *Store) Import(ctx context.Context, l *Log, v *rules.Variant, definition string) (id string, did Imported, err error) {
	err = s.tx(ctx, func(t *tx) error {
		var before Game
		if id, before, did, err = t.importID(l, definition); err != nil || did == ImportedKnown {
			return err
		}
		if did == ImportedLonger {
			if err := t.dropImported(&before); err != nil {
				return err
			}
		}
		return t.importGame(id, l, v, definition, before.Seq)
	})
	return id, did, orWrap(err, "take in a game")
}

// importID is under which id a game is to be kept, or is here already, as before.
func (t *tx) importID(l *Log, definition string) (id string, before Game, did Imported, err error) {
	own, err := contentID(l, definition)
	if err != nil {
		return "", Game{}, "", err
	}
	again, err := contentID(l, definition, strconv.FormatInt(l.StartedAt, 10), l.Result) // of who played the same moves once more
	if err != nil {
		return "", Game{}, "", err
	}
	for _, id := range []string{l.ID, own, again} {
		if !isID(id) {
			continue
		}
		n, err := t.count(`SELECT count(*) FROM games WHERE id = ?`, id)
		if err != nil || n == 0 {
			return id, Game{}, ImportedNew, err
		}
		here, err := t.store.logIn(context.Background(), t, id)
		if err != nil {
			return "", Game{}, "", err
		}
		if did, err := here.compare(l, definition); err != nil || did != "" {
			return id, here.Game, did, err
		}
	}
	return "", Game{}, "", invalid("id", "Its id, and those that are made from what it is, %s and %s, belong to other games here.", own, again)
}

// isID says whether a text could be the id of a game.
func isID(id string) bool {
	return len(id) == idLetters && strings.Trim(id, base58) == ""
}

// contentID is the id of a game that brings none: the same for the same players, moves, takebacks, definition, and what besides.
func contentID(l *Log, definition string, besides ...string) (string, error) {
	course, err := l.course()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %q", definition, l.StartFEN, l.Seats[rules.White].Name, l.Seats[rules.Black].Name)
	for _, deed := range append(course, besides...) {
		fmt.Fprintf(h, " %q", deed)
	}
	id := h.Sum(nil)[:idLetters]
	for i := range id {
		id[i] = base58[int(id[i])%len(base58)]
	}
	return string(id), nil
}

// compare says what is to be done with l where the log is here: nothing (ImportedKnown), or to put l in its place; "" where they are different games, or the one that is here
// cannot be read.
func (here *Log) compare(l *Log, definition string) (Imported, error) {
	switch {
	case here.Definition != DefinitionHash(definition), here.StartFEN != l.StartFEN,
		here.StartedAt != l.StartedAt && here.StartedAt != 0 && l.StartedAt != 0,
		here.Result != l.Result && here.Result != "*" && l.Result != "*":
		return "", nil
	}
	old, err := here.course()
	if err != nil {
		return "", nil
	}
	course, err := l.course()
	if err != nil {
		return "", err
	}
	common := min(len(old), len(course))
	stump := here.Over() && here.Result == "*" && here.Reason == Unfinished
	switch further := len(course) > len(old); {
	case !slices.Equal(old[:common], course[:common]):
		return "", nil
	case stump && (further || len(course) == len(old) && l.Reason != Unfinished):
		return ImportedLonger, nil
	case further:
		return "", nil
	}
	return ImportedKnown, nil
}

// dropImported deletes a log that was taken in, with its players, who are no accounts.
func (t *tx) dropImported(g *Game) error {
	if err := t.exec(`DELETE FROM games WHERE id = ?`, g.ID); err != nil {
		return err
	}
	return t.exec(`DELETE FROM players WHERE id IN (?, ?) AND deleted_at IS NOT NULL`, g.Seats[0].PlayerID, g.Seats[1].PlayerID)
}

// importGame writes a game. It has more events than the log in whose place it comes: by their number those who keep something of a log see that it is another.
func (t *tx) importGame(id string, l *Log, v *rules.Variant, definition string, seqBefore int) error {
	title, err := cleanLine("title", "A title", l.Title, TitleLetters)
	if err != nil {
		return err
	}
	hash, err := t.define(v, definition)
	if err != nil {
		return err
	}
	var players [2]int64
	for side, seat := range l.Seats {
		if players[side], err = t.stranger(seat.Name); err != nil {
			return err
		}
	}
	g := Game{FEN: l.StartFEN, Turn: l.Turn, Ply: len(l.Moves), Seq: max(len(l.Events), seqBefore+1), LastAt: l.StartedAt}
	for _, m := range l.Moves {
		g.FEN, g.LastSAN, g.LastAt = m.FEN, m.SAN, m.At
	}
	if err := t.exec(`INSERT INTO games (id, definition, variant, title, white_id, black_id, clock, no_vacation, start_fen, fen, ply, seq, turn, status, result, reason, last_san,
		started_at, last_at, ended_at, white_shows, black_shows, turn_at, turn_seq, loud_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'finished', ?, ?, ?, ?, ?, ?, 1, 1, ?, ?, ?)`,
		id, hash, v.Key(), title, players[rules.White], players[rules.Black], l.Clock, l.NoVacation, l.StartFEN, g.FEN, g.Ply, g.Seq, g.Turn, l.Result, l.Reason, g.LastSAN,
		l.StartedAt, g.LastAt, max(l.EndedAt, g.LastAt), g.LastAt, g.Seq, g.Seq); err != nil {
		return err
	}
	return t.importRows(id, l)
}

// importRows writes what hangs on a game.
func (t *tx) importRows(id string, l *Log) error {
	seqs := make(map[int]int, len(l.Moves)) // by ply, of the last event that made it
	for i, e := range l.Events {
		if e.Kind == "move" {
			seqs[e.Ply] = i + 1
		}
		e.Seq = i + 1
		if err := t.writeEvent(id, e); err != nil {
			return err
		}
	}
	for _, m := range l.Moves {
		if err := t.writeMove(id, seqs[m.Ply], m); err != nil {
			return err
		}
	}
	for _, m := range l.Taken {
		if err := t.exec(`INSERT INTO taken_back (game_id, taken_seq, ply, side, text, san, fen, at, comment, conditional) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			id, m.Seq, m.Ply, m.Side, m.Text, m.SAN, m.FEN, m.At, m.Comment, m.Conditional); err != nil {
			return err
		}
	}
	for _, r := range l.Remarks {
		if err := t.exec(`INSERT INTO remarks (game_id, side, text, at) VALUES (?, ?, ?, ?)`, id, r.Side, r.Text, r.At); err != nil {
			return err
		}
	}
	return nil
}

// stranger makes a row for a player of a game that was played elsewhere: a name as one reads it, and no account. It is as of a deleted one, which nothing can be done with.
func (t *tx) stranger(name string) (int64, error) {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, controls) || utf8.RuneCountInString(name) > NameLetters || strings.TrimSpace(name) == "" {
		return 0, invalid("name", "A player’s name is one line of up to %d letters, and “%.80s” is none.", NameLetters, strings.Map(visible, name))
	}
	return t.insert(`INSERT INTO players (name, email, mail_off, mail_way, mail_reminders, mail_invitations, created_at, deleted_at) VALUES (?, '', 1, 'none', 0, 0, ?, ?)`, name, t.now, t.now)
}

// visible leaves out what is no letter to be seen.
func visible(r rune) rune {
	if controls(r) {
		return -1
	}
	return r
}

// GamesToKeep gives the ids of all games of a player, the first begun first.
func (s *Store) GamesToKeep(ctx context.Context, player int64) ([]string, error) {
	ids, err := all(ctx, s.readers, scanID, `SELECT id FROM games WHERE white_id = ?1 OR black_id = ?1 ORDER BY started_at, id`, player)
	return ids, orWrap(err, "list the games of player %d", player)
}
