package grid

// machineFigures are the figures of a machine, by the columns of a file.
var machineFigures = []struct {
	column string
	check  func(float64) error
	of     func(*Machine) *float64
}{
	figureEgress:         {"egress_gbps", checkGbps, func(m *Machine) *float64 { return &m.EgressGbps }},
	figureIngress:        {"ingress_gbps", checkGbps, func(m *Machine) *float64 { return &m.IngressGbps }},
	figurePrivateEgress:  {"private_egress_gbps", checkGbps, func(m *Machine) *float64 { return &m.PrivateEgressGbps }},
	figurePrivateIngress: {"private_ingress_gbps", checkGbps, func(m *Machine) *float64 { return &m.PrivateIngressGbps }},
	figureHourly:         {"usd_per_hour", checkUSD, func(m *Machine) *float64 { return &m.USDPerHour }},
}

const (
	figureEgress = iota
	figureIngress
	figurePrivateEgress
	figurePrivateIngress
	figureHourly
	numFigures
)

// figureSet is what a file gives of a machine, nil where it says nothing.
type figureSet [numFigures]*float64

// over takes what is missing from another.
func (f figureSet) over(rest figureSet) figureSet {
	for i := range f {
		if f[i] == nil {
			f[i] = rest[i]
		}
	}
	return f
}

// apply puts the figures into a machine. A public cap takes the private one with it,
// which was another machine's.
func (f figureSet) apply(m *Machine) {
	if f[figureEgress] != nil {
		m.PrivateEgressGbps = 0
	}
	if f[figureIngress] != nil {
		m.PrivateIngressGbps = 0
	}
	for i, v := range f {
		if v != nil {
			*machineFigures[i].of(m) = *v
		}
	}
}

func (f figureSet) hasCaps() bool { return f[figureEgress] != nil && f[figureIngress] != nil }

// machineRow is what a row says about a region, a cloud or a machine type.
type machineRow struct {
	vms    *int
	kind   string   // machine type
	kindAt position // of its name
	figureSet
}

// readRow reads a row and puts it where it belongs.
func (r *machineReader) readRow() error {
	row := &machineRow{kind: r.text(colType), kindAt: r.position(colType)}
	if r.text(colVMs) != "" {
		n, err := r.count(colVMs, checkMachines)
		if err != nil {
			return err
		}
		row.vms = &n
	}
	for i, f := range machineFigures {
		if r.text(f.column) == "" {
			continue
		}
		v, err := r.number(f.column, f.check)
		if err != nil {
			return err
		}
		row.figureSet[i] = &v
	}
	if name := r.text(colRegion); name != "" {
		return r.addPlace(name, row)
	}
	return r.addType(row)
}

func checkMachines(n int) error {
	if n < 0 {
		return invalidf("%d machines are negative", n)
	}
	if n > maxMachines {
		return invalidf("%d machines are more than %d", n, maxMachines)
	}
	return nil
}

// addPlace takes in a row about a region or a cloud.
func (r *machineReader) addPlace(name string, row *machineRow) error {
	if err := r.place(name); err != nil {
		return r.fail(colRegion, err)
	}
	if _, twice := r.regions[name]; twice {
		return r.fail(colRegion, invalidf("a second row for %s", name))
	}
	if row.vms == nil && row.kind == "" && row.figureSet == (figureSet{}) {
		return r.fail(colRegion, invalidf("the row says nothing about %s: write 0 for no machines", name))
	}
	r.regions[name] = row
	r.places = append(r.places, row)
	return nil
}

// addType takes in a row about a machine type.
func (r *machineReader) addType(row *machineRow) error {
	if row.kind == "" {
		return r.fail(colRegion, invalidf("the row names neither a region nor a machine type"))
	}
	if row.vms != nil {
		return r.fail(colVMs, invalidf("a number of machines needs a region or a cloud, and this row has only a type"))
	}
	if _, twice := r.types[row.kind]; twice {
		return r.fail(colType, invalidf("a second row for the machine type %s", row.kind))
	}
	if !row.hasCaps() {
		return r.fail(colType, invalidf("the machine type %s needs both egress_gbps and ingress_gbps", row.kind))
	}
	r.types[row.kind] = row
	return nil
}

// resolve works out what the file says about each region of the grid.
func (r *machineReader) resolve() *MachineFile {
	f := &MachineFile{Name: r.file, VMs: map[Region]int{}, Machines: map[Region]Machine{}}
	for i, region := range r.grid.regions {
		vms, found := r.about(region)
		if vms != nil {
			f.VMs[region] = *vms
		}
		if found == (figureSet{}) {
			continue
		}
		m := r.grid.machines[i]
		found.apply(&m)
		f.Machines[region] = m
		if found[figureHourly] != nil {
			f.Priced = append(f.Priced, region)
		}
	}
	return f
}

// about is what the region's own row says, and for the rest that of its cloud.
func (r *machineReader) about(region Region) (vms *int, f figureSet) {
	own, cloud := r.regions[string(region)], r.regions[region.Provider()]
	if own != nil {
		vms, f = own.vms, r.figuresOf(own)
	}
	if cloud == nil {
		return vms, f
	}
	if vms == nil {
		vms = cloud.vms
	}
	if own == nil || own.kind == "" {
		f = f.over(r.figuresOf(cloud))
	}
	return vms, f
}

// figuresOf are a row's own, and for the rest those of its type.
func (r *machineReader) figuresOf(row *machineRow) figureSet {
	if described, ok := r.types[row.kind]; ok {
		return row.over(described.figureSet)
	}
	return row.figureSet
}
