package rules

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestShippedVariants(t *testing.T) {
	var keys []string
	last := 0
	for _, v := range Variants() {
		keys = append(keys, v.Key())
		if v.order() <= last {
			t.Errorf("%s has the order %d, and the one before it %d", v.Key(), v.order(), last)
		}
		last = v.order()
		if v.Title() == "" || v.Summary() == "" || len(v.Rules()) < 4 {
			t.Errorf("%s: title, summary or rules are missing", v.Key())
		}
		text, err := os.ReadFile("games/" + v.Key() + ".ini")
		if err != nil || strings.Count(string(text), "\n")-len(v.rules)-len(v.diagrams) >= 40 {
			t.Errorf("%s: the definition has 40 lines or more, rules and diagrams not counted (%v)", v.Key(), err)
		}
		if err := v.Start().Startable(); err != nil {
			t.Errorf("%s: %v", v.Key(), err)
		}
	}
	if files, err := os.ReadDir("games"); err != nil || len(files) != len(keys) || len(keys) < 4 {
		t.Errorf("variants %v of %d files (%v)", keys, len(files), err)
	}
	if _, err := Lookup("ches"); err == nil || !strings.Contains(err.Error(), "crazyhouse") {
		t.Errorf("an unknown key: %v", err)
	}
	if y := lookup(t, "pyrrhus-two"); y.Start().Hand(Black, y.letters['y']) != 2 || y.Setting("paralyse") != "y:Q" || !y.HasHands() {
		t.Error("pyrrhus-two has not two Pyrrhuses that paralyse")
	}
}

func TestGamesAreReadFromTheirFiles(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	chess := file("[chess]\nking = k\nqueen = q\nrook = r\nbishop = b\nknight = n\npawn = p\n")
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string // of the error; "": none
	}{
		"a child before its parent": {fstest.MapFS{"games/a.ini": file("[a:chess]"), "games/chess.ini": chess}, ""},
		"no parent":                 {fstest.MapFS{"games/a.ini": file("[a:b]")}, "games/a.ini, line 1: the parent: there is no file games/b.ini"},
		"another name":              {fstest.MapFS{"games/a.ini": file("[b:chess]"), "games/chess.ini": chess}, "games/a.ini holds the game [b]"},
		"in a circle":               {fstest.MapFS{"games/a.ini": file("[a:b]"), "games/b.ini": file("[b:a]")}, "inherits from itself"},
	} {
		all, err := readGames(c.files)
		if c.want == "" && (err != nil || len(all) != len(c.files)) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, %v", name, all, err)
		}
	}
}

func TestDiagrams(t *testing.T) {
	v, err := Parse("[a:pyrrhus]\nsample = 4k3/8/8/8/8/8/4P3/4K3[Yy] w - - 0 1\ndiagram1 = 4k3/8/8/8/8/8/4P3/4K3[Yy] | before\ndiagram2 = 4k3/8/8/8/8/8/4P3/4K3[Yy] | Y@e2 | after")
	if err != nil {
		t.Fatal(err)
	}
	two := v.Diagrams()
	if len(two) != 2 || two[0].Caption != "before" || len(two[0].Effects) != 0 || two[1].Caption != "after" || len(two[1].Effects) < 2 ||
		!strings.HasPrefix(two[1].Position.FEN(), "4k3/8/8/8/4P3/8/4Y3/4K3[y] b") {
		t.Errorf("diagrams %+v", two)
	}
	if v.Sample().FEN() == v.Start().FEN() {
		t.Error("the sample is the start")
	}
	if child, err := Parse("[b:pyrrhus]\nmaxRank = 9\nstartFen = 4k3/8/8/8/8/8/8/4P3/4K3[Yy] w - - 0 1"); err != nil || len(child.Diagrams()) != 0 {
		t.Errorf("a game that inherits has the diagrams of its parent, or: %v", err)
	}
	for text, want := range map[string]string{
		"diagram1 = 4k3/8/8/8/8/8/4P3/4K3":                "line 2, diagram1: after the FEN a |",
		"diagram1 = 4k3/8 | x":                            "line 2, diagram1: ",
		"diagram1 = 4k3/8/8/8/8/8/4P3/4K3 | e2e5 | after": "line 2, diagram1: ",
		"sample = x":   "line 2, sample: ",
		"order = 1000": "line 2, order: “1000” is not allowed",
		"files =":      "line 2, files: “” is not allowed",
	} {
		if _, err := Parse("[a:chess]\n" + text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestFlattenedDefinitionIsTheSame(t *testing.T) {
	for _, v := range games(t) {
		again, err := Parse(v.Text())
		if err != nil {
			t.Fatalf("%s: %v", v.Key(), err)
		}
		if again.Text() != v.Text() || again.Start().FEN() != v.Start().FEN() || again.Key() != v.Key() || !slices.Equal(again.Pieces(), v.Pieces()) ||
			again.Title() != v.Title() || Perft(again.Start(), 2) != Perft(v.Start(), 2) {
			t.Errorf("%s: the flattened text makes another variant:\n%s", v.Key(), again.Text())
		}
		if strings.Contains(v.Text(), ":chess]") {
			t.Errorf("%s: the flattened text has a parent", v.Key())
		}
		if len(again.Diagrams())+len(again.Rules()) > 0 || again.Summary()+again.Year()+again.Inventor()+again.Setting("sample") != "" {
			t.Errorf("%s: the flattened text holds what is only shown, and a later rule could refuse it:\n%s", v.Key(), v.Text())
		}
	}
}

func TestLimitsCountLetters(t *testing.T) {
	long := strings.Repeat("Ж", 60)
	for _, line := range []string{"title = " + long, "inventor = " + long, "sideNames = Белые фигуры и мои, Чёрные фигуры и не мои", "pieceNames = n:" + long[:80]} {
		if _, err := Parse("[a:chess]\n" + line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"title = " + long + "Ж", "pieceNames = n:" + long[:82]} {
		if _, err := Parse("[a:chess]\n" + line); err == nil {
			t.Errorf("%s is not too long", line)
		}
	}
}

func TestInheritance(t *testing.T) {
	v, err := Parse("# a comment\r\n; another\r\n[mine:chess]\r\nqueen = -\r\nknight = n:NN\r\npocketSize = 5\r\n" +
		"startFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\r\npromotionPieceTypes = rbn\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if v.Title() != "mine" || v.Setting("order") != "" || len(v.Pieces()) != 5 {
		t.Errorf("title %q, order %q, pieces %v", v.Title(), v.Setting("order"), v.Pieces())
	}
	p := position(t, v, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
	if got := texts(p); !slices.Contains(got, "a1c5") || !slices.Contains(got, "a1d7") {
		t.Errorf("a nightrider on a1 goes %v", got)
	}
}

func TestDefinitionErrorsNameLineAndKey(t *testing.T) {
	for text, want := range map[string][]string{
		"":                      {"line 1: there is no definition"},
		"maxFile = 8":           {"line 1: a definition begins with"},
		"[Chess!]":              {"line 1: “Chess!” is no key"},
		"[a:nothing]":           {"line 1: the parent: there is no game “nothing”"},
		"[a:chess\n":            {"line 1: the ] at the end is missing"},
		"[a:chess]\n\nfoo":      {"line 3: this is neither"},
		"[a:chess]\nmaxFiles=9": {"line 2, maxFiles: there is no such key; is it maxFile", "/variants/chess"},
		"[a:chess]\nmaxFile = 13\ndoubleStep = yes": {"line 2, maxFile: “13” is not allowed; it is 1 to 12"},
		"[a:chess]\ndoubleStep = yes\ncastling = 1\nnFoldRule = x\npromotionPieceTypes = qx\nstalemateValue = lose": {
			"line 2, doubleStep: “yes” is not allowed; it is true or false", "line 3, castling", "line 4, nFoldRule: “x”", "line 5, promotionPieceTypes", "line 6, stalemateValue: “lose” is not allowed; it is win, loss or draw"},
		"[a:chess]\nblastOnCapture = true":               {"line 2, blastOnCapture: this rule is not played here"},
		"[a:chess]\nqueen = q\nqueen = q":                {"line 3, queen: it is set twice; the first time in line 2"},
		"[a:chess]\ncustomPiece1 = q:N":                  {"line 2, customPiece1: the letter q stands for the queen already"},
		"[a:chess]\ncustomPiece1 = z":                    {"line 2, customPiece1: z is a piece of your own and needs a move"},
		"[a:chess]\ncustomPiece1 = z:Nx":                 {"line 2, customPiece1: “x” at the end needs a move"},
		"[a:chess]\ncustomPiece1 = z:tN":                 {"line 2, customPiece1: “t” is no modifier"},
		"[a:chess]\ncustomPiece1 = z:nC":                 {"line 2, customPiece1: nC has no path"},
		"[a:chess]\nstartFen = 8/8/8/8/8/8/8/8 w":        {"line 2, startFen: This is no position of a: White has no king."},
		"[a:chess]\nstartFen = k7/8/8/8/8/8/8/K6 w":      {"line 2, startFen: rank 1 (“K6”) has 7 squares"},
		"[a:chess]\nmaxRank = 9":                         {"line 1, startFen: the board has 9 ranks, and this has 8"},
		"[a]\nqueen = q":                                 {"line 1, king: the game needs a king"},
		"[a:chess]\npromotionRegionWhite = *9":           {"line 2, promotionRegionWhite: “*9” is not allowed"},
		"[a:chess]\npromotionRegionWhite = a8 k8":        {"line 2, promotionRegionWhite: “k8” is not allowed"},
		"[a:chess]\ndeadPosition = kings":                {"line 2, deadPosition: “kings” is not allowed"},
		"[a:chess]\nparalyse = q":                        {"line 2, paralyse: “q” is not allowed"},
		"[a:chess]\nrepulse = e":                         {"line 2, repulse: “e” is not allowed"},
		"[a:chess]\nrepulse = p":                         {"line 2, repulse: a piece that promotes cannot repulse, too"},
		"[a:chess]\ncustomPiece1 = e:pQ\nrepulse = e":    {"line 3, repulse: the e has no step to an empty square"},
		"[a:chess]\ncustomPiece1 = e:mWWmD\nrepulse = e": {"line 3, repulse: the e goes from a1 to a3 in two directions"},
		"[a:chess]\nparalyse = q:pR":                     {"line 2, paralyse: a range has only"},
		"[a:chess]\npushDrop = q:p":                      {"line 2, pushDrop: the piece cannot be in hand"},
		"[a:chess]\ncapturesToHand = true":               {"line 2, capturesToHand: pieces in hand need pieceDrops"},
		"[a:chess]\ncastlingKingsideFile = f":            {"line 1, castling: White’s king could go from e1 to f1 by a move of his own, so that castling could not be told from it; set castlingKingsideFile and castlingQueensideFile to files that he does not reach by himself, or castling = false"},
		"[a:chess]\npromotionPieceTypes = qp":            {"line 2, promotionPieceTypes: a pawn cannot become a pawn"},
		"[a:chess]\npromotedPieceType = n:n":             {"line 2, promotedPieceType: “n:n” is not allowed"},
		"[a:chess]\nflight = p:q":                        {"line 2, flight: a pawn may become a queen by promotion"},
		"[a:chess]\nflight = p:q\npromotionPieceTypes=r": {"line 2, flight: the queen has moves of its own"},
		"[a:chess]\nyear = -5":                           {"line 2, year: “-5” is not allowed; it is a year, like 2007"},
		"[a:chess]\nyear = 02007":                        {"line 2, year: “02007” is not allowed"},
		"[a:chess]\ntitle =":                             {"line 2, title: the name is missing"},
		"[a:chess]\nmaxFile = 10\nstartFen = rnbbqkbbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBBQKBBNR w KQkq - 0 1": {"line 1, castling: White’s king could go from f1 to g1 by"},
		"[a:chess]\npictures = q:../secret":             {"line 2, pictures: “q:../secret” is not allowed"},
		"[a:chess]\ntitle = " + strings.Repeat("x", 61): {"line 2, title: it is too long"},
		"[a:chess]\nsummary = \x1b[31m":                 {"line 2, summary: there is a control character"},
		"[a:chess]\n[b:chess]\nfoo = 1\n[a:chess]":      {"line 3, foo", "line 4: there is a section [a] already"},
		"[a:chess]\n" + strings.Repeat("# ", 40000):     {"line 1: a definition is a text in UTF-8 of at most 64 KB"},
		"[a:chess]\ntitle = \xff":                       {"line 1: a definition is a text in UTF-8"},
		"[a:chess]\ntitle = \u202eabc":                  {"line 2, title: there is a control character"},
		"[a:chess]\ncustomPiece1 = a:é":                 {"line 2, customPiece1: “é” is no move"},
		"[a:chess]\nsideNames = A, A":                   {"line 2, sideNames: “A, A” is not allowed"},
	} {
		_, err := ParseFile(text)
		if err == nil {
			t.Errorf("%q is accepted", cut(text))
			continue
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q: %v\nwant %q", cut(text), err, w)
			}
		}
	}
	for _, text := range []string{"[a:chess", "[a:chess]\nmaxFile = 13", "[a:chess]\nmaxRank = -1"} { // and nothing that only follows from it
		if _, err := ParseFile(text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Parse("[a:chess]\n[b:chess]"); err == nil {
		t.Error("two sections are one definition")
	}
	if all, err := ParseFile("[a:chess]\n[b:crazyhouse]"); err != nil || len(all) != 2 {
		t.Errorf("two sections: %v, %v", all, err)
	}
}

// Games are stored with their definitions, which have to be readable for good: what was read once is never refused by a later check.
func TestOldDefinitionsStayReadable(t *testing.T) {
	v, err := Parse("[mine:crazyhouse]\npromotionPawnTypes = pb\npromotionPieceTypes = q")
	if err != nil {
		t.Fatal(err)
	}
	p := play(t, position(t, v, "4k3/8/8/8/8/8/8/Q~3K2r[] b - - 0 1"), "Rh8 Ke2 Rh1 Kd2 Rxa1")
	if got := p.FEN(); !strings.Contains(got, "[b]") { // the first of the types that promote
		t.Errorf("after a promoted queen is captured: %s", got)
	}
}

// Pieces that move otherwise may win alone: then the parent's dead positions are not the child's.
func TestDeadPositionComesWithThePieces(t *testing.T) {
	for text, want := range map[string]string{
		"[a:chess]\ntitle = A":                                  "k n b b+",
		"[a:pyrrhus]":                                           "k n b b+",
		"[a:chess]\nknight = n:QN":                              "",
		"[a:chess]\nstalemateValue = loss":                      "",
		"[a:chess]\ncustomPiece1 = a:BN\ndeadPosition = k a":    "k a",
		"[a]\nking = k\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1": "",
	} {
		v, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if v.Setting("deadPosition") != want || !v.dead.kings {
			t.Errorf("%q: deadPosition %q, want %q", text, v.Setting("deadPosition"), want)
		}
	}
}

func TestManyErrorsAreQuick(t *testing.T) {
	start := time.Now()
	_, err := ParseFile("[a:chess]\n" + strings.Repeat("a=b\n", 15000))
	if took := time.Since(start); took > time.Second || strings.Count(err.Error(), "\n") >= 50 {
		t.Errorf("%v, %d lines", took, strings.Count(err.Error(), "\n")+1)
	}
}

// The largest definition that is accepted must not cost more than a moment.
func TestLargestDefinition(t *testing.T) {
	var b strings.Builder
	b.WriteString("[large]\nmaxFile = 12\nmaxRank = 12\nking = z\nstartFen = z11/12/12/12/12/12/12/12/12/12/12/11Z w - - 0 1\n")
	for i := range 24 {
		fmt.Fprintf(&b, "customPiece%d = %c:NNCCZZFF\n", i+1, 'a'+i)
	}
	start := time.Now()
	v, err := Parse(b.String())
	if took := time.Since(start); err == nil && took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if err == nil {
		t.Log(time.Since(start), len(v.Pieces()), "pieces")
	} else {
		t.Error(err)
	}
}

func TestSettingsTable(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Settings() {
		if seen[s.Name] || s.What == "" || s.Values == "" {
			t.Errorf("%+v: twice, or incomplete", s)
		}
		seen[s.Name] = true
	}
	for _, v := range Variants() {
		for name := range v.values {
			if !seen[name] {
				t.Errorf("%s sets %s, which is not in the table", v.Key(), name)
			}
		}
	}
}

func TestBetza(t *testing.T) {
	for _, c := range []struct{ betza, want string }{
		{"N", "b3 b5 c2 c6 e2 e6 f3 f5"}, {"W", "c4 d3 d5 e4"}, {"F", "c3 c5 e3 e5"}, {"K", "c3 c4 c5 d3 d5 e3 e4 e5"},
		{"ffN", "c6 e6"}, {"fsN", "b5 f5"}, {"fN", "b5 c6 e6 f5"}, {"flN", "b5"}, {"lfN", "c6"}, {"rN", "e2 e6 f3 f5"}, {"vN", "c2 c6 e2 e6"},
		{"fW", "d5"}, {"fsW", "c4 d5 e4"}, {"bF", "c3 e3"}, {"flF", "c5"}, {"frblF", "c3 e5"}, {"sW", "c4 e4"},
		{"R2", "b4 c4 d2 d3 d5 d6 e4 f4"}, {"W2", "b4 c4 d2 d3 d5 d6 e4 f4"}, {"fWW", "d5 d6 d7 d8"}, {"fR", "d5 d6 d7 d8"}, {"flB2", "b6 c5"},
		{"D", "b4 d2 d6 f4"}, {"A", "b2 b6 f2 f6"}, {"H", "a4 d1 d7 g4"}, {"C", "a3 a5 c1 c7 e1 e7 g3 g5"}, {"Z", "a2 a6 b1 b7 f1 f7 g2 g6"}, {"G", "a1 a7 g1 g7"},
		{"fNN", "b5 b8 c6 e6 f5 f8 h6"}, {"mWcF", "c4 d3 d5 e4"}, {"WfF", "c4 c5 d3 d5 e4 e5"}, {"FfW", "c3 c5 d5 e3 e5"}, {"", ""},
	} {
		v, err := Parse("[t]\nking = k\ncustomPiece1 = x:" + c.betza + "\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1")
		if err != nil {
			t.Errorf("%s: %v", c.betza, err)
			continue
		}
		var got []string
		for _, m := range position(t, v, "7k/8/8/8/3X4/8/8/7K w - - 0 1").Moves() {
			if v.board.Name(m.from) == "d4" {
				got = append(got, v.board.Name(m.to))
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s from d4: %v, want %s", c.betza, got, c.want)
		}
	}
}

func TestBoardsWithHolesAndTwoDigits(t *testing.T) {
	v, err := Parse(strange)
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := v.Board().Cell("z2"); ok {
		t.Errorf("z2 is a hole and reads as %d", c)
	}
	if c, ok := v.Board().Cell("Z1"); !ok || v.Board().Name(c) != "z1" {
		t.Error("z1 is missing")
	}
	big, err := Parse("[big]\nmaxFile = l\nmaxRank = 12\nking = k\nrook = r\npawn = p\nstartFen = k11/12/12/12/12/12/12/12/12/12/P11/K10R w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	p := play(t, big.Start(), "l1l12 Ka11 l12a12")
	if got := p.FEN(); got != "R11/k11/12/12/12/12/12/12/12/12/P11/K11 b - - 3 2" {
		t.Error(got)
	}
}

func TestDrawingsAreThere(t *testing.T) {
	for _, name := range drawings {
		for _, side := range []Side{White, Black} {
			if _, err := os.Stat("../static/pieces/" + side.String() + "-" + name + ".svg"); err != nil {
				t.Error(err)
			}
		}
	}
}

// Who made a game of another has not invented that one, nor is it what the other's summary says.
func TestForksSayNothingOfWhereTheyComeFrom(t *testing.T) {
	v, err := Parse("[mine:glinski]\nnMoveAuto = 100")
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Inventor() + v.Year() + v.Summary(); got != "" {
		t.Errorf("a fork of Gliński's Chess says %q", got)
	}
	for key, want := range map[string]string{"dragonfly-hex": "Christian Freeling 1983", "pyrrhus-two": "M. Winther 2007", "harpy-free": "M. Winther 2006", "echidna-8x8-kwagga": "M. Winther 2007"} {
		if v := lookup(t, key); v.Inventor()+" "+v.Year() != want {
			t.Errorf("%s is by %s %s, want %s", key, v.Inventor(), v.Year(), want)
		}
	}
}

// A paragraph of the parent's rules is replaced by one's own, and left out by an empty value.
func TestInheritedRulesAreLeftOut(t *testing.T) {
	v, err := Parse("[mine:chess]\nrules1 = You play chess.\nrules2 =\nrules3 = The rest is silence.\nrules4 =\nrules5 =\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(v.Rules(), "|"); got != "You play chess.|The rest is silence." {
		t.Errorf("its rules are %q", got)
	}
}
