package plan

import (
	"fmt"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// limitLines say where the plan is at its limit, from its source to its destination.
func (e *explainer) limitLines() []string {
	lines := []string{}
	for _, b := range e.plan.Bottlenecks {
		switch {
		case b.At == AtStore:
			lines = append(lines, fmt.Sprintf("Limited by the store in %s: %.4g Gbit/s.", b.Region, e.plan.ThroughputGbps))
		case b.To == "":
			lines = append(lines, e.machineLimit(b))
		default:
			lines = append(lines, e.linkLimits(b)...)
		}
	}
	if len(lines) == 0 {
		return []string{"Nothing limits the plan but its goal."}
	}
	return unique(lines)
}

// unique drops what was said before: links that share connections are all bottlenecks.
func unique(lines []string) []string {
	var out []string
	for _, line := range lines {
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// machineLimit says which of a region's caps is used up.
func (e *explainer) machineLimit(b Bottleneck) string {
	m, _ := e.grid.Machine(b.Region)
	vms := e.vms[b.Region]
	gbps, way := m.EgressGbps, "out"
	switch b.At {
	case AtDestinationVM:
		gbps, way = m.IngressGbps, "in"
	case AtRelayVM:
		gbps, way = min(m.EgressGbps, m.IngressGbps), "through"
	}
	gbps *= float64(vms)
	return fmt.Sprintf("Limited by %s's %s: %.4g of %.4g Gbit/s %s.", b.Region, machines(vms), b.Utilization*gbps, gbps, way)
}

// linkLimits says whether a link by itself is full, or which links share the connections
// that are all in use.
func (e *explainer) linkLimits(b Bottleneck) []string {
	var lines []string
	out := e.linksOf(func(l *LinkPlan) bool { return l.Src == b.Region })
	in := e.linksOf(func(l *LinkPlan) bool { return l.Dst == b.To })
	if e.share(out, b.Region) >= atLimit {
		lines = append(lines, sharedLimit(out, "out of", b.Region, "to", func(l LinkPlan) grid.Region { return l.Dst }))
	}
	if e.share(in, b.To) >= atLimit {
		lines = append(lines, sharedLimit(in, "into", b.To, "from", func(l LinkPlan) grid.Region { return l.Src }))
	}
	if len(lines) == 0 { // the shares in the plan, over private links, are others
		return []string{fmt.Sprintf("Limited by the link %s -> %s.", b.Region, b.To)}
	}
	return lines
}

func (e *explainer) linksOf(member func(*LinkPlan) bool) []LinkPlan {
	var links []LinkPlan
	for _, l := range e.plan.Links {
		if member(&l) {
			links = append(links, l)
		}
	}
	return links
}

// share is the part of a region's connections that links use.
func (e *explainer) share(links []LinkPlan, r grid.Region) float64 {
	if e.vms[r] == 0 {
		return 0
	}
	sum := 0.0
	for _, l := range links {
		if link, ok := e.grid.Link(l.Src, l.Dst); ok {
			sum += l.Gbps / link.Gbps
		}
	}
	return sum / float64(e.vms[r])
}

func sharedLimit(links []LinkPlan, way string, r grid.Region, ends string, end func(LinkPlan) grid.Region) string {
	if len(links) == 1 {
		l := links[0]
		return fmt.Sprintf("Limited by the link %s -> %s: %.4g of %.4g Gbit/s.", l.Src, l.Dst, l.Gbps, l.CapacityGbps)
	}
	names := make([]grid.Region, len(links))
	for i, l := range links {
		names[i] = end(l)
	}
	return fmt.Sprintf("Limited by the connections %s %s, which the links %s %s share.", way, r, ends, regionNames(names))
}
