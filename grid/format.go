package grid

import (
	"bufio"
	"strconv"
	"strings"
	"time"
)

// The format of a grid file is text, in UTF-8, a statement a line, fields
// separated by one space, in this order:
//
//	skyferry-grid 1
//	connections N                       of one machine
//	origin FIGURE DATE "SOURCE"         figure: throughput, price, rtt, machine; once each
//	link-origin DATE "SOURCE"           any number, counted from 1 wherever an origin's number stands
//	region REGION EGRESS INGRESS USD LIMIT [PRIVATE_EGRESS PRIVATE_INGRESS]
//	                                    in byte order; Gbit/s, Gbit/s, USD an hour, machines (0: no limit),
//	                                    Gbit/s between private addresses (0: as between public ones)
//	table NAME                          followed by a row for each region
//	samples ORIGIN                      any number; followed by a row for each region, as below
//	sample SRC DST GBPS ORIGIN          any number; of a link that keeps its samples, all are here or in tables
//	tier NAME                           in byte order; then the tables and samples of its links
//	end
//
// A table is a square: a row for each source, and in it a cell for each
// destination, both in the order of the regions. A cell is a value, or - where
// there is none; x*3 stands for x x x. The first table is gbps, and where it
// has - there is no link, so that every other table must have - too. Tables:
//
//	gbps         throughput in Gbit/s
//	usd_per_gb   price of egress
//	rtt_ms       round-trip time in ms; - if unknown, as everywhere without this table
//	connections  that the link was measured with; without this table those of the grid
//	samples      their number; without this table 1
//	estimated    1 for an estimate, else 0; without this table 0
//	origin       number of the link's own link-origin, 0 for the grid's; without this table 0
//
// The rows after samples are such a table too, of a sample of that origin for each
// link that has one; = stands for the link's own rate.
//
// Numbers are decimal and exact: they are written with as many digits as it
// takes to read the same float64 back. A date is as in RFC 3339, whole or the
// day alone, or - if unknown; the source is quoted as in Go. Lines that begin
// with # and empty lines are skipped. A file without its end is an error.
//
// The statements sample, samples and tier, and the private caps of a region, came later
// under the same version: older readers refuse the files that have them, and
// files without them are as they were.
const (
	formatName    = "skyferry-grid"
	formatVersion = 1
	noCell        = "-"
	ownRate       = "="

	// maxFileRegions bounds the memory that a small file can ask for.
	maxFileRegions = 1000
)

func formatNumber(v float64) string { return string(appendNumber(nil, v)) }

func appendNumber(b []byte, v float64) []byte { return strconv.AppendFloat(b, v, 'f', -1, 64) }

// parseNumber reads a decimal number that passes check. Go's literals may be 1_0 and
// 0x1p4 as well; a file that has such in it was not meant so.
func parseNumber(text string, check func(float64) error) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.ContainsAny(text, "_xX") {
		return 0, invalidf("%q is not a number", text)
	}
	return v, check(v)
}

func parseCount(text string, check func(int) error) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, invalidf("%q is not a whole number", text)
	}
	return n, check(n)
}

func formatDate(t time.Time) string {
	switch {
	case t.IsZero():
		return noCell
	case t.Equal(t.Truncate(24 * time.Hour)):
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339Nano)
}

// sniff reports whether a file is of this format, and leaves it to be read from
// its beginning.
func sniff(in *Input) bool {
	head := bufio.NewReader(skipByteOrderMark(in.Reader))
	start, _ := head.Peek(len(formatName)) // a short file is no grid file: CSV says what is wrong with it
	in.Reader = head
	return string(start) == formatName
}
