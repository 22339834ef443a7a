package rules

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Setting is one key of a definition: the table of all of them is Settings.
type Setting struct {
	Name    string // as it is written in a definition: "maxFile"
	What    string // a sentence
	Values  string // what is allowed
	Default string // what holds if it is not set
}

const (
	yesOrNo     = "true or false"
	aFile       = "a file of the board, like g"
	aRank       = "a rank of the board, like 1"
	someLetters = "letters of pieces, like nbrq, or - for none"
	someCells   = "cells like d4 e4, * for all files (*8), or - for none"
	aCount      = "a number up to 500, 0 for never"
	aText       = "a text in one line"
	pairs       = "pairs of a letter and a text, with commas between: y:Pyrrhus, a:archbishop, +r:dragon king"
	aPiece      = "a letter, or a letter, a colon and the move in Betza notation: a:BN; - takes the piece out"

	maxRules  = 30  // paragraphs of a rules page
	lastOrder = 999 // the largest value of order
)

// standardPieces are the piece types that have a key of their own, in the order in which a variant counts its types: key, name, move.
var standardPieces = [][3]string{
	{"king", "king", "K"}, {"queen", "queen", "Q"}, {"rook", "rook", "R"}, {"bishop", "bishop", "B"}, {"knight", "knight", "N"},
	{"pawn", "pawn", "fmWfceF"}, {"fers", "ferz", "F"}, {"alfil", "elephant", "A"}, {"fersAlfil", "elephant", "FA"},
	{"silver", "silver general", "FfW"}, {"aiwok", "aiwok", "RNF"}, {"bers", "dragon", "RF"}, {"archbishop", "archbishop", "BN"},
	{"chancellor", "chancellor", "RN"}, {"amazon", "amazon", "QN"}, {"knibis", "knibis", "mNcB"}, {"biskni", "biskni", "mBcN"},
	{"kniroo", "kniroo", "mNcR"}, {"rookni", "rookni", "mRcN"}, {"shogiPawn", "pawn", "fW"}, {"lance", "lance", "fR"},
	{"shogiKnight", "knight", "ffN"}, {"gold", "gold general", "WfF"}, {"dragonHorse", "dragon horse", "BW"}, {"clobber", "stone", "cW"},
	{"breakthrough", "pawn", "fmWfF"}, {"immobile", "stone", ""}, {"cannon", "cannon", "mRcpR"}, {"janggiCannon", "cannon", "pR"},
	{"soldier", "soldier", "fsW"}, {"horse", "horse", "nN"}, {"elephant", "elephant", "nA"}, {"janggiElephant", "elephant", "nZ"},
	{"banner", "banner", "RcpRnN"}, {"wazir", "wazir", "W"}, {"commoner", "commoner", "K"}, {"centaur", "centaur", "KN"},
}

// drawings are the pieces that static/pieces has a drawing of.
var drawings = strings.Fields(`amazon archbishop bishop bodyguard camel cannon centaur chancellor commoner dragon echidna elephant ferz guard
	harpy harpy-flying king knight kwagga pawn pyrrhus queen rook unicorn wazir wizard shogi-bishop shogi-bishop-promoted shogi-gold shogi-king
	shogi-knight shogi-knight-promoted shogi-lance shogi-lance-promoted shogi-pawn shogi-pawn-promoted shogi-rook shogi-rook-promoted
	shogi-silver shogi-silver-promoted yari-bishop yari-gold yari-knight yari-rook yari-silver`)

const customPieces = 25 // customPiece1 … customPiece25

// headSettings stand before the pieces in a definition, ruleSettings after them.
var headSettings = []Setting{
	{"title", "The name of the game.", aText, "the key in the section's head"},
	{"order", "Where the game stands among the others: the one with the least number comes first.", "a number up to " + strconv.Itoa(lastOrder), "behind those that have a number, by title"},
	{"inventor", "Who invented it.", aText, ""},
	{"year", "When it was invented.", "a year, like 2007", ""},
	{"summary", "The game in one line.", aText, ""},
	{"sideNames", "What the first and the second player are called.", "two names with a comma between, each perhaps with more in brackets, which is said where the sides are introduced: Sente (first), Gote", "White, Black"},
	{"pieceNames", "Names of pieces, as they stand in the middle of a sentence.", pairs, "the names of the piece keys"},
	{"pictures", "Which drawing shows a piece, if not the one with its name.", "pairs of a letter and a drawing, with commas between: y:pyrrhus. The drawings are " + listed(drawings, "and"), ""},
	{"board", "What the cells of the board are: squares, or hexagons, which together make a hexagon.", "square or hex", "square"},
	{"hexSide", "How many cells a board of hexagons has along each side.", "3 to 7", "5"},
	{"maxFile", "How many files the board has.", "1 to 12, or the letter of the last file", "8"},
	{"maxRank", "How many ranks the board has.", "1 to 12", "8"},
	{"files", "The letters of the files, from White's left.", "as many different small letters as there are files", "abcdefghijklm"},
	{"startFen", "The position in which the game starts.", "a FEN; * is a hole in the board", "the orthodox array"},
	{"sample", "A position that shows what is special in the game, for its small picture.", "a FEN", "startFen"},
}

var ruleSettings = []Setting{
	{"pawnTypes", "Which pieces are pawns for promotion, en passant and the move counter, where these are not set themselves.", someLetters, "p"},
	{"promotionRegionWhite", "Where White's pawns promote.", someCells, "the last rank"},
	{"promotionRegionBlack", "Where Black's pawns promote.", someCells, "the first rank"},
	{"promotionPawnTypes", "Which pieces promote. Where captures go to hand, one that has promoted comes there as the first of these in the order of the keys above, whichever it was (unless dropLoop is true).", someLetters, "as pawnTypes"},
	{"promotionPieceTypes", "What a pawn may become.", someLetters, "nbrq"},
	{"mandatoryPawnPromotion", "Whether a pawn that can promote must.", yesOrNo, "true"},
	{"promotionSource", "Where the piece comes from that a pawn becomes: out of the opponent's hand, or - for out of nowhere.", "opponentHand, or -", "-"},
	{"promotedPieceType", "What moves a piece has when it is promoted to a form of its own, which is written with a + before its letter and is the old piece again in hand: p:g l:g r:d. It promotes by going into, out of or within the promotion region.", "pairs of letters with blanks between, p:g; or -", "-"},
	{"mandatoryPiecePromotion", "Whether a piece that can promote to its form must.", yesOrNo, "false"},
	{"piecePromotionOnCapture", "Whether pieces promote to their forms only by captures.", yesOrNo, "false"},
	{"immobilityIllegal", "Whether nobody may go, or be dropped, to where he could never move on from.", yesOrNo, "false"},
	{"doubleStep", "Whether pawns have a double step.", yesOrNo, "true"},
	{"doubleStepRegionWhite", "Where White's pawns may make it.", someCells, "the second rank"},
	{"doubleStepRegionBlack", "Where Black's pawns may make it.", someCells, "the last rank but one"},
	{"enPassantTypes", "Which pieces capture en passant.", someLetters, "as pawnTypes"},
	{"castling", "Whether there is castling.", yesOrNo, "true"},
	{"castlingKingsideFile", "Where the king goes when he castles to the kingside.", aFile, "g"},
	{"castlingQueensideFile", "Where the king goes when he castles to the queenside.", aFile, "c"},
	{"castlingRank", "On which rank one castles, counted from one's own side.", aRank, "1"},
	{"castlingKingFile", "Where the king stands before.", aFile, "where he stands in startFen"},
	{"castlingRookKingsideFile", "Where the kingside rook stands before.", aFile, "the last file"},
	{"castlingRookQueensideFile", "Where the queenside rook stands before.", aFile, "the first file"},
	{"castlingRookPieces", "With which pieces the king castles.", someLetters, "r"},
	{"pieceDrops", "Whether pieces in hand may be dropped.", yesOrNo, "false"},
	{"capturesToHand", "Whether captured pieces go to the capturer's hand.", yesOrNo, "false"},
	{"handTypes", "Which pieces there can be in a hand.", someLetters, "all but the king, and but who is flying (flight)"},
	{"dropLoop", "Whether a captured promoted piece stays what it is.", yesOrNo, "false"},
	{"firstRankPawnDrops", "Whether pawns may be dropped on their own first rank.", yesOrNo, "false"},
	{"promotionZonePawnDrops", "Whether pawns may be dropped where they would promote.", yesOrNo, "false"},
	{"whiteDropRegion", "Where White may drop.", someCells, "everywhere"},
	{"blackDropRegion", "Where Black may drop.", someCells, "everywhere"},
	{"dropNoDoubled", "Which piece may not be dropped on a file that holds one of them already.", someLetters, "-"},
	{"shogiPawnDropMateIllegal", "Whether a pawn (p) may not be dropped to give checkmate.", yesOrNo, "false"},
	{"pushDrop", "A piece that is put under an own pawn, which makes its double step ahead: y:p.", "the letter of the piece, a colon, the letter of the pawn; or -", "-"},
	{"paralyse", "A piece that paralyses every enemy it sees, and how it sees: y:Q.", "the letter of the piece, a colon, its range in Betza notation; or -", "-"},
	{"repulse", "Pieces that throw men: after a step to an empty cell the first man ahead goes over the next one behind him.", someLetters, "-"},
	{"flight", "A piece that flies to empty cells, and what it is until it folds its wings: p:f.", "the letters of two pieces with a colon between; or -", "-"},
	{"flightRegion", "Where it lands.", someCells, "everywhere but on the first and the last rank"},
	{"refly", "Whether it may fly on without folding its wings.", yesOrNo, "false"},
	{"stalemateValue", "What a player gets who is not in check and has no move.", "win, loss or draw", "draw"},
	{"stalemateNote", "What a stalemate counts in the inventor's own scoring, where that is not the result; * is the side that is not stalemated.", aText, ""},
	{"nMoveRuleTypes", "Which pieces' moves set the move counter back.", someLetters, "as pawnTypes"},
	{"nMoveRuleDrops", "Whether every drop sets the move counter back; else only drops of nMoveRuleTypes do.", yesOrNo, "false"},
	{"nMoveRule", "After how many moves of each without capture or pawn move a draw may be claimed.", aCount, "50"},
	{"nMoveAuto", "After how many such moves the game is drawn by itself.", aCount, "75"},
	{"nFoldRule", "At which occurrence of a position a draw may be claimed.", aCount, "3"},
	{"nFoldAuto", "At which occurrence the game is drawn by itself.", aCount, "5"},
	{"perpetualCheckIllegal", "Whether a player loses at nFoldAuto who has given check by each move since that position came up first.", yesOrNo, "false"},
	{"deadPosition", "With which men beside the kings nobody can win any more; inherited only by who has the same pieces.", "k for none, a letter for one such man, a letter and + for any number of them on cells of one shade: k n b b+; or -", "k"},
	{"timeoutDraw", "When lost time is a draw and no loss: if the opponent has a bare king whom nothing can join any more, or never.", "bareKing or never", "bareKing"},
}

// ignoredSettings are keys that concern an engine or another program's pictures only.
var ignoredSettings = []string{"pieceValueMg", "pieceValueEg", "pieceToCharTable", "pocketSize", "variantTemplate", "nnueAlias"}

// strangeSettings are keys of Fairy-Stockfish's dialect for rules that are not played here.
var strangeSettings = strings.Fields(`chess960 twoBoards promotionPawnTypesWhite promotionPawnTypesBlack promotionPieceTypesWhite promotionPieceTypesBlack
	sittuyinPromotion promotionLimit pieceDemotion blastOnCapture
	blastImmuneTypes mutuallyImmuneTypes petrifyOnCapture petrifyOnCaptureTypes petrifyBlastPieces tripleStepRegionWhite tripleStepRegionBlack
	enPassantRegion enPassantRegionWhite enPassantRegionBlack enPassantTypesWhite enPassantTypesBlack castlingDroppedPiece castlingKingPiece
	castlingRookPiece oppositeCastling checking dropChecks mustCapture mustDrop mustDropType dropOnTop enclosingDrop enclosingDropStart
	sittuyinRookDrop dropOppositeColoredBishop dropPromoted dropNoDoubledCount gating arrowGating duckGating staticGating
	staticGatingRegion pastGating wallingRule wallingRegion wallingRegionWhite wallingRegionBlack wallOrMove seirawanGating cambodianMoves
	diagonalLines pass passWhite passBlack passOnStalemate makpongRule flyingGeneral soldierPromotionRank flipEnclosedPieces freeDrops
	nMoveRuleTypesWhite nMoveRuleTypesBlack nMoveHardLimitRule nMoveHardLimitRuleValue nFoldValue nFoldValueAbsolute
	moveRepetitionIllegal chasingRule stalematePieceCount checkmateValue shatarMateRule bikjangRule extinctionValue
	extinctionClaim extinctionPseudoRoyal dupleCheck extinctionPieceTypes extinctionPieceCount extinctionOpponentPieceCount
	extinctionMustAppear flagPiece flagPieceWhite flagPieceBlack flagRegion flagRegionWhite flagRegionBlack flagPieceCount
	flagPieceBlockedWin flagMove flagPieceSafe checkCounting connectN connectVertical connectHorizontal connectDiagonal
	connectRegion1White connectRegion2White connectRegion1Black connectRegion2Black connectNxN collinearN connectValue
	connectPieceTypesWhite connectPieceTypesBlack connectGoalByType materialCounting adjudicateFullBoard countingRule castlingWins`)

// Settings is the table of all keys that a definition may have, in the order in which Text writes them.
func Settings() []Setting { return slices.Clone(settings()) }

var settings = sync.OnceValue(func() []Setting {
	all := slices.Clone(headSettings)
	for _, p := range standardPieces {
		what := "The " + p[1] + " (" + p[2] + ")."
		if p[2] == "" {
			what = "A " + p[1] + " that cannot move."
		}
		all = append(all, Setting{p[0], what, aPiece, "-"})
	}
	for n := range customPieces {
		all = append(all, Setting{"customPiece" + strconv.Itoa(n+1), "A piece of your own.", aPiece, "-"})
	}
	all = append(all, ruleSettings...)
	for n := range maxRules {
		all = append(all, Setting{"rules" + strconv.Itoa(n+1), "A paragraph of the rules page. One that is inherited and is not true here is replaced, or left out by an empty value.", aText, ""})
	}
	for n := range maxDiagrams {
		all = append(all, Setting{"diagram" + strconv.Itoa(n+1), "A position that explains the rules, or one and a move in it.", "FEN | the words below, or FEN | move | the words below", ""})
	}
	return all
})

// pieceKeys are the keys that stand for pieces, in the order in which types are counted.
func pieceKeys() []string {
	var keys []string
	for _, p := range standardPieces {
		keys = append(keys, p[0])
	}
	for n := range customPieces {
		keys = append(keys, "customPiece"+strconv.Itoa(n+1))
	}
	return keys
}

// settingNamed finds a key in the table.
func settingNamed(name string) (Setting, bool) {
	if i := slices.IndexFunc(settings(), func(s Setting) bool { return s.Name == name }); i >= 0 {
		return settings()[i], true
	}
	return Setting{}, false
}

// onlyShown says whether a key is for a game's own pages alone: no move of it depends on that.
func onlyShown(name string) bool {
	return slices.Contains([]string{"order", "inventor", "year", "summary", "sample"}, name) || strings.HasPrefix(name, "rules") || strings.HasPrefix(name, "diagram")
}

// likeNames are up to three keys that look like a mistyped one, or hold its letters in this order.
func likeNames(name string) []string {
	type near struct {
		name string
		far  int
	}
	var found []near
	for _, s := range settings() {
		typed, key := strings.ToLower(name), strings.ToLower(s.Name)
		if d := distance(typed, key); d <= min(3, len(name)/3) || len(name) > 3 && within(typed, key) {
			found = append(found, near{s.Name, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.far - b.far })
	var names []string
	for _, n := range found[:min(3, len(found))] {
		names = append(names, n.name)
	}
	return names
}

// within says whether the letters of a stand in b in their order, with others between.
func within(a, b string) bool {
	for i := 0; a != ""; a = a[1:] {
		if i = strings.IndexByte(b, a[0]); i < 0 {
			return false
		}
		b = b[i+1:]
	}
	return true
}

// distance is how many letters have to be changed, added or left out to make one word of the other.
func distance(a, b string) int {
	if len(a) > 40 {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := last
			if a[i] != b[j] {
				change++
			}
			last = row[j+1]
			row[j+1] = min(change, row[j]+1, last+1)
		}
	}
	return row[len(b)]
}
