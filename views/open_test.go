package views

import (
	"strings"
	"testing"
)

func TestBankClockInForms(t *testing.T) {
	w := newWorld(t)
	ann, bob, out := w.join("Ann"), w.join("Bob"), w.stranger()
	out.get("/presets/new?variant=chess", 200).holds(t, `value="days" checked`, `name="days" min="1" max="30" value="3"`, `name="reserve" min="0" value="10"`)
	linked := out.get("/presets/new?variant=chess&clock=36h%2B12h%3C4d&vacation=no", 200)
	linked.holds(t, `value="bank" checked`, `name="reserve" min="0" value="36"`, `<option value="h" selected>hours`, `name="cap" min="0" value="4"`, `value="no" checked`, "clock=36h%2B12h%3C4d", "vacation=no")
	out.get("/presets/new?variant=chess&clock=soon", 422).says(t, "“soon” is no clock")

	bank := func(pairs ...string) []string {
		return append(pairs, "variant", "chess", "side", "white", "pace", "bank", "days", "3", "title", "kept")
	}
	for field, fields := range map[string][]string{
		"clock":   bank("reserve", "100", "reserve_unit", "d"),
		"reserve": bank("reserve", "", "reserve_unit", "d"),
		"added":   bank("reserve", "10", "added", "a day", "added_unit", "d"),
		"cap":     bank("reserve", "10", "added", "1", "cap", "14", "cap_unit", "weeks"),
	} {
		ann.post("/invitations", 422, fields...).holds(t, `id="`+field+`-wrong"`, `value="kept"`, `value="bank" checked`)
	}
	ann.post("/invitations", 422, bank("reserve", "0", "added", "0", "cap", "0")...).holds(t, `id="reserve-wrong"`)
	ann.post("/invitations", 422, bank("pace", "fast")...)
	ann.post("/invitations", 422, "variant", "chess", "pace", "fast").says(t, "Please choose one of the two")

	path := ann.post("/invitations", 303, bank("reserve", "10", "reserve_unit", "d", "added", "1", "added_unit", "d", "cap", "14", "cap_unit", "d", "vacation", "no", "opponent", "Bob")...).where()
	const sentence = "You start with 10 days; each move adds 1 day; never more than 14 days. Vacations do not stop it."
	bob.get(path, 200).says(t, sentence, "until both have moved once, the game then ends without a loser")
	bob.get("/", 200).says(t, "10 days + 1 day a move, no vacation")
	game := bob.post(path+"/accept", 303).where()
	out.get(game, 200).says(t, "10 days + 1 day a move, no vacation", "10 d left")
	w.now.Add(4 * 86400)
	bob.get(game, 200).says(t, "6 d left")
	ann.play(game, 0, "e4", 303)
	bob.get(game, 200).says(t, "7 d", "10 d left")

	preset := ann.post("/presets", 303, bank("reserve", "36", "reserve_unit", "h", "added", "", "cap", "")...).where()
	out.get(preset, 200).says(t, "You have 1 day and 12 hours for all your moves together.")
}

func TestTwoGamesAtOnce(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	path := ann.post("/invitations", 303, "variant", "chess", "days", "3", "games", "2", "opponent", "Bob").where()
	bob.get("/", 200).says(t, "three days a move, two games")
	bob.get(path, 200).says(t, "Two games begin at once, so that each of you has each colour.")
	first := bob.post(path+"/accept", 303).where()
	bob.get(first, 200).says(t, "Two games have begun", "Ann", "Bob (you)")
	bob.get(path, 200).says(t, "Go to the game", "both games have begun", "The other one, with the colours changed")
	made, err := w.store.Invitation(t.Context(), strings.TrimPrefix(path, "/invitations/"))
	if err != nil || made.Second == "" {
		t.Fatalf("%+v, %v", made, err)
	}
	bob.get("/games/"+made.Second, 200)
	slug := ann.post("/presets", 303, "variant", "chess", "days", "3", "games", "2").where()
	ann.get(slug, 200).says(t, "Whether two games begin at once is chosen with each invitation.")
	both := ann.post("/invitations", 303, "preset", strings.TrimPrefix(slug, "/presets/"), "games", "2").where()
	bob.get(both, 200).says(t, "Two games begin at once")
}

func TestOpenInvitationsList(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve, out := w.join("Ann"), w.join("Bob"), w.join("Eve"), w.stranger()
	out.get("/open", 200).says(t, "None stands here just now.")
	form := func(more ...string) []string {
		return append(more, "variant", "chess", "days", "3", "side", "white", "open", "on")
	}
	ann.post("/invitations", 422, form("opponent", "Bob")...).holds(t, `id="opponent-wrong"`, `name="open" checked`, `value="Bob"`)
	ann.post("/invitations", 422, form("renewals", "many")...).holds(t, `id="renewals-wrong"`, `name="open" checked`, `value="many"`, "<details open")
	ann.post("/invitations", 422, form("renewals", "21")...).holds(t, `id="renewals-wrong"`)
	path := ann.post("/invitations", 303, form("renewals", "1", "title", "Come & play", "fen", kings)...).where()
	ann.get(path, 200).says(t, "It stands in the list of open invitations", "It is put up again once more")
	ann.get("/settings", 200).says(t, "for anyone, and then once more")
	ann.get("/open", 200).holds(t, path+"/withdraw")
	for _, who := range []*person{bob, out} {
		who.get("/open", 200).says(t, "Come &amp; play with Ann", "Three days for each move. Ann plays White.", "It begins from this position", "30 d left", "Join")
	}
	out.get("/open", 200).holds(t, `href="`+path+`"`, "/variants/chess/board.svg?fen=")
	out.get("/variants/chess/board.svg?fen=nonsense", 404)
	out.get("/open?page=0", 400)

	game := bob.post(path+"/accept", 303).where()
	bob.get(game, 200).says(t, "The game has begun")
	list, _, err := w.store.OpenInvitations(t.Context(), 0, 1)
	if err != nil || len(list) != 1 || list[0].Renewals != 0 {
		t.Fatalf("put up again: %+v, %v", list, err)
	}
	again := "/invitations/" + list[0].Token
	if err := w.store.Block(t.Context(), ann.account().ID, "Eve"); err != nil {
		t.Fatal(err)
	}
	eve.get("/open", 200).says(t, "None stands here")
	eve.post(again+"/accept", 403)
	ann.post(again+"/withdraw", 303)
	bob.get("/open", 200).says(t, "None stands here")
	bob.post(again+"/accept", 303)
	bob.get("/open", 200).says(t, "That invitation is no longer open", "These stand here now")
	eve.post(path+"/accept", 303)
	if to := out.post(path+"/accept", 303, "name", "Tom", "email", "tom@example.com").where(); to != "/open" {
		t.Errorf("who comes too late is led to %s", to)
	}
}

// A game without vacation goes on while a player is away.
func TestNoVacationOnPages(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.join("Ann"), w.join("Bob")
	ann.post("/settings", 303, "do", "vacation", "first", "", "last", w.store.Now().AddDate(0, 0, 5).Format("2006-01-02"))
	path := ann.post("/invitations", 303, "variant", "chess", "days", "3", "side", "white", "vacation", "no").where()
	game := bob.post(path+"/accept", 303).where()
	page := bob.get(game, 200)
	page.says(t, "three days a move, no vacation", "3 d left until")
	if strings.Contains(page.words(), "stands still") {
		t.Error(page.words())
	}
}
