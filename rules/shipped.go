package rules

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// gameFiles are the shipped variants, one a file that is named by its key. A file that is added is a game that is added.
//
//go:embed games/*.ini
var gameFiles embed.FS

// readShipped reads and compiles the shipped variants, once.
var readShipped = sync.OnceValues(func() (map[string]*Variant, error) { return readGames(gameFiles) })

// CheckShipped says what is wrong with a file of rules/games: somebody may have built the program with a game of his own. Without its nil nothing else here
// that asks for shipped variants is to be called.
func CheckShipped() error {
	if _, err := readShipped(); err != nil {
		return fmt.Errorf("rules/%w", err)
	}
	return nil
}

// shipped are the shipped variants by key.
func shipped() map[string]*Variant {
	all, err := readShipped()
	if err != nil {
		panic(err) // see CheckShipped
	}
	return all
}

// readGames reads all files of the folder games.
func readGames(files fs.FS) (map[string]*Variant, error) {
	names, err := fs.Glob(files, "games/*.ini")
	if err != nil {
		return nil, err
	}
	s := shelf{files, map[string]*Variant{}}
	for _, name := range names {
		if _, err := s.load(strings.TrimSuffix(path.Base(name), ".ini")); err != nil {
			return nil, err
		}
	}
	return s.games, nil
}

// inOrder are the shipped variants in the order in which pages show them: by the key order, then by title.
var inOrder = sync.OnceValue(func() []*Variant {
	var all []*Variant
	for _, v := range shipped() {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b *Variant) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), strings.Compare(a.Title(), b.Title()), strings.Compare(a.key, b.key))
	})
	return all
})

// shelf holds the variants of some files by key; nil for one that is being read.
type shelf struct {
	files fs.FS
	games map[string]*Variant
}

// load reads a game from its file, and before it the one that it inherits from.
func (s shelf) load(key string) (*Variant, error) {
	switch v, begun := s.games[key]; {
	case v != nil:
		return v, nil
	case begun:
		return nil, fmt.Errorf("%s inherits from itself", key)
	}
	s.games[key] = nil
	name := "games/" + key + ".ini"
	text, err := fs.ReadFile(s.files, name)
	if err != nil {
		return nil, fmt.Errorf("there is no file %s", name)
	}
	found, err := parseFile(string(text), 1, s.load)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", name, err)
	}
	if found[0].key != key {
		return nil, fmt.Errorf("%s holds the game [%s]; the file has to be named as the game is", name, found[0].key)
	}
	s.games[key] = found[0]
	return found[0], nil
}

// order is where the game stands among the shipped ones; one that says nothing stands behind those that do.
func (v *Variant) order() int {
	if n, err := strconv.Atoi(v.values["order"]); err == nil {
		return n
	}
	return lastOrder + 1
}

// Lookup finds a shipped variant by its key. The error's sentence names the keys that there are.
func Lookup(key string) (*Variant, error) {
	if v := shipped()[key]; v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("there is no game “%s”; there are %s", cut(key), listed(keysOf(inOrder()), "and"))
}

// keysOf are the keys of variants.
func keysOf(variants []*Variant) []string {
	var keys []string
	for _, v := range variants {
		keys = append(keys, v.key)
	}
	return keys
}

// Variants are the shipped ones, in the order in which pages show them.
func Variants() []*Variant { return slices.Clone(inOrder()) }
