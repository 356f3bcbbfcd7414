package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/plan"
)

// regionFlag is a flag that takes a region as azure:eastus. Whether the grid has it is
// seen when the grid is there.
type regionFlag grid.Region

// String implements pflag.Value.
func (r *regionFlag) String() string { return string(*r) }

// Type implements pflag.Value.
func (r *regionFlag) Type() string { return "region" }

// Set implements pflag.Value.
func (r *regionFlag) Set(s string) error {
	region, err := grid.ParseRegion(s)
	*r = regionFlag(region)
	return err
}

// algorithmFlag is a flag that takes the name of a way to plan.
type algorithmFlag plan.Algorithm

// String implements pflag.Value.
func (a *algorithmFlag) String() string { return string(*a) }

// Type implements pflag.Value.
func (a *algorithmFlag) Type() string { return "name" }

var algorithms = []string{string(plan.Optimal), string(plan.Direct), string(plan.RON)}

// Set implements pflag.Value.
func (a *algorithmFlag) Set(s string) error {
	if !slices.Contains(algorithms, s) {
		return fmt.Errorf("the algorithms are %s", strings.Join(algorithms, ", "))
	}
	*a = algorithmFlag(s)
	return nil
}
