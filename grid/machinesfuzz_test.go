package grid_test

import (
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// FuzzReadMachines checks that every file either speaks of the grid's regions alone, in
// figures that a grid takes, or is an error with a place in it.
func FuzzReadMachines(f *testing.F) {
	f.Add("region,vms\naws:a,3\ngcp,0\n")
	f.Add("\ufeffregion,vms,type,egress_gbps,ingress_gbps,usd_per_hour\r\naws,2,s,,,\r\naws:b,,,1e3,,\r\n,,s,2,3,1.5\r\n")
	f.Add("type,private_ingress_gbps,region,private_egress_gbps,egress_gbps,ingress_gbps\n\"s\",1,gcp:c,2,,\ns,,,,1,1\n")
	f.Add("region,vms\naws:q,3\n")
	f.Add("region,vms,\naws:a,3,\n")
	f.Fuzz(func(t *testing.T, file string) {
		g := threeRegions(t)
		m, err := grid.ReadMachines(csv("m.csv", file), g)
		if err != nil {
			checkParseError(t, err)
			return
		}
		for r, vms := range m.VMs {
			if !g.Has(r) || vms < 0 {
				t.Errorf("%d machines in %s", vms, r)
			}
		}
		for _, r := range m.Priced {
			if _, ok := m.Machines[r]; !ok {
				t.Errorf("%s has a price and no machine", r)
			}
		}
		if len(m.VMs)+len(m.Machines) == 0 {
			t.Errorf("the file says nothing: %q", file)
		}
		changed, err := g.WithMachines(m.Machines, m.Name)
		if err != nil {
			t.Fatalf("%+v: %v", m, err)
		}
		checkReadsBack(t, changed)
	})
}
