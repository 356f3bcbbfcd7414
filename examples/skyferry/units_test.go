package main

import (
	"strings"
	"testing"
)

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"50GB": 50e9, "64MiB": 64 << 20, "1.5TB": 1.5e12, "1 kB": 1000, "7B": 7, "8 B": 8,
	} {
		var size bytesFlag
		if err := size.Set(text); err != nil || int64(size) != want {
			t.Errorf("%q: %d, %v; want %d", text, size, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "GB", "1,5GB", "NaN", "1e9", "50 GBps", "9999999TB", "1.2.3GB", "1_0GB"} {
		var size bytesFlag
		if err := size.Set(text); err == nil || !strings.Contains(err.Error(), "is not a size") {
			t.Errorf("%q: %d, %v; want an error", text, size, err)
		}
	}
}

// TestSizesWithoutUnit: 50 would be 50 bytes, where 50GB is meant.
func TestSizesWithoutUnit(t *testing.T) {
	for _, text := range []string{"50", "7", "1.5", "0", "1e9", " 50", "50 ", "50."} {
		size := bytesFlag(4e9)
		if err := size.Set(text); err == nil || !strings.Contains(err.Error(), "is not a size") || size != 4e9 {
			t.Errorf("%q: %d, %v; want an error", text, size, err)
		}
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]float64{
		"2.36": 2.36, "10Gbps": 10, "800Mbps": 0.8, "1.5 Tbps": 1500, "64kbps": 64e-6, "1000bps": 1e-6,
	} {
		var rate rateFlag
		if err := rate.Set(text); err != nil || float64(rate) != want {
			t.Errorf("%q: %v, %v; want %v", text, float64(rate), err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "NaN", "Inf", "Gbps", "1GB", "1 Gbit/s", "0Mbps", "1_0Gbps", "0x1p4"} {
		var rate rateFlag
		if err := rate.Set(text); err == nil || !strings.Contains(err.Error(), "is not a rate") {
			t.Errorf("%q: %v, %v; want an error", text, float64(rate), err)
		}
	}
}

// TestUnsetFlags: a flag that was not given shows no default of its own in the help.
func TestUnsetFlags(t *testing.T) {
	if s := new(bytesFlag).String(); s != "" {
		t.Errorf("size: %q", s)
	}
	if s := new(rateFlag).String(); s != "" {
		t.Errorf("rate: %q", s)
	}
	if s := new(killFlag).String(); s != "" {
		t.Errorf("kill: %q", s)
	}
}
