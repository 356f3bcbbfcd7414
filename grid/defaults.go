package grid

import (
	_ "embed" // for the table of defaults
	"maps"
	"strings"
	"sync"
	"time"
)

// The machine's figures of the paper. Providers that it does not know: local
// and host are machines that exist anyway, so their hour costs nothing, behind
// an ordinary port of 10 Gbit/s; any other cloud is given the smallest caps
// and the price of the three known ones, so that a plan promises too little
// rather than too much.
//
//go:embed data/machines.csv
var machinesCSV string

const (
	defaultConnections = 64
	otherProviders     = "*" // in the table
)

// PaperDefaults returns the machines of the Skyplane paper (Jain et al.,
// "Skyplane: Optimizing Transfer Cost and Throughput Using Cloud-Aware
// Overlays", NSDI 2023): egress and ingress of 5 and 10 Gbit/s on AWS, 7 and 16
// on GCP, 16 and 16 on Azure, 1.54 USD a machine-hour, 64 connections. What the
// paper does not cover is an assumption: 10 and 10 Gbit/s at no price for the
// providers local and host, 5 and 10 Gbit/s at 1.54 USD for any other. The
// value is the caller's to change and to put into a [Spec] or [ImportOptions].
func PaperDefaults() *Defaults {
	d := *paperDefaults()
	d.Machines = maps.Clone(d.Machines)
	return &d
}

// paperDefaults is shared and must not be changed.
var paperDefaults = sync.OnceValue(func() *Defaults {
	d, err := readDefaults(Input{Name: "machines.csv", Reader: strings.NewReader(machinesCSV)})
	if err != nil {
		panic("grid: embedded defaults: " + err.Error())
	}
	d.Connections = defaultConnections
	d.Origin = Origin{
		Figure:   Machines,
		Source:   "Jain et al., Skyplane, NSDI 2023; providers outside of the paper assumed",
		Measured: time.Date(2023, time.April, 1, 0, 0, 0, 0, time.UTC),
	}
	return d
})

func readDefaults(in Input) (*Defaults, error) {
	t, err := openTable(in, "provider", "egress_gbps", "ingress_gbps", "usd_per_hour")
	if err != nil {
		return nil, err
	}
	d := &Defaults{Machines: map[string]Machine{}}
	for {
		more, err := t.next()
		if err != nil || !more {
			return d, err
		}
		m, err := readMachine(t)
		if err != nil {
			return nil, err
		}
		if provider := t.text("provider"); provider != otherProviders {
			d.Machines[provider] = m
		} else {
			d.Other = m
		}
	}
}

func readMachine(t *table) (m Machine, err error) {
	if m.EgressGbps, err = t.number("egress_gbps", checkGbps); err != nil {
		return m, err
	}
	if m.IngressGbps, err = t.number("ingress_gbps", checkGbps); err != nil {
		return m, err
	}
	m.USDPerHour, err = t.number("usd_per_hour", checkUSD)
	return m, err
}
