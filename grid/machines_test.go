package grid_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/skyferry/skyferry/grid"
)

// machinesOf reads a file about the machines of a grid of aws:a, aws:b and gcp:c.
func machinesOf(t *testing.T, content string) *grid.MachineFile {
	t.Helper()
	f, err := grid.ReadMachines(csv("m.csv", content), threeRegions(t))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func threeRegions(t *testing.T) *grid.Grid {
	t.Helper()
	g, err := grid.New(grid.Spec{
		Links: []grid.Link{{Src: "aws:a", Dst: "aws:b", Gbps: 1}, {Src: "aws:b", Dst: "gcp:c", Gbps: 1}},
		Machines: map[grid.Region]grid.Machine{
			"gcp:c": {EgressGbps: 7, IngressGbps: 16, USDPerHour: 1.5, PrivateEgressGbps: 28, PrivateIngressGbps: 27},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestReadMachinesQuota(t *testing.T) {
	for _, test := range []struct {
		name, file string
		want       map[grid.Region]int
	}{
		{"regions", "region,vms\naws:a,3\ngcp:c,0\n", map[grid.Region]int{"aws:a": 3, "gcp:c": 0}},
		{"a cloud", "region,vms\naws,2\n", map[grid.Region]int{"aws:a": 2, "aws:b": 2}},
		{"a region beside its cloud", "region,vms\naws:a,5\naws,2\n", map[grid.Region]int{"aws:a": 5, "aws:b": 2}},
		{"none in the region of a cloud with some", "region,vms\naws,2\naws:b,0\n", map[grid.Region]int{"aws:a": 2, "aws:b": 0}},
		{"a region that has no number beside its cloud's", "region,vms,usd_per_hour\naws,2,\naws:a,,1\n", map[grid.Region]int{"aws:a": 2, "aws:b": 2}},
		{"what spreadsheets write", "\ufeffVMs, Region \r\n\"4\", gcp:c \r\n\r\n", map[grid.Region]int{"gcp:c": 4}},
		{"no numbers", "region,usd_per_hour\naws:a,1\n", map[grid.Region]int{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if f := machinesOf(t, test.file); !maps.Equal(f.VMs, test.want) || f.Name != "m.csv" {
				t.Errorf("%+v, want %v", f, test.want)
			}
		})
	}
}

// machineCase is what a file says about caps and prices.
type machineCase struct {
	name, file string
	want       map[grid.Region]grid.Machine
	priced     []grid.Region
}

const (
	allMachineColumns = "region,vms,type,egress_gbps,ingress_gbps,private_egress_gbps,private_ingress_gbps,usd_per_hour\n"
	typeSmall         = ",,s,2,3,,,\n"
)

// small is a machine of typeSmall at the default price.
var small = grid.Machine{EgressGbps: 2, IngressGbps: 3, USDPerHour: 1.54}

// checkMachines: aws has caps of 5 and 10 Gbit/s for 1.54 USD by default, gcp:c those of
// threeRegions.
func checkMachines(t *testing.T, tests []machineCase) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := machinesOf(t, allMachineColumns+test.file)
			if !maps.Equal(f.Machines, test.want) || !slices.Equal(f.Priced, test.priced) {
				t.Errorf("%+v\nwant %+v, priced %v", f, test.want, test.priced)
			}
		})
	}
}

func TestReadMachinesCaps(t *testing.T) {
	checkMachines(t, []machineCase{
		{name: "quotas alone", file: "aws,4,,,,,,\n", want: map[grid.Region]grid.Machine{}},
		{
			name: "one figure", file: "aws:a,,,2,,,,\n",
			want: map[grid.Region]grid.Machine{"aws:a": {EgressGbps: 2, IngressGbps: 10, USDPerHour: 1.54}},
		},
		{
			name: "private caps go with public ones", file: "gcp,,,4,,,,\n",
			want: map[grid.Region]grid.Machine{"gcp:c": {EgressGbps: 4, IngressGbps: 16, USDPerHour: 1.5, PrivateIngressGbps: 27}},
		},
		{
			name: "private caps of their own", file: "gcp,,,4,5,20,21,\n",
			want: map[grid.Region]grid.Machine{
				"gcp:c": {EgressGbps: 4, IngressGbps: 5, USDPerHour: 1.5, PrivateEgressGbps: 20, PrivateIngressGbps: 21},
			},
		},
		{
			name: "a price leaves the caps", file: "gcp:c,,,,,,,2\n",
			want: map[grid.Region]grid.Machine{
				"gcp:c": {EgressGbps: 7, IngressGbps: 16, USDPerHour: 2, PrivateEgressGbps: 28, PrivateIngressGbps: 27},
			},
			priced: []grid.Region{"gcp:c"},
		},
	})
}

func TestReadMachinesTypes(t *testing.T) {
	checkMachines(t, []machineCase{
		{
			name: "a type, described before", file: typeSmall + "aws:a,,s,,,,,\n",
			want: map[grid.Region]grid.Machine{"aws:a": small},
		},
		{
			name: "a type, described after", file: "aws,,s,,,,,\n" + typeSmall,
			want: map[grid.Region]grid.Machine{"aws:a": small, "aws:b": small},
		},
		{
			name: "a type that has a price", file: "aws:a,,s,,,,,\n,,s,2,3,,,0\n",
			want:   map[grid.Region]grid.Machine{"aws:a": {EgressGbps: 2, IngressGbps: 3}},
			priced: []grid.Region{"aws:a"},
		},
		{
			name: "more than the type says", file: "aws:a,,s,,4,,,0.5\n,,s,2,3,,,0\n",
			want:   map[grid.Region]grid.Machine{"aws:a": {EgressGbps: 2, IngressGbps: 4, USDPerHour: 0.5}},
			priced: []grid.Region{"aws:a"},
		},
		{
			name: "a type that is described where it is named", file: "aws:a,,s,2,3,,,\n",
			want: map[grid.Region]grid.Machine{"aws:a": small},
		},
		{
			name: "a region's figure beside its cloud's type", file: "aws,,s,,,,,\naws:b,,,4,,,,\n" + typeSmall,
			want: map[grid.Region]grid.Machine{"aws:a": small, "aws:b": {EgressGbps: 4, IngressGbps: 3, USDPerHour: 1.54}},
		},
		{
			name: "a region's type beside its cloud's figures", file: "aws:a,,s,,,,,\naws,,,6,7,,,9\n" + typeSmall,
			want: map[grid.Region]grid.Machine{
				"aws:a": small, "aws:b": {EgressGbps: 6, IngressGbps: 7, USDPerHour: 9},
			},
			priced: []grid.Region{"aws:b"},
		},
	})
}

func TestWithMachines(t *testing.T) {
	g := threeRegions(t)
	before, _ := g.Machine("aws:a")
	f, err := grid.ReadMachines(csv("m.csv", "region,egress_gbps\naws,2\n"), g)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := g.WithMachines(f.Machines, f.Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range g.Regions() {
		was, _ := g.Machine(r)
		if want, ok := f.Machines[r]; ok {
			was = want
		}
		if m, _ := changed.Machine(r); m != was {
			t.Errorf("%s: %+v, want %+v", r, m, was)
		}
	}
	if after, _ := g.Machine("aws:a"); after != before {
		t.Errorf("the grid itself has become %+v", after)
	}
	origins := changed.Origins()
	last := origins[len(origins)-1]
	if last.Figure != grid.Machines || !strings.HasPrefix(last.Source, "m.csv for 2 regions, else Jain") || len(origins) != len(g.Origins()) {
		t.Errorf("origins %+v", origins)
	}
	checkReadsBack(t, changed)
}

// TestWithAllMachines: nothing is left of where the old figures came from.
func TestWithAllMachines(t *testing.T) {
	g := threeRegions(t)
	machines := map[grid.Region]grid.Machine{}
	for _, r := range g.Regions() {
		machines[r] = grid.Machine{EgressGbps: 1, IngressGbps: 1}
	}
	changed, err := g.WithMachines(machines, "a contract")
	if err != nil {
		t.Fatal(err)
	}
	if origins := changed.Origins(); origins[len(origins)-1] != (grid.Origin{Figure: grid.Machines, Source: "a contract"}) {
		t.Errorf("origins %+v", origins)
	}
	same, err := g.WithMachines(nil, "nothing")
	if err != nil || !reflect.DeepEqual(same, g) {
		t.Errorf("no machines: %v, %v", same, err)
	}
}

func TestWithMachinesRefuses(t *testing.T) {
	g := threeRegions(t)
	fine := grid.Machine{EgressGbps: 1, IngressGbps: 1}
	if _, err := g.WithMachines(map[grid.Region]grid.Machine{"aws:q": fine}, "x"); !errors.Is(err, grid.ErrUnknownRegion) {
		t.Errorf("an unknown region: %v", err)
	}
	for name, m := range map[string]grid.Machine{
		"no egress": {IngressGbps: 1}, "a negative price": {EgressGbps: 1, IngressGbps: 1, USDPerHour: -1},
	} {
		if _, err := g.WithMachines(map[grid.Region]grid.Machine{"aws:a": m}, "x"); !errors.Is(err, grid.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadMachinesFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "quota.csv")
	if _, err := grid.ReadMachinesFile(name, threeRegions(t)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(name, []byte("region,vms\naws:a,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := grid.ReadMachinesFile(name, threeRegions(t))
	if err != nil || f.Name != name || f.VMs["aws:a"] != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestReadMachinesPassesOnReadErrors(t *testing.T) {
	broken := errors.New("broken")
	in := grid.Input{Name: "m.csv", Reader: iotest.ErrReader(broken)}
	if _, err := grid.ReadMachines(in, threeRegions(t)); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if _, err := grid.ReadMachines(grid.Input{}, threeRegions(t)); !errors.Is(err, grid.ErrInvalid) {
		t.Errorf("no file: %v", err)
	}
}
