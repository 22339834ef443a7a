package views

import (
	"net/http"

	"postrider/store"
)

// Pages of games that are still to be written.

func (s *Site) games(http.ResponseWriter, *http.Request) error             { return store.ErrNotFound }
func (s *Site) game(http.ResponseWriter, *http.Request) error              { return store.ErrNotFound }
func (s *Site) move(http.ResponseWriter, *http.Request) error              { return store.ErrNotFound }
func (s *Site) resignPage(http.ResponseWriter, *http.Request) error        { return store.ErrNotFound }
func (s *Site) resign(http.ResponseWriter, *http.Request) error            { return store.ErrNotFound }
func (s *Site) draw(http.ResponseWriter, *http.Request) error              { return store.ErrNotFound }
func (s *Site) comments(http.ResponseWriter, *http.Request) error          { return store.ErrNotFound }
func (s *Site) gameBoard(http.ResponseWriter, *http.Request) error         { return store.ErrNotFound }
func (s *Site) gamePicture(http.ResponseWriter, *http.Request) error       { return store.ErrNotFound }
