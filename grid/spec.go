package grid

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Spec is what a grid is made from, see [New].
type Spec struct {
	// Links in any order, each pair at most once in a tier. Where a link has no
	// Connections, Source or Measured, the grid's own are meant; where it has no
	// Samples and is not Estimated, one.
	Links []Link

	// Samples of links, in any order; those of a link with one sample may be
	// missing. A link that has samples here has as many Samples, and by default
	// their median for Gbps, and the Source and Measured of the newest. Samples
	// without a Source are of the grid's own source. Those of links that are not
	// in Links do not count, so that links can be left out alone.
	Samples map[LinkID][]Sample

	// Machines by region. A region that is missing here has its default machine;
	// one that no link touches is part of the grid all the same.
	Machines map[Region]Machine

	// Connections of one machine. Default: those of Defaults.
	Connections int

	// Origins of the figures, at most one of each kind. Default for the kind
	// Machines: that of Defaults, if any region has its default machine.
	Origins []Origin

	// Defaults for what is missing above. Default: PaperDefaults.
	Defaults *Defaults
}

// withDefaults fills in what the caller left out, on copies, all but the links.
func (s Spec) withDefaults() Spec {
	if s.Defaults == nil {
		s.Defaults = paperDefaults()
	}
	s.Connections = cmp.Or(s.Connections, s.Defaults.Connections)
	given := len(s.Machines)
	s.Machines = s.machinesWithDefaults()
	s.Origins = s.originsWithDefaults(len(s.Machines) > given)
	return s
}

func (s Spec) originsWithDefaults(defaultMachines bool) []Origin {
	origins := withOrigin(slices.Clone(s.Origins), Origin{Figure: Throughput})
	if defaultMachines {
		machines := s.Defaults.Origin
		machines.Figure = Machines
		origins = withOrigin(origins, machines)
	}
	normaliseOrigins(origins)
	return origins
}

// withDefaults gives the link the grid's date only together with the grid's
// source: a link of another source without a date is of an unknown date.
func (l Link) withDefaults(connections int, throughput Origin) Link {
	l.Connections = cmp.Or(l.Connections, connections)
	l.Measured = normaliseTime(l.Measured)
	if l.Source == "" {
		l.Source = throughput.Source
		if l.Measured.IsZero() {
			l.Measured = throughput.Measured
		}
	}
	if l.Samples == 0 && !l.Estimated {
		l.Samples = 1
	}
	return l
}

func (s Spec) machinesWithDefaults() map[Region]Machine {
	machines := make(map[Region]Machine, len(s.Machines))
	maps.Copy(machines, s.Machines)
	var last Region // links come by source most often: saves half of the look-ups
	for _, l := range s.Links {
		for _, r := range []Region{l.Src, l.Dst} {
			if r == last {
				continue
			}
			if _, ok := machines[r]; !ok {
				machines[r] = s.Defaults.Machine(r)
			}
		}
		last = l.Src
	}
	return machines
}

// New makes a grid. Every figure is checked: rates are positive, prices are
// not negative, both are finite, regions are well-formed, no pair is given
// twice, no link leads from a region to itself. The error is of the kind
// [ErrInvalid] and names the link or the region.
func New(spec Spec) (*Grid, error) {
	spec = spec.withDefaults()
	b, err := newBuilder(spec)
	if err != nil {
		return nil, err
	}
	b.reserve(spec.Links)
	for _, l := range spec.Links {
		if err := b.add(l, spec.Samples[l.ID()]); err != nil {
			return nil, fmt.Errorf("link %s to %s: %w", l.Src, l.Dst, err)
		}
	}
	return b.finish()
}
