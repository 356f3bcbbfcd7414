package objstoretest

import (
	"fmt"
	"slices"

	"github.com/skyferry/skyferry/objstore"
)

var deleteCases = []testCase{
	{"Some", deleteSome},
	{"Missing", deleteMissing},
	{"Batches", deleteBatches},
	{"WriteAgain", writeAfterDelete},
}

// deleteSome: the named objects go, all others stay.
func deleteSome(e *env) {
	for _, name := range []string{"a", "aa", "b/c", "b/d", "e"} {
		e.put(e.key(name), nil)
	}
	if err := e.bucket.Delete(e.ctx, e.key("a"), e.key("b/c")); err != nil {
		e.Fatal(err)
	}
	want := []string{e.key("aa"), e.key("b/d"), e.key("e")}
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); !slices.Equal(got, want) {
		e.Errorf("left: %q, want %q", got, want)
	}
}

// deleteMissing: what is not there need not be removed, nor is what is above or below it.
func deleteMissing(e *env) {
	e.put(e.key("b/c"), nil)
	if err := e.bucket.Delete(e.ctx, e.key("a"), e.key("b"), e.key("b/c/d"), e.key("x/y/z")); err != nil {
		e.Fatal(err)
	}
	if err := e.bucket.Delete(e.ctx); err != nil {
		e.Fatal(err)
	}
	e.stat(e.key("b/c"))
}

// deleteBatches: more keys than fit in one request of any store.
func deleteBatches(e *env) {
	keys := make([]string, 1100)
	for i := range keys {
		keys[i] = e.key(fmt.Sprintf("%04d", i))
	}
	e.putAll(keys)
	if err := e.bucket.Delete(e.ctx, keys...); err != nil {
		e.Fatal(err)
	}
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); len(got) > 0 {
		e.Errorf("%d are left", len(got))
	}
}

// writeAfterDelete: nothing of an object hinders others in its place, its directories
// in particular.
func writeAfterDelete(e *env) {
	for _, name := range []string{"a/b/c", "a", "a/b", "a/b/c/d", "a"} {
		body := e.body(10)
		e.put(e.key(name), body)
		e.holds(e.key(name), body)
		if err := e.bucket.Delete(e.ctx, e.key(name)); err != nil {
			e.Fatal(err)
		}
		e.lacks(e.key(name))
	}
}
