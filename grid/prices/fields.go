package prices

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// fields is what is left of a line.
type fields struct {
	rest   string
	column int // of the field read last, in bytes, from 1
	end    int // column of rest
}

// next takes the next field, quotes and all; it is empty if there is none.
func (f *fields) next() string {
	trimmed := strings.TrimLeft(f.rest, " ")
	f.column = max(f.end, 1) + len(f.rest) - len(trimmed)
	n := strings.IndexByte(trimmed, ' ')
	if n < 0 {
		n = len(trimmed)
	}
	if quoted, err := strconv.QuotedPrefix(trimmed); err == nil {
		n = len(quoted)
	}
	f.rest = trimmed[n:]
	f.end = f.column + n
	return trimmed[:n]
}

// word takes a field that must be there.
func (r *reader) word(field string) (string, error) {
	word := r.fields.next()
	if word == "" {
		return "", r.fail(field, invalidf("missing"))
	}
	return word, nil
}

// text takes a quoted field that says something.
func (r *reader) text(field string) (string, error) {
	quoted, err := r.word(field)
	if err != nil {
		return "", err
	}
	text, err := strconv.Unquote(quoted)
	if err != nil || strings.TrimSpace(text) == "" {
		return "", r.fail(field, invalidf("%s is not a text in quotes", quoted))
	}
	return text, nil
}

// day takes a date.
func (r *reader) day(field string) (time.Time, error) {
	word, err := r.word(field)
	if err != nil {
		return time.Time{}, err
	}
	day, err := time.Parse(time.DateOnly, word)
	if err != nil || day.Year() < 1970 {
		return time.Time{}, r.fail(field, invalidf("%q is not a date such as 2026-07-21", word))
	}
	return day, nil
}

// unit takes a unit and returns it in GB.
func (r *reader) unit() (float64, error) {
	word, err := r.word("unit")
	if err != nil {
		return 0, err
	}
	gb, ok := units[word]
	if !ok {
		return 0, r.fail("unit", invalidf("%q is neither GB nor GiB", word))
	}
	return gb, nil
}

// number reads a decimal number from 0 to a bound. Go's literals may be 1_0 and 0x1p4
// as well; a file that has such in it was not meant so.
func number(text string, atMost float64) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || strings.ContainsAny(text, "_xX") {
		return 0, invalidf("%q is not a number", text)
	}
	if v < 0 || v > atMost {
		return 0, invalidf("%v is outside of 0 to %v", v, atMost)
	}
	return v, nil
}

// price takes USD, negative if unknown.
func (r *reader) price(field string) (float64, error) {
	word, err := r.word(field)
	if err != nil {
		return 0, err
	}
	if word == unknown {
		return -1, nil
	}
	usd, err := number(word, maxUSD)
	if err != nil {
		return 0, r.fail(field, err)
	}
	return usd, nil
}

// done insists that nothing is left on the line.
func (r *reader) done() error {
	if extra := r.fields.next(); extra != "" {
		return r.fail("", invalidf("unexpected %q", extra))
	}
	return nil
}
