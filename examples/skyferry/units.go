package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// bytesFlag is a flag that takes sizes as 50GB, 64MiB, 1.5TB.
type bytesFlag int64

func (b *bytesFlag) String() string { return humanize.Bytes(uint64(*b)) }
func (b *bytesFlag) Type() string   { return "size" }

func (b *bytesFlag) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err != nil || n == 0 || n > math.MaxInt64 {
		return fmt.Errorf("%q is not a size; write 50GB, 64MiB or 1.5TB", s)
	}
	*b = bytesFlag(n)
	return nil
}

// rateFlag is a flag that takes rates as 10Gbps, 800Mbps, in Gbit/s inside.
type rateFlag float64

func (r *rateFlag) String() string {
	if *r == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*r), 'g', -1, 64) + "Gbps"
}
func (r *rateFlag) Type() string { return "rate" }

// rateUnits are in Gbit/s; longer names come first where one ends in another.
var rateUnits = []struct {
	name string
	gbps float64
}{{"Tbps", 1e3}, {"Gbps", 1}, {"Mbps", 1e-3}, {"kbps", 1e-6}, {"bps", 1e-9}}

func (r *rateFlag) Set(s string) error {
	for _, unit := range rateUnits {
		number, ok := strings.CutSuffix(s, unit.name)
		if !ok {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || value <= 0 || math.IsInf(value, 0) {
			break
		}
		*r = rateFlag(value * unit.gbps)
		return nil
	}
	return fmt.Errorf("%q is not a rate; write 10Gbps or 800Mbps", s)
}
