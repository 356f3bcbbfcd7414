package objstoretest

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/objstore"
)

// manyPages: no key is lost or doubled where a page of 1,000 ends, nor where one of
// several listings at once does.
func manyPages(e *env) {
	want := make([]string, 2100)
	for i := range want {
		want[i] = e.key(fmt.Sprintf("%d/%05d", i/700, i))
	}
	e.putAll(want)
	for way, list := range e.listings() {
		for _, opts := range []objstore.ListOptions{
			{Prefix: e.prefix},
			{Prefix: e.prefix, StartAfter: want[50], EndBefore: want[2050]},
			{Prefix: e.key("1/"), StartAfter: want[650], EndBefore: want[1500]},
		} {
			part := slices.DeleteFunc(slices.Clone(want), func(k string) bool {
				return !strings.HasPrefix(k, opts.Prefix) || k <= opts.StartAfter || opts.EndBefore != "" && k >= opts.EndBefore
			})
			if got, err := listedKeys(list(opts)); err != nil || !slices.Equal(got, part) {
				e.Errorf("%s %+v: %d keys are listed, or in another order; %d were put; %v", way, opts, len(got), len(part), err)
			}
		}
	}
}

// listings are the ways to list.
func (e *env) listings() map[string]func(objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return map[string]func(objstore.ListOptions) iter.Seq2[objstore.Object, error]{
		"List": func(opts objstore.ListOptions) iter.Seq2[objstore.Object, error] { return e.bucket.List(e.ctx, opts) },
		"ListParallel": func(opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
			return e.bucket.ListParallel(e.ctx, opts, 4)
		},
	}
}

func listedKeys(seq iter.Seq2[objstore.Object, error]) (keys []string, err error) {
	for o, err := range seq {
		if err != nil {
			return keys, err
		}
		keys = append(keys, o.Key)
	}
	return keys, nil
}

// endBefore: the end is no part of the listing, whether there is an object or not.
func endBefore(e *env) {
	for _, name := range []string{"a", "b/x", "b/y", "c", "d"} {
		e.put(e.key(name), nil)
	}
	for end, want := range map[string][]string{
		"":      nil,
		"a":     nil,
		"a\x00": {"a"},
		"b":     {"a"},
		"b/":    {"a"},
		"b/y":   {"a", "b/x"},
		"b0":    {"a", "b/x", "b/y"},
		"d":     {"a", "b/x", "b/y", "c"},
		"z":     {"a", "b/x", "b/y", "c", "d"},
	} {
		for i := range want {
			want[i] = e.key(want[i])
		}
		opts := objstore.ListOptions{Prefix: e.prefix, EndBefore: e.key(end)}
		if got := e.list(opts); !slices.Equal(got, want) {
			e.Errorf("before %q: %q, want %q", end, got, want)
		}
		opts.StartAfter = e.key("b/x")
		want = slices.DeleteFunc(want, func(k string) bool { return k <= opts.StartAfter })
		if got := e.list(opts); !slices.Equal(got, want) {
			e.Errorf("after b/x, before %q: %q, want %q", end, got, want)
		}
	}
}
