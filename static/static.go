// Package static holds the files that the site serves as they are: the style sheet, the drawings of the men and the icon.
package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"strings"
	"sync"
)

// Files holds style.css, favicon.svg and pieces/{white|black}-{name}.svg; the site serves them under /static/.
//
//go:embed style.css favicon.svg pieces/*.svg
var Files embed.FS

var version = sync.OnceValue(func() string {
	sum := sha256.New()
	err := fs.WalkDir(Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := Files.ReadFile(path)
		sum.Write([]byte(path))
		sum.Write(text)
		return err
	})
	if err != nil {
		panic("static: the embedded files cannot be read: " + err.Error()) // they are part of the program
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
})

// Version is a hash of all files, twelve hexadecimal digits: another one whenever a file has changed, so that
// what is asked for with it may be cached for ever.
func Version() string { return version() }

// URL is where the site serves a file, with the version that makes it safe to cache: "/static/style.css?v=…".
func URL(name string) string { return "/static/" + name + "?v=" + Version() }

// Drawing is what a drawing of a man says of itself, in the root of its file.
type Drawing struct {
	Points   bool // data-points="up": it points ahead, like a tile of shogi; who draws it for a player on the far side turns it upside down
	Promoted bool // data-promoted="true": one sees by it that the man is promoted
}

// drawings are the drawings of men by their names.
var drawings = sync.OnceValue(func() map[string]Drawing {
	all := map[string]Drawing{}
	names, err := fs.Glob(Files, "pieces/white-*.svg")
	if err != nil {
		panic("static: " + err.Error()) // the pattern is a constant
	}
	for _, name := range names {
		text, err := Files.ReadFile(name)
		if err != nil {
			panic("static: an embedded drawing cannot be read: " + err.Error()) // it is part of the program
		}
		picture := strings.TrimSuffix(strings.TrimPrefix(name, "pieces/white-"), ".svg")
		all[picture] = Drawing{bytes.Contains(text, []byte(` data-points="up"`)), bytes.Contains(text, []byte(` data-promoted="true"`))}
	}
	return all
})

// Piece is the drawing, which there is in both colours, of a man with that picture name ("knight"); false if there is none.
func Piece(picture string) (Drawing, bool) {
	d, ok := drawings()[picture]
	return d, ok
}

// Handler serves the files under /static/. What is asked for by its version is cached for a year, the rest for ten minutes.
func Handler() http.Handler {
	files := http.StripPrefix("/static/", http.FileServerFS(Files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") { // a folder: its list is nobody's business
			http.NotFound(w, r)
			return
		}
		age := "public, max-age=600"
		if r.URL.Query().Get("v") == Version() {
			age = "public, max-age=31536000, immutable"
		}
		w.Header().Set("Cache-Control", age)
		files.ServeHTTP(w, r)
	})
}
