package store

import (
	"context"
	"errors"

	"postrider/rules"
)

// This file names what is being built; each method moves to a file of its own as it is done.

// SeatTime is how a seat's clock stands at the moment when its game was read.
type SeatTime struct {
	Left       int64  // seconds: for the move that is waited for, or for the next one; 0 at least
	Running    bool   // it is counting down now
	Still      string // why the clock of the side to move does not count down: "pause", "vacation", or ""
	StillUntil int64  // unix seconds, 0: it does
}

// Rematch offers the opponent of a finished game another one, with colours changed and everything else as it was, and gives the invitation; or, where the
// opponent has offered one, accepts that and gives the new game's id. *Invalid where it cannot be.
func (s *Store) Rematch(ctx context.Context, game string, player int64) (i Invitation, id string, err error) {
	return i, "", errors.ErrUnsupported
}

// RematchOf is the last rematch that was offered after a game, in whatever status. ErrNotFound.
func (s *Store) RematchOf(ctx context.Context, game string) (Invitation, error) {
	return Invitation{}, errors.ErrUnsupported
}

// InviteAnyone puts an invitation into the list that anyone may join. renewals: how often it is put up once more when somebody has joined, or when it has
// stood for 30 days in vain; up to 20. once: as in Invite. *Invalid as CheckTerms, or with Field "renewals", or where 10 of the player's stand there.
func (s *Store) InviteAnyone(ctx context.Context, inviter int64, t Terms, renewals int, once string) (Invitation, error) {
	return Invitation{}, errors.ErrUnsupported
}

// OpenInvitations lists what anyone may join, newest first, but what the viewer (0: nobody) cannot join because one has blocked the other.
func (s *Store) OpenInvitations(ctx context.Context, viewer int64, page int) ([]Invitation, Page, error) {
	return nil, Page{}, errors.ErrUnsupported
}

// Block keeps a player from inviting another one, from writing messages to him, and from joining his open invitations. Games go on. *Invalid{"player"}
// where there is nobody of that name, or it is the player's own.
func (s *Store) Block(ctx context.Context, player int64, name string) error {
	return errors.ErrUnsupported
}

// Unblock ends a block. One that is not there is no error.
func (s *Store) Unblock(ctx context.Context, player, blocked int64) error {
	return errors.ErrUnsupported
}

// Blocked lists whom a player has blocked, by name.
func (s *Store) Blocked(ctx context.Context, player int64) ([]Player, error) {
	return nil, errors.ErrUnsupported
}

// FeedToken is the token of a player's private feeds (Atom, iCalendar), or "" where there are none.
func (s *Store) FeedToken(ctx context.Context, player int64) (string, error) {
	return "", errors.ErrUnsupported
}

// NewFeedToken makes a new one; the old one no longer works.
func (s *Store) NewFeedToken(ctx context.Context, player int64) (string, error) {
	return "", errors.ErrUnsupported
}

// EndFeeds makes a player's feed token useless.
func (s *Store) EndFeeds(ctx context.Context, player int64) error { return errors.ErrUnsupported }

// PlayerByFeed finds whose feed token it is. ErrNotFound.
func (s *Store) PlayerByFeed(ctx context.Context, token string) (Player, error) {
	return Player{}, errors.ErrUnsupported
}

// Note is a player's private note on a game, "" where there is none. ErrForbidden for whoever does not play in it.
func (s *Store) Note(ctx context.Context, game string, player int64) (string, error) {
	return "", errors.ErrUnsupported
}

// SetNote keeps a private note of up to 20,000 letters; "" deletes it. *Invalid{"note"}, ErrForbidden.
func (s *Store) SetNote(ctx context.Context, game string, player int64, text string) error {
	return errors.ErrUnsupported
}

// Message is what one player wrote to the other beside the moves.
type Message struct {
	Number int // from 1
	Side   rules.Side
	Text   string
	At     int64 // unix seconds
}

// Messages lists what the two players of a game have written to each other, oldest first. ErrForbidden for whoever does not play in it.
func (s *Store) Messages(ctx context.Context, game string, player int64) ([]Message, error) {
	return nil, errors.ErrUnsupported
}

// Write writes a message of up to 2,000 letters to the opponent, also after the end. It is told with the mail of the next move or by a mail of its own, of which
// at most one waits; the same message twice within a minute is written once. *Invalid{"message"}, also where the opponent has blocked the player.
func (s *Store) Write(ctx context.Context, game string, player int64, text string) error {
	return errors.ErrUnsupported
}

// Remark is a player's word on a finished game, for all to read.
type Remark struct {
	Side rules.Side
	Text string
	At   int64 // unix seconds
}

// SetRemark keeps a player's public word on a finished game, up to 5,000 letters; "" deletes it. *Invalid{"remark"}, before the end too; ErrForbidden.
func (s *Store) SetRemark(ctx context.Context, game string, player int64, text string) error {
	return errors.ErrUnsupported
}

// Hide says whether a finished game is left out of a player's own list (FinishedOf). *Invalid before the end; ErrForbidden.
func (s *Store) Hide(ctx context.Context, game string, player int64, hidden bool) error {
	return errors.ErrUnsupported
}

// HiddenOf lists the finished games that a player has hidden, the last ended first.
func (s *Store) HiddenOf(ctx context.Context, player int64, page int) ([]Game, Page, error) {
	return nil, Page{}, errors.ErrUnsupported
}

// Search says which logs are looked for; what is empty does not count.
type Search struct {
	Player      string // a name; Opponent: another one, in the same game
	Opponent    string
	Variant     string // key
	Status      string // "playing", "finished"
	Result      string // "1-0", "0-1", "1/2-1/2", "*" (aborted, or not over yet); "won" and "lost" by Player
	From, Until int64  // unix seconds of the last move; Until is the first second after
}

// SearchGames lists the logs that are looked for, the one with the newest move first. *Invalid{"player"}, {"opponent"}, {"result"}.
func (s *Store) SearchGames(ctx context.Context, q Search, page int) ([]Game, Page, error) {
	return nil, Page{}, errors.ErrUnsupported
}
