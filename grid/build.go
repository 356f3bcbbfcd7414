package grid

import (
	"fmt"
	"maps"
	"slices"
)

// builder makes a grid link by link.
type builder struct {
	grid       *Grid
	throughput Origin
	tables     map[string]*linkTable // by tier, but for the grid's own
	sources    map[string]uint32
	lastSource uint32 // of which most links have the same
	samples    map[recordID][]packedSample
}

// recordID names a link before its index is known.
type recordID struct {
	tier     string
	src, dst uint32
}

// newBuilder takes all of a complete spec but its links.
func newBuilder(spec Spec) (*builder, error) {
	throughput := originOf(Throughput, spec.Origins)
	b := &builder{
		grid: &Grid{
			regions:     slices.Sorted(maps.Keys(spec.Machines)),
			ids:         make(map[Region]uint32, len(spec.Machines)),
			connections: spec.Connections,
			origins:     spec.Origins,
		},
		throughput: throughput,
		tables:     map[string]*linkTable{},
		sources:    map[string]uint32{},
		samples:    map[recordID][]packedSample{},
	}
	b.source(throughput.Source)
	for i, r := range b.grid.regions {
		b.grid.ids[r] = uint32(i)
		b.grid.machines = append(b.grid.machines, spec.Machines[r])
	}
	return b, b.grid.validate()
}

// source numbers the sources in the order in which they come.
func (b *builder) source(name string) uint32 {
	if len(b.grid.sources) > 0 && b.grid.sources[b.lastSource] == name {
		return b.lastSource
	}
	id, ok := b.sources[name]
	if !ok {
		id = uint32(len(b.grid.sources))
		b.sources[name] = id
		b.grid.sources = append(b.grid.sources, name)
	}
	b.lastSource = id
	return id
}

// table makes the table of a tier when it is first asked for.
func (b *builder) table(tier string) *linkTable {
	if tier == "" {
		return &b.grid.own
	}
	t, ok := b.tables[tier]
	if !ok {
		t = &linkTable{}
		b.tables[tier] = t
	}
	return t
}

// reserve makes room for the links at once.
func (b *builder) reserve(links []Link) {
	own := 0
	for i := range links {
		if links[i].Tier == "" {
			own++
		}
	}
	if own > 0 {
		b.grid.own.links = make([]record, 0, own)
	}
}

// add checks a link, whose regions the grid has, and its samples.
func (b *builder) add(l Link, samples []Sample) error {
	if len(samples) > 0 {
		var err error
		if l, samples, err = b.summarised(l, samples); err != nil {
			return err
		}
	}
	l = l.withDefaults(b.grid.connections, b.throughput)
	if err := l.validate(); err != nil {
		return err
	}
	r := record{
		gbps: l.Gbps, usdPerGB: l.USDPerGB, rtt: l.RTT, measured: stampOf(l.Measured),
		src: b.grid.ids[l.Src], dst: b.grid.ids[l.Dst], source: b.source(l.Source),
		connections: uint32(l.Connections), samples: uint32(l.Samples), estimated: l.Estimated,
	}
	t := b.table(l.Tier)
	t.links = append(t.links, r)
	if len(samples) > 1 {
		b.keep(recordID{l.Tier, r.src, r.dst}, samples)
	}
	return nil
}

// summarised completes and sorts the samples, and gives the link what it says of
// them.
func (b *builder) summarised(l Link, samples []Sample) (Link, []Sample, error) {
	complete := make([]Sample, len(samples))
	for i, s := range samples {
		complete[i] = s.withDefaults(b.throughput)
		if err := complete[i].validate(); err != nil {
			return l, nil, fmt.Errorf("sample %d: %w", i+1, err)
		}
	}
	slices.SortFunc(complete, compareSamples)
	return l.summarise(complete), complete, nil
}

func (b *builder) keep(id recordID, samples []Sample) {
	packed := make([]packedSample, len(samples))
	for i, s := range samples {
		packed[i] = packedSample{gbps: s.Gbps, measured: stampOf(s.Measured), source: b.source(s.Source)}
	}
	b.samples[id] = packed
}
