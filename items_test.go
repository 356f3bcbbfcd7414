package skyferry

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
)

// TestListOnce: what was listed is what is moved, whatever happens to the bucket meanwhile.
func TestListOnce(t *testing.T) {
	bucket := mem.NewStore().Bucket("s")
	var want []string
	for i := range 7 {
		want = append(want, fmt.Sprintf("q/%d", i))
		if _, err := bucket.Put(t.Context(), fmt.Sprintf("p/%d", i), make([]byte, i), objstore.Attrs{ContentType: "a/b"}); err != nil {
			t.Fatal(err)
		}
	}
	m, err := list(t.Context(), endpoint{bucket: bucket, key: "p/", many: true}, endpoint{key: "q/", many: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := bucket.Delete(t.Context(), "p/3"); err != nil {
		t.Fatal(err)
	}
	if _, err := bucket.Put(t.Context(), "p/new", nil, objstore.Attrs{}); err != nil {
		t.Fatal(err)
	}
	if got := keysOf(t, m); !slices.Equal(got, want) || m.bytes != 21 {
		t.Errorf("%q of %d bytes, want %q", got, m.bytes, want)
	}
}

func keysOf(t *testing.T, m *manifest) (keys []string) {
	t.Helper()
	for item, err := range m.each {
		if err != nil {
			t.Error(err)
		}
		keys = append(keys, item.Key)
		if item.Source.Version == "" || item.Source.Attrs.ContentType != "a/b" {
			t.Errorf("%+v", item.Source)
		}
	}
	return keys
}

// TestListRefuses: an object that cannot be listed is passed on with its reason.
func TestListRefuses(t *testing.T) {
	driver := &failingList{keys: []string{"a", "bad", "c"}, failAt: map[int]error{1: objstore.Errorf(objstore.ErrKey, "no key")}}
	m, err := list(t.Context(), endpoint{bucket: objstore.NewBucket(driver), many: true}, endpoint{many: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []error
	for _, err := range m.each {
		got = append(got, err)
	}
	if len(got) != 3 || got[0] != nil || !errors.Is(got[1], objstore.ErrKey) || got[2] != nil {
		t.Errorf("%v", got)
	}
}

// TestListFails: without a complete listing there is no copy.
func TestListFails(t *testing.T) {
	lost := errors.New("connection lost")
	driver := &failingList{keys: []string{"a", "b"}, failAt: map[int]error{1: lost}}
	from := endpoint{bucket: objstore.NewBucket(driver), many: true}
	if m, err := list(t.Context(), from, endpoint{many: true}); m != nil || !errors.Is(err, lost) {
		t.Errorf("%+v, %v", m, err)
	}
}

// failingList lists keys, and fails at some of them: for that key alone with an ErrKey,
// for good with any other error.
type failingList struct {
	objstore.Driver
	keys   []string
	failAt map[int]error
}

func (d *failingList) URL() string             { return "fail://s" }
func (d *failingList) Limits() objstore.Limits { return objstore.Limits{} }

func (d *failingList) List(_ context.Context, opts objstore.ListOptions) iter.Seq2[objstore.Object, error] {
	return func(yield func(objstore.Object, error) bool) {
		for i, key := range d.keys {
			o, err := objstore.Object{Key: key, Size: 1}, d.failAt[i]
			if err != nil && !errors.Is(err, objstore.ErrKey) {
				o = objstore.Object{}
			}
			if key > opts.StartAfter && !yield(o, err) || o.Key == "" {
				return
			}
		}
	}
}
