package grid

import (
	"iter"
	"slices"
	"strings"
	"time"
)

// Grid is an immutable snapshot of links and machines. It may be used by
// several goroutines at once.
type Grid struct {
	regions     []Region // in byte order
	ids         map[Region]uint32
	machines    []Machine // by number of region
	own         linkTable
	tiers       []tierTable // by name
	sources     []string    // of links and samples; the first is that of the grid
	connections int
	origins     []Origin
	quantiles   bool // the rates are no measurements, see AtQuantile
}

// Regions returns all regions in byte order. The slice is the caller's.
func (g *Grid) Regions() []Region { return slices.Clone(g.regions) }

// Has reports whether the grid has the region.
func (g *Grid) Has(r Region) bool {
	_, ok := g.ids[r]
	return ok
}

// Lookup returns nil if the grid has the region, else an [*UnknownRegionError]
// with the nearest names.
func (g *Grid) Lookup(r Region) error {
	if g.Has(r) {
		return nil
	}
	return &UnknownRegionError{Region: r, Nearest: nearest(r, g.regions)}
}

// Link returns the link of the grid's own tier from src to dst. It is absent,
// with false, where the pair was never measured, where a region is unknown, and
// where src is dst.
func (g *Grid) Link(src, dst Region) (Link, bool) { return g.TierLink("", src, dst) }

// Links yields all links of the grid's own tier by source, then destination, in
// byte order.
func (g *Grid) Links() iter.Seq[Link] { return g.TierLinks("") }

// NumLinks is the number of links of the grid's own tier.
func (g *Grid) NumLinks() int { return len(g.own.links) }

// Machine returns what one machine in a region can do, with false if the grid
// does not have the region.
func (g *Grid) Machine(r Region) (Machine, bool) {
	i, ok := g.ids[r]
	if !ok {
		return Machine{}, false
	}
	return g.machines[i], true
}

// Connections is the number of parallel connections of one machine that the
// grid's rates hold for, 64 in the built-in grid.
func (g *Grid) Connections() int { return g.connections }

// Origins says where the figures of each kind come from. The slice is the
// caller's.
func (g *Grid) Origins() []Origin { return slices.Clone(g.origins) }

// Source says who measured the throughput, empty if unknown. A single link may
// have another source, see [Link].
func (g *Grid) Source() string { return originOf(Throughput, g.origins).Source }

// Measured is when the throughput was measured, zero if unknown. A single link
// may have another date, see [Link].
func (g *Grid) Measured() time.Time { return originOf(Throughput, g.origins).Measured }

// Spec returns what the grid was made from, with nothing left to defaults. It
// shares nothing with the grid: change it and give it to [New] for a grid that
// differs.
func (g *Grid) Spec() Spec {
	spec := Spec{
		Machines:    make(map[Region]Machine, len(g.regions)),
		Connections: g.connections,
		Origins:     slices.Clone(g.origins),
	}
	for i, r := range g.regions {
		spec.Machines[r] = g.machines[i]
	}
	for tier, t := range g.tables {
		spec.Links = slices.Grow(spec.Links, len(t.links))
		for i := range t.links {
			spec.Links = append(spec.Links, g.link(&t.links[i], tier))
		}
		for _, i := range t.sampled() {
			if spec.Samples == nil {
				spec.Samples = map[LinkID][]Sample{}
			}
			spec.Samples[g.link(&t.links[i], tier).ID()] = g.samplesOf(t, i)
		}
	}
	return spec
}

// WithVMPrice returns a grid where a machine costs usdPerHour in every region,
// and that is the same otherwise. It panics if the price is negative or not a
// number, see [CheckVMPrice].
func (g *Grid) WithVMPrice(usdPerHour float64) *Grid {
	if err := CheckVMPrice(usdPerHour); err != nil {
		panic("grid: " + err.Error())
	}
	priced := *g
	priced.machines = slices.Clone(g.machines)
	for i := range priced.machines {
		priced.machines[i].USDPerHour = usdPerHour
	}
	priced.origins = slices.Clone(g.origins)
	for i, o := range priced.origins {
		if o.Figure == Machines && !strings.HasSuffix(o.Source, vmPriceNote) {
			priced.origins[i].Source += vmPriceNote
		}
	}
	return &priced
}

const vmPriceNote = "; hourly price given by the caller"

// CheckVMPrice returns an error of the kind [ErrInvalid] for a price that
// [Grid.WithVMPrice] does not take.
func CheckVMPrice(usdPerHour float64) error { return checkUSD(usdPerHour) }
