package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"

	"github.com/mattn/go-sqlite3"
)

var errServed = errors.New("another Postrider serves from it: end that one first, or name another file")

// lock keeps a second server off the data file at path: both would send every mail. It is a lock on an empty file beside it, path-lock, which
// ends with the process, however that ends. Backups need none, and what is opened beside a server (Options.Beside) does without. errServed where another one has it.
func lock(ctx context.Context, path string) (unlock func() error, err error) {
	db, err := connect(path+"-lock", url.Values{"mode": {"rwc"}, "_busy_timeout": {"1000"}, "_journal_mode": {"OFF"}, "_txlock": {"exclusive"}})
	if err != nil {
		return nil, err
	}
	held, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err == nil {
		return func() error {
			if err := held.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) { // closed twice
				return err
			}
			return db.Close()
		}, nil
	}
	var e sqlite3.Error
	if errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked) {
		err = errServed
	} else {
		err = fmt.Errorf("lock it by %s-lock: %w", path, err)
	}
	return nil, errors.Join(err, db.Close())
}
