package dataplane_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"

	"github.com/skyferry/skyferry/dataplane"
)

// TestMain lets tests that mostly wait for time-outs wait together.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "12"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

func TestGeneratedData(t *testing.T) {
	t.Parallel()
	for _, bare := range []bool{false, true} {
		for _, names := range [][]string{{"a", "z"}, {"a", "b", "z"}, {"a", "b", "c", "d", "z"}} {
			f := newFleet(t, dataplane.Options{Bare: bare})
			job, err := dataplane.GeneratedJob(t.Context(), 3, 10_000_001)
			if err != nil {
				t.Fatal(err)
			}
			report, err := f.transfer.Run(t.Context(), f.chain(4, names...), job)
			if err != nil {
				t.Fatalf("bare %v over %q: %v", bare, names, err)
			}
			if !report.Verified || report.Objects != 3 || report.Bytes != 30_000_003 || report.Retransmitted != 0 {
				t.Errorf("bare %v over %q: %+v", bare, names, report)
			}
			t.Logf("%v %q %.2f Gbit/s", bare, names, report.Gbps())
		}
	}
}
