package grid

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// The columns of a file about machines.
const (
	colRegion = "region"
	colVMs    = "vms"
	colType   = "type"
)

// maxMachines is more than any quota of a region: what is above is a slip.
const maxMachines = 100_000

// ReadMachines reads how many machines may be started in the regions of a grid, and
// what each of them can do and costs, from CSV whose columns are found by name:
//
//	region               a region, or a cloud such as gcp for all of its regions; required
//	vms                  number of machines that may be started, 0 for none
//	type                 name of a machine type, see below
//	egress_gbps          most that a machine sends, in Gbit/s (10^9 bit/s)
//	ingress_gbps         most that it receives
//	private_egress_gbps  the same between private addresses
//	private_ingress_gbps
//	usd_per_hour         what it costs
//
// An empty field says nothing. A row without a region describes a machine type: its
// caps, both of them required, and its price, which hold for the rows that name the
// type and do not say otherwise themselves. It may stand anywhere in the file. Where a
// region has a row of its own beside its cloud's, each figure of its own wins; naming
// a type there takes the place of all of the cloud's caps and prices, which are those of
// another machine. Without private caps, those of the file's public ones hold, as
// [Machine] says. What no row speaks of stays as it is in the grid.
//
//	region,vms,type,egress_gbps,ingress_gbps
//	gcp,8,n2-standard-32,,
//	gcp:us-east1,2,,,
//	aws:us-east-1,0,,,
//	,,n2-standard-32,7,16
//
// Another column, a second row for the same region, cloud or type, a type that is not
// described and a row that says nothing are errors: a slip must not lift a limit
// unseen. Every error about the file is a [*ParseError]; it is of the kind
// [ErrUnknownRegion] too, with the nearest names, for a region or cloud that the grid
// does not have.
func ReadMachines(in Input, g *Grid) (*MachineFile, error) {
	if !in.given() {
		return nil, invalidf("there is no file of machines")
	}
	t, err := openTable(in, colRegion)
	if err != nil {
		return nil, err
	}
	r := &machineReader{table: t, grid: g, regions: map[string]*machineRow{}, types: map[string]*machineRow{}}
	if err := r.checkColumns(); err != nil {
		return nil, err
	}
	if err := r.readRows(); err != nil {
		return nil, err
	}
	if err := r.checkTypes(); err != nil {
		return nil, err
	}
	return r.resolve(), nil
}

// ReadMachinesFile is [ReadMachines] from a file by name.
func ReadMachinesFile(name string, g *Grid) (*MachineFile, error) {
	opened, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open machine file: %w", err)
	}
	defer func() { _ = opened.Close() }() // only read from
	return ReadMachines(Input{Name: name, Reader: opened}, g)
}

// machineReader collects the rows of a file, which may stand in any order.
type machineReader struct {
	*table
	grid    *Grid
	regions map[string]*machineRow // by region or cloud
	types   map[string]*machineRow // by machine type
	places  []*machineRow          // of regions and clouds, in order
}

// checkColumns refuses a column that means nothing.
func (r *machineReader) checkColumns() error {
	known := []string{colRegion, colVMs, colType}
	for _, f := range machineFigures {
		known = append(known, f.column)
	}
	unknown := ""
	first := len(r.columns)
	for name, i := range r.columns {
		if i < first && !slices.Contains(known, name) {
			unknown, first = name, i
		}
	}
	if first == len(r.columns) {
		return nil
	}
	return r.fail(unknown, invalidf("there is no such column in a file of machines, only: %s", strings.Join(known, ", ")))
}

func (r *machineReader) readRows() error {
	for {
		more, err := r.next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if err := r.readRow(); err != nil {
			return err
		}
	}
	if len(r.places) == 0 {
		return &ParseError{File: r.file, Line: 1, Column: 1, Err: invalidf("there is no row about a region or a cloud")}
	}
	return nil
}

// checkTypes wants every type that is named to be described, unless the row that
// names it has both caps itself.
func (r *machineReader) checkTypes() error {
	for _, row := range r.places {
		if _, described := r.types[row.kind]; row.kind == "" || described || row.hasCaps() {
			continue
		}
		known := strings.Join(slices.Sorted(maps.Keys(r.types)), ", ")
		return row.kindAt.fail(invalidf("the machine type %q has no row of its own with its caps; those that have one: %s", row.kind, cmp.Or(known, "none")))
	}
	return nil
}

// place checks the name in the column region.
func (r *machineReader) place(name string) error {
	if strings.Contains(name, ":") {
		region, err := ParseRegion(name)
		if err != nil {
			return err
		}
		return r.grid.Lookup(region)
	}
	clouds := r.grid.clouds()
	if slices.Contains(clouds, name) {
		return nil
	}
	return fmt.Errorf("no cloud of the grid is called %q, only: %s; %w", name, strings.Join(clouds, ", "), r.grid.Lookup(Region(name)))
}

// clouds are the providers of the grid's regions, in byte order.
func (g *Grid) clouds() []string {
	var names []string
	for _, r := range g.regions {
		names = append(names, r.Provider())
	}
	slices.Sort(names)
	return slices.Compact(names)
}
