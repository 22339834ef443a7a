package views

import "strings"

// betzaAtoms are the moves of Betza’s notation in words: on squares, and on hexagons.
var betzaAtoms = []struct {
	letter         byte
	squares, hexes string
}{
	{'K', "one step in any direction", "one step across an edge or a corner"},
	{'Q', "straight or diagonally, any distance", "across edges or corners, any distance"},
	{'R', "straight, any distance", "across edges, any distance"},
	{'B', "diagonally, any distance", "across corners, any distance"},
	{'W', "one step straight", "one step across an edge"},
	{'F', "one step diagonally", "one step across a corner"},
	{'D', "a leap of two squares straight", "a leap of two cells across edges"},
	{'N', "a knight’s leap", "a knight’s leap, two cells across edges and one aside"},
	{'A', "a leap of two squares diagonally", "a leap of two cells across corners"},
	{'H', "a leap of three squares straight", "a leap of three cells across edges"},
	{'C', "a camel’s leap, three squares and one aside", "a camel’s leap, three cells and one aside"},
	{'Z', "a zebra’s leap, three squares and two aside", "a zebra’s leap, three cells and two aside"},
	{'G', "a leap of three squares diagonally", "a leap of three cells across corners"},
}

// betzaDirections are the directions that a move may be bound to. Two letters are read together on hexagons and on leaps like the knight’s.
var betzaDirections = []struct{ letters, words string }{
	{"f", "ahead"}, {"b", "back"}, {"l", "to the left"}, {"r", "to the right"}, {"s", "to the side"}, {"v", "ahead or back"},
	{"ff", "straight ahead"}, {"fs", "ahead and to the side"}, {"fl", "ahead and to the left"}, {"fr", "ahead and to the right"},
	{"bb", "straight back"}, {"bs", "back and to the side"}, {"bl", "back and to the left"}, {"br", "back and to the right"},
}

// betzaMarks are the other small letters before a move.
var betzaMarks = []struct{ letter, words string }{
	{"m", "without capturing"}, {"c", "only to capture"}, {"e", "also en passant"}, {"i", "only from where it starts"},
	{"n", "only if the way is free"}, {"p", "over exactly one man, like a cannon"}, {"g", "to just behind the first man in its way"},
}

// betzaWords says a piece's move in words: "fmWfceF" is "one step straight ahead, without capturing; one step diagonally ahead, only to
// capture, also en passant". It is for the eye; the engine reads the notation itself. hex: the board is one of hexagons.
func betzaWords(notation string, hex bool) string {
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
		moves = append(moves, betzaMove(atom, marks, notation[reach:i], hex))
	}
	return strings.Join(moves, "; ")
}

// betzaMove is one move: its atom, the small letters before it, the digits (or the atom again) after it.
func betzaMove(atom byte, marks, reach string, hex bool) string {
	words := string(atom)
	for _, a := range betzaAtoms {
		switch same := a.letter == atom || a.letter == 'C' && atom == 'L' || a.letter == 'Z' && atom == 'J'; {
		case same && hex:
			words = a.hexes
		case same:
			words = a.squares
		}
	}
	words, tail, _ := strings.Cut(words, ", ")
	words += ways(marks, hex || strings.IndexByte("NCZLJ", atom) >= 0, atom == 'F' || atom == 'B')
	if tail != "" {
		words += ", " + tail
	}
	switch {
	case reach == "":
	case reach == "0" || reach == string(atom):
		words += ", again and again in one direction"
	case reach != "1":
		words = strings.TrimSuffix(words, ", any distance") + ", up to " + reach + " times in one direction"
	}
	for _, mark := range betzaMarks {
		if !strings.Contains(marks, mark.letter) || mark.letter == "m" && strings.Contains(marks, "c") || mark.letter == "c" && strings.Contains(marks, "m") {
			continue
		}
		words += ", " + mark.words
	}
	return words
}

// ways are the directions of a move: " ahead", " ahead and to the side". pairs: two letters are read together wherever they can be, diagonal:
// where they name one diagonal ("fl").
func ways(marks string, pairs, diagonal bool) string {
	var found []string
	for marks != "" {
		best, words := marks[:1], ""
		for _, d := range betzaDirections {
			corner := diagonal && len(d.letters) == 2 && strings.IndexByte("lr", d.letters[1]) >= 0
			if strings.HasPrefix(marks, d.letters) && (len(d.letters) == 1 || pairs || corner) && len(d.letters) >= len(best) {
				best, words = d.letters, d.words
			}
		}
		marks = marks[len(best):]
		if words != "" {
			found = append(found, words)
		}
	}
	if len(found) == 0 {
		return ""
	}
	joint := " and "
	if pairs {
		joint = " or "
	}
	return " " + strings.Join(found, joint)
}
