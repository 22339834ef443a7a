package views

import "strings"

// betzaAtoms are the moves of Betza’s notation in words.
var betzaAtoms = map[byte]string{
	'K': "one step in any direction", 'Q': "straight or diagonally, any distance", 'R': "straight, any distance", 'B': "diagonally, any distance",
	'W': "one step straight", 'F': "one step diagonally", 'D': "a leap of two squares straight", 'A': "a leap of two squares diagonally",
	'N': "a knight’s leap", 'H': "a leap of three squares straight", 'C': "a camel’s leap, three squares and one aside", 'L': "a camel’s leap, three squares and one aside",
	'Z': "a zebra’s leap, three squares and two aside", 'J': "a zebra’s leap, three squares and two aside", 'G': "a leap of three squares diagonally",
}

// betzaSides are the directions that a move may be bound to.
var betzaSides = map[byte]string{'f': "ahead", 'b': "back", 'l': "to the left", 'r': "to the right", 's': "to the side", 'v': "ahead or back", 'h': ""}

// betzaWords says a piece's move in words: "fmWfceF" is "one step straight ahead, without capturing; one step diagonally ahead, only to
// capture, also en passant". It is for the eye; the engine reads the notation itself.
func betzaWords(notation string) string {
	if notation == "" {
		return "does not move"
	}
	var moves []string
	for i := 0; i < len(notation); {
		start := i
		for i < len(notation) && notation[i] >= 'a' && notation[i] <= 'z' {
			i++
		}
		marks := notation[start:i]
		if i == len(notation) {
			break
		}
		atom := notation[i]
		i++
		reach := i
		for i < len(notation) && (notation[i] == atom || notation[i] >= '0' && notation[i] <= '9') {
			i++
		}
		moves = append(moves, betzaMove(atom, marks, notation[reach:i]))
	}
	return strings.Join(moves, "; ")
}

// betzaMove is one move: its atom, the small letters before it, the digits (or the atom again) after it.
func betzaMove(atom byte, marks, reach string) string {
	words := betzaAtoms[atom]
	if words == "" {
		words = string(atom)
	}
	sides, seen := []string{}, map[string]bool{}
	for _, mark := range []byte(marks) {
		if side := betzaSides[mark]; side != "" && !seen[side] {
			sides, seen[side] = append(sides, side), true
		}
	}
	if len(sides) > 0 {
		words += " " + strings.Join(sides, " and ")
	}
	switch {
	case reach == "":
	case reach == "0" || reach == string(atom):
		words += ", again and again in one direction"
	case reach != "1":
		words = strings.TrimSuffix(words, ", any distance") + ", up to " + reach + " times in one direction"
	}
	has := func(mark string) bool { return strings.Contains(marks, mark) }
	for _, note := range []struct {
		holds bool
		words string
	}{
		{has("m") && !has("c"), "without capturing"},
		{has("c") && !has("m"), "only to capture"},
		{has("e"), "also en passant"},
		{has("i"), "only from where it starts"},
		{has("n"), "only if the way is free"},
		{has("p"), "over exactly one man, like a cannon"},
		{has("g"), "to just behind the first man in its way"},
	} {
		if note.holds {
			words += ", " + note.words
		}
	}
	return words
}
