// Package lpsolve solves linear programs, with or without whole-number columns,
// with the C library lp_solve 5.5. It is the only package of this module that
// needs cgo, and no type of the binding (golp) appears in its signatures.
//
// The binding checks nothing: errors from adding rows are always nil, an empty
// row panics, and the handle's finalizer can run during the handle's own C call.
// lp_solve itself can answer "optimal" and be wrong. So every problem is
// validated before the call, every handle is kept alive over its use, and every
// answer is checked in plain Go arithmetic before it is returned: rows, bounds,
// whole numbers and the objective.
//
// Programs built with CGO_ENABLED=0 or with the tag nolpsolve link no C code;
// there [New] returns [ErrNoSolver].
package lpsolve
