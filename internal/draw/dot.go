package draw

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/skyferry/skyferry/plan"
)

// DOT writes a plan as a directed graph in the language of Graphviz: a node for each region with its role and machines, an
// edge for each link with its rate, its price and its connections, the wider the more flows.
//
// The error is of the kind [ErrEmpty] for a plan without regions, else the writer's.
func DOT(w io.Writer, p *plan.Plan) error {
	if p == nil || len(p.Regions) == 0 {
		return emptyf("the plan has no regions")
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "digraph plan {\n  label=%s\n  labelloc=t\n  fontname=\"Helvetica\"\n  rankdir=LR\n", quoted(string(p.Src)+" → "+string(p.Dst), planNote(p)))
	text.WriteString("  node [shape=box, style=rounded, fontname=\"Helvetica\"]\n  edge [fontname=\"Helvetica\", fontsize=11]\n")
	writeNodes(&text, p)
	writeEdges(&text, p)
	text.WriteString("}\n")
	if _, err := w.Write(text.Bytes()); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	return nil
}

func writeNodes(text *bytes.Buffer, p *plan.Plan) {
	for _, r := range p.Regions {
		bold := ""
		if r.Role != plan.RoleRelay {
			bold = ", penwidth=2"
		}
		fmt.Fprintf(text, "  %s [label=%s%s]\n", quoted(string(r.Region)), quoted(string(r.Region), roleOf(r)), bold)
	}
}

func writeEdges(text *bytes.Buffer, p *plan.Plan) {
	most := 0.0
	for _, l := range p.Links {
		most = max(most, l.Gbps)
	}
	for _, l := range p.Links {
		style := ""
		if l.Estimated {
			style = ", style=dashed"
		}
		fmt.Fprintf(text, "  %s -> %s [label=%s, penwidth=%.2f%s]\n", quoted(string(l.Src)), quoted(string(l.Dst)),
			quoted(linkLines(l)...), 1+5*l.Gbps/most, style)
	}
}

// linkLines are what is told of a link.
func linkLines(l plan.LinkPlan) []string {
	return []string{rateOf(l), figures(l.USDPerGB) + " USD/GB", counted(l.Connections, "connection")}
}

// rateOf is a link's rate, with what is special about it.
func rateOf(l plan.LinkPlan) string {
	rate := figures(l.Gbps) + " Gbit/s"
	if l.Tier != "" {
		rate += ", " + l.Tier
	}
	if l.Estimated {
		rate += " (estimate)"
	}
	return rate
}

// quoted is a string of the language with its lines, which all are taken as they are: a quote ends a
// string there, and a backslash begins an escape.
func quoted(lines ...string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for i, line := range lines {
		lines[i] = escape.Replace(printable(line))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
