package grid

import (
	"fmt"
	"slices"
)

// MachineFile is what a file says about the machines of a grid's regions, see
// [ReadMachines].
type MachineFile struct {
	// Name is the file's, as the caller calls it.
	Name string

	// VMs is the number of machines that may be started in a region, as from a
	// quota; 0 allows none. Regions without a number in the file are missing here.
	VMs map[Region]int

	// Machines are those of the regions for which the file has a cap or a price: the
	// grid's own, with the file's figures in their place. [Grid.WithMachines] takes
	// them.
	Machines map[Region]Machine

	// Priced are the regions of Machines whose hourly price is the file's, in byte
	// order.
	Priced []Region
}

// WithMachines returns a grid whose regions have these machines, and that is the
// same otherwise; source says in the grid's origins where they come from. The
// error is of the kind [ErrUnknownRegion] for a region that the grid does not have
// and of the kind [ErrInvalid] for a machine that cannot be.
func (g *Grid) WithMachines(machines map[Region]Machine, source string) (*Grid, error) {
	if len(machines) == 0 {
		return g, nil
	}
	changed := *g
	changed.machines = slices.Clone(g.machines)
	for r, m := range machines {
		if err := g.Lookup(r); err != nil {
			return nil, err
		}
		if err := m.validate(); err != nil {
			return nil, fmt.Errorf("machine of %s: %w", r, err)
		}
		changed.machines[g.ids[r]] = m
	}
	changed.origins = originsWithMachines(g.origins, len(machines), len(g.regions), source)
	return &changed, nil
}

// originsWithMachines notes that the machines of so many of the regions now come
// from a source. The old origin stays for the others.
func originsWithMachines(origins []Origin, count, regions int, source string) []Origin {
	origin := Origin{Figure: Machines, Source: source}
	old := originOf(Machines, origins)
	if count < regions && old.Source != "" {
		origin.Source = fmt.Sprintf("%s for %d regions, else %s", source, count, old.Source)
		origin.Measured = old.Measured
	}
	replaced := []Origin{origin}
	for _, o := range origins {
		replaced = withOrigin(replaced, o)
	}
	normaliseOrigins(replaced)
	return replaced
}
