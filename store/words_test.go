package store

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestWords(t *testing.T) {
	m := newMatch(t, chess(""))
	ann, bob, eve := m.players[0], m.players[1], m.join("Eve")
	must(t, m.SetNote(m.ctx(), m.id, ann.ID, " mine:\r\n1.e4 e5 \n", ""))
	for p, want := range map[Player]string{ann: "mine:\n1.e4 e5", bob: ""} {
		if note, err := m.Note(m.ctx(), m.id, p.ID); note != want || err != nil {
			t.Errorf("%s's note is %q, %v", p.Name, note, err)
		}
	}
	_, err := m.Note(m.ctx(), m.id, eve.ID)
	wantErr(t, err, ErrForbidden)
	_, err = m.Note(m.ctx(), "nothing", eve.ID)
	wantErr(t, err, ErrNotFound)
	wantInvalid(t, m.SetNote(m.ctx(), m.id, ann.ID, strings.Repeat("ä", NoteLetters+1), WordsMark("mine:\n1.e4 e5")), "note", "20000")
	wantErr(t, m.SetNote(m.ctx(), m.id, eve.ID, "x", ""), ErrForbidden)
	wantErr(t, m.AddToNote(m.ctx(), m.id, eve.ID, "x"), ErrForbidden)
	must(t, m.SetNote(m.ctx(), m.id, ann.ID, "", WordsMark("mine:\n1.e4 e5")))

	before := m.game(m.id)
	wantErr(t, m.Write(m.ctx(), m.id, eve.ID, "hi"), ErrForbidden)
	wantInvalid(t, m.Write(m.ctx(), m.id, ann.ID, " "), "message", "Bob")
	wantInvalid(t, m.Write(m.ctx(), m.id, ann.ID, strings.Repeat("x", MessageLetters+1)), "message", "2000")
	for _, text := range []string{"Hello", "Hello", "Nice weather"} {
		must(t, m.Write(m.ctx(), m.id, ann.ID, text))
	}
	e, _, err := m.NextEnvelope(m.ctx())
	must(t, err)
	if e.Kind != "message" || e.EventSeq != 1 || e.Side != 1 {
		t.Errorf("%+v", e)
	}
	must(t, m.FoldMessages(m.ctx(), e, 2)) // one mail tells both
	if list := m.mails(); len(list) != 1 || list[0].ID != e.ID {
		t.Errorf("%+v", list)
	}
	must(t, m.Write(m.ctx(), m.id, ann.ID, "Bye"))
	m.mail("message", bob.Email)
	list, err := m.Messages(m.ctx(), m.id, bob.ID)
	if len(list) != 3 || list[1].Text != "Nice weather" || list[1].Number != 2 || err != nil {
		t.Errorf("the messages are %+v, %v", list, err)
	}
	_, err = m.Messages(m.ctx(), m.id, eve.ID)
	wantErr(t, err, ErrForbidden)
	if after := m.game(m.id); !reflect.DeepEqual(after, before) {
		t.Errorf("messages change the game to %+v", after)
	}

	wantInvalid(t, m.SetRemark(m.ctx(), m.id, ann.ID, "A fine game.", ""), "remark", "end")
	wantInvalid(t, m.Hide(m.ctx(), m.id, ann.ID, true), "")
	must(t, m.Resign(m.ctx(), m.deed(1)))
	must(t, m.SetRemark(m.ctx(), m.id, ann.ID, "A fine game.", ""))
	must(t, m.Hide(m.ctx(), m.id, ann.ID, true))
	if l, err := m.Log(m.ctx(), m.id, 0); err != nil || len(l.Remarks) != 1 || l.Remarks[0].Text != "A fine game." || l.Hidden != [2]bool{true, false} {
		t.Errorf("the log is %+v, %v", l, err)
	}
	for p, want := range map[Player]int{ann: 0, bob: 1} {
		if list, _, err := m.FinishedOf(m.ctx(), p.ID, 1); len(list) != want || err != nil {
			t.Errorf("%s's list has %d games, %v", p.Name, len(list), err)
		}
		if list, _, err := m.HiddenOf(m.ctx(), p.ID, 1); len(list) != 1-want || err != nil {
			t.Errorf("%s has hidden %d games, %v", p.Name, len(list), err)
		}
	}
	must(t, m.SetRemark(m.ctx(), m.id, ann.ID, "A fine game.", "")) // sent twice
	for _, text := range []string{"Another one.", ""} {
		wantInvalid(t, m.SetRemark(m.ctx(), m.id, ann.ID, text, ""), "remark", "another window")
	}
	must(t, m.SetRemark(m.ctx(), m.id, ann.ID, "", WordsMark("A fine game.")))
}

// TestNoteOfTwoWindows: neither of two windows takes away what was kept by the other.
func TestNoteOfTwoWindows(t *testing.T) {
	m := newMatch(t, chess(""))
	ann := m.players[0].ID
	is := func(want string) {
		t.Helper()
		if note, err := m.Note(m.ctx(), m.id, ann); note != want || err != nil {
			t.Fatalf("the note is %q, %v; want %q", note, err, want)
		}
	}
	must(t, m.SetNote(m.ctx(), m.id, ann, "one", ""))
	wantInvalid(t, m.SetNote(m.ctx(), m.id, ann, "other", ""), "note", "another window")
	must(t, m.SetNote(m.ctx(), m.id, ann, "one", "")) // sent twice
	must(t, m.SetNote(m.ctx(), m.id, ann, "two", WordsMark("one")))
	for _, text := range []string{"three", ""} {
		wantInvalid(t, m.SetNote(m.ctx(), m.id, ann, text, WordsMark("one")), "note", "another window")
	}
	is("two")
	for range 2 {
		must(t, m.AddToNote(m.ctx(), m.id, ann, "a line\nits link"))
	}
	must(t, m.AddToNote(m.ctx(), m.id, ann, "a line\nits lin"))
	is("two\n\na line\nits link\n\na line\nits lin")
	wantInvalid(t, m.AddToNote(m.ctx(), m.id, ann, strings.Repeat("x", NoteLetters)), "note", "20000")
	must(t, m.SetNote(m.ctx(), m.id, ann, "", WordsMark("two\n\na line\nits link\n\na line\nits lin")))
	is("")
	var added sync.WaitGroup
	for _, text := range []string{"from one window", "from another"} {
		added.Go(func() {
			if err := m.AddToNote(m.ctx(), m.id, ann, text); err != nil {
				t.Error(err)
			}
		})
	}
	added.Wait()
	if note, _ := m.Note(m.ctx(), m.id, ann); len(note) != len("from one window\n\nfrom another") {
		t.Errorf("of two lines at once the note holds %q", note)
	}
}

// TestMessagesEnd: a day has its limit, and a game too, whose page holds them all.
func TestMessagesEnd(t *testing.T) {
	m := newMatch(t, chess(""))
	ann := m.players[0].ID
	must(t, m.exec(`INSERT INTO messages (game_id, number, side, text, at) WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ?) SELECT ?, i, 0, i, 1 FROM c`,
		messagesInAll-messagesADay, m.id))
	for n := range messagesADay {
		must(t, m.Write(m.ctx(), m.id, ann, fmt.Sprint("today ", n)))
	}
	wantInvalid(t, m.Write(m.ctx(), m.id, ann, "too much"), "message", "50 messages", "within a day")
	m.pass(25 * time.Hour)
	wantInvalid(t, m.Write(m.ctx(), m.id, ann, "too much"), "message", "1000 messages")
	must(t, m.Write(m.ctx(), m.id, m.players[1].ID, "So many!"))
}
