package plan

import (
	"fmt"
	"testing"
)

// BenchmarkSweep plans all 4,970 routes of November 2022 on all processors:
//
//	go test ./plan -run '^$' -bench Sweep -benchtime 1x
func BenchmarkSweep(b *testing.B) {
	g := readGrids(b)["2022-11"]
	for _, vms := range []int{1, 8} {
		b.Run(fmt.Sprintf("machines=%d", vms), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if s, err := Sweep(b.Context(), g, SweepRequest{MaxVMs: vms}); err != nil || s.Planned != 4970 {
					b.Fatal(err)
				}
			}
		})
	}
}
