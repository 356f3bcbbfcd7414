package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/skyferry/skyferry/grid"
)

// regionFlags say where the ends of a transfer are; plan and cp share them.
type regionFlags struct {
	src, dst regionFlag
}

func (r *regionFlags) add(f *pflag.FlagSet) {
	f.Var(&r.src, "src-region", "region of the source, as azure:eastus")
	f.Var(&r.dst, "dst-region", "region of the destination")
}

// regionOf tells the region of an end of a plan: the argument is its name, or a URL
// with the region in the flag beside it.
func regionOf(arg, flagName string, flag regionFlag) (grid.Region, error) {
	isURL := strings.Contains(arg, "://")
	switch {
	case isURL && flag == "":
		return "", fmt.Errorf("%s: a URL's region is not looked up; give it with --%s", arg, flagName)
	case isURL:
		return grid.Region(flag), nil
	case flag != "":
		return "", fmt.Errorf("%s and --%s %s: give the region once", arg, flagName, flag)
	}
	return grid.ParseRegion(arg)
}
