package plan

import (
	"fmt"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// Figures says how far the figures that a plan rests on can be trusted.
type Figures struct {
	Links int `json:"links"` // that the plan uses
	// Measured is the day on which the rate of the plan's oldest link was measured,
	// 2006-01-02; empty if that is unknown for any of them. AgeDays is how long ago that is.
	Measured string `json:"measured"`
	AgeDays  int    `json:"age_days"`
	// Estimated are the links whose rates were never measured, Single those that rest on a
	// single measurement.
	Estimated []Pair `json:"estimated"`
	Single    []Pair `json:"single_samples"`
}

func newFigures(g *grid.Grid, p *Plan, now time.Time) Figures {
	f := Figures{Links: len(p.Links), Estimated: []Pair{}, Single: []Pair{}}
	var oldest time.Time
	unknown := false
	for _, used := range p.Links {
		l, _ := g.TierLink(used.Tier, used.Src, used.Dst)
		pair := Pair{Src: used.Src, Dst: used.Dst}
		switch {
		case l.Estimated:
			f.Estimated = append(f.Estimated, pair)
			continue
		case l.Samples == 1:
			f.Single = append(f.Single, pair)
		}
		unknown = unknown || l.Measured.IsZero()
		if oldest.IsZero() || l.Measured.Before(oldest) {
			oldest = l.Measured
		}
	}
	if !unknown && !oldest.IsZero() {
		f.Measured = oldest.Format(time.DateOnly)
		f.AgeDays = max(0, int(now.Sub(oldest).Hours()/24))
	}
	return f
}

// text is about the rates' age, then about those that rest on little.
func (f *Figures) text() []string {
	lines := []string{f.age()}
	switch n := len(f.Single); {
	case n > 0 && n == f.Links && n == 1:
		lines = append(lines, "The plan's link rests on a single measurement.")
	case n > 0 && n == f.Links:
		lines = append(lines, fmt.Sprintf("Each of the plan's %d links rests on a single measurement.", n))
	case n > 0:
		lines = append(lines, "These rest on a single measurement: "+pairNames(f.Single)+".")
	}
	if len(f.Estimated) > 0 {
		return append(lines, "These were never measured, their rates are estimates: "+pairNames(f.Estimated)+".")
	}
	return append(lines, "No rate in the plan is an estimate.")
}

func (f *Figures) age() string {
	const month, year = 365.25 / 12, 365.25
	days := float64(f.AgeDays)
	switch {
	case f.Measured == "":
		return "When the rates were measured is not known."
	case days < 2*month:
		return fmt.Sprintf("The rates were measured on %s, %s ago.", f.Measured, count(f.AgeDays, "day"))
	case days < 2*year:
		return fmt.Sprintf("The rates were measured on %s, %.0f months ago.", f.Measured, days/month)
	default:
		return fmt.Sprintf("The rates were measured on %s, %.1f years ago.", f.Measured, days/year)
	}
}

func pairNames(pairs []Pair) string {
	names := make([]string, len(pairs))
	for i, p := range pairs {
		names[i] = fmt.Sprintf("%s -> %s", p.Src, p.Dst)
	}
	return list(names)
}
