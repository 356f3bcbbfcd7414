package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

// Limits narrow what a plan may use. The zero value narrows nothing.
type Limits struct {
	// VMs is the number of machines that may still be started in a region, as from a
	// quota; where it is less than Request.MaxVMs it holds instead. 0 allows none.
	VMs map[grid.Region]int
	// AllowRelays names the clouds ("gcp") and regions ("gcp:us-east1") that data may pass
	// through on its way. Default: all.
	AllowRelays []string
	// DenyRelays names those that it must not pass through, whatever AllowRelays says.
	DenyRelays []string
	// MaxRelays is the greatest number of relays on a path. Default: no limit. Use the
	// algorithm Direct for none at all.
	MaxRelays int
	// SrcStore and DstStore are the rates of the stores at both ends.
	SrcStore, DstStore StoreLimit
	// RemoteSrc has no machine in the source region: relays, or the machines at the
	// destination, read the source's store from where they are. RemoteDst has none
	// in the destination region. Links are then taken to be as fast as between machines.
	RemoteSrc, RemoteDst bool
}

// StoreLimit is what a store allows one account, in Gbit/s (10^9 bit/s).
type StoreLimit struct {
	// AccountGbps is the limit of the account or bucket. Default: none.
	AccountGbps float64
	// ObjectGbps is the limit of one object (Azure throttles reads of one blob), and
	// Objects the number of objects that move at the same time. Default: none, and one.
	ObjectGbps float64
	Objects    int
}

// gbps is the rate that the store allows in all, 0 without a limit.
func (s StoreLimit) gbps() float64 {
	objects := s.ObjectGbps * float64(max(1, s.Objects))
	if s.AccountGbps > 0 && objects > 0 {
		return min(s.AccountGbps, objects)
	}
	return max(s.AccountGbps, objects)
}

func (s StoreLimit) validate(field string) error {
	for _, v := range []float64{s.AccountGbps, s.ObjectGbps} {
		if v == 0 {
			continue
		}
		if err := checkGbps(field, v); err != nil {
			return err
		}
	}
	if s.Objects < 0 {
		return &InvalidError{Field: field, Reason: fmt.Sprintf("%d objects at a time are negative", s.Objects)}
	}
	return nil
}

func (l *Limits) validate(g *grid.Grid) error {
	for r, vms := range l.VMs {
		if err := g.Lookup(r); err != nil {
			return fmt.Errorf("machines allowed: %w", err)
		}
		if vms < 0 || vms > mostVMs {
			return &InvalidError{Field: "machines", Reason: fmt.Sprintf("%d in %s is not between 0 and %d", vms, r, mostVMs)}
		}
	}
	for _, names := range [][]string{l.AllowRelays, l.DenyRelays} {
		if err := checkRelayNames(g, names); err != nil {
			return err
		}
	}
	if err := l.validateMaxRelays(g); err != nil {
		return err
	}
	if err := l.SrcStore.validate("source store"); err != nil {
		return err
	}
	return l.DstStore.validate("destination store")
}

// mostLayered is the number of links of all layers together that fit well into memory.
const mostLayered = 10_000_000

func (l *Limits) validateMaxRelays(g *grid.Grid) error {
	if l.MaxRelays < 0 {
		return &InvalidError{Field: "relays", Reason: fmt.Sprintf("%d on a path are negative", l.MaxRelays)}
	}
	most := mostLayered / max(1, g.NumLinks())
	if l.limitsPaths(len(g.Regions())) && l.MaxRelays > most {
		return &InvalidError{Field: "relays", Reason: fmt.Sprintf(
			"%d on a path are too many for a grid of %d links: at most %d, or no limit", l.MaxRelays, g.NumLinks(), most)}
	}
	return nil
}

// limitsPaths reports whether some path between so many regions has too many relays.
func (l *Limits) limitsPaths(regions int) bool { return l.MaxRelays > 0 && l.MaxRelays < regions-2 }

// checkRelayNames refuses a name that fits nothing: a slip there would let data
// through where it must not go.
func checkRelayNames(g *grid.Grid, names []string) error {
	for _, name := range names {
		if strings.Contains(name, ":") {
			if err := g.Lookup(grid.Region(name)); err != nil {
				return fmt.Errorf("relays: %w", err)
			}
			continue
		}
		if !slices.ContainsFunc(g.Regions(), func(r grid.Region) bool { return r.Provider() == name }) {
			return &InvalidError{Field: "relays", Reason: fmt.Sprintf("%q is no cloud of the grid", name)}
		}
	}
	return nil
}

// mayRelay reports whether data may pass through a region.
func (l *Limits) mayRelay(r grid.Region) bool {
	named := func(name string) bool { return name == string(r) || name == r.Provider() }
	if slices.ContainsFunc(l.DenyRelays, named) {
		return false
	}
	return len(l.AllowRelays) == 0 || slices.ContainsFunc(l.AllowRelays, named)
}
