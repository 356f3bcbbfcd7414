package grid

import (
	"slices"
	"strconv"
)

func (r *gridReader) readVersion() error {
	if !r.statement(formatName) {
		return r.unexpected(formatName + " " + strconv.Itoa(formatVersion))
	}
	version, err := parseCount(r.line.next(), checkConnections)
	if err != nil {
		return r.fail(err)
	}
	if version != formatVersion {
		return r.fail(invalidf("version %d of the format is not known, only %d", version, formatVersion))
	}
	return r.done()
}

func (r *gridReader) readConnections() (err error) {
	if !r.statement("connections") {
		return r.unexpected("connections")
	}
	if r.spec.Connections, err = parseCount(r.line.next(), checkConnections); err != nil {
		return r.fail(err)
	}
	return r.done()
}

func (r *gridReader) readOrigins() error {
	for r.statement("origin") {
		figure := Figure(r.line.next())
		if !slices.Contains(figures, figure) {
			return r.fail(invalidf("no figure of a grid is called %q", string(figure)))
		}
		if slices.ContainsFunc(r.spec.Origins, func(o Origin) bool { return o.Figure == figure }) {
			return r.fail(invalidf("a second origin for the figure %s", figure))
		}
		o, err := r.readOrigin(figure)
		if err != nil {
			return err
		}
		r.spec.Origins = append(r.spec.Origins, o)
	}
	return nil
}

func (r *gridReader) readLinkOrigins() error {
	for r.statement("link-origin") {
		o, err := r.readOrigin(Throughput)
		if err != nil {
			return err
		}
		r.linkOrigins = append(r.linkOrigins, o)
	}
	return nil
}

// readOrigin reads the date and the source, which is the rest of the line.
func (r *gridReader) readOrigin(figure Figure) (Origin, error) {
	o := Origin{Figure: figure}
	if date := r.line.next(); date != noCell {
		measured, err := parseDate(date)
		if err != nil {
			return o, r.fail(err)
		}
		o.Measured = measured
	}
	quoted := r.line.takeRest()
	source, err := strconv.Unquote(quoted)
	if err != nil {
		return o, r.fail(invalidf("%s is not a quoted source", quoted))
	}
	o.Source = source
	return o, r.done()
}

func (r *gridReader) readRegions() error {
	r.spec.Machines = map[Region]Machine{}
	for r.statement("region") {
		region, err := ParseRegion(r.line.next())
		if err != nil {
			return r.fail(err)
		}
		if n := len(r.regions); n == maxFileRegions {
			return r.fail(invalidf("more than %d regions", maxFileRegions))
		} else if n > 0 && r.regions[n-1] >= region {
			return r.fail(invalidf("%s must come before %s: regions are in byte order, each once", region, r.regions[n-1]))
		}
		r.regions = append(r.regions, region)
		if r.spec.Machines[region], err = r.readMachine(); err != nil {
			return err
		}
	}
	if len(r.regions) == 0 {
		return r.unexpected("region")
	}
	return nil
}

func (r *gridReader) readMachine() (m Machine, err error) {
	err = r.readNumbers(number{&m.EgressGbps, checkGbps}, number{&m.IngressGbps, checkGbps}, number{&m.USDPerHour, checkUSD})
	if err != nil {
		return m, err
	}
	if m.Limit, err = parseCount(r.line.next(), checkLimit); err != nil {
		return m, r.fail(err)
	}
	if r.line.rest != "" {
		err = r.readNumbers(number{&m.PrivateEgressGbps, checkPrivateGbps}, number{&m.PrivateIngressGbps, checkPrivateGbps})
	}
	if err != nil {
		return m, err
	}
	return m, r.done()
}

// number is a field of a line that holds one.
type number struct {
	to    *float64
	check func(float64) error
}

func (r *gridReader) readNumbers(numbers ...number) (err error) {
	for _, n := range numbers {
		if *n.to, err = parseNumber(r.line.next(), n.check); err != nil {
			return r.fail(err)
		}
	}
	return nil
}
