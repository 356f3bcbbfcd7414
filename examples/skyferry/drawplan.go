package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/internal/draw"
	"github.com/skyferry/skyferry/plan"
)

// planDrawings are the flags by which a plan is drawn.
type planDrawings struct {
	dot, svg string
}

func (d *planDrawings) add(f *pflag.FlagSet) {
	f.StringVar(&d.dot, "dot", "", "write the plan as a Graphviz graph to this `file`; - prints it in the place of the plan")
	f.StringVar(&d.svg, "svg", "", "draw the plan on a map of the world into this SVG `file`")
}

// printed tells whether the graph takes the place of the plan on standard output.
func (d *planDrawings) printed() bool { return d.dot == "-" }

// check says what is wrong with the flags as they were given.
func (d *planDrawings) check(c *cobra.Command, asJSON bool) error {
	switch {
	case d.printed() && asJSON:
		return usage(c, errors.New("--json and --dot - both print one document on standard output: give --dot a file"))
	case d.svg == "-":
		return usage(c, errors.New("--svg needs a file"))
	}
	return nil
}

// write draws what was asked for.
func (d *planDrawings) write(std streams, p *plan.Plan) error {
	if d.svg != "" {
		if err := writeDrawing(d.svg, func(w io.Writer) error { return draw.Map(w, p, nil, nil) }); err != nil {
			return err
		}
	}
	switch {
	case d.printed():
		return draw.DOT(std.out, p)
	case d.dot != "":
		return writeDrawing(d.dot, func(w io.Writer) error { return draw.DOT(w, p) })
	}
	return nil
}
