package views

import (
	"net/http"

	"postrider/static"
)

// files is the addresses that are the same for all who ask, and need no session; pages has all others.
func (s *Site) files(pages http.Handler) http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /healthz", s.health)
	m.Handle("GET /static/", static.Handler()) // caches for ever where ?v=… names the version
	m.Handle("GET /favicon.ico", http.RedirectHandler("/static/favicon.svg", http.StatusMovedPermanently))
	m.HandleFunc("GET /robots.txt", s.robots)

	// games as everybody sees them, whoever asks
	open := func(pattern string, h handler) { m.HandleFunc(pattern, answering(h, s.failOpen)) }
	open("GET /games/{id}/board.svg", s.gameBoard)
	open("GET /games/{id}/board.png", s.gamePicture)
	open("GET /games/{id}/card.png", s.gameCard) // of link previews
	m.HandleFunc("GET /games/{id}/embed", framed(answering(s.embed, s.failOpen)))

	m.Handle("/", pages)
	return m
}

// routes is every address of a page, grouped. Those in links, bookmarks and mails stay as they are.
func (s *Site) routes() http.Handler {
	m := http.NewServeMux()
	on := func(pattern string, h handler) { m.HandleFunc(pattern, s.page(h)) }

	on("GET /{$}", s.home)
	on("GET /privacy", s.privacy)

	// accounts
	on("GET /signup", s.signupPage)
	on("POST /signup", s.signup)
	on("GET /signup/sent", s.sentPage) // "look into your mail"
	on("GET /confirm/{token}", s.confirmPage)
	on("POST /confirm/{token}", s.confirm)
	on("POST /confirm/{token}/disown", s.disown)
	on("GET /signin", s.signinPage)
	on("POST /signin", s.signin)
	on("POST /signin/link", s.signinLink)
	on("POST /signout", s.signout)
	on("GET /settings", s.settingsPage)
	on("POST /settings", s.settings) // field do: password, address, zone, mail, mailback, everywhere, vacation, shorten, endvacation, auto, unblock, feeds, endfeeds, mailworks
	on("GET /settings/delete", s.deletePage)
	on("POST /settings/delete", s.deleteAccount)
	on("GET /players/{name}", s.player)
	on("POST /players/{name}/block", s.block)
	on("GET /mail", s.mail)
	on("POST /mail/test", s.testMail)
	on("GET /unsubscribe/{token}", s.unsubscribePage)
	on("POST /unsubscribe/{token}", s.unsubscribe)

	// variants and presets
	on("GET /variants", s.variants)
	on("GET /variants/{key}", s.variant)
	on("GET /variants/{key}/board.svg", s.variantBoard) // small boards on pages; cached
	on("GET /presets/new", s.presetNew)
	on("GET /presets/new/board.png", s.presetNewPicture)
	on("POST /presets", s.presetSave)
	on("GET /presets/{slug}", s.preset)
	on("GET /presets/{slug}/board.png", s.presetPicture)
	on("POST /presets/{slug}/delete", s.presetDelete)

	// invitations
	on("GET /open", s.openInvitations) // the list that anyone may join
	on("POST /invitations", s.invite)
	on("GET /invitations/{token}", s.invitation)
	on("GET /invitations/{token}/board.png", s.invitationPicture)
	on("POST /invitations/{token}/accept", s.accept)
	on("POST /invitations/{token}/decline", s.decline)
	on("POST /invitations/{token}/withdraw", s.withdraw)
	on("GET /never/{token}", s.neverPage) // in the mail to an address without an account
	on("POST /never/{token}", s.never)

	// games
	on("GET /games", s.games)
	on("GET /search", s.search)
	on("GET /hidden", s.hidden)
	on("GET /export.zip", s.exportGames) // all my games
	on("GET /games/{id}", s.game)        // also {id}.json and {id}.pgn: a pattern cannot hold a suffix
	on("POST /games/{id}/moves", s.move)
	on("GET /games/{id}/resign", s.resignPage)
	on("POST /games/{id}/resign", s.resign)
	on("POST /games/{id}/draw", s.draw)
	on("POST /games/{id}/ask", s.ask) // field kind: takeback, pause, resume; action: ask, grant, refuse, withdraw
	on("POST /games/{id}/time", s.giveTime)
	on("POST /games/{id}/abort", s.abort)
	on("POST /games/{id}/rematch", s.rematch)
	on("POST /games/{id}/comments", s.comments) // whether they may be shown, after the end
	on("POST /games/{id}/messages", s.message)  // beside the moves
	on("POST /games/{id}/note", s.note)
	on("POST /games/{id}/remark", s.remark)
	on("POST /games/{id}/hide", s.hide)
	on("POST /games/{id}/mail", s.gameMail) // field mail: every, digest, none, "" as in the settings, back
	on("GET /games/{id}/plan", s.plan)      // conditional moves: ?line=e7e5.g1f3 the moves so far, ?at=e2 what may move
	on("POST /games/{id}/plan", s.planKeep)
	on("POST /games/{id}/plan/drop", s.planDrop)

	on("GET /analysis", s.analysis) // ?variant=KEY&fen=FEN or ?game=ID&ply=12; &line=e2e4.e7e5 the moves, &at=g1 what may move
	on("POST /analysis/note", s.noteLine)

	on("GET /feeds/{token}", s.feed) // {token}.atom and {token}.ics: private, without a session

	on("/", s.nothing(m))
	return m
}
