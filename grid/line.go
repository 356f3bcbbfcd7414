package grid

import "strings"

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
