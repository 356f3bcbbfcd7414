package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/plan"
)

// planFlags are the flags that say how to plan; plan and cp share them.
type planFlags struct {
	least, exact rateFlag
	fastest      bool
	maxVMs       int
	algorithm    algorithmFlag
	grid         gridFlags
}

// goalFlags are the names of the flags that exclude each other, planNames of all that
// mean nothing without a plan.
var (
	goalNames = []string{"min-gbps", "at-gbps", "fastest"}
	planNames = append([]string{"max-vms", "algorithm", "grid", "prices", "tier", "vm-usd-per-hour"}, goalNames...)
)

func (p *planFlags) add(f *pflag.FlagSet) {
	p.algorithm = algorithmFlag(plan.Optimal)
	f.Var(&p.least, "min-gbps", "cheapest plan per GB at least this fast, in Gbit/s")
	f.Var(&p.exact, "at-gbps", "cheapest plan at exactly this rate, in Gbit/s")
	f.BoolVar(&p.fastest, "fastest", false, "highest rate, then the cheapest plan at it; without any goal, the cheapest plan as fast as the direct path")
	f.IntVar(&p.maxVMs, "max-vms", 1, "machines allowed in each region")
	f.Var(&p.algorithm, "algorithm", strings.Join(algorithms, ", "))
	p.grid.add(f)
}

// check says what is wrong with the flags as they were given.
func (p *planFlags) check(c *cobra.Command) error {
	if goals := given(c, goalNames...); len(goals) > 1 {
		return usage(c, fmt.Errorf("%s are different goals: give one", strings.Join(goals, " and ")))
	}
	if p.maxVMs < 1 {
		return usage(c, fmt.Errorf("--max-vms %d: at least 1 is needed", p.maxVMs))
	}
	return p.grid.check(c)
}

// goal is what the flags ask for.
func (p *planFlags) goal() plan.Goal {
	switch {
	case p.least > 0:
		return plan.AtLeast(float64(p.least))
	case p.exact > 0:
		return plan.AtRate(float64(p.exact))
	case p.fastest:
		return plan.Fastest()
	}
	return plan.Goal{}
}
