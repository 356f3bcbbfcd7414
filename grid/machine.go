package grid

import "fmt"

// Machine is what one gateway's machine in a region can do and costs.
type Machine struct {
	EgressGbps  float64 // most it sends, 10^9 bit/s
	IngressGbps float64 // most it receives, 10^9 bit/s
	USDPerHour  float64
	Limit       int // machines allowed in the region, 0 if the region has no limit of its own

	// The same between private addresses, which the links of the tier "private"
	// join. Default: EgressGbps and IngressGbps.
	PrivateEgressGbps, PrivateIngressGbps float64
}

func (m Machine) validate() error {
	for _, bound := range []struct {
		name  string
		gbps  float64
		check func(float64) error
	}{
		{"egress", m.EgressGbps, checkGbps},
		{"ingress", m.IngressGbps, checkGbps},
		{"private egress", m.PrivateEgressGbps, checkPrivateGbps},
		{"private ingress", m.PrivateIngressGbps, checkPrivateGbps},
	} {
		if err := bound.check(bound.gbps); err != nil {
			return fmt.Errorf("%s: %w", bound.name, err)
		}
	}
	if err := checkUSD(m.USDPerHour); err != nil {
		return fmt.Errorf("hourly price: %w", err)
	}
	return checkLimit(m.Limit)
}

// checkPrivateGbps takes 0 for the public cap.
func checkPrivateGbps(gbps float64) error {
	if gbps == 0 {
		return nil
	}
	return checkGbps(gbps)
}

func checkLimit(machines int) error {
	if machines < 0 {
		return invalidf("a limit of %d machines is negative", machines)
	}
	return nil
}

// Defaults is what holds where neither a file nor a [Spec] says otherwise.
type Defaults struct {
	Connections int                // of one machine
	Machines    map[string]Machine // by provider
	Other       Machine            // for every other provider
	Origin      Origin             // where the machines' figures come from
}

// Machine is the default machine of a region.
func (d *Defaults) Machine(r Region) Machine {
	if m, ok := d.Machines[r.Provider()]; ok {
		return m
	}
	return d.Other
}
