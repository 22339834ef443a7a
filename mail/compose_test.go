package mail

import (
	"bytes"
	"image/png"
	"reflect"
	"strings"
	"testing"
	"time"

	"postrider/store"
)

func TestMoveMail(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	w.must(w.store.SetZone(t.Context(), bob.id, "Europe/Berlin"))
	game := w.game(ann, bob, store.Terms{Variant: "chess", Title: "Winter <b>round</b>"})
	g, err := w.store.Game(t.Context(), game)
	w.must(err)
	_, err = w.store.Play(t.Context(), w.deed(g, ann.id), "e4", nasty, true)
	w.must(err)
	m := w.mail("move")
	if m.subject != "Ann: 1. e4 (Chess)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "Ann played 1. e4", nasty, "Ann offers a draw.", "Your move is due in 3 days, by Thursday 3 December, 06:00 CET.",
		"you play Black, Ann plays White", "Winter <b>round</b>", "Ann writes:")
	want := []string{"RNBKQBNR", "PPP.PPPP", ".:.:.:.:", ":.:P:.:.", ".:.:.:.:", ":.:.:.:.", "pppppppp", "rnbkqbnr"}
	if got := m.board(); !reflect.DeepEqual(got, want) {
		t.Errorf("board %q in\n%s", got, m.text)
	}
	if got := m.links("/games/"); !reflect.DeepEqual(got, []string{siteURL + "/games/" + game}) {
		t.Errorf("links to games: %v", got)
	}
	if got := m.header.Get("List-Unsubscribe"); got != "<"+siteURL+"/unsubscribe/"+w.store.UnsubscribeToken(bob.id)+">" || m.header.Get("List-Unsubscribe-Post") == "" {
		t.Errorf("List-Unsubscribe: %q", got)
	}
	picture, err := png.Decode(bytes.NewReader(m.image))
	w.must(err)
	if width := picture.Bounds().Dx(); width < 512 || width > pictureWidth || len(m.image) > 60_000 {
		t.Errorf("the picture is %d pixels wide and has %d bytes", width, len(m.image))
	}
	if !strings.Contains(m.html, "The board after 1. e4. White: king e1") || strings.Contains(m.html, "<script") || strings.Contains(m.html, "<b>round") {
		t.Errorf("HTML: %s", m.html)
	}
	w.play(game, "e5")
	if second := w.mail("move"); second.header.Get("References") != m.header.Get("References") || m.header.Get("References") == "" ||
		second.header.Get("Message-Id") == m.header.Get("Message-Id") || second.subject != "Bob: 1… e5 (Chess)" {
		t.Errorf("the second mail: %v", second.header)
	}
}

// TestUnsubscribeEndsSuchMail: after a click on the link of a mail, no mail of its kind comes any more, whatever else is wished.
func TestUnsubscribeEndsSuchMail(t *testing.T) {
	w := newWorld(t, "")
	bob := w.join("Bob")
	for _, kind := range store.MailKinds() {
		e := store.Envelope{Kind: kind, PlayerID: bob.id, Way: store.AtOnce, ToMove: true}
		link := w.p.unsubscribe(e)
		if of, ok := e.Topic(); ok {
			w.must(w.store.Unsubscribe(t.Context(), w.store.UnsubscribeToken(bob.id), of, true))
		}
		p, err := w.store.Player(t.Context(), bob.id)
		w.must(err)
		if link != "" && p.Wishes.Want(e) || link == "" && !p.Wishes.Want(e) {
			t.Errorf("%s: with the link %q the mail is wanted: %v", kind, link, p.Wishes.Want(e))
		}
		w.must(w.store.SetWishes(t.Context(), bob.id, store.MailWishes{Moves: store.AtOnce, Reminders: true, Invitations: true}))
	}
}

func TestMoveMailNumbersFromTheStart(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("דוד bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess", FEN: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 17"})
	w.play(game, "e5")
	if m := w.mail("move"); m.subject != "דוד bob\u200E: 17… e5 (Chess)" {
		t.Errorf("subject %q", m.subject)
	}
}

// TestMailsHoldNoCommands: what a terminal would obey, or turns the direction of what follows, is not passed on.
func TestMailsHoldNoCommands(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	const words = "one\x1b[31m\u009b7m\a\b \u202etwo\u2066\n\nסוף\u200f\u2028three"
	g := w.state(game)
	_, err := w.store.Play(t.Context(), w.deed(g, ann.id), "e4", words, false)
	w.must(err)
	w.must(w.store.Write(t.Context(), game, ann.id, words))
	for _, kind := range []string{"move", "message"} {
		m := w.mail(kind)
		m.says(t, "one[31m7m two", "סוף\u200f", "three")
		for _, text := range []string{m.text, m.html} {
			if i := strings.IndexAny(text, "\x1b\u009b\a\b\u202e\u2066\u2028"); i >= 0 {
				t.Errorf("the %s mail holds %q", kind, text[i:i+3])
			}
		}
	}
}

func TestMoveMailOfPyrrhus(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "pyrrhus"})
	w.play(game, "Y@e2")
	m := w.mail("move")
	if m.subject != "Ann: 1. Y@e2 (Pyrrhus Chess)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "Ann played 1. Y@e2")
	if !strings.Contains(m.text, "Y is the Pyrrhus.") || !strings.Contains(m.text, "in reserve: y") || !strings.Contains(m.text, "in reserve: nothing") {
		t.Errorf("no reserves in\n%s", m.text)
	}
}

func TestMailThatIsOvertaken(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.play(game, "e4")
	first := w.next("move")
	w.play(game, "e5")
	w.dropped(first) // it is not Bob's turn
	w.play(game, "Nf3")
	subject, _, err := w.p.compose(t.Context(), first)
	if err != nil || subject != "Ann: 2. Nf3 (Chess)" {
		t.Errorf("the late mail is about %q, %v", subject, err) // it shows the present
	}
	second := w.next("move")
	w.must(w.store.Unsubscribe(t.Context(), w.store.UnsubscribeToken(bob.id), store.AboutGames, true))
	w.dropped(second)
	w.do(w.store.Resign, game, ann)
	w.dropped(first)
}

func TestOfferMail(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess"})
	w.do(w.store.OfferDraw, game, bob)
	e := w.next("offer")
	m := w.mail("offer")
	if m.subject != "Bob: offers a draw (Chess)" || len(m.links("/games/")) != 1 || len(m.board()) != 8 {
		t.Errorf("subject %q, text\n%s", m.subject, m.text)
	}
	m.says(t, "Bob offers a draw", "Your move is due in 3 days", "if you move, the offer lapses")
	w.do(w.store.DeclineDraw, game, ann)
	w.dropped(e)
	w.play(game, "e4")
	w.mail("move").says(t, "Ann declined the draw you offered.")
	w.play(game, "e5")
	w.mail("move")
	w.do(w.store.OfferDraw, game, bob)
	w.must(w.store.EnvelopeSent(t.Context(), w.next("offer").ID, "", "250 ok", nil))
	w.play(game, "Nf3")
	w.mail("move").says(t, "Your offer of a draw lapsed when Ann moved.")
	w.play(game, "Nf6", "d4")
	if m := w.mail("move"); strings.Contains(m.text, "lapsed") {
		t.Errorf("an old offer is told again:\n%s", m.text)
	}
}

func TestEndMails(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	check := func(subject string, sentences ...string) {
		t.Helper()
		m := w.mail("end")
		if m.subject != subject {
			t.Errorf("subject %q, not %q", m.subject, subject)
		}
		m.says(t, append(sentences, "See the game")...)
		if len(m.links("/games/")) != 1 || len(m.board()) != 8 || strings.Contains(m.text, "is due") {
			t.Errorf("text\n%s", m.text)
		}
	}
	terms := store.Terms{Variant: "chess"}

	game := w.game(ann, bob, terms)
	w.play(game, "f3", "e5", "g4", "Qh4")
	check("Bob: 2… Qh4#, 0-1 (Chess)", "You lost against Bob", "Bob played 2… Qh4#. It is checkmate.", "Black wins, 0-1.")

	w.do(w.store.Resign, w.game(ann, bob, terms), bob)
	check("Bob: resigned, 1-0 (Chess)", "You won against Bob", "Bob resigned.")

	game = w.game(ann, bob, terms)
	w.do(w.store.OfferDraw, game, bob)
	w.must(w.store.EnvelopeSent(t.Context(), w.next("offer").ID, "", "", nil))
	w.do(w.store.AcceptDraw, game, ann)
	check("Ann: draw agreed, 1/2-1/2 (Chess)", "A draw with Ann", "You both agreed to a draw.")

	game = w.game(ann, bob, terms)
	w.play(game, "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8")
	w.mail("move").says(t, "you may claim a draw")
	w.do(w.store.ClaimDraw, game, ann)
	check("Ann: claimed a draw, 1/2-1/2 (Chess)", "Ann claimed a draw by repetition.", "1. Nf3 Nf6", "4. Ng1 Ng8")

	game = w.game(ann, bob, terms)
	w.play(game, "e4", "e5")
	w.must(w.store.EnvelopeSent(t.Context(), w.next("move").ID, "", "", nil))
	w.turn(3*24*time.Hour + time.Second)
	w.must(w.store.Sweep(t.Context()))
	for range 2 {
		if e := w.next("end"); e.PlayerID == ann.id {
			check("Bob: time ran out, 0-1 (Chess)", "You lost against Bob", "Your time ran out.")
		} else {
			check("Ann: time ran out, 0-1 (Chess)", "You won against Ann", "Ann's time ran out.")
		}
	}

	w.game(ann, bob, terms)
	w.turn(3*24*time.Hour + time.Second)
	w.must(w.store.Sweep(t.Context()))
	for range 2 {
		whose := "Ann's time ran out."
		if w.next("end").PlayerID == ann.id {
			whose = "Your time ran out."
		}
		w.mail("end").says(t, "was aborted", whose, "nobody has won or lost")
	}
	w.empty()
}

func TestEndMailOfGlinskisStalemate(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	w.play(w.game(ann, bob, store.Terms{Variant: "glinski", FEN: "1/3/5/7/3Q5/11/11/11/11/11/k1K8 w - - 0 1", Side: "white"}), "Qe6")
	w.mail("end").says(t, "It is stalemate", "3/4 to White in Gliński")
}

func TestReminder(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	game := w.game(ann, bob, store.Terms{Variant: "chess", Clock: store.DaysAMove(10)})
	w.play(game, "e4")
	w.must(w.store.EnvelopeSent(t.Context(), w.next("move").ID, "", "", nil))
	w.turn(8 * 24 * time.Hour)
	w.must(w.store.Sweep(t.Context()))
	e := w.next("reminder")
	m := w.mail("reminder")
	if m.subject != "Ann: waits for your move after 1. e4 (Chess)" {
		t.Errorf("subject %q", m.subject)
	}
	m.says(t, "Your move is due in 2 days, by Thursday 10 December, 05:00 UTC.", "reminder", "the game is off")
	w.play(game, "e5")
	w.dropped(e)
	w.turn(time.Hour)
	w.play(game, "Nf3")
	w.dropped(e) // Bob's turn again, and another mail for it
	w.must(w.store.EnvelopeSent(t.Context(), w.next("move").ID, "", "250 ok", nil))
	w.turn(8 * 24 * time.Hour)
	w.must(w.store.Sweep(t.Context()))
	w.mail("reminder").says(t, "If it runs out, you lose the game.")
}

func TestInvitationMails(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	terms := store.Terms{Variant: "pyrrhus", Clock: store.DaysAMove(5), Side: "white", Title: "Ours alone"}
	inv, err := w.store.Invite(t.Context(), ann.id, terms, "Bob", "")
	w.must(err)
	m := w.mail("invitation")
	if m.subject != "Ann: an invitation to play (Pyrrhus Chess)" || !reflect.DeepEqual(m.links("/invitations/"), []string{siteURL + "/invitations/" + inv.Token}) {
		t.Errorf("subject %q, text\n%s", m.subject, m.text)
	}
	m.says(t, "Ann invites you to a game of Pyrrhus Chess", "“Ours alone”", "You would play Black, Ann White.", "up to 5 days", "Title: “Ours alone”.", "open until Wednesday 30 December, 05:00 UTC")
	if !strings.HasSuffix(m.header.Get("List-Unsubscribe"), "?of=invitations>") || len(m.board()) != 8 || m.board()[7] != "rnbkqbnr" {
		t.Errorf("header %v, board %q", m.header, m.board())
	}
	_, err = w.store.Accept(t.Context(), inv.Token, bob.id)
	w.must(err)
	m = w.mail("accepted")
	if m.subject != "Bob: accepted your invitation (Pyrrhus Chess)" || len(m.links("/games/")) != 1 || m.header.Get("References") == "" {
		t.Errorf("subject %q, text\n%s", m.subject, m.text)
	}
	m.says(t, "you play White, Bob plays Black", "You move first.", "Your move is due in 5 days")

	inv, err = w.store.Invite(t.Context(), ann.id, terms, "carl@example.org", "")
	w.must(err)
	m = w.mail("invitation")
	if strings.Contains(m.text+m.html+m.subject, "Ours alone") || len(m.links("/invitations/")) != 1 {
		t.Errorf("to a stranger:\n%s", m.text)
	}
	m.says(t, "no invitations ever again", "Ann gave your address")
	never := m.links("/never/")
	if len(never) != 1 || strings.Contains(never[0], inv.Token) || !strings.Contains(m.html, `href="`+never[0]+`"`) || m.header.Get("List-Unsubscribe") != "<"+never[0]+">" {
		t.Errorf("links %q, List-Unsubscribe: %q", never, m.header.Get("List-Unsubscribe"))
	}
	w.must(w.store.AcceptAsGuest(t.Context(), inv.Token, "Carl", "carl@example.org"))
	m = w.mail("guest")
	if len(m.links("/confirm/")) != 1 || !strings.Contains(m.subject, "Ann") {
		t.Errorf("subject %q, text\n%s", m.subject, m.text)
	}
	m.says(t, "Ann's invitation to a game of Pyrrhus Chess as Carl", "works until Wednesday 2 December, 05:00 UTC", "If that was not you")

	inv, err = w.store.Invite(t.Context(), ann.id, terms, "Bob", "")
	w.must(err)
	late := w.next("invitation")
	w.must(w.store.Decline(t.Context(), inv.Token, bob.id))
	w.dropped(late)
	m = w.mail("declined")
	if m.subject != "Bob: declined your invitation (Pyrrhus Chess)" || len(m.links("/presets/new")) != 1 {
		t.Errorf("subject %q, text\n%s", m.subject, m.text)
	}
	w.empty()
}

// TestBegunByWishes: who wants mail of moves and none of invitations is told of a game that begins with a move of her own.
func TestBegunByWishes(t *testing.T) {
	w := newWorld(t, "")
	ann, bob := w.join("Ann"), w.join("Bob")
	begin := func(side string) {
		inv, err := w.store.Invite(t.Context(), ann.id, store.Terms{Variant: "chess", Clock: store.DaysAMove(3), Side: side}, "", "")
		w.must(err)
		_, err = w.store.Accept(t.Context(), inv.Token, bob.id)
		w.must(err)
	}
	moves := store.MailWishes{Moves: store.AtOnce}
	w.must(w.store.SetWishes(t.Context(), ann.id, moves))
	begin("white")
	w.must(w.store.SetWishes(t.Context(), ann.id, store.MailWishes{Moves: store.AtOnce, Reminders: true})) // still wanted
	w.mail("accepted").says(t, "You move first.")
	begin("black")
	w.empty()
	w.must(w.store.SetWishes(t.Context(), ann.id, store.MailWishes{Moves: store.NoMail, Invitations: true}))
	begin("black")
	begun := w.next("accepted")
	w.must(w.store.SetWishes(t.Context(), ann.id, moves))
	w.empty()
	w.dropped(begun)
	w.must(w.store.SetWishes(t.Context(), ann.id, store.MailWishes{Moves: store.AtOnce, Invitations: true}))
	begin("white")
	begun = w.next("accepted")
	w.must(w.store.SetWishes(t.Context(), ann.id, store.MailWishes{Moves: store.NoMail}))
	w.empty()
	w.dropped(begun)
}

func TestAccountMails(t *testing.T) {
	w := newWorld(t, "")
	ann := w.join("Ann")
	w.must(w.store.SignUp(t.Context(), "Zoë", "zoe@example.com", "", ""))
	e := w.next("confirm")
	m := w.mail("confirm")
	if got := m.links("/confirm/"); !reflect.DeepEqual(got, []string{siteURL + "/confirm/" + e.Token}) || m.image != nil || m.header.Get("List-Unsubscribe") != "" || m.header.Get("References") != "" {
		t.Errorf("links %v, header %v", got, m.header)
	}
	m.says(t, "Welcome, Zoë", "works until Wednesday 2 December, 05:00 UTC", "If that was not you")
	w.turn(48 * time.Hour)
	w.dropped(e)

	w.must(w.store.SendSignInLink(t.Context(), addressOf("Ann"), ""))
	m = w.mail("signin")
	if len(m.links("/confirm/")) != 1 {
		t.Errorf("text\n%s", m.text)
	}
	m.says(t, "Sign in as Ann", "for one hour", "If that was not you")

	w.must(w.store.SignUp(t.Context(), "Anna", addressOf("Ann"), "", ""))
	m = w.mail("known")
	if len(m.links("/signin")) != 1 || len(m.links("/confirm/")) != 0 {
		t.Errorf("text\n%s", m.text)
	}
	m.says(t, "It belongs to the account Ann already.")

	w.must(w.store.ChangeEmail(t.Context(), ann.id, "new@example.com"))
	e = w.next("address")
	m = w.mail("address")
	if len(m.links("/confirm/")) != 1 || m.header.Get("To") != `"Ann" <new@example.com>` {
		t.Errorf("text\n%s", m.text)
	}
	_, err := w.store.Confirm(t.Context(), e.Token, ann.id)
	w.must(err)
	w.dropped(e)
	m = w.mail("addressed")
	if m.header.Get("To") != `"Ann" <ann@example.com>` || strings.Contains(m.text, "new@example.com") {
		t.Errorf("text\n%s", m.text)
	}
	m.says(t, "The account Ann at Postrider has another address now")
	w.empty()
}

func TestComposeSurvivesMistakes(t *testing.T) {
	w := newWorld(t, "")
	for _, e := range []store.Envelope{{Kind: "nonsense", To: "a@example.com"}, {Kind: "move", To: "a@example.com", Game: "none"}, {Kind: "signin", To: "a@example.com"}, {Kind: "known", To: "a@b>\r\nDATA"}} {
		if _, _, err := w.p.compose(t.Context(), e); err == nil {
			t.Errorf("%+v was written", e)
		}
	}
	w.p.store = nil // panics
	if _, _, err := w.p.compose(t.Context(), store.Envelope{Kind: "move"}); err == nil {
		t.Error("a panic is no error")
	}
}
