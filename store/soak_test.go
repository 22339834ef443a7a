package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

// The soak test lets many people play for long on a turned clock, in a process of its own that is stopped and killed again and again, and then checks the data file
// against what that process has acknowledged (journal) and against clocks that are computed in another way (soak_check_test.go).
//
// POSTRIDER_SOAK=year: 200 players, 2,000 games, a year. Otherwise some days of it, and with -short none.

// soakSize is how much is played.
type soakSize struct{ players, games, days int }

const soakStep = 290 // seconds at most between two deeds: shorter than an outage

func TestSoak(t *testing.T) {
	size := soakSize{20, 50, 8}
	switch {
	case os.Getenv("POSTRIDER_SOAK") == "year":
		size = soakSize{200, 2000, 365}
	case testing.Short():
		t.Skip("it takes some seconds")
	}
	begun := time.Now()
	w := newWorld(t)
	w.populate(size)
	until := w.clock().Unix() + int64(size.days)*daySeconds
	must(t, w.Close())
	c := newSoakCheck(t, w.path)
	runs, kills := 0, 0
	for at := int64(0); at < until; at = heartbeatOf(t, w.path) {
		runs++
		if killed := soakRun(t, w.path, runs, until, size); killed {
			kills++
		}
		c.collectMails()
		if runs > 3000 {
			t.Fatal("it does not come to an end")
		}
	}
	c.check(kills)
	t.Logf("soak: %d players, %d days, %d starts, %d kills, %v of wall time", size.players, size.days, runs, kills, time.Since(begun).Round(time.Second))
	t.Log("soak: " + c.figures())
}

// populate makes the players, of several zones; some go on vacation by themselves.
func (w *world) populate(size soakSize) {
	w.t.Helper()
	zones := []string{"UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Tokyo", "Pacific/Apia"}
	for n := range size.players {
		p := w.join(fmt.Sprintf("Player%d", n))
		must(w.t, w.SetZone(w.ctx(), p.ID, zones[n%len(zones)]))
		must(w.t, w.SetAutoVacation(w.ctx(), p.ID, n%4 == 0))
	}
}

// heartbeatOf is when the server of a data file was alive last, read from outside.
func heartbeatOf(t *testing.T, path string) (at int64) {
	t.Helper()
	db, err := connect(path, map[string][]string{})
	must(t, err)
	defer db.Close()
	must(t, db.QueryRow(`SELECT at FROM heartbeat`).Scan(&at))
	return at
}

// soakRun plays on in a process of its own until the time is over, or it is killed, or it stops by itself after some days.
func soakRun(t *testing.T, path string, run int, until int64, size soakSize) (killed bool) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestSoakChild$", "-test.timeout=10m")
	child.Env = append(os.Environ(), fmt.Sprintf("POSTRIDER_SOAK_CHILD=%d %d %d %s", run, until, size.games, path))
	var out strings.Builder
	child.Stdout, child.Stderr = &out, &out
	must(t, child.Start())
	if run%2 == 0 { // at an instant that nobody has chosen
		wait := time.Duration(100+rand.IntN(2000)) * time.Millisecond
		timer := time.AfterFunc(wait, func() { _ = child.Process.Kill() })
		defer timer.Stop()
	}
	err := child.Wait()
	if err != nil && child.ProcessState.ExitCode() != -1 {
		t.Fatalf("run %d: %v\n%s", run, err, out.String())
	}
	return err != nil
}

// soaker is the process that plays.
type soaker struct {
	*world
	*rand.Rand
	games   int // to be started in all
	journal *os.File
}

func TestSoakChild(t *testing.T) {
	var run uint64
	var until int64
	var games int
	var path string
	if n, _ := fmt.Sscan(os.Getenv("POSTRIDER_SOAK_CHILD"), &run, &until, &games, &path); n != 4 {
		t.Skip("it is started by TestSoak")
	}
	random := rand.New(rand.NewPCG(run, 4))
	away := int64(1 + random.IntN(200))
	if random.IntN(4) == 0 {
		away = int64(random.IntN(20 * hourSeconds)) // an outage
	}
	journal, err := os.OpenFile(path+".journal", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	must(t, err)
	s := &soaker{&world{t: t, path: path, time: time.Unix(heartbeatOf(t, path)+away, 0)}, random, games, journal}
	s.open(false)
	end := min(until, s.clock().Unix()+int64(random.IntN(20)*daySeconds)+daySeconds)
	for step := 0; s.clock().Unix() < end; step++ {
		s.pass(time.Duration(1+random.IntN(soakStep)) * time.Second)
		must(t, s.Beat(s.ctx()))
		if step%8 == 0 {
			must(t, s.Sweep(s.ctx()))
			s.mails()
		}
		s.step()
	}
	must(t, s.Close())
}

// step does one thing that people do.
func (s *soaker) step() {
	switch n := s.IntN(1000); {
	case n < 12:
		s.begin()
	case n < 16:
		s.vacation()
	default:
		if g, ok := s.pick(); ok {
			s.deedIn(g)
		}
	}
}

// fine fails for an error that is no refusal.
func (s *soaker) fine(err error) bool {
	s.t.Helper()
	var said *Invalid
	if err != nil && !errors.As(err, &said) {
		s.t.Fatal(err)
	}
	return err == nil
}

// begin starts a game, or two.
func (s *soaker) begin() {
	var n, players int
	must(s.t, s.readers.QueryRow(`SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM players)`).Scan(&n, &players))
	if n >= s.games {
		return
	}
	clocks := []Clock{DaysAMove(1), DaysAMove(3), DaysAMove(5), DaysAMove(14), Bank(10*daySeconds, daySeconds, 14*daySeconds), Bank(20*daySeconds, 8*hourSeconds, 30*daySeconds)}
	terms := Terms{Variant: []string{"chess", "crazyhouse", "pyrrhus"}[s.IntN(3)], Clock: clocks[s.IntN(len(clocks))], Side: "random", NoVacation: s.IntN(5) == 0, Games: 1}
	if s.IntN(10) == 0 && n+2 <= s.games {
		terms.Games = 2
	}
	a, b := 1+s.IntN(players), 1+s.IntN(players)
	if a == b {
		return
	}
	i, err := s.Invite(s.ctx(), int64(a), terms, "", "")
	must(s.t, err)
	_, err = s.Accept(s.ctx(), i.Token, int64(b))
	must(s.t, err)
}

// vacation plans one, or ends one.
func (s *soaker) vacation() {
	var players int64
	must(s.t, s.readers.QueryRow(`SELECT count(*) FROM players`).Scan(&players))
	player := 1 + s.Int64N(players)
	list, err := s.VacationsOf(s.ctx(), player)
	must(s.t, err)
	if len(list) > 0 {
		s.fine(s.EndVacation(s.ctx(), player, list[0].ID, "")) // refused where it is all that keeps a game
		return
	}
	first := s.clock().AddDate(0, 0, s.IntN(6)+1)
	s.fine(errOf(s.TakeVacation(s.ctx(), player, first.Format(time.DateOnly), first.AddDate(0, 0, s.IntN(12)).Format(time.DateOnly))))
}

func errOf[T any](_ T, err error) error { return err }

// pick is a game that is being played: mostly one of those with the least time left.
func (s *soaker) pick() (Game, bool) {
	ids, err := all(s.ctx(), s.readers, scanID, `SELECT id FROM games WHERE status = 'playing' ORDER BY deadline_at LIMIT ?`, []int{40, 10000}[s.IntN(2)])
	if must(s.t, err); len(ids) == 0 {
		return Game{}, false
	}
	g, err := s.Game(s.ctx(), ids[s.IntN(len(ids))])
	must(s.t, err)
	if g.DeadlineAt%5 == 0 && g.Ply > 10 && g.Ply%7 == 3 { // some people forget
		return Game{}, false
	}
	return g, true
}

// deedIn does something in a game: mostly a move.
func (s *soaker) deedIn(g Game) {
	side := g.Turn
	if s.IntN(3) == 0 {
		side = side.Other()
	}
	mine := Deed{g.ID, g.Seats[side].PlayerID, g.Ply, g.Seq}
	yours := mine
	yours.Player = g.Seats[side.Other()].PlayerID
	switch n := s.IntN(1000); {
	case n < 15:
		s.fine(s.GiveTime(s.ctx(), mine))
	case n < 45:
		kind := []string{Takeback, Pause, Resume}[s.IntN(3)]
		if _, err := s.Ask(s.ctx(), mine, kind, 1+s.IntN(2)); s.fine(err) {
			yours.Seq = -1
			s.fine(s.Answer(s.ctx(), yours, kind, s.IntN(4) > 0))
		}
	case n < 60:
		s.fine(s.OfferDraw(s.ctx(), mine))
	case n < 63 && g.DrawOffer == int(side.Other()):
		s.fine(s.AcceptDraw(s.ctx(), mine))
	case n < 70 && g.Ply > 30:
		s.fine(s.Resign(s.ctx(), mine))
	case n < 80:
		s.fine(s.Write(s.ctx(), g.ID, mine.Player, fmt.Sprint("message ", n)))
	case n < 140:
		s.planIn(g, side)
	default:
		s.moveIn(g)
	}
}

// planIn tells the server what to answer to some moves.
func (s *soaker) planIn(g Game, side rules.Side) {
	v, err := s.Variant(s.ctx(), g.Definition)
	must(s.t, err)
	d := Deed{g.ID, g.Seats[side].PlayerID, g.Ply, g.Seq}
	for range 3 {
		p, err := v.ParseFEN(g.FEN)
		must(s.t, err)
		var line []string
		for n := 2 + 2*s.IntN(3); n > 0 || (g.Turn == side) == (len(line)%2 == 0); n-- {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[s.IntN(len(moves))]
			line, p = append(line, p.Text(m)), p.Play(m)
		}
		s.fine(s.SaveLine(s.ctx(), d, line))
	}
}

// moveIn makes a move, now and then one that the opponent has foreseen, and writes into the journal what was acknowledged.
func (s *soaker) moveIn(g Game) {
	v, err := s.Variant(s.ctx(), g.Definition)
	must(s.t, err)
	p, err := v.ParseFEN(g.FEN)
	must(s.t, err)
	moves := p.Moves()
	text := p.Text(moves[s.IntN(len(moves))])
	foreseen, err := s.Plan(s.ctx(), g.ID, g.Seats[g.Turn.Other()].PlayerID)
	must(s.t, err)
	if len(foreseen.Conditions) > 0 && s.IntN(3) > 0 {
		text = foreseen.Conditions[0].Text
	}
	m, err := s.Play(s.ctx(), Deed{g.ID, g.Seats[g.Turn].PlayerID, g.Ply, g.Seq}, text, "", s.IntN(50) == 0)
	if s.fine(err) {
		_, err = fmt.Fprintf(s.journal, "%s %d %s %d\n", g.ID, m.Ply, m.Text, m.At)
		must(s.t, err)
	}
}

// acknowledged reads the journal: "game ply text at", as often as each was.
func acknowledged(t *testing.T, path string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(filepath.Clean(path + ".journal"))
	must(t, err)
	count := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.HasSuffix(line, "\n") { // the last one may have been cut off by a kill
			count[strings.TrimSpace(line)]++
		}
	}
	return count
}
