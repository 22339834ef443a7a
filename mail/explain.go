package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/emersion/go-smtp"
)

// explain puts what went wrong with a connection into words that the host can act on.
func (r *relay) explain(err error) error {
	hint := r.hint(err)
	if hint != "" {
		hint = "; " + hint
	}
	return fmt.Errorf("mail server %s: %w%s", r.address(), err, hint)
}

// hint says what to try after an error before the first mail, or "".
func (r *relay) hint(err error) string {
	var record tls.RecordHeaderError
	var answer *smtp.SMTPError
	var name *net.DNSError
	asked := errors.As(err, &answer)
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return "--smtp should name a host that the DNS knows"
	case errors.As(err, &name):
		return "the name could not be looked up: this machine needs a name server that answers"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens there: is it running, and is the port right? Mail is mostly taken on 587 (smtp://) or 465 (smtps://)"
	case strings.HasPrefix(err.Error(), "connecting") && (timedOut(err) || errors.Is(err, context.DeadlineExceeded)):
		return "nothing answers there: a firewall may be in the way, and many hosting companies block port 25; 587 or 465 may be open"
	case r.implicitTLS && errors.As(err, &record):
		return "it does not begin with TLS: with this port --smtp should begin with smtp://"
	case !r.implicitTLS && errors.Is(err, io.EOF):
		return "it closed the connection without a word, as one does that expects TLS from the start (port 465: then --smtp should begin with smtps://) or knows you as a sender of spam"
	case !r.implicitTLS && !asked && strings.HasPrefix(err.Error(), "greeting"), !r.implicitTLS && errors.Is(err, errSilent):
		return "if it expects TLS from the start, as port 465 does, --smtp should begin with smtps://"
	case strings.Contains(err.Error(), "support STARTTLS"):
		return "a password is sent over TLS only: use a port with STARTTLS, mostly 587, or smtps://"
	case errors.Is(err, errNoAuth):
		return "leave user:password@ out of --smtp, or name the port where users sign in, mostly 587 or 465"
	case asked && answer.Code == 535:
		return "user or password is wrong; some providers want a password made for this program alone; a %, @, / or : in it is written %25, %40, %2F or %3A"
	}
	return hintCertificate(err)
}

// hintCertificate says what to try where a certificate was not believed.
func hintCertificate(err error) string {
	var unknown x509.UnknownAuthorityError
	var other x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &unknown):
		return "nobody whom this machine trusts has signed its certificate; it needs one of a public authority, or this machine needs the package ca-certificates"
	case errors.As(err, &other):
		return "its certificate is for another name: --smtp should call the server by that name"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "its certificate has run out, or the clock of this machine is wrong"
	}
	return ""
}

// hintMail says what to try where the server did not take a mail.
func hintMail(v verdict, err error) string {
	var answer *smtp.SMTPError
	if !errors.As(err, &answer) {
		return "it broke off at this mail, which can be an accident: try once more"
	}
	switch sender := strings.HasPrefix(err.Error(), "naming the sender"); {
	case answer.Code == 421:
		return "it is closing, or you have come too often: try once more in some minutes"
	case answer.Code == 530 || answer.Code == 538, strings.Contains(strings.ToLower(answer.Message), "relay"):
		return "it hands on mail only for those who sign in: --smtp should hold user:password@, and port 587 or 465"
	case sender:
		return "it does not let you send in this name: --from (and --mail-domain, if it is set) should belong to the user of --smtp, or the server be told that this user may send for that domain"
	case v == later:
		return "that is for now only, as with a new sender (greylisting) or a full mailbox; of a real mail it would be tried again after 1, 5, 15 and 60 minutes, then hourly for 5 days"
	case strings.HasPrefix(err.Error(), "naming the recipient"):
		return "the address is wrong, or its server does not want mail of yours; the answer says which"
	}
	return "it does not want this text, mostly because it thinks it spam; what is missing below may be why"
}
