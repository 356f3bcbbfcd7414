package dataplane

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

const (
	mib = int64(1) << 20
	gib = int64(1) << 30
	tib = int64(1) << 40
)

// s3 are the limits of S3.
var s3 = objstore.Limits{MinPartSize: 5 * mib, MaxPartSize: 5 * gib, MaxParts: 10_000, MaxPutSize: 5 * gib, MaxObjectSize: 5 * tib}

func oneRoute(circuits int) Topology {
	return Topology{Routes: []Route{{Nodes: []string{"s", "r", "d"}, Circuits: circuits}}}
}

func TestSizingGivesLegalParts(t *testing.T) {
	azure := objstore.Limits{MaxPartSize: 4000 * mib, MaxParts: 50_000, MaxPutSize: 5000 * mib}
	for name, c := range map[string]struct {
		memory int64
		limits objstore.Limits
		sizes  []int64
	}{
		"S3":             {256 * mib, s3, []int64{0, 1, 5*mib - 1, 8 * mib, 8*mib + 1, 100 * gib, 78 * gib, 79 * gib, tib}},
		"S3, all":        {2 * gib, s3, []int64{5 * tib, 5*tib - 1, 4 * tib}},
		"Azure":          {256 * mib, azure, []int64{0, 1, 190 * gib, 5 * tib}},
		"few parts":      {256 * mib, objstore.Limits{MaxParts: 1000}, []int64{7 * gib, 8 * gib, 100 * gib}},
		"a single part":  {256 * mib, objstore.Limits{MaxParts: 1}, []int64{1, 100 * mib}},
		"small parts":    {256 * mib, objstore.Limits{MaxPartSize: mib}, []int64{1, mib, mib + 1, gib}},
		"odd part limit": {256 * mib, objstore.Limits{MaxPartSize: 10*mib + 1, MaxParts: 100}, []int64{1000*mib + 100}},
		"no put":         {256 * mib, objstore.Limits{MaxPutSize: 1}, []int64{0, 1, 2, mib}},
		"none":           {256 * mib, objstore.Limits{}, []int64{0, 1, 8 * mib, 8*mib + 1, 5 * tib}},
	} {
		s, err := newSizing(oneRoute(4), Options{Memory: c.memory}.withDefaults(), c.limits)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, size := range c.sizes {
			checkParts(t, name, s, size)
		}
	}
}

// checkParts makes sure that an object of a size moves in a way that the store and the
// gateways can take.
func checkParts(t *testing.T, name string, s sizing, size int64) {
	t.Helper()
	l := s.limits
	if s.whole(size) {
		if size > s.largest || (l.MaxPutSize > 0 && size > l.MaxPutSize) {
			t.Errorf("%s: %d bytes cannot move whole", name, size)
		}
		return
	}
	part, err := s.partSize(size)
	if err != nil {
		t.Errorf("%s: %d bytes: %v", name, size, err)
		return
	}
	n := objstore.Upload{Size: size, PartSize: part}.Parts()
	if part < max(l.MinPartSize, 1) || part > s.largest || (l.MaxPartSize > 0 && part > l.MaxPartSize) || (l.MaxParts > 0 && n > l.MaxParts) {
		t.Errorf("%s: %d bytes in %d parts of %d", name, size, n, part)
	}
}

func TestSizingRefusesWhatDoesNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		memory   int64
		circuits int
		limits   objstore.Limits
	}{
		"parts larger than memory": {8 * mib, 1, s3},
		"too many circuits":        {256 * mib, 2000, objstore.Limits{}},
	} {
		if _, err := newSizing(oneRoute(c.circuits), Options{Memory: c.memory}.withDefaults(), c.limits); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s, err := newSizing(oneRoute(4), Options{}.withDefaults(), s3)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{2 * tib, 5 * tib} { // parts of 200 MiB and more do not fit 128 MiB
		if _, err := s.partSize(size); !errors.Is(err, objstore.ErrInvalid) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// All windows of a gateway together are half of its memory at most, and a chunk fits
// twice into each.
func TestSizingSharesTheMemory(t *testing.T) {
	top := Topology{Routes: []Route{
		{Nodes: []string{"s", "r", "d"}, Circuits: 10},
		{Nodes: []string{"s", "d"}, Circuits: 6},
		{Nodes: []string{"t", "r", "d"}, Circuits: 4},
		{Nodes: []string{"s", "d"}, Circuits: 40, Standby: true},
	}}
	opts := Options{Memory: 64 * mib}.withDefaults()
	s, err := newSizing(top, opts, objstore.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, standby := range []bool{false, true} {
		sums := map[string]int64{}
		for i, r := range top.Routes {
			if s.windows[i] < 2*s.part || s.windows[i] < 2*minChunk {
				t.Errorf("route %d has windows of %d for parts of %d", i, s.windows[i], s.part)
			}
			for _, n := range r.Nodes {
				if r.Standby == standby {
					sums[n] += s.windows[i] * int64(r.Circuits)
				}
			}
		}
		for n, sum := range sums {
			if sum > opts.Memory/2 {
				t.Errorf("the windows of %s have %d bytes of %d", n, sum, opts.Memory/2)
			}
		}
	}
	if floors := s.floors(top); floors["s"] != 56*s.part || floors["t"] != 4*s.part || len(floors) != 2 {
		t.Errorf("%v", floors)
	}
}
