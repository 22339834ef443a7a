// Package store keeps players, invitations, games, clocks and the outbox in one SQLite file, and does in one transaction what must
// happen together. There is one method for each thing that happens; each checks who may do it and whether the position is still the one
// that the player saw. Times are unix seconds UTC; the clock is Options.Now and nothing here asks another one.
//
// Clocks are stored instants too (timing.go): a deadline is computed from the beginning of the turn, the time that was left then, and the spans in which the clock stands
// still (vacations, pauses, outages of the server), whenever one of these changes; nothing depends on when somebody looks.
//
// One connection writes, a pool of others only reads. A change that has begun is finished even where its request is cancelled.
//
// Mails are rows of facts (outbox.go), written in the transaction of what they tell of; package mail renders and sends them.
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Errors that all methods share, wrapped with what was tried.
var (
	ErrNotFound  = errors.New("not found")
	ErrForbidden = errors.New("not allowed")
	ErrStale     = errors.New("the position has changed")
	ErrGone      = errors.New("used or expired") // a token, an invitation
)

// Invalid is what a person may read: the form field that it is about ("" for the whole form) and a sentence.
type Invalid struct{ Field, Text string }

func (e *Invalid) Error() string { return e.Text }

func invalid(field, format string, args ...any) *Invalid {
	return &Invalid{Field: field, Text: fmt.Sprintf(format, args...)}
}

// orInvalid is err, or where there is none the *Invalid.
func orInvalid(err error, field, format string, args ...any) error {
	if err != nil {
		return err
	}
	return invalid(field, format, args...)
}

// Options of Open.
type Options struct {
	Now    func() time.Time // the clock; required
	Domain string           // right side of Message-IDs, from --from
	Limits bool             // whether the limits on invitations and mail to others are enforced (--rate-limits)
	Beside bool             // for a command that only adds to the file: a server may be running on it, and no sign of life is noted for one that is not
}

// Store is the open data file. It may be used by many goroutines at once.
type Store struct {
	options Options
	path    string
	unlock  func() error // see lock
	writer  *sql.DB      // one connection
	readers *sql.DB
	key     []byte        // HMAC key of tokens and of addresses' hashes
	changed chan struct{} // see OutboxChanged

	closed    atomic.Bool
	lastBeat  atomic.Int64 // unix seconds of the last Beat; 0: there was none yet
	variants  sync.Map     // hash -> *rules.Variant, immutable
	histories historyCache
}

// Open opens the data file at path, makes it where there is none (readable by its owner alone), and brings its schema up to date.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	if o.Now == nil {
		return nil, errors.New("open store: no clock")
	}
	if o.Domain == "" {
		o.Domain = "localhost"
	}
	s, err := open(ctx, path, o)
	if err != nil {
		return nil, fmt.Errorf("open the data file %s: %w", path, plain(err))
	}
	return s, nil
}

func open(ctx context.Context, path string, o Options) (*Store, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	if err := inspect(ctx, path); err != nil {
		return nil, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil { // the lock goes by the name
		return nil, err
	}
	s := &Store{options: o, path: path, changed: make(chan struct{}, 1)}
	s.unlock, err = lock(ctx, path)
	served := o.Beside && errors.Is(err, errServed)
	if served {
		s.unlock, err = func() error { return nil }, nil
	}
	if err != nil {
		return nil, err
	}
	if err := s.connect(ctx, served); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// connect opens the two pools and brings the schema up to date, unless a server runs on the file. What it has opened stays so when it fails.
func (s *Store) connect(ctx context.Context, served bool) (err error) {
	s.writer, err = connect(s.path, url.Values{"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_txlock": {"immediate"}})
	if err != nil {
		return err
	}
	s.writer.SetMaxOpenConns(1)
	if err := migrate(ctx, s.writer, !served); err != nil {
		return err
	}
	if s.readers, err = connect(s.path, url.Values{"_query_only": {"1"}}); err != nil {
		return err
	}
	readers := max(4, 2*runtime.GOMAXPROCS(0))
	s.readers.SetMaxOpenConns(readers)
	s.readers.SetMaxIdleConns(readers)
	if s.key, err = s.secret(ctx); err != nil || s.options.Beside {
		return err
	}
	return s.tx(ctx, func(t *tx) error { return t.beat() })
}

// connect opens a pool on the file; every connection gets all settings from the DSN (a PRAGMA by Exec would reach one of them only).
func connect(path string, settings url.Values) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"mode": "rw", "_busy_timeout": "10000"} { // milliseconds
		if !settings.Has(name) {
			settings.Set(name, value)
		}
	}
	settings.Set("_foreign_keys", "1")
	settings.Set("_stmt_cache_size", "64")
	dsn := url.URL{Scheme: "file", OmitHost: true, Path: abs, RawQuery: settings.Encode()}
	return sql.Open("sqlite3", dsn.String())
}

// plain says in words what SQLite's codes for an unusable file mean.
func plain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrNotADB:
		return fmt.Errorf("it is no SQLite database: %w", err)
	case sqlite3.ErrCantOpen, sqlite3.ErrPerm, sqlite3.ErrReadonly:
		return fmt.Errorf("it and its folder must be writable: %w", err)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return fmt.Errorf("another program keeps it locked: %w", err)
	case sqlite3.ErrCorrupt:
		return fmt.Errorf("it is damaged; a backup is needed: %w", err)
	}
	return err
}

// secret reads the HMAC key, and makes it in a new file.
func (s *Store) secret(ctx context.Context) ([]byte, error) {
	fresh := make([]byte, 32)
	rand.Read(fresh)
	var key []byte
	err := s.tx(ctx, func(t *tx) error {
		if err := t.exec(`INSERT INTO keys (name, value) VALUES ('token', ?) ON CONFLICT DO NOTHING`, fresh); err != nil {
			return err
		}
		return t.get([]any{&key}, `SELECT value FROM keys WHERE name = 'token'`)
	})
	return key, err
}

// Close ends all connections. Nothing is lost that had been committed.
func (s *Store) Close() error {
	var err error
	if s.key != nil && !s.options.Beside && !s.closed.Swap(true) {
		err = s.tx(context.Background(), func(t *tx) error { return errors.Join(t.awake(), t.alive()) })
	}
	for _, pool := range []*sql.DB{s.readers, s.writer} {
		if pool != nil {
			err = errors.Join(err, pool.Close())
		}
	}
	return errors.Join(err, s.unlock())
}

// Ping asks the database something, to see whether it answers.
func (s *Store) Ping(ctx context.Context) error {
	var n int
	return orWrap(s.readers.QueryRowContext(ctx, `SELECT count(*) FROM keys`).Scan(&n), "ask the database")
}

// Now is the store's clock, to the second as everything it keeps.
func (s *Store) Now() time.Time { return s.options.Now().Truncate(time.Second).UTC() }

func (s *Store) now() int64 { return s.options.Now().Unix() }

// OutboxChanged gets a value after commits that wrote mails (buffered, so that several may be told by one).
func (s *Store) OutboxChanged() <-chan struct{} { return s.changed }
