package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"postrider/rules"
)

// TestMigrateRunningGames takes over a data file of the first release, with games under way: testdata/schema1.sql is what one held at 1793160000, rows only.
func TestMigrateRunningGames(t *testing.T) {
	w := &world{t: t, path: filepath.Join(t.TempDir(), "postrider.db"), time: time.Unix(1793160000, 0)}
	must(t, firstRelease(t.Context(), w.path))
	w.open(false)
	ann, err := w.PlayerByName(w.ctx(), "Ann")
	must(t, err)
	bob, err := w.PlayerByName(w.ctx(), "Bob")
	must(t, err)
	w.mails()
	m := &match{world: w, id: "rre3gBZGNg", players: [2]Player{bob, ann}} // crazyhouse, 5 days a move: 1.e4 d5 2.exd5

	g := m.game(m.id)
	moved := int64(1793160000 - 74*3600)
	if g.Clock != DaysAMove(5) || g.Turn != rules.Black || g.LastAt != moved || g.DeadlineAt != moved+5*daySeconds || g.Times[1].Left != 5*daySeconds-74*3600 || g.Title != "Cup" {
		t.Fatalf("the running game is %+v", g)
	}
	if l := m.log(); len(l.Moves) != 3 || l.Moves[1].Comment != "hello d5" || l.Moves[1].Had != 5*daySeconds || l.Moves[1].Left != 5*daySeconds-3600 {
		t.Fatalf("its log is %+v", l)
	}
	if over := m.game("boEmsmygB5"); over.Result != "0-1" || over.Reason != "checkmate" || over.Clock != DaysAMove(1) {
		t.Errorf("a finished game is %+v", over)
	}
	found, _, err := m.SearchGames(m.ctx(), Search{Player: "Bob", Variant: "chess"}, 1)
	if len(found) != 2 || err != nil {
		t.Errorf("found %d games, %v", len(found), err)
	}
	presets, err := m.PresetsOf(m.ctx(), ann.ID)
	if err != nil || len(presets) != 1 || presets[0].Terms.Clock != DaysAMove(7) {
		t.Errorf("the presets are %+v, %v", presets, err)
	}

	m.pass(22*time.Hour - time.Second)
	must(t, m.Sweep(m.ctx()))
	m.noMail()
	m.pass(time.Second)
	must(t, m.Sweep(m.ctx()))
	m.mail("reminder", "ann@example.com")
	d := Deed{Game: m.id, Player: ann.ID, Ply: 3, Seq: 4} // from a page of before
	_, err = m.Play(m.ctx(), d, "Qxd5", "", false)
	must(t, err)
	m.mail("move", "bob@example.com")
	m.ask(rules.Black, Takeback, 1)
	m.grant(rules.White, Takeback)
	m.play("Nf6", "P@e4")
	_, mine, err := m.InvitationsOf(m.ctx(), bob.ID)
	must(t, err)
	if len(mine) != 1 || mine[0].Terms.Clock != DaysAMove(10) || mine[0].Terms.Games != 1 {
		t.Fatalf("the invitations are %+v", mine)
	}
	id, err := m.Accept(m.ctx(), mine[0].Token, bob.ID)
	must(t, err)
	if g := m.game(id); g.DeadlineAt != m.clock().Unix()+10*daySeconds {
		t.Errorf("a new game is %+v", g)
	}
	integrity(t, w.Store)
}

// TestMigrateWishes: who had turned mail of moves off gets none, and who had not gets it at once.
func TestMigrateWishes(t *testing.T) {
	w := &world{t: t, path: filepath.Join(t.TempDir(), "postrider.db"), time: time.Unix(1793160000, 0)}
	must(t, firstRelease(t.Context(), w.path))
	db, err := connect(w.path, url.Values{})
	must(t, err)
	_, err = db.ExecContext(t.Context(), `UPDATE players SET mail_moves = 0, mail_reminders = 0 WHERE name = 'Bob'`)
	must(t, errors.Join(err, db.Close()))
	w.open(false)
	for name, want := range map[string]MailWishes{
		"Ann": {Moves: AtOnce, Hour: 8, Reminders: true, Invitations: true},
		"Bob": {Moves: AtOnce, Hour: 8, Invitations: true, Off: true},
	} {
		if p, err := w.PlayerByName(w.ctx(), name); err != nil || p.Wishes != want || p.DigestAt != 0 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// integrity wants the data file whole.
func integrity(t *testing.T, s *Store) {
	t.Helper()
	for _, pragma := range []string{"integrity_check", "foreign_key_check"} {
		answer, err := one(t.Context(), s.readers, scanID, `PRAGMA `+pragma)
		if err != nil && !errors.Is(err, ErrNotFound) || answer != "ok" && answer != "" {
			t.Errorf("%s: %s, %v", pragma, answer, err)
		}
	}
}

// firstRelease makes a data file as the first release did, and fills it.
func firstRelease(ctx context.Context, path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	db, err := connect(path, url.Values{})
	if err != nil {
		return err
	}
	rows, err := os.ReadFile("testdata/schema1.sql")
	if err == nil {
		err = upTo(ctx, db, 1)
	}
	if err == nil {
		_, err = db.ExecContext(ctx, string(rows))
	}
	return errors.Join(err, db.Close())
}

func upTo(ctx context.Context, db *sql.DB, version int64) error {
	folder, err := fs.Sub(schema, "schema")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, folder, goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.UpTo(ctx, version)
	return err
}
