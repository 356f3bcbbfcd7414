package draw

import (
	"fmt"
	"io"
	"math"

	"github.com/skyferry/skyferry/grid"
)

// FrontierData is the least cost against the rate between two regions, and what to compare it with.
type FrontierData struct {
	// Src and Dst are for the title; both may be empty.
	Src, Dst grid.Region
	// MaxVMs is the number of machines allowed in a region, for the title; 0 if unknown.
	MaxVMs int
	// Segments are the exact frontier, by rate.
	Segments []FrontierSegment
	// Points are single plans on or near it: samples.
	Points []FrontierPoint
	// Direct and RON are the plans to compare with, nil where there is none.
	Direct, RON *FrontierPoint
}

// FrontierPoint is one plan.
type FrontierPoint struct {
	Gbps, USDPerGB float64
}

// FrontierSegment is a stretch of rates R on which the least cost is 8·USDPerSecond/R + USDPerGB. One
// that ends where it begins is a single plan.
type FrontierSegment struct {
	FromGbps, ToGbps float64
	// USDPerSecond may be negative.
	USDPerSecond, USDPerGB float64
	// OpenFrom and OpenTo mark ends that do not belong to the segment.
	OpenFrom, OpenTo bool
	// VMs is the number of machines in all regions together; 0 if unknown.
	VMs int
}

// at is the cost per GB at a rate.
func (s FrontierSegment) at(gbps float64) float64 { return 8*s.USDPerSecond/gbps + s.USDPerGB }

func (s FrontierSegment) single() bool { return s.FromGbps == s.ToGbps }

// Frontier draws the least cost per GB against the rate: segments as curves, single plans as dots, ends
// that do not belong to a segment as open dots, and the direct plan and RON's beside them.
//
// The error is of the kind [ErrEmpty] without segments and points, and [ErrInvalid] for a
// figure that cannot be; else the writer's.
func Frontier(w io.Writer, data FrontierData, options *Options) error {
	if len(data.Segments)+len(data.Points) == 0 {
		return emptyf("the frontier has neither segments nor points")
	}
	if err := data.check(); err != nil {
		return err
	}
	o, err := options.with(Options{Title: data.title(), Note: data.note(), Width: 1000, Height: 640})
	if err != nil {
		return err
	}
	p := newPage(o)
	p.keys(data.keys()...)
	data.plot().Draw(p.room)
	return p.writeTo(w)
}

func (data *FrontierData) title() string {
	title := "Least cost against rate"
	if data.Src != "" && data.Dst != "" {
		title += fmt.Sprintf(": %s → %s", data.Src, data.Dst)
	}
	return title
}

func (data *FrontierData) note() string {
	switch data.MaxVMs {
	case 0:
		return ""
	case 1:
		return "one machine a region"
	}
	return fmt.Sprintf("up to %d machines a region", data.MaxVMs)
}

func (data *FrontierData) check() error {
	for _, s := range data.Segments {
		if err := checkFinite("a segment of the frontier", s.FromGbps, s.ToGbps, s.USDPerSecond, s.USDPerGB); err != nil {
			return err
		}
		if s.FromGbps <= 0 || s.ToGbps < s.FromGbps {
			return invalidf("a segment from %v to %v Gbit/s", s.FromGbps, s.ToGbps)
		}
	}
	for _, at := range data.plans() {
		if err := checkFinite("a point of the frontier", at.x, at.y); err != nil {
			return err
		}
	}
	return nil
}

// plans are all single plans.
func (data *FrontierData) plans() []point {
	var plans []point
	for _, at := range data.Points {
		plans = append(plans, point{at.Gbps, at.USDPerGB})
	}
	for _, at := range []*FrontierPoint{data.Direct, data.RON} {
		if at != nil {
			plans = append(plans, point{at.Gbps, at.USDPerGB})
		}
	}
	return plans
}

// samples follow a segment from end to end.
func (s FrontierSegment) samples() []point {
	const steps = 48
	if s.single() {
		return []point{{s.FromGbps, s.at(s.FromGbps)}}
	}
	points := make([]point, steps+1)
	for i := range points {
		gbps := s.FromGbps + (s.ToGbps-s.FromGbps)*float64(i)/steps
		points[i] = point{gbps, s.at(gbps)}
	}
	return points
}

// bounds are the least and the greatest figures of everything drawn.
func (data *FrontierData) bounds() (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	all := data.plans()
	for _, s := range data.Segments {
		all = append(all, s.samples()...)
	}
	for _, at := range all {
		low = point{min(low.x, at.x), min(low.y, at.y)}
		high = point{max(high.x, at.x), max(high.y, at.y)}
	}
	return low, high
}
