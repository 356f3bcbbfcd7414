package grid

import "slices"

// start makes the builder, once all but the links is read, and prepares what a
// link has where tables are missing.
func (r *gridReader) start() (err error) {
	spec := r.spec.withDefaults()
	if r.builder, err = newBuilder(spec); err != nil {
		return r.fail(err)
	}
	r.cells.connections = uint32(spec.Connections)
	r.cells.origins = []linkOrigin{{measured: stampOf(originOf(Throughput, spec.Origins).Measured)}}
	for _, o := range r.linkOrigins {
		r.cells.origins = append(r.cells.origins, linkOrigin{r.builder.source(o.Source), stampOf(o.Measured)})
	}
	for _, column := range tableColumns {
		if column.standard == nil {
			continue
		}
		if err := column.parse(&r.standard, column.standard(&r.cells), &r.cells); err != nil {
			return err
		}
	}
	return nil
}

// readTiers reads the links of the grid's own tier, and then those of others.
func (r *gridReader) readTiers() error {
	if err := r.readTier(""); err != nil {
		return err
	}
	for r.statement("tier") {
		name := r.line.next()
		if name <= r.tier {
			return r.fail(invalidf("the tier %q must have a name after %q: tiers are in byte order, each once", name, r.tier))
		}
		if err := checkTier(name); err != nil {
			return r.fail(err)
		}
		if err := r.done(); err != nil {
			return err
		}
		if err := r.readTier(name); err != nil {
			return err
		}
		if len(r.table.links) == 0 {
			return r.unexpected("a table with links of the tier " + name)
		}
	}
	return nil
}

func (r *gridReader) readTier(name string) error {
	r.tier, r.table = name, r.builder.table(name)
	if err := r.readTables(); err != nil {
		return err
	}
	r.table.index(len(r.regions)) // to find the samples' links
	for r.statement("sample") {
		if err := r.readSample(); err != nil {
			return err
		}
	}
	return r.checkSamples()
}

func (r *gridReader) readSample() error {
	id := recordID{tier: r.tier}
	for _, end := range []*uint32{&id.src, &id.dst} {
		region := Region(r.line.next())
		number, ok := r.builder.grid.ids[region]
		if !ok {
			return r.fail(&UnknownRegionError{Region: region, Nearest: nearest(region, r.regions)})
		}
		*end = number
	}
	if err := r.checkSample(id); err != nil {
		return r.fail(err)
	}
	var s packedSample
	if err := r.readNumbers(number{&s.gbps, checkGbps}); err != nil {
		return err
	}
	origin, err := r.cells.parseOrigin(r.line.next())
	if err != nil {
		return r.fail(err)
	}
	s.source, s.measured = origin.source, origin.measured
	r.builder.samples[id] = append(r.builder.samples[id], s)
	return r.done()
}

// checkSample insists on a measured link, that is not yet complete.
func (r *gridReader) checkSample(id recordID) error {
	src, dst := r.regions[id.src], r.regions[id.dst]
	i, ok := r.table.find(id.src, id.dst)
	if !ok {
		return invalidf("there is no link from %s to %s", src, dst)
	}
	l := r.table.links[i]
	if l.estimated || l.samples < 2 {
		return invalidf("the link from %s to %s is not one of several samples", src, dst)
	}
	if len(r.builder.samples[id]) == int(l.samples) {
		return invalidf("the link from %s to %s has more than its %d samples", src, dst, l.samples)
	}
	return nil
}

// checkSamples insists that each link of the tier that keeps samples has them
// all, and sorts them.
func (r *gridReader) checkSamples() error {
	for id, samples := range r.builder.samples {
		if id.tier != r.tier {
			continue
		}
		i, _ := r.table.find(id.src, id.dst) // readSample has found it
		if want := int(r.table.links[i].samples); len(samples) != want {
			return r.fail(invalidf("the link from %s to %s has %d samples, but %d of them stand here",
				r.regions[id.src], r.regions[id.dst], want, len(samples)))
		}
		slices.SortFunc(samples, func(a, b packedSample) int {
			return compareSamples(r.builder.grid.sample(a), r.builder.grid.sample(b))
		})
	}
	return nil
}
