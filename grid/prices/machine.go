package prices

import (
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// machineLine is a line of a book about the hourly price of a machine.
type machineLine struct {
	where          selector
	machineType    string
	onDemand, spot float64 // USD an hour; negative if unknown
	source         Source
	book           string
}

// price returns the price on demand or spot, with false if the line has none.
func (m *machineLine) price(spot bool) (float64, bool) {
	usd := m.onDemand
	if spot {
		usd = m.spot
	}
	return usd, usd >= 0
}

// Hourly is the price of a machine.
type Hourly struct {
	USDPerHour float64
	Source     Source
	Book       string // name and date of the book that has it
}

// Machine returns the hourly price of a machine type in a region, on demand or
// spot. A spot price is that of its date and changes often. The error is an
// [*UnknownPriceError].
func (b *Book) Machine(r grid.Region, machineType string, spot bool) (Hourly, error) {
	for _, l := range b.layers {
		if found := l.machine(r, machineType, spot); found != nil {
			usd, _ := found.price(spot)
			return Hourly{USDPerHour: usd, Source: found.source, Book: found.book}, nil
		}
	}
	return Hourly{}, &UnknownPriceError{Book: b.String(), Machine: machineType, Region: r, Spot: spot}
}

// machine is the most specific line that has the price, nil if none has.
func (l *layer) machine(r grid.Region, machineType string, spot bool) *machineLine {
	var best *machineLine
	for i := range l.machines {
		m := &l.machines[i]
		if m.machineType != machineType || !m.where.matches(r, r) {
			continue
		}
		if _, known := m.price(spot); known && (best == nil || m.where.weight() > best.where.weight()) {
			best = m
		}
	}
	return best
}

// MachineTypes are the types that the book has in any region, in byte order.
func (b *Book) MachineTypes() []string {
	var types []string
	for _, l := range b.layers {
		for i := range l.machines {
			types = append(types, l.machines[i].machineType)
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// sells reports whether the book has the machine type in any region of a provider.
func (b *Book) sells(provider, machineType string) bool {
	for _, l := range b.layers {
		for i := range l.machines {
			m := &l.machines[i]
			if m.machineType == machineType && m.where.provider() == provider {
				return true
			}
		}
	}
	return false
}
