package views

import (
	"errors"
	"net/http"
	"net/url"

	"postrider/store"
)

// form is what was typed into a page's form, and what is wrong with it: one type for all forms.
type form struct {
	Values url.Values
	Errors map[string]string // by field; "" for the whole form
}

// typed is the form of a request.
func typed(r *http.Request) form { return form{Values: r.PostForm} }

// filled is a form with these values in it (name, value, name, value …).
func filled(pairs ...string) form {
	f := form{Values: url.Values{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Values.Set(pairs[i], pairs[i+1])
	}
	return f
}

// Get is the value of a field, Error what is wrong with it ("" if nothing), Is whether it has this value.
func (f form) Get(name string) string     { return f.Values.Get(name) }
func (f form) Error(name string) string   { return f.Errors[name] }
func (f form) Is(name, value string) bool { return f.Values.Get(name) == value }

// of is the form where its field do says so, and else an empty one: for pages with several forms that have fields of the same names.
func (f form) of(do string) form {
	if f.Is("do", do) {
		return f
	}
	return form{}
}

// refused takes the message of a *store.Invalid beside its field, and that of a limit above the form. ok is false for any other error, which
// goes on to fail.
func (f form) refused(err error) (form, bool) {
	var invalid *store.Invalid
	var busy *problem
	switch {
	case errors.As(err, &invalid):
		f.Errors = map[string]string{invalid.Field: invalid.Text}
	case errors.As(err, &busy) && busy.Status == http.StatusTooManyRequests:
		f.Errors = map[string]string{"": busy.Text}
	default:
		return f, false
	}
	return f, true
}

// refusedStatus is the status of a page that shows a refused form.
func refusedStatus(err error) int {
	if busy := (*problem)(nil); errors.As(err, &busy) {
		return busy.Status
	}
	return http.StatusUnprocessableEntity
}
