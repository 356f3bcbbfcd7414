// Package plan finds the overlay that moves data from one region to another most
// cheaply at a wanted rate, or fastest: how many gateway machines in which regions,
// and how much flows between which of them.
//
// [Solve] is the entry. It takes a [grid.Grid] and a [Request] and returns a
// [Plan], which carries the direct path beside it for comparison. [Frontier] has the
// least cost for every rate, [Sweep] plans all routes of a grid, and [Explain] says what
// limits a plan and what would change it. Nothing is contacted and nothing costs money.
//
// # The program
//
// For every ordered pair of regions u, v with a measured rate T(u,v) there is a
// flow F(u,v) in Gbit/s, and for every region a whole number N(v) of machines.
// What an hour costs is to be least:
//
//	sum F(u,v)·450·price(u,v) + sum N(v)·hourly(v)       450 GB is 1 Gbit/s for an hour
//
// subject to
//
//	flow out of v = flow into v                          at every relay
//	flow out of the source = R
//	sum over w of F(v,w)/T(v,w) <= N(v)                  connections out of v
//	sum over u of F(u,v)/T(u,v) <= N(v)                  connections into v
//	flow out of v <= egress(v)·N(v)                      machine caps
//	flow into v <= ingress(v)·N(v)
//	N(v) <= machines allowed
//
// No flow enters the source or leaves the destination. This is the program of
// "Skyplane: Optimizing Transfer Cost and Throughput Using Cloud-Aware Overlays"
// (NSDI 2023) with its connection counts eliminated: a flow F on a link measured
// with C connections needs M = C·F/T of them, a machine has C, so a bound on M
// is one on F/T.
//
// # Goals
//
// The paper fixes R ([AtRate]). Machines are paid by the hour, however, so a faster
// plan can be cheaper per GB: [AtLeast] minimises cost over rate by Dinkelbach's
// method. [Fastest] is the linear program of the greatest R with all machines running,
// and then the cheapest plan at that rate. [WithinPerGB] and [WithinTotal] maximise R
// with cost <= budget·R as one more row, which is linear.
//
// # How it is solved
//
// By branch-and-bound over N, with linear programs over the few links that matter. They
// are solved by internal/simplex, which goes on from one to the next; where its answer
// fails a check, lp_solve is asked. At every node the cheapest route at the machines'
// prices gives a bound that holds for the whole network; it is computed here, by weak
// duality, and never taken from a solver.
//
// A plan is called [StatusOptimal] when no node is left whose bound is below the
// plan's cost by more than one part in 10^9. Every plan is checked against the grid
// before it is returned, in arithmetic of its own. FORMULATION.md, beside this file,
// has the program, the proof and the constants in full.
package plan
