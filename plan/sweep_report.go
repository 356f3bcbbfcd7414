package plan

import (
	"cmp"
	"math"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// SweepReport compares overlay plans with direct ones over many routes. It is the same
// whenever the same routes of the same grid are planned, but for Seconds.
type SweepReport struct {
	Version  int      `json:"version"`
	Goal     string   `json:"goal"` // of the overlay plans, in words
	MaxVMs   int      `json:"max_vms"`
	VolumeGB float64  `json:"volume_gb"`
	Grid     GridInfo `json:"grid"`

	Pairs   int     `json:"pairs"`   // routes asked for
	Planned int     `json:"planned"` // of these with a plan
	NoPath  int     `json:"no_path"` // to whose destination no path leads
	Failed  int     `json:"failed"`  // with an error, see Errors
	Seconds float64 `json:"seconds"` // wall time of the whole sweep

	// Groups compare: first all routes, then each pair of clouds, by name.
	Groups []SweepGroup `json:"groups"`
	// Errors are the routes that failed. A route without a path is not among them.
	Errors []SweepError `json:"errors"`

	// Rows are the routes in the order asked for. They are not part of the JSON form,
	// see [SweepReport.WriteCSV].
	Rows []SweepRow `json:"-"`
}

// SweepError is a route that could not be planned.
type SweepError struct {
	Src     grid.Region `json:"src"`
	Dst     grid.Region `json:"dst"`
	Kind    FailureKind `json:"kind"`
	Message string      `json:"message"`
}

// SweepGroup compares the overlay and direct plans of the routes from one cloud to
// another. Rates are in Gbit/s. Distributions of the overlay are over the routes with a
// plan, those of the direct path over the routes whose direct link was measured, ratios
// over the routes with both.
type SweepGroup struct {
	// Src and Dst are clouds, as "aws"; both are "all" for all routes together.
	Src   string `json:"src"`
	Dst   string `json:"dst"`
	Pairs int    `json:"pairs"`

	DirectGbps  Distribution `json:"direct_gbps"`
	OverlayGbps Distribution `json:"overlay_gbps"`
	Speedup     Distribution `json:"speedup"`    // overlay rate over direct rate
	CostRatio   Distribution `json:"cost_ratio"` // overlay cost per GB over direct cost per GB
	// GeoMeanSpeedup is the geometric mean of Speedup, 0 if there is none.
	GeoMeanSpeedup float64 `json:"geo_mean_speedup"`
	// WithRelays is the number of plans that use a relay.
	WithRelays int `json:"with_relays"`
	// Limited says where the plans are at their limits.
	Limited []PlaceShare `json:"limited"`
}

// PlaceShare is the part, between 0 and 1, of plans that are limited at a place: a machine
// there, or the connections over a link there, are used to 99 % or more of what the
// machines that the plan starts can do. A plan may be limited at several places, so that
// the parts of all places can sum to more than 1, or at none.
type PlaceShare struct {
	At      Place   `json:"at"`
	Direct  float64 `json:"direct"`
	Overlay float64 `json:"overlay"`
}

// allClouds stands for the clouds of the group of all routes.
const allClouds = "all"

func newSweepReport(g *grid.Grid, req SweepRequest, rows []SweepRow) *SweepReport {
	s := &SweepReport{
		Version: formatVersion, Goal: req.Goal.String(), MaxVMs: req.MaxVMs, VolumeGB: req.VolumeGB,
		Grid: gridInfo(g), Pairs: len(rows), Rows: rows, Errors: []SweepError{},
	}
	for i := range rows {
		s.count(&rows[i])
	}
	s.Groups = sweepGroups(rows)
	return s
}

func (s *SweepReport) count(r *SweepRow) {
	if r.Overlay.ThroughputGbps > 0 {
		s.Planned++
	}
	switch r.Failure {
	case "":
	case FailureNoPath:
		s.NoPath++
	default:
		s.Failed++
		s.Errors = append(s.Errors, SweepError{Src: r.Src, Dst: r.Dst, Kind: r.Failure, Message: r.Message})
	}
}

func sweepGroups(rows []SweepRow) []SweepGroup {
	type clouds struct{ src, dst string }
	members := make(map[clouds][]*SweepRow)
	all := make([]*SweepRow, len(rows))
	for i := range rows {
		r := &rows[i]
		all[i] = r
		c := clouds{r.Src.Provider(), r.Dst.Provider()}
		members[c] = append(members[c], r)
	}
	var groups []SweepGroup
	for c, of := range members {
		groups = append(groups, newSweepGroup(c.src, c.dst, of))
	}
	slices.SortFunc(groups, func(a, b SweepGroup) int {
		return cmp.Or(cmp.Compare(a.Src, b.Src), cmp.Compare(a.Dst, b.Dst))
	})
	return slices.Insert(groups, 0, newSweepGroup(allClouds, allClouds, all))
}

func newSweepGroup(src, dst string, rows []*SweepRow) SweepGroup {
	figures := func(of func(*SweepRow) float64) Distribution {
		values := make([]float64, len(rows))
		for i, r := range rows {
			values[i] = of(r)
		}
		return newDistribution(values)
	}
	s := SweepGroup{
		Src: src, Dst: dst, Pairs: len(rows),
		DirectGbps:     figures(func(r *SweepRow) float64 { return r.Direct.ThroughputGbps }),
		OverlayGbps:    figures(func(r *SweepRow) float64 { return r.Overlay.ThroughputGbps }),
		Speedup:        figures((*SweepRow).Speedup),
		CostRatio:      figures((*SweepRow).CostRatio),
		GeoMeanSpeedup: geoMeanSpeedup(rows),
		Limited:        placeShares(rows),
	}
	for _, r := range rows {
		if r.Overlay.Relays > 0 {
			s.WithRelays++
		}
	}
	return s
}

func geoMeanSpeedup(rows []*SweepRow) float64 {
	sum, n := 0.0, 0
	for _, r := range rows {
		if speedup := r.Speedup(); speedup > 0 {
			sum += math.Log(speedup)
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return tidy(math.Exp(sum / float64(n)))
}

// placeShares lists all places of machines and links, and the stores if one limits.
func placeShares(rows []*SweepRow) []PlaceShare {
	var shares []PlaceShare
	for _, at := range places {
		s := PlaceShare{
			At:      at,
			Direct:  limitedShare(rows, at, func(r *SweepRow) *SweepPlan { return &r.Direct }),
			Overlay: limitedShare(rows, at, func(r *SweepRow) *SweepPlan { return &r.Overlay }),
		}
		if at != AtStore || s.Direct+s.Overlay > 0 {
			shares = append(shares, s)
		}
	}
	return shares
}

func limitedShare(rows []*SweepRow, at Place, of func(*SweepRow) *SweepPlan) float64 {
	plans, limited := 0, 0
	for _, r := range rows {
		p := of(r)
		if p.ThroughputGbps == 0 {
			continue
		}
		plans++
		if p.LimitedAt.Has(at) {
			limited++
		}
	}
	if plans == 0 {
		return 0
	}
	return tidy(float64(limited) / float64(plans))
}
