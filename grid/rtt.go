package grid

import (
	"math"
	"time"
)

// rttList holds what the rows of a file of round-trip times say.
type rttList struct {
	column string // in ms
	byPair map[pair][]time.Duration
}

func newRTTList(column string) *rttList {
	return &rttList{column: column, byPair: map[pair][]time.Duration{}}
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
	list := newRTTList(column)
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
	list.byPair[r.pair] = append(list.byPair[r.pair], fromMilliseconds(ms))
	return nil
}

// apply sets the round-trip time of each link that the list has, the median if
// there are several, and returns how many of the list's pairs are no link.
func (list *rttList) apply(links []Link) (unused int) {
	unused = len(list.byPair)
	for i := range links {
		if rtts, ok := list.byPair[pair{links[i].Src, links[i].Dst}]; ok {
			links[i].RTT = median(rtts)
			unused--
		}
	}
	return unused
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
