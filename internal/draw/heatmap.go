package draw

import (
	"fmt"
	"io"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// HeatMap draws the throughput of every link of a grid, a row for each source and a column for each
// destination, by cloud, on a logarithmic scale of colours. Absent links are grey, estimates have a
// dot.
//
// The error is of the kind [ErrEmpty] for a grid without links, else the writer's.
func HeatMap(w io.Writer, g *grid.Grid, options *Options) error {
	if g == nil || g.NumLinks() == 0 {
		return emptyf("the grid has no links")
	}
	m := newMatrix(g)
	o, err := options.with(Options{
		Title: "Throughput between regions", Note: gridNote(g), Width: 1180, Height: m.height(1180),
	})
	if err != nil {
		return err
	}
	p := newPage(o)
	m.place(p)
	m.draw(p)
	return p.writeTo(w)
}

// gridNote says what a grid holds, and from when it is.
func gridNote(g *grid.Grid) string {
	note := fmt.Sprintf("%d regions, %d links", len(g.Regions()), g.NumLinks())
	if source := g.Source(); source != "" {
		note += "; " + source
	}
	if day := g.Measured(); !day.IsZero() {
		note += "; measured " + day.Format(time.DateOnly)
	}
	return note
}
