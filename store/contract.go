package store

import (
	"context"
	"errors"
	"time"

	"postrider/rules"
)

// THE CONTRACT between store, mail and views. The owner of store moves each part to the file where it belongs and fills it in;
// this file is gone in the end. Signatures may grow where needed, then tell the users of it.

var errNotYet = errors.New("not yet")

// ---- errors

var (
	ErrNotFound  = errors.New("not found")
	ErrForbidden = errors.New("not allowed")
	ErrStale     = errors.New("the position has changed") // 409
	ErrGone      = errors.New("used or expired")          // a token, an invitation: 410 or a page that says so
)

// Invalid is what a person may read: the form field it is about ("" for the whole form) and a sentence.
type Invalid struct{ Field, Text string }

func (e *Invalid) Error() string { return e.Text }

// ---- opening (store.go)

// Options of Open.
type Options struct {
	Now    func() time.Time // the clock; required
	Domain string           // right side of Message-IDs, from --from
	Limits bool             // whether the limits on mail to others are enforced (--rate-limits)
}

type Store struct { /* writer, readers, Now, key, changed */
}

func Open(ctx context.Context, path string, o Options) (*Store, error) { return nil, errNotYet } // migrates, too
func (s *Store) Close() error                                          { return errNotYet }
func (s *Store) Ping(ctx context.Context) error                        { return errNotYet }
func (s *Store) Backup(ctx context.Context, file string) error         { return errNotYet } // VACUUM INTO; refuses an existing file
func (s *Store) Now() time.Time                                        { return time.Time{} }
func (s *Store) OutboxChanged() <-chan struct{}                        { return nil }       // a value after commits that wrote outbox rows (buffered 1)
func (s *Store) Sweep(ctx context.Context) error                       { return errNotYet } // flags overdue games, writes reminders, deletes what has expired (sessions, sign-ups, tokens, sent mail > 30 days)

// ---- players (player.go, account.go)

// MailWishes are the kinds of game mail that a player wants.
type MailWishes struct{ Moves, Reminders, Invitations bool } // Moves: moves, offers, ends

type Player struct {
	ID          int64
	Name        string // "former player" when deleted
	Email       string // "" when deleted; never on a page but the own settings
	Zone        string // IANA name, "UTC" unless set
	HasPassword bool
	Wishes      MailWishes
	CreatedAt   int64 // unix seconds
	Deleted     bool
}

func (s *Store) Player(ctx context.Context, id int64) (Player, error) { return Player{}, errNotYet }
func (s *Store) PlayerByName(ctx context.Context, name string) (Player, error) {
	return Player{}, errNotYet
} // any case
func (s *Store) Login(ctx context.Context, login string) (Player, string, error) {
	return Player{}, "", errNotYet
} // by name or address; the password's hash ("" if none)

// SignUp keeps a sign-up until its mail is answered (48 h; a later one for the same address replaces it). The name must be free (*Invalid{"name"}); a taken
// address gives no error: its owner gets a mail that says whom to sign in as. hash: argon2id of the password, "" for none. next: where to go after confirming.
func (s *Store) SignUp(ctx context.Context, name, email, hash, next string) error { return errNotYet }
func (s *Store) SendSignInLink(ctx context.Context, email, next string) error     { return errNotYet } // nil for unknown addresses; also for a sign-up not yet confirmed? no: unknown

// TokenPage is what a mailed link's page shows before its button is pressed.
type TokenPage struct {
	Kind        string // "signup", "signin", "address" (change of address), "guest" (accepts an invitation)
	Name, Email string
	Game        string // for "guest": the variant's title
}

func (s *Store) Token(ctx context.Context, token string) (TokenPage, error) {
	return TokenPage{}, errNotYet
} // ErrNotFound, ErrGone
func (s *Store) Confirm(ctx context.Context, token string) (Confirmed, error) {
	return Confirmed{}, errNotYet
}                                                               // uses it up; *Invalid where the name has been taken since
func (s *Store) Disown(ctx context.Context, token string) error { return errNotYet } // "that was not me": deletes what waits for it

type Confirmed struct {
	Player Player
	Next   string // "/games/…" for a guest, else the kept next or ""
}

// settings
func (s *Store) SetPassword(ctx context.Context, player int64, hash string) error  { return errNotYet }
func (s *Store) ChangeEmail(ctx context.Context, player int64, email string) error { return errNotYet } // mails a confirmation to the new address; the old one is told when it is confirmed
func (s *Store) SetZone(ctx context.Context, player int64, zone string) error      { return errNotYet } // *Invalid{"zone"}
func (s *Store) SetWishes(ctx context.Context, player int64, w MailWishes) error   { return errNotYet }
func (s *Store) SignOutEverywhere(ctx context.Context, player int64) error         { return errNotYet } // ends all sessions of the player
func (s *Store) DeleteAccount(ctx context.Context, player int64) error             { return errNotYet } // running games are resigned (aborted where both have not moved), invitations withdrawn
func (s *Store) UnsubscribePage(ctx context.Context, token string) (Player, error) {
	return Player{}, errNotYet
}
func (s *Store) Unsubscribe(ctx context.Context, token string) error { return errNotYet } // all move mail of that player off; never expires, may be used again
func (s *Store) UnsubscribeToken(player int64) string                { return "" }

// Sessions is the store behind alexedwards/scs (scs.CtxStore): table sessions (hash of the token, player or NULL, data, expires_at).
// The session value SessionPlayer (int64) names the player.
const SessionPlayer = "player"

func (s *Store) Sessions() *Sessions { return nil }

type Sessions struct{} // Find/Commit/Delete(+Ctx) of scs

// ---- presets and invitations (preset.go, invitation.go)

// Terms say which game is to be played.
type Terms struct {
	Variant string // key
	FEN     string // completed by rules; "" on input: the variant's start
	Days    int    // for each move, 1 to 30
	Side    string // the inviter's: "random", "white", "black"
	Title   string // own title, up to 80 letters, or ""
}

// CheckTerms completes and checks terms: *Invalid with Field "variant", "fen", "days", "side" or "title". Also ErrNotFound-free: an unknown variant is *Invalid.
func (s *Store) CheckTerms(t Terms) (Terms, error) { return t, errNotYet }

type Preset struct {
	Slug      string // ten base58 letters
	Terms     Terms
	OwnerID   int64 // 0 when the account is gone
	OwnerName string
	CreatedAt int64
}

func (s *Store) SavePreset(ctx context.Context, owner int64, t Terms) (Preset, error) {
	return Preset{}, errNotYet
}
func (s *Store) Preset(ctx context.Context, slug string) (Preset, error)       { return Preset{}, errNotYet }
func (s *Store) PresetsOf(ctx context.Context, player int64) ([]Preset, error) { return nil, errNotYet }

type Invitation struct {
	Token                string // of its link; derived
	Terms                Terms
	InviterID            int64
	InviterName          string
	OpponentID           int64  // 0: not a member or anybody
	OpponentName         string // "" if not a member
	ToAddress            bool   // addressed to somebody who is no member (the address is never shown, but to the inviter: Address)
	Address              string
	Status               string // "open", "accepted", "declined", "withdrawn", "expired"
	Game                 string // id, when accepted
	MailAnswer           string // fate of the invitation's mail for the inviter: "", "sent …", "refused: …"
	CreatedAt, ExpiresAt int64
}

// Invite makes an invitation and, if it is for somebody, the mail. Opponent: a player's name, an address, or "" (whoever has the link). *Invalid{"opponent"} …; the limits of DESIGN.md section 4.
func (s *Store) Invite(ctx context.Context, inviter int64, t Terms, opponent string) (Invitation, error) {
	return Invitation{}, errNotYet
}
func (s *Store) Invitation(ctx context.Context, token string) (Invitation, error) {
	return Invitation{}, errNotYet
}
func (s *Store) Accept(ctx context.Context, token string, player int64) (gameID string, err error) {
	return "", errNotYet
}                                                                                   // ErrForbidden (own, for another), ErrGone
func (s *Store) AcceptAsGuest(ctx context.Context, token, name, email string) error { return errNotYet } // mails a confirmation; *Invalid{"name"|"email"}; an address with an account: same answer, a mail that says whom to sign in as
func (s *Store) Decline(ctx context.Context, token string, player int64) error      { return errNotYet } // player 0: the bearer of a link that was mailed to an address
func (s *Store) Withdraw(ctx context.Context, token string, player int64) error     { return errNotYet }
func (s *Store) NeverAgain(ctx context.Context, token string) error                 { return errNotYet } // the addressee wants no mail from Postrider any more (kept as a hash)
func (s *Store) InvitationsOf(ctx context.Context, player int64) (mine, toMe []Invitation, err error) {
	return nil, nil, errNotYet
} // open ones

// ---- games (game.go, play.go, draw.go, clock.go, list.go)

// Seat is one player's place in a game.
type Seat struct {
	PlayerID int64
	Name     string
	Deleted  bool
	MailOff  bool // gets no move mail (unsubscribed): the log says so to both
}

type Game struct {
	ID                  string
	Variant             string // key
	VariantTitle        string
	Definition          string  // hash of the flattened definition; s.Variant(hash)
	Title               string  // own title or ""
	Seats               [2]Seat // by rules.Side
	Days                int
	StartFEN, FEN       string
	Ply, Seq            int
	Turn                rules.Side // whose move it is (of the position, also after the end)
	Status              string     // "playing", "finished"
	Result, Reason      string
	DrawOffer           int     // side that has a live offer: 0 white, 1 black, -1 none
	Claim               string  // the draw that the side to move may claim now: reason, or ""
	LastSAN             string  // "" before the first move
	StartedAt, LastAt   int64   // LastAt: the last move, or the start
	DeadlineAt, EndedAt int64   // 0: none
	CommentsShown       [2]bool // who allows comments to be shown (after the end)
}

func (g *Game) SideOf(player int64) (rules.Side, bool) { return 0, false }

type Move struct {
	Ply            int
	Side           rules.Side
	Text, SAN, FEN string // FEN: the position after it
	At             int64
	Comment        string // "" for whom it is not meant
}

type Event struct {
	Seq, Ply int
	Side     rules.Side
	Kind     string // "start", "move", "offer", "accept", "decline", "claim", "resign", "flag", "abort", "end", "comments"
	At       int64
}

// Log is a game's record.
type Log struct {
	Game
	Moves  []Move
	Events []Event
}

func (s *Store) Game(ctx context.Context, id string) (Game, error) { return Game{}, errNotYet }
func (s *Store) Log(ctx context.Context, id string, viewer int64) (Log, error) {
	return Log{}, errNotYet
} // comments only for whom they are meant
func (s *Store) Variant(ctx context.Context, hash string) (*rules.Variant, error) {
	return nil, errNotYet
} // of a game; cached, immutable

// Deed names a game, who does something in it, and which position he saw.
type Deed struct {
	Game   string
	Player int64
	Ply    int // plies played when the player looked
	Seq    int // events then; -1: not sent
}

// Play plays a move. *Invalid{"move"} with the rules' sentence, *Invalid{"comment"}; ErrStale; ErrForbidden; ErrNotFound. The identical move sent again by the same player succeeds and changes nothing.
func (s *Store) Play(ctx context.Context, d Deed, text, comment string, offerDraw bool) (Move, error) {
	return Move{}, errNotYet
}
func (s *Store) Resign(ctx context.Context, d Deed) error      { return errNotYet }
func (s *Store) OfferDraw(ctx context.Context, d Deed) error   { return errNotYet }
func (s *Store) AcceptDraw(ctx context.Context, d Deed) error  { return errNotYet } // *Invalid where nothing was offered (or by oneself)
func (s *Store) DeclineDraw(ctx context.Context, d Deed) error { return errNotYet }
func (s *Store) ClaimDraw(ctx context.Context, d Deed) error   { return errNotYet } // *Invalid where there are no grounds
func (s *Store) ShowComments(ctx context.Context, game string, player int64, allow bool) error {
	return errNotYet
} // after the end

// Page of a list: 50 rows.
type Page struct {
	Number int // from 1
	More   bool
}

func (s *Store) Waiting(ctx context.Context, player int64) ([]Game, error) { return nil, errNotYet } // for this player's move, least time left first
func (s *Store) WaitingForOthers(ctx context.Context, player int64) ([]Game, error) {
	return nil, errNotYet
}
func (s *Store) FinishedOf(ctx context.Context, player int64, page int) ([]Game, Page, error) {
	return nil, Page{}, errNotYet
}
func (s *Store) GamesOf(ctx context.Context, player int64, page int) ([]Game, Page, error) {
	return nil, Page{}, errNotYet
} // public page of a player
func (s *Store) PublicGames(ctx context.Context, page int) ([]Game, Page, error) {
	return nil, Page{}, errNotYet
}                                                                            // all logs, newest move first
func (s *Store) CountWaiting(ctx context.Context, player int64) (int, error) { return 0, errNotYet }

// ---- outbox (outbox.go)

// Envelope is a row of the outbox: facts of a mail to be sent, not its text.
type Envelope struct {
	ID         int64
	Kind       string     // "confirm", "signin", "address", "addressed" (old address is told), "known" (sign-up with a taken address; whom to sign in as), "guest", "invitation", "accepted", "declined", "move", "offer", "reminder", "end"
	To         string     // address
	PlayerID   int64      // recipient, 0 if no member
	Game       string     // id or ""
	Side       rules.Side // recipient's seat
	EventSeq   int
	Token      string // derived: link of confirm/signin/address/guest/invitation mails, or ""
	Invitation string // token of the invitation it is about
	Name       string // name the mail speaks to or about (account's name in confirm, known)
	MessageID  string // without angle brackets
	CreatedAt  int64
	DueAt      int64
	Tries      int
	Subject    string // of the mail as sent
	Answer     string // the server's last answer
	Status     string // "waiting", "sent", "failed", "dropped"
	SentAt     int64
	Kept       []byte // the whole mail, where no relay is configured
}

func (s *Store) NextEnvelope(ctx context.Context) (Envelope, time.Time, error) {
	return Envelope{}, time.Time{}, errNotYet
} // oldest due one; ErrNotFound and when the next falls due (zero: none waits)
func (s *Store) EnvelopeSent(ctx context.Context, id int64, subject, answer string, kept []byte) error {
	return errNotYet
}
func (s *Store) EnvelopeLater(ctx context.Context, id int64, subject, answer string, counted bool) error {
	return errNotYet
} // counted: a 4xx: after 1, 5, 15, 60 min, then hourly, 5 days, then failed. Not counted: the relay's trouble: due again in 60 s
func (s *Store) EnvelopeFailed(ctx context.Context, id int64, subject, answer string) error {
	return errNotYet
}                                                                                // a 5xx
func (s *Store) EnvelopeDropped(ctx context.Context, id int64, why string) error { return errNotYet } // overtaken or unwanted
func (s *Store) MailsOf(ctx context.Context, player int64, page int) ([]Envelope, Page, error) {
	return nil, Page{}, errNotYet
}
func (s *Store) KeptMails(ctx context.Context, page int) ([]Envelope, Page, error) {
	return nil, Page{}, errNotYet
} // all, newest first
func (s *Store) LastMail(ctx context.Context, game string, side rules.Side) (Envelope, error) {
	return Envelope{}, errNotYet
} // last game mail to that seat, for the log's line; ErrNotFound
