// Postrider is a server on which two people play chess variants by correspondence, over web pages and e-mail.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"
	"time"
	_ "time/tzdata" // zones, where the machine has no files of them

	"github.com/alecthomas/kong"

	"postrider/mail"
	"postrider/rules"
	"postrider/store"
	"postrider/views"
	"postrider/views/archive"
)

// flags are the settings of the server; every one has an environment variable POSTRIDER_….
type flags struct {
	Addr         string   `default:"127.0.0.1:8080" help:"Address to listen on."`
	Data         string   `default:"postrider.db" help:"Data file (SQLite); it is made if it is not there."`
	URL          string   `default:"http://localhost:8080" help:"What links to this site begin with: in mails, feeds, files and previews."`
	SMTP         string   `help:"Mail relay, smtp://user:pass@host:587 or smtps://…; without it mail is kept and shown at /mail, and --addr and --url must be loopback."`
	From         string   `default:"Postrider <postrider@localhost>" help:"Sender of the mails."`
	DKIMKey      string   `name:"dkim-key" help:"File of the private key by which mails are signed (PEM; RSA or Ed25519); without it they are not."`
	DKIMSelector string   `name:"dkim-selector" default:"postrider" help:"Selector of that key: its public half stands in the DNS at SELECTOR._domainkey.DOMAIN."`
	MailIn       string   `help:"Address at which mail comes in by SMTP, like :2525: players answer a mail with their move, and mail that cannot be delivered is noticed. With --mail-domain."`
	MailDomain   string   `help:"Domain whose mail comes in there (its MX), like play.example.org."`
	MailCert     string   `help:"File of a certificate (PEM), for STARTTLS where mail comes in; it is read again when it changes."`
	MailKey      string   `help:"File of that certificate's key (PEM)."`
	RateLimits   string   `enum:"on,off" default:"on" help:"Limits on sign-ups, sign-ins, mails and pictures (off only for tests)."`
	TrustProxy   []string `help:"Networks (CIDR) of the proxies whose X-Forwarded-For is believed."`
}

// commands is the command line.
type commands struct {
	flags
	Version  kong.VersionFlag `env:"-" help:"Print which version this is."`
	Serve    serveCmd         `cmd:"" default:"1" help:"Serve the site (the default)."`
	Backup   backupCmd        `cmd:"" help:"Write a consistent copy of the data file, also while the server runs."`
	Import   importCmd        `cmd:"" help:"Take the games of a file into the data file, also while the server runs."`
	MailTest mailTestCmd      `cmd:"" help:"Send a test mail, and say in words what is wrong with the mail server, the sender's domain or the key."`
	rules.Commands
}

// surroundings are what a command may use of the process.
type surroundings struct {
	context.Context
	flags     *flags
	out, errs io.Writer
}

// usage is an error in how the program was called: exit status 2.
type usage struct{ error }

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr)) }

// untilStopped is a context that the first SIGINT or SIGTERM ends; a second one kills.
func untilStopped(ctx context.Context) context.Context {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}

// run is the whole program, so that tests can start it; the result is the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) (status int) {
	var c commands
	ended := false
	parser, err := kong.New(&c, kong.Name("postrider"), kong.Description("Chess variants by correspondence: pages without script, mail on every move."),
		kong.DefaultEnvars("POSTRIDER"), kong.Vars{"version": version()}, kong.Help(help), kong.Writers(out, errs), kong.BindTo(out, (*io.Writer)(nil)),
		kong.Exit(func(code int) { ended, status = true, code }))
	if err != nil {
		fmt.Fprintln(errs, err)
		return 2
	}
	line, err := parser.Parse(args)
	switch {
	case ended: // --help, --version
		return status
	case err != nil:
		fmt.Fprintf(errs, "postrider: %v\nTry: postrider --help\n", err)
		return 2
	}
	if err = rules.CheckShipped(); err == nil {
		err = line.Run(&surroundings{ctx, &c.flags, out, errs})
	}
	if err == nil {
		return 0
	}
	fmt.Fprintln(errs, err)
	if errors.As(err, new(usage)) {
		return 2
	}
	return 1
}

// version is what the Go toolchain knows of the build: a tag, or a revision and its time, or "(devel)".
func version() string {
	info, _ := debug.ReadBuildInfo() // there is one in every build with modules
	return "postrider " + info.Main.Version
}

// help leaves the server's flags out where a command has no use for them.
func help(o kong.HelpOptions, c *kong.Context) error {
	if node := c.Selected(); node != nil && node.Name != "serve" {
		uses := map[string][]string{"backup": {"data"}, "import": {"data", "url"}, "mail-test": {"url", "smtp", "from", "dkim-key", "dkim-selector", "mail-domain"}}[node.Name]
		for _, flag := range c.Model.Flags {
			flag.Hidden = flag.Name != "help" && !slices.Contains(uses, flag.Name)
		}
	}
	return kong.DefaultHelpPrinter(o, c)
}

type serveCmd struct{}

// Run serves until the context ends, then finishes what is under way.
func (serveCmd) Run(e *surroundings) error {
	f, log := e.flags, slog.New(slog.NewTextHandler(e.errs, nil))
	proxies, err := f.check()
	if err != nil {
		return usage{err}
	}
	domain, err := mail.Domain(f.From)
	if err != nil {
		return usage{fmt.Errorf("--from: %w", err)}
	}
	letters, err := f.mail(log)
	if err != nil {
		return usage{err}
	}
	s, err := store.Open(e, f.Data, store.Options{Now: time.Now, Domain: domain, Limits: f.RateLimits == "on"})
	if err != nil {
		return err
	}
	defer s.Close()
	postman, err := mail.New(s, letters)
	if err != nil {
		return usage{err}
	}
	site, err := views.New(s, views.Options{URL: f.URL, From: f.From, KeepsMail: f.SMTP == "", Limits: f.RateLimits == "on", TrustProxy: proxies, Log: log})
	if err != nil {
		return usage{err}
	}
	workers := []func(context.Context) error{
		func(ctx context.Context) error { postman.Run(ctx); return nil },
		func(ctx context.Context) error { s.SweepEvery(ctx, 30*time.Second, log); return nil },
	}
	if f.MailIn != "" {
		inbound, err := f.inbound(s, log)
		if err != nil {
			return err
		}
		workers = append(workers, inbound)
	}
	listener, err := net.Listen("tcp", f.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", f.Addr, err)
	}
	log.Info("Postrider serves", "url", f.URL, "addr", listener.Addr().String(), "data", f.Data, "keeps_mail", f.SMTP == "")
	return work(untilStopped(e), listener, site, log, workers...)
}

// inbound is the worker that takes mail in.
func (f *flags) inbound(s *store.Store, log *slog.Logger) (func(context.Context) error, error) {
	in, err := mail.NewInbound(s, mail.InboundOptions{Domain: f.MailDomain, URL: f.URL, Cert: f.MailCert, Key: f.MailKey, Limits: f.RateLimits == "on", Log: log})
	if err != nil {
		return nil, usage{err}
	}
	l, err := net.Listen("tcp", f.MailIn)
	if err != nil {
		return nil, fmt.Errorf("listen for mail on %s: %w", f.MailIn, err)
	}
	log.Info("mail comes in", "addr", l.Addr().String(), "domain", f.MailDomain, "starttls", f.MailCert != "")
	return func(ctx context.Context) error { return in.Serve(ctx, l) }, nil
}

// work runs the web server and the workers until the context ends or one of them fails: first the server stops, then the workers.
func work(ctx context.Context, l net.Listener, site http.Handler, log *slog.Logger, workers ...func(context.Context) error) error {
	ctx, end := context.WithCancel(ctx)
	defer end()
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	failed := make(chan error, len(workers))
	var all sync.WaitGroup
	for _, worker := range workers {
		all.Go(func() {
			if err := worker(working); err != nil {
				failed <- err
				end()
			}
		})
	}
	err := views.Serve(ctx, l, site, log)
	stop()
	all.Wait()
	close(failed)
	return errors.Join(err, <-failed)
}

// mail is what the flags say of mail.
func (f *flags) mail(log *slog.Logger) (mail.Options, error) {
	if base, err := views.Base(f.URL); err == nil && f.SMTP != "" && views.Loopback(base.Hostname()) {
		log.Warn("the links in all mails lead to this machine alone: name the site by --url", "url", f.URL)
	}
	key, err := mail.ReadDKIMKey(f.DKIMKey, log)
	return mail.Options{URL: f.URL, From: f.From, SMTP: f.SMTP, Log: log, Domain: f.MailDomain, DKIMKey: key, DKIMSelector: f.DKIMSelector}, err
}

// check says whether the flags go together.
func (f *flags) check() (proxies []netip.Prefix, err error) {
	host, _, err := net.SplitHostPort(f.Addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %q: it has to be HOST:PORT, like 127.0.0.1:8080: %w", f.Addr, err)
	}
	base, err := views.Base(f.URL)
	if err != nil {
		return nil, err
	}
	if f.SMTP == "" && !(views.Loopback(host) && views.Loopback(base.Hostname())) {
		return nil, errors.New("without --smtp every mail is shown at /mail to whoever asks, so --addr and --url must be loopback (127.0.0.1, localhost); name a mail relay by --smtp smtp://user:pass@host:587 to serve others")
	}
	if (f.MailIn == "") != (f.MailDomain == "") || (f.MailCert == "") != (f.MailKey == "") || f.MailIn == "" && f.MailCert != "" {
		return nil, errors.New("mail comes in with --mail-in (where to listen, like :2525) and --mail-domain (for what domain) together; --mail-cert and --mail-key add STARTTLS, and are together too")
	}
	for _, text := range f.TrustProxy {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("--trust-proxy %q: it has to be a network like 10.0.0.0/8 or ::1/128: %w", text, err)
		}
		proxies = append(proxies, p)
	}
	return proxies, nil
}

type mailTestCmd struct {
	Address string `arg:"" help:"Whom to send it to: best an address of yours at one of the large providers."`
}

// Run sends the mail by the same way as the server does.
func (c *mailTestCmd) Run(e *surroundings) error {
	o, err := e.flags.mail(slog.New(slog.NewTextHandler(e.errs, nil)))
	if err != nil {
		return usage{err}
	}
	trial, err := mail.NewTrial(o, c.Address, e.out)
	if err != nil {
		return usage{err}
	}
	return trial.Run(untilStopped(e), time.Now())
}

type backupCmd struct {
	File string `arg:"" help:"The copy; it must not be there yet."`
}

// Run copies the data file by VACUUM INTO.
func (c *backupCmd) Run(e *surroundings) error {
	return store.Backup(untilStopped(e), e.flags.Data, c.File)
}

type importCmd struct {
	File string `arg:"" help:"PGN, JSON or a zip, as logs are exported; - is standard input, for the first two."`
}

// Run takes the games in that are played by the rules, and says of each what became of it.
func (c *importCmd) Run(e *surroundings) error {
	s, err := store.Open(e, e.flags.Data, store.Options{Now: time.Now, Beside: true})
	if err != nil {
		return err
	}
	defer s.Close()
	return archive.Import(e, s, c.File, e.flags.URL, os.Stdin, e.out)
}
