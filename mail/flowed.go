package mail

import "strings"

// flowedLines is a text of format=flowed (RFC 3676) with its paragraphs put together again. What is quoted is what the format says is
// quoted: a person's own line that begins with ">" is not.
func flowedLines(text string, deleteSpace bool) []line {
	var lines []line
	depth, open := 0, false
	for _, raw := range strings.Split(text, "\n") {
		content := strings.TrimLeft(raw, ">")
		d := len(raw) - len(content)
		content = strings.TrimPrefix(content, " ") // space-stuffed
		soft := strings.HasSuffix(content, " ") && content != "-- "
		if soft && deleteSpace {
			content = content[:len(content)-1]
		}
		if open && d == depth && content != "-- " {
			lines[len(lines)-1].text += content
		} else {
			l := line{text: content}
			if d > 0 {
				l.kind = marked
			}
			lines = append(lines, l)
		}
		depth, open = d, soft
	}
	for i := range lines {
		lines[i].text = seen(lines[i].text)
	}
	return lines
}
