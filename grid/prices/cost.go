package prices

import (
	"math"

	"github.com/skyferry/skyferry/grid"
)

// Flow is a volume that goes over a link.
type Flow struct {
	Src, Dst grid.Region
	GB       float64
}

// Bill is what egress costs, exactly.
type Bill struct {
	USD   float64
	Lines []BillLine
}

// BillLine is the part of a bill for one pool of volume.
type BillLine struct {
	Owner  string // source region, or provider where the whole account counts
	Tariff *Tariff
	GB     float64
	FreeGB float64 // of GB
	USD    float64
}

// Cost is the exact bill for the egress of a plan: the volumes of all flows in a pool
// are added up before the tiers apply, and an allowance that several pools share is
// divided among them by volume. MovedGB is as in [Usage]. The error is an
// [*UnknownPriceError] or of the kind [ErrInvalid].
func (b *Book) Cost(flows []Flow, movedGB map[string]float64) (Bill, error) {
	if err := checkMoved(movedGB); err != nil {
		return Bill{}, err
	}
	var a account
	for _, f := range flows {
		if err := checkVolume(f.GB); err != nil {
			return Bill{}, err
		}
		tariff, err := b.Egress(f.Src, f.Dst)
		if err != nil {
			return Bill{}, err
		}
		a.add(tariff, f)
	}
	return a.bill(movedVolumes(movedGB)), nil
}

// account adds up volumes, in the order in which their pools come first.
type account struct {
	pools  []*poolVolume
	byPool map[pool]*poolVolume
	shared map[freePool]float64 // GB
}

// poolVolume is what goes into one pool, by the allowance that it has a part in.
type poolVolume struct {
	line  BillLine
	src   grid.Region // one of them, where there are several
	parts []allowedVolume
}

type allowedVolume struct {
	tariff *Tariff
	gb     float64
}

// freePool is who shares an allowance.
type freePool struct {
	allowance *allowance
	provider  string
}

func (a *account) add(t *Tariff, f Flow) {
	if a.byPool == nil {
		a.byPool, a.shared = map[pool]*poolVolume{}, map[freePool]float64{}
	}
	key := t.pool(f.Src)
	p := a.byPool[key]
	if p == nil {
		p = &poolVolume{line: BillLine{Owner: key.owner, Tariff: t}, src: f.Src}
		a.byPool[key] = p
		a.pools = append(a.pools, p)
	}
	p.line.GB += f.GB
	p.parts = append(p.parts, allowedVolume{tariff: t, gb: f.GB})
	a.shared[freePool{t.allowance, f.Src.Provider()}] += f.GB
}

func (a *account) bill(moved movedVolumes) Bill {
	var bill Bill
	for _, p := range a.pools {
		line := a.billPool(p, moved)
		bill.Lines = append(bill.Lines, line)
		bill.USD += line.USD
	}
	return bill
}

func (a *account) billPool(p *poolVolume, moved movedVolumes) BillLine {
	line, provider := p.line, p.src.Provider()
	before := math.Inf(1)
	for _, part := range p.parts {
		shared := a.shared[freePool{part.tariff.allowance, provider}]
		position, free := part.tariff.position(moved.inPool(part.tariff, p.src), moved.byAccount(provider), shared)
		before = min(before, position)
		if shared > 0 {
			line.FreeGB += free * part.gb / shared
		}
	}
	line.FreeGB = min(line.FreeGB, line.GB)
	line.USD = span(line.Tariff.Tiers, before, line.GB-line.FreeGB)
	return line
}
