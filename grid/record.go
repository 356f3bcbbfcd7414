package grid

import "time"

// record is a link as a grid keeps it: less than half of a [Link], so that a
// million links stay affordable. Names and sources are numbers of those in the
// grid.
type record struct {
	gbps        float64
	usdPerGB    float64
	rtt         time.Duration
	measured    stamp
	src, dst    uint32 // of Grid.regions
	source      uint32 // of Grid.sources
	connections uint32
	samples     uint32
	estimated   bool
}

// packedSample is a sample as a grid keeps it.
type packedSample struct {
	gbps     float64
	measured stamp
	source   uint32 // of Grid.sources
}

// stamp is the time of a measurement: nanoseconds of the Unix epoch plus one,
// so that the zero value is a time that is not known.
type stamp int64

func stampOf(t time.Time) stamp {
	if t.IsZero() {
		return 0
	}
	return stamp(t.UnixNano()) + 1
}

// time is in UTC, zero if unknown.
func (s stamp) time() time.Time {
	if s == 0 {
		return time.Time{}
	}
	return time.Unix(0, int64(s)-1).UTC()
}

// link is what callers see of a record.
func (g *Grid) link(r *record, tier string) Link {
	return Link{
		Src: g.regions[r.src], Dst: g.regions[r.dst], Tier: tier,
		Gbps: r.gbps, Connections: int(r.connections), USDPerGB: r.usdPerGB, RTT: r.rtt,
		Measured: r.measured.time(), Source: g.sources[r.source],
		Samples: int(r.samples), Estimated: r.estimated,
	}
}

// sample is what callers see of a packed sample.
func (g *Grid) sample(s packedSample) Sample {
	return Sample{Gbps: s.gbps, Measured: s.measured.time(), Source: g.sources[s.source]}
}
