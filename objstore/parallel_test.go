package objstore_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skyferry/skyferry/objstore"
)

// Whatever the keys are, all come, in order, for about one request per 1,000 keys.
func TestListParallel(t *testing.T) {
	for name, space := range spaces {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{0, 1, 999, 1000, 1001, 5000, 25_000} {
				for _, workers := range []int{2, 8} {
					checkParallel(t, space, n, workers)
				}
			}
		})
	}
}

func checkParallel(t *testing.T, space func(*rand.Rand, int) []string, n, workers int) {
	t.Helper()
	seed := rand.Uint64()
	d := &paged{keys: space(rand.New(rand.NewPCG(seed, 0)), n)}
	got, err := keysOf(objstore.NewBucket(d).ListParallel(t.Context(), objstore.ListOptions{}, workers))
	if err != nil || !slices.Equal(got, d.keys) {
		t.Errorf("seed %d, %d workers: %d keys of %d, %v", seed, workers, len(got), len(d.keys), err)
	}
	most := 1 + len(d.keys)/1000
	if len(d.keys) >= 1000 {
		most += len(d.keys)/5000 + 2*workers
	}
	if d.pages > most || d.top > workers {
		t.Errorf("seed %d, %d workers: %d requests for %d keys, %d at once", seed, workers, d.pages, len(d.keys), d.top)
	}
}

// Requests at once take less time than one after the other, whatever the keys are.
func TestListParallelOverlaps(t *testing.T) {
	for name, space := range spaces {
		synctest.Test(t, func(t *testing.T) {
			d := &paged{keys: space(rand.New(rand.NewPCG(1, 2)), 50_000), latency: time.Second}
			began := time.Now()
			got, err := keysOf(objstore.NewBucket(d).ListParallel(t.Context(), objstore.ListOptions{}, 8))
			if err != nil || !slices.Equal(got, d.keys) {
				t.Errorf("%s: %d keys of %d, %v", name, len(got), len(d.keys), err)
			}
			if rounds := time.Since(began) / time.Second; rounds > 35 { // of 51 one after the other
				t.Errorf("%s: %d rounds of requests", name, rounds)
			}
		})
	}
}

// Any part of a listing is what sorting and filtering gives.
func TestListParallelParts(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	for name, space := range spaces {
		d := &paged{keys: space(r, 8000)}
		place := func() string {
			k := d.keys[r.IntN(len(d.keys))]
			return k[:r.IntN(len(k)+1)]
		}
		for range 20 {
			opts := objstore.ListOptions{StartAfter: place(), EndBefore: place()}
			if p := place(); r.IntN(2) == 0 {
				opts.Prefix = p[:len(p)/2]
			}
			want := slices.DeleteFunc(slices.Clone(d.keys), func(k string) bool {
				return !strings.HasPrefix(k, opts.Prefix) || k <= opts.StartAfter || opts.EndBefore != "" && k >= opts.EndBefore
			})
			b := objstore.NewBucket(d)
			for way, seq := range map[string]iter.Seq2[objstore.Object, error]{
				"List": b.List(t.Context(), opts), "ListParallel": b.ListParallel(t.Context(), opts, 4),
			} {
				if got, err := keysOf(seq); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, seed %d: %s %+v: %d keys, want %d, %v", name, seed, way, opts, len(got), len(want), err)
				}
			}
		}
	}
}

// Request n fails, for every n: what was listed before comes, without a gap, then the error.
func TestListParallelFails(t *testing.T) {
	for n, failed := 1, true; failed; n++ {
		failed = false
		d := &paged{keys: spaces["hex"](rand.New(rand.NewPCG(1, 2)), 20_000)}
		d.fail = func(page int) error {
			if page == n {
				failed = true
				return errStep
			}
			return nil
		}
		got, err := keysOf(objstore.NewBucket(d).ListParallel(t.Context(), objstore.ListOptions{}, 4))
		if failed && (!errors.Is(err, objstore.ErrThrottled) || objstore.IsKeyError(err)) || !failed && err != nil {
			t.Errorf("request %d: %v", n, err)
		}
		if !slices.Equal(got, d.keys[:len(got)]) || !failed && len(got) != len(d.keys) {
			t.Errorf("request %d: %d keys with a gap", n, len(got))
		}
	}
}

// The caller stops, or his context ends, at any point: the listing ends and its goroutines with it.
func TestListParallelStops(t *testing.T) {
	for _, at := range []int{1, 999, 2500, 15_000} {
		d := &paged{keys: spaces["counter"](nil, 20_000)}
		b := objstore.NewBucket(d)
		n := 0
		for _, err := range b.ListParallel(t.Context(), objstore.ListOptions{}, 4) {
			if n++; n == at || err != nil {
				break
			}
		}
		if d.now != 0 {
			t.Errorf("stopped at %d: %d requests go on", at, d.now)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n = 0
		var last error
		for _, err := range b.ListParallel(ctx, objstore.ListOptions{}, 4) {
			if n++; n == at {
				cancel()
			}
			last = err
		}
		if n != at+1 || last != context.Canceled || d.now != 0 { //nolint:errorlint // not wrapped
			t.Errorf("ended at %d: %d pairs, %v, %d requests go on", at, n, last, d.now)
		}
	}
}

// While nobody takes what comes, only so much is fetched.
func TestListParallelBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &paged{keys: spaces["hex"](rand.New(rand.NewPCG(1, 2)), 150_000)}
		taken := 0
		for _, err := range objstore.NewBucket(d).ListParallel(t.Context(), objstore.ListOptions{}, 4) {
			if err != nil {
				t.Fatal(err)
			}
			if taken++; taken == 50_000 {
				synctest.Wait()
				if ahead := d.pages*1000 - taken; ahead > 4*15_000+10_000 {
					t.Errorf("%d objects were fetched ahead", ahead)
				}
			}
		}
	})
}

// An error of one key goes through, once, and the others go on.
func TestListParallelKeyErrors(t *testing.T) {
	d := &paged{keys: spaces["counter"](nil, 20_000)}
	bad := map[string]bool{d.keys[0]: true, d.keys[1000]: true, d.keys[7777]: true, d.keys[19_999]: true}
	d.keyError = func(key string) error {
		if bad[key] {
			return objstore.ErrUnsupported
		}
		return nil
	}
	n := 0
	for o, err := range objstore.NewBucket(d).ListParallel(t.Context(), objstore.ListOptions{}, 4) {
		if n++; bad[o.Key] != (err != nil) || err != nil && !objstore.IsKeyError(err) {
			t.Errorf("%q: %v", o.Key, err)
		}
	}
	if n != 20_000 {
		t.Errorf("%d pairs", n)
	}
}

// A store that lists from the start always is asked once.
func TestListParallelFromStart(t *testing.T) {
	d := &paged{keys: spaces["hex"](rand.New(rand.NewPCG(1, 2)), 5000), limits: objstore.Limits{ListsFromStart: true}}
	got, err := keysOf(objstore.NewBucket(d).ListParallel(t.Context(), objstore.ListOptions{}, 8))
	if err != nil || len(got) != 5000 || d.pages != 6 || d.top != 1 {
		t.Errorf("%d keys in %d requests, %d at once, %v", len(got), d.pages, d.top, err)
	}
}
