package grid

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Write writes the grid in the library's own text format, which loses nothing:
// [Read] makes an equal grid of it. The error is the writer's, or of the kind
// [ErrInvalid] for a grid of more than 1,000 regions, which a file cannot hold.
func (g *Grid) Write(w io.Writer) error {
	if len(g.regions) > maxFileRegions {
		return invalidf("%d regions are too many for a grid file, which holds %d", len(g.regions), maxFileRegions)
	}
	out := new(bytes.Buffer)
	c := &cellRefs{connections: g.connections, linkOrigins: g.linkOrigins()}
	g.writeHead(out, c)
	for _, column := range tableColumns {
		if g.needsTable(column, c) {
			g.writeTable(out, column, c)
		}
	}
	fmt.Fprintln(out, "end")
	_, err := out.WriteTo(w)
	return err
}

// linkOrigins are those of links that are not the grid's own.
func (g *Grid) linkOrigins() []Origin {
	own := originOf(Throughput, g.origins)
	var origins []Origin
	for _, l := range g.links {
		o := Origin{Figure: Throughput, Source: l.Source, Measured: l.Measured}
		if o != own && !slices.Contains(origins, o) {
			origins = append(origins, o)
		}
	}
	return origins
}

func (g *Grid) writeHead(out *bytes.Buffer, c *cellRefs) {
	fmt.Fprintln(out, formatName, formatVersion)
	fmt.Fprintln(out, "connections", g.connections)
	for _, o := range g.origins {
		fmt.Fprintln(out, "origin", string(o.Figure), formatDate(o.Measured), strconv.Quote(o.Source))
	}
	for _, o := range c.linkOrigins {
		fmt.Fprintln(out, "link-origin", formatDate(o.Measured), strconv.Quote(o.Source))
	}
	for _, r := range g.regions {
		m := g.machines[r]
		fmt.Fprintln(out, "region", string(r), formatNumber(m.EgressGbps), formatNumber(m.IngressGbps),
			formatNumber(m.USDPerHour), m.Limit)
	}
}

func (g *Grid) needsTable(column tableColumn, c *cellRefs) bool {
	if column.standard == nil {
		return len(g.links) > 0
	}
	standard := column.standard(c)
	return slices.ContainsFunc(g.links, func(l Link) bool { return column.format(l, c) != standard })
}

func (g *Grid) writeTable(out *bytes.Buffer, column tableColumn, c *cellRefs) {
	fmt.Fprintln(out, "table", column.name)
	next := 0 // of g.links, which are in the order of the cells
	for _, src := range g.regions {
		row := rowWriter{out: out}
		for _, dst := range g.regions {
			cell := noCell
			if next < len(g.links) && g.links[next].Src == src && g.links[next].Dst == dst {
				cell = column.format(g.links[next], c)
				next++
			}
			row.add(cell)
		}
		row.end()
	}
}

// rowWriter writes the cells of a row, those that repeat once.
type rowWriter struct {
	out     *bytes.Buffer
	cell    string
	repeats int
	written bool
}

func (w *rowWriter) add(cell string) {
	if w.repeats > 0 && cell == w.cell {
		w.repeats++
		return
	}
	w.flush()
	w.cell, w.repeats = cell, 1
}

func (w *rowWriter) flush() {
	if w.repeats == 0 {
		return
	}
	if w.written {
		fmt.Fprint(w.out, " ")
	}
	fmt.Fprint(w.out, w.cell)
	if w.repeats > 1 {
		fmt.Fprint(w.out, "*", w.repeats)
	}
	w.written = true
}

func (w *rowWriter) end() {
	w.flush()
	fmt.Fprintln(w.out)
}
