package views

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"postrider/store"
)

const passwordShortest, passwordLongest = 8, 1000 // letters, bytes

// hashing is how passwords are hashed: about a tenth of a second and 32 MB each, two at a time (Site.passwords).
func hashing() *argon2id.Params {
	return &argon2id.Params{Memory: 32 << 10, Iterations: 3, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// nobodysHash is what the password is compared with where no account or no password is: it takes as long, and fits nothing that can be typed
// (it was made of 32 random bytes).
const nobodysHash = "$argon2id$v=19$m=32768,t=3,p=1$0VjoQrnijFcG2ziMVgOIqw$SSA4v1Sgn7gpHW/Fg/NJtZU/CxwFtxWMzJ96zAaJb8Y"

// hash is the argon2id hash of a new password. *store.Invalid about the field where it is too short or too long.
func (s *Site) hash(ctx context.Context, field, password string) (string, error) {
	password = norm.NFC.String(password)
	if utf8.RuneCountInString(password) < passwordShortest {
		return "", &store.Invalid{Field: field, Text: "A password has at least eight characters. Four words that nobody would put together make a good one."}
	}
	if len(password) > passwordLongest {
		return "", &store.Invalid{Field: field, Text: "That is too long for a password: up to a thousand letters are kept."}
	}
	done, err := s.hashTurn(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	hash, err := argon2id.CreateHash(password, hashing())
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return hash, nil
}

// fits says whether a password belongs to a hash. It takes as long for no hash at all.
func (s *Site) fits(ctx context.Context, password, hash string) (bool, error) {
	if hash == "" {
		hash = nobodysHash
	}
	if len(password) > passwordLongest {
		password = ""
	}
	done, err := s.hashTurn(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	ok, err := argon2id.ComparePasswordAndHash(norm.NFC.String(password), hash)
	if err != nil {
		return false, fmt.Errorf("compare a password: %w", err)
	}
	return ok && hash != nobodysHash, nil
}

// hashTurn waits until fewer than two passwords are being hashed.
func (s *Site) hashTurn(ctx context.Context) (done func(), err error) {
	select {
	case s.passwords <- struct{}{}:
		return func() { <-s.passwords }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}
