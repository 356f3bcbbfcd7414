package skyferry

import (
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// dealer deals circuits out to the machines of the regions that they pass.
type dealer struct {
	machines map[grid.Region]int
	next     map[grid.Region]int // the machine whose turn it is
}

func newDealer(p *plan.Plan) dealer {
	d := dealer{machines: map[grid.Region]int{}, next: map[grid.Region]int{}}
	for _, r := range p.Regions {
		d.machines[r.Region] = r.VMs
	}
	return d
}

// deal returns the machines that each circuit of a path passes. Every machine of a region
// gets its turn, over all paths, so that no two differ by more than one circuit. With each
// round in which all have had their turns equally often, a region falls one machine behind
// the one before it: with enough circuits all pairs of machines are joined, and a machine
// that is lost cuts nobody off.
func (d dealer) deal(path []grid.Region, circuits int) [][]string {
	round := 1
	for _, r := range path {
		round = lcm(round, d.machines[r])
	}
	first := circuits % round // not a whole round, so it comes where the last path has stopped
	dealt := make([][]string, circuits)
	for k := range dealt {
		behind := (k - first + round) / round
		for i, r := range path {
			dealt[k] = append(dealt[k], nodeName(r, (d.next[r]+k+i*behind)%d.machines[r]))
		}
	}
	for _, r := range path {
		d.next[r] = (d.next[r] + first) % d.machines[r]
	}
	return dealt
}

// lcm is the least common multiple.
func lcm(a, b int) int {
	gcd, rest := a, b
	for rest != 0 {
		gcd, rest = rest, gcd%rest
	}
	return a / gcd * b
}
