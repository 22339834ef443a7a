package mail

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"postrider/store"
)

// TestOutboxSoak sends mails to a relay that fails in every way there is, by a process of its own that is killed again and again. Each mail is taken
// exactly once, or again with the same Message-ID where the relay or a kill has made nobody know; none is lost but those that were refused by 550.
//
// POSTRIDER_SOAK=mail: 10,000 mails. Otherwise a hundred, and with -short none.
func TestOutboxSoak(t *testing.T) {
	count, pace, most := 100, 150*time.Millisecond, 8
	switch {
	case os.Getenv("POSTRIDER_SOAK") == "mail":
		count, pace, most = 10_000, time.Second, 1000
	case testing.Short():
		t.Skip("it takes some seconds")
	}
	begun := time.Now()
	path := filepath.Join(t.TempDir(), "post.db")
	w := openWorld(t, path, "")
	w.invitations("Ann", count/5)
	for n := range count - count/5 {
		w.must(w.store.SignUp(t.Context(), fmt.Sprintf("Newcomer%d", n), fmt.Sprintf("newcomer%d@example.com", n), "", ""))
	}
	w.must(w.store.Close())

	r := &wicked{t: t, fates: map[string]*fate{}, faults: map[string]int{}}
	r.up()
	done := make(chan struct{})
	var weather sync.WaitGroup
	weather.Go(func() { r.weather(pace, done) })
	sending := time.Now()
	runs, kills := 1, 0
	for ; soakRun(t, path, r.addr, pace, kills < most); runs++ {
		kills++
	}
	close(done)
	weather.Wait()
	r.smtp.Close()
	t.Logf("soak: %d mails, %d starts, %d kills, %v to write them down, %v to send them", count, runs, kills, sending.Sub(begun).Round(time.Second), time.Since(sending).Round(time.Second))
	r.check(path, count, kills)
}

// soakRun lets a process of its own send, until nothing waits or, if it is to be killed, to an instant that nobody has chosen.
func soakRun(t *testing.T, path, addr string, pace time.Duration, kill bool) (killed bool) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestOutboxSoakChild$", "-test.timeout=10m")
	child.Env = append(os.Environ(), "POSTRIDER_SOAK_CHILD="+addr+" "+path)
	var out strings.Builder
	child.Stdout, child.Stderr = &out, &out
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if kill {
		timer := time.AfterFunc(pace/2+rand.N(5*pace), func() { _ = child.Process.Kill() })
		defer timer.Stop()
	}
	err := child.Wait()
	if err != nil && child.ProcessState.ExitCode() != -1 {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return err != nil
}

// TestOutboxSoakChild sends what is in the outbox, and turns the clock on where all that waits is due later.
func TestOutboxSoakChild(t *testing.T) {
	addr, path, ok := strings.Cut(os.Getenv("POSTRIDER_SOAK_CHILD"), " ")
	if !ok {
		t.Skip("it is started by TestOutboxSoak")
	}
	w := openWorld(t, path, "smtp://"+addr)
	w.p.relay.wait, w.p.pauses = soakWait, []time.Duration{5 * time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond}
	w.run()
	for tick := time.NewTicker(2 * time.Millisecond); ; <-tick.C {
		_, due, err := w.store.NextEnvelope(t.Context())
		switch {
		case errors.Is(err, store.ErrNotFound) && due.IsZero():
			return
		case errors.Is(err, store.ErrNotFound):
			w.clock.Store(due.Unix())
		default:
			w.must(err)
		}
	}
}

// check compares what the relay has done with what the outbox says.
func (r *wicked) check(path string, count, kills int) {
	t := r.t
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT recipient, message_id, status, tries FROM outbox WHERE recipient <> 'ann@example.com'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	ids, statuses := map[string]bool{}, map[string]int{}
	tries, again, unknown := 0, 0, 0
	for rows.Next() {
		var to, id, status string
		var n int
		if err := rows.Scan(&to, &id, &status, &n); err != nil {
			t.Fatal(err)
		}
		ids[id] = true
		statuses[status]++
		tries += n
		f := r.fates[to]
		if f == nil {
			t.Errorf("%s is %s, and the relay knows nothing of it", to, status)
			continue
		}
		if f.id != "" && f.id != "<"+id+">" || f.others > 0 || f.cut > 0 {
			t.Errorf("%s: %+v; the outbox says %s", to, *f, id)
		}
		if more := f.taken + f.silent - 1; more > 0 {
			again += more
			unknown += max(0, more-f.silent)
		}
		switch {
		case status == "sent" && f.taken > 0, status == "failed" && f.refused > 0 && f.taken == 0:
		case status == "failed" && f.refused > 0 && f.taken > 0:
			unknown++ // taken, killed, and refused when it came again
		default:
			t.Errorf("%s is %s: %+v", to, status, *f)
		}
	}
	if err := rows.Err(); err != nil || len(ids) != count || statuses["sent"]+statuses["failed"] != count {
		t.Errorf("%d mails, %v, %v", len(ids), statuses, err)
	}
	if unknown > kills+r.cuts {
		t.Errorf("%d mails came again, with %d kills and %d cuts", unknown, kills, r.cuts)
	}
	var list []string
	for _, fault := range slices.Sorted(maps.Keys(r.faults)) {
		list = append(list, fmt.Sprintf("%s: %d", fault, r.faults[fault]))
	}
	t.Logf("soak: %v; %d tries counted as failed; %d copies with the same Message-ID (%d of them after a kill or a cut); the relay was down %d times", statuses, tries, again, unknown, r.cuts)
	t.Log("soak: " + strings.Join(list, ", "))
}
