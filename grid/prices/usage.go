package prices

import (
	"maps"
	"math"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// Usage is what a price depends on beside the pair.
type Usage struct {
	// VolumeGB that is to be moved, over which prices are averaged. Default: 0, the
	// price of the next GB.
	VolumeGB float64

	// MovedGB is what has left already this month, by region or by provider, as
	// aws:us-east-1 or aws. A tariff that counts a region takes the region's entry,
	// or else the provider's; one that counts the account, and every allowance, takes
	// the provider's, or else the sum of its regions'. Default: nothing.
	MovedGB map[string]float64

	// MachineTypes are the types whose prices machines get, as m5.8xlarge. A region
	// gets the first one that the book has for its provider; regions of other
	// providers keep the price that they have in the grid. Default: all do.
	MachineTypes []string

	// Spot takes the machines' spot prices. Default: on demand.
	Spot bool

	// SkipUnknown leaves out the links whose price is unknown, and reports them.
	// Default: the first one is an error.
	SkipUnknown bool
}

func (u *Usage) validate() error {
	if err := checkVolume(u.VolumeGB); err != nil {
		return err
	}
	if u.Spot && len(u.MachineTypes) == 0 {
		return invalidf("spot prices are those of a machine type: give one")
	}
	return checkMoved(u.MovedGB)
}

func checkMoved(moved map[string]float64) error {
	for _, gb := range moved {
		if err := checkVolume(gb); err != nil {
			return err
		}
	}
	return nil
}

func checkVolume(gb float64) error {
	if math.IsNaN(gb) || math.IsInf(gb, 0) || gb < 0 {
		return invalidf("%v GB is not a volume", gb)
	}
	return nil
}

// movedVolumes is what has left already this month, see [Usage].
type movedVolumes map[string]float64

// inPool is what counts for a tariff's tiers.
func (m movedVolumes) inPool(t *Tariff, src grid.Region) float64 {
	if t.PerAccount {
		return m.byAccount(src.Provider())
	}
	if gb, ok := m[string(src)]; ok {
		return gb
	}
	return m[src.Provider()]
}

// byAccount is what counts for allowances.
func (m movedVolumes) byAccount(provider string) float64 {
	if gb, ok := m[provider]; ok {
		return gb
	}
	sum := 0.0
	for _, r := range slices.Sorted(maps.Keys(m)) { // the same sum every time, to the last bit
		if grid.Region(r).Provider() == provider {
			sum += m[r]
		}
	}
	return sum
}
