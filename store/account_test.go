package store

import (
	"strings"
	"testing"
	"time"
)

func TestSignUp(t *testing.T) {
	w := newWorld(t)
	must(t, w.SignUp(w.ctx(), " Ann ", " Ann@Example.com", "hash", "/variants"))
	mail := w.mail("confirm", "Ann@example.com")
	if mail.Name != "Ann" || mail.PlayerID != 0 || len(mail.Token) != 22 || !strings.HasSuffix(mail.MessageID, "@post.example") {
		t.Fatalf("the mail is %+v", mail)
	}
	for range 2 { // looking changes nothing
		page, err := w.Token(w.ctx(), mail.Token)
		must(t, err)
		if page != (TokenPage{Kind: "signup", Name: "Ann", Email: "Ann@example.com", ExpiresAt: w.now() + signUpLasts}) {
			t.Fatalf("the page is %+v", page)
		}
	}
	_, err := w.PlayerByName(w.ctx(), "Ann")
	wantErr(t, err, ErrNotFound)
	c, err := w.Confirm(w.ctx(), mail.Token, 0)
	must(t, err)
	if c.Kind != "signup" || c.Next != "/variants" || c.Player.Name != "Ann" || !c.Player.HasPassword || c.Player.Zone != "UTC" ||
		c.Player.Wishes != (MailWishes{Moves: AtOnce, Hour: 8, Reminders: true, Invitations: true}) || c.Player.CreatedAt != begin.Unix() {
		t.Fatalf("confirmed %+v", c)
	}
	_, err = w.Confirm(w.ctx(), mail.Token, 0)
	wantErr(t, err, ErrGone)
	_, err = w.Token(w.ctx(), mail.Token)
	wantErr(t, err, ErrGone)
	_, err = w.Confirm(w.ctx(), "nothing", 0)
	wantErr(t, err, ErrNotFound)
	for _, login := range []string{"ann", "ANN@example.com"} {
		p, hash, err := w.Login(w.ctx(), login)
		must(t, err)
		if p != c.Player || hash != "hash" {
			t.Fatalf("%s signs in as %+v with %q", login, p, hash)
		}
	}
	for _, login := range []string{"", "Nobody", "nobody@example.com", "@", "a/b"} {
		_, _, err := w.Login(w.ctx(), login)
		wantErr(t, err, ErrNotFound)
	}
	if list, _, err := w.MailsOf(w.ctx(), c.Player.ID, 1); err != nil || len(list) != 1 || list[0].Kind != "confirm" {
		t.Fatalf("the player's mails are %v, %v", list, err)
	}
}

func TestSignUpTaken(t *testing.T) {
	w := newWorld(t)
	w.join("Ann")
	wantInvalid(t, w.SignUp(w.ctx(), "ANN", "other@example.com", "", ""), "name", "taken", "ANN")
	wantInvalid(t, w.SignUp(w.ctx(), "Bob", "bob@", "", ""), "email")
	wantInvalid(t, w.SignUp(w.ctx(), "a@b.de", "bob@example.com", "", ""), "name")
	w.noMail()
	must(t, w.SignUp(w.ctx(), "Otto", "ANN@EXAMPLE.COM", "stranger's", ""))
	if mail := w.mail("known", "ann@example.com"); mail.Name != "Ann" || mail.Token != "" {
		t.Fatalf("the owner of a taken address is told %+v", mail)
	}
	if _, hash, err := w.Login(w.ctx(), "Ann"); err != nil || hash != "hash of Ann" {
		t.Fatalf("the password became %q, %v", hash, err)
	}
}

func TestSignUpReplaced(t *testing.T) {
	w := newWorld(t)
	must(t, w.SignUp(w.ctx(), "Ann", "x@example.com", "one", ""))
	first := w.mail("confirm", "x@example.com")
	must(t, w.SignUp(w.ctx(), "Anna", "X@example.com", "two", ""))
	second := w.mail("confirm", "X@example.com")
	_, err := w.Confirm(w.ctx(), first.Token, 0)
	wantErr(t, err, ErrGone)
	c, err := w.Confirm(w.ctx(), second.Token, 0)
	must(t, err)
	if _, hash, _ := w.Login(w.ctx(), "x@example.com"); c.Player.Name != "Anna" || hash != "two" {
		t.Fatalf("confirmed %+v with %q", c, hash)
	}
	// two that wait: one mail goes, the newer
	must(t, w.SignUp(w.ctx(), "Bob", "b@example.com", "", ""))
	must(t, w.SignUp(w.ctx(), "Bobby", "b@example.com", "", ""))
	if mail := w.mail("confirm", "b@example.com"); mail.Name != "Bobby" {
		t.Fatalf("the mail is %+v", mail)
	}
}

func TestNameTakenMeanwhile(t *testing.T) {
	w := newWorld(t)
	must(t, w.SignUp(w.ctx(), "Ann", "one@example.com", "", ""))
	must(t, w.SignUp(w.ctx(), "ann", "two@example.com", "", ""))
	mails := w.mails()
	_, err := w.Confirm(w.ctx(), mails[1].Token, 0)
	must(t, err)
	_, err = w.Confirm(w.ctx(), mails[0].Token, 0)
	wantInvalid(t, err, "name", "taken")
	must(t, w.SignUp(w.ctx(), "Anne", "one@example.com", "", ""))
	_, err = w.Confirm(w.ctx(), w.mail("confirm", "one@example.com").Token, 0)
	must(t, err)
}

func TestTokenEnds(t *testing.T) {
	w := newWorld(t)
	must(t, w.SignUp(w.ctx(), "Ann", "ann@example.com", "", ""))
	token := w.mail("confirm", "ann@example.com").Token
	w.pass(48*time.Hour - time.Second)
	_, err := w.Token(w.ctx(), token)
	must(t, err)
	w.pass(time.Second)
	_, err = w.Confirm(w.ctx(), token, 0)
	wantErr(t, err, ErrGone)
	must(t, w.Sweep(w.ctx()))
	_, err = w.Confirm(w.ctx(), token, 0)
	wantErr(t, err, ErrGone)

	ann := w.join("Ann")
	must(t, w.SendSignInLink(w.ctx(), "ANN@example.com ", "/games"))
	w.pass(5 * time.Hour) // the relay is away; the hour begins with the sending
	must(t, w.Sweep(w.ctx()))
	token = w.mail("signin", "ann@example.com").Token
	w.pass(time.Hour - time.Second)
	c, err := w.Confirm(w.ctx(), token, 0)
	must(t, err)
	if c.Kind != "signin" || c.Player != ann || c.Next != "/games" {
		t.Fatalf("the link gave %+v", c)
	}
	must(t, w.SendSignInLink(w.ctx(), "ann@example.com", ""))
	must(t, w.SendSignInLink(w.ctx(), "ann@example.com", ""))
	token = w.mail("signin", "ann@example.com").Token // one mail, the newer
	w.pass(time.Hour)
	_, err = w.Confirm(w.ctx(), token, 0)
	wantErr(t, err, ErrGone)
	must(t, w.SendSignInLink(w.ctx(), "nobody@example.com", ""))
	wantInvalid(t, w.SendSignInLink(w.ctx(), "nobody", ""), "email")
	w.noMail()
}

func TestExpiredMailIsNotSent(t *testing.T) {
	w := newWorld(t)
	must(t, w.SignUp(w.ctx(), "Ann", "ann@example.com", "", ""))
	w.pass(49 * time.Hour) // the relay is away
	must(t, w.Sweep(w.ctx()))
	w.noMail()
}

func TestDisown(t *testing.T) {
	w := newWorld(t)
	must(t, w.SignUp(w.ctx(), "Mallory", "ann@example.com", "a password of Mallory's", ""))
	token := w.mail("confirm", "ann@example.com").Token
	must(t, w.Disown(w.ctx(), token))
	_, err := w.Confirm(w.ctx(), token, 0)
	wantErr(t, err, ErrGone)
	wantErr(t, w.Disown(w.ctx(), token), ErrGone)
	wantErr(t, w.Disown(w.ctx(), "nothing"), ErrNotFound)
	w.join("Ann")
}

// TestStrangersPassword: a stranger signs up with Greta's address; what Greta does then never makes that password good.
func TestStrangersPassword(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	must(t, w.SignUp(w.ctx(), "Mallory", "greta@example.com", "a password of Mallory's", ""))
	strangers := w.mail("confirm", "greta@example.com").Token
	must(t, w.SendSignInLink(w.ctx(), "greta@example.com", ""))
	w.noMail() // no account, no link
	i, err := w.Invite(w.ctx(), ann.ID, w.terms(), "", "")
	must(t, err)
	must(t, w.AcceptAsGuest(w.ctx(), i.Token, "Greta", "greta@example.com"))
	c, err := w.Confirm(w.ctx(), w.mail("guest", "greta@example.com").Token, 0)
	must(t, err)
	if c.Player.Name != "Greta" || c.Player.HasPassword {
		t.Fatalf("the guest became %+v", c.Player)
	}
	_, err = w.Confirm(w.ctx(), strangers, 0)
	wantErr(t, err, ErrGone)
}

func TestChangeEmail(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	w.join("Bob")
	wantInvalid(t, w.ChangeEmail(w.ctx(), ann.ID, "ANN@example.com"), "email", "already")
	wantInvalid(t, w.ChangeEmail(w.ctx(), ann.ID, "ann@localhost"), "email")
	must(t, w.ChangeEmail(w.ctx(), ann.ID, "bob@example.com"))
	w.mail("known", "bob@example.com")
	must(t, w.ChangeEmail(w.ctx(), ann.ID, "first@example.com"))
	first := w.mail("address", "first@example.com").Token
	must(t, w.SendSignInLink(w.ctx(), "ann@example.com", ""))
	old := w.mail("signin", "ann@example.com").Token
	must(t, w.ChangeEmail(w.ctx(), ann.ID, "new@example.com"))
	mail := w.mail("address", "new@example.com")
	_, err := w.Confirm(w.ctx(), first, 0)
	wantErr(t, err, ErrGone)
	if page, err := w.Token(w.ctx(), mail.Token); err != nil || page != (TokenPage{Kind: "address", PlayerID: ann.ID, Name: "Ann", Email: "new@example.com", ExpiresAt: w.now() + signUpLasts}) {
		t.Fatalf("the page is %+v, %v", page, err)
	}
	if p, _ := w.Player(w.ctx(), ann.ID); p.Email != "ann@example.com" {
		t.Fatal("the address changed before it was confirmed")
	}
	for _, other := range []int64{0, w.join("Carl").ID} { // only Ann herself
		_, err = w.Confirm(w.ctx(), mail.Token, other)
		wantErr(t, err, ErrForbidden)
	}
	c, err := w.Confirm(w.ctx(), mail.Token, ann.ID)
	must(t, err)
	if c.Kind != "address" || c.Player.Email != "new@example.com" {
		t.Fatalf("confirmed %+v", c)
	}
	w.mail("addressed", "ann@example.com")
	_, err = w.Confirm(w.ctx(), old, 0) // a link that went to the old address
	wantErr(t, err, ErrGone)
	p, _, err := w.Login(w.ctx(), "new@example.com")
	must(t, err)
	if p != c.Player {
		t.Fatalf("the new address signs in as %+v", p)
	}
	must(t, w.ChangeEmail(w.ctx(), ann.ID, "wrong@example.com"))
	must(t, w.Disown(w.ctx(), w.mail("address", "wrong@example.com").Token))
	// taken while it waits
	must(t, w.ChangeEmail(w.ctx(), ann.ID, "late@example.com"))
	token := w.mail("address", "late@example.com").Token
	w.join("Late")
	_, err = w.Confirm(w.ctx(), token, ann.ID)
	wantInvalid(t, err, "email", "another account")
}

// TestDoubleClicks: what is asked for twice is mailed once.
func TestDoubleClicks(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	i, err := w.Invite(w.ctx(), bob.ID, w.terms(), "", "")
	must(t, err)
	for what, deed := range map[string]struct {
		kind, to string
		do       func() error
	}{
		"signing up":           {"confirm", "carl@example.com", func() error { return w.SignUp(w.ctx(), "Carl", "carl@example.com", "hash", "/games") }},
		"a known address":      {"known", ann.Email, func() error { return w.SignUp(w.ctx(), "Annie", "Ann@example.com", "hash", "") }},
		"a guest":              {"guest", "dora@example.com", func() error { return w.AcceptAsGuest(w.ctx(), i.Token, "Dora", "dora@example.com") }},
		"a guest with account": {"known", ann.Email, func() error { return w.AcceptAsGuest(w.ctx(), i.Token, "Dorothy", "ann@example.com") }},
		"a sign-in link":       {"signin", bob.Email, func() error { return w.SendSignInLink(w.ctx(), "bob@example.com", "/games") }},
		"another address":      {"address", "new@example.com", func() error { return w.ChangeEmail(w.ctx(), bob.ID, "new@example.com") }},
	} {
		must(t, deed.do())
		must(t, deed.do())
		first := w.mail(deed.kind, deed.to)
		must(t, deed.do())
		w.noMail()
		if first.Token != "" {
			if _, err := w.Token(w.ctx(), first.Token); err != nil {
				t.Errorf("%s twice: the link is dead: %v", what, err)
			}
		}
		w.pass(2 * time.Minute) // who asks again by then has waited for it in vain
		must(t, deed.do())
		w.mail(deed.kind, deed.to)
	}
	// the second password is the one that was meant
	must(t, w.SignUp(w.ctx(), "Emil", "emil@example.com", "first", ""))
	must(t, w.SignUp(w.ctx(), "Emil", "emil@example.com", "second", ""))
	_, err = w.Confirm(w.ctx(), w.mail("confirm", "emil@example.com").Token, 0)
	must(t, err)
	if _, hash, err := w.Login(w.ctx(), "Emil"); err != nil || hash != "second" {
		t.Errorf("the password is %q, %v", hash, err)
	}
}

func TestAccountMailLimit(t *testing.T) {
	w := worldWith(t, true)
	bob := w.join("Bob")
	for range accountMails + 3 {
		must(t, w.SignUp(w.ctx(), "Ann", "victim@example.com", "", ""))
		w.mails()
		w.pass(time.Minute)
	}
	if _, page, err := w.MailsOf(w.ctx(), 0, 1); err != nil || page.More {
		t.Fatal(page, err)
	}
	var n int
	must(t, w.readers.QueryRow(`SELECT count(*) FROM outbox WHERE recipient = 'victim@example.com'`).Scan(&n))
	if n != accountMails {
		t.Fatalf("an address got %d mails within the hour, want %d", n, accountMails)
	}
	w.pass(time.Hour)
	must(t, w.SignUp(w.ctx(), "Ann", "victim@example.com", "", ""))
	w.mail("confirm", "victim@example.com")

	w.pass(24 * time.Hour)
	for range 23 { // slowly, for a day, by all the forms there are
		for range 2 {
			i, err := w.Invite(w.ctx(), bob.ID, w.terms(), "", "")
			must(t, err)
			must(t, w.AcceptAsGuest(w.ctx(), i.Token, "Ann", "victim@example.com"))
		}
		w.pass(time.Hour)
	}
	if n = len(w.mails()); n != accountMailsADay {
		t.Fatalf("an address got %d mails within the day, want %d", n, accountMailsADay)
	}
	w.pass(24 * time.Hour)
	must(t, w.SignUp(w.ctx(), "Ann", "victim@example.com", "", ""))
	w.mail("confirm", "victim@example.com")
}
