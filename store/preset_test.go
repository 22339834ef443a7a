package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"postrider/rules"
)

// A sentence for people begins with a capital and ends with a full stop.
func TestUnknownGamesAreToldInSentences(t *testing.T) {
	w := newWorld(t)
	for key, want := range map[string]string{"": "No game is chosen.", "nope": "There is no game “nope”; there are "} {
		_, err := w.CheckTerms(Terms{Variant: key, Clock: DaysAMove(3)})
		if wrong, ok := err.(*Invalid); !ok || !strings.HasPrefix(wrong.Text, want) || !strings.HasSuffix(wrong.Text, ".") {
			t.Errorf("%q: %v, want %s", key, err, want)
		}
	}
}

func TestTerms(t *testing.T) {
	w := newWorld(t)
	got, err := w.CheckTerms(Terms{Variant: "chess", Clock: DaysAMove(3), Title: "  Über-Schach "})
	must(t, err)
	chess, err := rules.Lookup("chess")
	must(t, err)
	if want := (Terms{"chess", chess.Start().FEN(), DaysAMove(3), "random", "Über-Schach", false, 1}); got != want {
		t.Fatalf("completed to %+v, want %+v", got, want)
	}
	got, err = w.CheckTerms(Terms{Variant: "chess", Clock: DaysAMove(30), Side: "black", FEN: " 4k3/8/8/8/8/8/4P3/4K3 "})
	must(t, err)
	if got.FEN != "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" {
		t.Fatalf("the FEN became %q", got.FEN)
	}
	for _, bad := range []struct {
		field string
		Terms
	}{
		{"variant", Terms{Variant: "no-such-game", Clock: DaysAMove(3)}}, {"variant", Terms{Clock: DaysAMove(3)}},
		{"days", Terms{Variant: "chess"}}, {"days", Terms{Variant: "chess", Clock: DaysAMove(31)}}, {"days", Terms{Variant: "chess", Clock: DaysAMove(-1)}},
		{"side", Terms{Variant: "chess", Clock: DaysAMove(3), Side: "green"}},
		{"title", Terms{Variant: "chess", Clock: DaysAMove(3), Title: strings.Repeat("x", 81)}}, {"title", Terms{Variant: "chess", Clock: DaysAMove(3), Title: "a\r\nBcc: b"}},
		{"title", Terms{Variant: "chess", Clock: DaysAMove(3), Title: "\xff"}},
		{"fen", Terms{Variant: "chess", Clock: DaysAMove(3), FEN: "xyz"}}, {"fen", Terms{Variant: "chess", Clock: DaysAMove(3), FEN: "8/8/8/8/8/8/8/8 w - - 0 1"}},
		{"fen", Terms{Variant: "chess", Clock: DaysAMove(3), FEN: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}}, // stalemate
	} {
		_, err := w.CheckTerms(bad.Terms)
		wantInvalid(t, err, bad.field)
		_, err = w.SavePreset(w.ctx(), 1, bad.Terms)
		wantInvalid(t, err, bad.field)
		_, err = w.Invite(w.ctx(), 1, bad.Terms, "", "")
		wantInvalid(t, err, bad.field)
	}
}

func TestPresets(t *testing.T) {
	w := newWorld(t)
	ann := w.join("Ann")
	saved, err := w.SavePreset(w.ctx(), ann.ID, w.terms())
	must(t, err)
	again, err := w.SavePreset(w.ctx(), ann.ID, w.terms())
	must(t, err)
	found, err := w.Preset(w.ctx(), saved.Slug)
	must(t, err)
	if len(saved.Slug) != 10 || again != saved || found != saved || saved.OwnerName != "Ann" || saved.OwnerID != ann.ID {
		t.Fatalf("saved %+v, again %+v, found %+v", saved, again, found)
	}
	w.pass(time.Second)
	other := w.terms()
	other.Title = "Another"
	second, err := w.SavePreset(w.ctx(), ann.ID, other)
	must(t, err)
	if list, err := w.PresetsOf(w.ctx(), ann.ID); err != nil || len(list) != 2 || list[0] != second || list[1] != saved {
		t.Fatalf("the list is %+v, %v", list, err)
	}
	_, err = w.Preset(w.ctx(), "nothing")
	wantErr(t, err, ErrNotFound)

	bob := w.join("Bob")
	wantErr(t, w.DeletePreset(w.ctx(), bob.ID, saved.Slug), ErrForbidden)
	wantErr(t, w.DeletePreset(w.ctx(), 0, saved.Slug), ErrForbidden)
	wantErr(t, w.DeletePreset(w.ctx(), ann.ID, "nothing"), ErrNotFound)
	must(t, w.DeletePreset(w.ctx(), ann.ID, saved.Slug))
	if list, err := w.PresetsOf(w.ctx(), ann.ID); err != nil || len(list) != 1 || list[0] != second {
		t.Fatalf("after one is deleted the list is %+v, %v", list, err)
	}
}

func TestPresetsHaveALimit(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	save := func(p Player, n int) (Preset, error) {
		return w.SavePreset(w.ctx(), p.ID, Terms{Variant: "chess", Clock: DaysAMove(3), Title: fmt.Sprint(n)})
	}
	var last Preset
	for n := range maxPresets {
		var err error
		last, err = save(ann, n)
		must(t, err)
	}
	_, err := save(ann, maxPresets)
	wantInvalid(t, err, "", "100 presets", "Delete")
	_, err = save(ann, 7) // that one there is
	must(t, err)
	_, err = save(bob, maxPresets)
	must(t, err)
	must(t, w.DeletePreset(w.ctx(), ann.ID, last.Slug))
	_, err = save(ann, maxPresets)
	must(t, err)
}
