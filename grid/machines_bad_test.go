package grid_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestReadMachinesRefuses says what is wrong in a file about machines, and where.
func TestReadMachinesRefuses(t *testing.T) {
	const caps = "region,vms,type,egress_gbps,ingress_gbps\n"
	for _, test := range []struct {
		name, file string
		want       string // start of the error: file:line:column: field
		says       string // part of it
	}{
		{"empty file", "", "m.csv:1:1: ", "empty"},
		{"nothing but a header", "region,vms\n", "m.csv:1:1: ", "no row"},
		{"nothing but types", caps + ",,s,2,3\n", "m.csv:1:1: ", "no row"},
		{"no column region", "vms,type\n3,s\n", "m.csv:1:1: region: ", "vms, type"},
		{"a column that means nothing", "region,vm,limit\naws:a,3,4\n", "m.csv:1:8: vm: ", "region, vms, type, egress_gbps"},
		{"a column without a name", "region,vms,\naws:a,3,\n", "m.csv:1:12: ", "no such column"},
		{"a column twice", "region,vms,vms\n", "m.csv:1:12: vms: ", "two columns"},
		{"a short row", caps + "aws:a,3\n", "m.csv:2:1: ", "number of fields"},
		{"half a machine", "region,vms\naws:a,1.5\n", "m.csv:2:7: vms: ", "whole number"},
		{"an underscore", "region,vms\naws:a,1_0\n", "m.csv:2:7: vms: ", `"1_0"`},
		{"fewer than none", "region,vms\naws:a,3\naws:b,-1\n", "m.csv:3:7: vms: ", "negative"},
		{"very many", "region,vms\naws:a,1000000\n", "m.csv:2:7: vms: ", "more than"},
		{"a rate of zero", caps + "aws:a,,,0,\n", "m.csv:2:9: egress_gbps: ", "not a rate"},
		{"an infinite rate", caps + "aws:a,,,1,inf\n", "m.csv:2:11: ingress_gbps: ", "Inf"},
		{"a negative price", "region,usd_per_hour\naws:a,-1\n", "m.csv:2:7: usd_per_hour: ", "negative"},
		{"an unknown region", "region,vms\naws:aa,3\n", "m.csv:2:1: region: ", "nearest names are: aws:a"},
		{"a malformed region", "region,vms\naws:,3\n", "m.csv:2:1: region: ", "provider:name"},
		{"an unknown cloud", "region,vms\ngpc,3\n", "m.csv:2:1: region: ", `no cloud of the grid is called "gpc", only: aws, gcp`},
		{"a region without its cloud", "region,vms\nc,3\n", "m.csv:2:1: region: ", "gcp:c"},
		{"a region twice", "region,vms\naws:a,3\naws:a,4\n", "m.csv:3:1: region: ", "second row for aws:a"},
		{"a cloud twice", "region,vms\naws,3\naws,3\n", "m.csv:3:1: region: ", "second row for aws"},
		{"a row that says nothing", "region,vms\naws:a,\n", "m.csv:2:1: region: ", "write 0"},
		{"a row about nothing", caps + ",3,,2,2\n", "m.csv:2:1: region: ", "neither a region nor a machine type"},
		{"a number of a type", caps + ",3,s,2,2\n", "m.csv:2:2: vms: ", "region or a cloud"},
		{"a type without ingress", caps + ",,s,2,\n", "m.csv:2:3: type: ", "both"},
		{"a type twice", caps + ",,s,2,2\n,,s,2,2\n", "m.csv:3:3: type: ", "second row for the machine type s"},
		{"a type that is not described", caps + "aws:a,1,m,,\n,,s,2,2\n,,l,4,4\n", "m.csv:2:9: type: ", `"m" has no row of its own with its caps; those that have one: l, s`},
		{"no type is described", caps + "aws:a,1,m,3,\n", "m.csv:2:9: type: ", "none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := grid.ReadMachines(csv("m.csv", test.file), threeRegions(t))
			if f != nil {
				t.Fatalf("read as %+v", f)
			}
			checkParseError(t, err)
			if !strings.HasPrefix(err.Error(), test.want) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %q, want it to begin with %q and say %q", err, test.want, test.says)
			}
		})
	}
}

// TestReadMachinesUnknownRegion: the kind and the names can be had from the error.
func TestReadMachinesUnknownRegion(t *testing.T) {
	for _, name := range []string{"gcp:b", "gpc"} {
		_, err := grid.ReadMachines(csv("m.csv", "region,vms\n"+name+",3\n"), threeRegions(t))
		unknown, ok := errors.AsType[*grid.UnknownRegionError](err)
		if !errors.Is(err, grid.ErrUnknownRegion) || !ok || unknown.Region != grid.Region(name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
