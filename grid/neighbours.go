package grid

import (
	"cmp"
	"math"
	"slices"
)

// judgeNeighbours compares each link of one pair of clouds with those of similar
// round-trip times, or else of similar length, or else with all.
func (g *Grid) judgeNeighbours(t *linkTable, group []uint32, distance measure, evidence [][]Evidence) {
	rest := judgeRanked(t, group, group, g.roundTrip, evidence)
	rest = judgeRanked(t, group, rest, distance, evidence)
	if len(rest) > 0 {
		judge(t, rest, logRates(t, group), evidence)
	}
}

// judgeRanked compares links with those of the group that are nearest to them by
// a measure, and returns the links that it does not know for.
func judgeRanked(t *linkTable, group, links []uint32, by measure, evidence [][]Evidence) (rest []uint32) {
	if len(links) == 0 {
		return nil
	}
	judged := make(map[uint32]bool, len(links))
	for _, i := range links {
		judged[i] = true
	}
	var all []ranked
	for _, i := range group {
		if at := by(t, i); at > 0 {
			all = append(all, ranked{i, at})
		} else if judged[i] {
			rest = append(rest, i)
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.at, b.at) })
	for k, l := range all {
		if judged[l.index] {
			judge(t, []uint32{l.index}, logRates(t, nearestRanked(all, k)), evidence)
		}
	}
	return rest
}

func logRates(t *linkTable, links []uint32) []float64 {
	rates := make([]float64, len(links))
	for k, i := range links {
		rates[k] = math.Log(t.links[i].gbps)
	}
	return rates
}

// judge compares links with the logarithms of their neighbours' rates.
func judge(t *linkTable, links []uint32, rates []float64, evidence [][]Evidence) {
	if len(rates) < minNeighbours {
		return
	}
	usual, scale := deviation(rates)
	least := usual - max(outlierDeviations*scale, math.Log(neighbourFactor))
	for _, i := range links {
		if math.Log(t.links[i].gbps) < least {
			evidence[i] = append(evidence[i], Evidence{BelowNeighbours, math.Exp(usual)})
		}
	}
}

// ranked is a link of which a measure is known.
type ranked struct {
	index uint32
	at    float64
}

// measure says how long a link is, 0 if unknown.
type measure func(*linkTable, uint32) float64

// roundTrip takes the other direction's where the link has none.
func (g *Grid) roundTrip(t *linkTable, i uint32) float64 {
	l := &t.links[i]
	if j, ok := t.find(l.dst, l.src); ok && l.rtt == 0 {
		return float64(t.links[j].rtt)
	}
	return float64(l.rtt)
}

// distances looks the places up once; a link of which an end is not in the table
// of locations has none.
func (g *Grid) distances() measure {
	type place struct {
		at    Location
		known bool
	}
	places := make([]place, len(g.regions))
	for i, r := range g.regions {
		places[i].at, places[i].known = LocationOf(r)
	}
	return func(t *linkTable, i uint32) float64 {
		src, dst := places[t.links[i].src], places[t.links[i].dst]
		if !src.known || !dst.known {
			return 0
		}
		return DistanceKM(src.at, dst.at)
	}
}

// nearestRanked are the links around the one of rank k whose measures are
// nearest to its own.
func nearestRanked(all []ranked, k int) []uint32 {
	from, to := k, k+1 // of what is taken, the link itself among them
	for to-from <= neighbours && to-from < len(all) {
		switch {
		case from == 0:
			to++
		case to == len(all), all[k].at-all[from-1].at <= all[to].at-all[k].at:
			from--
		default:
			to++
		}
	}
	nearest := make([]uint32, 0, neighbours)
	for j := from; j < to; j++ {
		if j != k {
			nearest = append(nearest, all[j].index)
		}
	}
	return nearest
}
