package rules

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pairs reads "y:Pyrrhus, a:archbishop".
func (c *compiler) pairs(name string) map[string]string {
	found := map[string]string{}
	value := c.values[name]
	for _, pair := range strings.Split(value, ",") {
		letter, text, ok := strings.Cut(strings.TrimSpace(pair), ":")
		letter, text = strings.ToLower(strings.TrimSpace(letter)), strings.TrimSpace(text)
		switch {
		case value == "":
		case !ok || len(strings.TrimPrefix(letter, "+")) != 1 || text == "" || utf8.RuneCountInString(text) > 40 || name == "pictures" && !slices.Contains(drawings, text):
			c.notAllowed(name, pair)
		default:
			found[letter] = text
		}
	}
	return found
}

// makeWords reads what is only shown, and the order in which hands are written.
func (c *compiler) makeWords() {
	c.v.sideNames = [2]string{"White", "Black"}
	if value, ok := c.values["sideNames"]; ok {
		first, second, two := strings.Cut(value, ",")
		c.v.sideNames = [2]string{strings.TrimSpace(first), strings.TrimSpace(second)}
		if !two || c.v.sideNames[0] == "" || c.v.sideNames[1] == "" || c.v.SideName(White) == c.v.SideName(Black) || utf8.RuneCountInString(value) > 60 {
			c.notAllowed("sideNames", value)
		}
	}
	c.number("order", 0, lastOrder)
	for name, limit := range map[string]int{"title": 60, "inventor": 60, "summary": 300} {
		if utf8.RuneCountInString(c.values[name]) > limit {
			c.fail(name, fmt.Errorf("it is too long; at most %d letters", limit))
		}
	}
	if year, ok := c.values["year"]; ok && (strings.Trim(year, "0123456789") != "" || len(year) < 1 || len(year) > 4) {
		c.notAllowed("year", year)
	}
	if title, ok := c.values["title"]; ok && title == "" {
		c.fail("title", errors.New("the name is missing"))
	}
	for n := range maxRules {
		if text := c.values["rules"+strconv.Itoa(n+1)]; text != "" {
			c.v.rules = append(c.v.rules, text)
		}
	}
	for t := range c.v.lettered {
		c.v.handOrder = append(c.v.handOrder, Type(t))
	}
	slices.SortFunc(c.v.handOrder, func(a, b Type) int {
		place := func(t Type) int {
			if i := strings.IndexByte("QRBNP", c.v.pieces[t].Letter); i >= 0 {
				return i
			}
			return int(c.v.pieces[t].Letter)
		}
		return place(a) - place(b)
	})
}
