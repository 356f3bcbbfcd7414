package plan

import (
	"errors"
	"testing"

	"github.com/skyferry/skyferry/internal/lpsolve"
)

// TestNoSolver is about the build without lp_solve: optimal plans need it, the others
// do not.
func TestNoSolver(t *testing.T) {
	g := smallGrid(t)
	for _, goal := range []Goal{{}, AtRate(1), AtLeast(1), Fastest()} {
		_, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Goal: goal})
		if got := errors.Is(err, ErrNoSolver); got == lpsolve.Available {
			t.Errorf("%v with the solver available %v: got %v", goal, lpsolve.Available, err)
		}
		for _, algorithm := range []Algorithm{Direct, RON} {
			if _, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Goal: goal, Algorithm: algorithm}); err != nil {
				t.Errorf("%s, %v: %v", algorithm, goal, err)
			}
		}
	}
}
