//go:build !cgo || nolpsolve

package lpsolve

// Available reports whether this program was built with lp_solve.
const Available = false

// handle stands in for lp_solve where it is not linked; none is ever made.
type handle struct{}

func newHandle(*Problem) (*handle, error) { return nil, ErrNoSolver }

func (*handle) setBounds(int, float64, float64) {}

func (*handle) setCosts([]float64) {}

func (*handle) solve(int, bool) answer { return answer{status: Failed} }
