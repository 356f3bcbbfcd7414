package prices

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/skyferry/skyferry/grid"
)

// ReadFile reads a book from a file. What is wrong in it is a [*grid.ParseError].
func ReadFile(path string) (*Book, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("price book: %w", err)
	}
	defer func() { _ = f.Close() }() // only read from
	return Read(f)
}

// Read reads a book. What is wrong in it is a [*grid.ParseError]; it calls the file
// by its name where r has a method Name, as [os.File] does.
func Read(r io.Reader) (*Book, error) {
	name := "price book"
	if named, ok := r.(interface{ Name() string }); ok {
		name = named.Name()
	}
	rd := &reader{file: name, scanner: bufio.NewScanner(r), layer: &layer{areas: areas{}}, seen: map[line]bool{}}
	rd.scanner.Buffer(nil, maxLine)
	return rd.read()
}

// reader reads statement by statement.
type reader struct {
	file    string
	scanner *bufio.Scanner
	number  int // of the line
	fields  fields

	layer  *layer
	source Source // of the lines at hand
	seen   map[line]bool
}

// line is what no two lines of a book have in common.
type line struct{ statement, where, what string }

// first reports whether a line is the first of its kind.
func (r *reader) first(l line) bool {
	twice := r.seen[l]
	r.seen[l] = true
	return !twice
}

func (r *reader) read() (*Book, error) {
	if err := r.readVersion(); err != nil {
		return nil, err
	}
	for r.advance() {
		keyword, err := r.word("statement")
		if err != nil {
			return nil, err
		}
		if keyword == "end" {
			return r.finish()
		}
		statement, ok := statements[keyword]
		if !ok {
			return nil, r.fail("statement", invalidf("no statement is called %q", keyword))
		}
		if err := r.inOrder(keyword); err != nil {
			return nil, err
		}
		if err := statement(r); err != nil {
			return nil, err
		}
		if err := r.done(); err != nil {
			return nil, err
		}
	}
	return nil, r.fail("", invalidf("the file ends before end"))
}

// advance goes to the next line that says something, with false at the end.
func (r *reader) advance() bool {
	for r.scanner.Scan() {
		r.number++
		text := r.scanner.Text()
		if r.number == 1 {
			text = strings.TrimPrefix(text, "\uFEFF") // a byte order mark, as editors write
		}
		if text != "" && text[0] != '#' {
			r.fields = fields{rest: text, column: 1}
			return true
		}
	}
	r.number++
	r.fields = fields{column: 1}
	return false
}

// fail is an error at the field that was read last. Where reading itself failed,
// only that error is worth telling.
func (r *reader) fail(field string, err error) error {
	broken := r.scanner.Err()
	switch {
	case errors.Is(broken, bufio.ErrTooLong):
		err = invalidf("the line is longer than %d bytes", maxLine)
	case broken != nil:
		return fmt.Errorf("%s: %w", r.file, broken)
	}
	return &grid.ParseError{File: r.file, Line: r.number, Column: r.fields.column, Field: field, Err: err}
}

func (r *reader) readVersion() error {
	r.advance()
	for _, want := range []string{formatName, formatVersion} {
		got, err := r.word("version")
		if err != nil {
			return err
		}
		if got != want {
			return r.fail("version", invalidf("%q: a price book begins with %s %s", got, formatName, formatVersion))
		}
	}
	return r.done()
}

// inOrder insists on what every line about prices needs above it.
func (r *reader) inOrder(keyword string) error {
	info := &r.layer.info
	switch {
	case keyword == "name" || info.Name != "" && keyword == "date":
		return nil
	case info.Name == "":
		return r.fail("statement", invalidf("expected the book's name"))
	case info.Date.IsZero():
		return r.fail("statement", invalidf("expected the book's date"))
	case keyword != "source" && keyword != "area" && r.source.Text == "":
		return r.fail("statement", invalidf("a figure needs a source above it"))
	}
	return nil
}

// finish checks that nothing follows, and that the book says something.
func (r *reader) finish() (*Book, error) {
	if err := r.done(); err != nil {
		return nil, err
	}
	l := r.layer
	if len(l.egress)+len(l.free)+len(l.machines)+len(l.services) == 0 {
		return nil, r.fail("", invalidf("the book has no prices"))
	}
	if r.advance() || r.scanner.Err() != nil {
		return nil, r.fail("", invalidf("expected nothing after the end"))
	}
	l.egress.sort()
	l.free.sort()
	return &Book{layers: []*layer{l}}, nil
}
