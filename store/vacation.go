package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"postrider/rules"
)

// Vacation is a time in which a player's clocks stand still, in all games whose terms allow that.
type Vacation struct {
	ID          int64
	PlayerID    int64
	First, Last string // its days, "2026-12-24", in the zone that the player had
	Zone        string
	From, Until int64 // unix seconds; Until is the first second after it
	Auto        bool  // it began by itself when a clock would have run out, and goes on day by day while one would
}

// VacationDays is how many days of vacation a player may take in a calendar year of the own zone.
const VacationDays = 30

// vacationsADay is how many vacations a player may plan in any 24 hours, however many were cancelled: all logs tell of each.
const vacationsADay = 10

// vacationAhead is how many seconds ahead a vacation may begin.
const vacationAhead = 366 * daySeconds

const vacationQuery = `SELECT id, player_id, zone, first_day, last_day, from_at, until_at, auto FROM vacations `

func scanVacation(r row) (v Vacation, err error) {
	return v, r.Scan(&v.ID, &v.PlayerID, &v.Zone, &v.First, &v.Last, &v.From, &v.Until, &v.Auto)
}

// TakeVacation plans a vacation by its first and last day, as 2026-12-24 in the player's zone; a first day "" or of today begins it now. Opponents in
// games that it touches are told. The same days again are no error. *Invalid{"first"} or {"last"}: no such day, a day gone by, more than 30 days in a calendar year, another vacation then, or
// the eleventh within 24 hours.
func (s *Store) TakeVacation(ctx context.Context, player int64, first, last string) (v Vacation, err error) {
	err = s.tx(ctx, func(t *tx) error {
		p, err := member(ctx, t, player)
		if err != nil {
			return err
		}
		if v, err = t.planVacation(p, strings.TrimSpace(first), strings.TrimSpace(last)); err != nil {
			return err
		}
		before, err := one(ctx, t, scanVacation, vacationQuery+`WHERE player_id = ? AND until_at = ? AND first_day = ? AND NOT auto`, p.ID, v.Until, v.First)
		if !errors.Is(err, ErrNotFound) { // sent twice
			v = before
			return err
		}
		if err := t.freeFor(v); err != nil {
			return err
		}
		planned, err := t.count(`SELECT count(DISTINCT e.at) FROM games g JOIN events e ON e.game_id = g.id WHERE g.status = 'playing' AND (g.white_id = ?1 OR g.black_id = ?1)
			AND e.kind = 'vacation' AND e.n = 0 AND e.side = (g.black_id = ?1) AND e.at > ?2`, p.ID, t.now-daySeconds)
		if err != nil || planned >= vacationsADay {
			return orInvalid(err, "first", "You have planned %d vacations within a day, which is as many as may be, since your opponents read of each. You can plan another one tomorrow.", planned)
		}
		if err := t.bookVacation(&v, daysFrom(v.First, v.Last, zoneOf(v.Zone))); err != nil {
			return err
		}
		return t.tellVacation(v, "vacation", true)
	})
	return v, orWrap(err, "take a vacation of player %d", player)
}

// planVacation reads the days of a vacation to be.
func (t *tx) planVacation(p Player, first, last string) (Vacation, error) {
	zone := p.Location()
	today := dayAt(t.now, zone)
	if first == "" {
		first = today
	}
	if err := isDay("first", first); err != nil {
		return Vacation{}, err
	}
	if err := isDay("last", last); err != nil {
		return Vacation{}, err
	}
	v := Vacation{PlayerID: p.ID, Zone: p.Zone, First: first, Last: last, From: max(t.now, DayBegins(first, zone)), Until: DayBegins(dayAfter(last), zone)}
	switch {
	case first < today:
		return v, invalid("first", "%s is over. A vacation begins today, %s, or later; it cannot bring time back that has passed.", DayWords(first), DayWords(today))
	case last < first:
		return v, invalid("last", "The last day, %s, comes before the first one, %s.", DayWords(last), DayWords(first))
	case last > addDays(first, 2*VacationDays):
		return v, invalid("last", "A year has %d days of vacation; from %s to %s are more than two years have together.", VacationDays, DayWords(first), DayWords(last))
	case v.From > t.now+vacationAhead:
		return v, invalid("first", "A vacation can be planned for the year ahead; %s is further away.", DayWords(first))
	case v.From >= v.Until:
		return v, invalid("first", "There is no %s in the zone %s: its calendar skips that day.", DayWords(first), p.Zone)
	}
	return v, nil
}

func isDay(field, text string) error {
	if text == "" {
		return invalid(field, "Please give the day, like 2026-12-24: the year, the month, the day.")
	}
	if t, err := time.Parse(time.DateOnly, text); err != nil || t.Year() < 2000 || t.Year() > 9000 {
		return invalid(field, "“%.20s” is no day. Write it like 2026-12-24: the year, the month, the day.", text)
	}
	return nil
}

// freeFor checks that a vacation meets no other one, nor takes a day that was one already where the player lived by another zone. One that began by itself
// gives way to it.
func (t *tx) freeFor(v Vacation) error {
	elsewhere, err := one(context.Background(), t, scanVacation, vacationQuery+`WHERE player_id = ? AND zone <> ? AND NOT auto AND last_day >= ? AND first_day <= ? ORDER BY from_at DESC LIMIT 1`,
		v.PlayerID, v.Zone, v.First, v.Last)
	if err == nil {
		return invalid("first", "You took a vacation from %s to %s when your zone was %s: a day counts once. Take other days.", DayWords(elsewhere.First), DayWords(elsewhere.Last), elsewhere.Zone)
	}
	if !errors.Is(err, ErrNotFound) {
		return err
	}
	others, err := all(context.Background(), t, scanVacation, vacationQuery+`WHERE player_id = ? AND until_at > ? AND from_at < ?`, v.PlayerID, v.From, v.Until)
	if err != nil {
		return err
	}
	for _, o := range others {
		if !o.Auto {
			return invalid("first", "You have a vacation from %s to %s already. Shorten or cancel that one first.", DayWords(o.First), DayWords(o.Last))
		}
		if err := t.exec(`UPDATE vacations SET until_at = max(from_at, ?) WHERE id = ?`, v.From, o.ID); err != nil {
			return err
		}
	}
	return nil
}

// bookVacation writes a vacation and takes its days from the thirty of each year. *Invalid{"last"} where there are not as many left.
func (t *tx) bookVacation(v *Vacation, days []string) (err error) {
	v.ID, err = t.insert(`INSERT INTO vacations (player_id, zone, first_day, last_day, from_at, until_at, auto) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		v.PlayerID, v.Zone, v.First, v.Last, v.From, v.Until, v.Auto)
	if err != nil {
		return err
	}
	return t.bookDays(*v, days)
}

func (t *tx) bookDays(v Vacation, days []string) error {
	years := map[string]int64{} // days left before
	for _, day := range days {
		year := day[:4]
		if _, ok := years[year]; !ok {
			used, err := vacationUsed(context.Background(), t, v.PlayerID, year)
			if err != nil {
				return err
			}
			years[year] = VacationDays - used
		}
		if err := t.exec(`INSERT INTO vacation_days (player_id, day, vacation_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, v.PlayerID, day, v.ID); err != nil {
			return err
		}
	}
	for year, left := range years {
		if used, err := vacationUsed(context.Background(), t, v.PlayerID, year); err != nil || used > VacationDays {
			return orInvalid(err, "last", "A year has %d days of vacation, and you have %d left in %s.", VacationDays, max(0, left), year)
		}
	}
	return nil
}

// vacationUsed is how many days of a year are taken.
func vacationUsed(ctx context.Context, q querier, player int64, year string) (int64, error) {
	return one(ctx, q, scanNumber,
		`SELECT count(*) FROM vacation_days WHERE player_id = ? AND day BETWEEN ? AND ?`, player, year+"-01-01", year+"-12-31")
}

// tellVacation computes the deadlines of all games of the player's that a vacation touches, and notes it in their logs: kind is "vacation", or "back" where it has
// become shorter. Each opponent gets one mail, where mail is set: in the game with the least time left.
func (t *tx) tellVacation(v Vacation, kind string, mail bool) error {
	games, err := all(context.Background(), t, scanGame, gameQuery+`WHERE g.status = 'playing' AND NOT g.no_vacation AND (g.white_id = ?1 OR g.black_id = ?1)
		ORDER BY g.deadline_at, g.id`, v.PlayerID)
	if err != nil {
		return err
	}
	told := map[int64]bool{}
	for _, g := range games {
		side, _ := g.SideOf(v.PlayerID)
		e := Event{Side: side, Kind: kind, From: v.From, Until: v.Until}
		if v.Auto {
			e.N = 1
		}
		if err := t.retimed(&g, e); err != nil {
			return err
		}
		if other := g.Seats[side.Other()]; mail && other.Mail == AtOnce && !told[other.PlayerID] {
			told[other.PlayerID] = true
			if err := t.mailVacation(&g, side); err != nil {
				return err
			}
		}
	}
	return nil
}

// vacationMails is how many mails about vacations one player causes another in 24 hours, however often they are planned anew; the logs tell of all.
const vacationMails = 5

func (t *tx) mailVacation(g *Game, side rules.Side) error {
	n, err := t.count(`SELECT count(*) FROM outbox o JOIN games g ON g.id = o.game_id WHERE o.player_id = ? AND o.kind = 'vacation' AND o.created_at > ?
		AND ? IN (g.white_id, g.black_id)`, g.Seats[side.Other()].PlayerID, t.now-daySeconds, g.Seats[side].PlayerID)
	if err != nil || n >= vacationMails {
		return err
	}
	return t.tell(g, side.Other(), "vacation", g.Seq)
}

// EndVacation shortens a vacation to a last day; last "": at once. One that has not begun is cancelled by that. What is not used of its days is given
// back; today counts as used. ErrNotFound; ErrGone where it is over; *Invalid{"last"}, or {""} where a game would be lost at once by that.
func (s *Store) EndVacation(ctx context.Context, player, id int64, last string) error {
	err := s.tx(ctx, func(t *tx) error {
		if err := t.timeIsUp(player); err != nil {
			return err
		}
		v, err := one(ctx, t, scanVacation, vacationQuery+`WHERE id = ? AND player_id = ?`, id, player)
		if err != nil {
			return err
		}
		if v.Until <= t.now {
			return ErrGone
		}
		return t.shorten(v, strings.TrimSpace(last))
	})
	return orWrap(err, "end vacation %d of player %d", id, player)
}

func (t *tx) shorten(v Vacation, last string) error {
	zone := zoneOf(v.Zone)
	today := dayAt(t.now, zone)
	switch {
	case last == "" && v.From > t.now:
		if err := t.exec(`DELETE FROM vacations WHERE id = ?`, v.ID); err != nil {
			return err
		}
		v.Until = v.From
		return t.tellVacation(v, "back", false)
	case last == "":
		v.Last, v.Until = min(today, v.Last), t.now
	default:
		if err := isDay("last", last); err != nil {
			return err
		}
		if last < max(v.First, today) {
			return invalid("last", "The last day cannot be before %s. To end the vacation now, end it without a day.", DayWords(max(v.First, today)))
		}
		if last >= v.Last {
			return invalid("last", "This vacation ends on %s anyway. To stay away longer, plan another one for the days after it.", DayWords(v.Last))
		}
		v.Last, v.Until = last, min(v.Until, DayBegins(dayAfter(last), zone))
	}
	if err := t.exec(`UPDATE vacations SET last_day = ?, until_at = ? WHERE id = ?`, v.Last, v.Until, v.ID); err != nil {
		return err
	}
	if err := t.exec(`DELETE FROM vacation_days WHERE vacation_id = ? AND day > ?`, v.ID, v.Last); err != nil {
		return err
	}
	if err := t.tellVacation(v, "back", false); err != nil || v.Until > t.now {
		return err
	}
	return t.clocksCanRun(v)
}

// clocksCanRun is *Invalid where a game would be lost at once if a vacation ended now: it began when the time there had run out.
func (t *tx) clocksCanRun(v Vacation) error {
	g, err := one(context.Background(), t, scanGame, gameQuery+`WHERE g.status = 'playing' AND NOT g.no_vacation AND g.deadline_at <= ?1
		AND iif(g.turn = 0, g.white_id, g.black_id) = ?2 ORDER BY g.deadline_at LIMIT 1`, t.now, v.PlayerID)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return orInvalid(err, "", "Your time against %s has run out, and this vacation is all that keeps that game: it would be lost at once. Move there first; the vacation ends by itself.",
		g.Seats[g.Turn.Other()].Name)
}

// VacationsOf lists a player's vacations that are not over, the first to begin first.
func (s *Store) VacationsOf(ctx context.Context, player int64) ([]Vacation, error) {
	list, err := all(ctx, s.readers, scanVacation, vacationQuery+`WHERE player_id = ? AND until_at > ? ORDER BY from_at, id`, player, s.now())
	return list, orWrap(err, "list the vacations of player %d", player)
}

// VacationLeft is how many days of vacation a player may still plan in a calendar year.
func (s *Store) VacationLeft(ctx context.Context, player int64, year int) (int, error) {
	used, err := vacationUsed(ctx, s.readers, player, fmt.Sprintf("%04d", year))
	return max(0, VacationDays-int(used)), orWrap(err, "count the days of vacation of player %d", player)
}

// SetAutoVacation sets whether a vacation of a day begins by itself when a clock of the player's would run out (Player.AutoVacation).
func (s *Store) SetAutoVacation(ctx context.Context, player int64, on bool) error {
	err := s.tx(ctx, func(t *tx) error {
		if err := t.timeIsUp(player); err != nil {
			return err
		}
		return t.setPlayer(player, `auto_vacation = ?`, on)
	})
	return orWrap(err, "set the automatic vacation of player %d", player)
}

// timeIsUp first does what time has brought about in the games that wait for a player, where no sweep has come by: what is changed after it rescues none of them.
func (t *tx) timeIsUp(player int64) error {
	if err := t.awake(); err != nil {
		return err
	}
	ids, err := all(context.Background(), t, scanID, `SELECT id FROM games WHERE deadline_at < ? AND iif(turn = 0, white_id, black_id) = ? ORDER BY deadline_at`, t.now, player)
	if err != nil {
		return err
	}
	for _, id := range ids {
		g, err := gameBy(context.Background(), t, id)
		if err != nil {
			return err
		}
		if err := t.runOut(&g); err != nil {
			return err
		}
	}
	return nil
}

// away is the vacation that is or comes next of each seat's player, in a game that allows them.
func away(ctx context.Context, q querier, g *Game, now int64) (list [2]Vacation, err error) {
	if g.NoVacation || g.Over() {
		return list, nil
	}
	for _, side := range []rules.Side{rules.White, rules.Black} {
		v, err := one(ctx, q, scanVacation, vacationQuery+`WHERE player_id = ? AND until_at > ? ORDER BY from_at LIMIT 1`, g.Seats[side].PlayerID, now)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return list, err
		}
		list[side] = v
	}
	return list, nil
}
