//go:build cgo && !nolpsolve

package lpsolve

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"

	"github.com/draffensperger/golp"
)

func TestStatusOfLpSolve(t *testing.T) {
	for from, want := range map[golp.SolutionType]Status{
		golp.OPTIMAL: Optimal, golp.INFEASIBLE: Infeasible, golp.UNBOUNDED: Unbounded,
		golp.SUBOPTIMAL: Limit, golp.TIMEOUT: Limit,
		golp.NOMEMORY: Failed, golp.NUMFAILURE: Failed, golp.DEGENERATE: Failed, golp.NOFEASFOUND: Failed,
	} {
		if got := status(from); got != want {
			t.Errorf("%v: got %v, want %v", from, got, want)
		}
	}
}

// TestHandleSurvivesCollection solves in several goroutines, each with its own solver,
// while the garbage collector runs as often as it can: a handle that is not kept alive
// is freed during its own call.
func TestHandleSurvivesCollection(t *testing.T) {
	stop := make(chan struct{})
	var collector, solvers sync.WaitGroup
	collector.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	for range 4 {
		solvers.Go(func() {
			for range 100 {
				if r, err := Solve(t.Context(), twoByTwo(), nil); err != nil || !near(r.Objective, -8) {
					t.Errorf("got %+v, %v; want -8", r, err)
				}
			}
		})
	}
	solvers.Wait()
	close(stop)
	collector.Wait()
}

// TestSilence runs a copy of the test program that solves problems of every kind: what
// it prints is nobody else's.
func TestSilence(t *testing.T) {
	const child = "SKYFERRY_TEST_LPSOLVE_CHILD"
	if os.Getenv(child) != "" {
		solveEverything(t)
		os.Exit(0) // before the testing package prints its own line
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run=^TestSilence$")
	cmd.Env = append(os.Environ(), child+"=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil || out.Len() > 0 {
		t.Errorf("%v, printed %q", err, out.String())
	}
}

func solveEverything(t *testing.T) {
	whole, infeasible, unbounded := twoByTwo(), twoByTwo(), twoByTwo()
	whole.Columns[0].Integer = true
	infeasible.Rows[1].Bound = 5
	unbounded.Rows[0].Relation = AtLeast
	unbounded.Rows[1].Relation = AtMost
	for _, p := range []*Problem{twoByTwo(), whole, infeasible, unbounded} {
		if _, err := Solve(t.Context(), p, &Settings{TimeLimit: 1}); err != nil {
			os.Exit(1)
		}
	}
}
