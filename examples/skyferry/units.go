package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
)

// bytesFlag is a flag that takes sizes as 50GB, 64MiB, 1.5TB, in bytes inside.
type bytesFlag int64

// String implements pflag.Value; it is empty where no size was given.
func (b *bytesFlag) String() string {
	if *b == 0 {
		return ""
	}
	return humanize.Bytes(uint64(*b))
}

// Type implements pflag.Value.
func (b *bytesFlag) Type() string { return "size" }

// Set implements pflag.Value. The parser would drop commas, and make 15 GB of 1,5GB. A
// bare number is refused: who writes 50 hardly means bytes.
func (b *bytesFlag) Set(s string) error {
	if _, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err == nil {
		return fmt.Errorf("%q is not a size, as it has no unit; write 50GB, or 50B for bytes", s)
	}
	n, err := humanize.ParseBytes(s)
	if err != nil || n == 0 || n > math.MaxInt64 || strings.Contains(s, ",") {
		return fmt.Errorf("%q is not a size; write 50GB, 64MiB or 1.5TB", s)
	}
	*b = bytesFlag(n)
	return nil
}

// gigabytes returns the size in GB (10^9 bytes).
func (b *bytesFlag) gigabytes() float64 { return float64(*b) / 1e9 }

// rateFlag is a flag that takes rates as 10Gbps, 800Mbps, or a number in Gbit/s, which
// is what it holds.
type rateFlag float64

// String implements pflag.Value; it is empty where no rate was given.
func (r *rateFlag) String() string {
	if *r == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*r), 'g', -1, 64) + "Gbps"
}

// Type implements pflag.Value.
func (r *rateFlag) Type() string { return "rate" }

// rateUnits are so many to a Gbit/s; longer names come first where one ends in another.
var rateUnits = []struct {
	name  string
	count float64
}{{"Tbps", 1e-3}, {"Gbps", 1}, {"Mbps", 1e3}, {"kbps", 1e6}, {"bps", 1e9}, {"", 1}}

// Set implements pflag.Value.
func (r *rateFlag) Set(s string) error {
	for _, unit := range rateUnits {
		number, ok := strings.CutSuffix(s, unit.name)
		if !ok {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(value > 0) || math.IsInf(value, 0) || strings.ContainsAny(number, "_xX") { // no Go literals
			break
		}
		*r = rateFlag(value / unit.count)
		return nil
	}
	return fmt.Errorf("%q is not a rate; write 10Gbps, 800Mbps, or a number of Gbit/s", s)
}
