package rules

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// forms is the power of pieces that have a promoted form (shogi), which is a type of its own behind those with letters: it is written with a + before the
// letter of its base, moves like the piece that promotedPieceType = p:g names, and is its base again in hand. A step into, out of or within the promotion
// region may promote; it must where the man could not move on otherwise, if immobilityIllegal is set. Only plain steps promote: no double step, no capture
// en passant, no throw.
type forms struct {
	types     uint64         // that have a form
	of        [maxTypes]Type // which one
	must      bool           // whoever can promote does
	onCapture bool           // only captures promote
}

// model is a piece that never stands on the board itself: others become like it.
type model struct {
	info  PieceInfo
	moves []term
}

// formPairs reads promotedPieceType: pairs of letters, the first of which becomes like the second.
func (c *compiler) formPairs() (pairs [][2]byte) {
	value := c.text("promotedPieceType", "-")
	for _, pair := range strings.Fields(strings.ReplaceAll(strings.ToLower(value), ",", " ")) {
		from, to, ok := strings.Cut(pair, ":")
		switch {
		case pair == "-" || to == "-" && len(from) == 1:
		case !ok || len(from) != 1 || len(to) != 1:
			c.notAllowed("promotedPieceType", pair)
			return nil
		default:
			pairs = append(pairs, [2]byte{from[0], to[0]})
		}
	}
	return pairs
}

// findModels finds of the letters that others become like those that are no pieces themselves: they are neither on the board nor in hand at the start, and no
// pawn becomes one.
func (c *compiler) findModels(pairs [][2]byte) {
	c.models = map[byte]*model{}
	there := strings.ToLower(boardField(c.text("startFen", orthodoxArray)) + c.text("promotionPieceTypes", ""))
	for _, pair := range pairs {
		there += string(rune(pair[0]))
	}
	for _, pair := range pairs {
		if strings.IndexByte(there, pair[1]) < 0 {
			c.models[pair[1]] = nil
		}
	}
}

// makeForms adds the promoted forms behind the types that have letters. names and pictures are what pieceNames and pictures say.
func (c *compiler) makeForms(pairs [][2]byte, names, pictures map[string]string) {
	v := c.v
	v.lettered = len(v.pieces)
	v.base = make([]Type, v.lettered)
	for t := range v.base {
		v.base[t] = Type(t)
	}
	if len(pairs) == 0 {
		return
	}
	f := &forms{must: c.flag("mandatoryPiecePromotion", false), onCapture: c.flag("piecePromotionOnCapture", false)}
	like := map[byte]int{} // how many become like it
	for _, pair := range pairs {
		like[pair[1]]++
	}
	for _, pair := range pairs {
		base, ok := v.typeOf(pair[0])
		if !ok || v.pieces[base].Royal || f.types>>base&1 != 0 || pair[0] == pair[1] {
			c.fail("promotedPieceType", fmt.Errorf("“%c:%c” is not allowed: the first letter is that of a piece that is no king, and stands there once; the second that of another", pair[0], pair[1]))
			continue
		}
		m := c.models[pair[1]]
		if t, ok := v.typeOf(pair[1]); ok {
			m = &model{v.pieces[t], c.terms[t]}
		}
		if m == nil {
			c.fail("promotedPieceType", fmt.Errorf("there is no piece %c for the %s to become like", pair[1], v.name(base)))
			continue
		}
		info := PieceInfo{Letter: v.pieces[base].Letter, Form: true, Name: "promoted " + v.name(base), Betza: m.info.Betza, Picture: m.info.Picture}
		if _, pure := c.models[pair[1]]; pure && like[pair[1]] == 1 {
			info.Name = m.info.Name
		}
		if turned := v.pieces[base].Picture + "-promoted"; slices.Contains(drawings, turned) {
			info.Picture = turned
		}
		sign := "+" + string(rune(pair[0]))
		info.Name, info.Picture = cmp.Or(names[sign], info.Name), cmp.Or(pictures[sign], info.Picture)
		form := Type(len(v.pieces))
		f.types |= 1 << base
		f.of[base] = form
		v.pieces, v.base = append(v.pieces, info), append(v.base, base)
		c.terms[form] = m.moves
	}
	v.forms = f
}

// makeImmobility notes where men could never move on, and goes no further than that in games that do not mind.
func (c *compiler) makeImmobility() {
	v := c.v
	if v.forms != nil {
		v.upgraders = v.forms.types
	}
	if !c.flag("immobilityIllegal", false) {
		return
	}
	for _, s := range []Side{White, Black} {
		for t := range v.pieces {
			for cell := range Cell(len(v.board.Cells)) {
				ways := 0
				v.reach[s][t][cell].each(func(line) { ways++ })
				if ways == 0 {
					v.stuck[s][t].add(cell)
					v.upgraders |= 1 << t
				}
			}
		}
	}
}

// checkForms refuses what forms do not go together with.
func (c *compiler) checkForms() {
	v := c.v
	if v.forms == nil {
		return
	}
	if v.forms.types&v.promoters != 0 {
		c.fail("promotedPieceType", errors.New("a piece promotes to its form or, by promotionPawnTypes, to other pieces, not both"))
	}
	if v.repulse != nil && v.forms.types&v.repulse.types != 0 {
		c.fail("repulse", errors.New("a piece that promotes cannot repulse, too"))
	}
}

// FormOf is the promoted form that a type may become; false if it has none.
func (v *Variant) FormOf(t Type) (Type, bool) {
	if v.forms == nil || int(t) >= v.lettered || v.forms.types>>t&1 == 0 {
		return 0, false
	}
	return v.forms.of[t], true
}

// Base is the type as which a captured man of a type goes to the hand: that of a promoted form is what it was before.
func (v *Variant) Base(t Type) Type {
	if int(t) >= len(v.base) {
		return t
	}
	return v.base[t]
}

// Sign is how a type is written: its letter, after a + if it is a promoted form.
func (p PieceInfo) Sign() string {
	if p.Form {
		return "+" + string(rune(p.Letter))
	}
	return string(rune(p.Letter))
}

// upgrades looks at the steps of one man from start on: some may promote him, some must, and some lead to where he could never move on.
func (g *generator) upgrades(start int, from Cell, m man) {
	f, zone, stuck := g.v.forms, &g.v.promotion[g.us], &g.v.stuck[g.us][m.typ()]
	able := f != nil && m.is(f.types)
	inside := zone.has(from)
	end, kept := len(g.moves), start
	for _, move := range g.moves[start:end] {
		if move.kind == step {
			may := able && (inside || zone.has(move.to)) && (!f.onCapture || g.cells[move.to] != 0)
			switch must := stuck.has(move.to); {
			case may && (must || f.must):
				move = Move{upgrade, from, move.to, f.of[m.typ()]}
			case must:
				continue
			case may:
				g.moves = append(g.moves, Move{upgrade, from, move.to, f.of[m.typ()]})
			}
		}
		g.moves[kept] = move
		kept++
	}
	g.moves = append(g.moves[:kept], g.moves[end:]...)
}

// mayUpgrade says whether the man on a cell may promote to his form by a step to another.
func (p *Position) mayUpgrade(from, to Cell) bool {
	f, m := p.v.forms, p.cells[from]
	if f == nil || m == 0 || !m.is(f.types) {
		return false
	}
	zone := &p.v.promotion[m.side()]
	return (zone.has(from) || zone.has(to)) && (!f.onCapture || p.cells[to] != 0)
}

// mustUpgrade says whether a step leads to where the man may not stay as he is.
func (p *Position) mustUpgrade(from, to Cell) bool {
	m := p.cells[from]
	return p.v.stuck[m.side()][m.typ()].has(to) || p.mayUpgrade(from, to) && p.v.forms.must
}

// chooses says whether a step may promote, and need not.
func (p *Position) chooses(m Move) bool {
	return (m.kind == step || m.kind == upgrade) && p.mayUpgrade(m.from, m.to) && !p.mustUpgrade(m.from, m.to)
}

// whyNotUnpromoted says that a man may not stay as he is after a step; "" if he may.
func (p *Position) whyNotUnpromoted(from, to Cell) string {
	b := &p.v.board
	switch {
	case !p.mustUpgrade(from, to):
		return ""
	case !p.mayUpgrade(from, to):
		return fmt.Sprintf("The %s may not go to %s: it could never move on from there.", p.manOn(from), b.Name(to))
	case p.v.forms.must:
		return fmt.Sprintf("The %s must promote on %s: write %s%s+.", p.manOn(from), b.Name(to), b.Name(from), b.Name(to))
	}
	return fmt.Sprintf("The %s must promote on %s, from where it could not move on otherwise: write %s%s+.", p.manOn(from), b.Name(to), b.Name(from), b.Name(to))
}

// whyNoUpgrade says why a man does not promote by a step that he may make, as it is the case without a form, outside of the region, or without a capture.
func (p *Position) whyNoUpgrade(from, to Cell) string {
	v, b := p.v, &p.v.board
	m := p.cells[from]
	alone := ": write " + b.Name(from) + b.Name(to) + " alone."
	switch zone := v.promotion[m.side()]; {
	case v.pieces[m.typ()].Form:
		return fmt.Sprintf("The %s is promoted already%s", p.manOn(from), alone)
	case !m.is(v.forms.types):
		return fmt.Sprintf("%s does not promote%s", UpperFirst(article(v.name(m.typ()))), alone)
	case zone.has(from) || zone.has(to):
		return fmt.Sprintf("%s promotes only by a capture%s", UpperFirst(article(v.name(m.typ()))), alone)
	default:
		return fmt.Sprintf("The %s promotes only when it goes into, out of or within %s%s", p.manOn(from), v.regionWords(zone), alone)
	}
}

// regionWords names a region of whole ranks, "ranks 7 to 9"; else it says where it is with its cells.
func (v *Variant) regionWords(region set) string {
	first, last, whole := 0, -1, set{}
	for rank := range v.board.Ranks {
		if cells := v.rank(White, rank); !cells.and(region).empty() {
			if last < 0 {
				first = rank
			}
			last = rank
			for _, c := range cells.cells() {
				whole.add(c)
			}
		}
	}
	switch {
	case last >= 0 && whole == region && first == last:
		return fmt.Sprintf("rank %d", first+1)
	case last >= 0 && whole == region:
		return fmt.Sprintf("ranks %d to %d", first+1, last+1)
	}
	var names []string
	for _, c := range region.cells() {
		names = append(names, v.board.Name(c))
	}
	if len(names) > 12 {
		return "the promotion zone"
	}
	return listed(names, "and")
}
