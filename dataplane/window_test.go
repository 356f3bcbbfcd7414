package dataplane

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skyferry/skyferry/internal/control"
)

// flights are chunks under way in a simulated circuit.
type flights struct {
	w   *window
	now time.Time
	out []*flight
}

func (f *flights) send(n int64) {
	f.w.add(n)
	f.out = append(f.out, &flight{order: &control.Order{Length: n}, sent: f.now})
}

// land acknowledges the oldest chunk after some time.
func (f *flights) land(after, write time.Duration) {
	f.now = f.now.Add(after)
	f.w.landed(f.now, f.out[0], write)
	f.out = f.out[1:]
}

// fill sends chunks while there is room.
func (f *flights) fill(n int64) {
	for f.w.hasRoom() && f.w.fits(n) {
		f.send(n)
	}
}

func TestWindowBeginsWide(t *testing.T) {
	w := newWindow(1000)
	f := &flights{w: &w, now: time.Unix(1000, 0)}
	f.fill(100)
	if w.unacked != 1000 {
		t.Errorf("%d bytes are out, want all 1000", w.unacked)
	}
}

func TestWindowLetsOneChunkPass(t *testing.T) {
	w := newWindow(1000)
	f := &flights{w: &w, now: time.Unix(1000, 0)}
	if !w.fits(5000) {
		t.Error("a chunk larger than the window is never sent")
	}
	f.send(5000)
	if w.hasRoom() || w.fits(0) {
		t.Error("there is room beside a chunk that is larger than the window")
	}
	f.land(time.Second, 0)
	if !w.hasRoom() || w.unacked != 0 {
		t.Errorf("%+v", w)
	}
}

// A chunk larger than all before it does not go over the window.
func TestWindowHoldsLargerChunks(t *testing.T) {
	w := newWindow(1000)
	f := &flights{w: &w, now: time.Unix(1000, 0)}
	f.send(10)
	if !w.hasRoom() || w.fits(991) || !w.fits(990) {
		t.Errorf("%+v", w)
	}
}

// run simulates a circuit that delivers a chunk every step, and one round trip later
// acknowledges it.
func simulate(w *window, chunk int64, step, trip time.Duration, chunks int) {
	f := &flights{w: w, now: time.Unix(1000, 0)}
	start := f.now
	for i := range chunks {
		f.fill(chunk)
		// The next one lands a step after the one before, and not before its round trip is over.
		due := start.Add(trip + time.Duration(i)*step)
		if earliest := f.out[0].sent.Add(trip); earliest.After(due) {
			due = earliest
			start = due.Add(-trip - time.Duration(i)*step)
		}
		f.land(due.Sub(f.now), 0)
	}
}

func TestWindowShrinksToTwiceRateTimesDelay(t *testing.T) {
	w := newWindow(100_000)
	simulate(&w, 100, 10*time.Millisecond, 50*time.Millisecond, 5000)
	// 100 bytes in 10 ms and a round trip of 50 ms: 500 bytes fill the circuit.
	if w.size < 500 || w.size > 3000 {
		t.Errorf("the window has %d bytes, about 1000 are wanted", w.size)
	}
}

func TestWindowGrowsWithTheDelay(t *testing.T) {
	w := newWindow(100_000)
	w.size = 200 // as after a spell on a slow circuit
	simulate(&w, 100, time.Millisecond, 100*time.Millisecond, 20_000)
	// 100 bytes in 1 ms and 100 ms: 10,000 bytes fill the circuit.
	if w.size < 10_000 || w.size > 60_000 {
		t.Errorf("the window has %d bytes, about 20000 are wanted", w.size)
	}
}

func TestWindowKeepsWithinItsBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const most = 10_000
	for range 200 {
		w := newWindow(most)
		f := &flights{w: &w, now: time.Unix(1000, 0)}
		for range 500 {
			n := rng.Int64N(3000)
			if w.hasRoom() && w.fits(n) && rng.IntN(2) == 0 {
				f.send(n)
			} else if len(f.out) > 0 {
				f.land(time.Duration(rng.IntN(200))*time.Millisecond, time.Duration(rng.IntN(100))*time.Millisecond)
			}
			if w.unacked > most || w.size > most || w.unacked < 0 || (w.unacked == 0) != (len(f.out) == 0 || allEmpty(f.out)) {
				t.Fatalf("%+v with %d chunks out", w, len(f.out))
			}
			if share := w.storeShare(); share < 0 || share > 1 {
				t.Fatalf("the store's share is %g", share)
			}
		}
	}
}

func allEmpty(out []*flight) bool {
	for _, f := range out {
		if f.order.GetLength() > 0 {
			return false
		}
	}
	return true
}

func TestStoreShare(t *testing.T) {
	w := newWindow(1000)
	if got := w.storeShare(); got != 0 {
		t.Errorf("%g before anything was acknowledged", got)
	}
	f := &flights{w: &w, now: time.Unix(1000, 0)}
	for range 100 {
		f.send(10)
		f.land(100*time.Millisecond, 75*time.Millisecond)
	}
	if got := w.storeShare(); got < 0.74 || got > 0.76 {
		t.Errorf("the store takes 75 of 100 ms, its share is %g", got)
	}
}

func TestDelayFilter(t *testing.T) {
	var d delayFilter
	now := time.Unix(1000, 0)
	if got := d.least(); got != 0 {
		t.Errorf("%v of nothing", got)
	}
	steps := []struct{ after, delay, want time.Duration }{
		{0, 50 * time.Millisecond, 50 * time.Millisecond},
		{time.Second, 20 * time.Millisecond, 20 * time.Millisecond},
		{time.Second, 90 * time.Millisecond, 20 * time.Millisecond},
		{4 * time.Second, 80 * time.Millisecond, 20 * time.Millisecond}, // the other half still knows
		{time.Second, 60 * time.Millisecond, 20 * time.Millisecond},
		{5 * time.Second, 70 * time.Millisecond, 60 * time.Millisecond}, // 20 ms is too long ago
		{20 * time.Second, 500 * time.Millisecond, 70 * time.Millisecond},
		{20 * time.Second, 400 * time.Millisecond, 400 * time.Millisecond},
	}
	for i, s := range steps {
		now = now.Add(s.after)
		d.add(now, s.delay)
		if got := d.least(); got != s.want {
			t.Errorf("step %d: %v, want %v", i, got, s.want)
		}
	}
}
