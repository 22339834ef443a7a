package mail

import "strings"

// flowedLines is a text of format=flowed (RFC 3676) with its paragraphs put together again. What is quoted is what the format says is
// quoted: a person's own line that begins with ">" is not.
func flowedLines(text string, deleteSpace bool) []line {
	var lines []line
	var paragraph strings.Builder
	depth, open, begun := 0, false, false
	end := func() {
		l := line{text: seen(paragraph.String())}
		if depth > 0 {
			l.kind = marked
		}
		lines = append(lines, l)
		paragraph.Reset()
	}
	all := strings.Split(text, "\n")
	for i, raw := range all {
		content := strings.TrimLeft(raw, ">")
		d := len(raw) - len(content)
		content = strings.TrimPrefix(content, " ") // space-stuffed
		soft := strings.HasSuffix(content, " ") && content != "-- "
		if d == 0 && !begun && strings.TrimSpace(content) != "" {
			soft, begun = soft && (deleteSpace || i+1 == len(all) || isBroken(content, all[i+1])), true
		}
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

// isBroken says whether a program has broken a paragraph between its first two lines, as it does where the next word has no room. After a short line the blank
// was typed: telephones put one behind a word that they complete: with the next line the move would be none.
func isBroken(line, next string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(next, "> "), " ")
	return len(line)+len(word) > 50
}
