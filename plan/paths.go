package plan

import (
	"cmp"
	"slices"
)

// decompose splits a flow on links, sorted by link, into paths from source to
// destination, at most as many as there are links. Cycles are dropped, and so is what
// remains below a billionth of the flow. The order is that of the rates, the widest
// first, and does not depend on anything else than the flow.
func (n *network) decompose(flows []linkFlow) []pathFlow {
	d := &decomposition{net: n, left: slices.Clone(flows)}
	for _, f := range flows {
		if int(n.links[f.link].from) == n.src {
			d.least += f.gbps * 1e-9
		}
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
	left  []linkFlow
	least float64
	paths []pathFlow
}

// step walks from the source along the widest link that is left until it arrives,
// meets a node again or has nowhere to go, and takes what it walked out of the flow.
func (d *decomposition) step() bool {
	at := d.net.src
	var walked, seen []int
	for at != d.net.dst {
		if start := slices.Index(seen, at); start >= 0 {
			d.take(walked[start:])
			return true
		}
		next := d.widest(at)
		if next < 0 {
			return d.deadEnd(walked)
		}
		walked, seen = append(walked, next), append(seen, at)
		at = int(d.net.links[d.left[next].link].to)
	}
	links := make([]int, len(walked))
	for i, k := range walked {
		links[i] = d.left[k].link
	}
	d.paths = append(d.paths, pathFlow{links: links, gbps: d.take(walked)})
	return true
}

// deadEnd drops the last link walked: what it carries is noise that arrives nowhere.
// Without one, nothing leaves the source any more.
func (d *decomposition) deadEnd(walked []int) bool {
	if len(walked) == 0 {
		return false
	}
	d.left[walked[len(walked)-1]].gbps = 0
	return true
}

// widest returns the place of the link out of a node with most left on it, the first of
// equals.
func (d *decomposition) widest(node int) int {
	best := -1
	for k, f := range d.left {
		if int(d.net.links[f.link].from) == node && f.gbps > d.least && (best < 0 || f.gbps > d.left[best].gbps) {
			best = k
		}
	}
	return best
}

// take subtracts from all links what the narrowest of them has left, and returns it.
func (d *decomposition) take(places []int) float64 {
	narrowest := places[0]
	for _, k := range places {
		if d.left[k].gbps < d.left[narrowest].gbps {
			narrowest = k
		}
	}
	gbps := d.left[narrowest].gbps
	for _, k := range places {
		d.left[k].gbps = max(0, d.left[k].gbps-gbps)
	}
	d.left[narrowest].gbps = 0
	return gbps
}
