package grid

import (
	"bufio"
	"errors"
	"io"
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
		r.readVersion, r.readConnections, r.readOrigins, r.readLinkOrigins, r.readRegions, r.start, r.readTiers, r.readEnd,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	g, err := r.builder.finish()
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

	spec        Spec // all but the links
	linkOrigins []Origin
	regions     []Region

	builder  *builder
	cells    cellRefs
	standard record     // what a link has that no table but the first is about
	tier     string     // whose links are being read
	table    *linkTable // that they go to
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
