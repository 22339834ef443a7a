package main

// These tests start the whole program: its command line, the imports of its packages, its death and revival, and a game in a browser.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/smtp"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// patience is how long a test waits for something that has to come.
const patience = 30 * time.Second

func TestImportsGoOneWay(t *testing.T) {
	order := []string{"postrider/static", "postrider/rules", "postrider/store", "postrider/views/board", "postrider/mail", "postrider/views/archive", "postrider/views", "postrider"}
	allowed := map[string][]string{
		"postrider/static": {}, "postrider/rules": {}, "postrider/store": order[:2], "postrider/views/board": order[:2],
		"postrider/mail": order[:4], "postrider/views/archive": order[:3], "postrider/views": order[:6], "postrider": order[:7],
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		may, known := allowed[words[0]]
		if !known {
			t.Errorf("%s is a package that the house does not have", words[0])
		}
		seen++
		for _, imported := range words[1:] {
			if strings.HasPrefix(imported, "postrider") && !slices.Contains(may, imported) {
				t.Errorf("%s imports %s", words[0], imported)
			}
		}
	}
	if seen != len(order) {
		t.Errorf("%d packages, not %d", seen, len(order))
	}
}

func TestCommandLine(t *testing.T) {
	file, bad := filepath.Join(t.TempDir(), "mine.ini"), filepath.Join(t.TempDir(), "bad.ini")
	if err := errors.Join(os.WriteFile(file, []byte("[mine:chess]\ntitle = Mine\n"), 0o600), os.WriteFile(bad, []byte("[bad:chess]\nmaxRank = many\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line   string
		status int
		out    string // its last line
		errs   string // a part of it
	}{
		{"perft chess 3", 0, "8902", ""},
		{"perft chess 1 --divide", 0, "20", ""},
		{"perft --fen 8/8/8/8/8/8/8/KQ5k_b chess 1", 0, "2", ""},
		{"perft " + file + ":mine 2", 0, "400", ""},
		{"perft nonsense 1", 1, "", "pyrrhus"},
		{"perft chess many", 2, "", "many"},
		{"moves pyrrhus", 0, "h2h4", ""},
		{"apply pyrrhus Y@e2 e7e5", 0, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPYPPP/RNBQKBNR[y] w KQkq - 0 2", ""},
		{"apply chess e2e4 e7e6 e4e6", 1, "", "pawn"},
		{"check " + file, 0, "mine: Mine", ""},
		{"check " + bad, 1, "", "line 2"},
		{"dance", 2, "", "dance"},
		{"serve --addr 0.0.0.0:0", 2, "", "loopback"},
		{"serve --mail-in :2525", 2, "", "--mail-domain"},
		{"serve --mail-domain play.example.org", 2, "", "--mail-in"},
		{"serve --mail-in :0 --mail-domain play.example.org --mail-cert c.pem", 2, "", "--mail-key"},
		{"serve --data /nowhere/x.db --dkim-key /nowhere/key.pem", 2, "", "there is no file /nowhere/key.pem"},
		{"mail-test ann@example.com", 2, "", "without --smtp no mail leaves"},
		{"mail-test ann@example.com --smtp smtp://127.0.0.1:1", 1, "", "has not been sent"},
		{"serve --smtp smtp://127.0.0.1:1 --data /nowhere/x.db", 1, "", "lead to this machine alone"},
		{"perft " + file + " 2", 1, "", "name the variant in the file, too: " + file + ":mine"},
		{"apply chess f3 e5 g4 Qh4 a3", 1, "", "checkmated: the game is over"},
		{"--help", 0, "", ""}, {"--version", 0, version(), ""},
	} {
		var out, errs bytes.Buffer
		status := run(t.Context(), strings.Fields(c.line), &out, &errs)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if status != c.status || (c.out != "" && lines[len(lines)-1] != c.out) || (status == 2 && out.Len() > 0) || !strings.Contains(errs.String(), c.errs) {
			t.Errorf("%s: status %d, %q, %q", c.line, status, lines[len(lines)-1], errs.String())
		}
	}
}

// TestReadmeNamesTheFlags compares the table of settings in README.md with the flags.
func TestReadmeNamesTheFlags(t *testing.T) {
	parser, err := kong.New(new(commands), kong.DefaultEnvars("POSTRIDER"))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range parser.Model.Flags {
		row := fmt.Sprintf("| `--%s` | `%s` | %s | %s |\n", flag.Name, strings.Join(flag.Envs, ""), "`"+flag.Default+"`", flag.Help)
		row = strings.ReplaceAll(strings.ReplaceAll(row, "| `` |", "| |"), "| `` |", "| |")
		if flag.Name != "help" && flag.Name != "version" && !strings.Contains(string(readme), row) {
			t.Errorf("README.md lacks the row\n%s", row)
		}
	}
}

// TestMain is the program itself where start runs the test binary so.
func TestMain(m *testing.M) {
	if os.Getenv("POSTRIDER_TEST") == "serve" {
		main()
	}
	os.Exit(m.Run())
}

// server is a running program.
type server struct {
	url, data string
	port      int
	process   *exec.Cmd
	log       *bytes.Buffer
}

// start runs the program on a data file, with some more flags; without a relay, so that mail is kept and shown at /mail.
func start(t *testing.T, data string, port int, more ...string) *server {
	t.Helper()
	if port == 0 {
		port = freePort(t)
	}
	s := &server{url: fmt.Sprintf("http://127.0.0.1:%d", port), data: data, port: port, log: new(bytes.Buffer)}
	s.process = exec.Command(os.Args[0], append(more, "--addr", fmt.Sprintf("127.0.0.1:%d", port), "--url", s.url, "--data", data, "--rate-limits", "off")...)
	s.process.Env = append(os.Environ(), "POSTRIDER_TEST=serve")
	s.process.Stdout, s.process.Stderr = s.log, s.log
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.end(os.Kill) })
	until(t, "the server to answer", func() bool {
		answer, err := http.Get(s.url + "/healthz")
		if err == nil {
			answer.Body.Close()
		}
		return err == nil && answer.StatusCode == 200
	})
	return s
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// end sends a signal and waits for the process; the result is its exit status.
func (s *server) end(signal os.Signal) int {
	if s.process.ProcessState == nil {
		s.process.Process.Signal(signal)
		s.process.Wait()
	}
	return s.process.ProcessState.ExitCode()
}

func until(t *testing.T, what string, probe func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !probe(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// person is somebody with a browser.
type person struct {
	t    *testing.T
	s    *server
	name string
	http *http.Client
}

func (s *server) person(t *testing.T, name string) *person {
	jar, _ := cookiejar.New(nil)
	return &person{t, s, name, &http.Client{Jar: jar, Timeout: patience}}
}

func (p *person) get(path string) string {
	p.t.Helper()
	answer, err := p.http.Get(p.s.url + path)
	return p.read(path, answer, err)
}

// post sends a form and follows to where it leads; the result is that page and its path.
func (p *person) post(path string, pairs ...string) (string, string) {
	p.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	answer, err := p.http.PostForm(p.s.url+path, form)
	body := p.read(path, answer, err)
	return body, answer.Request.URL.Path
}

func (p *person) read(path string, answer *http.Response, err error) string {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s: %v", path, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= 400 {
		p.t.Fatalf("%s: %s %v: %.400s", path, answer.Status, err, body)
	}
	return html.UnescapeString(string(body))
}

// join signs up, and confirms with the link at /mail.
func (s *server) join(t *testing.T, name string) *person {
	t.Helper()
	p := s.person(t, name)
	links := regexp.MustCompile(`/confirm/[\w-]+`)
	before := links.FindString(p.get("/mail"))
	p.post("/signup", "name", name, "email", strings.ToLower(name)+"@example.com", "password", "four grey horses 1851")
	until(t, "the mail to confirm", func() bool { return links.FindString(p.get("/mail")) != before })
	p.post(links.FindString(p.get("/mail")))
	return p
}

// game starts a game between two people; the result is its path.
func (s *server) game(white, black *person, variant string) string {
	white.t.Helper()
	_, invitation := white.post("/invitations", "variant", variant, "days", "3", "side", "white", "opponent", "")
	_, game := black.post(invitation + "/accept")
	if !strings.HasPrefix(game, "/games/") {
		white.t.Fatalf("accepted, and at %s", game)
	}
	return game
}

// record is the part of a game's JSON that these tests read.
type record struct {
	FEN    string
	Ply    int
	Status string
	Moves  []struct{ SAN, Comment string }
}

func (p *person) record(game string) (r record) {
	p.t.Helper()
	answer, err := p.http.Get(p.s.url + game + ".json")
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&r); err != nil {
		p.t.Fatal(err)
	}
	return r
}

func TestKilledStoppedRestored(t *testing.T) {
	data := filepath.Join(t.TempDir(), "a b?c#d.db")
	s := start(t, data, 0)
	ann, bob := s.join(t, "Ann"), s.join(t, "Bob")
	game := s.game(ann, bob, "pyrrhus")
	for ply, move := range []string{"Y@e2", "e7e5", "b1c3", "Y@d7", "g1f3"} {
		mover := []*person{ann, bob}[ply%2]
		mover.post(game+"/moves", "ply", fmt.Sprint(ply), "move", move, "comment", "kept")
		signal := []os.Signal{os.Kill, syscall.SIGTERM}[ply%2]
		if status := s.end(signal); signal == syscall.SIGTERM && status != 0 {
			t.Errorf("SIGTERM: exit status %d\n%s", status, s.log)
		}
		s = start(t, data, s.port)
		ann.s, bob.s = s, s
		r := ann.record(game)
		if r.Ply != ply+1 || r.Moves[ply].Comment != "kept" {
			t.Fatalf("after %v and a restart: %+v", signal, r)
		}
		subject := fmt.Sprintf("%s: %d%s %s (", mover.name, ply/2+1, []string{".", "…"}[ply%2], r.Moves[ply].SAN)
		until(t, "the mail "+subject, func() bool { return strings.Contains(ann.get("/mail"), subject) })
		if n := strings.Count(ann.get("/mail"), subject); n != 1 {
			t.Errorf("%d mails %q", n, subject)
		}
	}
	copied := filepath.Join(t.TempDir(), "copy.db") // and a copy made while it runs is a game to go on with
	for _, status := range []int{0, 1} {            // a second time there is a file in the way
		var errs bytes.Buffer
		if got := run(t.Context(), []string{"backup", copied, "--data", data}, io.Discard, &errs); got != status {
			t.Fatalf("backup: exit status %d, %s", got, errs.String())
		}
	}
	s.end(os.Kill)
	if log := s.log.String(); strings.Contains(log, "panic") || strings.Contains(log, "level=ERROR") {
		t.Errorf("the log:\n%s", log)
	}
	bob.s = start(t, copied, s.port)
	bob.post(game+"/moves", "ply", "5", "move", "b8c6")
	if r := bob.record(game); r.Ply != 6 {
		t.Errorf("the restored game: %+v", r)
	}
}

func TestExportAndImport(t *testing.T) {
	data := filepath.Join(t.TempDir(), "one.db")
	s := start(t, data, 0)
	ann, bob := s.join(t, "Ann"), s.join(t, "Bob")
	game := s.game(ann, bob, "echidna")
	ann.post(game+"/moves", "ply", "0", "move", "g1f3", "comment", "for you } alone")
	bob.post(game+"/moves", "ply", "1", "move", "g8f6", "comment", "for you } alone")
	ann.post(game+"/resign", "ply", "2")
	zipped, foreign := filepath.Join(t.TempDir(), "games.zip"), filepath.Join(t.TempDir(), "x.pgn")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	answer, err := ann.http.Get(s.url + "/export.zip")
	must(err)
	body, err := io.ReadAll(answer.Body)
	must(err)
	must(os.WriteFile(zipped, body, 0o600))
	must(os.WriteFile(foreign, []byte("[White \"Ann\"]\n[Black \"Anderssen\"]\n[Date \"1851.06.21\"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 1-0\n\n1. e4 e4 *\n"), 0o600))
	imports := func(into, file, said string, status int) string {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(t.Context(), []string{"import", file, "--data", into, "--url", "https://post.example"}, &out, &errs); got != status || !strings.Contains(out.String(), said) {
			t.Errorf("import %s: status %d, %s%s", file, got, &out, &errs)
		}
		return out.String()
	}
	imports(data, zipped, "0 games taken in, 1 here already, 0 refused.", 0)
	out := imports(data, foreign, "1. Ann – Anderssen, Chess, 5 plies, 1-0 as recorded: https://post.example/games/", 1)
	path := regexp.MustCompile(`/games/\w+`).FindString(out)
	for _, page := range []string{path, path + "?ply=3", path + ".pgn", "/games"} {
		if text := bob.get(page); !strings.Contains(text, "Anderssen") || page == path && strings.Contains(text, `href="/players/Ann"`) {
			t.Errorf("%s: %s", page, text)
		}
	}
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	imports(fresh, zipped, "1. Ann – Bob, Echidna Chess, 2 plies, 0-1 resignation: https://post.example"+game, 0)
	ann.s = start(t, fresh, 0)
	if r := ann.record(game); r.Ply != 2 || r.Moves[1].Comment != "for you } alone" {
		t.Errorf("%+v", r)
	}
	if out := imports(fresh, filepath.Join(t.TempDir(), "none.pgn"), "", 1); out != "" {
		t.Errorf("a file that is not there: %s", out)
	}
}

// TestKilledWhileMailComesIn: a sender that does not hear whether its mail was taken sends it again; the move is made once and answered once.
func TestKilledWhileMailComesIn(t *testing.T) {
	data, in := filepath.Join(t.TempDir(), "post.db"), fmt.Sprintf("127.0.0.1:%d", freePort(t))
	flags := []string{"--mail-in", in, "--mail-domain", "play.example.org"}
	s := start(t, data, 0, flags...)
	ann, bob := s.join(t, "Ann"), s.join(t, "Bob")
	game, to, addresses := s.game(ann, bob, "chess"), "", regexp.MustCompile(`m-[a-z2-7]+@play\.example\.org`)
	for ply, move := range []string{"e4", "e5", "Nf3", "Nc6"} {
		last := to
		until(t, "a mail that can be answered", func() bool { to = addresses.FindString(ann.get("/mail")); return to != "" && to != last })
		send := func() error {
			return smtp.SendMail(in, nil, "somebody@phone.example", []string{to}, fmt.Appendf(nil, "Message-ID: <%d@phone.example>\r\n\r\n%s\r\n", ply, move))
		}
		first := make(chan error, 1)
		go func() { first <- send() }()
		until(t, "the move", func() bool { return ply%2 == 1 || ann.record(game).Ply > ply }) // or it is killed at any moment
		s.end(os.Kill)
		<-first
		s = start(t, data, s.port, flags...)
		ann.s, bob.s = s, s
		if err, r := send(), ann.record(game); err != nil || r.Ply != ply+1 || r.Moves[ply].SAN != move {
			t.Fatalf("after a kill: %v, %+v", err, r)
		}
		answer := fmt.Sprintf("you played %d%s %s (", ply/2+1, []string{".", "…"}[ply%2], move)
		until(t, "the answer", func() bool { return strings.Contains(ann.get("/mail"), answer) })
		if n := strings.Count(ann.get("/mail"), answer); n != 1 {
			t.Errorf("%d answers", n)
		}
	}
}
