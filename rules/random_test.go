package rules

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/width"
	"pgregory.net/rapid"
)

// strange is a variant that holds all powers and kinds of lines together, on a board with holes.
const strange = `[strange]
title = All together
maxFile = 10
files = zabcdefghi
startFen = hrwbqkenrg/*pppppppp*/*8*/*3*4*/*8*/*8*/*PPPPPPPP*/HRWBQKENRG[YYCEWyycew] w KQkq - 0 1
king = k
queen = q
rook = r
bishop = b
knight = n
pawn = p
horse = h
cannon = c
customPiece1 = y:K
customPiece2 = g:gQ
customPiece3 = s:fsNN
customPiece4 = u:KnD
customPiece5 = e:mKmDD
customPiece6 = w:N
customPiece7 = v:fW
customPiece8 = x:WF
promotedPieceType = r:x w:g h:u
immobilityIllegal = true
shogiPawnDropMateIllegal = true
pieceNames = y:Pyrrhus, g:grasshopper, s:side rider, u:twin, e:Echidna, w:winged knight, v:flying knight
pieceDrops = true
capturesToHand = true
pushDrop = y:p
paralyse = y:Q
repulse = e
flight = w:v
flightRegion = *2 *3 *4 *5 *6 *7 z1
refly = true
promotionPieceTypes = qnyscguew
mandatoryPawnPromotion = false
dropNoDoubled = p
castlingRookKingsideFile = h
castlingRookQueensideFile = a
deadPosition = k
`

// strangeHex holds all powers and kinds of lines together on hexagons, where pawns become what the opponent has in hand.
const strangeHex = `[strange-hex]
title = All together on hexagons
board = hex
hexSide = 5
startFen = k/rbn/bp1pn/ypuepgr/1p5p1/p7p/9/PPPPPPPPP/1RYEKGUR1[YYCNyycn] w KQkq - 0 1
king = k
queen = q
rook = r
bishop = b
knight = n
pawn = p:mffWcfsW
horse = h
cannon = c
immobile = f
customPiece1 = y:K
customPiece2 = g:gQ
customPiece3 = s:fsNN
customPiece4 = u:KnDnN
customPiece5 = e:mKmDD
pieceNames = y:Pyrrhus, g:grasshopper, s:side rider, u:twin, e:Echidna, p:Harpy, f:flying Harpy
pieceDrops = true
capturesToHand = true
dropLoop = true
pushDrop = y:p
paralyse = y:Q
repulse = e
flight = p:f
customPiece6 = x:WF
promotedPieceType = r:x n:s
mandatoryPiecePromotion = true
promotionPieceTypes = qrbnyscgue
promotionSource = opponentHand
castlingKingsideFile = g
castlingQueensideFile = c
castlingRookKingsideFile = h
castlingRookQueensideFile = b
`

// tossed has repulsion on hexagons, with hands and promotion from the opponent's, and a second type that repulses, over any distance.
const tossed = `[tossed:dragonfly-hex]
customPiece1 = e:mK
customPiece2 = f:mFF
pieceNames = e:Echidna, f:far thrower
repulse = ef
handTypes = rbnef
promotionPieceTypes = rbne
startFen = k/bpn/be1pn/rp2epr/1p5p1/p3f3p/9/PPPEPEPPP/1RBFKNNR1[] w KQkq - 0 1
`

// lame has pieces whose lines share cells and can be blocked on the way, but no power that upsets the knowledge of checks and pins.
const lame = `[lame:chess]
knight = -
bishop = -
horse = n
customPiece1 = b:nAnDF
promotionPieceTypes = qrnb
`

// flock has Harpies, hands and men who throw others, but nothing else that upsets the knowledge of checks and pins.
const flock = `[flock:crazyhouse]
startFen = rneqkenr/pppppppp/8/8/8/8/PPPPPPPP/RNEQKENR[Pp] w KQkq - 0 1
immobile = f
customPiece1 = e:mK
pieceNames = p:Harpy, f:flying Harpy, e:Echidna
flight = p:f
flightRegion = *1 *2 *3 *4 *5 *6 *7 *8
repulse = e
promotionPieceTypes = qe
`

func games(t testing.TB) []*Variant {
	all := Variants()
	for _, text := range []string{strange, strangeHex, tossed, lame, flock} {
		v, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// walk plays a random game and calls f before every move.
func walk(t *rapid.T, v *Variant, plies int, f func(p Position, legal []Move, m Move)) {
	p := v.Start()
	for range rapid.IntRange(1, plies).Draw(t, "plies") {
		legal := p.Moves()
		if len(legal) == 0 {
			return
		}
		m := legal[rapid.IntRange(0, len(legal)-1).Draw(t, "move")]
		f(p, legal, m)
		p = p.Play(m)
	}
}

func eachGame(t *testing.T, plies int, f func(t *rapid.T, p Position, legal []Move, m Move)) {
	for _, v := range games(t) {
		t.Run(v.Key(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				walk(t, v, plies, func(p Position, legal []Move, m Move) { f(t, p, legal, m) })
			})
		})
	}
}

func TestFastLegalityIsTheSlowOne(t *testing.T) {
	eachGame(t, 60, func(t *rapid.T, p Position, legal []Move, m Move) {
		fast, slow := p.legal(nil), p.legalSlowly(nil)
		for _, list := range [][]Move{fast, slow} {
			slices.SortFunc(list, func(a, b Move) int { return strings.Compare(p.Text(a), p.Text(b)) })
		}
		if !slices.Equal(fast, slow) {
			t.Fatalf("%s:\n%v\n%v", p.FEN(), fast, slow)
		}
	})
}

func TestPositionIsItsFEN(t *testing.T) {
	eachGame(t, 60, func(t *rapid.T, p Position, legal []Move, m Move) {
		q := p.Play(m)
		again, err := p.v.ParseFEN(q.FEN())
		if err != nil || again != q {
			t.Fatalf("%s, %s: %s is read as %s (%v)", p.FEN(), p.Text(m), q.FEN(), again.FEN(), err)
		}
	})
}

func TestTextsAreUniqueAndReadable(t *testing.T) {
	eachGame(t, 30, func(t *rapid.T, p Position, legal []Move, m Move) {
		seen := map[string]Move{}
		for _, m := range legal {
			for _, text := range []string{p.Text(m), p.bareSAN(m, legal), strings.Join(p.Clicks(m), " ")} {
				if o, ok := seen[text]; ok && o != m {
					t.Fatalf("%s: %s is %v and %v", p.FEN(), text, m, o)
				}
				seen[text] = m
			}
		}
		for _, text := range []string{p.Text(m), p.SAN(m), width.Widen.String(p.Text(m)), width.Widen.String(p.SAN(m)), "“" + p.Text(m) + "”", p.SAN(m) + "‼"} {
			if again, err := p.Parse(text); err != nil || again != m {
				t.Fatalf("%s: %s is read as %v (%v)", p.FEN(), text, again, err)
			}
		}
	})
}

func TestNoClicksBeginOthers(t *testing.T) {
	eachGame(t, 30, func(t *rapid.T, p Position, legal []Move, m Move) {
		var all []string
		for _, m := range legal {
			all = append(all, strings.Join(p.Clicks(m), ",")+",")
		}
		slices.Sort(all)
		for i := 1; i < len(all); i++ {
			if strings.HasPrefix(all[i], all[i-1]) {
				t.Fatalf("%s: %s begins %s", p.FEN(), all[i-1], all[i])
			}
		}
	})
}

func TestEffectsTellTheWholeMove(t *testing.T) {
	eachGame(t, 60, func(t *rapid.T, p Position, legal []Move, m Move) {
		q := p.Play(m)
		board, hands := map[Cell]Piece{}, p.hands
		for c := range Cell(len(p.v.board.Cells)) {
			if piece, ok := p.At(c); ok {
				board[c] = piece
			}
		}
		effects := p.Effects(m)
		if !slices.IsSortedFunc(effects, func(a, b Effect) int { return int(a.Kind) - int(b.Kind) }) {
			t.Fatalf("%s, %s: order of %v", p.FEN(), p.Text(m), effects)
		}
		for _, e := range effects {
			if e.Kind == Captured || e.Kind == Moved || e.Kind == Relocated || e.Kind == Thrown {
				delete(board, e.From)
			}
		}
		for _, e := range effects {
			switch e.Kind {
			case Moved, Dropped, Relocated, Thrown, Promoted, Turned:
				board[e.To] = e.Piece
			}
			switch e.Kind {
			case ToHand:
				hands[e.Piece.Side][e.Piece.Type]++
			case FromHand, Dropped:
				hands[e.Piece.Side][e.Piece.Type]--
			}
		}
		if hands != q.hands {
			t.Fatalf("%s, %s: by its effects %v is in the hands, and by playing %v", p.FEN(), p.Text(m), hands, q.hands)
		}
		for c := range Cell(len(p.v.board.Cells)) {
			now, _ := q.At(c)
			if board[c] != now {
				t.Fatalf("%s, %s: by its effects there is %v on %s, and by playing %v", p.FEN(), p.Text(m), board[c], p.v.board.Name(c), now)
			}
		}
	})
}

// advised are the moves that a refusal tells one to write, quoted is what was typed.
var (
	advised = regexp.MustCompile(`[a-z][0-9]+[a-z][0-9]+([a-z]\b|\^|\+|\b)|\b[a-z][0-9]+=\B|[A-Z]@[a-z][0-9]+|O-O(-O)?`)
	quoted  = regexp.MustCompile(`“[^”]*”`)
)

func TestIllegalMovesAreExplained(t *testing.T) {
	eachGame(t, 40, func(t *rapid.T, p Position, legal []Move, m Move) {
		cells := p.v.board.Cells
		a, b := rapid.IntRange(0, len(cells)-1).Draw(t, "from"), rapid.IntRange(0, len(cells)-1).Draw(t, "to")
		letter := string(rune(p.v.pieces[rapid.IntRange(0, len(p.v.pieces)-1).Draw(t, "letter")].Letter))
		for _, text := range []string{cells[a].Name + cells[b].Name, letter + cells[b].Name, letter + "@" + cells[b].Name, cells[b].Name,
			cells[a].Name + cells[b].Name + letter, cells[a].Name + cells[b].Name + "+", "+" + letter + cells[b].Name, letter + cells[b].Name + "+", cells[a].Name + cells[b].Name + "^", letter + "^" + cells[b].Name, "^" + cells[b].Name, cells[a].Name + "=",
			"O-O", "O-O-O"} {
			got, err := p.Parse(text)
			refusal, refused := err.(*Refusal)
			switch {
			case err == nil && !slices.Contains(legal, got):
				t.Fatalf("%s: %s is read as %v, which is not legal", p.FEN(), text, got)
			case err != nil && (!refused || !strings.HasSuffix(refusal.Text, ".") || strings.HasSuffix(refusal.Text, "now.") && !strings.Contains(refusal.Text, "no legal move")):
				t.Fatalf("%s: %s is refused by %q", p.FEN(), text, err)
			case err != nil:
				for _, advice := range advised.FindAllString(quoted.ReplaceAllString(refusal.Text, ""), -1) {
					if _, err := p.Parse(advice); err != nil {
						t.Fatalf("%s: %s is refused by %q, and %s by %q", p.FEN(), text, refusal, advice, err)
					}
				}
			}
		}
	})
}

// Only knights ever capture a Pyrrhus, says its inventor's page: http://mlwi.magix.net/bg/pyrrhuschess.htm.
func TestOnlyKnightsCaptureThePyrrhus(t *testing.T) {
	for _, key := range []string{"pyrrhus", "pyrrhus-two"} {
		v := lookup(t, key)
		rapid.Check(t, func(t *rapid.T) {
			walk(t, v, 80, func(p Position, legal []Move, m Move) {
				for _, m := range legal {
					victim := p.captured(m)
					if victim == NoCell || p.v.pieces[p.cells[victim].typ()].Letter != 'Y' {
						continue
					}
					if by := p.v.pieces[p.cells[m.from].typ()].Letter; by != 'N' {
						t.Fatalf("%s: %s captures a Pyrrhus", p.FEN(), p.Text(m))
					}
				}
			})
		})
	}
}

func TestTypedRubbishNeverPanics(t *testing.T) {
	all := games(t)
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(all).Draw(t, "game")
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Z@*=x+#0-9 O-]{0,12}`)).Draw(t, "text")
		if _, err := v.Start().Parse(text); err != nil && err.Error() == "" {
			t.Fatal("refused without a reason")
		}
		fen := rapid.OneOf(rapid.String(), rapid.StringMatching(`([1-9pnbrqkyPNBRQKY~*+]{0,9}/){0,9}[1-8pkK]{0,8}(\[[a-zA-Z]*\]?)? ?[wb]?( [KQkq-]{0,5}){0,3} ?[0-9]{0,6}`)).Draw(t, "fen")
		if p, err := v.ParseFEN(fen); err == nil {
			p.Moves()
			_ = p.Startable()
		} else if err.Error() == "" {
			t.Fatal("refused without a reason")
		}
	})
}
