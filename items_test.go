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

// TestListKeepsSome: however many objects are kept, all are yielded once and counted.
func TestListKeepsSome(t *testing.T) {
	const objects = 7
	bucket := mem.NewStore().Bucket("s")
	var want []string
	for i := range objects {
		key := fmt.Sprintf("p/%d", i)
		want = append(want, fmt.Sprintf("q/%d", i))
		if _, err := bucket.Put(t.Context(), key, make([]byte, i), objstore.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	for keep := 1; keep <= objects+1; keep++ {
		m, err := list(t.Context(), endpoint{bucket: bucket, key: "p/", many: true}, endpoint{key: "q/", many: true}, keep)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.entries) != min(keep, objects) || m.bytes != objects*(objects-1)/2 {
			t.Errorf("%d are kept of %d, of %d bytes; %d may be", len(m.entries), objects, m.bytes, keep)
		}
		if got := keysOf(t, m); !slices.Equal(got, want) {
			t.Errorf("keeping %d: %q, want %q", keep, got, want)
		}
	}
}

func keysOf(t *testing.T, m *manifest) (keys []string) {
	t.Helper()
	for item, err := range m.each {
		if err != nil {
			t.Error(err)
		}
		keys = append(keys, item.Key)
	}
	return keys
}

// TestListFailsLate: what goes wrong in the second listing is passed on; so is an object
// that cannot be listed.
func TestListFailsLate(t *testing.T) {
	lost := errors.New("connection lost")
	driver := &failingList{keys: []string{"a", "b", "bad", "c", "d"}, failAt: map[int]error{2: objstore.Errorf(objstore.ErrKey, "no key")}}
	from := endpoint{bucket: objstore.NewBucket(driver), many: true}
	m, err := list(t.Context(), from, endpoint{many: true}, 2)
	if err != nil {
		t.Fatal(err)
	}
	driver.failAt[4] = lost
	var got []error
	for _, err := range m.each {
		got = append(got, err)
	}
	if len(got) != 5 || got[1] != nil || !errors.Is(got[2], objstore.ErrKey) || got[3] != nil || !errors.Is(got[4], lost) {
		t.Errorf("%v", got)
	}
}

// TestListFails: without a complete listing there is no copy.
func TestListFails(t *testing.T) {
	lost := errors.New("connection lost")
	driver := &failingList{keys: []string{"a", "b"}, failAt: map[int]error{1: lost}}
	from := endpoint{bucket: objstore.NewBucket(driver), many: true}
	if m, err := list(t.Context(), from, endpoint{many: true}, 10); m != nil || !errors.Is(err, lost) {
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
