// Package rules says what may be moved in a chess variant, and what it does: definitions, positions, legal moves, their texts, the
// reasons why a move is refused, and how games end. It knows no SQL, no HTTP and no clock. ../shared/RULES.md is its specification.
package rules
