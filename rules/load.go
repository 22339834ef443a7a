package rules

import (
	"fmt"
	"os"
	"strings"
)

// Load is the shipped variant of that key ("pyrrhus"), or one of a file of definitions ("mine.ini:mykey"). A file that cannot be
// read, errors in it, and a key that is unknown or missing are errors.
func Load(name string) (*Variant, error) {
	if strings.HasSuffix(name, ".ini") {
		name += ":"
	}
	i := strings.LastIndex(name, ".ini:")
	if i < 0 {
		return Lookup(name)
	}
	file, key := name[:i+4], name[i+5:]
	all, err := LoadFile(file)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, v := range all {
		if v.Key() == key {
			return v, nil
		}
		names = append(names, file+":"+v.Key())
	}
	if key == "" {
		return nil, fmt.Errorf("name the variant in the file, too: %s", listed(names, "or"))
	}
	return nil, fmt.Errorf("%s has no section [%s]; name one of these: %s", file, cut(key), listed(names, "or"))
}

// LoadFile reads all definitions of a file; its errors name the file, the line, the key and what is allowed.
func LoadFile(file string) ([]*Variant, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read definitions: %w", err)
	}
	all, err := ParseFile(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s:\n%w", file, err)
	}
	return all, nil
}
