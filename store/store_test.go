package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// world is a store on a file of its own with a clock that the test turns.
type world struct {
	*Store
	t    *testing.T
	path string
	mu   sync.Mutex
	time time.Time
}

// begin is a second of a day on which clocks on European walls go back.
var begin = time.Date(2026, 10, 24, 20, 0, 0, 0, time.UTC)

func worldWith(t *testing.T, limits bool) *world {
	t.Helper()
	w := &world{t: t, path: filepath.Join(t.TempDir(), "postrider.db"), time: begin}
	w.open(limits)
	return w
}

func newWorld(t *testing.T) *world { t.Helper(); return worldWith(t, false) }

func (w *world) open(limits bool) {
	w.t.Helper()
	s, err := Open(w.t.Context(), w.path, Options{Now: w.clock, Domain: "post.example", Limits: limits})
	must(w.t, err)
	w.Store = s
	w.t.Cleanup(func() { s.Close() })
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.time
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.time = w.time.Add(d)
}

func (w *world) ctx() context.Context { return w.t.Context() }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got the error %v, want %v", err, want)
	}
}

// wantInvalid wants an *Invalid about the field, whose sentence holds all the words.
func wantInvalid(t *testing.T, err error, field string, words ...string) {
	t.Helper()
	var e *Invalid
	if !errors.As(err, &e) || e.Field != field {
		t.Fatalf("got the error %v, want *Invalid about %q", err, field)
	}
	for _, word := range words {
		if !strings.Contains(e.Text, word) {
			t.Fatalf("%q lacks %q", e.Text, word)
		}
	}
}

// mails takes all mails that are due, marks them as sent, and gives them.
func (w *world) mails() []Envelope {
	w.t.Helper()
	var list []Envelope
	for {
		e, _, err := w.NextEnvelope(w.ctx())
		if errors.Is(err, ErrNotFound) {
			return list
		}
		must(w.t, err)
		must(w.t, w.EnvelopeSent(w.ctx(), e.ID, "subject", "250 ok", nil))
		list = append(list, e)
	}
}

// mail takes the mails that are due and wants exactly one, of that kind and to that address.
func (w *world) mail(kind, to string) Envelope {
	w.t.Helper()
	list := w.mails()
	if len(list) != 1 || list[0].Kind != kind || list[0].To != to {
		w.t.Fatalf("the mails are %s; want one %s to %s", show(list), kind, to)
	}
	return list[0]
}

func (w *world) noMail() {
	w.t.Helper()
	if list := w.mails(); len(list) > 0 {
		w.t.Fatalf("unwanted mails: %s", show(list))
	}
}

func show(list []Envelope) string {
	var b strings.Builder
	for _, e := range list {
		b.WriteString("[" + e.Kind + " to " + e.To + "] ")
	}
	return b.String()
}

// join makes a confirmed player.
func (w *world) join(name string) Player {
	w.t.Helper()
	email := strings.ToLower(name) + "@example.com"
	must(w.t, w.SignUp(w.ctx(), name, email, "hash of "+name, ""))
	c, err := w.Confirm(w.ctx(), w.mail("confirm", email).Token, 0)
	must(w.t, err)
	return c.Player
}

func (w *world) terms() Terms { return Terms{Variant: "chess", Clock: DaysAMove(3), Side: "white"} }

// start starts a game between the two on the terms and takes its mail.
func (w *world) start(white, black Player, t Terms) string {
	w.t.Helper()
	i, err := w.Invite(w.ctx(), white.ID, t, "", "")
	must(w.t, err)
	id, err := w.Accept(w.ctx(), i.Token, black.ID)
	must(w.t, err)
	w.mail("accepted", white.Email)
	return id
}

func (w *world) game(id string) Game {
	w.t.Helper()
	g, err := w.Game(w.ctx(), id)
	must(w.t, err)
	return g
}

func TestOpenAgainKeepsAll(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	token := w.UnsubscribeToken(ann.ID)
	must(t, w.Close())
	w.open(false)
	again, err := w.PlayerByName(w.ctx(), "ANN")
	must(t, err)
	if again != ann || w.UnsubscribeToken(ann.ID) != token {
		t.Fatalf("after opening again: %+v, want %+v", again, ann)
	}
	must(t, w.Ping(w.ctx()))
	if info, err := os.Stat(w.path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the data file: %v, %v; want it readable by its owner alone", info.Mode(), err)
	}
}

func TestOpenOddPaths(t *testing.T) {
	for _, name := range []string{"a?b=c.db", "50% #1.db", "two words;.db", "ä&ö.db"} {
		path := filepath.Join(t.TempDir(), name)
		s, err := Open(t.Context(), path, Options{Now: time.Now})
		must(t, err)
		must(t, s.Close())
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	must(t, os.WriteFile(text, []byte(strings.Repeat("Not a database. ", 100)), 0o600))
	foreign := filepath.Join(dir, "foreign.db")
	db, err := sql.Open("sqlite3", foreign)
	must(t, err)
	_, err = db.Exec(`CREATE TABLE recipes (name TEXT)`)
	must(t, errors.Join(err, db.Close()))
	newer := filepath.Join(dir, "newer.db")
	s, err := Open(t.Context(), newer, Options{Now: time.Now})
	must(t, err)
	_, err = s.writer.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	must(t, errors.Join(err, s.Close()))

	for path, word := range map[string]string{text: "no SQLite database", foreign: "another program's", newer: "newer Postrider", dir: "directory",
		filepath.Join(dir, "none", "x.db"): "no such file"} {
		_, err := Open(t.Context(), path, Options{Now: time.Now})
		if err == nil || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), path) {
			t.Errorf("opening %s: %v; want the file and %q", path, err, word)
		}
	}
	if tables, err := os.ReadFile(foreign); err != nil || strings.Contains(string(tables), "players") {
		t.Error("another program's database was changed")
	}
}

func TestBackupWhileWriting(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	stop, done := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
				p, err := w.SavePreset(context.Background(), ann.ID, Terms{Variant: "chess", Clock: DaysAMove(3), Title: newID()})
				if err == nil {
					err = w.DeletePreset(context.Background(), ann.ID, p.Slug)
				}
				if err != nil {
					done <- err
					return
				}
			}
		}
	}()
	file := filepath.Join(t.TempDir(), "copy's #1.db")
	must(t, Backup(w.ctx(), w.path, file))
	if err := Backup(w.ctx(), w.path, file); !errors.Is(err, os.ErrExist) {
		t.Fatalf("backing up over a file: %v", err)
	}
	second := file + "2"
	must(t, Backup(w.ctx(), w.path, second))
	close(stop)
	must(t, <-done)
	for _, path := range []string{file, second} {
		s, err := Open(t.Context(), path, Options{Now: w.clock})
		must(t, err)
		p, err := s.Player(t.Context(), bob.ID)
		must(t, err)
		if p != bob {
			t.Errorf("%s holds %+v, want %+v", path, p, bob)
		}
		must(t, s.Close())
	}
	if err := Backup(t.Context(), filepath.Join(t.TempDir(), "none.db"), file+"3"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("backing up nothing: %v", err)
	}
}

// TestErrorsAreReported takes the database away under every method.
func TestErrorsAreReported(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	must(t, w.Close())
	ctx := w.ctx()
	d := Deed{Game: "x", Player: ann.ID, Seq: -1}
	for name, do := range map[string]func() error{
		"Ping":            func() error { return w.Ping(ctx) },
		"Sweep":           func() error { return w.Sweep(ctx) },
		"Player":          func() error { _, err := w.Player(ctx, 1); return err },
		"Login":           func() error { _, _, err := w.Login(ctx, "Ann"); return err },
		"SignUp":          func() error { return w.SignUp(ctx, "Bob", "bob@example.com", "", "") },
		"SendSignInLink":  func() error { return w.SendSignInLink(ctx, ann.Email, "") },
		"Token":           func() error { _, err := w.Token(ctx, "x"); return err },
		"Confirm":         func() error { _, err := w.Confirm(ctx, "x", 0); return err },
		"SetWishes":       func() error { return w.SetWishes(ctx, ann.ID, MailWishes{Moves: NoMail}) },
		"Unsubscribe":     func() error { return w.Unsubscribe(ctx, "x", AboutGames, true) },
		"SetGameMail":     func() error { return w.SetGameMail(ctx, "x", ann.ID, NoMail) },
		"MailBack":        func() error { return w.MailBack(ctx, ann.ID, "x") },
		"SendTest":        func() error { return w.SendTest(ctx, ann.ID) },
		"Digest":          func() error { _, err := w.Digest(ctx, ann.ID, 0); return err },
		"LastDigest":      func() error { _, err := w.LastDigest(ctx, ann.ID, 0); return err },
		"DeleteAccount":   func() error { return w.DeleteAccount(ctx, ann.ID) },
		"SavePreset":      func() error { _, err := w.SavePreset(ctx, ann.ID, w.terms()); return err },
		"DeletePreset":    func() error { return w.DeletePreset(ctx, ann.ID, "x") },
		"PresetsOf":       func() error { _, err := w.PresetsOf(ctx, ann.ID); return err },
		"Invite":          func() error { _, err := w.Invite(ctx, ann.ID, w.terms(), "", ""); return err },
		"InvitationsOf":   func() error { _, _, err := w.InvitationsOf(ctx, ann.ID); return err },
		"Accept":          func() error { _, err := w.Accept(ctx, "x", ann.ID); return err },
		"Log":             func() error { _, err := w.Log(ctx, "x", 0); return err },
		"Variant":         func() error { _, err := w.Variant(ctx, "x"); return err },
		"Play":            func() error { _, err := w.Play(ctx, d, "e4", "", false); return err },
		"Resign":          func() error { return w.Resign(ctx, d) },
		"Waiting":         func() error { _, err := w.Waiting(ctx, ann.ID); return err },
		"CountWaiting":    func() error { _, err := w.CountWaiting(ctx, ann.ID); return err },
		"PublicGames":     func() error { _, _, err := w.PublicGames(ctx, 1, 0); return err },
		"NextEnvelope":    func() error { _, _, err := w.NextEnvelope(ctx); return err },
		"EnvelopeSent":    func() error { return w.EnvelopeSent(ctx, 1, "", "", nil) },
		"LastMail":        func() error { _, err := w.LastMail(ctx, "x", 0); return err },
		"MailsOf":         func() error { _, _, err := w.MailsOf(ctx, 1, 1); return err },
		"Session":         func() error { _, _, err := w.Sessions().Find("x"); return err },
		"Beat":            func() error { return w.Beat(ctx) },
		"TakeVacation":    func() error { _, err := w.TakeVacation(ctx, ann.ID, "", "2026-10-30"); return err },
		"EndVacation":     func() error { return w.EndVacation(ctx, ann.ID, 1, "") },
		"VacationsOf":     func() error { _, err := w.VacationsOf(ctx, ann.ID); return err },
		"VacationLeft":    func() error { _, err := w.VacationLeft(ctx, ann.ID, 2026); return err },
		"Ask":             func() error { _, err := w.Ask(ctx, d, Pause, 3); return err },
		"Answer":          func() error { return w.Answer(ctx, d, Pause, true) },
		"GiveTime":        func() error { return w.GiveTime(ctx, d) },
		"Abort":           func() error { return w.Abort(ctx, d) },
		"Plan":            func() error { _, err := w.Plan(ctx, "x", ann.ID); return err },
		"SaveLine":        func() error { return w.SaveLine(ctx, d, []string{"e4", "e5"}) },
		"DropCondition":   func() error { return w.DropCondition(ctx, "x", ann.ID, 0) },
		"Rematch":         func() error { _, _, err := w.Rematch(ctx, "x", ann.ID); return err },
		"RematchOf":       func() error { _, err := w.RematchOf(ctx, "x"); return err },
		"InviteAnyone":    func() error { _, err := w.InviteAnyone(ctx, ann.ID, w.terms(), 0, ""); return err },
		"OpenInvitations": func() error { _, _, err := w.OpenInvitations(ctx, 0, 1); return err },
		"Block":           func() error { return w.Block(ctx, ann.ID, "Bob") },
		"Unblock":         func() error { return w.Unblock(ctx, ann.ID, 2) },
		"Blocked":         func() error { _, err := w.Blocked(ctx, ann.ID); return err },
		"FeedToken":       func() error { _, err := w.FeedToken(ctx, ann.ID); return err },
		"EventsOf":        func() error { _, err := w.EventsOf(ctx, ann.ID, 0); return err },
		"NewFeedToken":    func() error { _, err := w.NewFeedToken(ctx, ann.ID); return err },
		"PlayerByFeed":    func() error { _, err := w.PlayerByFeed(ctx, "x"); return err },
		"Note":            func() error { _, err := w.Note(ctx, "x", ann.ID); return err },
		"SetNote":         func() error { return w.SetNote(ctx, "x", ann.ID, "x", "") },
		"AddToNote":       func() error { return w.AddToNote(ctx, "x", ann.ID, "x") },
		"Messages":        func() error { _, err := w.Messages(ctx, "x", ann.ID); return err },
		"MessagesTo":      func() error { _, err := w.MessagesTo(ctx, ann.ID, 0); return err },
		"RemarksTo":       func() error { _, err := w.RemarksTo(ctx, ann.ID, 0); return err },
		"Write":           func() error { return w.Write(ctx, "x", ann.ID, "x") },
		"SetRemark":       func() error { return w.SetRemark(ctx, "x", ann.ID, "x", "") },
		"Hide":            func() error { return w.Hide(ctx, "x", ann.ID, true) },
		"HiddenOf":        func() error { _, _, err := w.HiddenOf(ctx, ann.ID, 1); return err },
		"SearchGames":     func() error { _, _, err := w.SearchGames(ctx, Search{}, 1); return err },
		"Receive": func() error {
			_, _, err := w.Receive(ctx, w.ReplyAddress(&Game{ID: "1111111111"}, 0), Incoming{First: "e4"})
			return err
		},
		"Received":          func() error { _, err := w.Received(ctx, 1); return err },
		"FindReply":         func() error { _, err := w.FindReply(ctx, w.ReplyAddress(&Game{ID: "1111111111"}, 0)); return err },
		"Bounce":            func() error { return w.Bounce(ctx, 1, true, "") },
		"MailWorks":         func() error { return w.MailWorks(ctx, 1) },
		"WaitingForOthers":  func() error { _, err := w.WaitingForOthers(ctx, ann.ID); return err },
		"SignOutEverywhere": func() error { return w.SignOutEverywhere(ctx, 1) },
	} {
		var said *Invalid
		if err := do(); err == nil || errors.Is(err, ErrNotFound) || errors.Is(err, ErrForbidden) || errors.As(err, &said) {
			t.Errorf("%s without a database: %v", name, err)
		}
	}
}

// TestCancelledRequest cancels while the change waits for its turn, and after it has begun.
func TestCancelledRequest(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(w.ctx())
	err := w.tx(ctx, func(t *tx) error {
		cancel()
		return t.exec(`INSERT INTO keys (name, value) VALUES ('x', x'01')`)
	})
	must(t, err)
	if err := w.SignUp(ctx, "Ann", "ann@example.com", "", ""); !errors.Is(err, context.Canceled) {
		t.Fatalf("a change for a cancelled request: %v", err)
	}
	var n int
	must(t, w.readers.QueryRow(`SELECT count(*) FROM keys WHERE name = 'x'`).Scan(&n))
	if n != 1 {
		t.Fatal("what had begun was not finished")
	}
}
