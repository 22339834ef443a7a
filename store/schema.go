package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"github.com/pressly/goose/v3"
)

//go:embed schema/*.sql
var schema embed.FS

// applicationID marks a data file as Postrider's (PRAGMA application_id, set by the first migration).
const applicationID = 0x506f7374

// migrate brings the schema up to date, or only says whether it is. It refuses a file that a newer Postrider has made.
func migrate(ctx context.Context, db *sql.DB, may bool) error {
	folder, err := fs.Sub(schema, "schema")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, folder, goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	have, known, err := provider.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if have > known {
		return fmt.Errorf("it was made by a newer Postrider (schema %d, and this one knows %d): start that one", have, known)
	}
	if have < known && !may {
		return fmt.Errorf("an older Postrider serves from it (schema %d, and this one knows %d): end that one first", have, known)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the schema up to date: %w", err)
	}
	return nil
}

// inspect gives an error where the file at path is neither empty nor Postrider's. It changes nothing.
func inspect(ctx context.Context, path string) error {
	db, err := connect(path, url.Values{})
	if err != nil {
		return err
	}
	defer db.Close()
	var id, tables int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	if tables > 0 && id != applicationID {
		return errors.New("it is another program's database: choose another file")
	}
	return nil
}

// Backup writes a consistent copy of the data file at path into file, which must not exist, while a server may be running on it. It
// changes nothing at path, whatever its schema.
func Backup(ctx context.Context, path, file string) error {
	if err := backup(ctx, path, file); err != nil {
		return fmt.Errorf("back up %s into %s: %w", path, file, plain(err))
	}
	return nil
}

func backup(ctx context.Context, path, file string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	if err := inspect(ctx, path); err != nil {
		return err
	}
	db, err := connect(path, url.Values{})
	if err != nil {
		return err
	}
	defer db.Close()
	made, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) // VACUUM INTO takes an empty file
	if err != nil {
		return err
	}
	defer made.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, file); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return made.Sync()
}
