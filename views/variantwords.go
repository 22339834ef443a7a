package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"postrider/rules"
	"postrider/views/board"
)

// ends says how a game of a variant ends, from its settings.
func ends(v *rules.Variant) []string {
	stalemate := map[string]string{"win": "you win", "loss": "you lose"}[settingOf(v, "stalemateValue")]
	if stalemate == "" {
		stalemate = "that is stalemate, a draw"
	}
	if note := v.Setting("stalemateNote"); note != "" {
		stalemate += " (" + strings.ReplaceAll(note, "*", "the player who gives it") + ")"
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
	quiet := "no man was captured and no pawn moved"
	if settingOf(v, "nMoveRuleDrops") == "true" {
		quiet = "no man was captured or dropped and no pawn moved"
	}
	if settingOf(v, "perpetualCheckIllegal") == "true" {
		sentences = append(sentences, "But if all moves of one of you gave check since the position came up first, that is perpetual check, and whoever gave it loses.")
	}
	if claim, auto := number("nMoveRule"), number("nMoveAuto"); claim > 0 {
		sentences = append(sentences, drawn(fmt.Sprintf("When each of you has made %d moves in a row, and %s", claim, quiet), auto, fmt.Sprintf("After %d", auto)))
	} else if auto > 0 {
		sentences = append(sentences, fmt.Sprintf("When each of you has made %d moves in a row, and %s, the game is drawn.", auto, quiet))
	}
	if dead := deadPositions(v); dead != "" {
		sentences = append(sentences, "When neither of you can win any more, the game is drawn: "+dead+".")
	}
	onTime := "If your time runs out, you lose; it is a draw if your opponent has nothing left to win with."
	if settingOf(v, "timeoutDraw") == "never" {
		onTime = "If your time runs out, you lose, whatever your opponent has left."
	}
	return append(sentences,
		"You may resign at any time, or offer a draw; your opponent may accept it or not.",
		onTime+" Before both of you have moved once, the game is only broken off, and nobody loses.")
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

// powers says what a piece does beyond its lines, a sentence each.
func powers(v *rules.Variant, t rules.Type, ways map[rules.Cell]rules.Way) []string {
	var sentences []string
	letter := strings.ToLower(v.Piece(t).Sign())
	add := func(holds bool, sentence string) {
		if holds {
			sentences = append(sentences, sentence)
		}
	}
	for _, w := range ways {
		if w&rules.AtFirst != 0 {
			add(true, "From its starting place it may go two steps at once.")
		}
	}
	if first, second := paired(v, "flight"); first == letter {
		where := "that is not on the first or the last rank"
		if region := v.Setting("flightRegion"); region != "" {
			where = places(region)
		}
		add(true, "Or it unfolds its wings and flies to any empty "+cellWord(v)+" "+where+", but not to parry a check. There it is "+an(nameOfLetter(v, second))+".")
	} else if second == letter {
		sentence := "Folds its wings where it stands, which is a move, and is " + an(nameOfLetter(v, first)) + " again."
		add(v.Setting("refly") != "true", sentence)
		add(v.Setting("refly") == "true", sentence+" Or it flies on to another empty "+cellWord(v)+".")
	}
	add(slices.Contains(lettersOf(v, "repulse"), letter), "After its step it looks on in the same direction, and throws the first man that it sees over the next one behind him, on to the "+cellWord(v)+" just behind that one.")
	if who, sight := paired(v, "paralyse"); who == letter {
		add(true, "Paralyses every enemy that it sees ("+betzaWords(sight, v.Board().Hex)+"): he cannot move, capture or give check.")
	}
	if who, below := paired(v, "pushDrop"); who == letter {
		name := nameOfLetter(v, below)
		add(true, "Comes in from the "+v.HandName()+" on the "+cellWord(v)+" of an own "+name+" that could make its double step; the "+name+" makes it.")
	}
	return append(sentences, promotes(v, t, letter)...)
}

// promotes says what a piece becomes, and where.
func promotes(v *rules.Variant, t rules.Type, letter string) []string {
	if form, ok := v.FormOf(t); ok {
		sentence := "Where its move begins or ends"
		if region := v.Setting("promotionRegionWhite"); region != "" {
			sentence += " " + places(region) + " (" + v.SideName(rules.Black) + ": " + places(v.Setting("promotionRegionBlack")) + ")"
		} else {
			sentence += " on its last rank"
		}
		return []string{sentence + " it may become " + an(v.Piece(form).Name) + "."}
	}
	if v.Piece(t).Form {
		return nil
	}
	who := lettersOf(v, "promotionPawnTypes")
	if v.Setting("promotionPawnTypes") == "" {
		who = lettersOf(v, "pawnTypes")
	}
	if !slices.Contains(who, letter) {
		return nil
	}
	var names []string
	choices := lettersOf(v, "promotionPieceTypes")
	for _, p := range v.Pieces() { // in the order in which they stand above
		if slices.Contains(choices, strings.ToLower(string(p.Letter))) {
			names = append(names, an(p.Name))
		}
	}
	if len(names) == 0 {
		return nil
	}
	becomes := names[0]
	if last := len(names) - 1; last > 0 {
		becomes = strings.Join(names[:last], ", ") + " or " + names[last]
	}
	where := "On its last rank"
	if v.Board().Hex {
		where = "On the last cell of its file"
	}
	if region := v.Setting("promotionRegionWhite"); region != "" {
		where = "At its end of the board (for " + v.SideName(rules.White) + " " + places(region) + ")"
	}
	if v.Setting("promotionSource") == "opponentHand" {
		return []string{where + " it becomes " + becomes + ", of those that your opponent has in " + v.HandName() + ", and it comes from there. If he has none, it may not go there; it gives check and guards all the same."}
	}
	return []string{where + " it becomes " + becomes + "."}
}

// paired is the value of a key like "y:p": two letters, or a letter and a move; "" where it is not set.
func paired(v *rules.Variant, key string) (string, string) {
	first, second, _ := strings.Cut(v.Setting(key), ":")
	return strings.ToLower(strings.TrimSpace(first)), strings.TrimSpace(second)
}

// lettersOf are the small letters that a key lists.
func lettersOf(v *rules.Variant, key string) []string {
	return strings.Split(strings.ToLower(strings.ReplaceAll(settingOf(v, key), " ", "")), "")
}

// nameOfLetter is the name of a piece, or the letter itself where there is no such piece.
func nameOfLetter(v *rules.Variant, letter string) string {
	if t, ok := typeOf(v, letter); ok {
		return v.Piece(t).Name
	}
	return letter
}

// cellWord is what a cell is called.
func cellWord(v *rules.Variant) string {
	if v.Board().Hex {
		return "cell"
	}
	return "square"
}

// places says where a region lies: "on rank 8", "on ranks 2 to 7", "on a5, b6, c7".
func places(region string) string {
	var ranks []int
	words := strings.Fields(region)
	for _, word := range words {
		n, err := strconv.Atoi(strings.TrimPrefix(word, "*"))
		if err != nil || word[0] != '*' {
			return "on " + strings.Join(words, ", ")
		}
		ranks = append(ranks, n)
	}
	slices.Sort(ranks)
	switch {
	case len(ranks) == 0:
		return "anywhere"
	case len(ranks) == 1:
		return fmt.Sprintf("on rank %d", ranks[0])
	case len(ranks) == ranks[len(ranks)-1]-ranks[0]+1:
		return fmt.Sprintf("on ranks %d to %d", ranks[0], ranks[len(ranks)-1])
	}
	return "on the ranks " + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(ranks)), ", "), "[]")
}

// reached says in words what a move diagram shows, for those who do not see it.
func reached(v *rules.Variant, p rules.PieceInfo, d rules.MoveDiagram) string {
	if len(d.Ways) > 12 {
		return fmt.Sprintf("From %s the %s reaches %d %ss.", v.Board().Name(d.From), p.Name, len(d.Ways), cellWord(v))
	}
	var goes, takes []string
	for c := range v.Board().Cells {
		cell := rules.Cell(c)
		if d.Ways[cell]&rules.Captures != 0 {
			takes = append(takes, v.Board().Name(cell))
		}
		if d.Ways[cell]&^rules.Captures != 0 {
			goes = append(goes, v.Board().Name(cell))
		}
	}
	switch {
	case len(d.Ways) == 0:
		return "From " + v.Board().Name(d.From) + " the " + p.Name + " goes nowhere."
	case slices.Equal(goes, takes):
		return "From " + v.Board().Name(d.From) + " the " + p.Name + " goes to or captures on " + strings.Join(goes, ", ") + "."
	case len(takes) == 0:
		return "From " + v.Board().Name(d.From) + " the " + p.Name + " goes to " + strings.Join(goes, ", ") + "."
	}
	return "From " + v.Board().Name(d.From) + " the " + p.Name + " goes to " + strings.Join(goes, ", ") + " and captures on " + strings.Join(takes, ", ") + "."
}

// signWords explains the mark of a target in move diagrams.
func signWords(t board.Target) string {
	return map[board.Target]string{board.MayGo: "goes there or captures there", board.OnlyGo: "goes there, never captures", board.MayCapture: "only captures there",
		board.GoAtFirst: "goes there from its starting place", board.OverAMan: "over another man", board.MayDrop: "flies there"}[t]
}

// webLinks finds the addresses of web pages in a text of ours.
func webLinks(text string) []run {
	var found []run
	for i, word := range strings.Split(text, " ") {
		if i > 0 {
			found = append(found, run{Text: " "})
		}
		address := strings.TrimRight(word, ".,;:!?)")
		if !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
			found = append(found, run{Text: word})
			continue
		}
		_, shown, _ := strings.Cut(address, "://")
		found = append(found, run{shown, address}, run{Text: word[len(address):]})
	}
	return found
}
