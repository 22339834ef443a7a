// Package rules says what may be moved in a chess variant, and what it does: definitions, positions, legal moves, their texts, the
// reasons why a move is refused, and how games end. It knows no SQL, no HTTP and no clock. The sources of a game's rules stand in
// its file in games.
//
// A game is added by its file: games/KEY.ini, with a section [KEY]. Nothing else has to name it.
//
// A definition (parse.go, settings.go) is compiled once (compile*.go) into tables: which lines lead from a cell for a type and side (reach), and, turned
// round, along which lines a cell is captured (approach). The generator (generate.go), the test of attacks (attack.go) and the refusals (refuse*.go) read
// these tables only; they know no geometry. A move is legal when, after all its effects, no enemy man can take the mover's king: Position.safe. Where
// no power upsets it, the lines to the king tell the same at once (shield); tests compare the two.
//
// # How a new power goes in
//
// A power is one file: its compiled form in Variant (nil where a variant has none), a make… method of compiler that reads its key, and the functions that the
// fixed places call when the form is not nil. The places, in the order in which powers compose:
//
//  1. generator.run, before the loop over the men: who generates nothing (paralyse.go), what pawns may become (Position.choices), what the hand drops
//     (pushdrop.go). Moves of a new sort have a kind of their own in Move.
//  2. Position.do: the move and its capture, the effects of the mover on third men, what goes to the hand, promotion, rights and counters.
//  3. Position.attacked and attackers: attacks that are no line's. Position.plain says that the shield does not know them.
//  4. Text, SAN and Clicks, where a new kind needs letters of its own; reading.go, where people write it; Effects; and a why… function.
//
// Repulsion (repulse.go, repulse_attack.go, repulse_text.go) goes through all of them: its form holds the cells ahead in each direction of a step, from the same
// trace as all lines, and, turned round, from where somebody can be thrown on to a cell. doStep calls throw last; attacked asks thrownAt besides; the
// generator tries what throws, and of the other moves only those that touch a watched cell. A step that throws an own pawn to where he promotes is a
// kind of its own, once for each of the choices.
//
// Flight (flight.go, flight_text.go) is made of two kinds of moves, fly and fold, which the generator adds after the men's own lines: nobody spreads his wings
// while his king is in check, all else is the ordinary test of legality. Where a man may go to a cell as well as fly there, Clicks asks which is meant.
//
// Promoted forms (forms.go) are types behind those with letters, made from the moves of a model. The generator looks at each man's steps once more (upgrades):
// some may end as the form, a kind of its own, some must, where he could never move on. In hand a form is its base again (Variant.base). hand.go holds
// what may not be dropped where; record.go, who loses by perpetual check; sfen.go, the other way to write such positions.
//
// Dragonfly's hands: handTypes exists; promotionSource = opponentHand makes Position.choices give the types in the enemy's hand, and do take the piece from
// there. With no choices and mandatory promotion, generator.step generates nothing, while attacks stay as they are: they are made from lines alone.
//
// # Squares and hexagons
//
// squareBoard and hexBoard make the cells. On hexagons files stand upright and the cells of each are counted from White's edge; Board.from and Board.rankOf
// count them from either side's edge, so that regions, promotion and castling (the king goes along a rank, which bends) are the same on both. A side's first
// and last rank on hexagons are the first and the last cell of every file: there pawns promote, unless a definition says otherwise, and there none is dropped.
// "*8" is the eighth cell of every file that has one, as White counts. A FEN has a row for each rank, and in it only the cells that there are.
// Board.ways turns a term of Betza's notation into steps (betza.go, hexbetza.go), Board.away goes them; compiler.trace makes lines of them. All else reads lines.
package rules
