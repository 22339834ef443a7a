package rules

import "testing"

func TestRefusalsNameTheReason(t *testing.T) {
	start := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ game, fen, move, why string }{
		// whose turn, which man
		{"chess", start, "e7e5", "pawn on e7.*White’s turn"},
		{"chess", start, "Nf6", "Black.*White’s turn"},
		{"chess", start, "e4e5", "no piece on e4"},
		{"chess", start, "e2e2", "stands on e2 already"},
		{"chess", start, "Bg1f3", "g1 stands a knight, not a bishop"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "no queen"},
		{"chess", start, "Nd5", "knights on b1 and g1.*d5"},
		{"chess", "4k3/8/8/8/8/B7/8/1R2K3 w - - 0 1", "b3b2", "no piece on b3"},
		{"crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQkq - 0 1", "Ne4", "e4.*write N@e4"},
		{"chess", start, "Nb1", "own knight stands on b1"},
		{"chess", start, "Nhf3", "no knight on the h-file"},
		{"chess", start, "N8f3", "no knight on rank 8"},
		{"chess", "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "Nge2 or Nce2|Nce2 or Nge2"},
		// cannot move so
		{"chess", start, "e2e5", "pawn does not move from e2 to e5.*e3 or e4"},
		{"chess", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a5", "second rank"},
		{"chess", start, "g1g3", "knight does not move"},
		{"chess", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e3", "never goes back"},
		{"chess", start, "e1h1", "own rook.*cannot castle kingside: the bishop on f1 is in the way"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "own rook.*To castle, write e1g1 or O-O"},
		{"chess", start, "e1e2", "own pawn stands on e2"},
		{"chess", start, "a1a4", "rook on a1.*pawn on a2 is in the way"},
		{"chess", start, "e2d3", "only by capturing"},
		{"chess", "4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", "a3", "pawn on a2 is blocked by the black pawn on a3.*does not capture that way"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "pawn on d5.*en passant only right after"},
		{"chess", "k7/8/8/8/8/8/8/K6R b - - 0 1", "a8h1", "king does not move"},
		{"chess", "k6R/8/8/8/8/8/8/K7 w - - 0 1", "h8a8", "king is never captured"},
		{"chess", "k2n3R/8/8/8/8/8/8/K7 w - - 0 1", "h8a8", "black knight on d8 is in the way"},
		{"chess", "k7/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "blocked by the black king on a8"},
		// check
		{"chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "king on e1.*rook on e8"},
		{"chess", "4k3/8/8/8/8/8/4q3/4K2R w - - 0 1", "h1h2", "in check from the queen on e2.*does not end"},
		{"chess", "4k3/8/8/8/8/5r2/8/4K3 w - - 0 1", "Kf1", "king on f1.*rook on f3"},
		{"chess", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "king on a5.*rook on h5"},
		{"chess", "4k3/8/8/4r3/1b6/8/P7/4K3 w - - 0 1", "a3", "rook on e5 and the bishop on b4"},
		// castling
		{"chess", start, "O-O", "castle.*bishop on f1 is in the way"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "castle.*moved"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", "castle.*no rook.*h1"},
		{"chess", "4k3/8/8/8/8/8/8/3K3R w - - 0 1", "O-O", "castle.*king.*e1"},
		{"chess", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castle.*in check from the black rook on e8"},
		{"chess", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castle.*cross f1.*rook on f8"},
		{"chess", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castle.*g1.*rook on g8"},
		{"pyrrhus", "4k3/8/8/8/8/8/4y3/R3K2R[] w KQ - 0 1", "O-O", "castle.*king on e1 is paralysed.*e2"},
		{"pyrrhus", "4k3/8/8/7y/8/8/8/R3K2R[] w KQ - 0 1", "O-O", "castle.*rook on h1 is paralysed.*h5"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", "no promotion on g1"},
		// promotion
		{"chess", "8/P7/8/8/8/8/8/K1k5 w - - 0 1", "a8", "promotes.*queen, rook, bishop or knight"},
		{"chess", "8/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8k", "promot.*king"},
		{"chess", "8/P7/8/8/8/8/8/K1k5 w - - 0 1", "a7a8z", "promot.*Z"},
		{"chess", start, "e2e4q", "no promotion on e4"},
		{"chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3q", "king on e1.*rook on e8"},
		{"chess", "8/P7/8/8/8/8/5k2/K6r w - - 0 1", "a8", "in check from the rook on h1, and this move does not end that"},
		{"pyrrhus", "8/P7/8/8/8/8/8/K1k5[] w - - 0 1", "a8=Y", "promot.*Pyrrhus"},
		// drops
		{"chess", start, "N@e4", "dropped"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", "N@e4", "no knight in hand"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Nf3", "only in hand.*N@f3"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e8", "empty square.*black king.*e8"},
		{"crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@d8", "pawn.*rank 8"},
		{"crazyhouse", "4k3/8/8/4r3/8/8/8/4K3[N] w - - 0 1", "N@a3", "in check from the rook on e5"},
		{"crazyhouse", "4k3/8/8/4r3/8/8/8/4K3[N] w - - 0 1", "X@a3", "no piece X"},
		{"crazyhouse", "4k3/8/8/4r3/8/8/8/1N2K1N1[N] w - - 0 1", "Na5", "knights on b1 and g1 can go to a5. Your king on e1 is in check"},
		{"pyrrhus", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Yy] w KQkq - 0 1", "Ye4", "no Pyrrhus on the board, only in reserve. .*e4 is not one of those"},
		{"pyrrhus", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Yy] w KQkq - 0 1", "Ye2", "own pawn|write Y@e2"},
		{"pyrrhus-two", "4k3/8/8/8/8/Y7/7Y/4K3[] w - - 0 1", "Ye5", "None of your Pyrrhuses on"},
		// paralysis
		{"pyrrhus", "4k3/8/8/y7/8/8/P7/4K3[Y] w - - 0 1", "a3", "pawn on a2 is paralysed by the black Pyrrhus on a5"},
		{"pyrrhus", "7k/8/8/4r3/8/2Y5/1P6/1N2K3[Y] w - - 0 1", "Yc4", "free the rook on e5.*king on e1"},
		{"pyrrhus", "4k3/8/8/8/8/4P3/8/4K3[Y] w - - 0 1", "Y@e3", "second rank"},
		{"pyrrhus", "4k3/8/8/8/8/4P3/8/4K3[Y] w - - 0 1", "Y@d2", "no pawn of yours on d2"},
		{"pyrrhus", "4k3/8/8/8/8/8/4N3/4K3[Y] w - - 0 1", "Y@e2", "pawn.*your knight stands on e2"},
		{"pyrrhus", "4k3/8/8/8/4p3/8/4P3/4K3[Y] w - - 0 1", "Y@e2", "pawn on e2.*e4.*black pawn on e4"},
		{"pyrrhus", "4k3/8/8/8/8/4n3/4P3/4K3[Y] w - - 0 1", "Y@e2", "black knight on e3"},
		{"pyrrhus", "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1", "Y@e2", "no Pyrrhus in reserve"},
		{"pyrrhus", "r3k3/8/8/8/8/8/4P3/K7[Y] w - - 0 1", "Y@e2", "check from the rook on a8"},
		// not a move
		{"chess", start, "hello", "like .* or "},
		{"chess", start, "", "like .* or "},
		{"chess", start, "e9", "no square e9.*like"},
		{"chess", start, "Nj3", "cannot be read.*like"},
		{"chess", start, "\u0435\u0034", "“\u0435” is none of the letters.*like"}, // Cyrillic
		{"chess", start, "\x00", "no move.*like"},
		{"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "Exd6", "cannot be read.*the pawn, write exd6"},
		{"harpy", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "Exd6", "cannot be read.*If you mean the Harpy, write exd6"},
		{"chess", "4k3/8/2b5/3p4/2P1P3/8/8/4K3 w - - 0 1", " Cxd5!", "the pawn, write cxd5"},
		{"chess", start, "\u00e44", "“\u00e4” is none of the letters.*like"},
		// the game is over
		{"chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "a3", "check from the queen on h4.*checkmated"},
		{"chess", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "Kb8", "check from the queen on c7.*stalemate"},
		{"pyrrhus", "4k3/8/8/8/8/8/3y4/4K3[] w - - 0 1", "Kd1", "paralysed by the black Pyrrhus on d2.*checkmated"},
		{"chess", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "hello", "cannot be read.*stalemate"},
	} {
		refused(t, position(t, lookup(t, c.game), c.fen), c.move, c.why)
	}
}

func TestStartableSaysWhyNot(t *testing.T) {
	for _, c := range []struct{ game, fen, why string }{
		{"chess", "", ""},
		{"chess", "k7/8/8/8/8/8/8/K6R b - - 0 1", ""},
		{"chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "White is checkmated"},
		{"chess", "k7/2Q5/8/8/8/8/8/K7 b - - 0 1", "stalemate"},
		{"shogi", "k8/2G6/1G7/9/9/9/9/9/8K b - - 0 1", "^No game can start from here: Gote has no legal move, and so has lost already.$"},
		{"chess", "k7/8/8/8/8/8/8/K5N1 w - - 0 1", "dead"},
		{"chess", "k6R/8/8/8/8/8/8/K7 w - - 0 1", "Black’s king on a8 is in check"},
		{"chess", "k6r/8/8/8/8/8/8/K6R w - - 150 90", "counter"},
	} {
		err := position(t, lookup(t, c.game), c.fen).Startable()
		if c.why == "" && err == nil {
			continue
		}
		if _, ok := err.(*Refusal); !ok || c.why == "" {
			t.Errorf("%s: %v, want %q", c.fen, err, c.why)
			continue
		}
		matches(t, err.Error(), c.why)
	}
}

// Whether a slip is a move of the other side is judged by how it is written: "e4" is no way to write dxe4.
func TestOthersMoveIsNamedOnlyWhereItIsWritten(t *testing.T) {
	rook := position(t, lookup(t, "chess"), "4k3/8/8/3p4/4R3/8/8/4K3 w - - 0 1")
	refused(t, rook, "e4", "^Your own rook stands on e4.$")
	refused(t, rook, "dxe4", "^That is a move for Black, and it is White’s turn.$")
	refused(t, rook, "d5xe4", "pawn on d5 is Black’s")
	refused(t, lookup(t, "chess").Start(), "1… Nf6!", "^That is a move for Black")
	refused(t, position(t, lookup(t, "dragonfly"), "3k3/7/3p3/2R4/7/7/3K3[] w - - 0 1"), "c4", "^Your own rook stands on c4.$")
}
