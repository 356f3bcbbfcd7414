// Package simplex solves linear programs that are solved again and again while they grow and their
// bounds and costs change, as in branch-and-bound with column generation. It is plain Go.
//
// A [Model] keeps its basis, the basis's factors and all working memory from one solve to the next.
// A solve starts from the basis at hand. After changed bounds this basis is still dual feasible, and
// the dual simplex method repairs it; after added columns or changed costs it is still primal feasible,
// and the primal method goes on. When it is neither, the costs in the way are shifted, the dual method
// makes the basis feasible, and the primal method finishes with the true costs.
//
// Both methods are revised and take bounds as such. Each row has a logical variable with a
// coefficient of one, which makes it an equation:
//
//	sum of terms + logical = bound    logical >= 0 (AtMost), <= 0 (AtLeast), = 0 (Equal)
//
// The basis is kept as sparse triangular factors and a file of the pivots made since (product form).
// The dual method prices by steepest edge and flips bounds in its ratio test (the long step), the primal
// one prices by Devex; both test ratios in two passes with tolerances (Harris). Against cycling, costs
// or bounds are perturbed when the objective stands still.
//
// No answer rests on updated numbers: before a program is called optimal, values, reduced costs and the
// rows' residuals are computed anew from the program and checked; a claim that there is no solution
// is checked by its Farkas certificate, and one that the objective is unbounded by its ray.
//
// The methods are textbook ones: Maros, Computational Techniques of the Simplex Method (2003), and Koberstein, The Dual
// Simplex Method, Techniques for a Fast and Stable Implementation (2005).
package simplex
