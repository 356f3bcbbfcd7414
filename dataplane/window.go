package dataplane

import "time"

// window bounds a circuit's unacknowledged bytes to about twice what the circuit
// delivers in one round trip and one write. Without it the kernels along the way
// would take tens of megabytes a circuit, and a chunk would be bound to a circuit
// long before it moves.
type window struct {
	most     int64 // by the memory budget
	size     int64
	unacked  int64
	largest  int64 // largest chunk seen: there is room for one more of these
	rate     float64
	delays   delayFilter
	write    time.Duration // smoothed
	measured time.Time     // start of the current rate sample
	acked    int64         // in the current sample
}

// rateSample is how long bytes are counted for one sample of the rate, at least.
const rateSample = 100 * time.Millisecond

// newWindow starts with the whole budget: the first chunks find out what the circuit
// can carry, and there is nothing yet that they could delay.
func newWindow(most int64) window { return window{most: most, size: most} }

// hasRoom tells whether one more chunk may be sent. One always may when nothing is
// outstanding, however large it is.
func (w *window) hasRoom() bool { return w.fits(w.largest) }

// fits tells whether a chunk of n bytes may be sent.
func (w *window) fits(n int64) bool { return w.unacked == 0 || w.unacked+n <= w.size }

func (w *window) add(n int64) {
	w.unacked += n
	w.largest = max(w.largest, n)
}

// landed books an acknowledgement and adapts the size.
func (w *window) landed(now time.Time, f *flight, write time.Duration) {
	n := f.order.GetLength()
	w.unacked -= n
	w.acked += n
	w.delays.add(now, now.Sub(f.sent))
	w.write += (write - w.write) / 8
	if w.measured.IsZero() {
		w.measured, w.acked = now, 0
		return
	}
	if since := now.Sub(w.measured); since >= rateSample {
		sample := float64(w.acked) / since.Seconds()
		w.rate = max(sample, w.rate*0.9) // falls slowly: idle spells say nothing about the circuit
		w.measured, w.acked = now, 0
		w.adapt()
	}
}

// adapt sets twice rate times delay, between two chunks and the budget. The delay is
// the least of the last seconds, so that a queue of our own making does not count.
func (w *window) adapt() {
	wanted := int64(2 * w.rate * w.delays.least().Seconds())
	w.size = min(max(wanted, 2*w.largest), w.most)
}

// storeShare is the part of the delay between sending and acknowledgement that the
// destination store takes, from 0 to 1.
func (w *window) storeShare() float64 {
	delay := w.delays.least()
	if delay <= 0 {
		return 0
	}
	return min(float64(w.write)/float64(max(delay, w.write)), 1)
}

// delayFilter keeps the least delay of the last delaySpan in two halves.
type delayFilter struct {
	current, previous time.Duration
	began             time.Time
}

const delaySpan = 10 * time.Second

func (d *delayFilter) add(now time.Time, delay time.Duration) {
	if d.began.IsZero() || now.Sub(d.began) > delaySpan/2 {
		d.previous, d.current, d.began = d.current, delay, now
		return
	}
	d.current = min(d.current, delay)
}

func (d *delayFilter) least() time.Duration {
	if d.previous == 0 {
		return d.current
	}
	return min(d.current, d.previous)
}
