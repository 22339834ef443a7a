package static

import (
	"io/fs"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestPiece(t *testing.T) {
	for name, want := range map[string]Drawing{"king": {}, "harpy-flying": {}, "token": {}, "shogi-king": {Points: true}, "yari-rook": {Points: true},
		"shogi-rook-promoted": {true, true}, "yari-gold": {true, true}} {
		if d, ok := Piece(name); d != want || !ok {
			t.Errorf("Piece(%q) is %v, %v", name, d, ok)
		}
	}
	for _, name := range []string{"stranger", "", "../../static"} {
		if d, ok := Piece(name); ok {
			t.Errorf("Piece(%q) is %v", name, d)
		}
	}
}

func TestPiecesFollowTheGuide(t *testing.T) {
	files, err := fs.Glob(Files, "pieces/*.svg")
	if err != nil || len(files) != 92 {
		t.Fatalf("%d pieces, %v", len(files), err)
	}
	strange := regexp.MustCompile(`<(/?svg|/?g|path|circle)\b|\s(xmlns|viewBox|data-points|data-promoted|d|cx|cy|r|fill|stroke|stroke-(width|linejoin|linecap)|transform)="[^"&]*"|[/>]|\s`)
	for _, file := range files {
		other := strings.NewReplacer("white-", "black-", "black-", "white-").Replace(file)
		if !slices.Contains(files, other) {
			t.Errorf("there is no %s", other)
		}
		text, err := Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 2400 || !strings.Contains(string(text), `viewBox="0 0 45 45"`) {
			t.Errorf("%s: %d bytes, or another viewBox", file, len(text))
		}
		if rest := strange.ReplaceAllString(string(text), ""); rest != "" {
			t.Errorf("%s holds more than shapes: %q", file, rest)
		}
	}
}

func TestHandler(t *testing.T) {
	for url, cached := range map[string]string{URL("style.css"): "immutable", "/static/style.css": "max-age=600", "/static/style.css?v=0": "max-age=600"} {
		answer := httptest.NewRecorder()
		Handler().ServeHTTP(answer, httptest.NewRequest("GET", url, nil))
		if answer.Code != 200 || !strings.Contains(answer.Header().Get("Cache-Control"), cached) || !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/css") {
			t.Errorf("%s: %d %v", url, answer.Code, answer.Header())
		}
	}
	for _, url := range []string{"/static/", "/static/pieces/", "/static/pieces", "/static/nothing.css", URL("nothing.css"), "/static/../static.go", "/static/static.go"} {
		answer := httptest.NewRecorder()
		Handler().ServeHTTP(answer, httptest.NewRequest("GET", url, nil))
		if answer.Code == 200 || strings.Contains(answer.Header().Get("Cache-Control"), "immutable") || strings.Contains(answer.Body.String(), ".svg") {
			t.Errorf("%s: %d %v %s", url, answer.Code, answer.Header(), answer.Body)
		}
	}
}

// The style sheet must load nothing: the site's content policy would refuse it.
func TestStyleLoadsNothing(t *testing.T) {
	text, err := Files.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`@import|url\(|@font-face`).FindString(string(text)); found != "" {
		t.Errorf("style.css has %s", found)
	}
	if open, shut := strings.Count(string(text), "{"), strings.Count(string(text), "}"); open != shut {
		t.Errorf("%d braces open, %d shut", open, shut)
	}
}
