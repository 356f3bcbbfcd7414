package plan

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// TestJSON compares the whole document with testdata/plan.json, but for the time it took.
func TestJSON(t *testing.T) {
	spec := smallGrid(t).Spec()
	spec.Origins = append(spec.Origins[:0], grid.Origin{
		Figure: grid.Throughput, Source: "made up", Measured: time.Date(2022, 11, 28, 0, 0, 0, 0, time.UTC),
	})
	spec.Links[0].Estimated = true // from cloud:d to cloud:s
	p, err := Solve(t.Context(), makeGrid(t, spec), Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: RON, VolumeGB: 45})
	if err != nil {
		t.Fatal(err)
	}
	p.SolveMS = 11.5
	got, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(got)+"\n" != string(want) {
		t.Errorf("got %s", got)
	}
	var back Plan
	if err := json.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(&back, p) {
		t.Errorf("reading it back gives %+v, %v", back, err)
	}
}

func TestConnections(t *testing.T) {
	l := grid.Link{Gbps: 5.1, Connections: 64}
	for gbps, want := range map[float64]int{4.7: 59, 5.1: 64, 10.2: 128, 1e-6: 1, 5.1 + 1e-9: 64, 5.2: 66} {
		if got := connections(l, gbps); got != want {
			t.Errorf("%v of %v Gbit/s: got %d, want %d", gbps, l.Gbps, got, want)
		}
	}
}

func TestRoles(t *testing.T) {
	for i, r := range []Role{RoleSource, RoleRelay, RoleDestination} {
		if r.order() != i {
			t.Errorf("%s comes at %d, want %d", r, r.order(), i)
		}
	}
}
