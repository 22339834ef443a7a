package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
)

// tx is one writing transaction. It cannot be cancelled: what has begun is finished.
type tx struct {
	store *Store
	sql   *sql.Tx
	now   int64 // unix seconds, the same for everything in it
	mail  bool  // an outbox row was written

	events map[string][]Event // that were written, by game
}

// kept is an error after which the transaction is committed all the same: a late move is refused, and the flag that it ran into stands.
type kept struct{ error }

// tx runs do in a writing transaction and commits it, or rolls it back where do gave an error. It waits for its turn as long as ctx lets it.
func (s *Store) tx(ctx context.Context, do func(t *tx) error) error {
	conn, err := s.writer.Conn(ctx)
	if err != nil {
		return fmt.Errorf("wait for the database: %w", err)
	}
	defer conn.Close()
	begun, err := conn.BeginTx(context.Background(), nil)
	if err != nil {
		return fmt.Errorf("begin a transaction: %w", err)
	}
	defer begun.Rollback() // nothing to do after a commit
	t := &tx{store: s, sql: begun, now: s.now(), events: map[string][]Event{}}
	refusal := t.run(do)
	var k kept
	if refusal != nil && !errors.As(refusal, &k) {
		return refusal
	}
	if err := begun.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if t.mail {
		select {
		case s.changed <- struct{}{}:
		default:
		}
	}
	if refusal != nil {
		return k.error
	}
	return nil
}

// run makes an error of a panic: a mistake of ours in one game must not end the program, and come back at each start.
func (t *tx) run(do func(t *tx) error) (err error) {
	defer func() {
		if mistake := recover(); mistake != nil {
			err = fmt.Errorf("a panic: %v\n%s", mistake, debug.Stack())
		}
	}()
	return do(t)
}

// exec runs one statement.
func (t *tx) exec(query string, args ...any) error {
	_, err := t.sql.ExecContext(context.Background(), query, args...)
	return err
}

// change runs one statement and says how many rows it changed.
func (t *tx) change(query string, args ...any) (int64, error) {
	result, err := t.sql.ExecContext(context.Background(), query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// insert runs an INSERT and gives the new row's id.
func (t *tx) insert(query string, args ...any) (int64, error) {
	result, err := t.sql.ExecContext(context.Background(), query, args...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// get reads one row; ErrNotFound where there is none.
func (t *tx) get(into []any, query string, args ...any) error {
	return found(t.sql.QueryRowContext(context.Background(), query, args...).Scan(into...))
}

// count reads a number.
func (t *tx) count(query string, args ...any) (int64, error) {
	var n int64
	err := t.get([]any{&n}, query, args...)
	return n, err
}

// QueryContext lets a transaction stand where rows are read (querier).
func (t *tx) QueryContext(_ context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.sql.QueryContext(context.Background(), query, args...)
}

// querier is what rows are read from: the readers' pool or a transaction.
//
// Statements are kept prepared (_stmt_cache_size). In a join or a sorted query SQLite compiles even those anew each time that a value is bound
// in "column = ?", since its guess at the number of rows looks at it; "column = +?" means the same and spares that where it counts.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// all reads every row of a query by scan.
func all[T any](ctx context.Context, q querier, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// one reads the first row of a query by scan; ErrNotFound where there is none.
func one[T any](ctx context.Context, q querier, scan func(row) (T, error), query string, args ...any) (T, error) {
	list, err := all(ctx, q, scan, query, args...)
	if err == nil && len(list) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		var none T
		return none, err
	}
	return list[0], nil
}

// row is a row that can be scanned.
type row interface{ Scan(into ...any) error }

// found makes sql.ErrNoRows our ErrNotFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}

// orWrap wraps an error with what was tried; nil stays nil.
func orWrap(err error, tried string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(tried, args...), err)
}

// orNull is NULL for a zero.
func orNull[T comparable](value T) any {
	var zero T
	if value == zero {
		return nil
	}
	return value
}

// Page is a page of a list: 50 rows.
type Page struct {
	Number int // from 1
	More   bool
}

const pageRows = 50

// paged reads the page of a query that is given without its LIMIT.
func paged[T any](ctx context.Context, q querier, page int, scan func(row) (T, error), query string, args ...any) ([]T, Page, error) {
	page = min(max(page, 1), 1_000_000)
	list, err := all(ctx, q, scan, query+` LIMIT ? OFFSET ?`, append(args, pageRows+1, (page-1)*pageRows)...)
	if err != nil {
		return nil, Page{}, err
	}
	p := Page{Number: page, More: len(list) > pageRows}
	return list[:min(len(list), pageRows)], p, nil
}
