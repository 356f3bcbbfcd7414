package objstoretest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

var listCases = []testCase{
	{"ByteOrder", byteOrder},
	{"Random", randomListing},
	{"Pages", manyPages},
	{"EndBefore", endBefore},
	{"Nothing", emptyListing},
	{"Tells", listingTells},
	{"Early", earlyEnd},
	{"WhileDeleting", listWhileDeleting},
}

// byteOrder: the whole key decides, not its directories.
func byteOrder(e *env) {
	names := []string{
		"a b", "a+b", "a-b/c", "a.b", "a/b-c", "a/b/c", "a0", "A", "B/x", "aa/x",
		"\u00e9/x", "z", "\U0001f600", "\uffff",
	}
	if e.Nested {
		names = append(names, "a", "a/", "a/b", "a-b", "aa")
	}
	var keys []string
	for _, name := range names {
		key := e.key(name)
		if e.bucket.CheckKey(key) != nil {
			continue // that it is refused is for the cases of keys to see
		}
		keys = append(keys, key)
		e.put(key, nil)
	}
	slices.Sort(keys)
	if got := e.list(objstore.ListOptions{Prefix: e.prefix}); !slices.Equal(got, keys) {
		e.Errorf("listed %q, want %q", got, keys)
	}
}

// randomListing compares listings of random keys, from random places, with sorting and filtering.
func randomListing(e *env) {
	keys := e.randomKeys(200)
	e.putAll(keys)
	for range 200 {
		opts := objstore.ListOptions{Prefix: e.prefix, StartAfter: e.randomPlace(keys)}
		if e.rand.IntN(2) == 0 {
			opts.Prefix += strings.TrimPrefix(e.randomPlace(keys), e.prefix)
		}
		if e.rand.IntN(2) == 0 {
			opts.EndBefore = e.randomPlace(keys)
		}
		want := slices.DeleteFunc(slices.Clone(keys), func(k string) bool {
			return !strings.HasPrefix(k, opts.Prefix) || k <= opts.StartAfter || opts.EndBefore != "" && k >= opts.EndBefore
		})
		if got := e.list(opts); !slices.Equal(got, want) {
			e.Fatalf("%+v: listed %q, want %q", opts, got, want)
		}
	}
}

// randomKeys returns sorted keys, none of which is a directory of another, all of few letters.
func (e *env) randomKeys(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		var s strings.Builder
		for range e.rand.IntN(4) {
			s.WriteString(e.letters() + "/")
		}
		s.WriteString(e.letters() + "_")
		keys[i] = e.key(s.String())
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// letters returns one to three bytes around the slash in byte order.
func (e *env) letters() string {
	const some = "-0a+"
	p := make([]byte, 1+e.rand.IntN(3))
	for i := range p {
		p[i] = some[e.rand.IntN(len(some))]
	}
	return string(p)
}

// randomPlace returns a key, or a part or an extension of one.
func (e *env) randomPlace(keys []string) string {
	k := keys[e.rand.IntN(len(keys))]
	switch e.rand.IntN(4) {
	case 0:
		return k
	case 1:
		return k + e.letters()
	}
	return k[:len(e.prefix)+e.rand.IntN(len(k)-len(e.prefix)+1)]
}

// emptyListing: nothing below a prefix is no error.
func emptyListing(e *env) {
	e.put(e.key("x"), nil)
	for _, prefix := range []string{"y", "x/", "x/y/z", "/", "//"} {
		if got := e.list(objstore.ListOptions{Prefix: e.key(prefix)}); len(got) > 0 {
			e.Errorf("below %q: %q", prefix, got)
		}
	}
}

// listingTells: what a listing says is enough to read an object.
func listingTells(e *env) {
	body := e.body(1000)
	put := e.put(e.key("x"), body)
	stat := e.stat(e.key("x"))
	for o, err := range e.bucket.List(e.ctx, objstore.ListOptions{Prefix: e.prefix}) {
		if err != nil {
			e.Fatal(err)
		}
		for what, same := range map[string]bool{
			"size":    o.Size == 1000 && stat.Size == 1000 && put.Size == 1000,
			"version": o.Version != "" && o.Version == stat.Version && o.Version == put.Version,
			"key":     o.Key == stat.Key && o.Key == put.Key,
			"time":    !o.ModTime.IsZero() && o.ModTime.Truncate(time.Second).Equal(stat.ModTime.Truncate(time.Second)),
		} {
			if !same {
				e.Errorf("%s: listed %+v, stat %+v, put %+v", what, o, stat, put)
			}
		}
		if got, err := readAll(e.ctx, e.bucket, o, 0, o.Size); err != nil || string(got) != string(body) {
			e.Errorf("read: %d bytes, %v", len(got), err)
		}
	}
}

// earlyEnd: the caller may stop at any pair.
func earlyEnd(e *env) {
	for i := range 5 {
		e.put(e.key(fmt.Sprintf("d%d/x", i)), nil)
	}
	for stop := range 5 {
		n := 0
		for _, err := range e.bucket.List(e.ctx, objstore.ListOptions{Prefix: e.prefix}) {
			if err != nil {
				e.Fatal(err)
			}
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 {
			e.Errorf("%d pairs, stopped after %d", n, stop+1)
		}
	}
}

// listWhileDeleting: objects that go while the listing runs hinder no others.
func listWhileDeleting(e *env) {
	var want []string
	for i := range 20 {
		want = append(want, e.key(fmt.Sprintf("d%02d/x", i)))
		e.put(want[i], nil)
	}
	var got []string
	for o, err := range e.bucket.List(e.ctx, objstore.ListOptions{Prefix: e.prefix}) {
		if err != nil {
			e.Fatal(err)
		}
		got = append(got, o.Key)
		if err := e.bucket.Delete(e.ctx, o.Key); err != nil {
			e.Fatal(err)
		}
	}
	if !slices.Equal(got, want) {
		e.Errorf("listed %q, want %q", got, want)
	}
}
