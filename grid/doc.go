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
// # How far to trust a rate
//
// A rate is the median of a link's [Grid.Samples], each with its date and
// source, or was given beside them: in the snapshot it is November 2022's, and
// January's stands beside it for 2,574 links, so that one can see how much a link
// changes in ten months. [Merge] adds what profiling or a transfer measured without losing any.
// [Grid.Spread] tells how far samples lie apart, [Grid.Age] how old they are,
// [Grid.Outliers] which links to doubt, [Grid.Stats] what links do from cloud to
// cloud. [Grid.AtQuantile] makes a grid for cautious plans.
//
// # Tiers
//
// One pair of regions may be joined by several network paths: the links of the
// grid's own tier, which [Grid.Links] and [Grid.Link] give, and those of the
// tiers in [Grid.Tiers], which [Grid.TierLinks] and [Grid.TierLink] give. The
// snapshot has two besides its own, as far as they were measured: "private",
// between internal addresses of GCP (April 2022), and "premium/standard", from
// AWS and Azure to addresses of GCP in its standard tier (January 2022).
// Their prices are those of the pair's own link.
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
// by [Read], and loses nothing. [Grid.WriteCSV] writes what [ImportCSV] reads.
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
