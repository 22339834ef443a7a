package mail

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"
)

// renderHTML is the letter as an HTML part, its pictures named by their Content-IDs.
func renderHTML(l letter) ([]byte, error) {
	var out bytes.Buffer
	if err := page(l).Render(context.Background(), &out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// quoted is a comment with its line breaks, escaped.
func quoted(text string) templ.Component {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = templ.EscapeString(line)
	}
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, strings.Join(lines, "<br>\n"))
		return err
	})
}

// preview is what mail programs show beside the subject.
func (l letter) preview() string {
	switch {
	case l.Due.When != "":
		return l.Heading + ". " + l.Due.String()
	case len(l.Lead) > 0:
		return l.Lead[0]
	}
	return l.Heading
}
