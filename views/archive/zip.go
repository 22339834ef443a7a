package archive

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

const readMe = `These are your games on Postrider (%s), each in two files, and all together in games.pgn.

.pgn   Portable Game Notation, which most chess programs read. Times and all that happened besides stand in comments.
.json  the same for programs: every position, the rules of the variant too.

What was written with the moves is in both, as you may read it: think of the other player before you pass a file on whose comments are not public.

A Postrider of your own takes the games in by: postrider import THIS-FILE.zip
`

// WriteZip writes a zip of many games: each as PGN and as JSON, all in one games.pgn, and a README.txt. game reads one of the ids, and may be asked twice; nil without an error
// leaves it out, and README.txt, which comes last, names it. Nothing but one game is held in memory. The files of a game are of the time of its last move, the others of now.
func WriteZip(w io.Writer, site string, now time.Time, ids []string, game func(id string) (*Record, error)) error {
	z := zip.NewWriter(w)
	entry := func(name string, at time.Time, write func(io.Writer) error) error {
		out, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at})
		if err == nil {
			err = write(out)
		}
		return err
	}
	var leftOut []string
	each := func(do func(*Record) error) error {
		for _, id := range ids {
			if slices.Contains(leftOut, id) {
				continue
			}
			r, err := game(id)
			if err == nil && r == nil {
				leftOut = append(leftOut, id)
			} else if err == nil {
				err = do(r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	err := entry("games.pgn", now, func(out io.Writer) error { return each(func(r *Record) error { return r.WritePGN(out) }) })
	if err == nil {
		err = each(func(r *Record) error {
			at := time.Unix(r.LastAt, 0).UTC()
			if year := at.Year(); r.LastAt == 0 || year < 1980 || year > 2107 { // a zip has no others
				at = now
			}
			if err := entry("games/"+r.FileName(".pgn"), at, r.WritePGN); err != nil {
				return err
			}
			return entry("games/"+r.FileName(".json"), at, func(out io.Writer) error { return r.WriteJSON(out, nil) })
		})
	}
	if err == nil {
		err = entry("README.txt", now, func(out io.Writer) error {
			text := fmt.Sprintf(readMe, site)
			for _, id := range leftOut {
				text += fmt.Sprintf("\nThis game could not be read here and is missing, in part or as a whole: %s/games/%s\n", site, id)
			}
			_, err := io.WriteString(out, text)
			return err
		})
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return fmt.Errorf("write a zip of %d games: %w", len(ids), err)
	}
	return nil
}

// readZip reads the JSON files of a zip, or where there are none the PGN files. One that cannot be read is refused, and the others are taken in.
func (i *importer) readZip(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	z, err := zip.NewReader(file, info.Size())
	if err != nil {
		return fmt.Errorf("the zip is broken, or not whole: %w", err)
	}
	ending := ".json"
	has := func(f *zip.File) bool {
		return strings.EqualFold(path.Ext(f.Name), ending) && !strings.HasPrefix(path.Base(f.Name), "._") // what macOS puts beside each file
	}
	if !slices.ContainsFunc(z.File, has) {
		ending = ".pgn"
	}
	for _, f := range z.File {
		if !has(f) {
			continue
		}
		if err := i.readZipped(f); errors.Is(err, errNoGames) {
			i.refused++
			fmt.Fprintf(i.out, "%s: REFUSED: %v\n", f.Name, err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// readZipped reads one file of a zip.
func (i *importer) readZipped(f *zip.File) error {
	if f.Flags&1 != 0 {
		return fmt.Errorf("%w: it is encrypted. Unpack the zip with its password first", errNoGames)
	}
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", errNoGames, err)
	}
	defer in.Close()
	return i.read(f.Name, in)
}
