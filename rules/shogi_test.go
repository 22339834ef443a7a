package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// to is where the man on a cell may go, with what follows the cell in the move's text: "d7 d7+ e9+".
func to(p Position, from string) string {
	var texts []string
	for _, m := range p.Moves() {
		if text, ok := strings.CutPrefix(p.Text(m), from); ok {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}

// Section 9: how each man moves, and where he promotes by entering the zone, moving inside it and leaving it, or must.
func TestShogiMoves(t *testing.T) {
	for _, c := range []struct{ game, fen, from, to string }{
		// far from the zone
		{"shogi", "k8/9/9/9/9/4P4/9/9/8K[] w", "e4", "e5"},
		{"shogi", "k8/9/9/9/9/4S4/9/9/8K[] w", "e4", "d3 d5 e5 f3 f5"},
		{"shogi", "k8/9/9/9/9/4G4/9/9/8K[] w", "e4", "d4 d5 e3 e5 f4 f5"},
		{"shogi", "k8/9/9/9/9/9/4N4/9/8K[] w", "e3", "d5 f5"},
		{"shogi", "k8/9/9/9/9/9/9/4L4/8K[] w", "e2", "e3 e4 e5 e6 e7 e7+ e8 e8+ e9+"},
		{"shogi", "k8/9/9/9/9/4K4/9/9/9[] w", "e4", "d3 d4 d5 e3 e5 f3 f4 f5"},
		{"shogi", "k8/9/9/9/9/4+P4/9/9/8K[] w", "e4", "d4 d5 e3 e5 f4 f5"},
		{"shogi", "k8/9/9/9/9/4+L4/9/9/8K[] w", "e4", "d4 d5 e3 e5 f4 f5"},
		{"shogi", "k8/9/9/9/9/4+N4/9/9/8K[] w", "e4", "d4 d5 e3 e5 f4 f5"},
		{"shogi", "k8/9/9/9/9/4+S4/9/9/8K[] w", "e4", "d4 d5 e3 e5 f4 f5"},
		{"shogi", "k8/9/9/3P1P3/4+R4/3P1P3/9/9/8K[] w", "e5", "a5 b5 c5 d5 e1 e2 e3 e4 e6 e7 e8 e9 f5 g5 h5 i5"},
		{"shogi", "k8/9/9/4P4/3P+BP3/4P4/9/9/8K[] w", "e5", "a1 b2 b8 c3 c7 d4 d6 f4 f6 g3 g7 h2 h8 i9"},
		// into the zone, in it, out of it
		{"shogi", "k8/9/9/3S5/9/9/9/9/8K[] w", "d6", "c5 c7 c7+ d7 d7+ e5 e7 e7+"},
		{"shogi", "k8/9/3S5/9/9/9/9/9/8K[] w", "d7", "c6 c6+ c8 c8+ d8 d8+ e6 e6+ e8 e8+"},
		{"shogi", "k8/9/3G5/9/9/9/9/9/8K[] w", "d7", "c7 c8 d6 d8 e7 e8"},
		{"shogi", "9/3R1p3/9/3p5/9/9/k8/9/8K[] w", "d8", "a8 a8+ b8 b8+ c8 c8+ d6 d6+ d7 d7+ d9 d9+ e8 e8+ f8 f8+"},
		{"shogi", "8k/9/9/9/9/9/3s5/9/K8[] b", "d3", "c2 c2+ c4 c4+ d2 d2+ e2 e2+ e4 e4+"},
		// forced
		{"shogi", "k8/4P4/9/9/9/9/9/9/8K[] w", "e8", "e9+"},
		{"shogi", "k8/9/9/4N4/9/9/9/9/8K[] w", "e6", "d8+ f8+"},
		{"shogi", "k8/9/9/9/4N4/9/9/9/8K[] w", "e5", "d7 d7+ f7 f7+"},
		{"shogi", "k8/9/4L4/9/9/9/9/9/8K[] w", "e7", "e8 e8+ e9+"},
		{"shogi", "8k/9/9/9/9/4n4/9/4p4/K8[] b", "e4", "d2+ f2+"},
		{"shogi", "8k/9/9/9/9/9/9/4p4/K8[] b", "e2", "e1+"},
		{"yari-shogi", "k6/7/7/7/7/3R3/7/7/6K[] w", "d4", "a4 b4 c4 d5 d6 d7 d7+ d8 d8+ d9 d9+ e4 f4 g4"},
		{"yari-shogi", "k6/7/7/7/7/3+R3/7/7/6K[] w", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 d9 e4 f4 g4"},
		{"yari-shogi", "k6/7/7/7/7/3B3/7/7/6K[] w", "d4", "c5 d5 d6 d7 d7+ d8 d8+ d9+ e5"},
		{"yari-shogi", "k6/7/7/7/3N3/7/7/7/6K[] w", "d5", "c7 c7+ d6 d7 d7+ d8 d8+ d9+ e7 e7+"},
		{"yari-shogi", "k6/3N3/7/7/7/7/7/7/6K[] w", "d8", "d9+"},
		{"yari-shogi", "k6/3P3/7/7/7/7/7/7/6K[] w", "d8", "d9+"},
		{"yari-shogi", "k6/7/7/7/7/3+B3/7/7/6K[] w", "d4", "c4 c5 d1 d2 d3 d5 e4 e5"},
		{"yari-shogi", "k6/7/7/7/7/3+N3/7/7/6K[] w", "d4", "c4 c5 d1 d2 d3 d5 e4 e5"},
		{"yari-shogi", "k6/7/7/7/7/3+P3/7/7/6K[] w", "d4", "c5 d1 d2 d3 d5 e5"},
	} {
		if got := to(position(t, lookup(t, c.game), c.fen), c.from); got != c.to {
			t.Errorf("%s, %s: %s\ngot  %s\nwant %s", c.game, c.fen, c.from, got, c.to)
		}
	}
}

// Section 9: where men in hand may be dropped.
func TestShogiDrops(t *testing.T) {
	for _, c := range []struct{ game, fen, drop, not string }{
		{"shogi", "k8/9/9/9/9/9/9/9/8K[P] w", "P@e1 P@e8 P@a8", "P@e9 P@a9"}, // P@a8 is check, and no mate
		{"shogi", "k8/9/9/9/9/9/9/9/8K[LN] w", "L@a1 L@e8 N@e7 N@e1", "L@e9 N@e8 N@e9"},
		{"shogi", "8k/9/9/9/9/9/9/9/K8[lnp] b", "L@e2 N@e3 P@e2 P@e9", "L@e1 P@e1 N@e2 N@e1"},
		{"shogi", "k8/9/9/9/9/9/9/9/8K[GSBR] w", "G@e9 S@e9 B@e9 R@e8", "G@a9 R@i1"},
		{"shogi", "4k4/9/9/9/9/9/4P4/9/4K4[P] w", "P@d5", "P@e5 P@e2"},
		{"shogi", "4k4/9/9/4p4/9/9/4+P4/9/4K4[P] w", "P@e5", ""}, // neither the enemy's nor a promoted pawn counts
		{"shogi", "3lkl3/9/4G4/9/9/9/9/9/4K4[PG] w", "G@e8", "P@e8"},
		{"shogi", "3lk4/9/4G4/9/9/9/9/9/4K4[P] w", "P@e8", ""},
		{"shogi", "4K4/9/9/9/9/9/4g4/9/3LkL3[p] b", "", ""},
		{"shogi", "4k4/9/9/9/9/9/4g4/9/3LKL3[p] b", "", "P@e2"},
		{"yari-shogi", "2rkr2/7/3+B3/7/7/7/7/7/3K3[P] w", "P@d8", "P@d9"},
		{"yari-shogi", "k6/7/7/7/7/7/3P3/7/3K3[PNBR] w", "N@d8 B@d8 R@d9", "N@d9 B@d9 P@d5"},
	} {
		p, err := lookup(t, c.game).ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		legal := map[string]bool{}
		for _, m := range p.Moves() {
			legal[p.Text(m)] = true
		}
		for _, text := range strings.Fields(c.drop) {
			if !legal[text] {
				t.Errorf("%s, %s: %s is not legal", c.game, c.fen, text)
			}
		}
		for _, text := range strings.Fields(c.not) {
			if legal[text] {
				t.Errorf("%s, %s: %s is legal", c.game, c.fen, text)
			}
		}
	}
}

func TestShogiRefusals(t *testing.T) {
	for _, c := range []struct{ game, fen, move, why string }{
		{"shogi", "4k4/9/9/9/9/9/4P4/9/4K4[P] w", "P@e5", "have a pawn on the e-file already, on e3: a second one.*nifu"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w", "P@a9", "pawn cannot be dropped on a9: from rank 9 it could never move on"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[N] w", "N@a8", "knight cannot be dropped on a8.*never move on"},
		{"shogi", "3lkl3/9/4G4/9/9/9/9/9/4K4[P] w", "P@e8", "pawn may not be dropped to give checkmate, and on e8 it would.*uchifuzume"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w", "G@a8", "no gold general in hand"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w", "K@a8", "king is never in hand"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w", "P@e9", "empty square|never move on"},
		{"shogi", "k8/4P4/9/9/9/9/9/9/8K[] w", "e8e9", "must promote on e9.*write e8e9[+]"},
		{"shogi", "k8/9/9/4N4/9/9/9/9/8K[] w", "Nd8", "must promote on d8.*write e6d8[+]"},
		{"shogi", "k8/9/9/9/9/4P4/9/9/8K[] w", "e4e5+", "promotes only when it goes into, out of or within ranks 7 to 9: write e4e5 alone"},
		{"shogi", "8k/9/9/9/9/4s4/9/9/K8[] b", "e4d5+", "ranks 1 to 3.*write e4d5 alone"},
		{"shogi", "k8/9/9/4G4/9/9/9/9/8K[] w", "Ge7+", "gold general does not promote: write e6e7 alone"},
		{"shogi", "k8/9/4+R4/9/9/9/9/9/8K[] w", "e7e8+", "dragon king on e7 is promoted already: write e7e8 alone"},
		{"shogi", "k8/9/9/4P4/9/9/9/9/8K[] w", "e6e7q", "no promotion|cannot promote"},
		{"shogi", "k8/9/9/9/4P4/9/9/9/8K[] w", "e5d6", "pawn does not move from e5 to d6"},
		{"shogi", "k8/9/9/9/4P4/9/9/9/8K[] w", "+Pe6", "no promoted pawn"},
		{"shogi", "k8/9/9/9/4P4/9/9/9/8K[] w", "+Ge6", "cannot be read|no promoted"},
		{"shogi", "4k4/4r4/9/9/9/9/9/4S4/4K4[] w", "Sd3", "king on e1.*rook on e8"},
	} {
		refused(t, position(t, lookup(t, c.game), c.fen), c.move, c.why)
	}
}

// A + behind a move promotes, an = says that it could have, and one in front is that of a promoted man.
func TestShogiNotation(t *testing.T) {
	for _, c := range []struct{ fen, typed, text, san, clicks string }{
		{"k8/9/9/3S5/9/9/9/9/8K[] w", "d6d7+", "d6d7+", "Sd7+", "d6 d7 +"},
		{"k8/9/9/3S5/9/9/9/9/8K[] w", "S-d7+", "d6d7+", "Sd7+", "d6 d7 +"},
		{"k8/9/9/3S5/9/9/9/9/8K[] w", "Sd7=+", "d6d7+", "Sd7+", "d6 d7 +"},
		{"k8/9/9/3S5/9/9/9/9/8K[] w", "d6-d7", "d6d7", "Sd7=", "d6 d7 -"},
		{"k8/9/9/3S5/9/9/9/9/8K[] w", "Sd7", "d6d7", "Sd7=", "d6 d7 -"},
		{"k8/9/9/3S5/9/9/9/9/8K[] w", "Se5", "d6e5", "Se5", "d6 e5"},
		{"k8/4P4/9/9/9/9/9/9/8K[] w", "e9+", "e8e9+", "Pe9+", "e8 e9"},
		{"k8/9/9/9/9/9/9/9/R7K[] w", "Ra5+", "a1a5", "Ra5", "a1 a5"}, // a + for check
		{"k8/9/9/9/9/9/9/9/R7K[] w", "Ra7+", "a1a7+", "Ra7+", "a1 a7 +"},
		{"k8/9/9/9/4+R4/9/9/9/8K[] w", "+Re6", "e5e6", "+Re6", "e5 e6"},
		{"k8/9/9/9/4+R4/9/9/9/8K[] w", "Re6", "e5e6", "+Re6", "e5 e6"},
		{"k8/9/9/9/3+Rp4/9/9/9/8K[] w", "+Rxe5", "d5e5", "+Rxe5", "d5 e5"},
		{"k8/9/5S3/9/3S5/9/9/9/8K[] w", "Sfe6=", "f7e6", "Sfe6=", "f7 e6 -"},
		{"k8/9/5S3/9/3S5/9/9/9/8K[] w", "Se6+", "f7e6+", "Se6+", "f7 e6 +"},
		{"k8/9/5S3/9/3S5/9/9/9/8K[] w", "Sde6", "d5e6", "Sde6", "d5 e6"},
		{"9/3K5/6S1k/9/6r1S/8n/9/9/9[Pl] w", "Sh6+", "g7h6+", "Sh6+", "g7 h6 +"}, // the other silver would give check there
		{"9/9/6+P1k/9/6r1S/8n/K8/9/9[Pl] w", "Sh6+", "i5h6", "Sh6", "i5 h6"},
		{"k8/2G6/9/9/9/9/9/9/8K[G] w", "G*b8", "G@b8", "G@b8#", "hand:G b8"},
	} {
		p := position(t, lookup(t, "shogi"), c.fen)
		m, err := p.Parse(c.typed)
		if err != nil {
			t.Errorf("%s, %s: %v", c.fen, c.typed, err)
			continue
		}
		if got := []string{p.Text(m), p.SAN(m), strings.Join(p.Clicks(m), " ")}; !slices.Equal(got, []string{c.text, c.san, c.clicks}) {
			t.Errorf("%s, %s: %q, want %q %q %q", c.fen, c.typed, got, c.text, c.san, c.clicks)
		}
	}
}

// What is captured comes into the hand as what it was before; the promotion and the hand are told.
func TestPromotedMenComeToHandUnpromoted(t *testing.T) {
	p := position(t, lookup(t, "shogi"), "k8/9/9/4+p4/4R4/9/9/9/8K[] w - - 0 1")
	m, err := p.Parse("e5e6")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Play(m).FEN(), "k8/9/9/4R4/9/9/9/9/8K[P] b - - 0 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p = position(t, lookup(t, "shogi"), "k8/9/4l4/4P4/9/9/9/9/8K[] w - - 0 1")
	m, err = p.Parse("Pxe7+")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Play(m).FEN(), "k8/9/4+P4/9/9/9/9/9/8K[L] b - - 0 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	matches(t, p.Describe(m), "pawn becomes a promoted pawn.*lance comes into Sente’s hand")
	v := p.Variant()
	pawn, _ := v.typeOf('p')
	form, ok := v.FormOf(pawn)
	if info := v.Piece(form); !ok || v.Base(form) != pawn || info.Sign() != "+P" || info.Name != "promoted pawn" || info.Picture != "shogi-pawn-promoted" {
		t.Errorf("the form of a pawn is %+v", info)
	}
	rook, _ := v.typeOf('r')
	form, _ = v.FormOf(rook)
	if info := v.Piece(form); info.Name != "dragon king" || info.Picture != "shogi-rook-promoted" {
		t.Errorf("the form of a rook is %+v", info)
	}
}

// SFEN is read beside FEN; a + that an address has lost is put back.
func TestShogiFENs(t *testing.T) {
	v := lookup(t, "shogi")
	start := v.Start().FEN()
	board := "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L"
	for text, want := range map[string]string{
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1":     start,
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -":       start,
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL":           start,
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - - 0 1": start,
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 0 1":     start,
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2":     strings.Replace(start, " w ", " b ", 1),
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - - 0 1": strings.Replace(start, " w ", " b ", 1),
		strings.ReplaceAll(board, "+", " ") + "[] w 0 1":                      board + "[] w - - 0 1",
		strings.ReplaceAll(board, "+", " ") + "[]_w_-_-_0_1":                  board + "[] w - - 0 1",
		strings.ReplaceAll(board, "+", " ") + " b - 1":                        board + "[] w - - 0 1",
		board + " w GR5pnsg 148":                                              board + "[RGnpppppgs] b - - 0 74",
		" R3 R3k/9/9/9/9/9/9/9/K8[] w":                                        "+R3+R3k/9/9/9/9/9/9/9/K8[] w - - 0 1",
		" R7k/9/9/9/9/9/9/9/K8[] w":                                           "R7k/9/9/9/9/9/9/9/K8[] w - - 0 1",
		"8k/9/9/9/9/9/9/9/K7 r w - 1":                                         "8k/9/9/9/9/9/9/9/K7+r[] b - - 0 1",
		"8k/9/9/9/9/9/9/9/K7 r b":                                             "8k/9/9/9/9/9/9/9/K7+r[] b - - 0 1",
	} {
		p, err := v.ParseFEN(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if p.FEN() != want {
			t.Errorf("%s: read as\n%s, want\n%s", text, p.FEN(), want)
		}
	}
	for text, why := range map[string]string{
		"ln2k2nl/9/p+p+p+p+p+p+p+p+p+/9/9/9/PPPPPPPPP/1B+5R+1/LNSGKGSNL[-] w 0 1": `rank 7: a \+ stands before`,
		"4k4/9/9/9/4+G4/9/9/9/4K4[] w":                                            `\+G.*e5.*no such promoted form`,
		"4+k4/9/9/9/9/9/9/9/4K4[] w":                                              "no such promoted form",
		"4k4/9/9/9/4D4/9/9/9/4K4[] w":                                             "“D” on e5 is no piece of this game",
		"4k4/9/9/9/9/9/9/9/4K4 b 99P 1":                                           "no number|hand|castling",
		"4k4/9/9/9/9/9/9/9/4K4 b D 1":                                             "“D” in the hand is no piece",
	} {
		if _, err := v.ParseFEN(text); err == nil {
			t.Errorf("%s is read", text)
		} else {
			matches(t, err.Error(), why)
		}
	}
	if _, err := lookup(t, "chess").ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/+RNBQKBNR w"); err == nil {
		t.Error("chess has promoted rooks")
	}
}

// Section 9 and the table of section 0: how shogi ends. The checker loses at the fourth occurrence, on whoever's turn the cycle ends.
func TestShogiEnds(t *testing.T) {
	const rook = "4k4/R8/9/9/9/9/9/9/4K4[] w - - 0 1"
	checks := "Ra9 Ke8 Ra8 Ke9 "
	for _, game := range []struct{ key, fen, moves, result, reason string }{
		{"shogi", rook, strings.Repeat(checks, 2) + "Ra9 Ke8 Ra8", "*", ""},
		{"shogi", rook, strings.Repeat(checks, 3), "0-1", "perpetual check"},                                                                 // ends with the evader's move
		{"shogi", "R3k4/9/9/9/9/9/9/9/4K4[] b - - 0 1", strings.Repeat("Ke8 Ra8 Ke9 Ra9 ", 3), "0-1", "perpetual check"},                     // with the checker's
		{"shogi", "4k4/9/9/9/9/9/9/r8/4K4[] b - - 0 1", strings.Repeat("Ra1 Ke2 Ra2 Ke1 ", 3), "1-0", "perpetual check"},                     // Gote checks
		{"shogi", rook, strings.Repeat(checks, 2) + "Ra7 Kd9 Ra8 Ke9", "1/2-1/2", "repetition"},                                              // one quiet round
		{"shogi", rook, "Ra7 Kd9 Ra8 Ke9 " + strings.Repeat(checks, 2), "1/2-1/2", "repetition"},                                             // the quiet one comes first
		{"shogi", "4k4/9/9/9/9/9/9/R8/4K4[] w - - 0 1", "Ra8 Kd9 Ra9 Kd8 Ra8 Kd9 Ra9 Kd8 Ra8 Kd9 Ra9 Kd8 Ra8 Kd9", "0-1", "perpetual check"}, // the way there does not count
		{"shogi", "", strings.Repeat("Kd2 Kd8 Ke1 Ke9 ", 3), "1/2-1/2", "repetition"},
		{"shogi", "k8/9/1GN6/9/9/9/9/9/4K4[] w - - 0 1", "Ke2", "1-0", "stalemate"},
		{"shogi", "k8/9/1GN6/9/9/9/9/9/4K4[p] w - - 0 1", "Ke2", "*", ""},
		{"shogi", "k8/2G6/9/9/9/9/9/9/8K[G] w - - 0 1", "G@b8", "1-0", "checkmate"},
		{"shogi", "k8/9/9/9/9/9/9/9/8K[] w - - 400 900", "Kh1", "*", ""},
		{"yari-shogi", "3k3/R6/7/7/7/7/7/7/3K3[] w - - 0 1", "Ra9+ Kd8 +Ra8 Kd9 +Ra9 Kd8 +Ra8 Kd9 +Ra9 Kd8 +Ra8 Kd9 +Ra9", "0-1", "perpetual check"},
		{"yari-shogi", "7/7/7/7/7/7/4k2/7/K6[] b - - 7 4", "Kd3", "*", ""}, // never dead
		{"shogi", "9/9/9/9/9/9/4k4/9/K8[] b - - 7 4", "Kd3", "*", ""},
		{"yari-shogi", "2rkr2/7/3+B3/7/7/7/7/7/3K3[P] w - - 0 1", "P@d8", "1-0", "checkmate"},
		{"yari-shogi", "", strings.Repeat("Kd2 Kd8 Kd1 Kd9 ", 3), "1/2-1/2", "repetition"},
	} {
		r := record(t, game.key, game.fen, game.moves)
		if got := r.Outcome(); got != (Outcome{game.result, game.reason}) {
			t.Errorf("%s %s after %q: %v, want %s %s", game.key, game.fen, game.moves, got, game.result, game.reason)
		}
		var fens []string
		for _, p := range r.positions {
			fens = append(fens, p.FEN())
		}
		again, err := r.Position().Variant().Resume(fens)
		if err != nil || again.Outcome() != r.Outcome() {
			t.Errorf("%s: resumed: %v, %v", game.moves, again.Outcome(), err)
		}
		if reason, ok := r.Claim(); ok {
			t.Errorf("%s: %s may be claimed", game.moves, reason)
		}
	}
}

// Where a draw by repetition may be claimed, the one who gives perpetual check may not.
func TestWhoGivesPerpetualCheckClaimsNothing(t *testing.T) {
	v, err := Parse("[mine:chess]\nperpetualCheckIllegal = true\n")
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecord(position(t, v, "4k3/R7/8/8/8/8/P7/4K3 w - - 0 1"))
	claims := ""
	for range 4 {
		for _, text := range []string{"Ra8", "Ke7", "Ra7", "Ke8"} {
			reason, _ := r.Claim()
			claims += reason + ","
			m, err := r.Position().Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			r.Play(m)
		}
	}
	if got := r.Outcome(); got != (Outcome{"0-1", "perpetual check"}) || strings.Count(claims, "repetition") == 0 {
		t.Errorf("%v, claims %s", got, claims)
	}
}

// Forms in a definition: who becomes like whom, and what does not go.
func TestPromotedFormsInDefinitions(t *testing.T) {
	for text, why := range map[string]string{
		"promotedPieceType = p":                                            "“p” is not allowed; it is pairs",
		"promotedPieceType = k:q":                                          "no king",
		"promotedPieceType = n:z":                                          "no piece z",
		"promotedPieceType = n:q n:r":                                      "stands there once",
		"promotedPieceType = p:q\npromotionPawnTypes = p":                  "not both",
		"pieceNames = +n:knighted":                                         "no piece \\+n",
		"customPiece1 = x:KN\ncustomPiece2 = x:K\npromotedPieceType = n:x": "letter x stands",
	} {
		if _, err := Parse("[mine:chess]\n" + text + "\n"); err == nil {
			t.Errorf("%q is read", text)
		} else {
			matches(t, err.Error(), why)
		}
	}
	v, err := Parse("[mine:chess]\npromotedPieceType = p:q, n:x\ncustomPiece1 = x:KN\npieceNames = x:centaur\nmandatoryPiecePromotion = true\npiecePromotionOnCapture = true\n")
	if err != nil {
		t.Fatal(err)
	}
	var signs []string
	for _, info := range v.Pieces() {
		signs = append(signs, info.Sign()+" "+info.Name)
	}
	if got, want := strings.Join(signs, ", "), "K king, Q queen, R rook, B bishop, N knight, P pawn, +P promoted pawn, +N centaur"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p := position(t, v, "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
	if got := fmt.Sprint(to(p, "b7")); got != "a8+ b8" {
		t.Errorf("the pawn goes to %s", got)
	}
}
