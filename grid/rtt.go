package grid

import (
	"math"
	"time"
)

// rttList holds what the rows of a file of round-trip times say.
type rttList struct {
	column string // in ms
	byID   map[LinkID][]time.Duration
	tiered bool // whether the file tells tiers apart
}

func newRTTList(r *rows, column string) *rttList {
	return &rttList{column: column, byID: map[LinkID][]time.Duration{}, tiered: r.report.Tiered}
}

// readRTTs reads a file of round-trip times in ms, in the column rtt_ms or,
// failing that, avg_ms. Ping's mean is preferred to its minimum because in the
// public measurements some minima are shorter than light needs in fibre.
func readRTTs(in Input, opt ImportOptions, known func(Region) error) (*rttList, FileReport, error) {
	r, err := openRows(in, opt, known)
	if err != nil {
		return nil, FileReport{}, err
	}
	column := r.firstColumn(colRTT, colMeanRTT)
	if column == "" {
		return nil, FileReport{}, &ParseError{
			File: in.Name, Line: 1, Column: 1, Field: colRTT,
			Err: invalidf("there is no such column, and no %s", colMeanRTT),
		}
	}
	list := newRTTList(r, column)
	for {
		more, err := r.next()
		if err != nil || !more {
			return list, r.report, err
		}
		if err := list.readRow(r); err != nil {
			return nil, FileReport{}, err
		}
	}
}

// readRow takes the current row's round-trip time. An empty field is one that
// is not known.
func (list *rttList) readRow(r *rows) error {
	if r.text(list.column) == "" {
		return nil
	}
	ms, err := r.number(list.column, checkMilliseconds)
	if err != nil {
		return err
	}
	list.byID[r.id] = append(list.byID[r.id], fromMilliseconds(ms))
	return nil
}

// apply sets the round-trip time of each link that the list has, the median if
// there are several, notes which, and returns how many of the list's are of no
// link.
func (list *rttList) apply(links []Link, set []bool) (unused int) {
	used := map[LinkID]bool{}
	for i := range links {
		if rtts, key, ok := valueOf(list.byID, list.tiered, links[i].ID()); ok {
			links[i].RTT = median(rtts)
			set[i], used[key] = true, true
		}
	}
	return len(list.byID) - len(used)
}

func checkMilliseconds(ms float64) error {
	if !(ms >= milliseconds(1) && ms <= milliseconds(maxRTT)) { // NaN fails too
		return invalidf("%v ms is not a round-trip time", ms)
	}
	return nil
}

// fromMilliseconds is exact to the nanosecond, and the inverse of milliseconds.
func fromMilliseconds(ms float64) time.Duration {
	return time.Duration(math.Round(ms * float64(time.Millisecond)))
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
