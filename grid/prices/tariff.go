package prices

import (
	"time"

	"github.com/skyferry/skyferry/grid"
)

// Source says where a figure comes from: the page, and its date.
type Source struct {
	Text string
	Date time.Time // UTC; when the page was written or, where it does not say, read
}

// Tier is a step of a tariff.
type Tier struct {
	USDPerGB float64
	WidthGB  float64 // how many GB of a month cost this; +Inf for the last tier
}

// Tariff is what a book says about egress from one region to another.
type Tariff struct {
	Tiers []Tier // the caller's not to change

	// FreeGB of each month cost nothing, for the account as a whole. The tiers begin
	// after them.
	FreeGB float64

	// PerAccount tells that volumes of all regions under this tariff are added up
	// before the tiers apply; else only those of one source region are.
	PerAccount bool

	Source Source
	Book   string // name and date of the book that has it

	line      *tariffLine
	allowance *allowance
}

// tariffLine is a line of a book about egress. Its address tells pools apart.
type tariffLine struct {
	tiers      []Tier
	perAccount bool
	source     Source
	book       string
}

// allowance is what is free each month.
type allowance struct {
	gb float64
}

// span is the price of gb that come after the first before of a month, the free ones
// counted in neither. It does not subtract one sum from another, so that few GB after
// many are as exact as the first ones.
func span(tiers []Tier, before, gb float64) float64 {
	usd := 0.0
	for _, t := range tiers {
		here := min(gb, max(0, t.WidthGB-before))
		before = max(0, before-t.WidthGB)
		usd += here * t.USDPerGB
		gb -= here
	}
	return usd
}

// at is the price of the next GB after the first gb of a month.
func at(tiers []Tier, gb float64) float64 {
	for _, t := range tiers {
		if gb < t.WidthGB {
			return t.USDPerGB
		}
		gb -= t.WidthGB
	}
	return tiers[len(tiers)-1].USDPerGB
}

// USD is the price of moving gb after movedGB in the same month, all under this
// tariff and by this account. Its derivative is the price of a tier: it is
// continuous, and grows with gb.
func (t *Tariff) USD(movedGB, gb float64) float64 {
	before, free := t.position(movedGB, movedGB, gb)
	return span(t.Tiers, before, gb-free)
}

// USDPerGB is the average price of moving gb after movedGB in the same month. For no
// GB it is the price of the next one.
func (t *Tariff) USDPerGB(movedGB, gb float64) float64 {
	return t.average(movedGB, movedGB, gb)
}

// average is USDPerGB where the pool and the account have moved different volumes.
func (t *Tariff) average(poolGB, accountGB, gb float64) float64 {
	before, free := t.position(poolGB, accountGB, gb)
	switch {
	case gb > 0:
		return span(t.Tiers, before, gb-free) / gb
	case accountGB < t.FreeGB:
		return 0
	}
	return at(t.Tiers, before)
}

// position tells how far up the tiers the pool is, and how many of the next gb are
// free. What the pool has moved is taken to have used the allowance first, so that
// the position is never too high, where prices are lower.
func (t *Tariff) position(poolGB, accountGB, gb float64) (before, free float64) {
	return max(0, poolGB-t.FreeGB), min(gb, max(0, t.FreeGB-accountGB))
}

// pool names the volume that a flow is added to.
type pool struct {
	line  *tariffLine
	owner string // source region, or provider where the whole account counts
}

func (t *Tariff) pool(src grid.Region) pool {
	if t.PerAccount {
		return pool{line: t.line, owner: src.Provider()}
	}
	return pool{line: t.line, owner: string(src)}
}
