package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// makePromotion reads who promotes where and to what.
func (c *compiler) makePromotion() {
	v := c.v
	v.pawns = mask(c.kinds("pawnTypes", "p"))
	letters := c.text("pawnTypes", "p")
	v.promoters = mask(c.kinds("promotionPawnTypes", letters))
	if _, set := c.values["promotionPawnTypes"]; !set && v.forms != nil {
		v.promoters &^= v.forms.types
	}
	v.promotion = [2]set{c.region("promotionRegionWhite", v.rank(Black, 0)), c.region("promotionRegionBlack", v.rank(White, 0))}
	v.choices = c.kinds("promotionPieceTypes", "qrbn")
	slices.SortFunc(v.choices, func(a, b Type) int { return slices.Index(v.handOrder, a) - slices.Index(v.handOrder, b) })
	v.mustRise = c.flag("mandatoryPawnPromotion", true)
	if mask(v.choices)>>v.royal&1 != 0 {
		c.fail("promotionPieceTypes", errors.New("a pawn cannot become a king"))
	}
	for _, t := range v.choices {
		if both := v.promoters & v.pawns; both>>t&1 != 0 {
			c.fail("promotionPieceTypes", fmt.Errorf("a %s cannot become %s", v.name(t), article(v.name(t))))
		}
	}
	if v.promoters>>v.royal&1 != 0 {
		c.fail("promotionPawnTypes", errors.New("the king cannot promote"))
	}
	v.passing = mask(c.kinds("enPassantTypes", letters))
	v.counterTypes = mask(c.kinds("nMoveRuleTypes", letters))
}

// makeDoubleSteps gives the pawn its double step, and pawns their captures en passant, as terms of their moves.
func (c *compiler) makeDoubleSteps() {
	key := c.values["pawn"]
	doubles := c.flag("doubleStep", true)
	if doubles && key != "" && key != "-" {
		t, _ := c.v.typeOf(strings.TrimSpace(key)[0])
		step, _ := parseBetza("iffmnD") // straight ahead, on hexagons too
		c.terms[t] = append(c.terms[t], step...)
	}
	for t := range c.v.pieces {
		for i := range c.terms[t] {
			m := &c.terms[t][i]
			passes := c.v.passing>>t&1 != 0 && m.capture && m.limit == 1 && !m.lame
			m.passing = m.passing || passes
		}
	}
}

// makeReaches builds the tables of moves, and turns them round to those of attacks.
func (c *compiler) makeReaches() {
	v, b := c.v, &c.v.board
	lines := c.trace([2]set{c.region("doubleStepRegionWhite", v.rank(White, 1)), c.region("doubleStepRegionBlack", v.rank(Black, 1))})
	for _, s := range []Side{White, Black} {
		v.doubles[s] = make([]double, len(b.Cells))
		v.passed[s] = make([]passed, len(b.Cells))
		v.catchers[s] = make([][]Cell, len(b.Cells))
		for i := range b.Cells {
			v.doubles[s][i], v.passed[s][i] = double{NoCell, NoCell}, passed{NoCell, NoCell}
		}
	}
	for t := range v.pieces {
		promotes := v.promoters>>t&1 != 0
		for _, s := range []Side{White, Black} {
			v.reach[s][t] = make([]reach, len(b.Cells))
			for cell := range Cell(len(b.Cells)) {
				ways := lines(c.terms[t], s, cell)
				c.noteDoubles(ways, Type(t), s, cell)
				v.reach[s][t][cell] = makeReach(ways, promotes)
			}
		}
	}
	v.approaches = approaches(len(b.Cells), len(v.pieces), func(t Type, s Side, cell Cell) *reach { return &v.reach[s][t][cell] })
}

// noteDoubles notes the double steps and captures en passant among the ways of a man.
func (c *compiler) noteDoubles(ways []line, t Type, s Side, from Cell) {
	v := c.v
	for i := range ways {
		l := &ways[i]
		v.hops = v.hops || l.hop != noHop
		l.skips = l.skips && v.pawns>>t&1 != 0 && !v.promotion[s].has(l.cells[1])
		if l.passing {
			v.passing |= 1 << t
			if list := &v.catchers[s][l.cells[0]]; !slices.Contains(*list, from) {
				*list = append(*list, from)
			}
		}
		if !l.skips {
			continue
		}
		d, p := double{l.cells[0], l.cells[1]}, passed{from, l.cells[1]}
		if was := v.doubles[s][from]; was.to != NoCell && was != d {
			c.fail("doubleStep", errors.New("from some squares there are two different double steps; only one can be"))
		}
		if was := v.passed[s][d.skip]; was.to != NoCell && was != p {
			c.fail("doubleStep", errors.New("two double steps pass over one square, so that nobody could say which pawn is captured en passant"))
		}
		v.doubles[s][from], v.passed[s][d.skip] = d, p
	}
}

// makeHands reads what may be in hand and where it may be dropped.
func (c *compiler) makeHands() {
	v := c.v
	v.drops = c.flag("pieceDrops", false)
	v.toHand = c.flag("capturesToHand", false)
	v.dropLoop = c.flag("dropLoop", false)
	v.marks = v.toHand && !v.dropLoop
	if v.toHand && !v.drops {
		c.fail("capturesToHand", errors.New("pieces in hand need pieceDrops = true to come out again"))
	}
	var letters []byte
	for t, p := range v.pieces[:v.lettered] {
		if Type(t) != v.royal {
			letters = append(letters, p.Letter)
		}
	}
	v.handTypes = mask(c.kinds("handTypes", string(letters)))
	if v.handTypes>>v.royal&1 != 0 {
		c.fail("handTypes", errors.New("a king is never in hand"))
	}
	v.noDoubled = mask(c.kinds("dropNoDoubled", "-"))
	region := [2]set{c.region("whiteDropRegion", v.all), c.region("blackDropRegion", v.all)}
	firstRank, promotionZone := c.flag("firstRankPawnDrops", false), c.flag("promotionZonePawnDrops", false)
	if c.flag("shogiPawnDropMateIllegal", false) {
		if t, ok := v.typeOf('p'); ok {
			v.mateless = 1 << t
		}
	}
	for t := range v.lettered {
		for _, s := range []Side{White, Black} {
			v.dropRegion[s][t] = region[s].without(v.stuck[s][t])
			if v.pawns>>t&1 == 0 {
				continue
			}
			if !firstRank {
				v.dropRegion[s][t] = v.dropRegion[s][t].without(v.rank(s, 0))
			}
			if !promotionZone {
				v.dropRegion[s][t] = v.dropRegion[s][t].without(v.promotion[s])
			}
		}
	}
}

// rank is the set of a rank's cells, counted from 0 from the side's own edge.
func (v *Variant) rank(s Side, rank int) (cells set) {
	for c := range Cell(len(v.board.Cells)) {
		if v.board.rankOf(s, c) == rank {
			cells.add(c)
		}
	}
	return cells
}

// makeEnds reads how a game can end.
func (c *compiler) makeEnds() {
	const limit = 500
	v := c.v
	v.stalemate = c.text("stalemateValue", "draw")
	if v.stalemate != "win" && v.stalemate != "loss" && v.stalemate != "draw" {
		c.notAllowed("stalemateValue", v.stalemate)
	}
	v.moveRule, v.moveAuto = c.number("nMoveRule", 50, limit), c.number("nMoveAuto", 75, limit)
	v.foldRule, v.foldAuto = c.number("nFoldRule", 3, limit), c.number("nFoldAuto", 5, limit)
	for _, name := range []string{"nFoldRule", "nFoldAuto"} {
		if c.number(name, 0, limit) == 1 {
			c.fail(name, errors.New("a position occurs for the first time when it comes about; 2 is the least, 0 is never"))
		}
	}
	v.perpetual = c.flag("perpetualCheckIllegal", false)
	v.dropsCount = c.flag("nMoveRuleDrops", false)
	v.scoring = c.text("stalemateNote", "")
	if utf8.RuneCountInString(v.scoring) > 100 {
		c.fail("stalemateNote", errors.New("it is too long; at most 100 letters"))
	}
	dead, err := c.v.readDead(c.text("deadPosition", "k"))
	if err != nil {
		c.fail("deadPosition", err)
	}
	v.dead = dead
	switch value := c.text("timeoutDraw", "bareKing"); value {
	case "bareKing":
	case "never":
		v.timeWins = true
	default:
		c.notAllowed("timeoutDraw", value)
	}
}

// readDead reads a value of deadPosition: "k n b b+".
func (v *Variant) readDead(value string) (deadRule, error) {
	d := deadRule{}
	for _, word := range strings.Fields(value) {
		letter, many := strings.CutSuffix(word, "+")
		if word == "-" || word == "0" {
			continue
		}
		t, ok := v.typeNamed(letter)
		switch {
		case !ok:
			return d, fmt.Errorf("“%s” is not allowed; it is k, or a piece's letter, perhaps with a +", cut(word))
		case t == v.royal:
			d.kings = true
		case many:
			d.shaded |= 1 << t
		default:
			d.alone |= 1 << t
		}
	}
	return d, nil
}
