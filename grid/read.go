package grid

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Read reads a grid in the library's own text format, as [Grid.Write] writes
// it. What is wrong in the file is a [*ParseError] of the kind [ErrInvalid];
// it calls the file by its name where r has a method Name, as [os.File] does.
func Read(r io.Reader) (*Grid, error) {
	name := "grid"
	if named, ok := r.(interface{ Name() string }); ok {
		name = named.Name()
	}
	return readGrid(Input{Name: name, Reader: r})
}

func readGrid(in Input) (*Grid, error) {
	r := newGridReader(in)
	for _, step := range []func() error{
		r.readVersion, r.readConnections, r.readOrigins, r.readLinkOrigins, r.readRegions, r.setStandards, r.readTables, r.readEnd,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	g, err := New(r.spec)
	if err != nil {
		return nil, r.fail(err)
	}
	return g, nil
}

const maxLine = 1 << 20 // a row of 1,000 cells takes some 20 kB

// gridReader reads statement by statement. The statement at hand is in line
// until advance goes to the next one.
type gridReader struct {
	file    string
	scanner *bufio.Scanner
	line    line

	spec     Spec
	regions  []Region
	cells    cellRefs
	standard Link // what a link has that no table but the first is about
}

func newGridReader(in Input) *gridReader {
	r := &gridReader{file: in.Name, scanner: bufio.NewScanner(skipByteOrderMark(in.Reader))}
	r.scanner.Buffer(nil, maxLine)
	r.advance()
	return r
}

// advance goes to the next line that says something; at the end of the file
// the line is empty.
func (r *gridReader) advance() {
	number := r.line.number
	for r.scanner.Scan() {
		number++
		text := r.scanner.Text()
		if text != "" && text[0] != '#' {
			r.line = line{number: number, rest: text, column: 1}
			return
		}
	}
	r.line = line{number: number + 1, column: 1}
}

// fail is an error at the field that was read last. Where reading itself
// failed, the line may be half of one, and only that error is worth telling.
func (r *gridReader) fail(err error) error {
	broken := r.scanner.Err()
	switch {
	case errors.Is(broken, bufio.ErrTooLong):
		err = invalidf("the line is longer than %d bytes", maxLine)
	case broken != nil:
		return broken
	}
	return &ParseError{File: r.file, Line: r.line.number, Column: r.line.column, Err: err}
}

// unexpected is an error about a line that is not the statement that must come.
func (r *gridReader) unexpected(want string) error {
	if r.line.rest == "" {
		return r.fail(invalidf("the file ends before %s", want))
	}
	return r.fail(invalidf("expected %s", want))
}

// statement takes the keyword off the line at hand, or returns false and leaves
// the line alone if it has another.
func (r *gridReader) statement(keyword string) bool {
	first, _, _ := strings.Cut(r.line.rest, " ")
	if first != keyword {
		return false
	}
	r.line.next()
	return true
}

// done insists that nothing is left on the line, and goes to the next.
func (r *gridReader) done() error {
	if extra := r.line.next(); extra != "" {
		return r.fail(invalidf("unexpected %q", extra))
	}
	r.advance()
	return nil
}

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
	if r.cells.connections, err = parseCount(r.line.next(), checkConnections); err != nil {
		return r.fail(err)
	}
	r.spec.Connections = r.cells.connections
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
		r.cells.linkOrigins = append(r.cells.linkOrigins, o)
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
	for _, number := range []struct {
		to    *float64
		check func(float64) error
	}{{&m.EgressGbps, checkGbps}, {&m.IngressGbps, checkGbps}, {&m.USDPerHour, checkUSD}} {
		if *number.to, err = parseNumber(r.line.next(), number.check); err != nil {
			return m, r.fail(err)
		}
	}
	if m.Limit, err = parseCount(r.line.next(), checkLimit); err != nil {
		return m, r.fail(err)
	}
	return m, r.done()
}

func (r *gridReader) readEnd() error {
	if !r.statement("end") {
		return r.unexpected("end")
	}
	if err := r.done(); err != nil {
		return err
	}
	if r.line.rest != "" || r.scanner.Err() != nil {
		return r.fail(invalidf("expected nothing after the end"))
	}
	return nil
}

// line is what is left of a line.
type line struct {
	number int
	rest   string
	column int // of the field read last, or of rest before any is read
	end    int // column of rest once a field was read
}

// next takes the next field, empty if there is none.
func (l *line) next() string {
	field, rest, found := strings.Cut(l.rest, " ")
	l.column = max(l.end, 1)
	l.end = l.column + len(field)
	if found {
		l.end++
	}
	l.rest = rest
	return field
}

// takeRest takes all fields that are left as one.
func (l *line) takeRest() string {
	l.column = max(l.end, 1)
	l.end = l.column + len(l.rest)
	rest := l.rest
	l.rest = ""
	return rest
}
