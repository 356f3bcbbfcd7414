package grid

import "time"

// Figure names one kind of figure in a grid.
type Figure string

// The kinds of figures a grid holds.
const (
	Throughput Figure = "throughput" // Link.Gbps
	Price      Figure = "price"      // Link.USDPerGB
	RoundTrip  Figure = "rtt"        // Link.RTT
	Machines   Figure = "machine"    // Machine
)

// Origin says where the figures of one kind come from, and of when they are.
type Origin struct {
	Figure   Figure
	Source   string
	Measured time.Time // UTC, zero if unknown; the first of the month where only that is known
}

// originOf is the first origin of that figure, without a source if none is given.
func originOf(figure Figure, origins []Origin) Origin {
	for _, o := range origins {
		if o.Figure == figure {
			return o
		}
	}
	return Origin{Figure: figure}
}

// normaliseTime drops what a written date does not keep: the zone and the
// monotonic clock.
func normaliseTime(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.Round(0).UTC()
}
