package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// planFlags are the flags that say how to plan; plan and cp share them.
type planFlags struct {
	goals     goalFlags
	search    searchFlags
	maxVMs    int
	algorithm algorithmFlag
	limits    limitFlags
	grid      gridFlags
}

// planNames are the flags that mean nothing without a plan.
var planNames = append(append([]string{
	"max-vms", "algorithm", "boot-minutes", "time-limit",
	"grid", "prices", "tier", "vm-usd-per-hour", quantileFlag, "estimate",
}, goalNames...), limitNames...)

func (p *planFlags) add(f *pflag.FlagSet) {
	p.algorithm = algorithmFlag(plan.Optimal)
	p.goals.add(f)
	f.IntVar(&p.maxVMs, "max-vms", 1, "machines allowed in each region")
	f.Var(&p.algorithm, "algorithm", strings.Join(algorithms, ", "))
	p.search.add(f)
	p.limits.add(f)
	p.grid.add(f)
}

// check says what is wrong with the flags as they were given.
func (p *planFlags) check(c *cobra.Command) error {
	if err := p.goals.check(c); err != nil {
		return err
	}
	if p.maxVMs < 1 {
		return usage(c, fmt.Errorf("--max-vms %d: at least 1 is needed", p.maxVMs))
	}
	if err := p.limits.check(c); err != nil {
		return err
	}
	return p.grid.check(c)
}

// load reads the grid, and what narrows the plans on it.
func (p *planFlags) load(c *cobra.Command) (*grid.Grid, plan.Limits, error) {
	return loadWithin(c, &p.grid, &p.limits)
}

// goalFlags say what a plan is to achieve, one of them at a time.
type goalFlags struct {
	least, exact rateFlag
	perGB, total usdFlag
	fastest      bool
}

var goalNames = []string{"min-gbps", "at-gbps", "max-usd-per-gb", "max-usd", "fastest"}

func (g *goalFlags) add(f *pflag.FlagSet) {
	f.Var(&g.least, "min-gbps", "cheapest plan per GB at least this fast, in Gbit/s")
	f.Var(&g.exact, "at-gbps", "cheapest plan at exactly this rate, in Gbit/s")
	f.Var(&g.perGB, "max-usd-per-gb", "fastest plan for at most this price of each GB, egress and machines, in USD")
	f.Var(&g.total, "max-usd", "fastest plan for at most this price of the whole volume, in USD")
	f.BoolVar(&g.fastest, "fastest", false, "highest rate, then the cheapest plan at it; without any goal, the cheapest plan as fast as the direct path")
}

// check says what is wrong with the flags as they were given.
func (g *goalFlags) check(c *cobra.Command) error {
	if goals := given(c, goalNames...); len(goals) > 1 {
		return usage(c, fmt.Errorf("%s are different goals: give one", strings.Join(goals, " and ")))
	}
	return nil
}

// goal is what the flags ask for.
func (g *goalFlags) goal() plan.Goal {
	switch {
	case g.least > 0:
		return plan.AtLeast(float64(g.least))
	case g.exact > 0:
		return plan.AtRate(float64(g.exact))
	case g.perGB > 0:
		return plan.WithinPerGB(float64(g.perGB))
	case g.total > 0:
		return plan.WithinTotal(float64(g.total))
	case g.fastest:
		return plan.Fastest()
	}
	return plan.Goal{}
}

// searchFlags say what machines cost beside the time in which they move data, and how
// long to search.
type searchFlags struct {
	bootMinutes float64
	timeLimit   time.Duration
}

func (s *searchFlags) add(f *pflag.FlagSet) {
	f.Float64Var(&s.bootMinutes, "boot-minutes", 0, "`minutes` that each machine is paid for beside those in which it moves data")
	f.DurationVar(&s.timeLimit, "time-limit", 0, "end the search after this `time`, as 10s, and say how far from the optimum the best so far may be (default: search to the end)")
}

// usdFlag is a flag that takes a price above zero, in USD.
type usdFlag float64

// String implements pflag.Value; it is empty where no price was given.
func (u *usdFlag) String() string {
	if *u == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*u), 'g', -1, 64)
}

// Type implements pflag.Value.
func (u *usdFlag) Type() string { return "USD" }

// Set implements pflag.Value.
func (u *usdFlag) Set(s string) error {
	value, err := strconv.ParseFloat(s, 64)
	if err != nil || !(value > 0) || math.IsInf(value, 0) || strings.ContainsAny(s, "_xX") { // no Go literals
		return fmt.Errorf("%q is not a price; write 0.09 or 25, in USD", s)
	}
	*u = usdFlag(value)
	return nil
}
