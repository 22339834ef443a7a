package archive

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"

	"postrider/rules"
	"postrider/store"
)

// ErrRefused says that some game of a file was not taken in; the others were.
var ErrRefused = errors.New("not every game was taken in")

// Import takes the games of a file into a store, each in one transaction, and writes a line about each to out: PGN, our JSON, or a zip of these, of which the JSON is read where
// there is any, since it holds all. "-" is what comes in. site is what the addresses of logs begin with. A game that cannot be read, or is not played by the rules as the
// file says, is refused: nothing of it is stored, the others are taken in, and the error is ErrRefused; likewise where a file can be read no further.
func Import(ctx context.Context, s *store.Store, name, site string, in io.Reader, out io.Writer) error {
	i := importer{ctx: ctx, store: s, site: strings.TrimRight(site, "/"), out: out}
	err := i.open(name, in)
	if err == nil || i.number > 0 {
		fmt.Fprintf(out, "%s taken in, %d here already, %d refused.\n", count(i.taken, "game", "games"), i.known, i.refused)
	}
	switch {
	case err != nil:
		return fmt.Errorf("import %s: %w", name, err)
	case i.refused > 0:
		return ErrRefused
	case i.taken+i.known == 0:
		return fmt.Errorf("import %s: there is no game in it", name)
	}
	return nil
}

// count is a number and what is counted.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

type importer struct {
	ctx                           context.Context
	store                         *store.Store
	site                          string
	out                           io.Writer
	number, taken, known, refused int
}

// open finds out what a file is, and reads it.
func (i *importer) open(name string, in io.Reader) error {
	if name == "-" {
		return i.read(name, in)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	var first [4]byte
	if n, _ := file.ReadAt(first[:], 0); bytes.HasPrefix(first[:n], []byte("PK")) {
		return i.readZip(file)
	}
	return i.read(name, file)
}

// errNoGames says that a file is none that could be read.
var errNoGames = errors.New("it is no PGN, JSON or zip of games")

// How JSON begins, of a game and of a list.
var (
	beginsJSON = regexp.MustCompile(`^\{\s*["}]`)
	beginsList = regexp.MustCompile(`^\[\s*[{\]]`)
)

const mark = "\ufeff" // of UTF-8, at a file's beginning

// read reads games in JSON or PGN. What is returned ends the import; errNoGames: there is none in this file.
func (i *importer) read(name string, in io.Reader) error {
	b := bufio.NewReader(in)
	first, err := b.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: %w", errNoGames, err)
	}
	if bytes.HasPrefix(first, []byte(mark)) {
		first = first[len(mark):]
		if _, err := b.Discard(len(mark)); err != nil {
			return err
		}
	}
	first = bytes.TrimSpace(bytes.TrimRight(first, "\x1a")) // the mark of a file's end, of old
	kind := http.DetectContentType(first)
	var next func() (*Record, error)
	switch {
	case kind == "application/zip":
		return errors.New("a zip can be read from a file alone: save it first")
	case !strings.HasPrefix(kind, "text/plain") || strings.Contains(kind, "utf-16"):
		return errNoGames
	case beginsList.Match(first):
		return fmt.Errorf("%w: it is a list of JSON. Leave out its brackets and the commas between the games, so that they stand one after another", errNoGames)
	case beginsJSON.Match(first):
		next = newJSONReader(b).Next
	default:
		next = newPGNReader(b).Next
	}
	for {
		r, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if errors.Is(err, errNoGames) {
			return err
		}
		if err != nil {
			i.refused++
			fmt.Fprintf(i.out, "%s, after game %d: REFUSED: %v\n", name, i.number, err)
			return nil
		}
		if err := i.take(r); err != nil {
			return err
		}
	}
}

// take takes one game in, or says why not. What is returned ends the import: the store can do no more.
func (i *importer) take(r *Record) error {
	i.number++
	about := fmt.Sprintf("%d. %s – %s", i.number, r.Seats[rules.White].Name, r.Seats[rules.Black].Name)
	note, v, text, err := i.prepare(r)
	if err != nil {
		i.refused++
		fmt.Fprintf(i.out, "%s: REFUSED: %v\n", about, err)
		return nil
	}
	id, did, err := i.store.Import(i.ctx, &r.Log, v, text)
	var invalid *store.Invalid
	switch {
	case errors.As(err, &invalid):
		i.refused++
		fmt.Fprintf(i.out, "%s: REFUSED: %s\n", about, invalid.Text)
		return nil
	case err != nil:
		return err
	case did == store.ImportedKnown:
		i.known++
		note = " (is here already)" + note
	case did == store.ImportedLonger:
		i.taken++
		note = " (in place of the unfinished log that was here)" + note
	default:
		i.taken++
		if r.ID != "" && r.ID != id {
			note = fmt.Sprintf(" (under a new id: %s is another game here)", cut(r.ID)) + note
		}
	}
	fmt.Fprintf(i.out, "%s, %s, %s, %s %s: %s/games/%s%s\n", about, v.Title(), count(r.Ply, "ply", "plies"), r.Result, r.Reason, i.site, id, note)
	return nil
}

// prepare finds the variant of a game and plays it. note is what has to be said of it.
func (i *importer) prepare(r *Record) (note string, v *rules.Variant, text string, err error) {
	switch {
	case r.wrong != nil:
		return "", nil, "", r.wrong
	case r.Definition == "" && len(r.Moves)+len(r.Taken) == 0 && (r.Result == "" || r.Result == "*"): // of no file of ours
		return "", nil, "", errors.New("there are no moves in it")
	}
	if note, text, err = i.definition(r); err != nil {
		return "", nil, "", err
	}
	if v, err = rules.Parse(text); err != nil {
		return "", nil, "", fmt.Errorf("its definition: %w", err)
	}
	if !r.Foreign && r.Variant != "" && r.Variant != v.Key() {
		return "", nil, "", fmt.Errorf("its variant is “%s”, and its definition is of “%s”", cut(r.Variant), v.Key())
	}
	if err := r.Replay(v); err != nil {
		return "", nil, "", err
	}
	if r.LeftOut != "" {
		note += " (left out: " + r.LeftOut + ")"
	}
	elsewhere := gameAddress.MatchString(r.Address) && !strings.HasPrefix(r.Address, i.site+"/")
	switch start := &r.Events[0]; {
	case r.Source != "":
		start.What = r.Source
	case elsewhere:
		start.What = r.Address
	default:
		start.What = store.FromFile
	}
	return note, v, text, nil
}

// definition finds the flattened text by which a game was played: by its hash in the store or among the shipped ones, in the file itself, or else the shipped variant of
// that name, and says so.
func (i *importer) definition(r *Record) (note, text string, err error) {
	if r.Text != "" {
		if hash := store.DefinitionHash(r.Text); r.Definition != "" && hash != r.Definition {
			return "", "", fmt.Errorf("the definition in the file has the hash %s, and the file says %s", hash, cut(r.Definition))
		}
		return "", r.Text, nil
	}
	if r.Definition != "" {
		text, err := i.store.DefinitionText(i.ctx, r.Definition)
		if err == nil || !errors.Is(err, store.ErrNotFound) {
			return "", text, err
		}
		for _, v := range rules.Variants() {
			if store.DefinitionHash(v.Text()) == r.Definition {
				return "", v.Text(), nil
			}
		}
		note = ", played by the present definition: the one in the file is not known here"
	}
	v := shipped(r.Variant, r.VariantTitle)
	switch name := cut(cmp.Or(r.VariantTitle, r.Variant)); {
	case v != nil:
	case r.Definition != "":
		return "", "", fmt.Errorf("its variant “%s” is none that is played here, and the file does not hold its rules: the JSON of the finished game does, and the zip of all games", name)
	default:
		return "", "", fmt.Errorf("its variant “%s” is none that is played here", name)
	}
	return note, v.Text(), nil
}

// shipped finds the variant that a key or a title means, as PGN files of others name them too; without one it is chess. nil where there is none.
func shipped(key, title string) *rules.Variant {
	for _, v := range rules.Variants() {
		if v.Key() == key || key == "" && (strings.EqualFold(v.Title(), title) || strings.EqualFold(v.Key(), title)) {
			return v
		}
	}
	switch strings.ToLower(key + title) {
	case "", "?", "standard", "normal", "from position", "orthodox":
		if v, err := rules.Lookup("chess"); err == nil {
			return v
		}
	}
	return nil
}
