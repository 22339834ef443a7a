// Package static holds the files that the site serves as they are: the style sheet, the drawings of the men and the icon.
package static

import (
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

var drawings = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	entries, err := fs.ReadDir(Files, "pieces")
	if err != nil {
		panic("static: the embedded drawings cannot be listed: " + err.Error()) // they are part of the program
	}
	for _, entry := range entries {
		names[strings.TrimSuffix(entry.Name(), ".svg")] = true
	}
	return names
})

// HasPiece says whether there is a drawing, in both colours, of a man with that picture name ("knight").
func HasPiece(picture string) bool {
	all := drawings()
	return all["white-"+picture] && all["black-"+picture]
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
