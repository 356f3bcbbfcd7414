package plan

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
)

func TestDistribution(t *testing.T) {
	got := newDistribution([]float64{5, 0, 1, 4, 2, 3})
	want := Distribution{N: 5, Mean: 3, Min: 1, P5: 1.2, P10: 1.4, P25: 2, P50: 3, P75: 4, P90: 4.6, P95: 4.8, Max: 5}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := newDistribution([]float64{0, 7}); got.N != 1 || got.P5 != 7 || got.Max != 7 {
		t.Errorf("of one figure: %+v", got)
	}
	if got := newDistribution(nil); got != (Distribution{}) {
		t.Errorf("of none: %+v", got)
	}
}

// TestSweepDocuments compares the JSON form and the table of routes with the files in
// testdata.
func TestSweepDocuments(t *testing.T) {
	rows := []SweepRow{
		{
			Src: "a:1", Dst: "b:1",
			Direct:  SweepPlan{ThroughputGbps: 2, USDPerGB: 0.1, VMs: 2, LimitedAt: placeSet(AtSourceLink)},
			Overlay: SweepPlan{ThroughputGbps: 5, USDPerGB: 0.15, VMs: 4, Relays: 2, LimitedAt: placeSet(AtDestinationVM, AtSourceVM)},
		},
		{Src: "a:2", Dst: "a:1", Failure: FailureNoPath, Message: "no path"},
		{Src: "b:1", Dst: "a:1", Overlay: SweepPlan{ThroughputGbps: 1}, Failure: FailureNumerical, Message: "direct path: wrong"},
	}
	s := newSweepReport(smallGrid(t), SweepRequest{Goal: Fastest(), MaxVMs: 1, VolumeGB: 50}, rows)
	s.Seconds = 1.5
	document, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, "testdata/sweep.json", string(document)+"\n")
	var table strings.Builder
	if err := s.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	wantFile(t, "testdata/sweep.csv", table.String())
}

func placeSet(at ...Place) (s PlaceSet) {
	for _, p := range at {
		s.add(p)
	}
	return s
}

func wantFile(t *testing.T, name, got string) {
	t.Helper()
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got %s", name, got)
	}
}

// TestSweepCSVFails: what the writer says is told.
func TestSweepCSVFails(t *testing.T) {
	full := errors.New("no space left")
	s := &SweepReport{Rows: make([]SweepRow, 1)}
	if err := s.WriteCSV(failingWriter{full}); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

type failingWriter struct{ err error }

// Write fails.
func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
