package grid

// readRow takes everything that the current row says.
func (f *throughputFile) readRow(r *rows) error {
	m, first, err := f.measuredOf(r)
	if err != nil {
		return err
	}
	s, err := f.readSample(r)
	if err != nil {
		return err
	}
	m.samples = append(m.samples, s)
	if err := m.readKind(r, first); err != nil {
		return err
	}
	if f.prices != nil {
		if err := f.prices.readRow(r); err != nil {
			return err
		}
	}
	if f.rtts != nil {
		return f.rtts.readRow(r)
	}
	return nil
}

// readSample reads a rate, and when and how it was measured.
func (f *throughputFile) readSample(r *rows) (s Sample, err error) {
	if s.Gbps, err = r.number(colGbps, checkGbps); err != nil {
		return s, err
	}
	if r.has(colSeconds) {
		if _, err := r.number(colSeconds, checkSeconds); err != nil {
			return s, err
		}
	}
	if err := f.readConnections(r); err != nil {
		return s, err
	}
	if s.Measured, err = r.date(colDate); err != nil {
		return s, err
	}
	if date := s.Measured; !date.IsZero() && (f.oldest.IsZero() || date.Before(f.oldest)) {
		f.oldest = date
	}
	s.Source = r.text(colSource)
	f.noteSource(s.Source)
	return s, nil
}

// noteSource keeps the source as long as all rows have the same.
func (f *throughputFile) noteSource(source string) {
	switch {
	case f.sources == 0:
		f.source, f.sources = source, 1
	case f.source != source:
		f.source, f.sources = "", 2
	}
}

// readConnections insists on one number in the whole file: rates over unlike
// numbers of connections cannot be compared, and the planner scales by it.
func (f *throughputFile) readConnections(r *rows) error {
	if !r.has(colConnections) {
		return nil
	}
	n, err := r.count(colConnections, checkConnections)
	if err != nil {
		return err
	}
	if f.connections != 0 && n != f.connections {
		return r.fail(colConnections, invalidf("%d connections here, %d in the rows before", n, f.connections))
	}
	f.connections = n
	return nil
}

// readKind reads whether the rate was measured once, is a median of several, or
// an estimate. Empty fields mean the first.
func (m *measuredLink) readKind(r *rows, first bool) (err error) {
	count, estimated := 1, r.text(colEstimated) == "1"
	if text := r.text(colEstimated); text != "" && text != "0" && text != "1" {
		return r.fail(colEstimated, invalidf("%q is neither 0 nor 1", text))
	}
	if r.text(colSamples) != "" {
		if count, err = r.count(colSamples, checkSamples); err != nil {
			return err
		}
	} else if estimated {
		count = 0
	}
	if first {
		m.count, m.estimated = count, estimated
	}
	if !first && (m.alone() || count != 1 || estimated) {
		return r.fail(colGbps, invalidf("%s to %s stands on line %d too, and one of the two is not a single measurement",
			m.id.Src, m.id.Dst, m.at.line))
	}
	return nil
}

func checkSeconds(seconds float64) error {
	if !(seconds > 0 && seconds <= 1e6) {
		return invalidf("a measurement cannot take %v seconds", seconds)
	}
	return nil
}
