package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// event is a line of go test -json.
type event struct {
	Action, Package, Test, Output string
}

// What a case logs; see objstoretest.Unsupported and objstoretest.Harness.Differs.
const (
	unsupported = "objstoretest: unsupported"
	differs     = "the server differs:"
)

// matrix is the outcome of each case in each column.
type matrix struct {
	columns map[string]map[string]*cell // by column and case
	cases   []string                    // in the order of the first that ran each
	reasons []string
	failed  bool
}

// cell is what is known of a case in a column.
type cell struct {
	unsupported bool
	outcome     string
}

// read makes the matrix of what go test -json wrote.
func read(r io.Reader) (*matrix, error) {
	m := &matrix{columns: map[string]map[string]*cell{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // what the compiler or a crash says stands between the events
		}
		m.add(e)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(m.cases) == 0 {
		return nil, errors.New("no case of the suite ran: is this the output of go test -json?")
	}
	return m, nil
}

func (m *matrix) add(e event) {
	column, name, ok := split(e)
	if !ok {
		return
	}
	c := m.cell(column, name)
	switch {
	case strings.Contains(e.Output, unsupported):
		c.unsupported = true
	case strings.Contains(e.Output, differs):
		_, why, _ := strings.Cut(e.Output, differs)
		m.reasons = append(m.reasons, fmt.Sprintf("%s, %s: %s", column, name, strings.TrimSpace(why)))
	}
	switch e.Action {
	case "pass":
		c.outcome = "pass"
		if c.unsupported {
			c.outcome = "unsupported"
		}
	case "skip":
		c.outcome = "differs"
	case "fail":
		c.outcome, m.failed = "FAIL", true
	}
}

func (m *matrix) cell(column, name string) *cell {
	if m.columns[column] == nil {
		m.columns[column] = map[string]*cell{}
	}
	c := m.columns[column][name]
	if c == nil {
		c = &cell{outcome: "-"}
		m.columns[column][name] = c
	}
	if !slices.Contains(m.cases, name) {
		m.cases = append(m.cases, name)
	}
	return c
}

// groups are those of the suite, see objstoretest.
var groups = []string{"Keys", "List", "Read", "Put", "Attrs", "Multipart", "Copy", "Delete", "Bucket"}

// split returns the column and the case that an event is about:
// objstore/file's TestConformance/Fsync/Keys/Odd is of file Fsync, Keys/Odd.
func split(e event) (column, name string, ok bool) {
	parts := strings.Split(e.Test, "/")
	n := len(parts)
	if n < 3 || !strings.HasPrefix(parts[0], "TestConformance") || !slices.Contains(groups, parts[n-2]) {
		return "", "", false
	}
	column = e.Package[strings.LastIndexByte(e.Package, '/')+1:]
	parts[0] = strings.TrimPrefix(parts[0], "TestConformance")
	for _, p := range parts[:n-2] {
		if p != "" {
			column += " " + p
		}
	}
	return column, parts[n-2] + "/" + parts[n-1], true
}

// print writes the table, and the reasons for what differs.
func (m *matrix) print(w io.Writer) error {
	columns := slices.Sorted(maps.Keys(m.columns))
	var s strings.Builder
	fmt.Fprintf(&s, "| case | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, name := range m.cases {
		fmt.Fprintf(&s, "| %s |", name)
		for _, column := range columns {
			outcome := "-"
			if c := m.columns[column][name]; c != nil {
				outcome = c.outcome
			}
			fmt.Fprintf(&s, " %s |", outcome)
		}
		s.WriteByte('\n')
	}
	if len(m.reasons) > 0 {
		s.WriteString("\nWhere the server behind a test differs from the store that it stands for:\n\n")
	}
	for _, why := range m.reasons {
		fmt.Fprintf(&s, "- %s\n", why)
	}
	_, err := io.WriteString(w, s.String())
	return err
}
