package archive

import (
	"fmt"
	"io"
	"strings"
	"time"

	"postrider/rules"
	"postrider/store"
)

// The PGN of a game is that of Steven J. Edwards' "Portable Game Notation Specification and Implementation Guide" of 1994, in UTF-8, with commands in comments as they are
// commonly read: [%clk] is the time left after the move, [%emt] the time that it took. Ours are
//
//	[%ts 2026-11-30T10:00:00Z]   when it was played
//	[%planned yes]               the server played it, as it had been told
//	[%event TIME SIDE KIND …]    what happened besides (store.Event; n=, from=, until=, what=), with words for people behind it; of a move that was taken back later the
//	                             KIND is "move", followed by its canonical text, and by [%typed SIDE] where something was written with it.
//	[%remark TIME SIDE]          what that player said in public after the end
//
// All that stands between two moves is one comment, and every command has an argument, since some readers of others know nothing else. What was typed is behind [%clk] and the
// like, [%typed] or [%remark]. There a line ends, two blanks follow one another, and braces and [% stand, as &#N; with the number of the character (escape): so it is read back
// exactly, wherever lines are broken.
//
// Tags of ours, beside the usual ones: VariantKey; VariantHash, of the definition; Clock, as store.Clock writes it, and ClockText; Vacations ("none"); Reason, why
// the game ended; FinalFEN, the last position; Source, where a game was first that came here by a file.

const pgnTime = "2006-01-02T15:04:05Z"

// noTitle is the event of a game without a title.
const noTitle = "Postrider game"

// WritePGN writes the record as one game, with an empty line at its end.
func (r *Record) WritePGN(w io.Writer) error {
	steps, err := r.Steps()
	if err != nil {
		return fmt.Errorf("write game %s as PGN: %w", r.ID, err)
	}
	var b strings.Builder
	for _, tag := range r.tags() {
		if tag[1] != "" {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", tag[0], quoting.Replace(tag[1]))
		}
	}
	b.WriteByte('\n')
	text := folder{out: &b}
	for _, s := range steps {
		r.writeStep(&text, s)
	}
	for _, m := range r.Remarks {
		text.comment("[%remark " + utc(m.At, pgnTime) + " " + m.Side.String() + "]")
		text.typed(m.Text)
	}
	text.word(r.Result)
	b.WriteString("\n\n")
	_, err = io.WriteString(w, b.String())
	return err
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func utc(at int64, layout string) string { return time.Unix(at, 0).UTC().Format(layout) }

// tags are the seven of the roster, and the others in ASCII order; those without a value are left out.
func (r *Record) tags() [][2]string {
	event := r.Title
	if event == "" {
		event = noTitle
	}
	fen, setUp, clock, clockText, vacations := r.StartFEN, "1", r.Clock.String(), r.Clock.Sentence(), ""
	date, day, second := "????.??.??", "", ""
	if r.StartedAt != 0 {
		date, day, second = utc(r.StartedAt, "2006.01.02"), utc(r.StartedAt, "2006.01.02"), utc(r.StartedAt, "15:04:05")
	}
	if r.StartFEN == r.Start {
		fen, setUp = "", ""
	}
	if r.Clock == (store.Clock{}) {
		clock, clockText = "", ""
	}
	if r.NoVacation {
		vacations = "none"
	}
	variant := r.VariantTitle
	if r.Variant == "chess" {
		variant = "Standard" // the name that other programs know
	}
	return [][2]string{
		{"Event", event}, {"Site", r.Address}, {"Date", date}, {"Round", "-"},
		{"White", r.Seats[rules.White].Name}, {"Black", r.Seats[rules.Black].Name}, {"Result", r.Result},
		{"Clock", clock}, {"ClockText", clockText}, {"FEN", fen}, {"FinalFEN", r.FEN}, {"Reason", r.Reason}, {"SetUp", setUp}, {"Source", r.Source},
		{"Termination", r.termination()}, {"TimeControl", timeControl(r.Clock)}, {"UTCDate", day}, {"UTCTime", second},
		{"Vacations", vacations}, {"Variant", variant}, {"VariantHash", r.Definition}, {"VariantKey", r.Variant},
	}
}

// timeControl is a clock in the terms of PGN: "1/259200" is one move in so many seconds, "864000+86400" a reserve to which each move adds.
func timeControl(c store.Clock) string {
	switch {
	case c == store.Clock{}:
		return "?"
	case c.IsBank() && c.Added == 0:
		return fmt.Sprint(c.Reserve)
	case c.IsBank():
		return fmt.Sprintf("%d+%d", c.Reserve, c.Added)
	}
	return fmt.Sprintf("1/%d", c.Days*86400)
}

// termination is why the game ended, in the words that PGN has.
func (r *Record) termination() string {
	switch {
	case r.Reason == "time":
		return "time forfeit"
	case r.Reason == "aborted":
		return "abandoned"
	case r.Result == "*":
		return "unterminated"
	}
	return "normal"
}

// writeStep writes a move, or what happened besides.
func (r *Record) writeStep(text *folder, s store.Step) {
	switch m := s.Played(); {
	case s.Kind == "start":
	case s.Move != nil:
		if _, second := r.MoveNumber(m.Ply); !second || m.Ply == 1 || text.pending != "" { // or else it follows the first one
			text.word(r.moveNumber(m.Ply))
		}
		text.word(pgnSAN(m))
		var told []string
		if r.Clock != (store.Clock{}) || m.Had != 0 {
			told = append(told, "[%clk "+hms(m.Left)+"] [%emt "+hms(m.Had-m.Left)+"]")
		}
		if m.At != 0 {
			told = append(told, "[%ts "+utc(m.At, pgnTime)+"]")
		}
		if m.Conditional {
			told = append(told, "[%planned yes]")
		}
		if len(told) > 0 {
			text.comment(strings.Join(told, " "))
		}
		text.typed(m.Comment)
	case s.Taken != nil:
		text.comment(command(s, " "+m.Text, m.Conditional) + " " + r.moveNumber(m.Ply) + " " + escape(m.SAN) + ", taken back later")
		if m.Comment != "" {
			text.comment("[%typed " + s.Side.String() + "]")
			text.typed(m.Comment)
		}
	default:
		told := command(s, "", false)
		if words := r.words(*s.Event); words != "" {
			told += " " + escape(words)
		}
		text.comment(told)
	}
}

// command is an event as [%event …].
func command(s store.Step, move string, planned bool) string {
	text := "[%event " + utc(s.At, pgnTime) + " " + s.Side.String() + " " + s.Kind + move
	if planned {
		text += " planned"
	}
	if s.N != 0 {
		text += fmt.Sprintf(" n=%d", s.N)
	}
	if s.From != 0 {
		text += " from=" + utc(s.From, pgnTime)
	}
	if s.Until != 0 {
		text += " until=" + utc(s.Until, pgnTime)
	}
	if s.What != "" {
		text += " what=" + s.What
	}
	return text + "]"
}

// moveNumber is "12." or "12...".
func (r *Record) moveNumber(ply int) string {
	number, second := r.MoveNumber(ply)
	if second {
		return fmt.Sprintf("%d...", number)
	}
	return fmt.Sprintf("%d.", number)
}

// pgnSAN is a move in one word without what PGN takes for something else: whom it throws, which SAN says in parentheses, is left out; where that says what becomes of
// somebody, the canonical text stands there.
func pgnSAN(m *store.Move) string {
	san, thrown, ok := strings.Cut(m.SAN, " ")
	if ok && strings.Contains(thrown, "=") {
		return m.Text
	}
	return san
}

// hms is a number of seconds as H:MM:SS.
func hms(seconds int64) string {
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// words tell an event, or are "".
func (r *Record) words(e store.Event) string {
	who := r.Seats[e.Side].Name
	switch e.Kind {
	case "offer":
		return who + " offers a draw."
	case "accept":
		return who + " accepts the draw."
	case "decline":
		return who + " declines the draw."
	case "claim":
		return who + " claims a draw."
	case "resign":
		return who + " resigns."
	case "flag":
		return who + " has run out of time."
	case "abort":
		return "The game is called off before both have moved."
	case "takeback":
		if e.N == 1 {
			return who + " lets a move be taken back."
		}
		return fmt.Sprintf("%s lets %d plies be taken back.", who, e.N)
	case "pause":
		return "Both agree to a pause."
	case "resume":
		return "Both agree to go on."
	case "vacation":
		return who + " is on vacation."
	case "moretime":
		return who + " gives the other side more time."
	case "ask":
		return who + " asks for this: " + e.What + "."
	case "refuse":
		return who + " refuses this: " + e.What + "."
	case "withdraw":
		return who + " no longer asks for this: " + e.What + "."
	}
	return ""
}
