package views

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"postrider/mail"
	"postrider/store"
)

// mailsData is what went to a player; or, without a relay and on this machine, every mail in full.
type mailsData struct {
	Player store.Player
	Mails  []store.Envelope
	Kept   []keptMail
	Page   store.Page
	Now    int64  // unix seconds
	From   string // address that the mails come from
}

// keptMail is a mail that stayed here because there is no relay.
type keptMail struct {
	ID          int64
	To, Subject string
	ReplyTo     string // where an answer goes that is a move, or ""
	At          int64  // unix seconds
	Text        []run
}

// run is a part of a text; Path is where it leads, or "".
type run struct{ Text, Path string }

// mail shows the mails that went to the player: when, why, what the relay answered. Without a relay, every kept mail in full to whoever sits at
// this machine.
func (s *Site) mail(w http.ResponseWriter, r *http.Request) error {
	number, err := pageOf(r.URL.Query(), "page")
	if err != nil {
		return err
	}
	d := mailsData{Now: s.store.Now().Unix(), From: s.sender}
	if s.KeepsMail && direct(r) {
		if d.Mails, d.Page, err = s.store.KeptMails(r.Context(), number); err != nil {
			return err
		}
		for _, e := range d.Mails {
			d.Kept = append(d.Kept, s.kept(e))
		}
		return s.render(w, r, http.StatusOK, keptView(s.frame(r, "The mail of this machine"), d, zone(r)))
	}
	p, err := need(r, "/mail")
	if err != nil {
		return err
	}
	d.Player = p
	if d.Mails, d.Page, err = s.store.MailsOf(r.Context(), p.ID, number); err != nil {
		return err
	}
	return s.render(w, r, http.StatusOK, mailsView(s.frame(r, "My mail"), d, zone(r)))
}

// testMail sends the player a mail that tells only that mail arrives, and leads to where its fate is seen.
func (s *Site) testMail(w http.ResponseWriter, r *http.Request) error {
	p, err := need(r, "/mail")
	if err != nil {
		return err
	}
	if err := s.limit(r, "test"); err != nil {
		return err
	}
	if err := s.store.SendTest(r.Context(), p.ID); err != nil {
		return fmt.Errorf("send a test mail: %w", err)
	}
	fate := " is on its way. Below you see what becomes of it; load this page again after a moment."
	if s.KeepsMail {
		fate = " is written. No mail server is set up here, so it stays on this page; load it again after a moment."
	}
	if p.MailFailedAt != 0 {
		fate += " If it reaches you, press “My mail works again”."
	}
	s.flash(r, "A test mail to "+p.Email+fate)
	return see(w, r, "/mail")
}

// kept reads a kept mail. One that cannot be read is shown as it is.
func (s *Site) kept(e store.Envelope) keptMail {
	k := keptMail{ID: e.ID, To: e.To, Subject: e.Subject, At: e.SentAt, Text: []run{{Text: string(e.Kept)}}}
	letter, err := mail.Read(e.Kept)
	if err != nil {
		s.Log.Error("read a kept mail", "id", e.ID, "error", err)
		return k
	}
	k.Subject, k.ReplyTo, k.Text = letter.Subject, letter.ReplyTo, runs(letter.Text, s.URL)
	return k
}

// runs finds the links to this site in a text. Others stay text: somebody may have written them into a comment.
func runs(text, site string) []run {
	var found []run
	for {
		before, after, ok := strings.Cut(text, site+"/")
		if !ok {
			return append(found, run{Text: text})
		}
		end := strings.IndexAny(after, " \t\r\n<>\"'")
		if end < 0 {
			end = len(after)
		}
		path := strings.TrimRight(after[:end], ".,;:!?)]")
		link := run{Text: site + "/" + path, Path: "/" + path}
		if path != "" && local(link.Path) == "/" { // somebody has written it so that it leads elsewhere
			link.Path = ""
		}
		found = append(found, run{Text: before}, link)
		text = after[len(path):]
	}
}

// direct says whether a request comes from this machine itself, and through no proxy.
func direct(r *http.Request) bool {
	for name := range r.Header {
		if name == "Forwarded" || name == "Via" || strings.HasPrefix(name, "X-Forwarded-") {
			return false
		}
	}
	return Loopback(r.RemoteAddr) && Loopback(r.Host)
}

// Loopback says whether a host, with or without a port, is this machine.
func Loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// mailReason is why a mail was written.
func mailReason(e store.Envelope) string {
	return map[string]string{
		"confirm": "to begin your account", "known": "somebody tried to sign up with your address", "signin": "a link to sign in",
		"address": "to confirm your new address", "addressed": "your address was changed", "guest": "to confirm that you play", "test": "a test mail, which you asked for",
		"invitation": "you were invited", "rematch": "you were offered a rematch", "accepted": "your invitation was accepted", "declined": "your invitation was declined",
		"move": "your opponent moved", "offer": "a draw was offered", "end": "a game ended", "reminder": "your time was running out", "lastday": "a day of your time was left",
		"asked": "your opponent asked for something", "granted": "your opponent agreed to what you had asked for", "moretime": "your opponent gave you time",
		"vacation": "your opponent goes on vacation", "autovacation": "your vacation began by itself", "played": "a move was played as you had planned it",
		"message": "your opponent wrote to you", "reply": "an answer to your mail", "digest": "your digest",
	}[e.Kind]
}

// mailFate is what became of a mail, how often it was tried, and when that is done next.
func mailFate(e store.Envelope, now int64, z *time.Location) string {
	switch {
	case e.Status == "sent" && keptHere(e):
		return "kept on this machine on " + soon(e.SentAt, z)
	case e.Status == "sent" && e.Tries > 0:
		return "sent on " + soon(e.SentAt, z) + ", after " + count(e.Tries, "try that failed", "tries that failed")
	case e.Status == "sent" && e.SentAt-e.CreatedAt >= 60: // the tries at a server that cannot be reached are not counted
		return "sent on " + soon(e.SentAt, z) + ", after waiting " + left(e.SentAt-e.CreatedAt) + " for the mail server"
	case e.Status == "sent":
		return "sent on " + soon(e.SentAt, z)
	case e.Status == "failed":
		return "could not be delivered, and is not tried again"
	case e.Status == "dropped":
		return "not sent"
	case e.Answer == "" && e.Tries == 0:
		return "on its way to the mail server"
	}
	next := "tried again now"
	if e.DueAt > now {
		next = "tried again on " + soon(e.DueAt, z)
	}
	if e.Tries == 0 {
		return "waits for the mail server; " + next
	}
	return "not gone yet, after " + count(e.Tries, "try", "tries") + "; " + next
}

// mailAnswer is what the mail server answered, word for word, or our own sentence where it did not.
func mailAnswer(e store.Envelope) string {
	switch {
	case e.Answer == "" || keptHere(e):
		return ""
	case smtpCode.MatchString(e.Answer):
		return "The answer: “" + e.Answer + "”"
	}
	return upper(e.Answer) + "."
}
