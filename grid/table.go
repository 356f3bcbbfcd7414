package grid

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
)

// table reads a CSV file by the names of its columns. It takes what
// spreadsheets write: a byte order mark, CRLF, quotes, spaces around fields.
// Every error it returns is a ParseError, except those of the reader itself.
type table struct {
	file    string
	csv     *csv.Reader
	columns map[string]int // index by name in lower case
	record  []string       // the current row
	rows    int            // read so far, without the header
}

// openTable reads the header and insists on the required columns.
func openTable(in Input, required ...string) (*table, error) {
	t := &table{file: in.Name, csv: csv.NewReader(skipByteOrderMark(in.Reader))}
	t.csv.ReuseRecord = true
	header, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return nil, &ParseError{File: t.file, Line: 1, Column: 1, Err: invalidf("the file is empty")}
	}
	if err != nil {
		return nil, t.syntaxError(err)
	}
	if err := t.readHeader(header); err != nil {
		return nil, err
	}
	for _, name := range required {
		if !t.has(name) {
			return nil, t.missingColumn(header, name)
		}
	}
	return t, nil
}

func skipByteOrderMark(r io.Reader) io.Reader {
	const mark = "\uFEFF"
	buffered := bufio.NewReader(r)
	if head, _ := buffered.Peek(len(mark)); string(head) == mark {
		_, _ = buffered.Discard(len(mark)) // cannot fail: it was just peeked at
	}
	return buffered
}

func (t *table) readHeader(header []string) error {
	t.columns = make(map[string]int, len(header))
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		if t.has(name) {
			line, column := t.csv.FieldPos(i)
			return &ParseError{File: t.file, Line: line, Column: column, Field: name, Err: invalidf("two columns of that name")}
		}
		t.columns[name] = i
	}
	return nil
}

func (t *table) missingColumn(header []string, name string) error {
	line, _ := t.csv.FieldPos(0)
	return &ParseError{
		File: t.file, Line: line, Column: 1, Field: name,
		Err: invalidf("there is no such column, only: %s", strings.Join(header, ", ")),
	}
}

// next goes to the next row, or returns false at the end.
func (t *table) next() (bool, error) {
	record, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err != nil {
		return false, t.syntaxError(err)
	}
	t.record = record
	t.rows++
	return true, nil
}

// syntaxError turns the CSV reader's errors into ours.
func (t *table) syntaxError(err error) error {
	syntax, ok := errors.AsType[*csv.ParseError](err)
	if !ok {
		return err
	}
	reason := syntax.Err
	if errors.Is(reason, csv.ErrFieldCount) {
		reason = invalidf("the row has another number of fields than the header")
	}
	return &ParseError{File: t.file, Line: syntax.Line, Column: syntax.Column, Err: reason}
}

func (t *table) has(column string) bool {
	_, ok := t.columns[column]
	return ok
}

// position is where the column's field starts in the current row.
func (t *table) position(column string) position {
	line, col := t.csv.FieldPos(t.columns[column])
	return position{file: t.file, line: line, column: col, field: column}
}

// fail is an error about the column's field in the current row.
func (t *table) fail(column string, err error) error { return t.position(column).fail(err) }

// text is the column's field in the current row, empty if there is no such column.
func (t *table) text(column string) string {
	i, ok := t.columns[column]
	if !ok {
		return ""
	}
	return strings.TrimSpace(t.record[i])
}

func (t *table) region(column string) (Region, error) {
	r, err := ParseRegion(t.text(column))
	if err != nil {
		return "", t.fail(column, err)
	}
	return r, nil
}

// number reads a decimal number that passes check.
func (t *table) number(column string, check func(float64) error) (float64, error) {
	v, err := parseNumber(t.text(column), check)
	if err != nil {
		return 0, t.fail(column, err)
	}
	return v, nil
}

func (t *table) count(column string, check func(int) error) (int, error) {
	n, err := parseCount(t.text(column), check)
	if err != nil {
		return 0, t.fail(column, err)
	}
	return n, nil
}

// dateLayouts are tried in turn.
var dateLayouts = []string{time.DateOnly, time.RFC3339Nano, "2006-01"}

func parseDate(text string) (time.Time, error) {
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			t = normaliseTime(t)
			return t, checkDate(t)
		}
	}
	return time.Time{}, invalidf("%q is not a date such as 2022-11-28, 2022-11 or 2022-11-28T09:00:00Z", text)
}

// date is zero where the field is empty.
func (t *table) date(column string) (time.Time, error) {
	text := t.text(column)
	if text == "" {
		return time.Time{}, nil
	}
	d, err := parseDate(text)
	if err != nil {
		return time.Time{}, t.fail(column, err)
	}
	return d, nil
}

// firstColumn is the first of the names that the table has, or empty.
func (t *table) firstColumn(names ...string) string {
	if i := slices.IndexFunc(names, t.has); i >= 0 {
		return names[i]
	}
	return ""
}

// position is a place in a file that an error can point to.
type position struct {
	file         string
	line, column int
	field        string
}

func (p position) fail(err error) error {
	return &ParseError{File: p.file, Line: p.line, Column: p.column, Field: p.field, Err: err}
}
