package views

import (
	"net/url"

	"postrider/rules"
	"postrider/store"
)

// source is where a log was first that was taken in from a file: an address to link to, or else a place; both "" where the file does not say.
type source struct{ Address, Words string }

// sourceOf finds it; ok is false for a game that was played here.
func sourceOf(l *store.Log) (o source, ok bool) {
	from, ok := l.TakenIn()
	if !ok || from == store.FromFile {
		return o, ok
	}
	if u, err := url.Parse(from); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil {
		return source{u.String(), u.Host + u.EscapedPath()}, true
	}
	return source{Words: from}, true
}

// foreign says whether a log was taken in that another program has written, as far as one can tell: it has no clock of ours, and its words may be anybody's.
func foreign(l *store.Log) bool {
	_, ok := l.TakenIn()
	return ok && l.Clock == (store.Clock{})
}

// today is the variant that is shipped now by the key of v, nil if none is; same says whether that is v.
func today(v *rules.Variant) (shipped *rules.Variant, same bool) {
	shipped, err := rules.Lookup(v.Key())
	if err != nil {
		return nil, false
	}
	return shipped, shipped == v || shipped.Text() == v.Text()
}
