package views

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
)

func TestSignUpConfirmSignOutSignIn(t *testing.T) {
	w := newWorld(t)
	ann := w.stranger()
	ann.name = "Ann"
	if got := ann.post("/signup", 303, "name", "Ann", "email", "ann@example.com", "password", password, "next", "/variants/chess").where(); got != "/signup/sent" {
		t.Errorf("signing up leads to %s", got)
	}
	ann.get("/signup/sent", 200).says(t, "Look into your mail")
	link := "/confirm/" + w.mail("confirm", "ann@example.com").Token
	for _, method := range []string{"GET", "HEAD", "GET"} {
		ann.do(method, link, nil, 200)
	}
	ann.get(link, 200).says(t, "Ann", "ann@example.com", "That was not me")
	if ann.signedIn() {
		t.Fatal("looking at the link signed in")
	}
	ann.get("/players/Ann", 404)
	confirmed := ann.post(link, 303)
	if confirmed.where() != "/variants/chess" {
		t.Errorf("confirming leads to %s", confirmed.where())
	}
	cookie := confirmed.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
		t.Errorf("the cookie is %v", cookie)
	}
	if !ann.signedIn() {
		t.Fatal("confirmed and not signed in")
	}
	if again := ann.post(link, 303).where(); again != confirmed.where() { // a double click
		t.Errorf("the second click leads to %s", again)
	}
	w.stranger().post(link, 410)
	w.join("Bob").post(link, 410)
	w.now.Add(61)
	ann.post(link, 410)

	// signing out ends the session in the store, too
	old := w.stranger()
	site, _ := url.Parse(w.url)
	old.client.Jar.SetCookies(site, ann.client.Jar.Cookies(site))
	if !old.signedIn() {
		t.Fatal("the copied cookie does not sign in")
	}
	ann.post("/signout", 303)
	if ann.signedIn() || old.signedIn() {
		t.Error("signed out, and still in")
	}

	for _, login := range []string{"Ann", "ann", "ANN@example.com"} {
		ann.post("/signin", 303, "login", login, "password", password)
		if !ann.signedIn() {
			t.Errorf("signing in as %s failed", login)
		}
		ann.post("/signout", 303)
	}
	wrong := ann.post("/signin", 422, "login", "Ann", "password", "not the password", "next", "/games")
	nobody := ann.post("/signin", 422, "login", "Nobody", "password", "not the password", "next", "/games")
	wrong.holds(t, `value="Ann"`, `value="/games"`, "together with this password")
	if strings.Contains(wrong.body, "not the password") {
		t.Error("the page shows the password")
	}
	if strings.ReplaceAll(wrong.body, `"Ann"`, `"Nobody"`) != nobody.body {
		t.Error("the answer tells whether there is an account")
	}
}

func TestSignUpRefused(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	eve := w.stranger()
	for _, c := range []struct{ name, email, password, field string }{
		{"ann", "eve@example.com", password, "name"},
		{"eve@example.com", "eve@example.com", password, "name"},
		{"", "eve@example.com", password, "name"},
		{"Eve\r\nBcc: x@example.com", "eve@example.com", password, "name"},
		{"Eve\xff\x00", "eve@example.com", password, "name"},
		{"Eve", "eve", password, "email"},
		{"Eve", "eve@example.com\r\nBcc: x@example.com", password, "email"},
		{"Eve", "eve@example.com", "seven 7", "password"},
		{"Eve", "eve@example.com", "", "password"},
		{"Eve", "eve@example.com", strings.Repeat("x", 1001), "password"},
	} {
		a := eve.post("/signup", 422, "name", c.name, "email", c.email, "password", c.password)
		a.holds(t, `id="`+c.field+`-wrong"`)
		if len(c.password) > 5 && strings.Contains(a.body, c.password) {
			t.Error("the page shows the password")
		}
	}
	eve.post("/signup", 422, "name", "Eve", "email", "eve@", "password", password).holds(t, `value="Eve"`, `value="eve@"`)

	// a taken address is answered like any other, and its owner is told
	taken := eve.post("/signup", 303, "name", "Eve", "email", "ANN@example.com", "password", password)
	if taken.where() != "/signup/sent" {
		t.Errorf("a taken address leads to %s", taken.where())
	}
	if got := w.mail("known", "ann@example.com"); got.Name != "Ann" {
		t.Errorf("the mail to the owner of a taken address names %q", got.Name)
	}
	eve.get("/players/Eve", 404)
	if !ann.signedIn() {
		t.Error("Ann is signed out by it")
	}
}

func TestDisown(t *testing.T) {
	w := newWorld(t)
	eve := w.stranger()
	eve.post("/signup", 303, "name", "Eve", "email", "victim@example.com", "password", password)
	link := "/confirm/" + w.mail("confirm", "victim@example.com").Token
	victim := w.stranger()
	victim.get(link, 200)
	if got := victim.post(link+"/disown", 303).where(); got != "/" {
		t.Errorf("disowning leads to %s", got)
	}
	victim.get("/", 200).says(t, "Thank you for telling us")
	if a := victim.do("POST", link, url.Values{}, 410); a.StatusCode != 410 {
		t.Error("the link still works")
	}
	eve.post("/signin", 422, "login", "victim@example.com", "password", password)
}

func TestSignInLink(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	ann.post("/signout", 303)
	known := ann.post("/signin/link", 303, "email", "ann@example.com", "next", "/games")
	unknown := ann.post("/signin/link", 303, "email", "nobody@example.com", "next", "/games")
	if known.where() != unknown.where() {
		t.Error("the answer tells who has an account")
	}
	ann.get(known.where(), 200)
	link := "/confirm/" + w.mail("signin", "ann@example.com").Token
	ann.get(link, 200).says(t, "Sign in as Ann")
	if ann.signedIn() {
		t.Fatal("a GET signed in")
	}
	if got := ann.post(link, 303).where(); got != "/games" {
		t.Errorf("the link leads to %s", got)
	}
	if !ann.signedIn() {
		t.Error("the link did not sign in")
	}
	for _, e := range w.mails {
		if strings.HasPrefix(e.To, "nobody") {
			t.Error("a mail went to an address without an account")
		}
	}

	ann.post("/signout", 303)
	ann.post("/signin/link", 303, "email", "ann@example.com")
	late := "/confirm/" + w.mail("signin", "ann@example.com").Token
	w.now.Add(3601)
	ann.get(late, 410)
	ann.post(late, 410)
	ann.get("/confirm/nothing", 404)
	ann.post("/confirm/nothing", 404)
}

func TestNextStaysHere(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	for _, next := range []string{"//evil.example/x", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "\\\\evil.example", "/\tevil", "", "evil"} {
		if got := ann.get("/signin?next="+url.QueryEscape(next), 303).where(); got != "/" {
			t.Errorf("next %q leads to %s", next, got)
		}
		out := w.stranger()
		if got := out.post("/signin", 303, "login", "Ann", "password", password, "next", next).where(); got != "/" {
			t.Errorf("next %q leads to %s", next, got)
		}
	}
	if got := ann.get("/signin?next="+url.QueryEscape("/games/abc?ply=3"), 303).where(); got != "/games/abc?ply=3" {
		t.Errorf("a page of this site becomes %s", got)
	}
}

func TestForgedForm(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	ann.do("POST", "/settings/delete", url.Values{}, 403, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site")
	if !ann.signedIn() {
		t.Error("a form of another site deleted the account")
	}
	ann.do("POST", "/settings", url.Values{"do": {"zone"}, "zone": {"UTC"}}, 303, "Origin", w.url, "Sec-Fetch-Site", "same-origin")
}

func TestRateLimits(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits = true })
	eve := w.stranger()
	for range budgets["link"].Burst {
		eve.post("/signin/link", 303, "email", "ann@example.com")
	}
	eve.post("/signin/link", 429, "email", "ann@example.com").says(t, "Please wait")
	w.now.Add(int64(budgets["link"].Every / time.Second))
	eve.post("/signin/link", 303, "email", "ann@example.com")
}

func TestNobodysHashTakesAsLong(t *testing.T) {
	params, _, _, err := argon2id.DecodeHash(nobodysHash)
	if err != nil {
		t.Fatal(err)
	}
	if *params != *hashing() {
		t.Errorf("nobody's hash is made with %+v, others with %+v", *params, *hashing())
	}
}
