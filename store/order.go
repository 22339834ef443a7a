package store

import (
	"regexp"
	"strings"
)

// order is what the first line of a mail asks for.
type order struct {
	deed  string // "move", "resign", "draw", "accept", "decline", "claim"; "" where there is no line
	what  string // of "accept" and "decline": "draw", or the kind of a request; "" where it does not say
	move  string // of "move": as typed
	offer bool   // of "move": a draw is offered with it
	asks  bool   // of what is no move and no offer: there is a question mark behind it
}

const asWhat = `(?: to)?(?: the| your| a)?(?: (draw|takeback|take back|pause|resume))?(?: offer| request)?`

// The words of orders, for a line in small letters without the signs around it. Each is the whole line: prose that has such a word in it is none.
var (
	resignWords  = regexp.MustCompile(`^(?:i )?resigns?(?: (?:the|this) game)?$`)
	drawWords    = regexp.MustCompile(`^(?:(?:i )?(?:offer|propose) )?(?:a )?draw(?: offer)?$`)
	acceptWords  = regexp.MustCompile(`^(?:i )?(?:accept|accepted|agree|agreed)` + asWhat + `$`)
	declineWords = regexp.MustCompile(`^(?:i )?(?:decline|declined|refuse|refused)` + asWhat + `$`)
	claimWords   = regexp.MustCompile(`^(?:i )?claim(?: (?:a |the )?draw)?$`)
	// drawBehind is the offer of a draw behind a move: "Nf3 draw?", "Nf3, I offer a draw", "Nf3 (=)".
	drawBehind = regexp.MustCompile(`(?i)^(.*?[^\s,;.])[\s,;.]+(?:\(?(?:(?:and|with) )?(?:(?:i )?(?:offer|propose) )?(?:a )?draw(?: offer)?\??\)?|\(=\))[\s.?!]*$`)
	// ahead are the words that some write before a move: "Move: Nf3", "My move is Nf3", "I play Nf3".
	ahead = regexp.MustCompile(`(?i)^(?:(?:my )?(?:next )?move\s*:|my (?:next )?move is:?|i play:?)\s+`)
)

// OnlyMove says whether the first line of a mail is read as a move without an offer, however illegal: as no word that ends a game or binds a player.
func OnlyMove(line string) bool {
	o := readOrder(line)
	return o.deed == "move" && !o.offer
}

// readOrder reads the first line of a mail.
func readOrder(line string) order {
	line = strings.Join(strings.Fields(line), " ")
	words := strings.ToLower(strings.Trim(line, " .,;:!?\"'“”„‘’*_"))
	asks := strings.Contains(line, "?")
	switch accept, decline := acceptWords.FindStringSubmatch(words), declineWords.FindStringSubmatch(words); {
	case line == "":
		return order{}
	case resignWords.MatchString(words):
		return order{deed: "resign", asks: asks}
	case drawWords.MatchString(words):
		return order{deed: "draw"}
	case claimWords.MatchString(words):
		return order{deed: "claim", asks: asks}
	case accept != nil:
		return order{deed: "accept", what: strings.ReplaceAll(accept[1], " ", ""), asks: asks}
	case decline != nil:
		return order{deed: "decline", what: strings.ReplaceAll(decline[1], " ", ""), asks: asks}
	}
	line = ahead.ReplaceAllString(line, "")
	if offered := drawBehind.FindStringSubmatch(line); offered != nil {
		return order{deed: "move", move: offered[1], offer: true}
	}
	return order{deed: "move", move: line}
}
