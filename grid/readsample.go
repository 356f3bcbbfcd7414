package grid

import "slices"

// readSamples reads the tables of samples of a tier, and those that stand alone.
func (r *gridReader) readSamples() error {
	for r.statement("samples") {
		if err := r.readSampleTable(); err != nil {
			return err
		}
	}
	for r.statement("sample") {
		if err := r.readSample(); err != nil {
			return err
		}
	}
	return nil
}

func (r *gridReader) readSampleTable() error {
	origin, err := r.cells.parseOrigin(r.line.next())
	if err != nil {
		return r.fail(err)
	}
	if err := r.done(); err != nil {
		return err
	}
	return r.readSquare(func(src, dst int, cell string) error {
		if cell == noCell {
			return nil
		}
		id := recordID{tier: r.tier, src: uint32(src), dst: uint32(dst)}
		l, err := r.unfinished(id)
		if err != nil {
			return err
		}
		gbps, err := l.parseSample(cell)
		if err == nil {
			r.addSample(id, gbps, origin)
		}
		return err
	})
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
	l, err := r.unfinished(id)
	if err != nil {
		return r.fail(err)
	}
	gbps, err := l.parseSample(r.line.next())
	if err != nil {
		return r.fail(err)
	}
	origin, err := r.cells.parseOrigin(r.line.next())
	if err != nil {
		return r.fail(err)
	}
	r.addSample(id, gbps, origin)
	return r.done()
}

func (r *gridReader) addSample(id recordID, gbps float64, origin linkOrigin) {
	s := packedSample{gbps: gbps, source: origin.source, measured: origin.measured}
	r.builder.samples[id] = append(r.builder.samples[id], s)
}

// parseSample reads the rate of one of the link's samples.
func (r *record) parseSample(text string) (float64, error) {
	if text == ownRate {
		return r.gbps, nil
	}
	return parseNumber(text, checkGbps)
}

// unfinished insists on a measured link that lacks samples yet.
func (r *gridReader) unfinished(id recordID) (*record, error) {
	src, dst := r.regions[id.src], r.regions[id.dst]
	i, ok := r.table.find(id.src, id.dst)
	if !ok {
		return nil, invalidf("there is no link from %s to %s", src, dst)
	}
	l := &r.table.links[i]
	if l.estimated || l.samples < 2 {
		return nil, invalidf("the link from %s to %s is not one of several samples", src, dst)
	}
	if len(r.builder.samples[id]) == int(l.samples) {
		return nil, invalidf("the link from %s to %s has more than its %d samples", src, dst, l.samples)
	}
	return l, nil
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
