package views

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"postrider/rules"
	"postrider/views/board"
)

// variantData is a rules page.
type variantData struct {
	Variant  *rules.Variant
	Board    board.Drawing
	Ends     []string        // how a game ends, a sentence each
	Opponent string          // who is to be invited, or ""
	Keys     []rules.Setting // of a definition; numbered ones are put together
}

// variant is the rules page of a game.
func (s *Site) variant(w http.ResponseWriter, r *http.Request) error {
	v, err := shippedVariant(r)
	if err != nil {
		return err
	}
	f := s.frame(r, "Rules of "+v.Title())
	f.Card = s.card(v.Title(), v.Summary(), string(variantPath(v.Key())), v.Key())
	drawing := board.Drawing{Position: v.Start(), Coordinates: true, Label: "The start of " + v.Title()}
	return s.render(w, r, http.StatusOK, variantView(f, variantData{v, drawing, ends(v), opponentIn(r), mergeNumbered(rules.Settings())}))
}

// variantBoard is the start of a game as a picture that stands alone; ?sample=1: a position that shows what is special, for lists of games.
func (s *Site) variantBoard(w http.ResponseWriter, r *http.Request) error {
	v, err := shippedVariant(r)
	if err != nil {
		return err
	}
	position := v.Start()
	if r.FormValue("sample") != "" {
		position = v.Sample()
	}
	var picture bytes.Buffer
	if err := board.SVG(&picture, board.Drawing{Position: position}); err != nil {
		return fmt.Errorf("draw %s: %w", v.Key(), err)
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	if _, err := w.Write(picture.Bytes()); err != nil {
		s.Log.Debug("send a board", "variant", v.Key(), "error", err)
	}
	return nil
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

// ends says how a game of a variant ends, from its settings.
func ends(v *rules.Variant) []string {
	stalemate := map[string]string{"win": "you win", "loss": "you lose"}[settingOf(v, "stalemateValue")]
	if stalemate == "" {
		stalemate = "that is stalemate, a draw"
	}
	sentences := []string{
		"Checkmate wins: your opponent is in check and has no legal move left.",
		"If it is your turn and you have no legal move, but are not in check, " + stalemate + ".",
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(settingOf(v, name)) // the definition has been checked when it was read
		return n
	}
	if claim, auto := number("nFoldRule"), number("nFoldAuto"); claim > 0 {
		sentences = append(sentences, drawn("When a position comes up for the "+ordinal(claim)+" time", auto, "The "+ordinal(auto)+" time"))
	} else if auto > 0 {
		sentences = append(sentences, "When a position comes up for the "+ordinal(auto)+" time, the game is drawn.")
	}
	if claim, auto := number("nMoveRule"), number("nMoveAuto"); claim > 0 {
		sentences = append(sentences, drawn(fmt.Sprintf("When each of you has made %d moves in a row, and no man was captured and no pawn moved", claim), auto, fmt.Sprintf("After %d", auto)))
	} else if auto > 0 {
		sentences = append(sentences, fmt.Sprintf("When each of you has made %d moves in a row, and no man was captured and no pawn moved, the game is drawn.", auto))
	}
	if dead := deadPositions(v); dead != "" {
		sentences = append(sentences, "When neither of you can win any more, the game is drawn: "+dead+".")
	}
	return append(sentences,
		"You may resign at any time, or offer a draw; your opponent may accept it or not.",
		"If your time runs out, you lose; it is a draw if your opponent has nothing left to win with. Before both of you have moved once, the game is only broken off, and nobody loses.")
}

// drawn says what may be claimed, and when it comes without a claim (auto 0: never).
func drawn(when string, auto int, then string) string {
	sentence := when + ", the player whose turn it is may claim a draw."
	if auto > 0 {
		sentence += " " + then + " it is a draw without anybody’s asking."
	}
	return sentence
}

// ordinal is "third".
func ordinal(n int) string {
	words := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n > 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%dth", n)
}

// deadPositions lists with which men nobody can win (key deadPosition), "" where the game goes on with any.
func deadPositions(v *rules.Variant) string {
	var cases []string
	men := settingOf(v, "deadPosition")
	for part := range strings.FieldsSeq(men) {
		name := ""
		for _, p := range v.Pieces() {
			if strings.EqualFold(part[:1], string(p.Letter)) {
				name = p.Name
			}
		}
		switch {
		case part == "-":
			return ""
		case strings.EqualFold(part, "k"):
			cases = append(cases, "only the kings are left")
		case name == "" || strings.Contains(men, part+"+"): // any number is said below
		case strings.HasSuffix(part, "+"):
			cases = append(cases, "the kings and any number of "+name+"s, all on squares of one shade")
		default:
			cases = append(cases, "the kings and one "+name)
		}
	}
	return strings.Join(cases, ", or ")
}

// powers says what a piece does beyond its move, a sentence each.
func powers(v *rules.Variant, p rules.PieceInfo) []string {
	var sentences []string
	letter := strings.ToLower(string(p.Letter))
	if who, sight, ok := strings.Cut(v.Setting("paralyse"), ":"); ok && strings.EqualFold(strings.TrimSpace(who), letter) {
		sentences = append(sentences, "Paralyses every enemy that it sees ("+betzaWords(strings.TrimSpace(sight))+"): he cannot move, capture or give check.")
	}
	if who, below, ok := strings.Cut(v.Setting("pushDrop"), ":"); ok && strings.EqualFold(strings.TrimSpace(who), letter) {
		name := below
		for _, q := range v.Pieces() {
			if strings.EqualFold(strings.TrimSpace(below), string(q.Letter)) {
				name = q.Name
			}
		}
		sentences = append(sentences, "Comes in from the "+v.HandName()+" on the square of an own "+name+" that could make its double step; the "+name+" makes it.")
	}
	return sentences
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
