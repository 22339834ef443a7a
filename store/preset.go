package store

import (
	"context"
	"errors"
	"strings"

	"postrider/rules"
)

// Terms say which game is to be played.
type Terms struct {
	Variant string // key
	FEN     string // completed by rules; "" on input: the variant's start
	Clock   Clock
	Side    string // the inviter's: "random", "white", "black"; "" on input: "random"
	Title   string // own title, up to 80 letters, or ""

	NoVacation bool // vacations do not hold its clocks
	Games      int  // 2: two at once, one of each colour; 1 (or 0 on input): one. A choice of an invitation's, which no preset keeps
}

const (
	maxPresets = 100 // of one account
)

// CheckTerms completes and checks terms: *Invalid with Field "variant", "fen", "days" or "clock", "side", "title" or "games".
func (s *Store) CheckTerms(t Terms) (Terms, error) {
	_, t, err := completeTerms(t)
	return t, err
}

// completeTerms is CheckTerms, and gives the start of the game too.
func completeTerms(t Terms) (rules.Position, Terms, error) {
	v, err := rules.Lookup(t.Variant)
	if err != nil {
		if t.Variant == "" {
			return rules.Position{}, t, invalid("variant", "No game is chosen.")
		}
		return rules.Position{}, t, invalid("variant", "%s.", rules.UpperFirst(err.Error()))
	}
	start := v.Start()
	if strings.TrimSpace(t.FEN) != "" {
		if start, err = v.ParseFEN(t.FEN); err != nil {
			return start, t, refusal("fen", err)
		}
		if err := start.Startable(); err != nil {
			return start, t, refusal("fen", err)
		}
	}
	t.FEN = start.FEN()
	if err := t.Clock.check(); err != nil {
		return start, t, err
	}
	if t.Games == 0 {
		t.Games = 1
	}
	if t.Games != 1 && t.Games != 2 {
		return start, t, invalid("games", "An invitation is to one game, or to two at once with each colour once.")
	}
	switch t.Side {
	case "":
		t.Side = "random"
	case "random", "white", "black":
	default:
		return start, t, invalid("side", "Your side is white, black or random.")
	}
	t.Title, err = cleanLine("title", "A title", t.Title, TitleLetters)
	return start, t, err
}

// refusal makes a sentence of rules an *Invalid; another error stays one.
func refusal(field string, err error) error {
	var r *rules.Refusal
	if errors.As(err, &r) {
		return &Invalid{field, r.Text}
	}
	return err
}

// variantTitle is the title of a variant that the program ships, or else its key.
func variantTitle(key string) string {
	v, err := rules.Lookup(key)
	if err != nil {
		return key
	}
	return v.Title()
}

// Preset is saved terms with a short link.
type Preset struct {
	Slug      string // ten base58 letters
	Terms     Terms
	OwnerID   int64 // 0 when the account is gone
	OwnerName string
	CreatedAt int64
}

const presetQuery = `SELECT s.slug, s.variant, s.fen, s.clock, s.no_vacation, s.side, s.title, coalesce(s.owner_id, 0), coalesce(p.name, ''), s.created_at
	FROM presets s LEFT JOIN players p ON p.id = s.owner_id `

func scanPreset(r row) (p Preset, err error) {
	t := &p.Terms
	t.Games = 1
	err = r.Scan(&p.Slug, &t.Variant, &t.FEN, &t.Clock, &t.NoVacation, &t.Side, &t.Title, &p.OwnerID, &p.OwnerName, &p.CreatedAt)
	if p.OwnerID == 0 {
		p.OwnerName = formerPlayer
	}
	return p, err
}

// SavePreset saves terms under a new slug; the same terms saved again by the same player keep theirs. *Invalid as CheckTerms, or where the
// player has as many as may be.
func (s *Store) SavePreset(ctx context.Context, owner int64, t Terms) (Preset, error) {
	t, err := s.CheckTerms(t)
	if err != nil {
		return Preset{}, err
	}
	var p Preset
	err = s.tx(ctx, func(x *tx) error {
		const same = `WHERE s.owner_id = ? AND s.variant = ? AND s.fen = ? AND s.clock = ? AND s.no_vacation = ? AND s.side = ? AND s.title = ?`
		p, err = one(ctx, x, scanPreset, presetQuery+same, owner, t.Variant, t.FEN, t.Clock, t.NoVacation, t.Side, t.Title)
		if !errors.Is(err, ErrNotFound) {
			return err
		}
		if n, err := x.count(`SELECT count(*) FROM presets WHERE owner_id = ?`, owner); err != nil || n >= maxPresets {
			return orInvalid(err, "", "You have saved %d presets, which is as many as may be. Delete one that you no longer need, in your settings.", n)
		}
		slug := newID()
		if err := x.exec(`INSERT INTO presets (slug, owner_id, variant, fen, clock, no_vacation, side, title, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			slug, owner, t.Variant, t.FEN, t.Clock, t.NoVacation, t.Side, t.Title, x.now); err != nil {
			return err
		}
		p, err = one(ctx, x, scanPreset, presetQuery+`WHERE s.slug = ?`, slug)
		return err
	})
	return p, orWrap(err, "save a preset of player %d", owner)
}

// Preset finds a saved preset.
func (s *Store) Preset(ctx context.Context, slug string) (Preset, error) {
	p, err := one(ctx, s.readers, scanPreset, presetQuery+`WHERE s.slug = ?`, slug)
	return p, orWrap(err, "find preset %q", slug)
}

// PresetsOf lists the presets that a player has saved, newest first.
func (s *Store) PresetsOf(ctx context.Context, player int64) ([]Preset, error) {
	list, err := all(ctx, s.readers, scanPreset, presetQuery+`WHERE s.owner_id = ? ORDER BY s.created_at DESC, s.slug`, player)
	return list, orWrap(err, "list the presets of player %d", player)
}

// DeletePreset deletes a preset of its owner's; games and invitations that came from it stay. ErrNotFound, ErrForbidden.
func (s *Store) DeletePreset(ctx context.Context, owner int64, slug string) error {
	err := s.tx(ctx, func(x *tx) error {
		p, err := one(ctx, x, scanPreset, presetQuery+`WHERE s.slug = ?`, slug)
		if err != nil {
			return err
		}
		if owner == 0 || p.OwnerID != owner {
			return ErrForbidden
		}
		return x.exec(`DELETE FROM presets WHERE slug = ?`, slug)
	})
	return orWrap(err, "delete preset %q of player %d", slug, owner)
}
