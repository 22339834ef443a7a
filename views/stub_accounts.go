package views

import "net/http"

// Stubs of pages that are being written; this file is gone in the end.

func (s *Site) home(http.ResponseWriter, *http.Request) error            { return errStub }
func (s *Site) privacy(http.ResponseWriter, *http.Request) error         { return errStub }
func (s *Site) health(http.ResponseWriter, *http.Request) error          { return errStub }
func (s *Site) robots(http.ResponseWriter, *http.Request) error          { return errStub }
func (s *Site) signupPage(http.ResponseWriter, *http.Request) error      { return errStub }
func (s *Site) signup(http.ResponseWriter, *http.Request) error          { return errStub }
func (s *Site) sentPage(http.ResponseWriter, *http.Request) error        { return errStub }
func (s *Site) confirmPage(http.ResponseWriter, *http.Request) error     { return errStub }
func (s *Site) confirm(http.ResponseWriter, *http.Request) error         { return errStub }
func (s *Site) disown(http.ResponseWriter, *http.Request) error          { return errStub }
func (s *Site) signinPage(http.ResponseWriter, *http.Request) error      { return errStub }
func (s *Site) signin(http.ResponseWriter, *http.Request) error          { return errStub }
func (s *Site) signinLink(http.ResponseWriter, *http.Request) error      { return errStub }
func (s *Site) signout(http.ResponseWriter, *http.Request) error         { return errStub }
func (s *Site) settingsPage(http.ResponseWriter, *http.Request) error    { return errStub }
func (s *Site) settings(http.ResponseWriter, *http.Request) error        { return errStub }
func (s *Site) deletePage(http.ResponseWriter, *http.Request) error      { return errStub }
func (s *Site) deleteAccount(http.ResponseWriter, *http.Request) error   { return errStub }
func (s *Site) player(http.ResponseWriter, *http.Request) error          { return errStub }
func (s *Site) mail(http.ResponseWriter, *http.Request) error            { return errStub }
func (s *Site) unsubscribePage(http.ResponseWriter, *http.Request) error { return errStub }
func (s *Site) unsubscribe(http.ResponseWriter, *http.Request) error     { return errStub }
func (s *Site) variants(http.ResponseWriter, *http.Request) error        { return errStub }
func (s *Site) variant(http.ResponseWriter, *http.Request) error         { return errStub }
func (s *Site) variantBoard(http.ResponseWriter, *http.Request) error    { return errStub }
func (s *Site) nothing(http.ResponseWriter, *http.Request) error         { return errStub }

var errStub = &problem{http.StatusNotFound, "This page is being written."}
