package grid

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// Grid is an immutable snapshot of links and machines. It may be used by
// several goroutines at once.
type Grid struct {
	regions     []Region
	links       []Link          // sorted by source, then destination
	rows        map[Region]span // of links, by source
	machines    map[Region]Machine
	connections int
	origins     []Origin
}

type span struct{ from, to int }

// index sorts the links and derives from them and the machines what look-ups need.
func (g *Grid) index() {
	slices.SortFunc(g.links, compareLinks)
	g.regions = slices.Sorted(maps.Keys(g.machines))
	g.rows = make(map[Region]span, len(g.regions))
	for from := 0; from < len(g.links); {
		src, to := g.links[from].Src, from+1
		for to < len(g.links) && g.links[to].Src == src {
			to++
		}
		g.rows[src] = span{from, to}
		from = to
	}
}

func compareLinks(a, b Link) int {
	return cmp.Or(strings.Compare(string(a.Src), string(b.Src)), strings.Compare(string(a.Dst), string(b.Dst)))
}

// Regions returns all regions in byte order. The slice is the caller's.
func (g *Grid) Regions() []Region { return slices.Clone(g.regions) }

// Has reports whether the grid has the region.
func (g *Grid) Has(r Region) bool {
	_, ok := g.machines[r]
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

// Link returns the link from src to dst. It is absent, with false, where the
// pair was never measured, where a region is unknown, and where src is dst.
func (g *Grid) Link(src, dst Region) (Link, bool) {
	row := g.rows[src]
	links := g.links[row.from:row.to]
	i, ok := slices.BinarySearchFunc(links, dst, func(l Link, dst Region) int {
		return strings.Compare(string(l.Dst), string(dst))
	})
	if !ok {
		return Link{}, false
	}
	return links[i], true
}

// Links yields all links by source, then destination, in byte order.
func (g *Grid) Links() iter.Seq[Link] { return slices.Values(g.links) }

// NumLinks is the number of links.
func (g *Grid) NumLinks() int { return len(g.links) }

// Machine returns what one machine in a region can do, with false if the grid
// does not have the region.
func (g *Grid) Machine(r Region) (Machine, bool) {
	m, ok := g.machines[r]
	return m, ok
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
	return Spec{
		Links:       slices.Clone(g.links),
		Machines:    maps.Clone(g.machines),
		Connections: g.connections,
		Origins:     slices.Clone(g.origins),
	}
}

// WithVMPrice returns a grid where a machine costs usdPerHour in every region,
// and that is the same otherwise. It panics if the price is negative or not a
// number, see [CheckVMPrice].
func (g *Grid) WithVMPrice(usdPerHour float64) *Grid {
	if err := CheckVMPrice(usdPerHour); err != nil {
		panic("grid: " + err.Error())
	}
	priced := *g
	priced.machines = make(map[Region]Machine, len(g.machines))
	for r, m := range g.machines {
		m.USDPerHour = usdPerHour
		priced.machines[r] = m
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
