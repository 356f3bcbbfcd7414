package plan

import (
	"fmt"
	"strings"
)

// relayLines say which relay matters most, or why there is none.
func (e *explainer) relayLines(x *Explanation) []string {
	if e.req.Algorithm != Optimal {
		return nil
	}
	if len(e.relays) == 0 {
		return e.noRelayLines(x)
	}
	var lines []string
	if line := e.keyRelayLine(x); line != "" {
		lines = append(lines, line)
	}
	if x.Simpler != "" {
		lines = append(lines, fmt.Sprintf("There is an equal plan with fewer relays: %s.", x.Simpler))
	}
	return lines
}

// hardly is the part of the rate that is little to lose, and of the cost that is worth saving.
const hardly = 0.01

// keyRelayLine is about the relay that matters most. The highest rate can be a very dear one.
func (e *explainer) keyRelayLine(x *Explanation) string {
	if x.KeyRelay == "" {
		return "No single relay matters: without any of them there is an equal plan."
	}
	for _, c := range x.Changes {
		if c.Kind != ChangeWithoutRelay || c.Region != x.KeyRelay || c.After == nil {
			continue
		}
		slower, cheaper := -c.GainGbps/c.Before.ThroughputGbps, c.GainUSDPerGB/c.Before.USDPerGB
		if slower < hardly && cheaper > hardly {
			return fmt.Sprintf("%s hardly pays: without it the plan is %.2g %% slower and %.2g %% cheaper.", x.KeyRelay, 100*slower, 100*cheaper)
		}
	}
	if len(e.relays) == 1 {
		return ""
	}
	return fmt.Sprintf("%s is the relay that matters most.", x.KeyRelay)
}

// noRelayLines say what the best way around the direct link is, and when it would pay.
func (e *explainer) noRelayLines(x *Explanation) []string {
	aim := "faster"
	if e.holdsRate {
		aim = "cheaper"
	}
	lines := []string{fmt.Sprintf("No relay is used, as none makes the plan %s.", aim)}
	var with []string
	for _, c := range x.Changes {
		switch {
		case c.Kind == ChangeWithoutDirect && c.After == nil:
			lines = append(lines, sentence("without the direct link: "+c.Problem))
		case c.Kind == ChangeWithoutDirect:
			lines = append(lines, sentence(fmt.Sprintf("without the direct link: %s, over %s", c.text(), regionNames(c.After.Relays))))
			lines = append(lines, e.whenItPays(&c)...)
		case c.After != nil && len(c.After.Relays) > 0:
			with = append(with, c.What)
		}
	}
	if len(with) > 0 {
		lines = append(lines, sentence("relays come in with this: "+strings.Join(with, "; ")))
	}
	return lines
}

// whenItPays says by how much the way around is too dear.
func (e *explainer) whenItPays(c *Change) []string {
	if !e.holdsRate || c.GainUSDPerGB >= 0 {
		return nil
	}
	line := fmt.Sprintf("That way would pay if it cost %.4f USD/GB less", -c.GainUSDPerGB)
	if d := e.plan.Direct; d != nil && e.highest > d.ThroughputGbps*(1+sameShare) {
		line += fmt.Sprintf(", and a relay is needed above %.4g Gbit/s, the most that the direct link carries", d.ThroughputGbps)
	}
	return []string{line + "."}
}

// directLine sets the direct link at its highest rate beside the plan.
func (e *explainer) directLine() string {
	p := e.plan
	switch {
	case p.Direct == nil:
		return "The direct link was never measured."
	case len(e.relays) == 0:
		return "The plan is the direct link alone."
	}
	return fmt.Sprintf("The direct link alone: %.4g Gbit/s%s at %.4f USD/GB%s.",
		p.Direct.ThroughputGbps, percent(p.ThroughputGbps, p.Direct.ThroughputGbps),
		p.Direct.USDPerGB, percent(p.USDPerGB, p.Direct.USDPerGB))
}
