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
//
// # Files
//
// [Load] tells CSV from the library's own format by its first line. The format
// is text, described at the top of format.go, written by [Grid.Write] and read
// by [Read], and loses nothing.
//
// The snapshot, data/builtin.grid, and the grids that tests use, in testdata,
// are made from the CSV files of the public figures:
//
//	SKYFERRY_FIGURES=/folder/of/csv/files go generate ./grid
//
// Machines that no file describes come from data/machines.csv, see
// [PaperDefaults].
package grid

//go:generate go run ./internal/snapshot -in=$SKYFERRY_FIGURES -out=.
