package plan

import "math"

// split is where to divide a box: a count of machines that is not whole in the box's
// relaxation.
type split struct {
	site  int // -1 for the total
	floor int
	part  float64 // of a machine above floor
}

func splitAt(site int, count float64) split {
	floor := math.Floor(count)
	return split{site: site, floor: int(floor), part: count - floor}
}

// history remembers by how much the bound rose when a site's machines were rounded up
// and down, per machine (pseudo-costs).
type history struct{ up, down []mean }

func newHistory(sites int) *history {
	return &history{up: make([]mean, sites), down: make([]mean, sites)}
}

// historyOf is what earlier searches of programs with the same kind of objective learned.
func (s *solver) historyOf(p program) *history {
	if s.histories[p.unpriced] == nil {
		s.histories[p.unpriced] = newHistory(len(s.net.sites))
	}
	return s.histories[p.unpriced]
}

// add records the rise of the bound on both sides of a split.
func (h *history) add(at split, up, down float64) {
	if at.site >= 0 {
		h.up[at.site].add(up / (1 - at.part))
		h.down[at.site].add(down / at.part)
	}
}

// splits are the places where a relaxation's box can be divided: at the total of machines
// alone if it is not whole, since relays of equal price are interchangeable and dividing
// them one by one gets nowhere; else at each site whose count is not whole.
func (r *relaxation) splits(tolerance float64) []split {
	if fraction(r.total, tolerance) > 0 {
		return []split{splitAt(-1, r.total)}
	}
	var all []split
	for v, count := range r.machines {
		if fraction(count, tolerance) > 0 {
			all = append(all, splitAt(v, count))
		}
	}
	return all
}

// best is the split where the bound can be expected to rise most on both sides.
func (h *history) best(all []split) split {
	up, down := average(h.up), average(h.down)
	best, most := all[0], 0.0
	for _, at := range all {
		if at.site < 0 {
			return at
		}
		score := max(h.up[at.site].or(up)*(1-at.part), leastRise) * max(h.down[at.site].or(down)*at.part, leastRise)
		if score > most {
			best, most = at, score
		}
	}
	return best
}

// widest finds where to divide a box whose counts are whole: at the total while its
// bounds differ, else at the site with most between its bounds. It returns false if
// nothing is left to divide.
func (b box) widest(r *relaxation) (split, bool) {
	lower, upper := 0, 0
	for v := range b.lower {
		lower += b.lower[v]
		upper += b.upper[v]
	}
	if max(lower, b.totalLower) < min(upper, b.totalUpper) {
		return halve(-1, r.total, max(lower, b.totalLower), min(upper, b.totalUpper)), true
	}
	best := -1
	for v := range b.lower {
		if width := b.upper[v] - b.lower[v]; width > 0 && (best < 0 || width > b.upper[best]-b.lower[best]) {
			best = v
		}
	}
	if best < 0 || lower == upper {
		return split{}, false
	}
	return halve(best, r.machines[best], b.lower[best], b.upper[best]), true
}

// halve divides bounds at a whole count: it ends up on the side that it fits.
func halve(site int, count float64, lower, upper int) split {
	return split{site: site, floor: min(max(int(math.Round(count)), lower), upper-1), part: 0.5}
}

// leastRise, in USD an hour, keeps a side that does not rise from hiding the other.
const leastRise = 1e-6

// mean is the mean of what was added.
type mean struct {
	sum   float64
	count int
}

func (m *mean) add(v float64) {
	m.sum += v
	m.count++
}

// or returns the mean, or other if nothing was added.
func (m *mean) or(other float64) float64 {
	if m.count == 0 {
		return other
	}
	return m.sum / float64(m.count)
}

// average is the mean of the means that there are, 1 if there are none.
func average(means []mean) float64 {
	var all mean
	for i := range means {
		if means[i].count > 0 {
			all.add(means[i].or(0))
		}
	}
	return all.or(1)
}

// solverNoise is the part of a machine by which the solver's counts may miss whole ones.
const solverNoise = 1e-9

// fraction is the distance to the nearest whole number, 0 within a part of that. The
// least use of a relay takes a whole machine, so next to zero little is forgiven.
func fraction(v, tolerance float64) float64 {
	whole := math.Round(v)
	f := math.Abs(v - whole)
	if f <= solverNoise || f <= tolerance*whole {
		return 0
	}
	return f
}
