//go:build cgo && !nolpsolve

package lpsolve_test

import (
	"context"
	"fmt"

	"github.com/skyferry/skyferry/internal/lpsolve"
)

// A machine-hour costs 1.54 USD and carries 5 Gbit/s; 12 Gbit/s are wanted.
func ExampleSolve() {
	p := &lpsolve.Problem{
		Columns: []lpsolve.Column{{Upper: 8, Cost: 1.54, Integer: true}},
		Rows: []lpsolve.Row{{
			Terms:    []lpsolve.Term{{Column: 0, Value: 5}},
			Relation: lpsolve.AtLeast,
			Bound:    12,
		}},
	}
	r, err := lpsolve.Solve(context.Background(), p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %.0f machines, %.2f USD an hour\n", r.Status, r.Values[0], r.Objective)
	// Output: optimal: 3 machines, 4.62 USD an hour
}
