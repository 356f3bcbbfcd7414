package plan

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

// Request says between which regions, towards which goal and within which limits
// to plan.
type Request struct {
	// Src and Dst are the regions of the data and of its destination.
	Src, Dst grid.Region
	// Goal of the plan. Default: cheapest per GB, at least as fast as the direct path.
	Goal Goal
	// Algorithm to use. Default: Optimal.
	Algorithm Algorithm
	// MaxVMs is the number of machines allowed in each region; a lower limit of the
	// grid's own holds too. Default: 1.
	MaxVMs int
	// VolumeGB is the amount to move in GB (10^9 bytes). It scales the plan's time and
	// total cost; what each machine costs once, see BootMinutes, is spread over it. Default: 50.
	VolumeGB float64
	// Limits narrow what a plan may use. Default: none.
	Limits Limits
	// BootMinutes are minutes that each machine is paid for beside those in which it
	// moves data. Default: 0, as in the paper.
	BootMinutes float64
	// TimeLimit ends the search for a better plan early; the best so far is then returned
	// as StatusFeasible with its gap. The search for a first plan is not limited.
	// Default: none.
	TimeLimit time.Duration
	// Tiers of the grid's links that may be used beside its own, such as "private": links
	// between internal addresses of a cloud, which are held to the machines' caps there.
	// Default: none.
	Tiers []string
	// Solver of the linear programs. Default: SolverAuto.
	Solver Solver

	more map[grid.Region]int // machines allowed beyond the limits, to ask what they would change
}

// Algorithm names a way to find a plan.
type Algorithm string

// The algorithms.
const (
	// Optimal is the overlay that solves the program in the package's description.
	Optimal Algorithm = "optimal"
	// Direct is the direct link alone. Without a rate as its goal, it runs as fast as
	// the link and the machines allowed at both ends let it, with no more machines than
	// that needs; with AtLeast it takes the machine counts that are cheapest per GB.
	Direct Algorithm = "direct"
	// RON is the rule of Resilient Overlay Networks (Andersen et al., SOSP 2001) as the
	// paper uses it for comparison: the direct path or the one through a single relay,
	// whichever is fastest, whatever it costs, with as many machines as are allowed in
	// each of its regions.
	RON Algorithm = "ron"
)

// Solver names what solves linear programs.
type Solver string

// The solvers.
const (
	// SolverAuto is SolverSimplex, and lp_solve for a program where its answer fails its
	// check, if this build has it.
	SolverAuto Solver = ""
	// SolverSimplex is this library's own, which goes on from one program to the next.
	SolverSimplex Solver = "simplex"
	// SolverLPSolve is lp_solve, which starts each program anew. Builds with CGO_ENABLED=0
	// or the tag nolpsolve do not have it.
	SolverLPSolve Solver = "lp_solve"
)

// mostVMs bounds the machines of a region, so that counts stay exact in the solver.
const mostVMs = 100_000

// mostBootMinutes is a day: more is a slip of the unit.
const mostBootMinutes = 24 * 60

// Amounts outside of these are slips of the unit too: a byte and a zettabyte, and prices of
// a GB that no grid can have.
const (
	leastGB, mostGB   = 1e-9, 1e12
	leastUSD, mostUSD = 1e-15, 1e15
)

// withDefaults returns a copy with the defaults filled in.
func (r Request) withDefaults() Request {
	if r.Algorithm == "" {
		r.Algorithm = Optimal
	}
	if r.MaxVMs == 0 {
		r.MaxVMs = 1
	}
	if r.VolumeGB == 0 {
		r.VolumeGB = 50
	}
	return r
}

// validate checks a request whose defaults are filled in.
func (r Request) validate(g *grid.Grid) error {
	if g == nil {
		return &InvalidError{Field: "grid", Reason: "none given"}
	}
	if err := r.validateNames(g); err != nil {
		return err
	}
	if r.MaxVMs < 0 || r.MaxVMs > mostVMs {
		return &InvalidError{Field: "machines", Reason: fmt.Sprintf("%d a region is not between 1 and %d", r.MaxVMs, mostVMs)}
	}
	if err := r.validateAmounts(); err != nil {
		return err
	}
	if math.IsNaN(r.BootMinutes) || r.BootMinutes < 0 || r.BootMinutes > mostBootMinutes {
		return &InvalidError{Field: "boot minutes", Reason: fmt.Sprintf("%v is not between 0 and %d", r.BootMinutes, mostBootMinutes)}
	}
	if r.TimeLimit < 0 {
		return &InvalidError{Field: "time limit", Reason: fmt.Sprintf("%v is negative", r.TimeLimit)}
	}
	if err := r.Limits.validate(g); err != nil {
		return err
	}
	if r.Limits.RemoteSrc && r.Limits.RemoteDst && (r.Algorithm == Direct || r.Goal.kind == asFastAsDirect) {
		return &InvalidError{Field: "machines", Reason: "none at either end leaves none for the direct path: ask for a rate"}
	}
	return r.validateRegions(g)
}

// validateAmounts checks the goal, the volume, and the budget that the two make.
func (r Request) validateAmounts() error {
	if err := checkPositive("volume", r.VolumeGB); err != nil {
		return err
	}
	if r.VolumeGB < leastGB || r.VolumeGB > mostGB {
		return &InvalidError{Field: "volume", Reason: fmt.Sprintf("%v GB is not between %v and %v", r.VolumeGB, leastGB, mostGB)}
	}
	if err := r.Goal.validate(); err != nil {
		return err
	}
	if usd := r.usdPerGB(); usd != 0 && (usd < leastUSD || usd > mostUSD) {
		return &InvalidError{Field: "budget", Reason: fmt.Sprintf("%v USD per GB is not between %v and %v", usd, leastUSD, mostUSD)}
	}
	return nil
}

// validateNames checks what is chosen by name.
func (r Request) validateNames(g *grid.Grid) error {
	switch r.Algorithm {
	case Optimal, Direct, RON:
	default:
		return &InvalidError{Field: "algorithm", Reason: fmt.Sprintf("%q is not optimal, direct or ron", string(r.Algorithm))}
	}
	switch r.Solver {
	case SolverAuto, SolverSimplex:
	case SolverLPSolve:
		if !lpsolve.Available {
			return fmt.Errorf("planning with lp_solve: %w", ErrNoSolver)
		}
	default:
		return &InvalidError{Field: "solver", Reason: fmt.Sprintf("%q is not simplex or lp_solve", string(r.Solver))}
	}
	for _, tier := range r.Tiers {
		if have := g.Tiers(); !slices.Contains(have, tier) {
			return &InvalidError{Field: "tier", Reason: fmt.Sprintf("%q is none of the grid's: %q", tier, have)}
		}
	}
	return nil
}

// usdPerGB is the budget of a goal that has one.
func (r Request) usdPerGB() float64 {
	if r.Goal.kind == withinTotal {
		return r.Goal.usd / r.VolumeGB
	}
	return r.Goal.usd
}

func (r Request) validateRegions(g *grid.Grid) error {
	if err := g.Lookup(r.Src); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	if err := g.Lookup(r.Dst); err != nil {
		return fmt.Errorf("destination: %w", err)
	}
	if r.Src == r.Dst {
		return &InvalidError{Field: "destination", Reason: fmt.Sprintf("%s is the source too; within one region the store's own copy is the way", r.Src)}
	}
	return nil
}
