package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"postrider/rules"
)

// Seat is one player's place in a game.
type Seat struct {
	PlayerID int64
	Name     string
	Deleted  bool
	Mail     MailWay // how its player gets to know of what is done in the game; where by no mail, the log says so to both
	OwnMail  MailWay // what the player has chosen for this game alone
	MailLost bool    // mail to the player's address comes back (Player.MailFailedAt), so that none is sent
}

// Game is one match as it stands.
type Game struct {
	ID                  string
	Variant             string // key
	VariantTitle        string
	Definition          string  // hash of the flattened definition; see Store.Variant
	Title               string  // own title or ""
	Seats               [2]Seat // by rules.Side
	Clock               Clock
	NoVacation          bool // vacations do not hold its clocks
	StartFEN, FEN       string
	Ply, Seq            int         // plies played, events so far
	Turn                rules.Side  // whose move it is (of the position, also after the end)
	Status              string      // "playing", "finished"
	Result, Reason      string      // "*" and "" while it is being played
	DrawOffer           int         // side that has a live offer: 0 white, 1 black, -1 none
	Claim               string      // the draw that the side to move may claim now: its reason, or ""
	LastSAN             string      // "" before the first move
	StartedAt, LastAt   int64       // unix seconds; LastAt: the last move, or the start
	DeadlineAt, EndedAt int64       // unix seconds, 0: none. A move in the very second of the deadline is in time
	CommentsShown       [2]bool     // who allows comments to be shown (after the end)
	Hidden              [2]bool     // who has hidden it from the own list (after the end)
	ChangedAt           int64       // unix seconds: the last event; in lists of a player's games in play
	Requests            []Request   // that wait for an answer; in a Log and in lists of a player's games in play
	Times               [2]SeatTime // while it is being played: how the clocks stand at the moment of reading

	turnAt, warnAt   int64    // since when the side to move has its turn; when the next warning falls due, 0: none does
	turnSeq, loudSeq int      // the event that gave it the turn; the last one that makes a page seen before it stale
	left             [2]int64 // seconds at the beginning of a side's present or next turn
	warned           int      // of this turn: warnedMost, warnedDay
	unfit            [2]int   // the event at which a side's conditional moves were dropped, 0: none were
}

// SideOf says which side a player has in the game.
func (g *Game) SideOf(player int64) (rules.Side, bool) {
	for side, seat := range g.Seats {
		if seat.PlayerID == player && player != 0 {
			return rules.Side(side), true
		}
	}
	return rules.White, false
}

// TurnSeq is the event that gave the side to move its turn.
func (g *Game) TurnSeq() int { return g.turnSeq }

// MoveNumber is the number of a ply's move, and whether it is the second of that number, mostly Black's. Plies count from 1 whoever moves
// first, and the numbers go on from the start's.
func (g *Game) MoveNumber(ply int) (number int, second bool) {
	before, fields := ply-1, strings.Fields(g.StartFEN)
	if len(fields) > 1 {
		if fields[1] == "b" {
			before++
		}
		first, _ := strconv.Atoi(fields[len(fields)-1]) // rules wrote it
		before += 2 * (max(first, 1) - 1)
	}
	return before/2 + 1, before%2 == 1
}

// Number is the number of a ply's move as it stands before the move: "7.", or "7…" before a second one.
func (g *Game) Number(ply int) string {
	number, second := g.MoveNumber(ply)
	if second {
		return strconv.Itoa(number) + "…"
	}
	return strconv.Itoa(number) + "."
}

// Over says whether the game has ended.
func (g *Game) Over() bool { return g.Status == "finished" }

const gameQuery = `SELECT g.id, v.key, v.title, g.definition, g.title,
	g.white_id, w.name, w.deleted_at IS NOT NULL, w.mail_off, w.mail_way, coalesce(g.white_mail, ''), w.mail_failed_at IS NOT NULL,
	g.black_id, b.name, b.deleted_at IS NOT NULL, b.mail_off, b.mail_way, coalesce(g.black_mail, ''), b.mail_failed_at IS NOT NULL,
	g.clock, g.no_vacation, g.start_fen, g.fen, g.ply, g.seq, g.turn, g.status, g.result, g.reason,
	coalesce(g.draw_offer, -1), g.claim, g.last_san, g.started_at, g.last_at, coalesce(g.deadline_at, 0), coalesce(g.ended_at, 0), g.white_shows, g.black_shows,
	g.white_hides, g.black_hides, g.turn_at, coalesce(g.warn_at, 0), g.turn_seq, g.loud_seq, g.white_left, g.black_left, g.warned, g.white_unfit, g.black_unfit
	FROM games g JOIN variants v ON v.hash = g.definition JOIN players w ON w.id = g.white_id JOIN players b ON b.id = g.black_id `

func scanGame(r row) (g Game, err error) {
	w, b := &g.Seats[rules.White], &g.Seats[rules.Black]
	var wishes [2]MailWishes
	err = r.Scan(&g.ID, &g.Variant, &g.VariantTitle, &g.Definition, &g.Title,
		&w.PlayerID, &w.Name, &w.Deleted, &wishes[0].Off, &wishes[0].Moves, &w.OwnMail, &w.MailLost,
		&b.PlayerID, &b.Name, &b.Deleted, &wishes[1].Off, &wishes[1].Moves, &b.OwnMail, &b.MailLost,
		&g.Clock, &g.NoVacation, &g.StartFEN, &g.FEN, &g.Ply, &g.Seq, &g.Turn, &g.Status, &g.Result, &g.Reason,
		&g.DrawOffer, &g.Claim, &g.LastSAN, &g.StartedAt, &g.LastAt, &g.DeadlineAt, &g.EndedAt, &g.CommentsShown[rules.White], &g.CommentsShown[rules.Black],
		&g.Hidden[0], &g.Hidden[1], &g.turnAt, &g.warnAt, &g.turnSeq, &g.loudSeq, &g.left[0], &g.left[1], &g.warned, &g.unfit[0], &g.unfit[1])
	w.Mail, b.Mail = wishes[0].In(w.OwnMail), wishes[1].In(b.OwnMail)
	return g, err
}

func gameBy(ctx context.Context, q querier, id string) (Game, error) {
	return one(ctx, q, scanGame, gameQuery+`WHERE g.id = +?`, id) // +?: see querier
}

// seatOf finds a game and the side that a player has in it. ErrNotFound, ErrForbidden.
func seatOf(ctx context.Context, q querier, game string, player int64) (Game, rules.Side, error) {
	g, err := gameBy(ctx, q, game)
	if err != nil {
		return Game{}, rules.White, err
	}
	side, ok := g.SideOf(player)
	if !ok {
		return Game{}, rules.White, ErrForbidden
	}
	return g, side, nil
}

// Game finds a game. ErrNotFound.
func (s *Store) Game(ctx context.Context, id string) (Game, error) {
	g, err := gameBy(ctx, s.readers, id)
	if err == nil {
		err = s.tellTime(ctx, s.readers, &g)
	}
	return g, orWrap(err, "find game %.20q", id)
}

// Variant gives the variant that a game is played by, from its stored definition. It is immutable, and parsed once.
func (s *Store) Variant(ctx context.Context, hash string) (*rules.Variant, error) {
	return s.variant(ctx, s.readers, hash)
}

func (s *Store) variant(ctx context.Context, q querier, hash string) (*rules.Variant, error) {
	if v, ok := s.variants.Load(hash); ok {
		return v.(*rules.Variant), nil
	}
	text, err := definitionText(ctx, q, hash)
	if err != nil {
		return nil, err
	}
	v, err := rules.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read definition %s: %w", hash, err)
	}
	s.variants.Store(hash, v)
	return v, nil
}

// DefinitionText is the flattened definition with that hash. ErrNotFound where no game was played by it.
func (s *Store) DefinitionText(ctx context.Context, hash string) (string, error) {
	return definitionText(ctx, s.readers, hash)
}

func definitionText(ctx context.Context, q querier, hash string) (string, error) {
	text, err := one(ctx, q, scanID, `SELECT text FROM variants WHERE hash = ?`, hash)
	return text, orWrap(err, "find definition %.20q", hash)
}

// DefinitionHash is the hash by which a flattened definition is known: SHA-256, hexadecimal.
func DefinitionHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// define keeps a variant's flattened definition and gives its hash.
func (t *tx) define(v *rules.Variant, text string) (string, error) {
	hash := DefinitionHash(text)
	return hash, t.exec(`INSERT INTO variants (hash, key, title, text, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		hash, v.Key(), v.Title(), text, t.now)
}

// startGame starts a game of checked terms; the clock of who moves first begins to run.
func (t *tx) startGame(start rules.Position, terms Terms, white, black int64) (Game, error) {
	hash, err := t.define(start.Variant(), start.Variant().Text())
	if err != nil {
		return Game{}, err
	}
	id := newID()
	claim, _ := rules.NewRecord(start).Claim()
	left := terms.Clock.start()
	if err := t.exec(`INSERT INTO games (id, definition, variant, title, white_id, black_id, clock, no_vacation, start_fen, fen, turn, claim, started_at, last_at,
		deadline_at, white_left, black_left) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, hash, terms.Variant, terms.Title, white, black,
		terms.Clock, terms.NoVacation, terms.FEN, terms.FEN, start.Turn(), claim, t.now, t.now, t.now+left, left, left); err != nil {
		return Game{}, err
	}
	g, err := gameBy(context.Background(), t, id)
	if err != nil {
		return Game{}, err
	}
	if err := t.event(&g, g.Turn, "start"); err != nil {
		return Game{}, err
	}
	if err := t.beginTurn(&g); err != nil {
		return Game{}, err
	}
	return g, t.save(&g)
}

// event notes that side did something in the game, as the game's next event. Whoever saw the game before it has seen another game.
func (t *tx) event(g *Game, side rules.Side, kind string) error {
	err := t.quietEvent(g, Event{Side: side, Kind: kind})
	g.loudSeq = g.Seq
	return err
}

// quietEvent is event where a deed on a page seen before it is still right: nothing but the time has changed. Of e are Side, Kind, From, Until, N and What.
func (t *tx) quietEvent(g *Game, e Event) error {
	g.Seq++
	e.Seq, e.Ply, e.At = g.Seq, g.Ply, t.now
	t.events[g.ID] = append(t.events[g.ID], e)
	return t.writeEvent(g.ID, e)
}

// retimed notes an event that changes the time of a game, and what becomes of its clocks.
func (t *tx) retimed(g *Game, e Event) error {
	if err := t.quietEvent(g, e); err != nil {
		return err
	}
	if err := t.retime(g); err != nil {
		return err
	}
	return t.save(g)
}

// save writes all that changes in a game.
func (t *tx) save(g *Game) error {
	var offer any
	if g.DrawOffer >= 0 {
		offer = g.DrawOffer
	}
	return t.exec(`UPDATE games SET fen = ?, ply = ?, seq = ?, turn = ?, status = ?, result = ?, reason = ?, draw_offer = ?, claim = ?, last_san = ?,
		last_at = ?, deadline_at = ?, ended_at = ?, white_shows = ?, black_shows = ?, white_hides = ?, black_hides = ?, turn_at = ?, warn_at = ?, turn_seq = ?,
		loud_seq = ?, white_left = ?, black_left = ?, warned = ?, white_unfit = ?, black_unfit = ? WHERE id = ?`, g.FEN, g.Ply, g.Seq, g.Turn, g.Status, g.Result,
		g.Reason, offer, g.Claim, g.LastSAN, g.LastAt, orNull(g.DeadlineAt), orNull(g.EndedAt), g.CommentsShown[0], g.CommentsShown[1],
		g.Hidden[0], g.Hidden[1], g.turnAt, orNull(g.warnAt), g.turnSeq, g.loudSeq, g.left[0], g.left[1], g.warned, g.unfit[0], g.unfit[1], g.ID)
}

// end ends a game by an event of side, and tells the sides given.
func (t *tx) end(g *Game, side rules.Side, kind string, o rules.Outcome, tell ...rules.Side) error {
	if err := t.event(g, side, kind); err != nil {
		return err
	}
	g.Status, g.Result, g.Reason, g.DrawOffer, g.Claim = "finished", o.Result, o.Reason, -1, ""
	g.EndedAt, g.DeadlineAt, g.warnAt = t.now, 0, 0
	if err := t.dropPlans(g); err != nil {
		return err
	}
	if err := t.exec(`DELETE FROM requests WHERE game_id = ?`, g.ID); err != nil {
		return err
	}
	if err := t.save(g); err != nil {
		return err
	}
	if err := t.overtake(g); err != nil {
		return err
	}
	for _, to := range tell {
		if err := t.tell(g, to, "end", g.Seq); err != nil {
			return err
		}
	}
	return nil
}

// overtake drops the game's mails that still wait: the one that follows tells how the game stands now. That a game has begun is still told
// to who gets no mail of each move, and what does not concern the position alone to all, as what is asked for while the game goes on.
func (t *tx) overtake(g *Game) error {
	return t.drop("overtaken", `game_id = ? AND kind NOT IN `+besidePosition+`
		AND (kind <> 'asked' OR ?) AND (kind <> 'accepted' OR iif(side = 0, ?, ?))`, g.ID, g.Over(), g.Seats[rules.White].Mail == AtOnce, g.Seats[rules.Black].Mail == AtOnce)
}

// won is the outcome in which side has won.
func won(side rules.Side, reason string) rules.Outcome {
	return rules.Outcome{Result: [2]string{"1-0", "0-1"}[side], Reason: reason}
}

// leaveGames ends the running games of a player who deletes the account: resigned, or aborted where not both have moved.
func (t *tx) leaveGames(p Player) error {
	games, err := all(context.Background(), t, scanGame, gameQuery+`WHERE g.status = 'playing' AND (g.white_id = ? OR g.black_id = ?)`, p.ID, p.ID)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g, err = gameBy(context.Background(), t, g.ID); err != nil { // a vacation may have begun in another one
			return err
		}
		side, _ := g.SideOf(p.ID)
		if err := t.runOut(&g); err != nil {
			return err
		}
		switch {
		case g.Over():
		case g.Ply < 2:
			err = t.end(&g, side, "abort", rules.Outcome{Result: "*", Reason: "aborted"}, side.Other())
		default:
			err = t.end(&g, side, "resign", won(side.Other(), "resignation"), side.Other())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
