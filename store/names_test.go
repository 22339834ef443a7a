package store

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	for typed, want := range map[string]string{ // shown|key
		" Ann ": "Ann|ann", "Zoë": "Zoë|zoë", "Zoe\u0308": "Zoë|zoë", "Jean-Luc": "Jean-Luc|jean-luc", "O'Neil  & Söhne": "O'Neil & Söhne|o'neil & söhne",
		"O’Neil": "O’Neil|o'neil", "new": "new|new", "Ｂｏｂ": "Ｂｏｂ|bob", "Иван": "Иван|иван", "דנה": "דנה|דנה", "50%": "50%|50%", "7": "7|7", "田中": "田中|田中", "เจี๊ยบ": "เจี๊ยบ|เจี๊ยบ", "שָׁלוֹם": "שָׁלוֹם|שָׁלוֹם",
		strings.Repeat("n", 60): strings.Repeat("n", 60) + "|" + strings.Repeat("n", 60),
	} {
		name, key, err := cleanName(typed)
		if err != nil || name+"|"+key != want {
			t.Errorf("%q gave %q, %q, %v; want %s", typed, name, key, err, want)
		}
	}
	for _, typed := range []string{"", "   ", "ann@example.org", "a/b", "a\\b", ".", "..", "Eve\r\nBcc: x@y.zz", "a\x00b", "\u202Egnp", "a\u200Bb", "\xff", "Former  Player",
		"♞", "-", "?", "+", "' &", "%", "_", "Z" + strings.Repeat("\u0335", 5), strings.Repeat("n", 61), strings.Repeat("n", 100000), "a＠b", "a\u2028b", "ａ／ｂ"} {
		_, _, err := cleanName(typed)
		var e *Invalid
		if !errors.As(err, &e) || e.Field != "name" || len(e.Text) < 20 {
			t.Errorf("%.30q as a name: %v", typed, err)
		}
	}
}

func TestAddresses(t *testing.T) {
	for typed, want := range map[string]string{ // sent to|key
		"o'brien@example.com": "o'brien@example.com|o'brien@example.com", "c+site.org@example.de": "c+site.org@example.de|c+site.org@example.de",
		" USER@EXAMPLE.COM\t": "USER@example.com|user@example.com", "a@b.museum": "a@b.museum|a@b.museum", "a@b.info": "a@b.info|a@b.info",
		"idna@exämple.de": "idna@xn--exmple-cua.de|idna@xn--exmple-cua.de", "a_b-c@sub.example.co.uk": "a_b-c@sub.example.co.uk|a_b-c@sub.example.co.uk",
		"a@例え.テスト": "a@xn--r8jz45g.xn--zckzah|a@xn--r8jz45g.xn--zckzah",
	} {
		email, key, err := cleanEmail("email", typed)
		if err != nil || email+"|"+key != want {
			t.Errorf("%q gave %q, %q, %v; want %s", typed, email, key, err, want)
		}
	}
	for _, typed := range []string{"", "foo", "foo@", "@example.com", "a b@example.com", "foo@example..com", "foo@bar.com×", "a@localhost", "a@[127.0.0.1]", "a@127.0.0.1",
		`"a b"@x.com`, "foo@example.com,bar@example.com", "foo@example.com\r\nBcc: victim@example.net", "recipient@example.net>\r\nDATA\r\n", "Ann <ann@example.com>",
		strings.Repeat("f", 300) + "@example.com", strings.Repeat("f", 65) + "@example.com", "a@" + strings.Repeat("b.", 130) + "com", "jürgen@example.com", "a@b.c",
		".a@example.com", "a.@example.com", "a..b@example.com", "a@example.com.", "a@-example.com", "a@exa_mple.com", "a@@example.com", "a@b@example.com",
		"a@example.com (Ann)", "(x)a@example.com", "a\x00@example.com", "a@exam\u200Bple.com", "a@" + strings.Repeat("x", 64) + ".com", "\xff@example.com", "a@\xff.com", "a@example.123"} {
		email, _, err := cleanEmail("email", typed)
		var e *Invalid
		if !errors.As(err, &e) || e.Field != "email" || len(e.Text) < 20 {
			t.Errorf("%.40q as an address: %q, %v", typed, email, err)
		}
	}
}

func TestMarksOnLetters(t *testing.T) {
	for name, fits := range map[string]bool{"မျှော်လင့်": true, "မြွှေး": true, "Z" + strings.Repeat("\u0335", 5): false} {
		if _, _, err := cleanName(name); (err == nil) != fits {
			t.Errorf("%q as a name: %v", name, err)
		}
	}
}

func TestAddressWithAName(t *testing.T) {
	if _, _, err := cleanEmail("email", "Ann <o'ann@example.com>"); err == nil || !strings.Contains(err.Error(), "alone, without a name and brackets: o'ann@example.com") {
		t.Error(err)
	}
}

func TestComments(t *testing.T) {
	for typed, want := range map[string]string{"": "", " \r\n hi\r\nthere \r": "hi\nthere", "a\rb": "a\nb", "<b> =\n.\n..": "<b> =\n.\n..", strings.Repeat("é", 5000): strings.Repeat("é", 5000)} {
		if got, err := cleanComment(typed); err != nil || got != want {
			t.Errorf("%.30q became %.30q, %v", typed, got, err)
		}
	}
	for _, typed := range []string{"a\x00b", "\xff\xfe", strings.Repeat("é", 5001)} {
		_, err := cleanComment(typed)
		wantInvalid(t, err, "comment")
	}
}

// TestNamesAreStable: a name as it is shown is a name, and finds the same player in whatever case.
func TestNamesAreStable(t *testing.T) {
	dotless := strings.NewReplacer("İ", "I") // whose lower case is a matter of language
	rapid.Check(t, func(t *rapid.T) {
		typed := dotless.Replace(rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-zÄÖÜäöüßÀ-ÿΑ-ωА-яא-ת' .&-]{1,20}`)).Draw(t, "typed"))
		name, key, err := cleanName(typed)
		if err != nil {
			var said *Invalid
			if !errors.As(err, &said) {
				t.Fatal(err)
			}
			return
		}
		for _, again := range []string{name, " " + name + " ", strings.ToLower(name)} {
			if _, k, err := cleanName(again); err != nil || k != key {
				t.Fatalf("%q has the key %q, and %q has %q, %v", typed, key, again, k, err)
			}
		}
	})
}

var plainAddress = regexp.MustCompile(`^[!-?A-~]+@[a-z0-9-]+(\.[a-z0-9-]+)+$`)

// TestAddressesAreSafe: what is accepted is one plain line that fits into a header and into an SMTP command, and is its own clean form.
func TestAddressesAreSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~é×]{1,12}@[ -~éß×。]{1,12}\.[a-zA-Z.é×]{1,6}`)).Draw(t, "typed")
		email, key, err := cleanEmail("email", typed)
		if err != nil {
			return
		}
		if !plainAddress.MatchString(email) || strings.ContainsAny(email, "<>,;:\\\"()[]") || key != strings.ToLower(email) {
			t.Fatalf("%q became %q with the key %q", typed, email, key)
		}
		if again, k, err := cleanEmail("email", email); err != nil || again != email || k != key {
			t.Fatalf("%q became %q, and that %q, %v", typed, email, again, err)
		}
	})
}

// A title that turns the direction of the words around it would let the rest of the line say something else.
func TestTitlesTurnNothing(t *testing.T) {
	for typed, want := range map[string]string{"\u202eevil\u202c game": "evil game", "\u2066\u2067x\u2068\u2069": "x", "שחמט\u200f 1": "שחמט\u200f 1", "👩\u200d🚀": "👩\u200d🚀"} {
		if got, err := cleanLine("title", "A title", typed, TitleLetters); err != nil || got != want {
			t.Errorf("%q became %q, %v; want %q", typed, got, err, want)
		}
	}
	for _, typed := range []string{"two\u2028lines", "two\u2029lines", "a\x00b", "\x1b[31m", "\xff"} {
		if _, err := cleanLine("title", "A title", typed, TitleLetters); err == nil {
			t.Errorf("%q is a title", typed)
		}
	}
}

// A name that looks like another's although it is written otherwise would let somebody pass for him.
func TestNamesMixNoScripts(t *testing.T) {
	for _, name := range []string{"Аnn", "Βob", "Pаul Morphy", "Anո"} { // with a Cyrillic, Greek and Armenian letter
		if _, _, err := cleanName(name); err == nil || !strings.Contains(err.Error(), "two scripts") {
			t.Errorf("%q (%+q): %v", name, name, err)
		}
	}
	for _, name := range []string{"Анна", "Анна Smith", "Αθηνά 2", "田中Tanaka", "Zoë", "Łukasz", "Ğül"} {
		if _, _, err := cleanName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestOldNames: a name of before a rule is still found, and a sign-up that waits with one can be confirmed.
func TestOldNames(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	must(t, w.SignUp(w.ctx(), "Carl", "carl@example.com", "", ""))
	must(t, w.exec(`UPDATE players SET name = ?, name_key = ? WHERE id = ?`, "Xаnn", "xаnn", ann.ID)) // with Cyrillic letters
	must(t, w.exec(`UPDATE signups SET name = ?`, "Xаrl"))
	if p, err := w.PlayerByName(w.ctx(), "xАNN"); err != nil || p.ID != ann.ID {
		t.Errorf("by name: %+v, %v", p, err)
	}
	if p, hash, err := w.Login(w.ctx(), "Xаnn"); err != nil || p.ID != ann.ID || hash == "" {
		t.Errorf("by login: %+v, %v", p, err)
	}
	_, err := w.Invite(w.ctx(), bob.ID, w.terms(), "Xаnn", "")
	must(t, err)
	list := w.mails()
	c, err := w.Confirm(w.ctx(), list[0].Token, 0)
	if err != nil || c.Player.Name != "Xаrl" {
		t.Errorf("a sign-up of before: %+v, %v", c, err)
	}
	_, err = w.PlayerByName(w.ctx(), "a\x00b")
	wantErr(t, err, ErrNotFound)
}
