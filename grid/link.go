package grid

import (
	"math"
	"time"
)

// Bounds outside of which a figure is taken for a mistake, most often of unit
// (bit/s where Gbit/s are meant, or cents for dollars times a million).
const (
	minGbps = 1e-6 // 1 kbit/s
	maxGbps = 1e6  // 1 Pbit/s
	maxUSD  = 1e6
	maxRTT  = time.Hour

	maxCount = 1e9 // connections, samples
)

// Link is what is known about sending from one region to another.
type Link struct {
	Src, Dst    Region
	Tier        string        // network path, empty for the grid's own, see [Grid.Tiers]
	Gbps        float64       // TCP goodput between one machine at each end, 10^9 bit/s
	Connections int           // parallel connections it was measured with
	USDPerGB    float64       // price of egress for 10^9 bytes
	RTT         time.Duration // round-trip time, 0 if unknown
	Measured    time.Time     // when Gbps was measured last, in UTC; zero if unknown
	Source      string        // who measured Gbps last, and how
	Samples     int           // measurements of which Gbps is the median, 0 for an estimate; see [Grid.Samples]
	Estimated   bool          // Gbps was never measured
}

// validate reports the first figure of the link that cannot be. That its
// regions are well-formed is checked once for each region, not for each link.
func (l Link) validate() error {
	if l.Src == l.Dst {
		return invalidf("a link needs two regions")
	}
	if err := checkTier(l.Tier); err != nil {
		return err
	}
	if err := checkGbps(l.Gbps); err != nil {
		return err
	}
	if err := checkUSD(l.USDPerGB); err != nil {
		return err
	}
	if err := checkRTT(l.RTT); err != nil {
		return err
	}
	if err := checkSamples(l.Samples); err != nil {
		return err
	}
	if err := checkDate(l.Measured); err != nil {
		return err
	}
	return checkConnections(l.Connections)
}

func checkGbps(gbps float64) error {
	switch {
	case math.IsNaN(gbps) || math.IsInf(gbps, 0):
		return invalidf("%v Gbit/s is not a number", gbps)
	case gbps < 0:
		return invalidf("%v Gbit/s is negative", gbps)
	case gbps == 0:
		return invalidf("0 Gbit/s is not a rate: leave out what was not measured")
	case gbps < minGbps || gbps > maxGbps:
		return invalidf("%v Gbit/s is outside of %v to %v: is the unit 10^9 bit/s?", gbps, minGbps, maxGbps)
	}
	return nil
}

func checkUSD(usd float64) error {
	switch {
	case math.IsNaN(usd) || math.IsInf(usd, 0):
		return invalidf("%v USD is not a number", usd)
	case usd < 0:
		return invalidf("%v USD is negative", usd)
	case usd > maxUSD:
		return invalidf("%v USD is more than %v", usd, maxUSD)
	}
	return nil
}

func checkRTT(rtt time.Duration) error {
	switch {
	case rtt < 0:
		return invalidf("a round-trip time of %v is negative", rtt)
	case rtt > maxRTT:
		return invalidf("a round-trip time of %v is more than %v", rtt, maxRTT)
	}
	return nil
}

func checkSamples(n int) error {
	if n < 0 {
		return invalidf("%d samples are negative", n)
	}
	if n > maxCount {
		return invalidf("%d samples are more than %d", n, int(maxCount))
	}
	return nil
}

func checkConnections(n int) error {
	if n <= 0 {
		return invalidf("%d connections are not positive", n)
	}
	if n > maxCount {
		return invalidf("%d connections are more than %d", n, int(maxCount))
	}
	return nil
}
