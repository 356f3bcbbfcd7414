package grid

import (
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
//	link-origin DATE "SOURCE"           any number, counted from 1 by the table origin
//	region REGION EGRESS INGRESS USD LIMIT   in byte order; Gbit/s, Gbit/s, USD an hour, machines (0: no limit)
//	table NAME                          followed by a row for each region
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
//	samples      without this table 1
//	estimated    1 for an estimate, else 0; without this table 0
//	origin       number of the link's own link-origin, 0 for the grid's; without this table 0
//
// Numbers are decimal and exact: they are written with as many digits as it
// takes to read the same float64 back. A date is as in RFC 3339, whole or the
// day alone, or - if unknown; the source is quoted as in Go. Lines that begin
// with # and empty lines are skipped. A file without its end is an error.
const (
	formatName    = "skyferry-grid"
	formatVersion = 1
	noCell        = "-"

	// maxFileRegions bounds the memory that a small file can ask for.
	maxFileRegions = 1000
)

// cellRefs are what the cells of a table refer to.
type cellRefs struct {
	connections int      // of the grid
	linkOrigins []Origin // in the order of the file
}

// tableColumn is one table of the format: how a link's figure is written and read.
type tableColumn struct {
	name     string
	standard func(*cellRefs) string // what every link has without this table, nil if it must be there
	format   func(Link, *cellRefs) string
	parse    func(*Link, string, *cellRefs) error
}

var tableColumns = []tableColumn{
	{
		name:   colGbps,
		format: func(l Link, _ *cellRefs) string { return formatNumber(l.Gbps) },
		parse: func(l *Link, text string, _ *cellRefs) (err error) {
			l.Gbps, err = parseNumber(text, checkGbps)
			return err
		},
	},
	{
		name:   colUSD,
		format: func(l Link, _ *cellRefs) string { return formatNumber(l.USDPerGB) },
		parse: func(l *Link, text string, _ *cellRefs) (err error) {
			l.USDPerGB, err = parseNumber(text, checkUSD)
			return err
		},
	},
	{
		name:     colRTT,
		standard: func(*cellRefs) string { return noCell },
		format:   formatRTT,
		parse:    parseRTT,
	},
	{
		name:     colConnections,
		standard: func(c *cellRefs) string { return strconv.Itoa(c.connections) },
		format:   func(l Link, _ *cellRefs) string { return strconv.Itoa(l.Connections) },
		parse: func(l *Link, text string, _ *cellRefs) (err error) {
			l.Connections, err = parseCount(text, checkConnections)
			return err
		},
	},
	{
		name:     "samples",
		standard: func(*cellRefs) string { return "1" },
		format:   func(l Link, _ *cellRefs) string { return strconv.Itoa(l.Samples) },
		parse: func(l *Link, text string, _ *cellRefs) (err error) {
			l.Samples, err = parseCount(text, checkSamples)
			return err
		},
	},
	{
		name:     "estimated",
		standard: func(*cellRefs) string { return "0" },
		format:   formatEstimated,
		parse:    parseEstimated,
	},
	{
		name:     "origin",
		standard: func(*cellRefs) string { return "0" },
		format:   formatLinkOrigin,
		parse:    parseLinkOrigin,
	},
}

func formatRTT(l Link, _ *cellRefs) string {
	if l.RTT == 0 {
		return noCell
	}
	return formatNumber(milliseconds(l.RTT))
}

func parseRTT(l *Link, text string, _ *cellRefs) error {
	if text == noCell {
		return nil
	}
	ms, err := parseNumber(text, checkMilliseconds)
	l.RTT = fromMilliseconds(ms)
	return err
}

func formatEstimated(l Link, _ *cellRefs) string {
	if l.Estimated {
		return "1"
	}
	return "0"
}

func parseEstimated(l *Link, text string, _ *cellRefs) error {
	if text != "0" && text != "1" {
		return invalidf("%q is neither 0 nor 1", text)
	}
	l.Estimated = text == "1"
	return nil
}

func formatLinkOrigin(l Link, c *cellRefs) string {
	for i, o := range c.linkOrigins {
		if o.Source == l.Source && o.Measured.Equal(l.Measured) {
			return strconv.Itoa(i + 1)
		}
	}
	return "0"
}

func parseLinkOrigin(l *Link, text string, c *cellRefs) error {
	n, err := parseCount(text, func(n int) error {
		if n < 0 || n > len(c.linkOrigins) {
			return invalidf("there is no link-origin %d, only %d of them", n, len(c.linkOrigins))
		}
		return nil
	})
	if err == nil && n > 0 {
		l.Source, l.Measured = c.linkOrigins[n-1].Source, c.linkOrigins[n-1].Measured
	}
	return err
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

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

// sniff reports whether a file that begins with head is of this format.
func sniff(head string) bool { return strings.HasPrefix(head, formatName) }
