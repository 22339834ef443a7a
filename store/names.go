package store

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

var errBadDomain = errors.New("no domain of the public net")

// How many letters a text of a player's may have.
const (
	NameLetters    = 60
	TitleLetters   = 80
	CommentLetters = 5000 // with a move, or in public after the end
	NoteLetters    = 20000
	MessageLetters = 2000
)

// formerPlayer stands where the name of a deleted account stood; nobody can take it.
const formerPlayer = "former player"

// apostrophes lets a phone's ’ compare as '.
var apostrophes = strings.NewReplacer("’", "'")

// cleanName gives a new name as it is shown (blanks trimmed, NFC) and its nameKey. *Invalid says what is wrong. Names that are there already
// are found by nameKey alone: the rules for new ones may change.
func cleanName(typed string) (name, key string, err error) {
	const field = "name"
	if !utf8.ValidString(typed) || strings.ContainsFunc(typed, controls) {
		return "", "", invalid(field, "A name is one line of letters, digits and blanks, without control characters.")
	}
	words := strings.Fields(typed)
	name = norm.NFC.String(strings.Join(words, " "))
	switch {
	case name == "":
		return "", "", invalid(field, "Choose the name that others will see, for example Ann or Jean-Luc.")
	case utf8.RuneCountInString(name) > NameLetters:
		return "", "", invalid(field, "A name has at most %d letters; this one has %d.", NameLetters, utf8.RuneCountInString(name))
	case strings.ContainsAny(name, "@＠"):
		return "", "", invalid(field, "A name cannot hold an @, so that nobody takes it for an address.")
	case strings.ContainsAny(name, "/／\\"):
		return "", "", invalid(field, "A name cannot hold a slash, because it becomes part of a link.")
	case !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }): // "." and ".." are parts of paths, "?" is nobody in PGN
		return "", "", invalid(field, "A name needs a letter or a digit, for example Ann.")
	case piledUp(name):
		return "", "", invalid(field, "A name can have at most %d marks above and below one letter.", marksOnALetter)
	}
	for _, word := range words {
		if mixed(word) {
			return "", "", invalid(field, "“%s” mixes letters of two scripts that look alike, so that one could take it for another name. Use one of them.", word)
		}
	}
	if key, err = nameKey(name); err != nil {
		return "", "", err
	}
	if key == formerPlayer {
		return "", "", invalid(field, "“%s” is what deleted accounts are called. Choose another name.", name)
	}
	return name, key, nil
}

// nameKey is the key by which names are compared, also of names that nobody could choose today: precis.UsernameCaseMapped (RFC 8265) of each
// word, since that profile allows no blanks. *Invalid names a word that has no key.
func nameKey(name string) (string, error) {
	words := strings.Fields(name)
	for i, word := range words {
		key, err := precis.UsernameCaseMapped.CompareKey(apostrophes.Replace(word))
		if err != nil {
			return "", invalid("name", "“%s” holds a sign that names cannot have. Letters of any one script, digits, blanks and signs such as - ' . & are fine.", word)
		}
		words[i] = key
	}
	return strings.Join(words, " "), nil
}

// mixed says whether a word has letters of more than one of the scripts whose letters look alike.
func mixed(word string) bool {
	scripts := 0
	for _, script := range []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Cherokee} {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(script, r) }) {
			scripts++
		}
	}
	return scripts > 1
}

// marksOnALetter is enough for all scripts that have marks; more of them run over the lines above and below.
const marksOnALetter = 4

// piledUp says whether a letter of a name bears more marks than that, those apart that take room of their own.
func piledUp(name string) bool {
	marks := 0
	for _, r := range name {
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		if marks > marksOnALetter {
			return true
		}
	}
	return false
}

// controls are characters that change how a line is read: control, direction and other invisible ones.
func controls(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || r == utf8.RuneError
}

// cleanEmail gives an address as mail is sent to it (blanks trimmed, the domain in lower-case ASCII) and the key by which addresses are
// compared (all lower case). Beyond net/mail's grammar it must be dot-atom@domain with a domain of the public net. *Invalid says what is wrong.
func cleanEmail(field, typed string) (email, key string, err error) {
	typed = strings.Trim(typed, " \t")
	if named, err := mail.ParseAddress(typed); err == nil && strings.HasSuffix(typed, ">") {
		return "", "", invalid(field, "Write the address alone, without a name and brackets: %s", named.Address)
	}
	local, domain, ok := strings.Cut(typed, "@")
	if !ok || local == "" || domain == "" {
		return "", "", invalid(field, "An e-mail address looks like ann@example.com.")
	}
	if len(typed) > 254 || len(local) > 64 {
		return "", "", invalid(field, "This is too long for an e-mail address: 254 letters at most, and 64 before the @.")
	}
	for _, r := range local {
		if r > unicode.MaxASCII {
			return "", "", invalid(field, "Before the @ we can send mail to plain letters (a–z), digits and signs such as . + - ' _ only.")
		}
	}
	ascii, err := cleanDomain(domain)
	if err != nil {
		return "", "", invalid(field, "“%s” is no domain that mail can be sent to. After the @ stands something like example.com.", domain)
	}
	email = local + "@" + ascii
	if parsed, err := mail.ParseAddress(email); err != nil || parsed.Name != "" || parsed.Address != email || len(email) > 254 {
		return "", "", invalid(field, "This is not one e-mail address. An address looks like ann@example.com.")
	}
	return email, strings.ToLower(email), nil
}

// cleanDomain gives a domain's ASCII form, in lower case. It needs a dot, letters, digits and hyphens only, and a last part that is no number.
func cleanDomain(domain string) (string, error) {
	for _, r := range domain {
		if !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && r != '-' && r != '.' {
			return "", errBadDomain
		}
	}
	ascii, err := idna.New(idna.MapForLookup(), idna.BidiRule(), idna.StrictDomainName(true), idna.VerifyDNSLength(true)).ToASCII(domain)
	if err != nil {
		return "", err
	}
	dot := strings.LastIndexByte(ascii, '.')
	last := ascii[dot+1:]
	if dot < 1 || len(last) < 2 || !strings.ContainsFunc(last, unicode.IsLetter) {
		return "", errBadDomain
	}
	return ascii, nil
}

// cleanLine is a line of text that people read: trimmed, NFC, not longer than letters, without what turns the direction of the words around
// it (U+202A to U+202E, U+2066 to U+2069). *Invalid names what it is.
func cleanLine(field, what, typed string, letters int) (string, error) {
	text := strings.Map(func(r rune) rune {
		if '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069' {
			return -1
		}
		return r
	}, typed)
	text = norm.NFC.String(strings.TrimSpace(text))
	if !utf8.ValidString(typed) || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }) {
		return "", invalid(field, "%s is one line, without control characters.", what)
	}
	if n := utf8.RuneCountInString(text); n > letters {
		return "", invalid(field, "%s has at most %d letters; this one has %d.", what, letters, n)
	}
	return text, nil
}

// cleanComment is a comment exactly as typed, but for its ends and for line ends, which become "\n".
func cleanComment(typed string) (string, error) {
	return cleanWords("comment", "A comment", typed, CommentLetters)
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
