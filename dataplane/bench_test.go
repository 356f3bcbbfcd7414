package dataplane_test

import (
	"fmt"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
)

// BenchmarkTransfer moves generated data between gateways that all run in this process:
// the figures are those of all roles together.
func BenchmarkTransfer(b *testing.B) {
	const size = 1 << 30
	for _, bare := range []bool{true, false} {
		for relays := range 2 {
			b.Run(fmt.Sprintf("bare=%t/relays=%d", bare, relays), func(b *testing.B) {
				b.SetBytes(size)
				b.ReportAllocs()
				for b.Loop() {
					benchmarkOnce(b, bare, relays, size)
				}
			})
		}
	}
}

func benchmarkOnce(b *testing.B, bare bool, relays int, size int64) {
	f := newFleet(b, dataplane.Options{Bare: bare})
	defer f.stopAll()
	names := []string{"source", "relay", "destination"}
	if relays == 0 {
		names = []string{"source", "destination"}
	}
	job, err := dataplane.GeneratedJob(b.Context(), 1, size)
	if err != nil {
		b.Fatal(err)
	}
	report, err := f.transfer.Run(b.Context(), f.chain(8, names...), job)
	if err != nil || !report.Verified {
		b.Fatal(report, err)
	}
}
