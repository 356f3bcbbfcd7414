package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skyferry/skyferry/grid"
)

// text says everything in sentences.
func (e *explainer) text(x *Explanation) []string {
	return slices.Concat(e.limitLines(), e.changeLines(x), e.relayLines(x), []string{e.directLine()}, x.Figures.text())
}

// changeLines say what each change leads to. Those that buy nothing share a line.
func (e *explainer) changeLines(x *Explanation) []string {
	var lines, nothing []string
	for _, c := range x.Changes {
		switch {
		case c.Kind == ChangeWithoutDirect:
		case c.Unchanged && c.Kind.gives():
			nothing = append(nothing, c.What)
		default:
			lines = append(lines, sentence(c.What+": "+c.text()))
		}
	}
	if len(nothing) > 0 {
		lines = append(lines, sentence("buys nothing: "+strings.Join(nothing, "; ")))
	}
	return lines
}

// gives reports whether a change widens what a plan may use.
func (k ChangeKind) gives() bool {
	switch k {
	case ChangeMachine, ChangeMachines, ChangeSourceCap, ChangeDestinationCap, ChangeRelayCap,
		ChangeSourceStore, ChangeDestinationStore, ChangeCentMore:
		return true
	default:
		return false
	}
}

// text says what comes of the change.
func (c *Change) text() string {
	if c.After == nil {
		return c.Problem
	}
	s := "an equal plan" + c.relayText()
	if c.GainGbps != 0 || c.GainUSDPerGB != 0 {
		s = c.figures()
	}
	if c.GainMaxGbps != 0 {
		s += fmt.Sprintf("; the highest rate becomes %.4g Gbit/s%s", c.After.MaxGbps, percent(c.Before.MaxGbps, c.After.MaxGbps))
	}
	return s
}

func (c *Change) figures() string {
	return fmt.Sprintf("%.4g Gbit/s%s at %.4f USD/GB%s", c.After.ThroughputGbps, percent(c.Before.ThroughputGbps, c.After.ThroughputGbps),
		c.After.USDPerGB, percent(c.Before.USDPerGB, c.After.USDPerGB))
}

// relayText says how the relays of an equal plan differ.
func (c *Change) relayText() string {
	var others []string
	for _, r := range c.After.Relays {
		if !slices.Contains(c.Before.Relays, r) {
			others = append(others, string(r))
		}
	}
	switch fewer := len(c.Before.Relays) - len(c.After.Relays); {
	case fewer > 0:
		return fmt.Sprintf(" with %s less", count(fewer, "relay"))
	case len(others) > 0:
		return " over " + list(others)
	default:
		return ""
	}
}

// relayLines say which relay matters most, or why there is none.
func (e *explainer) relayLines(x *Explanation) []string {
	if e.req.Algorithm != Optimal {
		return nil
	}
	if len(e.relays) == 0 {
		return e.noRelayLines(x)
	}
	var lines []string
	switch {
	case x.KeyRelay == "":
		lines = append(lines, "No single relay matters: without any of them there is an equal plan.")
	case len(e.relays) > 1:
		lines = append(lines, fmt.Sprintf("%s is the relay that matters most.", x.KeyRelay))
	}
	if x.Simpler != "" {
		lines = append(lines, fmt.Sprintf("There is an equal plan with fewer relays: %s.", x.Simpler))
	}
	return lines
}

// noRelayLines say what the best way around the direct link is, and when it would pay.
func (e *explainer) noRelayLines(x *Explanation) []string {
	aim := "faster"
	if e.holdsRate {
		aim = "cheaper"
	}
	lines := []string{fmt.Sprintf("No relay is used, as none makes the plan %s.", aim)}
	for _, c := range x.Changes {
		switch {
		case c.Kind == ChangeWithoutDirect && c.After == nil:
			lines = append(lines, sentence("without the direct link: "+c.Problem))
		case c.Kind == ChangeWithoutDirect:
			lines = append(lines, sentence(fmt.Sprintf("without the direct link: %s, over %s", c.text(), regionNames(c.After.Relays))))
			lines = append(lines, e.whenItPays(&c)...)
		case c.After != nil && len(c.After.Relays) > 0:
			lines = append(lines, fmt.Sprintf("A relay comes in with this: %s.", c.What))
		}
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

func (e *explainer) directLine() string {
	p := e.plan
	switch {
	case p.Direct == nil:
		return "The direct link was never measured."
	case len(e.relays) == 0:
		return "The plan is the direct link alone."
	}
	line := fmt.Sprintf("The direct link alone: %.4g Gbit/s at %.4f USD/GB; the plan is %.3g times as fast",
		p.Direct.ThroughputGbps, p.Direct.USDPerGB, p.Speedup)
	if p.CostRatio > 0 {
		line += fmt.Sprintf(" for %.3g times the price", p.CostRatio)
	}
	return line + "."
}

// percent writes how one figure differs from another, nothing if it does not.
func percent(before, after float64) string {
	if same(before, after) || before == 0 {
		return ""
	}
	change := 100 * (after/before - 1)
	if math.Abs(change) >= 10 {
		return fmt.Sprintf(" (%+.0f %%)", change)
	}
	return fmt.Sprintf(" (%+.2g %%)", change)
}

// count writes a number of things, whose name takes an s.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func machines(n int) string {
	if n == 1 {
		return "machine"
	}
	return fmt.Sprintf("%d machines", n)
}

// mostListed bounds how many names stand in a sentence.
const mostListed = 4

func list(names []string) string {
	switch rest := len(names) - mostListed; {
	case rest > 1:
		return strings.Join(names[:mostListed], ", ") + fmt.Sprintf(" and %d more", rest)
	case len(names) > 1:
		last := len(names) - 1
		return strings.Join(names[:last], ", ") + " and " + names[last]
	default:
		return strings.Join(names, "")
	}
}

func regionNames(regions []grid.Region) string {
	names := make([]string, len(regions))
	for i, r := range regions {
		names[i] = string(r)
	}
	return list(names)
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:] + "."
}
