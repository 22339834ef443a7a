package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/alexedwards/scs/v2"
)

// SessionPlayer is the session value that names the player who is signed in: the id, as decimal digits.
const SessionPlayer = "player"

// SessionCodec writes sessions whose values are all strings (scs.Codec), as JSON: the library's own codec, gob, compiles a decoder for
// every session that is read, and wants the types of all values registered.
type SessionCodec struct{}

var _ scs.Codec = SessionCodec{}

type sessionData struct {
	Deadline time.Time
	Values   map[string]string
}

// Encode writes a session; a value that is no string is an error.
func (SessionCodec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	data := sessionData{deadline, make(map[string]string, len(values))}
	for name, value := range values {
		text, ok := value.(string)
		if !ok {
			return nil, fmt.Errorf("write a session: its %s is a %T, no string", name, value)
		}
		data.Values[name] = text
	}
	return json.Marshal(data)
}

// Decode reads a session.
func (SessionCodec) Decode(text []byte) (time.Time, map[string]any, error) {
	var data sessionData
	if err := json.Unmarshal(text, &data); err != nil {
		return time.Time{}, nil, fmt.Errorf("read a session: %w", err)
	}
	values := make(map[string]any, len(data.Values))
	for name, value := range data.Values {
		values[name] = value
	}
	return data.Deadline, values, nil
}

// Sessions is the store behind alexedwards/scs (scs.CtxStore). Only the SHA-256 of a session's token is kept.
//
// A session that was ended (signed out, or signed out everywhere) keeps an empty row until it would have expired. A request that had read
// it before and writes it afterwards changes nothing then, so that no session comes back to life.
type Sessions struct{ store *Store }

var _ scs.CtxStore = (*Sessions)(nil)

// Sessions gives the store of browser sessions.
func (s *Store) Sessions() *Sessions { return &Sessions{store: s} }

// FindCtx reads a session's data; not found where it has expired or was ended.
func (x *Sessions) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	var data []byte
	err := found(x.store.readers.QueryRowContext(ctx, `SELECT data FROM sessions WHERE hash = ? AND expires_at > ? AND NOT ended`,
		tokenHash(token), x.store.now()).Scan(&data))
	if errors.Is(err, ErrNotFound) {
		return nil, false, nil
	}
	return data, err == nil, orWrap(err, "find a session")
}

// CommitCtx writes a session, unless it was ended.
func (x *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	var session sessionData
	if err := json.Unmarshal(data, &session); err != nil {
		return fmt.Errorf("read a session's data: %w", err)
	}
	player, _ := strconv.ParseInt(session.Values[SessionPlayer], 10, 64) // 0 where nobody is signed in
	err := x.store.tx(ctx, func(t *tx) error {
		return t.exec(`INSERT INTO sessions (hash, player_id, data, expires_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (hash) DO UPDATE SET player_id = excluded.player_id, data = excluded.data, expires_at = excluded.expires_at WHERE NOT ended`,
			tokenHash(token), orNull(player), data, expiry.Unix())
	})
	return orWrap(err, "write a session")
}

// DeleteCtx ends a session.
func (x *Sessions) DeleteCtx(ctx context.Context, token string) error {
	err := x.store.tx(ctx, func(t *tx) error { return t.endSessions(`hash = ?`, tokenHash(token)) })
	return orWrap(err, "end a session")
}

// Find is FindCtx without a context.
func (x *Sessions) Find(token string) ([]byte, bool, error) {
	return x.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (x *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return x.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (x *Sessions) Delete(token string) error { return x.DeleteCtx(context.Background(), token) }

// endSessions ends the sessions that where selects.
func (t *tx) endSessions(where string, arg any) error {
	return t.exec(`UPDATE sessions SET ended = 1, player_id = NULL, data = x'' WHERE `+where, arg)
}
