package plan

import (
	"math"
	"reflect"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestDecompose makes flows of random walks from the source, some with cycles, and adds
// cycles of their own.
func TestDecompose(t *testing.T) {
	rng := seeded(t)
	for range 300 {
		n := newNetwork(randomGrid(t, rng, 3+rng.IntN(6)), testRegion(0), testRegion(1), 1)
		gbps := make([]float64, len(n.links))
		for range rng.IntN(8) {
			addWalk(n, gbps, rng.IntN, rng.Float64())
		}
		paths := n.decompose(sparse(gbps))
		if again := n.decompose(sparse(gbps)); !reflect.DeepEqual(paths, again) {
			t.Fatal("not the same twice")
		}
		checkDecomposition(t, n, gbps, paths)
	}
}

// addWalk adds a walk of at most 30 links that ends at the destination, if it gets there.
func addWalk(n *network, gbps []float64, pick func(int) int, rate float64) {
	var walked []int
	for at := n.src; at != n.dst; {
		if len(walked) == 30 || len(n.out[at]) == 0 {
			return
		}
		next := int(n.out[at][pick(len(n.out[at]))])
		if !n.usable(&n.links[next]) {
			return
		}
		walked = append(walked, next)
		at = int(n.links[next].to)
	}
	for _, i := range walked {
		gbps[i] += rate
	}
}

func checkDecomposition(t *testing.T, n *network, gbps []float64, paths []pathFlow) {
	t.Helper()
	left, sent, sum := gbps, 0.0, 0.0
	for _, i := range n.out[n.src] {
		sent += gbps[i]
	}
	for k, p := range paths {
		sum += p.gbps
		if k > 0 && p.gbps > paths[k-1].gbps {
			t.Error("the paths are not sorted by rate")
		}
		at, seen := n.src, map[int]bool{n.src: true}
		for _, i := range p.links {
			left[i] -= p.gbps
			if int(n.links[i].from) != at || seen[int(n.links[i].to)] {
				t.Fatal("a path with a jump or a cycle")
			}
			at = int(n.links[i].to)
			seen[at] = true
		}
		if at != n.dst {
			t.Fatal("a path that does not arrive")
		}
	}
	if len(paths) > len(n.links) || math.Abs(sum-sent) > 1e-6*sent {
		t.Errorf("%d paths of %v Gbit/s for %v", len(paths), sum, sent)
	}
	for i, rest := range left {
		if rest < -1e-9 {
			t.Errorf("link %d carries %v more than it did", i, -rest)
		}
	}
}

// TestDecomposeNoise drops what is left over by a solver and leads nowhere.
func TestDecomposeNoise(t *testing.T) {
	n := newNetwork(smallGrid(t), "cloud:s", "cloud:d", 1)
	gbps := make([]float64, len(n.links))
	gbps[n.find(n.src, n.dst)] = 2
	noise := n.find(n.src, siteOf(n, "cloud:r"))
	gbps[noise] = 1e-8
	paths := n.decompose(sparse(gbps))
	if len(paths) != 1 || paths[0].gbps != 2 {
		t.Errorf("got %v, want the direct path alone", paths)
	}
}

// sparse lists the links that carry something.
func sparse(gbps []float64) []linkFlow {
	var flows []linkFlow
	for i, g := range gbps {
		if g > 0 {
			flows = append(flows, linkFlow{i, g})
		}
	}
	return flows
}

func siteOf(n *network, r grid.Region) int {
	for v, s := range n.sites {
		if s.region == r {
			return v
		}
	}
	return -1
}
