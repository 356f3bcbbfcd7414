package simplex_test

import (
	"fmt"
	"math"

	"github.com/skyferry/skyferry/internal/simplex"
)

// Two products share two machines; then a machine breaks down for half of the day, and a third product is
// found worth making.
func ExampleModel() {
	m := simplex.New()
	saw := m.AddRow(simplex.AtMost, 8)
	lathe := m.AddRow(simplex.AtMost, 6)
	tables := m.AddColumn(0, math.Inf(1), -30, []simplex.Term{{Row: saw, Value: 2}, {Row: lathe, Value: 1}})
	chairs := m.AddColumn(0, math.Inf(1), -20, []simplex.Term{{Row: saw, Value: 1}, {Row: lathe, Value: 1}})
	fmt.Println(m.Solve(0), m.Objective(), m.Value(tables), m.Value(chairs))

	m.SetRow(lathe, 3)
	fmt.Println(m.Solve(0), m.Objective(), m.Dual(lathe))

	shelves := m.AddColumn(0, 2, -25, []simplex.Term{{Row: saw, Value: 1}})
	fmt.Println(m.Solve(0), m.Objective(), m.Value(shelves), m.Reduced(shelves))
	// Output:
	// optimal -140 2 4
	// optimal -90 -30
	// optimal -140 2 -25
}

// A search keeps the basis of a node, and begins with it when it comes back to it.
func ExampleModel_SetBasis() {
	m := simplex.New()
	row := m.AddRow(simplex.AtMost, 7)
	x := m.AddColumn(0, 10, -3, []simplex.Term{{Row: row, Value: 2}})
	m.Solve(0)
	root := m.Basis()
	fmt.Println(m.Value(x))

	m.SetBounds(x, 0, 3)
	m.Solve(0)
	fmt.Println(m.Value(x))

	m.SetBounds(x, 4, 10)
	m.SetBasis(root)
	fmt.Println(m.Solve(0))
	// Output:
	// 3.5
	// 3
	// infeasible
}
