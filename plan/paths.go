package plan

import (
	"cmp"
	"slices"
)

// decompose splits a flow on links into paths from source to destination, at most as
// many as there are links. Cycles are dropped, and so is what remains below a
// billionth of the flow. The order is that of the rates, the widest first, and does
// not depend on anything else than the flow.
func (n *network) decompose(gbps []float64) []pathFlow {
	d := &decomposition{net: n, left: slices.Clone(gbps)}
	for _, i := range n.out[n.src] {
		d.least += gbps[i] * 1e-9
	}
	for d.step() {
	}
	slices.SortStableFunc(d.paths, func(a, b pathFlow) int { return cmp.Compare(b.gbps, a.gbps) })
	return d.paths
}

// decomposition takes path after path, and cycle after cycle, out of what is left of
// a flow. Each step empties at least one link, so it ends.
type decomposition struct {
	net   *network
	left  []float64
	least float64
	paths []pathFlow
}

// step walks from the source along the widest link that is left until it arrives,
// meets a site again or has nowhere to go, and takes what it walked out of the flow.
func (d *decomposition) step() bool {
	at, seen := d.net.src, map[int]int{d.net.src: 0}
	var walked []int
	for at != d.net.dst {
		next := d.widest(at)
		if next < 0 {
			return d.deadEnd(walked)
		}
		walked = append(walked, next)
		at = d.net.links[next].head
		if start, again := seen[at]; again {
			d.take(walked[start:])
			return true
		}
		seen[at] = len(walked)
	}
	d.paths = append(d.paths, pathFlow{links: walked, gbps: d.take(walked)})
	return true
}

// deadEnd drops the last link walked: what it carries is noise that arrives nowhere.
// Without one, nothing leaves the source any more.
func (d *decomposition) deadEnd(walked []int) bool {
	if len(walked) == 0 {
		return false
	}
	d.left[walked[len(walked)-1]] = 0
	return true
}

// widest returns the link out of a site with most left on it, the first of equals.
func (d *decomposition) widest(site int) int {
	best := -1
	for _, i := range d.net.out[site] {
		if d.left[i] > d.least && (best < 0 || d.left[i] > d.left[best]) {
			best = i
		}
	}
	return best
}

// take subtracts from all links what the narrowest of them has left, and returns it.
func (d *decomposition) take(links []int) float64 {
	narrowest := links[0]
	for _, i := range links {
		if d.left[i] < d.left[narrowest] {
			narrowest = i
		}
	}
	gbps := d.left[narrowest]
	for _, i := range links {
		d.left[i] = max(0, d.left[i]-gbps)
	}
	d.left[narrowest] = 0
	return gbps
}
