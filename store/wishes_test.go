package store

import "testing"

// TestMailBack brings back what the link has ended, and leaves as it is what was wished meanwhile.
func TestMailBack(t *testing.T) {
	w := newWorld(t)
	ann, bob, carl := w.join("Ann"), w.join("Bob"), w.join("Carl")
	game := w.start(ann, bob, w.terms())
	wantErr(t, w.MailBack(w.ctx(), carl.ID, game), ErrForbidden)
	wantErr(t, w.MailBack(w.ctx(), ann.ID, "nothing"), ErrNotFound)
	wantErr(t, w.MailBack(w.ctx(), 99, ""), ErrNotFound)
	for _, c := range []struct {
		wishes    MailWishes
		own, then MailWay
	}{
		{MailWishes{Moves: AtOnce, Off: true}, AsSet, AsSet},
		{MailWishes{Moves: InDigest, Hour: 7, Reminders: true, Off: true}, NoMail, AsSet},
		{MailWishes{Moves: AtOnce, Off: true}, InDigest, InDigest},
		{MailWishes{Moves: NoMail, Invitations: true}, AsSet, AtOnce},
		{MailWishes{Moves: NoMail, Off: true}, NoMail, AtOnce},
	} {
		must(t, w.SetGameMail(w.ctx(), game, bob.ID, c.own))
		must(t, w.SetWishes(w.ctx(), bob.ID, c.wishes))
		must(t, w.MailBack(w.ctx(), bob.ID, game))
		got, err := w.Player(w.ctx(), bob.ID)
		must(t, err)
		c.wishes.Off = false
		if own := w.game(game).Seats[1].OwnMail; got.Wishes != c.wishes || own != c.then {
			t.Errorf("the wishes are %+v, and %q for the game; want %+v", got.Wishes, own, c)
		}
	}
}
