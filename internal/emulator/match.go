package emulator

import (
	"net/http"
	"strings"
)

// Method picks requests of a method.
func Method(method string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.Method == method }
}

// Path picks requests whose path, not escaped, contains s.
func Path(s string) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.Contains(r.URL.Path, s) }
}

// Query picks requests that have a parameter of this name, whatever its value.
func Query(name string) func(*http.Request) bool {
	return func(r *http.Request) bool { return r.URL.Query().Has(name) }
}

// All picks requests that all of these pick.
func All(matches ...func(*http.Request) bool) func(*http.Request) bool {
	return func(r *http.Request) bool {
		for _, match := range matches {
			if !match(r) {
				return false
			}
		}
		return true
	}
}

// Not picks requests that match does not.
func Not(match func(*http.Request) bool) func(*http.Request) bool {
	return func(r *http.Request) bool { return !match(r) }
}
