package grid

import (
	"fmt"
	"slices"
)

// validate checks everything but the links.
func (g *Grid) validate() error {
	if len(g.regions) == 0 {
		return invalidf("a grid needs at least one region")
	}
	if err := checkConnections(g.connections); err != nil {
		return err
	}
	if err := validateOrigins(g.origins); err != nil {
		return err
	}
	for i, r := range g.regions {
		if _, err := ParseRegion(string(r)); err != nil {
			return err
		}
		if err := g.machines[i].validate(); err != nil {
			return fmt.Errorf("machine of %s: %w", r, err)
		}
	}
	return nil
}

func validateOrigins(origins []Origin) error {
	seen := map[Figure]bool{}
	for _, o := range origins {
		if !slices.Contains(figures, o.Figure) {
			return invalidf("no figure of a grid is called %q", string(o.Figure))
		}
		if seen[o.Figure] {
			return invalidf("two origins for the figure %q", string(o.Figure))
		}
		if err := checkDate(o.Measured); err != nil {
			return fmt.Errorf("origin of the figure %s: %w", o.Figure, err)
		}
		seen[o.Figure] = true
	}
	return nil
}
