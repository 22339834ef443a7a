package store

import (
	"context"
	"errors"
)

// autoVacation lets a vacation of 24 hours begin at the very instant at which a clock of who is to move in g ran out: the first of that player's clocks that did. It
// costs the day of that instant. Right after another one of the kind it makes that one longer, which the logs note, and of which no more mail tells. It says whether it did: the player
// must want that, the game allow it, and a day be left.
func (t *tx) autoVacation(g *Game) (bool, error) {
	p, err := playerBy(context.Background(), t, `id = ?`, g.Seats[g.Turn].PlayerID)
	if err != nil || !p.AutoVacation || p.Deleted || g.NoVacation {
		return false, err
	}
	at, err := t.count(`SELECT min(deadline_at) FROM games WHERE deadline_at < ?1 AND NOT no_vacation AND iif(turn = 0, white_id, black_id) = ?2`, t.now, p.ID)
	if err != nil {
		return false, err
	}
	day := dayAt(at, p.Location())
	v := Vacation{PlayerID: p.ID, Zone: p.Zone, First: day, Last: day, From: at, Until: at + daySeconds, Auto: true}
	before, err := one(context.Background(), t, scanVacation, vacationQuery+`WHERE player_id = ? AND auto AND until_at = ?`, p.ID, at)
	switch {
	case err == nil:
		v.ID, v.First, v.From = before.ID, before.First, before.From
	case !errors.Is(err, ErrNotFound):
		return false, err
	}
	booked, err := t.bookAuto(&v, day)
	if err != nil || !booked {
		return false, err
	}
	began := before.ID == 0
	if err := t.tellVacation(v, "vacation", began); err != nil {
		return false, err
	}
	if *g, err = gameBy(context.Background(), t, g.ID); err != nil || !began {
		return err == nil, err
	}
	g.warned, g.warnAt = warnedMost|warnedDay, 0 // this mail is warning enough
	if err := t.save(g); err != nil {
		return false, err
	}
	return true, t.tell(g, g.Turn, "autovacation", g.Seq)
}

// beginAutoVacations begins the vacation of who is to move in g where a clock of that player's has run out in another game, and no sweep has come by: it holds the clock
// of g from that instant on.
func (t *tx) beginAutoVacations(g *Game) error {
	for g.DeadlineAt != 0 && !g.NoVacation {
		late, err := one(context.Background(), t, scanGame, gameQuery+`WHERE g.deadline_at < ?1 AND NOT g.no_vacation AND iif(g.turn = 0, g.white_id, g.black_id) = ?2
			AND iif(g.turn = 0, w.auto_vacation, b.auto_vacation) AND g.id <> ?3 ORDER BY g.deadline_at LIMIT 1`, t.now, g.onVacation(), g.ID)
		if errors.Is(err, ErrNotFound) {
			return nil
		}
		if err == nil {
			err = t.runOut(&late)
		}
		if err == nil {
			*g, err = gameBy(context.Background(), t, g.ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bookAuto books a day of an automatic vacation, if there is one left.
func (t *tx) bookAuto(v *Vacation, day string) (bool, error) {
	var taken, used int64
	err := t.get([]any{&used, &taken}, `SELECT count(*), coalesce(sum(day = ?2), 0) FROM vacation_days WHERE player_id = ?1 AND day BETWEEN ?3 AND ?4`,
		v.PlayerID, day, day[:4]+"-01-01", day[:4]+"-12-31")
	if err != nil || used >= VacationDays && taken == 0 {
		return false, err
	}
	if v.ID == 0 {
		return true, t.bookVacation(v, []string{day})
	}
	if err := t.exec(`UPDATE vacations SET last_day = ?, until_at = ? WHERE id = ?`, day, v.Until, v.ID); err != nil {
		return false, err
	}
	return true, t.bookDays(*v, []string{day})
}
