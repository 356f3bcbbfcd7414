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
	probing  bool  // nothing more is sent until the circuit has drained
	drained  bool  // it had at some time of the current half of delays
	rate     float64
	delays   delayFilter
	write    time.Duration // smoothed
	measured time.Time     // start of the current rate sample
	acked    int64         // in the current sample
}

// rateSample is how long bytes are counted for one sample of the rate, at least.
const rateSample = 100 * time.Millisecond

// firstWindow is what a circuit may carry before anything is known of it, in bytes.
const firstWindow = 4 << 20

func newWindow(most int64) window { return window{most: most, size: min(most, firstWindow)} }

// hasRoom tells whether one more chunk may be sent. One always may when nothing is
// outstanding, however large it is.
func (w *window) hasRoom() bool { return w.fits(w.largest) }

// fits tells whether a chunk of n bytes may be sent.
func (w *window) fits(n int64) bool {
	return w.unacked == 0 || (w.unacked+n <= w.size && !w.probing)
}

func (w *window) add(n int64) {
	w.unacked += n
	w.largest = max(w.largest, n)
}

// landed books an acknowledgement and adapts the size.
func (w *window) landed(now time.Time, f *flight, write time.Duration) {
	n := f.order.GetLength()
	w.unacked -= n
	w.acked += n
	// A full window makes a queue of its own, which every delay then includes: the window
	// would grow for ever. Nearly empty for a moment, it shows the true delay. Nearly: one
	// chunk that is stuck in the store does not stop the others.
	drained := w.unacked <= max(w.size/4, w.largest)
	w.drained = w.drained || drained
	if w.delays.add(now, now.Sub(f.sent)) {
		w.probing, w.drained = !w.drained, drained
	}
	w.probing = w.probing && !drained
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
// the least of the last seconds, in which the circuit was nearly empty once.
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

// add tells whether a new half begins with this delay.
func (d *delayFilter) add(now time.Time, delay time.Duration) (renewed bool) {
	if d.began.IsZero() || now.Sub(d.began) > delaySpan/2 {
		renewed = !d.began.IsZero()
		d.previous, d.current, d.began = d.current, delay, now
		return renewed
	}
	d.current = min(d.current, delay)
	return false
}

func (d *delayFilter) least() time.Duration {
	if d.previous == 0 {
		return d.current
	}
	return min(d.current, d.previous)
}
