package views

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"postrider/rules"
	"postrider/static"
	"postrider/store"
	"postrider/views/board"
)

// variantData is a rules page.
type variantData struct {
	Variant  *rules.Variant
	Board    board.Drawing
	Men      []pieceRow
	Signs    []board.Target // the marks in the diagrams of moves
	Ends     []string       // how a game ends, a sentence each
	Examples []rules.Example
	Form     form
	SignedIn bool
	Keys     []rules.Setting // of a definition; numbered ones are put together
}

// pieceRow is a piece on a rules page.
type pieceRow struct {
	rules.PieceInfo
	Moves   string   // in words
	Powers  []string // a sentence each
	Reached string   // the diagram in words
}

// variant is the rules page of a game.
func (s *Site) variant(w http.ResponseWriter, r *http.Request) error {
	v, err := shippedVariant(r)
	if err != nil {
		return err
	}
	f := s.frame(r, "Rules of "+v.Title())
	f.Card = s.card(v.Title(), v.Summary(), string(variantPath(v.Key())), v.Key())
	d := variantData{Variant: v, Ends: ends(v), Examples: v.Examples(), Keys: mergeNumbered(rules.Settings()), SignedIn: player(r).ID != 0}
	d.Board = board.Drawing{Position: v.Start(), Coordinates: true, Label: "The start of " + v.Title()}
	d.Form = filled("variant", v.Key(), "opponent", opponentIn(r))
	marks := map[board.Target]bool{}
	for i, p := range v.Pieces() {
		diagram := v.MoveDiagram(rules.Type(i), rules.White)
		for _, way := range diagram.Ways {
			marks[board.TargetOfWay(way)] = true
		}
		d.Men = append(d.Men, pieceRow{p, upper(betzaWords(p.Betza, v.Board().Hex)) + ".", powers(v, rules.Type(i), diagram.Ways), reached(v, p, diagram)})
	}
	d.Signs = slices.Sorted(maps.Keys(marks))
	return s.render(w, r, http.StatusOK, variantView(f, d))
}

// variantBoard is the start of a game as a picture that stands alone; ?sample=1: a position that shows what is special, for lists of games;
// ?piece=Q: where that piece may go.
func (s *Site) variantBoard(w http.ResponseWriter, r *http.Request) error {
	v, err := shippedVariant(r)
	if err != nil {
		return err
	}
	drawing := board.Drawing{Position: v.Start()}
	if sign := r.FormValue("piece"); sign != "" {
		t := slices.IndexFunc(v.Pieces(), func(p rules.PieceInfo) bool { return p.Sign() == sign })
		if t < 0 {
			return store.ErrNotFound
		}
		drawing = moveDrawing(v, rules.Type(t))
	} else if r.FormValue("sample") != "" {
		drawing.Position = v.Sample()
	} else if fen := r.FormValue("fen"); fen != "" {
		if drawing.Position, err = v.ParseFEN(fen); err != nil {
			return fmt.Errorf("draw %q: %w", fen, store.ErrNotFound)
		}
	}
	w.Header().Set("Cache-Control", keepADay)
	return sendSVG(w, r, drawing)
}

// moveDrawing shows where a piece may go.
func moveDrawing(v *rules.Variant, t rules.Type) board.Drawing {
	d := v.MoveDiagram(t, rules.White)
	drawing := board.Drawing{Position: d.Position, Targets: map[rules.Cell]board.Target{}, Label: reached(v, v.Piece(t), d)}
	for cell, way := range d.Ways {
		drawing.Targets[cell] = board.TargetOfWay(way)
	}
	return drawing
}

// shippedVariant is the one that the address names; 404 if there is none.
func shippedVariant(r *http.Request) (*rules.Variant, error) {
	v, err := rules.Lookup(r.PathValue("key"))
	if err != nil {
		return nil, &problem{http.StatusNotFound, "No such game here", upper(err.Error()) + "."}
	}
	return v, nil
}

// settingOf is the value of a key in a variant, the key's default where it is not set.
func settingOf(v *rules.Variant, name string) string {
	if value := v.Setting(name); value != "" {
		return value
	}
	for _, key := range rules.Settings() {
		if key.Name == name {
			return key.Default
		}
	}
	return ""
}

// mergeNumbered puts keys that differ in a number only ("rules1", "rules2" …) into one row.
func mergeNumbered(keys []rules.Setting) []rules.Setting {
	base := func(name string) string {
		first, _, _ := strings.Cut(name, " … ")
		return strings.TrimRight(first, "0123456789")
	}
	var merged []rules.Setting
	for _, key := range keys {
		if last := len(merged) - 1; last >= 0 && base(key.Name) != key.Name && base(merged[last].Name) == base(key.Name) {
			first, _, _ := strings.Cut(merged[last].Name, " … ")
			merged[last].Name = first + " … " + key.Name
			continue
		}
		merged = append(merged, key)
	}
	return merged
}

// origin says who invented a variant and when, "" if nobody is known.
func origin(v *rules.Variant) string {
	switch {
	case v.Inventor() == "":
		return ""
	case v.Year() == "":
		return "Invented by " + v.Inventor()
	}
	return "Invented by " + v.Inventor() + ", " + v.Year()
}

// holdsSome says whether a side has something in hand.
func holdsSome(p rules.Position, side rules.Side) bool {
	for t := range p.Variant().Pieces() {
		if p.Hand(side, rules.Type(t)) > 0 {
			return true
		}
	}
	return false
}

// movesPicture is the address of the picture of where a piece may go.
func movesPicture(v *rules.Variant, p rules.PieceInfo) string {
	return "/variants/" + url.PathEscape(v.Key()) + "/board.svg?piece=" + url.QueryEscape(p.Sign()) + "&v=" + static.Version()
}
