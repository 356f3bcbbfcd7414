package plan

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
)

// TestJSON compares the whole document, but for the time it took.
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
	const want = `{
 "version": 1,
 "src": "cloud:s",
 "dst": "cloud:d",
 "algorithm": "ron",
 "status": "feasible",
 "volume_gb": 45,
 "throughput_gbps": 5,
 "seconds": 72,
 "usd_per_gb": 0.1120533333,
 "egress_usd_per_gb": 0.11,
 "vm_usd_per_gb": 0.002053333333,
 "usd_total": 5.0424,
 "regions": [
  {
   "region": "cloud:s",
   "role": "source",
   "vms": 1,
   "egress_gbps": 5,
   "ingress_gbps": 0
  },
  {
   "region": "cloud:r",
   "role": "relay",
   "vms": 1,
   "egress_gbps": 5,
   "ingress_gbps": 5
  },
  {
   "region": "cloud:d",
   "role": "destination",
   "vms": 1,
   "egress_gbps": 0,
   "ingress_gbps": 5
  }
 ],
 "links": [
  {
   "src": "cloud:r",
   "dst": "cloud:d",
   "gbps": 5,
   "capacity_gbps": 8,
   "connections": 40,
   "usd_per_gb": 0.09,
   "estimated": false
  },
  {
   "src": "cloud:s",
   "dst": "cloud:r",
   "gbps": 5,
   "capacity_gbps": 8,
   "connections": 40,
   "usd_per_gb": 0.02,
   "estimated": false
  }
 ],
 "paths": [
  {
   "regions": [
    "cloud:s",
    "cloud:r",
    "cloud:d"
   ],
   "gbps": 5
  }
 ],
 "bottlenecks": [
  {
   "at": "source_vm",
   "region": "cloud:s",
   "utilization": 1
  },
  {
   "at": "relay_vm",
   "region": "cloud:r",
   "utilization": 1
  }
 ],
 "direct": {
  "throughput_gbps": 2,
  "usd_per_gb": 0.09342222222
 },
 "speedup": 2.5,
 "cost_ratio": 1.199429115,
 "grid": {
  "source": "made up",
  "measured": "2022-11-28",
  "estimated_links": 1
 },
 "solve_ms": 11.5
}`
	if string(got) != want {
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
