// Package grid holds what is known about the network between cloud regions:
// for each ordered pair of regions the measured throughput, the price of
// egress and the round-trip time, and for each region what one machine can
// send and receive, what it costs, and how many of them are allowed.
//
// [Builtin] is the snapshot inside the library: 71 regions of AWS, Azure and
// GCP and all 4,970 links between them. [Load] takes a caller's own figures
// from files instead, or lays negotiated prices over the snapshot. [New] makes
// a grid from values. A [Grid] never changes; [Grid.Spec] gives a copy to edit
// and to hand to New again.
//
// # Units
//
// Gbit/s are 10^9 bit/s and GB are 10^9 bytes. Prices are US dollars. A pair
// that was never measured is absent from the grid, a round-trip time that is
// not known is 0, and a measured pair without a price is an error.
package grid
