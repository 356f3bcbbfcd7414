package simplex

import (
	"math"
	"strings"
	"testing"
)

// TestMisuse has every error in use panic.
func TestMisuse(t *testing.T) {
	for name, c := range map[string]struct {
		run  func(m *Model)
		want string
	}{
		"relation":         {func(m *Model) { m.AddRow(3, 0) }, "relation 3"},
		"bound of a row":   {func(m *Model) { m.AddRow(Equal, math.NaN()) }, "bound NaN"},
		"infinite row":     {func(m *Model) { m.SetRow(0, inf) }, "bound +Inf"},
		"no such row":      {func(m *Model) { m.SetRow(1, 0) }, "row 1 of 1"},
		"dual":             {func(m *Model) { m.Dual(-1) }, "row -1 of 1"},
		"no such column":   {func(m *Model) { m.SetCost(1, 0) }, "column 1 of 1"},
		"value":            {func(m *Model) { m.Value(-1) }, "column -1 of 1"},
		"cost":             {func(m *Model) { m.SetCost(0, math.NaN()) }, "cost NaN"},
		"lower":            {func(m *Model) { m.SetBounds(0, inf, inf) }, "lower bound +Inf"},
		"upper":            {func(m *Model) { m.SetBounds(0, 0, math.NaN()) }, "upper bound NaN"},
		"term's row":       {func(m *Model) { m.AddColumn(0, 1, 0, []Term{{1, 1}}) }, "row 1 of 1"},
		"row twice":        {func(m *Model) { m.AddColumn(0, 1, 0, []Term{{0, 1}, {0, 2}}) }, "row 0 appears twice"},
		"term":             {func(m *Model) { m.AddColumn(0, 1, 0, []Term{{0, inf}}) }, "coefficient +Inf"},
		"basis of another": {func(m *Model) { m.SetBasis(Basis{rows: "ab"}) }, "a basis of 2 rows and 0 columns"},
		"too many basic":   {func(m *Model) { m.SetBasis(Basis{rows: "\x04", columns: "\x04"}) }, "more basic variables"},
		"too few basic":    {func(m *Model) { m.SetBasis(Basis{rows: "\x01"}) }, "fewer basic variables"},
	} {
		t.Run(name, func(t *testing.T) {
			m := New()
			m.AddRow(AtMost, 1)
			m.AddColumn(0, 1, -1, []Term{{0, 1}})
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, c.want) {
					t.Errorf("%q, want %q", said, c.want)
				}
			}()
			c.run(m)
		})
	}
}

// TestCrossed crosses bounds and takes that back.
func TestCrossed(t *testing.T) {
	m := New()
	m.AddRow(AtMost, 4)
	x := m.AddColumn(0, 3, -1, []Term{{0, 1}})
	for _, c := range []struct {
		lower, upper float64
		want         Status
	}{{0, 3, Optimal}, {2, 1, Infeasible}, {3, 2, Infeasible}, {5, 6, Infeasible}, {1, 2, Optimal}} {
		m.SetBounds(x, c.lower, c.upper)
		if end := m.Solve(0); end != c.want {
			t.Errorf("bounds %v and %v: %v", c.lower, c.upper, end)
		}
	}
	if m.Value(x) != 2 || m.Columns() != 1 || m.Rows() != 1 {
		t.Errorf("value %v of %d columns, %d rows", m.Value(x), m.Columns(), m.Rows())
	}
}

// TestTermsAreCopied changes the caller's terms.
func TestTermsAreCopied(t *testing.T) {
	m := New()
	m.AddRow(AtMost, 4)
	terms := []Term{{0, 1}}
	m.AddColumn(0, inf, -1, terms)
	terms[0].Value = 2
	if m.Solve(0) != Optimal || m.Objective() != -4 {
		t.Errorf("objective %v", m.Objective())
	}
}

// TestAllocations counts those of warm solves.
func TestAllocations(t *testing.T) {
	r := newRand(t)
	p := newPlanner(r, 15)
	p.addLinks(r, 60)
	changes := p.dives(20)
	m, i := p.model(), 0
	solve := func() {
		changes[i%len(changes)].apply(m.SetBounds)
		m.Solve(0)
		i++
	}
	for range changes {
		solve()
	}
	if n := testing.AllocsPerRun(len(changes), solve); n > 0 {
		t.Errorf("%v allocations a solve", n)
	}
}
