package store

import (
	"context"
	"crypto/hmac"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"strings"
	"unicode"

	"postrider/rules"
)

// Addresses that mail comes in by. The part before the @ names what it is for and proves, by 128 bits of a keyed hash, that we have made it; nothing is stored.
// It is written in small letters and digits and read in any case, since mail programs change that.

const (
	replyMark  = "m-" // answers a mail that says "it is your move"
	bounceMark = "b-" // takes the report that a mail could not be delivered
	sealBytes  = 16
)

var sealLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// seal writes facts and their keyed hash, behind the mark of what they are for.
func (s *Store) seal(mark string, facts []byte) string {
	return mark + sealLetters.EncodeToString(append(facts[:len(facts):len(facts)], s.mac(mark, facts)[:sealBytes]...))
}

// unseal reads so many bytes of facts back; ok is false where we have not written them.
func (s *Store) unseal(mark, text string, size int) (facts []byte, ok bool) {
	if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) { // there are such that are a "k" in small letters
		return nil, false
	}
	text = strings.ToLower(text)
	raw, err := sealLetters.DecodeString(strings.TrimPrefix(text, mark))
	if err != nil || len(raw) != size+sealBytes {
		return nil, false
	}
	return raw[:size], hmac.Equal([]byte(text), []byte(s.seal(mark, raw[:size]))) // the text: base32 lets letters behind it be
}

// turn is one side's turn in a game: what a reply address is good for.
type turn struct {
	game string
	side rules.Side
	ply  int // plies played
	seq  int // the event that gave it the turn: after a takeback it is another turn at the same ply
	seen int // the last event that the mail tells of: what was offered or asked later is not what an answer accepts
}

// turnBytes are 8 of the game's id as a number in base 58, 2 of the ply, 4 of the event that gave the turn and the side, and 4 of the last event.
const turnBytes = 18

// ReplyAddress is the part before the @ of the address by which side makes its move in the game as it stands, 57 letters; "" where side is not to move. It is
// good until the game goes on; to accept or decline, for what the opponent offers or asks for in the game as it stands.
func (s *Store) ReplyAddress(g *Game, side rules.Side) string {
	if g.Over() || g.Turn != side || g.Ply >= 1<<16 || len(g.ID) != idLetters {
		return ""
	}
	id := uint64(0)
	for _, letter := range g.ID {
		digit := strings.IndexRune(base58, letter)
		if digit < 0 {
			return ""
		}
		id = id*58 + uint64(digit)
	}
	facts := binary.BigEndian.AppendUint64(nil, id)
	facts = binary.BigEndian.AppendUint16(facts, uint16(g.Ply))
	facts = binary.BigEndian.AppendUint32(facts, uint32(g.turnSeq)<<1|uint32(side))
	facts = binary.BigEndian.AppendUint32(facts, uint32(g.Seq))
	return s.seal(replyMark, facts)
}

// turnOf reads a reply address.
func (s *Store) turnOf(address string) (turn, bool) {
	facts, ok := s.unseal(replyMark, address, turnBytes)
	if !ok {
		return turn{}, false
	}
	id, game := binary.BigEndian.Uint64(facts), make([]byte, idLetters)
	for i := len(game) - 1; i >= 0; i-- {
		game[i] = base58[id%58]
		id /= 58
	}
	given := binary.BigEndian.Uint32(facts[10:])
	return turn{string(game), rules.Side(given & 1), int(binary.BigEndian.Uint16(facts[8:])), int(given >> 1), int(binary.BigEndian.Uint32(facts[14:]))}, true
}

// FindReply gives the game that a reply address (the part before the @) belongs to, also when the address is no longer good. ErrNotFound where it is not of our
// making, or its player's account is gone.
func (s *Store) FindReply(ctx context.Context, address string) (game string, err error) {
	t, ok := s.turnOf(address)
	if !ok {
		return "", errors.Join(ErrNotFound, errors.New("no reply address of ours"))
	}
	g, err := gameBy(ctx, s.readers, t.game)
	if err == nil && g.Seats[t.side].Deleted {
		err = ErrNotFound
	}
	return g.ID, orWrap(err, "find the game of a reply address")
}

// BounceAddress is the part before the @ of the address to which the report goes that a mail (Envelope.ID) could not be delivered, 41 letters.
func (s *Store) BounceAddress(mail int64) string {
	return s.seal(bounceMark, binary.BigEndian.AppendUint64(nil, uint64(mail)))
}

// FindBounce gives the mail (Envelope.ID) of a bounce address; its row may be gone. ErrNotFound where the address is not of our making.
func (s *Store) FindBounce(address string) (mail int64, err error) {
	facts, ok := s.unseal(bounceMark, address, 8)
	if !ok {
		return 0, errors.Join(ErrNotFound, errors.New("no bounce address of ours"))
	}
	return int64(binary.BigEndian.Uint64(facts)), nil
}
