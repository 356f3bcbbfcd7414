package simplex

import (
	"math"
	"math/rand/v2"
)

// planner is a program like those of package plan: flow over links from site 0 to site 1 at a rate, connections and volume
// limited by machines, which are bought by site; missing flow is paid dearly, and idle machines stand in for missing ones.
type planner struct {
	listed
	gbps, hourly []float64 // by link, see link
	carry        []float64 // by site
	price        float64   // the largest of any machine
	site         []siteColumns
	rate         int // column
	idle, total  int // columns
}

// siteColumns are what belongs to one site: rows, -1 for none, and the column of its machines.
type siteColumns struct {
	conserve, out, in, cap int
	machines               int
	hourly                 float64
}

const mostMachines = 8

// newPlanner makes the program without links.
func newPlanner(r *rand.Rand, sites int) *planner {
	p := &planner{gbps: make([]float64, sites*sites), hourly: make([]float64, sites*sites)}
	for i := range p.gbps {
		p.gbps[i] = 0.5 + 9.5*r.Float64()
		p.hourly[i] = []float64{9, 36, 38.7, 54, 63}[r.IntN(5)]
	}
	total := p.addRow(Equal, 0)
	for v := range sites {
		s := siteColumns{conserve: -1, hourly: []float64{1.5, 1.92, 2.4}[r.IntN(3)]}
		if v != 1 {
			s.conserve = p.addRow(Equal, 0)
		}
		s.out, s.in, s.cap = p.addRow(AtMost, 0), p.addRow(AtMost, 0), p.addRow(AtMost, 0)
		p.carry = append(p.carry, []float64{5, 7, 16}[r.IntN(3)])
		p.price = max(p.price, s.hourly)
		s.machines = p.addColumn(0, mostMachines, s.hourly, Term{s.out, -1}, Term{s.in, -1}, Term{s.cap, -1}, Term{total, 1})
		p.site = append(p.site, s)
	}
	rate := math.Round(100*(1+20*r.Float64())) / 100
	p.rate = p.addColumn(rate, rate, 0, Term{p.site[0].conserve, -1})
	p.addColumn(0, inf, 10*63, Term{p.site[0].conserve, 1})
	p.idle = p.addColumn(0, 0, 2*p.price, Term{total, 1})
	p.total = p.addColumn(0, float64(mostMachines*sites), 0, Term{total, -1})
	return p
}

// link returns a link's cost, most flow and terms.
func (p *planner) link(tail, head int) (cost, upper float64, terms []Term) {
	i := tail*len(p.site) + head
	from, to := p.site[tail], p.site[head]
	if from.conserve >= 0 {
		terms = append(terms, Term{from.conserve, 1})
	}
	if to.conserve >= 0 {
		terms = append(terms, Term{to.conserve, -1})
	}
	terms = append(terms, Term{from.out, 1 / p.gbps[i]}, Term{to.in, 1 / p.gbps[i]}, Term{to.cap, 1 / p.carry[head]})
	if tail == 0 {
		terms = append(terms, Term{from.cap, 1 / p.carry[tail]})
	}
	return p.hourly[i], p.gbps[i] * mostMachines, terms
}

// addLink adds a link's column.
func (p *planner) addLink(tail, head int) {
	cost, upper, terms := p.link(tail, head)
	p.addColumn(0, upper, cost, terms...)
}

// addLinks adds the links from the source and to the destination, and others, as many as are asked for.
func (p *planner) addLinks(r *rand.Rand, others int) {
	sites := len(p.site)
	p.addLink(0, 1)
	for v := 2; v < sites; v++ {
		p.addLink(0, v)
		p.addLink(v, 1)
	}
	for range others {
		tail, head := 2+r.IntN(sites-2), 2+r.IntN(sites-2)
		if tail != head {
			p.addLink(tail, head)
		}
	}
}

// machines are the columns that a search divides at.
func (p *planner) machines() []int {
	columns := []int{p.total}
	for _, s := range p.site {
		columns = append(columns, s.machines)
	}
	return columns
}
