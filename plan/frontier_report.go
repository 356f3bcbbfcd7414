package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// report writes the search's segments out in the terms of prices per GB.
func (t *frontierSearch) report(points int) *Frontier {
	f := &Frontier{
		Version: formatVersion, Src: t.request.Src, Dst: t.request.Dst, Exact: t.gap == 0, Gap: t.gap,
		Grid: gridInfo(t.net.grid), work: t.work,
	}
	for _, s := range slivered(t.segments) {
		f.Segments = append(f.Segments, newFrontierSegment(&s))
	}
	f.Points = f.sample(points)
	if direct := t.net.directMost(); direct != nil {
		f.Direct = &Baseline{ThroughputGbps: tidy(direct.rate), USDPerGB: tidy(direct.usdPerRate() / gbPerHour)}
	}
	return f
}

// verify checks the flows that the segments are made of, as those of plans are checked:
// against the grid, from nothing that led to them.
func (t *frontierSearch) verify() error {
	seen := make(map[*flow]bool)
	for i := range t.segments {
		c := t.segments[i].chord
		for _, v := range []vertex{c.from, c.to} {
			if v.flow == nil || seen[v.flow] {
				continue
			}
			seen[v.flow] = true
			req := t.request
			req.Goal = AtRate(v.rate)
			p := newPlan(t.net, req, v.flow, 1)
			if err := p.verify(t.net.grid, req); err != nil {
				return err
			}
			if usd := p.USDPerGB * gbPerHour * v.rate; exceeds(usd, v.cost) {
				return fmt.Errorf("%w: %v USD an hour at %v Gbit/s are %v", ErrNumerical, v.cost, v.rate, usd)
			}
		}
	}
	return nil
}

// slivered puts segments by ascending rate and leaves out those too short to be told from
// their neighbours. A short one by itself becomes a point.
func slivered(descending []segment) []segment {
	var kept []segment
	for i, s := range slices.Backward(descending) {
		last := len(kept) - 1
		near := last >= 0 && kept[last].to >= s.from*(1-nearRate)
		if s.from >= s.to*(1-nearRate) {
			switch {
			case near && i == 0 && kept[last].from < kept[last].to:
				kept[last].to = s.to // the highest rate
				continue
			case near || i > 0 && s.continues(&descending[i-1]):
				continue
			}
			s.from, s.fromOpen, s.toOpen = s.to, false, false
		}
		s.fromOpen = s.fromOpen && near && kept[last].to >= s.from*(1-nearCost)
		kept = append(kept, s)
	}
	return kept
}

// continues reports whether the next segment begins where this one ends, at the same cost.
func (s *segment) continues(next *segment) bool {
	return next.from <= s.to*(1+nearRate) && next.ratio(next.from)-s.ratio(s.to) <= 10*sameCost*s.ratio(s.to)
}

// tidier rounds to twelve significant digits: on a steep segment ten are too few.
func tidier(v float64) float64 {
	digits := 11 - math.Floor(math.Log10(v))
	scale := math.Pow(10, math.Abs(digits))
	if digits < 0 {
		return math.Round(v/scale) * scale
	}
	return math.Round(v*scale) / scale
}

func newFrontierSegment(s *segment) FrontierSegment {
	// An hour costs intercept + slope·R, and 450·R GB move in it.
	intercept, slope := s.chord.intercept(), s.chord.slope()
	if s.ratio(s.to) < 1e-7 {
		intercept, slope = 0, 0 // noise where all is free
	}
	return FrontierSegment{
		FromGbps: tidier(s.from), ToGbps: tidier(s.to), FromOpen: s.fromOpen, ToOpen: s.toOpen,
		USDPerSecond: intercept / 3600, USDPerGB: slope / gbPerHour, VMs: s.chord.vms(),
	}
}

// Within is the fastest point of the frontier that costs no more than usd per GB. It
// returns false if there is none.
func (f *Frontier) Within(usd float64) (FrontierPoint, bool) {
	for _, s := range slices.Backward(f.Segments) {
		if s.Cost(s.FromGbps) > usd {
			continue
		}
		rate := s.ToGbps
		if s.Cost(rate) > usd {
			rate = min(rate, 8*s.USDPerSecond/(usd-s.USDPerGB))
		}
		return s.point(max(rate, s.FromGbps)), true
	}
	return FrontierPoint{}, false
}

// From is the cheapest point of the frontier of at least a rate in Gbit/s. It returns
// false if the rate is out of reach.
func (f *Frontier) From(gbps float64) (FrontierPoint, bool) {
	for _, s := range f.Segments {
		if gbps <= s.ToGbps {
			return s.point(max(gbps, s.FromGbps)), true
		}
	}
	return FrontierPoint{}, false
}

func (s FrontierSegment) point(gbps float64) FrontierPoint {
	return FrontierPoint{ThroughputGbps: gbps, USDPerGB: tidy(s.Cost(gbps)), VMs: s.VMs}
}

// sample takes count points: the ends of segments, and the rest spread evenly over
// their lengths. With a count of 0 it takes the ends alone.
func (f *Frontier) sample(count int) []FrontierPoint {
	ends := f.ends()
	if count == 0 || count == len(ends) {
		return ends
	}
	if count < len(ends) {
		return thinned(ends, count)
	}
	points := slices.Concat(ends, f.between(count-len(ends)))
	slices.SortStableFunc(points, func(a, b FrontierPoint) int { return cmp.Compare(a.ThroughputGbps, b.ThroughputGbps) })
	return points
}

// between spreads count points over the insides of the segments: each next one goes
// where the distances are widest. There may be none, if all are single points.
func (f *Frontier) between(count int) []FrontierPoint {
	inside := make([]int, len(f.Segments))
	distance := func(i int) float64 {
		return (f.Segments[i].ToGbps - f.Segments[i].FromGbps) / float64(inside[i]+1)
	}
	for range count {
		widest := 0
		for i := range inside {
			if distance(i) > distance(widest) {
				widest = i
			}
		}
		inside[widest]++
	}
	var points []FrontierPoint
	for i, s := range f.Segments {
		for k := range inside[i] {
			if rate := s.FromGbps + float64(k+1)*distance(i); s.FromGbps < rate && rate < s.ToGbps {
				points = append(points, s.point(rate))
			}
		}
	}
	return points
}

// ends are the ends of the segments that belong to them.
func (f *Frontier) ends() []FrontierPoint {
	var points []FrontierPoint
	for _, s := range f.Segments {
		last := len(points) - 1
		if !s.FromOpen && (last < 0 || points[last].ThroughputGbps < s.FromGbps) {
			points = append(points, s.point(s.FromGbps))
		}
		if !s.ToOpen && s.ToGbps > s.FromGbps {
			points = append(points, s.point(s.ToGbps))
		}
	}
	return points
}

// thinned takes so many of the points, the first and the last among them if there are
// two.
func thinned(points []FrontierPoint, count int) []FrontierPoint {
	out := make([]FrontierPoint, count)
	for i := range out {
		at := float64(len(points)-1) * float64(i+1) / float64(count)
		if count > 1 {
			at = float64(len(points)-1) * float64(i) / float64(count-1)
		}
		out[i] = points[int(math.Round(at))]
	}
	return out
}
