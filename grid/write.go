package grid

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Write writes the grid in the library's own text format, which loses nothing:
// [Read] makes an equal grid of it. The error is the writer's, or of the kind
// [ErrInvalid] for a grid of more than 1,000 regions, which a file cannot hold.
func (g *Grid) Write(w io.Writer) error {
	if len(g.regions) > maxFileRegions {
		return invalidf("%d regions are too many for a grid file, which holds %d", len(g.regions), maxFileRegions)
	}
	out := &gridWriter{out: bufio.NewWriterSize(w, 1<<16), grid: g, refs: g.cellRefs()}
	out.head()
	for tier, t := range g.tables {
		if tier != "" {
			out.line("tier", tier)
		}
		for _, column := range tableColumns {
			if out.needs(t, column) {
				out.table(t, column)
			}
		}
		out.samples(t)
	}
	out.line("end")
	return out.out.Flush()
}

// gridWriter writes statements; the first error of the writer comes from Flush.
type gridWriter struct {
	out  *bufio.Writer
	grid *Grid
	refs *cellRefs
	cell []byte // scratch
}

// line writes a statement of these fields.
func (w *gridWriter) line(fields ...any) { _, _ = fmt.Fprintln(w.out, fields...) }

// cellRefs numbers the origins of links and samples, the grid's own first.
func (g *Grid) cellRefs() *cellRefs {
	c := &cellRefs{connections: uint32(g.connections), numbers: map[linkOrigin]int{}}
	number := func(o linkOrigin) {
		if _, ok := c.numbers[o]; !ok {
			c.numbers[o] = len(c.origins)
			c.origins = append(c.origins, o)
		}
	}
	number(linkOrigin{measured: stampOf(g.Measured())})
	for _, t := range g.tables {
		for i := range t.links {
			number(linkOrigin{t.links[i].source, t.links[i].measured})
		}
		for _, i := range t.sampled() {
			for _, s := range t.samples[i] {
				number(linkOrigin{s.source, s.measured})
			}
		}
	}
	return c
}

func (w *gridWriter) head() {
	g := w.grid
	w.line(formatName, formatVersion)
	w.line("connections", g.connections)
	for _, o := range g.origins {
		w.line("origin", string(o.Figure), formatDate(o.Measured), strconv.Quote(o.Source))
	}
	for _, o := range w.refs.origins[1:] {
		w.line("link-origin", formatDate(o.measured.time()), strconv.Quote(g.sources[o.source]))
	}
	for i, r := range g.regions {
		m := g.machines[i]
		fields := []any{
			"region", string(r), formatNumber(m.EgressGbps), formatNumber(m.IngressGbps), formatNumber(m.USDPerHour), m.Limit,
		}
		if m.PrivateEgressGbps != 0 || m.PrivateIngressGbps != 0 {
			fields = append(fields, formatNumber(m.PrivateEgressGbps), formatNumber(m.PrivateIngressGbps))
		}
		w.line(fields...)
	}
}
