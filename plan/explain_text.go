package plan

import (
	"fmt"
	"slices"
	"strings"
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
