package archive

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"postrider/rules"
	"postrider/store"
)

// The id of a game, and the address of a log of ours.
var (
	gameID      = regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{10}$`)
	gameAddress = regexp.MustCompile(`^https?://[^/]+/games/([1-9A-HJ-NP-Za-km-z]{10})$`)
)

// readTags reads what stands before the moves.
func (g *pgnGame) readTags() {
	t := g.tags
	g.Definition, g.Variant, g.VariantTitle = t["VariantHash"], t["VariantKey"], t["Variant"]
	g.Foreign = g.Definition == ""
	g.Seats[rules.White].Name, g.Seats[rules.Black].Name = cleanLine(t["White"], store.NameLetters), cleanLine(t["Black"], store.NameLetters)
	if g.Title = cleanTitle(t["Event"]); g.Title == noTitle {
		g.Title = ""
	}
	if m := gameAddress.FindStringSubmatch(t["Site"]); m != nil && !g.Foreign {
		g.Address, g.ID = m[0], m[1]
	}
	if g.Source = cleanSource(t["Source"]); g.Foreign {
		if g.Source = cleanSource(t["Site"]); !strings.Contains(g.Source, "://") {
			g.Source = cmp.Or(cleanSource(t["Link"]), g.Source)
		}
	}
	g.StartedAt = cmp.Or(readDate(t["UTCDate"], t["UTCTime"]), readDate(t["Date"], t["UTCTime"]))
	g.StartFEN, g.FEN, g.Result, g.NoVacation = t["FEN"], t["FinalFEN"], t["Result"], t["Vacations"] == "none"
	if g.Result == "?" {
		g.Result = ""
	}
	g.readClock()
	if reason := t["Reason"]; reason != "" {
		g.Reason = cleanTitle(reason)
	} else if g.Foreign && strings.Contains(strings.ToLower(t["Termination"]), "time forfeit") {
		g.Reason = "time"
	}
	g.happened(store.Event{Kind: "start", At: g.StartedAt})
}

// readClock reads ours, or the one of PGN where it is one that games here can have.
func (g *pgnGame) readClock() {
	text, err := g.tags["Clock"], error(nil)
	if text != "" && !g.Foreign {
		if g.Clock, err = store.ParseClock(text); err != nil {
			g.fail(fmt.Errorf("the tag Clock: %w", err))
		}
		return
	}
	if seconds, ok := strings.CutPrefix(g.tags["TimeControl"], "1/"); ok {
		if n, err := strconv.Atoi(seconds); err == nil && n%86400 == 0 {
			text = strconv.Itoa(n / 86400)
		}
	}
	if clock, err := store.ParseClock(text); err == nil {
		g.Clock = clock
	} else if control := g.tags["TimeControl"]; control != "" && control != "?" && control != "-" {
		g.lost.clock = cut(control)
	}
}

// readDate reads a day and a time in UTC, of which parts may be unknown ("2026.??.??"); 0 where the year is.
func readDate(day, clock string) int64 {
	if year, _, _ := strings.Cut(day, "."); strings.Contains(year, "?") {
		return 0
	}
	day = strings.NewReplacer("??", "01", "-", ".", "/", ".").Replace(day)
	if at, err := time.Parse("2006.01.02 15:04:05", day+" "+clock); err == nil {
		return at.Unix()
	}
	at, err := time.Parse("2006.01.02", day)
	if err != nil || at.Year() < 1400 {
		return 0
	}
	return at.Unix()
}

const (
	unknown       = "?"
	sourceLetters = 200
)

// cleanLine is a line as a name can be: without control and other invisible characters, not too long, "?" where nothing is left.
func cleanLine(text string, letters int) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.In(c, unicode.Cf, unicode.Zl, unicode.Zp) || c == unicode.ReplacementChar {
			return -1
		}
		return c
	}, text)
	if all := []rune(text); len(all) > letters {
		text = string(all[:letters])
	}
	return cmp.Or(strings.TrimSpace(text), unknown)
}

// cleanTitle is cleanLine where there may be nothing.
func cleanTitle(text string) string {
	if text = cleanLine(text, store.TitleLetters); text == unknown {
		return ""
	}
	return text
}

// cleanSource is an address or a place as it can be kept; "" where there is none.
func cleanSource(text string) string {
	source := cleanLine(text, sourceLetters)
	if source == unknown || strings.Contains(source, "://") && source != strings.TrimSpace(text) {
		return ""
	}
	return source
}

var pgnCommand = regexp.MustCompile(`\[%([A-Za-z]+)([^\]]*)\]`)

// said reads a comment: its commands, and what somebody typed. Behind an event stand words of ours.
func (g *pgnGame) said(text string) {
	var words []string
	typed := func() {
		g.wrote(strings.Join(words, " "))
		words = nil
	}
	at, ours := 0, false
	take := func(end int) {
		if !ours {
			words = append(words, strings.Fields(text[at:end])...)
		}
	}
	for _, c := range pgnCommand.FindAllStringSubmatchIndex(text, -1) {
		take(c[0])
		at = c[1]
		name, args := text[c[2]:c[3]], strings.Fields(text[c[4]:c[5]])
		if !g.Foreign && (name == "event" || name == "remark") {
			typed()
		}
		if err := g.command(name, args); err != nil && !g.Foreign {
			g.fail(fmt.Errorf("%s: %w", cut(text[c[0]:c[1]]), err))
		}
		ours = !g.Foreign && name == "event"
	}
	take(len(text))
	typed()
}

// command reads one.
func (g *pgnGame) command(name string, args []string) error {
	switch {
	case name == "event" && !g.Foreign:
		return g.event(args)
	case name == "remark" && !g.Foreign:
		return g.remark(args)
	case g.Foreign && !slices.Contains(commands[:], name):
		g.lost.command(name)
	case g.clock != nil:
		return g.time(name, args)
	}
	return nil
}

// wrote keeps what somebody typed, if anything.
func (g *pgnGame) wrote(text string) {
	if !g.Foreign {
		text = unescape(text)
	}
	switch {
	case text == "":
	case g.typed == nil:
		g.before = append(g.before, text)
	default:
		g.typed(text)
	}
}

// commands are those that are read in files of others.
var commands = [...]string{"clk", "emt", "ts"}

// time reads what a command says of the last move's times. Commands that are not known say nothing.
func (g *pgnGame) time(name string, args []string) (err error) {
	m := g.clock()
	arg := strings.Join(args, " ")
	switch name {
	case "clk":
		taken := m.Had - m.Left
		m.Left, err = readHMS(arg)
		m.Had = m.Left + taken
	case "emt":
		var taken int64
		taken, err = readHMS(arg)
		m.Had = m.Left + taken
	case "ts":
		m.At, err = readTime(arg)
		g.Events[len(g.Events)-1].At = m.At
	case "planned":
		m.Conditional = true
	}
	return err
}

// readHMS reads H:MM:SS, in seconds; what is less than one does not count.
func readHMS(text string) (int64, error) {
	whole, _, _ := strings.Cut(text, ".")
	parts := strings.Split(whole, ":")
	seconds := int64(0)
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 31)
		if err != nil || len(parts) > 3 {
			return 0, fmt.Errorf("“%s” is no time like 71:59:30", cut(text))
		}
		seconds = 60*seconds + int64(n)
	}
	if seconds > longest/2 { // there is what was left, and what it took
		return 0, fmt.Errorf("“%s” is longer than any clock", cut(text))
	}
	return seconds, nil
}

func readTime(text string) (int64, error) {
	at, err := time.Parse(pgnTime, text)
	if err != nil {
		return 0, fmt.Errorf("“%s” is no time like 2026-11-30T10:00:00Z", cut(text))
	}
	return at.Unix(), nil
}

var eventKind = regexp.MustCompile(`^[a-z]{1,20}$`)

// event reads the arguments of [%event].
func (g *pgnGame) event(args []string) (err error) {
	if len(args) < 3 || !eventKind.MatchString(args[2]) {
		return fmt.Errorf("it has to name the time, the side and what happened")
	}
	e := store.Event{Kind: args[2]}
	if e.At, err = readTime(args[0]); err != nil {
		return err
	}
	if e.Side, err = readSide(args[1]); err != nil {
		return err
	}
	args = args[3:]
	if e.Kind == "move" {
		if len(args) == 0 {
			return fmt.Errorf("it does not say which move")
		}
		g.plies++
		i := len(g.Taken)
		g.Taken = append(g.Taken, store.TakenMove{Move: store.Move{Ply: g.plies, Text: args[0], At: e.At, Conditional: len(args) > 1 && args[1] == "planned"}})
		g.happened(e)
		g.typed, g.clock = func(text string) { join(&g.Taken[i].Comment, text) }, nil
		return nil
	}
	if err := readArguments(&e, args); err != nil {
		return err
	}
	g.happened(e)
	g.clock = nil
	if e.Kind == "takeback" {
		g.takenBack(e.N)
	}
	return nil
}

// readArguments reads n=, from=, until= and what=.
func readArguments(e *store.Event, args []string) (err error) {
	for _, arg := range args {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "n":
			e.N, err = strconv.ParseInt(value, 10, 64)
		case "from":
			e.From, err = readTime(value)
		case "until":
			e.Until, err = readTime(value)
		case "what":
			if e.What = value; !eventKind.MatchString(value) {
				err = fmt.Errorf("“%s” is nothing that one asks for", cut(value))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func readSide(text string) (rules.Side, error) {
	for _, side := range []rules.Side{rules.White, rules.Black} {
		if text == side.String() {
			return side, nil
		}
	}
	return 0, fmt.Errorf("“%s” is no side; there are white and black", cut(text))
}

// remark reads the arguments of [%remark]; what is typed next is its text.
func (g *pgnGame) remark(args []string) (err error) {
	if len(args) != 2 {
		return fmt.Errorf("it has to name the time and the side")
	}
	var r store.Remark
	if r.At, err = readTime(args[0]); err != nil {
		return err
	}
	if r.Side, err = readSide(args[1]); err != nil {
		return err
	}
	i := len(g.Remarks)
	g.Remarks = append(g.Remarks, r)
	g.typed, g.clock = func(text string) { join(&g.Remarks[i].Text, text) }, nil
	return nil
}
