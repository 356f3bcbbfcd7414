package grid

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
	if err := r.readSamples(); err != nil {
		return err
	}
	return r.checkSamples()
}
