package plan

import "github.com/skyferry/skyferry/internal/simplex"

// engine solves the linear programs of a search, which differ little from one to the
// next: bounds and costs change, rows and columns are added.
type engine interface {
	AddRow(relation simplex.Relation, bound float64) int
	AddColumn(lower, upper, cost float64, terms []simplex.Term) int
	SetBounds(column int, lower, upper float64)
	SetCost(column int, cost float64)
	Solve(limit int) simplex.Status
	Objective() float64
	Value(column int) float64
	Dual(row int) float64
}

// attempt is a way to solve a linear program.
type attempt struct {
	engine func() engine
	units  func(p program, penalty float64) units
}

// units are those in which a program is handed to an engine.
type units struct {
	gbps float64 // of flow columns
	usd  float64 // of the objective
}

// Engines work to about 1e-9, so rates of less than a Gbit/s are given in proportion to
// the whole.
func nearOne(p program, _ float64) units { return units{gbps: min(1, p.high), usd: 1} }

func relative(p program, penalty float64) units { return units{gbps: p.high, usd: penalty / 10} }

func finer(program, float64) units { return units{gbps: 1.0 / 16, usd: 1.0 / 16} }

func coarse(p program, penalty float64) units { return units{gbps: p.high, usd: penalty * p.high} }

func ownEngine() engine { return simplex.New() }

// attempts are the ways of a solver, which are tried one after the other.
func (s Solver) attempts() []attempt {
	own := []attempt{{ownEngine, nearOne}, {ownEngine, relative}, {ownEngine, finer}}
	foreign := []attempt{{newLPSolve, nearOne}, {newLPSolve, relative}, {newLPSolve, finer}, {newLPSolve, coarse}}
	switch s {
	case SolverSimplex:
		return own
	case SolverLPSolve:
		return foreign
	default:
		return append(own, foreign...)
	}
}
