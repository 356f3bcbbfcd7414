package grid

import (
	"cmp"
	"fmt"
	"time"
)

// MergeReport counts what a merge did.
type MergeReport struct {
	Added     int // samples
	Known     int // samples that the grid had already
	Links     int // that the grid did not have before
	Regions   int // likewise
	Estimates int // that measurements took the place of
	Medians   int // links of which the old grid kept the median alone, which now counts as one sample
}

// Merge returns a grid with the measurements added to the samples of their
// links: every old sample stays, and the links' rates are the medians of all. A
// measurement that the grid has already, of the same rate, date and source, is not
// added again, so that merging a file twice does nothing. Prices and known
// round-trip times stay as they are. A measured link takes the place of an
// estimate. Measurements of pairs and regions that the grid does not have yet
// need a price; such regions get their default machine.
//
// Only rates over the same number of connections can be compared: another one
// than the link's is a [*ConnectionsError]. Errors are of the kind [ErrInvalid];
// a grid of quantiles ([Grid.AtQuantile]) cannot be added to, since its rates
// were not measured.
func Merge(old *Grid, measurements ...Measurement) (*Grid, MergeReport, error) {
	if old.quantiles {
		return nil, MergeReport{}, invalidf("the rates of this grid are quantiles, not measurements: merge into the grid they were made of")
	}
	m := newMerger(old)
	for _, measurement := range measurements {
		if err := m.sort(measurement); err != nil {
			return nil, MergeReport{}, fmt.Errorf("measurement of %s to %s: %w", measurement.Src, measurement.Dst, err)
		}
	}
	for _, id := range m.order {
		m.merge(id)
	}
	merged, err := New(m.spec)
	if err != nil {
		return nil, MergeReport{}, fmt.Errorf("merge: %w", err)
	}
	m.report.Regions = len(merged.regions) - len(old.regions)
	return merged, m.report, nil
}

// merger works on the spec of the grid to be.
type merger struct {
	old    *Grid
	spec   Spec
	fresh  map[LinkID][]Measurement // by link
	order  []LinkID                 // in which they came first
	report MergeReport
}

func newMerger(old *Grid) *merger {
	m := &merger{old: old, spec: old.Spec(), fresh: map[LinkID][]Measurement{}}
	if m.spec.Samples == nil {
		m.spec.Samples = map[LinkID][]Sample{}
	}
	return m
}

// sort checks a measurement and puts it to the others of its link.
func (m *merger) sort(fresh Measurement) error {
	if fresh.Source == "" {
		return invalidf("it has no source: say who measured, and how")
	}
	if err := fresh.validate(); err != nil {
		return err
	}
	fresh.Measured = normaliseTime(fresh.Measured)
	id := fresh.ID()
	if _, seen := m.fresh[id]; !seen {
		m.order = append(m.order, id)
	}
	connections := m.old.connections
	if l, ok := m.old.TierLink(id.Tier, id.Src, id.Dst); ok {
		connections = l.Connections
	} else if err := m.checkNew(fresh); err != nil {
		return err
	}
	if given := cmp.Or(fresh.Connections, connections); given != connections {
		return &ConnectionsError{Src: id.Src, Dst: id.Dst, Want: connections, Got: given}
	}
	m.fresh[id] = append(m.fresh[id], fresh)
	return nil
}

// checkNew asks what a link needs that the grid does not have.
func (m *merger) checkNew(fresh Measurement) error {
	if fresh.Priced {
		return nil
	}
	for _, r := range []Region{fresh.Src, fresh.Dst} {
		if err := m.old.Lookup(r); err != nil {
			return fmt.Errorf("%w: a new region needs the price of its links", err)
		}
	}
	return invalidf("the grid does not have this link yet, which needs a price")
}

// merge adds the measurements of one link.
func (m *merger) merge(id LinkID) {
	fresh := m.fresh[id]
	l, samples := m.before(id)
	added := missing(samples, fresh)
	m.report.Added += len(added)
	m.report.Known += len(fresh) - len(added)
	if len(added) > 0 {
		m.spec.Samples[id] = append(samples, added...)
		l.Gbps, l.Source, l.Measured = 0, "", time.Time{} // those of the samples
	}
	for _, f := range fresh {
		if l.RTT == 0 {
			l.RTT = f.RTT
		}
	}
	*m.link(id) = l
}

// before is the link as it was, or a new one, and its samples.
func (m *merger) before(id LinkID) (Link, []Sample) {
	t := m.old.table(id.Tier)
	if t != nil {
		if i, ok := m.old.findPair(t, id.Src, id.Dst); ok {
			return m.known(t, uint32(i), id.Tier)
		}
	}
	m.report.Links++
	first := m.fresh[id][0]
	return Link{Src: id.Src, Dst: id.Dst, Tier: id.Tier, USDPerGB: first.USDPerGB}, nil
}

func (m *merger) known(t *linkTable, i uint32, tier string) (Link, []Sample) {
	l := m.old.link(&t.links[i], tier)
	if l.Estimated {
		m.report.Estimates++
	} else if l.Samples > 1 && len(t.samples[i]) == 0 {
		m.report.Medians++
	}
	return l, m.old.knownSamples(t, i)
}

// link is where the link stands in the spec; a new one is appended.
func (m *merger) link(id LinkID) *Link {
	first := 0 // link of the tier
	for tier, t := range m.old.tables {
		if i, ok := m.old.findPair(t, id.Src, id.Dst); ok && tier == id.Tier {
			return &m.spec.Links[first+i]
		}
		first += len(t.links)
	}
	m.spec.Links = append(m.spec.Links, Link{})
	return &m.spec.Links[len(m.spec.Links)-1]
}

// missing are the measurements that are not among the samples, each of which
// stands for one.
func missing(samples []Sample, fresh []Measurement) []Sample {
	known := map[Sample]int{}
	for _, s := range samples {
		known[s]++
	}
	var added []Sample
	for _, f := range fresh {
		if known[f.Sample] > 0 {
			known[f.Sample]--
			continue
		}
		added = append(added, f.Sample)
	}
	return added
}
