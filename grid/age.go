package grid

import (
	"iter"
	"time"
)

// Age is when a set of links was measured.
type Age struct {
	Oldest, Newest time.Time // of all samples, in UTC; zero if no date is known
	Undated        int       // links of which a sample has no date
	Estimated      int       // links that were never measured
}

// Age tells when links of this grid were measured, such as all of them or those
// that a plan uses. Where a link keeps its samples, each of them counts.
func (g *Grid) Age(links iter.Seq[Link]) Age {
	var age Age
	for l := range links {
		if l.Estimated {
			age.Estimated++
			continue
		}
		undated := age.add(l.Measured)
		if l.Samples > 1 {
			for _, s := range g.Samples(l.ID()) {
				undated = age.add(s.Measured) || undated
			}
		}
		if undated {
			age.Undated++
		}
	}
	return age
}

// add widens the age, and reports whether the date is unknown.
func (a *Age) add(measured time.Time) (undated bool) {
	if measured.IsZero() {
		return true
	}
	if a.Oldest.IsZero() || measured.Before(a.Oldest) {
		a.Oldest = measured
	}
	if measured.After(a.Newest) {
		a.Newest = measured
	}
	return false
}
