package prices

import (
	"fmt"
	"maps"
	"slices"

	"github.com/skyferry/skyferry/grid"
)

// Applied says what was done to a grid.
type Applied struct {
	Unknown     []UnknownPriceError // links that were left out, see [Usage].SkipUnknown
	BookPriced  int                 // regions whose machines got a price of the book
	OtherPriced int                 // regions whose machines kept their price
}

// Apply returns a grid with the prices of the book: each link's is the average over
// the volume, as if all of it went over that link (see the package comment), each
// machine's the hourly price of its type. A book has one price for a pair, which
// links of every tier get. The grid's origins name the books and
// their dates. The error is an [*UnknownPriceError] or of the kind [ErrInvalid].
func (b *Book) Apply(g *grid.Grid, u Usage) (*grid.Grid, Applied, error) {
	if err := u.validate(); err != nil {
		return nil, Applied{}, err
	}
	spec := g.Spec()
	links, unknown, err := b.priceLinks(spec.Links, &u)
	if err != nil {
		return nil, Applied{}, err
	}
	spec.Links = links
	applied := Applied{Unknown: unknown}
	if err := b.priceMachines(&spec, &u, &applied); err != nil {
		return nil, Applied{}, err
	}
	spec.Origins = b.origins(spec.Origins, &u)
	priced, err := grid.New(spec)
	if err != nil {
		return nil, Applied{}, fmt.Errorf("the grid with the prices of %v: %w", b, err)
	}
	return priced, applied, nil
}

// priceLinks returns the links with a price. They come by source.
func (b *Book) priceLinks(links []grid.Link, u *Usage) (priced []grid.Link, unknown []UnknownPriceError, err error) {
	moved := movedVolumes(u.MovedGB)
	var from *outgoing
	for _, l := range links {
		if from == nil || from.src != l.Src {
			from = b.from(l.Src)
		}
		tariff, err := from.to(l.Dst)
		if err != nil {
			if !u.SkipUnknown {
				return nil, nil, err
			}
			unknown = append(unknown, UnknownPriceError{Book: b.String(), Src: l.Src, Dst: l.Dst})
			continue
		}
		l.USDPerGB = tariff.average(moved.inPool(tariff, l.Src), moved.byAccount(l.Src.Provider()), u.VolumeGB)
		priced = append(priced, l)
	}
	return priced, unknown, nil
}

// priceMachines gives the regions of the spec the prices of their machine types.
func (b *Book) priceMachines(spec *grid.Spec, u *Usage, applied *Applied) error {
	if err := b.checkTypes(spec, u); err != nil {
		return err
	}
	for _, r := range slices.Sorted(maps.Keys(spec.Machines)) { // so that the first unknown one is always the same
		machineType, ok := b.typeFor(r.Provider(), u)
		if !ok {
			applied.OtherPriced++
			continue
		}
		hourly, err := b.Machine(r, machineType, u.Spot)
		if err != nil {
			return err
		}
		m := spec.Machines[r]
		m.USDPerHour = hourly.USDPerHour
		spec.Machines[r] = m
		applied.BookPriced++
	}
	return nil
}

// checkTypes returns an error for a type that no region of the spec has.
func (b *Book) checkTypes(spec *grid.Spec, u *Usage) error {
	for _, machineType := range u.MachineTypes {
		found := false
		for r := range spec.Machines {
			found = found || b.sells(r.Provider(), machineType)
		}
		if !found {
			return &UnknownPriceError{Book: b.String(), Machine: machineType, Spot: u.Spot, Known: b.MachineTypes()}
		}
	}
	return nil
}

// typeFor is the machine type asked for that the book has for a provider.
func (b *Book) typeFor(provider string, u *Usage) (string, bool) {
	for _, machineType := range u.MachineTypes {
		if b.sells(provider, machineType) {
			return machineType, true
		}
	}
	return "", false
}

// origins says where the prices come from now.
func (b *Book) origins(old []grid.Origin, u *Usage) []grid.Origin {
	origins := slices.DeleteFunc(slices.Clone(old), func(o grid.Origin) bool { return o.Figure == grid.Price })
	origins = append(origins, grid.Origin{
		Figure: grid.Price, Measured: b.Date(),
		Source: fmt.Sprintf("price book %v, average over %v GB", b, u.VolumeGB),
	})
	for i := range origins {
		if o := &origins[i]; o.Figure == grid.Machines && len(u.MachineTypes) > 0 {
			o.Source += "; " + b.machineNote(u)
		}
	}
	return origins
}

func (b *Book) machineNote(u *Usage) string {
	kind := "on demand"
	if u.Spot {
		kind = "spot"
	}
	return fmt.Sprintf("hourly price of %v, %s, by price book %v", u.MachineTypes, kind, b)
}
