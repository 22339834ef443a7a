package views

import (
	"net/http"
	"slices"
	"strings"

	"postrider/rules"
	"postrider/store"
)

// messagesShown is how many of the last messages stand on the page; those before are folded.
const messagesShown = 10

// message writes a message to the opponent, beside the moves.
func (s *Site) message(w http.ResponseWriter, r *http.Request) error {
	return s.word(w, r, "messages", "Written.", func(p store.Player) error {
		return s.store.Write(r.Context(), r.PathValue("id"), p.ID, r.PostForm.Get("message"))
	})
}

// note keeps the viewer's private note on a game.
func (s *Site) note(w http.ResponseWriter, r *http.Request) error {
	said := "Your note is kept."
	if strings.TrimSpace(r.PostForm.Get("note")) == "" {
		said = "Your note is empty now."
	}
	return s.word(w, r, "note-part", said, func(p store.Player) error {
		return s.store.SetNote(r.Context(), r.PathValue("id"), p.ID, r.PostForm.Get("note"), r.PostForm.Get("seen"))
	})
}

// remark keeps a player's public word on a finished game.
func (s *Site) remark(w http.ResponseWriter, r *http.Request) error {
	said := "Your comment stands below the moves, for all to read."
	if strings.TrimSpace(r.PostForm.Get("remark")) == "" {
		said = "Your comment is gone: nothing of yours stands below the moves."
	}
	return s.word(w, r, "remarks", said, func(p store.Player) error {
		return s.store.SetRemark(r.Context(), r.PathValue("id"), p.ID, r.PostForm.Get("remark"), r.PostForm.Get("seen"))
	})
}

// hide takes a finished game out of the viewer's own list, or puts it back.
func (s *Site) hide(w http.ResponseWriter, r *http.Request) error {
	hidden, said := r.PostForm.Get("hide") == "yes", "This game is in your list again."
	if hidden {
		said = "This game is hidden from your own list. Its page stays where it is."
	}
	return s.word(w, r, "main", said, func(p store.Player) error {
		return s.store.Hide(r.Context(), r.PathValue("id"), p.ID, hidden)
	})
}

// word does something that is no deed in the game, and goes back to a part of its page with a sentence about it.
func (s *Site) word(w http.ResponseWriter, r *http.Request, part, said string, do func(store.Player) error) error {
	p, err := need(r, gamePath(r))
	if err != nil {
		return err
	}
	if err := do(p); err != nil {
		return s.refuse(w, r, err)
	}
	for _, field := range besides {
		if s.draftOf(r, gamePath(r)).Has(field) { // it waited while somebody signed in
			s.forget(r)
		}
	}
	s.flash(r, said)
	return see(w, r, gamePath(r)+"#"+part)
}

// talk adds what the two have written to each other, and the viewer's note.
func (s *Site) talk(r *http.Request, p *gamePage) (err error) {
	if p.Messages, err = s.store.Messages(r.Context(), p.ID, player(r).ID); err != nil {
		return err
	}
	p.Note, err = s.store.Note(r.Context(), p.ID, player(r).ID)
	return err
}

// talkName heads the messages.
func (p *gamePage) talkName() string {
	if n := len(p.Messages); n > 0 {
		return "Messages (" + itoa(n) + ")"
	}
	return "Write a message"
}

// lately splits the messages into those that are folded and the last ones.
func (p *gamePage) lately() (before, last []store.Message) {
	i := max(0, len(p.Messages)-messagesShown)
	return p.Messages[:i], p.Messages[i:]
}

// unanswered is the opponent's last message, as long as the viewer has neither answered nor moved since; nil where there is none.
func (p *gamePage) unanswered() *store.Message {
	if len(p.Messages) == 0 {
		return nil
	}
	last := p.Messages[len(p.Messages)-1]
	if last.Side == p.Me {
		return nil
	}
	for _, m := range slices.Backward(p.Moves) {
		if m.Side == p.Me && !m.Conditional {
			if m.At > last.At {
				return nil
			}
			break
		}
	}
	return &last
}

// kept is what stands in a field: what was typed and refused, or else what is stored.
func (p *gamePage) kept(field, stored string) string {
	if p.Form.Values.Has(field) {
		return p.Form.Get(field)
	}
	return stored
}

// changed says whether what stands in a field was made from other words than those that are kept: the viewer has to see these too.
func (p *gamePage) changed(field, kept string) bool {
	return p.Form.Values.Has(field) && p.Form.Get("seen") != store.WordsMark(kept)
}

// ownRemark is the viewer's own public word.
func (p *gamePage) ownRemark() string { return p.remarkOf(p.Me) }

func (p *gamePage) remarkOf(side rules.Side) string {
	for _, w := range p.Remarks {
		if w.Side == side {
			return w.Text
		}
	}
	return ""
}
