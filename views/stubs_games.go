package views

import (
	"net/http"

	"postrider/store"
)

// Pages of presets, invitations and games that are still to be written.

func (s *Site) presetNew(http.ResponseWriter, *http.Request) error         { return store.ErrNotFound }
func (s *Site) presetNewPicture(http.ResponseWriter, *http.Request) error  { return store.ErrNotFound }
func (s *Site) presetSave(http.ResponseWriter, *http.Request) error        { return store.ErrNotFound }
func (s *Site) preset(http.ResponseWriter, *http.Request) error            { return store.ErrNotFound }
func (s *Site) presetPicture(http.ResponseWriter, *http.Request) error     { return store.ErrNotFound }
func (s *Site) invite(http.ResponseWriter, *http.Request) error            { return store.ErrNotFound }
func (s *Site) invitation(http.ResponseWriter, *http.Request) error        { return store.ErrNotFound }
func (s *Site) invitationPicture(http.ResponseWriter, *http.Request) error { return store.ErrNotFound }
func (s *Site) accept(http.ResponseWriter, *http.Request) error            { return store.ErrNotFound }
func (s *Site) decline(http.ResponseWriter, *http.Request) error           { return store.ErrNotFound }
func (s *Site) withdraw(http.ResponseWriter, *http.Request) error          { return store.ErrNotFound }
func (s *Site) neverPage(http.ResponseWriter, *http.Request) error         { return store.ErrNotFound }
func (s *Site) never(http.ResponseWriter, *http.Request) error             { return store.ErrNotFound }
func (s *Site) games(http.ResponseWriter, *http.Request) error             { return store.ErrNotFound }
func (s *Site) game(http.ResponseWriter, *http.Request) error              { return store.ErrNotFound }
func (s *Site) move(http.ResponseWriter, *http.Request) error              { return store.ErrNotFound }
func (s *Site) resignPage(http.ResponseWriter, *http.Request) error        { return store.ErrNotFound }
func (s *Site) resign(http.ResponseWriter, *http.Request) error            { return store.ErrNotFound }
func (s *Site) draw(http.ResponseWriter, *http.Request) error              { return store.ErrNotFound }
func (s *Site) comments(http.ResponseWriter, *http.Request) error          { return store.ErrNotFound }
func (s *Site) gameBoard(http.ResponseWriter, *http.Request) error         { return store.ErrNotFound }
func (s *Site) gamePicture(http.ResponseWriter, *http.Request) error       { return store.ErrNotFound }
