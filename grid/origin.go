package grid

import (
	"cmp"
	"slices"
	"time"
)

// Figure names one kind of figure in a grid.
type Figure string

// The kinds of figures a grid holds.
const (
	Throughput Figure = "throughput" // Link.Gbps
	Price      Figure = "price"      // Link.USDPerGB
	RoundTrip  Figure = "rtt"        // Link.RTT
	Machines   Figure = "machine"    // Machine
)

// figures in the order in which a grid lists their origins.
var figures = []Figure{Throughput, Price, RoundTrip, Machines}

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

// lastYear is that of which 64 bits hold every nanosecond since 1970.
const lastYear = 2261

// checkDate refuses what cannot be the date of a measurement.
func checkDate(t time.Time) error {
	if t.IsZero() || t.Year() >= 1970 && t.Year() <= lastYear {
		return nil
	}
	return invalidf("nothing was measured in the year %d", t.Year())
}

// withOrigin appends o unless there is one of its kind.
func withOrigin(origins []Origin, o Origin) []Origin {
	if slices.ContainsFunc(origins, func(have Origin) bool { return have.Figure == o.Figure }) {
		return origins
	}
	return append(origins, o)
}

// normaliseOrigins brings them into the order of the figures.
func normaliseOrigins(origins []Origin) {
	for i := range origins {
		origins[i].Measured = normaliseTime(origins[i].Measured)
	}
	slices.SortStableFunc(origins, func(a, b Origin) int {
		return cmp.Compare(slices.Index(figures, a.Figure), slices.Index(figures, b.Figure))
	})
}
