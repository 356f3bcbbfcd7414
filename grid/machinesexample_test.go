package grid_test

import (
	"fmt"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

// What an account may start, and on which machines.
func ExampleReadMachines() {
	const quota = `region,vms,type,egress_gbps,ingress_gbps
gcp,8,large,,
gcp:us-east1,0,,,
,,large,7,16
`
	g := grid.Builtin()
	file, err := grid.ReadMachines(grid.Input{Name: "quota.csv", Reader: strings.NewReader(quota)}, g)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err = g.WithMachines(file.Machines, file.Name)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range []grid.Region{"gcp:us-west1", "gcp:us-east1"} {
		m, _ := g.Machine(r)
		fmt.Printf("%s: %d machines, each sends %v Gbit/s\n", r, file.VMs[r], m.EgressGbps)
	}
	_, limited := file.VMs["aws:us-east-1"]
	fmt.Println("aws:us-east-1 has a quota:", limited)

	_, err = grid.ReadMachines(grid.Input{Name: "quota.csv", Reader: strings.NewReader("region,vms\ngcp:us-eats1,8\n")}, g)
	fmt.Println(err)
	// Output:
	// gcp:us-west1: 8 machines, each sends 7 Gbit/s
	// gcp:us-east1: 0 machines, each sends 7 Gbit/s
	// aws:us-east-1 has a quota: false
	// quota.csv:2:1: region: unknown region "gcp:us-eats1", the nearest names are: gcp:us-east1, aws:us-east-1, gcp:us-east4
}
