package store

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"postrider/rules"
)

// Move is one ply of a game as it was played.
type Move struct {
	Ply            int
	Side           rules.Side
	Text, SAN, FEN string // FEN: the position after it
	At             int64  // unix seconds
	Comment        string // "" for whom it is not meant
	Conditional    bool   // played by the server, as it had been told
	Had, Left      int64  // seconds that its player had when the turn began, and when it was played
}

// Event is one thing that was done in a game.
type Event struct {
	Seq, Ply int // Ply: plies played when it was done (a move counts itself)
	Side     rules.Side
	// "start", "move", "offer", "accept", "decline", "claim", "resign", "flag", "abort", "end", "comments"; of time: "outage" (the server was away; From,
	// Until), "vacation" (Side's; From, Until; N 1: it began by itself), "back" (Side's vacation ends earlier: Until), "moretime" (Side gave the other N
	// seconds), "pause" (granted by Side; From, Until), "resume"; "takeback" (granted by Side: N plies); "ask" (Side asks), "refuse" (Side refuses), "withdraw"
	Kind        string
	At          int64 // unix seconds
	From, Until int64 // of a standstill: unix seconds
	N           int64
	What        string // of "ask", "refuse" and "withdraw": the kind of the request; of "start" in a log that was taken in from a file: FromFile, or where it was first
}

// FromFile is where a log was first that was taken in from a file which does not say.
const FromFile = "file"

// TakenIn says whether a log was taken in from a file, and from where: an address or a place as the file says it, or FromFile.
func (l *Log) TakenIn() (from string, ok bool) {
	if len(l.Events) == 0 || l.Events[0].Kind != "start" {
		return "", false
	}
	from = l.Events[0].What
	return from, from != ""
}

// Log is a game's record.
type Log struct {
	Game
	Moves   []Move
	Events  []Event
	Taken   []TakenMove // moves that were taken back, in the order in which they were
	Remarks []Remark    // public words after the end
	Privy   bool        // the reader may see what stands between the two players: comments, what they offered and asked
	Away    [2]Vacation // of each seat's player, the vacation that is or comes next; zero: none, or this game allows none
}

// TakenMove is a move that was taken back.
type TakenMove struct {
	Move
	Seq int // the event that took it back
}

// Position is the position after so many plies, from what was stored; v is the variant of Definition.
func (l *Log) Position(v *rules.Variant, ply int) (rules.Position, error) {
	fen := l.StartFEN
	if ply > 0 {
		fen = l.Moves[ply-1].FEN
	}
	p, err := v.ParseFEN(fen)
	return p, orWrap(err, "read the position after ply %d of game %s", ply, l.ID)
}

// Replay finds the move that was played as this ply again, in the position before it. ok is false for ply 0, and where today's rules cannot
// read the move: a log is shown from what was stored.
func (l *Log) Replay(v *rules.Variant, ply int) (before rules.Position, m rules.Move, ok bool) {
	if ply == 0 {
		return before, m, false
	}
	before, err := l.Position(v, ply-1)
	if err != nil {
		return before, m, false
	}
	m, err = before.Parse(l.Moves[ply-1].Text)
	return before, m, err == nil
}

// OfferFate is what became of the draw that side has offered since its last move: "declined", "lapsed" where the opponent has moved instead, or
// "" where there is no such offer or it still lives.
func (l *Log) OfferFate(side rules.Side) string {
	fate := ""
	for _, e := range slices.Backward(l.Events) {
		switch own := e.Side == side; {
		case l.Over(), own && e.Kind == "move":
			return ""
		case own && e.Kind == "offer":
			return fate
		case !own && e.Kind == "decline":
			return "declined"
		case !own && e.Kind == "move":
			fate = "lapsed"
		}
	}
	return ""
}

// Log finds a game with its moves and events. Comments are there for the two players, and for others once the game is over and both allow it.
func (s *Store) Log(ctx context.Context, id string, viewer int64) (Log, error) {
	l, err := s.log(ctx, id)
	if err != nil {
		return Log{}, fmt.Errorf("read the log of game %.20q: %w", id, err)
	}
	_, player := l.SideOf(viewer)
	l.Privy = player || l.Over() && l.CommentsShown == [2]bool{true, true}
	if !l.Privy {
		for i := range l.Moves {
			l.Moves[i].Comment = ""
		}
		for i := range l.Taken {
			l.Taken[i].Comment = ""
		}
	}
	return l, nil
}

// log reads it all as it is at one moment.
func (s *Store) log(ctx context.Context, id string) (Log, error) {
	snapshot, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return Log{}, err
	}
	defer snapshot.Rollback() // it has changed nothing
	return s.logIn(ctx, snapshot, id)
}

// logIn reads it in a transaction.
func (s *Store) logIn(ctx context.Context, q querier, id string) (l Log, err error) {
	if l.Game, err = gameBy(ctx, q, id); err != nil {
		return Log{}, err
	}
	r, err := s.history(ctx, q, &l.Game)
	if err != nil {
		return Log{}, err
	}
	l.Moves, l.Events = slices.Clone(r.moves), slices.Clone(r.events)
	if err := s.tellTime(ctx, q, &l.Game); err != nil {
		return Log{}, err
	}
	return l, s.logExtras(ctx, q, &l)
}

// logExtras reads what few games have beside their moves.
func (s *Store) logExtras(ctx context.Context, q querier, l *Log) (err error) {
	taken := func(r row) (m TakenMove, err error) {
		return m, r.Scan(&m.Seq, &m.Ply, &m.Side, &m.Text, &m.SAN, &m.FEN, &m.At, &m.Comment, &m.Conditional)
	}
	if l.Taken, err = all(ctx, q, taken, `SELECT taken_seq, ply, side, text, san, fen, at, comment, conditional FROM taken_back WHERE game_id = +?
		ORDER BY taken_seq, ply`, l.ID); err != nil {
		return err
	}
	if l.Requests, err = all(ctx, q, scanRequest, requestsOf, l.ID); err != nil {
		return err
	}
	if l.Remarks, err = all(ctx, q, func(r row) (w Remark, err error) { return w, r.Scan(&w.Side, &w.Text, &w.At) },
		`SELECT side, text, at FROM remarks WHERE game_id = +? ORDER BY at, side`, l.ID); err != nil {
		return err
	}
	l.Away, err = away(ctx, q, &l.Game, s.now())
	return err
}

const moveQuery = `SELECT ply, side, text, san, fen, at, comment, conditional, had, left FROM moves `

func scanMove(r row) (m Move, err error) {
	err = r.Scan(&m.Ply, &m.Side, &m.Text, &m.SAN, &m.FEN, &m.At, &m.Comment, &m.Conditional, &m.Had, &m.Left)
	return m, err
}

// writeMove writes the row of a move that was made by the event seq.
func (t *tx) writeMove(game string, seq int, m Move) error {
	return t.exec(`INSERT INTO moves (game_id, ply, seq, side, text, san, fen, at, comment, had, left, conditional) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		game, m.Ply, seq, m.Side, m.Text, m.SAN, m.FEN, m.At, m.Comment, m.Had, m.Left, m.Conditional)
}

const eventColumns = `e.seq, e.ply, e.side, e.kind, e.at, e.from_at, e.until_at, e.n, e.what`

// columns are where eventColumns are read into.
func (e *Event) columns() []any {
	return []any{&e.Seq, &e.Ply, &e.Side, &e.Kind, &e.At, &e.From, &e.Until, &e.N, &e.What}
}

func scanEvent(r row) (e Event, err error) { return e, r.Scan(e.columns()...) }

// writeEvent writes the row of an event.
func (t *tx) writeEvent(game string, e Event) error {
	return t.exec(`INSERT INTO events (game_id, seq, ply, side, kind, at, from_at, until_at, n, what) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		game, e.Seq, e.Ply, e.Side, e.Kind, e.At, e.From, e.Until, e.N, e.What)
}

// history is what does not change in a game as long as no event is added. It is shared, and not to be written to.
type history struct {
	seq    int // events that it holds
	moves  []Move
	events []Event
	record *rules.Record // as the last move left it, for the next one alone (takeRecord), or nil
	bytes  int           // size
}

// history gives the moves and events of a game as it is in g, no later ones. It keeps those that were asked for lately: to read the rows of
// forty plies costs more than all the rest of a page or a move. What a transaction has added may be rolled back, and is not kept.
func (s *Store) history(ctx context.Context, q querier, g *Game) (history, error) {
	if h, ok := s.histories.get(g.ID, g.Seq); ok {
		return h, nil
	}
	h := history{seq: g.Seq}
	var err error
	if h.moves, err = all(ctx, q, scanMove, moveQuery+`WHERE game_id = +? AND seq <= ? ORDER BY ply`, g.ID, g.Seq); err != nil {
		return history{}, err
	}
	h.events, err = all(ctx, q, scanEvent, `SELECT `+eventColumns+` FROM events e WHERE game_id = +? AND seq <= ? ORDER BY seq`, g.ID, g.Seq)
	if err != nil {
		return history{}, err
	}
	if t, writes := q.(*tx); !writes || len(t.events[g.ID]) == 0 {
		s.histories.put(g.ID, h)
	}
	return h, nil
}

// size is about how many bytes a history takes.
func (h history) size() int {
	bytes := 64 * len(h.events)
	for _, m := range h.moves {
		bytes += m.size()
	}
	return bytes
}

// size is about how many bytes a move takes, with the position in the game's record.
func (m Move) size() int { return 1024 + len(m.Text) + len(m.SAN) + len(m.FEN) + len(m.Comment) }

// historyCache keeps the histories of some games.
type historyCache struct {
	mu    sync.Mutex
	games map[string]history
	bytes int // of all
}

const (
	cachedGames = 256
	cachedBytes = 32 << 20
)

func (c *historyCache) get(game string, seq int) (history, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.games[game]
	return h, ok && h.seq == seq
}

func (c *historyCache) put(game string, h history) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h.bytes = h.size()
	c.set(game, h)
}

// set keeps a history, and lets go of any others until there are neither too many nor too long ones.
func (c *historyCache) set(game string, h history) {
	if c.games == nil {
		c.games = make(map[string]history)
	}
	c.bytes += h.bytes - c.games[game].bytes
	c.games[game] = h
	for other, o := range c.games {
		if len(c.games) <= cachedGames && c.bytes <= cachedBytes {
			return
		}
		if other != game || o.bytes > cachedBytes {
			delete(c.games, other)
			c.bytes -= o.bytes
		}
	}
}

// grow adds what was played, once it is committed, to the history that ended just before it.
func (c *historyCache) grow(game string, p played) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h, ok := c.games[game]
	if !ok || len(p.events) == 0 || h.seq != p.events[0].Seq-1 {
		return
	}
	grown := history{seq: h.seq + len(p.events), moves: append(h.moves, p.made...), events: append(h.events, p.events...), record: p.record, bytes: h.bytes + 64*len(p.events)}
	for _, m := range p.made {
		grown.bytes += m.size()
	}
	c.set(game, grown)
}

// takeRecord gives a game's record to a move that is about to change it, and keeps it no longer; nil where there is none.
func (c *historyCache) takeRecord(game string, seq int) *rules.Record {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.games[game]
	if h.seq != seq || h.record == nil {
		return nil
	}
	record := h.record
	h.record = nil
	c.games[game] = h
	return record
}

// ShowComments says whether a player allows the comments of a finished game to be shown to all; they are once both do. ErrForbidden; *Invalid before the end.
func (s *Store) ShowComments(ctx context.Context, game string, player int64, allow bool) error {
	err := s.tx(ctx, func(t *tx) error {
		g, side, err := seatOf(ctx, t, game, player)
		switch {
		case err != nil:
			return err
		case !g.Over():
			return invalid("", "The comments stay between the two players until the game is over.")
		case g.CommentsShown[side] == allow:
			return nil
		}
		g.CommentsShown[side] = allow
		if err := t.event(&g, side, "comments"); err != nil {
			return err
		}
		return t.save(&g)
	})
	return orWrap(err, "show the comments of game %.20q", game)
}
