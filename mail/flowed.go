package mail

import "strings"

// flowedLines is a text of format=flowed (RFC 3676) with its paragraphs put together again. What is quoted is what the format says is
// quoted: a person's own line that begins with ">" is not.
func flowedLines(text string, deleteSpace bool) []line {
	var lines []line
	var paragraph strings.Builder
	depth, open := 0, false
	end := func() {
		l := line{text: seen(paragraph.String())}
		if depth > 0 {
			l.kind = marked
		}
		lines = append(lines, l)
		paragraph.Reset()
	}
	for i, raw := range strings.Split(text, "\n") {
		content := strings.TrimLeft(raw, ">")
		d := len(raw) - len(content)
		content = strings.TrimPrefix(content, " ") // space-stuffed
		soft := strings.HasSuffix(content, " ") && content != "-- "
		if i > 0 && (!open || d != depth || content == "-- ") {
			end()
		}
		if soft && deleteSpace {
			content = content[:len(content)-1]
		}
		paragraph.WriteString(content)
		depth, open = d, soft
	}
	end()
	return lines
}
