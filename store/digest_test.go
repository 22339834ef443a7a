package store

import (
	"slices"
	"testing"
	"time"

	"postrider/rules"
)

// digester is a player with a digest at an hour of a zone, and a game that has waited for her since an instant.
func digester(t *testing.T, since, zone string, hour int) (m *match, ann, bob Player) {
	w := newWorld(t)
	w.at(since)
	ann, bob = w.join("Ann"), w.join("Bob")
	m = &match{world: w, players: [2]Player{ann, bob}}
	must(t, w.SetZone(w.ctx(), ann.ID, zone))
	must(t, w.SetWishes(w.ctx(), ann.ID, MailWishes{Moves: InDigest, Hour: hour}))
	i, err := w.Invite(w.ctx(), ann.ID, Terms{Variant: "chess", Clock: DaysAMove(30), Side: "white"}, "", "")
	must(t, err)
	m.id, err = w.Accept(w.ctx(), i.Token, bob.ID)
	must(t, err)
	w.noMail()
	return m, ann, bob
}

// ticks sweeps so often, twice each time, and gives the local times at which a digest was written.
func (m *match) ticks(every time.Duration, times int, zone string) (list []string) {
	m.t.Helper()
	for range times {
		m.pass(every)
		for range 2 {
			must(m.t, m.Sweep(m.ctx()))
			for _, e := range m.mails() {
				if e.Kind != "digest" {
					m.t.Fatalf("a mail of the kind %s", e.Kind)
				}
				list = append(list, m.clock().In(zoneOf(zone)).Format("2006-01-02 15:04 MST"))
			}
		}
	}
	return list
}

// TestDigestOnceADay: whatever the clocks on the wall do, there is one a day, at its hour.
func TestDigestOnceADay(t *testing.T) {
	for _, c := range []struct {
		since, zone string
		hour, days  int
		want        []string
	}{
		{"2026-10-23 12:00", "Europe/Berlin", 2, 3, []string{"2026-10-24 02:00 CEST", "2026-10-25 02:00 CEST", "2026-10-26 02:00 CET"}}, // 02:00 comes twice
		{"2027-03-26 12:00", "Europe/Berlin", 2, 3, []string{"2027-03-27 02:00 CET", "2027-03-28 03:00 CEST", "2027-03-29 02:00 CEST"}}, // there is no 02:00
		{"2027-03-27 12:00", "Europe/Berlin", 8, 2, []string{"2027-03-28 08:00 CEST", "2027-03-29 08:00 CEST"}},
		{"2026-10-30 12:00", "America/Los_Angeles", 1, 3, []string{"2026-10-31 01:00 PDT", "2026-11-01 01:00 PDT", "2026-11-02 01:00 PST"}},
		{"2027-03-12 12:00", "America/Los_Angeles", 2, 3, []string{"2027-03-13 02:00 PST", "2027-03-14 03:00 PDT", "2027-03-15 02:00 PDT"}},
		{"2026-09-05 12:00", "America/Santiago", 0, 2, []string{"2026-09-06 01:00 -03", "2026-09-07 00:00 -03"}}, // the day begins at one
		{"2011-12-28 12:00", "Pacific/Apia", 8, 3, []string{"2011-12-28 08:00 -10", "2011-12-29 08:00 -10", "2011-12-31 08:00 +14"}},
	} {
		t.Run(c.zone+" "+c.since, func(t *testing.T) {
			m, _, _ := digester(t, c.since, c.zone, c.hour)
			var got []string
			for range c.days { // and a restart each day
				got = append(got, m.ticks(30*time.Minute, 48, c.zone)...)
				must(t, m.Close())
				m.open(false)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("digests at %q,\nwant %q", got, c.want)
			}
		})
	}
}

// TestDigestAfterAnOutage: over the hour it comes when the server is back, and for days that are over never.
func TestDigestAfterAnOutage(t *testing.T) {
	m, ann, _ := digester(t, "2026-06-01 06:00", "UTC", 8)
	sweep := func(at string) {
		t.Helper()
		m.at(at)
		must(t, m.Sweep(m.ctx()))
	}
	sweep("2026-06-01 11:00") // it was down from seven to eleven
	m.mail("digest", ann.Email)
	sweep("2026-06-01 23:00")
	sweep("2026-06-05 07:00") // three days and a night
	m.noMail()
	sweep("2026-06-05 08:00")
	m.mail("digest", ann.Email)
	sweep("2026-06-09 20:00")
	m.mail("digest", ann.Email)
	sweep("2026-06-10 07:59")
	m.noMail()
	sweep("2026-06-10 08:00") // the relay is away for two days: the next digest takes the place of the last
	sweep("2026-06-11 08:00")
	if list := m.mails(); len(list) != 1 || list[0].Day != "2026-06-11" {
		t.Errorf("the mails are %s", show(list))
	}
	must(t, m.tx(m.ctx(), func(t *tx) error {
		return t.post(mailRow{Envelope: Envelope{Kind: "digest", To: ann.Email, PlayerID: ann.ID, Day: "2026-06-11"}})
	}))
	m.noMail() // the database itself takes no second one of a day
}

// TestDigestHourMoves: a day has one digest at most, whatever hour, zone and wish become in its course.
func TestDigestHourMoves(t *testing.T) {
	m, ann, bob := digester(t, "2026-06-01 09:00", "UTC", 8)
	digests := func(at string, want int) {
		t.Helper()
		m.at(at)
		must(t, m.Sweep(m.ctx()))
		if list := m.mails(); len(list) != want {
			t.Fatalf("at %s the mails are %s, want %d", at, show(list), want)
		}
	}
	wish := func(hour int, way MailWay) {
		t.Helper()
		must(t, m.SetWishes(m.ctx(), ann.ID, MailWishes{Moves: way, Hour: hour}))
	}
	digests("2026-06-01 09:10", 0) // wished after today's hour: from tomorrow on
	wish(9, InDigest)
	digests("2026-06-01 21:59", 0)
	wish(22, InDigest) // which is still to come
	digests("2026-06-01 22:00", 1)
	digests("2026-06-02 21:59", 0)
	wish(20, InDigest) // today's is late
	digests("2026-06-02 21:59", 1)
	wish(22, InDigest)
	digests("2026-06-02 23:59", 0)
	digests("2026-06-03 22:00", 1)
	must(t, m.SetZone(m.ctx(), ann.ID, "Asia/Tokyo")) // where it is the 4th, at seven in the morning
	digests("2026-06-04 12:59", 0)
	digests("2026-06-04 13:00", 1)
	must(t, m.SetZone(m.ctx(), ann.ID, "Pacific/Honolulu")) // the 4th again, at three in the morning
	digests("2026-06-05 08:00", 0)
	digests("2026-06-06 07:59", 0)
	digests("2026-06-06 08:00", 1) // the 5th, at ten in the evening
	for range 3 {
		wish(22, AtOnce)
		wish(22, InDigest)
		must(t, m.Sweep(m.ctx()))
	}
	m.noMail()
	must(t, m.Unsubscribe(m.ctx(), m.UnsubscribeToken(ann.ID), AboutGames, true))
	digests("2026-06-08 12:00", 0)
	must(t, m.Unsubscribe(m.ctx(), m.UnsubscribeToken(ann.ID), AboutGames, false))
	digests("2026-06-08 12:01", 0)
	digests("2026-06-09 08:00", 1)
	must(t, m.DeleteAccount(m.ctx(), ann.ID))
	digests("2026-06-12 08:00", 1) // Bob's, that the game is over
	wantInvalid(t, m.SetWishes(m.ctx(), bob.ID, MailWishes{Moves: InDigest, Hour: 24}), "hour", "0 to 23")
	wantInvalid(t, m.SetWishes(m.ctx(), bob.ID, MailWishes{Moves: "weekly"}), "moves", "Choose one")
}

// TestNothingToTell: a day on which nothing waits and nothing happens has no digest; what happens is told once.
func TestNothingToTell(t *testing.T) {
	m, ann, bob := digester(t, "2026-06-01 06:00", "UTC", 8)
	m.play("e2e4")
	day := func(want int) Digest {
		t.Helper()
		m.pass(24 * time.Hour)
		d, err := m.Digest(m.ctx(), ann.ID, m.clock().Unix())
		must(t, err)
		must(t, m.Sweep(m.ctx()))
		if list := m.mails(); len(list) != want {
			t.Fatalf("the mails are %s, want %d", show(list), want)
		}
		return d
	}
	m.at("2026-06-01 08:00")
	must(t, m.Sweep(m.ctx()))
	m.noMail()
	day(0)
	must(t, m.GiveTime(m.ctx(), m.deed(rules.Black)))
	must(t, m.Write(m.ctx(), m.id, bob.ID, "Hello"))
	d := day(1)
	if len(d.Waiting) != 0 || len(d.Others) != 1 || len(d.Others[0].Events) != 1 || d.Others[0].Events[0].Kind != "moretime" || len(d.Others[0].Messages) != 1 || d.Others[0].Side != rules.White {
		t.Fatalf("the digest is %+v", d)
	}
	day(0)
	must(t, m.Resign(m.ctx(), m.deed(rules.White))) // what the reader does is no news
	m.mails()
	day(0)
	must(t, m.Write(m.ctx(), m.id, bob.ID, "Thank you for the game"))
	if d = day(1); len(d.Others) != 1 || len(d.Others[0].Messages) != 1 {
		t.Fatalf("the digest is %+v", d)
	}
}

// TestMailOfOneGame: what is wished for a game wins over what is wished for all, and the link that ends all mail over both.
func TestMailOfOneGame(t *testing.T) {
	w := newWorld(t)
	w.at("2026-06-01 06:00")
	ann, bob := w.join("Ann"), w.join("Bob")
	carl := w.join("Carl")
	m := &match{world: w, id: w.start(ann, bob, w.terms()), players: [2]Player{ann, bob}}
	other := &match{world: w, id: w.start(ann, bob, w.terms()), players: m.players}
	wantErr(t, w.SetGameMail(w.ctx(), m.id, carl.ID, NoMail), ErrForbidden)
	wantErr(t, w.SetGameMail(w.ctx(), "nothing", ann.ID, NoMail), ErrNotFound)
	wantInvalid(t, w.SetGameMail(w.ctx(), m.id, ann.ID, "weekly"), "mail", "Choose one")
	ways := func(want MailWay) {
		t.Helper()
		if g := w.game(m.id); g.Seats[1].Mail != want || g.Seats[0].Mail != AtOnce {
			t.Fatalf("the seats are %+v, want %q", g.Seats, want)
		}
	}

	_, err := m.Play(m.ctx(), m.deed(rules.White), "e2e4", "", false)
	must(t, err)
	must(t, w.SetGameMail(w.ctx(), m.id, bob.ID, InDigest)) // one game in the digest, the others at once
	w.noMail()                                              // the one that waited is dropped
	ways(InDigest)
	other.play("d2d4")
	w.at("2026-06-01 08:00")
	must(t, w.Sweep(w.ctx()))
	w.mail("digest", bob.Email)
	d, err := w.Digest(w.ctx(), bob.ID, w.clock().Unix())
	if must(t, err); len(d.Waiting) != 1 || d.Waiting[0].Game != m.id {
		t.Fatalf("the digest is %+v", d)
	}

	must(t, w.SetWishes(w.ctx(), bob.ID, MailWishes{Moves: NoMail, Reminders: true}))
	must(t, w.SetGameMail(w.ctx(), m.id, bob.ID, AtOnce))
	ways(AtOnce)
	m.play("e7e5", "g1f3")
	must(t, w.Unsubscribe(w.ctx(), w.UnsubscribeToken(bob.ID), AboutGames, true))
	ways(NoMail)
	must(t, w.Resign(w.ctx(), m.deed(rules.White)))
	w.pass(70 * time.Hour)
	must(t, w.Sweep(w.ctx())) // no reminder of the other game either
	w.noMail()
	must(t, w.Unsubscribe(w.ctx(), w.UnsubscribeToken(bob.ID), AboutGames, false))
	ways(AtOnce)
	must(t, w.Sweep(w.ctx()))
	w.noMail() // none for a game about which there is no mail
	must(t, w.SetGameMail(w.ctx(), other.id, bob.ID, InDigest))
	must(t, w.Sweep(w.ctx()))
	w.mail("reminder", bob.Email) // with a digest it comes at once
	must(t, w.SetGameMail(w.ctx(), m.id, bob.ID, AsSet))
	ways(NoMail)
}

// TestDigestTellsWhatWasDropped: mails that wait when a digest is wished in their place are told by it.
func TestDigestTellsWhatWasDropped(t *testing.T) {
	w := newWorld(t)
	w.at("2026-06-01 06:00")
	ann, bob := w.join("Ann"), w.join("Bob")
	m := &match{world: w, id: w.start(ann, bob, w.terms()), players: [2]Player{ann, bob}}
	m.play("e2e4", "e7e5", "g1f3")
	must(t, w.Resign(w.ctx(), m.deed(rules.White))) // and the relay is away
	w.pass(time.Hour)
	must(t, w.SetWishes(w.ctx(), bob.ID, MailWishes{Moves: InDigest, Hour: 8}))
	w.noMail()
	w.pass(time.Hour)
	must(t, w.Sweep(w.ctx()))
	d, err := w.Digest(w.ctx(), bob.ID, w.clock().Unix())
	if must(t, err); len(d.Others) != 1 || d.Others[0].Events[0].Kind != "resign" {
		t.Fatalf("the digest is %+v", d)
	}
	w.mail("digest", bob.Email)
}

// TestFurtherDaysAreNoNews: that a vacation has begun by itself is told, and that it goes on is not.
func TestFurtherDaysAreNoNews(t *testing.T) {
	m, _, bob := digester(t, "2026-06-01 06:00", "UTC", 8)
	must(t, m.SetAutoVacation(m.ctx(), bob.ID, true))
	m.play("e2e4")
	m.at("2026-07-01 07:00")
	var got []int
	for range 4 {
		must(t, m.Sweep(m.ctx()))
		n := 0
		for _, e := range m.mails() {
			if e.Kind == "digest" {
				n++
			}
		}
		got = append(got, n)
		m.pass(day + time.Hour)
	}
	if !slices.Equal(got, []int{0, 1, 0, 0}) || m.over() {
		t.Errorf("digests %v, the game is %+v", got, m.game(m.id))
	}
}
