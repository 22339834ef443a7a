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

// Vacation is a time in which a player's clocks stand still, in all games whose terms allow that.
type Vacation struct {
	ID          int64
	PlayerID    int64
	First, Last string // its days, "2026-12-24", in the zone that the player had
	Zone        string
	From, Until int64 // unix seconds; Until is the first second after it
	Auto        bool  // it began by itself when a clock would have run out, and goes on day by day while one would
}

// VacationDays is how many days of vacation a player may take in a calendar year.
const VacationDays = 30

// TakeVacation plans a vacation by its first and last day, as 2026-12-24 in the player's zone; a first day "" or of today begins it now. Opponents in
// games that it touches are told. *Invalid{"first"} or {"last"}: no such day, a day gone by, more than 30 days in a calendar year, another vacation then.
func (s *Store) TakeVacation(ctx context.Context, player int64, first, last string) (Vacation, error) {
	return Vacation{}, errors.ErrUnsupported
}

// EndVacation shortens a vacation to a last day; last "": at once. One that has not begun is cancelled by that. What is not used of its days is given
// back; today counts as used. ErrNotFound; ErrGone where it is over; *Invalid{"last"}.
func (s *Store) EndVacation(ctx context.Context, player, id int64, last string) error {
	return errors.ErrUnsupported
}

// VacationsOf lists a player's vacations that are not over, the first to begin first.
func (s *Store) VacationsOf(ctx context.Context, player int64) ([]Vacation, error) {
	return nil, errors.ErrUnsupported
}

// VacationLeft is how many days of vacation a player may still plan in a calendar year.
func (s *Store) VacationLeft(ctx context.Context, player int64, year int) (int, error) {
	return 0, errors.ErrUnsupported
}

// SetAutoVacation sets whether a vacation of a day begins by itself when a clock of the player's would run out (Player.AutoVacation).
func (s *Store) SetAutoVacation(ctx context.Context, player int64, on bool) error {
	return errors.ErrUnsupported
}

// GiveTime gives the opponent a day for the move that is waited for, or for the next one; of a reserve it is a day more. *Invalid where the opponent
// would have more than 60 days for a move, or 180 in reserve.
func (s *Store) GiveTime(ctx context.Context, d Deed) error { return errors.ErrUnsupported }

// Abort ends a game in which not both have moved once, without a loser. *Invalid later.
func (s *Store) Abort(ctx context.Context, d Deed) error { return errors.ErrUnsupported }

// Kinds of Request.
const (
	Takeback = "takeback" // N plies: 1 the last move, 2 back to the asker's last move (on the asker's turn)
	Pause    = "pause"    // N days at most
	Resume   = "resume"   // before the pause's end
)

// Request is what a player has asked the opponent for.
type Request struct {
	Kind string
	Side rules.Side // who asks
	N    int        // plies of a takeback, days of a pause
	Ply  int
	At   int64 // unix seconds
}

// Ask asks the opponent for a takeback of n plies, for a pause of n days (1 to 90), or to resume a paused game; the opponent is told by mail. A request
// waits until it is answered or taken back (Answer); one for a takeback lapses when anybody moves. What was asked already is no error. *Invalid where
// it makes no sense, or has been refused since the last move.
func (s *Store) Ask(ctx context.Context, d Deed, kind string, n int) error {
	return errors.ErrUnsupported
}

// Answer grants or refuses the opponent's request; to "refuse" one's own takes it back. A granted takeback restores the position, and the clocks as they
// were; its moves stay in Log.Taken. A pause holds all clocks of the game for its days, or until both agree to resume; moves may be made all the
// same. Where both ask to pause, or both to resume, that is granted. *Invalid where there is no such request.
func (s *Store) Answer(ctx context.Context, d Deed, kind string, grant bool) error {
	return errors.ErrUnsupported
}

// Condition is one ply of a player's conditional moves, which only that player ever sees.
type Condition struct {
	ID, Parent int64      // Parent 0: it follows on the position as it stands
	Ply        int        // that it would be
	Side       rules.Side // who would move
	Text, SAN  string
	Depth      int // 0 where Parent is 0
}

// Plan is a player's conditional moves in a game.
type Plan struct {
	Conditions []Condition // each is followed by what comes after it
	UnfitSeq   int         // the event by which a plan no longer fitted and was dropped; 0: none was since the player's last move
}

// Plan gives a player's conditional moves in a game. ErrNotFound; ErrForbidden for whoever does not play in it.
func (s *Store) Plan(ctx context.Context, game string, player int64) (Plan, error) {
	return Plan{}, errors.ErrUnsupported
}

// SaveLine adds a line to the player's plan: moves by turns from the position as it stands, in any notation, the last one an own move ("if he plays e5, I
// answer Nf3, and if then …"). On the opponent's turn it begins with the opponent's move; on the player's own turn with the move that the player
// is going to make, which is not played by that. Another answer to the same moves replaces the one before with all that followed it. ErrStale;
// *Invalid{"line"} with the rules' sentence, or where the plan has more than 200 moves.
func (s *Store) SaveLine(ctx context.Context, d Deed, line []string) error {
	return errors.ErrUnsupported
}

// DropCondition takes a ply and all that follows it out of the player's plan; with an answer goes the move that it answers. id 0: the whole plan.
// ErrNotFound, ErrForbidden.
func (s *Store) DropCondition(ctx context.Context, game string, player, id int64) error {
	return errors.ErrUnsupported
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

// Beat notes that the server is alive. A gap of more than five minutes since it last was is an outage: every clock that ran gets that time back, and the logs
// of those games say so. SweepEvery beats before each sweep, and Open at once.
func (s *Store) Beat(ctx context.Context) error { return errors.ErrUnsupported }
