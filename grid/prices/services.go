package prices

import (
	"math"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// serviceLine is a line of a book about a cloud's own transfer service.
type serviceLine struct {
	name     string
	from, to selector
	fee      float64 // USD per GB; negative if unknown
	note     string
	source   Source
}

// ServiceQuote is what a cloud's own transfer service would charge for a job.
type ServiceQuote struct {
	Service string
	Serves  bool   // this pair
	Note    string // what the service needs, or what is not in the price

	// FeeUSDPerGB is the service's own fee, nil if unknown. It comes on top of egress.
	FeeUSDPerGB *float64
	// EgressUSD is the price of egress of the whole volume, nil if unknown.
	EgressUSD *float64
	// TotalUSD is both together, nil if one of them is unknown.
	TotalUSD *float64

	Source Source // of the fee
}

// Services are the names of the services that the book knows, in the order of the
// book.
func (b *Book) Services() []string {
	var names []string
	seen := map[string]bool{}
	for _, l := range b.layers {
		for _, s := range l.services {
			if !seen[s.name] {
				seen[s.name] = true
				names = append(names, s.name)
			}
		}
	}
	return names
}

// Compare returns a row for each service that the book knows, with what it would
// charge to move the volume from src to dst. A service that does not serve the pair
// says so and has no prices. Requests and storage are not in any price, as they are
// not in a plan's. The error is of the kind [ErrInvalid].
func (b *Book) Compare(src, dst grid.Region, u Usage) ([]ServiceQuote, error) {
	if err := u.validate(); err != nil {
		return nil, err
	}
	var egress *float64
	bill, err := b.Cost([]Flow{{Src: src, Dst: dst, GB: u.VolumeGB}}, u.MovedGB)
	if err == nil {
		egress = &bill.USD
	}
	names := b.Services()
	quotes := make([]ServiceQuote, len(names))
	for i, name := range names {
		quotes[i] = b.quote(name, src, dst, u.VolumeGB, egress)
	}
	return quotes, nil
}

func (b *Book) quote(name string, src, dst grid.Region, volumeGB float64, egress *float64) ServiceQuote {
	q := ServiceQuote{Service: name}
	line := b.service(name, src, dst)
	if line == nil {
		q.Note = "does not serve this pair"
		return q
	}
	q.Serves, q.Note, q.Source, q.EgressUSD = true, line.note, line.source, egress
	if line.fee >= 0 {
		q.FeeUSDPerGB = new(line.fee)
		if egress != nil {
			q.TotalUSD = new(*egress + line.fee*volumeGB)
		}
	}
	return q
}

// service is the first line about a service that fits the pair, nil if none does.
func (b *Book) service(name string, src, dst grid.Region) *serviceLine {
	for _, l := range b.layers {
		for i := range l.services {
			s := &l.services[i]
			if s.name == name && s.from.matches(src, src) && s.to.matches(src, dst) {
				return s
			}
		}
	}
	return nil
}

// MachineHours is how many machine-hours the service's fee for the volume would pay
// for, with false if the fee is unknown or an hour costs nothing.
func (q *ServiceQuote) MachineHours(volumeGB, usdPerHour float64) (float64, bool) {
	if q.FeeUSDPerGB == nil || !(usdPerHour > 0) {
		return 0, false
	}
	return *q.FeeUSDPerGB * volumeGB / usdPerHour, true
}

// Machines is how many machines the service's fee would pay for during the whole of a
// transfer, with false as MachineHours, or if it takes no time.
func (q *ServiceQuote) Machines(volumeGB, usdPerHour float64, took time.Duration) (int, bool) {
	hours, ok := q.MachineHours(volumeGB, usdPerHour)
	if !ok || took <= 0 {
		return 0, false
	}
	const rounding = 1e-9 // must not take a machine away that is paid for
	return int(math.Min(hours/took.Hours()*(1+rounding), math.MaxInt32)), true
}
