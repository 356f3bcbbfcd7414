package simplex

// factor is the basis as a product L U E1 E2 ...: triangular factors of the basis as it was when they were
// made, and an eta for each pivot since. Each basic variable stands at the position of the row it was
// pivoted on, so that rows and positions are one and there are no permutations.
type factor struct {
	lower sparseColumns // L without its unit diagonal, in the order of its pivots
	upper sparseColumns // U without its diagonal, likewise
	eta   sparseColumns // pivots since, the oldest first

	// upperRows is U by rows. The rows that logicals are pivoted on come first; logicals themselves are unit
	// columns and not in upper.
	upperRows sparseColumns

	spent       int // on etas since the factors were made
	elimination elimination
}

// sparseColumns are sparse vectors, each with the position and the value of its pivot.
type sparseColumns struct {
	at      []int32
	pivot   []float64
	starts  []int32 // one more than there are columns
	entries []entry
}

func (s *sparseColumns) reset() {
	s.at = s.at[:0]
	s.pivot = s.pivot[:0]
	s.starts = append(s.starts[:0], 0)
	s.entries = s.entries[:0]
}

// end completes the column whose entries were appended last.
func (s *sparseColumns) end(at int32, pivot float64) {
	s.at = append(s.at, at)
	s.pivot = append(s.pivot, pivot)
	s.starts = append(s.starts, int32(len(s.entries)))
}

func (s *sparseColumns) of(i int) []entry { return s.entries[s.starts[i]:s.starts[i+1]] }

// forward solves B x = a for x, in place (FTRAN).
func (f *factor) forward(x []float64) {
	for i, p := range f.lower.at {
		if v := x[p]; v != 0 {
			subtract(x, f.lower.of(i), v)
		}
	}
	for i := len(f.upper.at) - 1; i >= 0; i-- {
		p := f.upper.at[i]
		if x[p] != 0 {
			v := x[p] / f.upper.pivot[i]
			x[p] = v
			subtract(x, f.upper.of(i), v)
		}
	}
	for i, p := range f.eta.at {
		if x[p] != 0 {
			v := x[p] / f.eta.pivot[i]
			x[p] = v
			subtract(x, f.eta.of(i), v)
		}
	}
}

// backward solves yB = c for y, in place (BTRAN).
func (f *factor) backward(x []float64) {
	for i := len(f.eta.at) - 1; i >= 0; i-- {
		p := f.eta.at[i]
		x[p] = (x[p] - product(x, f.eta.of(i))) / f.eta.pivot[i]
	}
	for i, p := range f.upperRows.at {
		if x[p] != 0 {
			v := x[p] / f.upperRows.pivot[i]
			x[p] = v
			subtract(x, f.upperRows.of(i), v)
		}
	}
	for i := len(f.lower.at) - 1; i >= 0; i-- {
		x[f.lower.at[i]] -= product(x, f.lower.of(i))
	}
}

func subtract(x []float64, entries []entry, v float64) {
	for _, e := range entries {
		x[e.at] -= e.value * v
	}
}

func product(x []float64, entries []entry) float64 {
	sum := 0.0
	for _, e := range entries {
		sum += e.value * x[e.at]
	}
	return sum
}

// replace puts another variable at a position; column is its column in terms of the basis so far.
func (f *factor) replace(position int32, column *vector) {
	for _, i := range column.index {
		if i != position {
			f.eta.entries = append(f.eta.entries, entry{i, column.value[i]})
		}
	}
	f.eta.end(position, column.value[position])
}

// worn reports whether making the factors anew would make pivots cheaper: once a pivot's work on the etas is above the
// average of work and factorisation since the factors were made, the average can only rise. A pivot solves four times.
func (f *factor) worn() bool {
	n := len(f.eta.at)
	last := 4 * (len(f.eta.entries) + etaCost*n)
	f.spent += last
	return n*last > f.spent+factorCost*len(f.elimination.head)
}

// Costs in multiplications, measured on the planner's programs: of an eta beside its entries, and of making
// factors, for each row.
const (
	etaCost    = 8
	factorCost = 40
)
