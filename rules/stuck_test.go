package rules

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

func TestStuckMenSayWhy(t *testing.T) {
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ game, fen, click, why string }{
		{"chess", start, "e2", "^$"},
		{"chess", start, "e4", "^$"},
		{"chess", start, "e7", "^$"},
		{"chess", start, "z9", "^$"},
		{"chess", start, "", "^$"},
		{"chess", start, "hand:", "^$"},
		{"chess", start, "hand:N", "^$"},
		{"chess", start, "a1", "^The rook on a1 cannot move now. Your own knight stands on b1. Your own pawn stands on a2.$|^The rook on a1 cannot move now. Your own pawn stands on a2. Your own knight stands on b1.$"},
		{"chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4", "pawn on e4 cannot move now. The pawn on e4 is blocked by the black pawn on e5: it does not capture that way.$"},
		{"chess", "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "d2", "knight on d2 cannot move now. Your king on e1 would be in check from the bishop on b4.$"},
		{"chess", "4k3/8/8/8/7b/8/P7/4K3 w - - 0 1", "a2", "Your king on e1 is in check from the black bishop on h4, and no move of that pawn ends that.$"},
		{"chess", "4k3/8/8/8/8/4r3/4P3/3RKR2 w - - 0 1", "e1", "^$"},
		{"chess", "4k3/8/8/8/8/2b5/P2q4/3QKB2 w - - 0 1", "e1", "^$|king"},
		{"chess", "4k3/8/8/8/8/8/r6P/1r5K b - - 0 1", "h2", "^$"},
		{"pyrrhus", "4k3/8/8/7y/8/8/8/R3K2R[] w KQ - 0 1", "h1", "^The rook on h1 is paralysed by the black Pyrrhus on h5 and cannot move.$"},
		{"pyrrhus", "4k3/8/8/8/8/8/8/4K3[Y] w - - 0 1", "hand:Y", "Pyrrhus in your reserve cannot be dropped now. You have no pawn on your second rank .a2 to h2., under which it could be put.$"},
		{"pyrrhus", "4k3/8/8/8/8/p7/P7/4K3[Y] w - - 0 1", "hand:Y", "cannot be dropped now. The pawn on a2 has to go two squares ahead to a4, and the black pawn on a3 is in the way.$"},
		{"crazyhouse", "4k3/8/8/8/8/8/4q3/4K3[N] w - - 0 1", "hand:N", "The knight in your hand cannot be dropped now. Your king on e1 is in check from the black queen on e2, and no drop ends that.$"},
	} {
		if why := position(t, lookup(t, c.game), c.fen).Stuck(c.click); !regexp.MustCompile(c.why).MatchString(why) {
			t.Errorf("%s %s, %q: %q, not /%s/", c.game, c.fen, c.click, why, c.why)
		}
	}
}

// Every man of the side to move either begins a legal move, or there is a reason.
func TestEveryManMovesOrSaysWhy(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 3))
	for _, v := range Variants() {
		p := v.Start()
		for range 200 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			begins := map[string]bool{}
			for _, m := range moves {
				begins[p.Clicks(m)[0]] = true
			}
			for c, info := range v.Board().Cells {
				piece, ok := p.At(Cell(c))
				if why := p.Stuck(info.Name); ok && piece.Side == p.Turn() && (why == "") != begins[info.Name] || (!ok || piece.Side != p.Turn()) && why != "" {
					t.Fatalf("%s: %s: %q", p.FEN(), info.Name, why)
				}
			}
			p = p.Play(moves[chance.IntN(len(moves))])
		}
	}
}
