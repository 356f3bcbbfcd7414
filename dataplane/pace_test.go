package dataplane

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skyferry/skyferry/internal/control"
)

func TestStepOf(t *testing.T) {
	for rate, want := range map[float64]int64{1: minStep, 1e5: minStep, 1e6: 20_000, 1e7: 200_000, 1e9: maxStep} {
		if got := stepOf(rate); got != want {
			t.Errorf("%g bytes/s go in steps of %d bytes, want %d", rate, got, want)
		}
	}
}

func TestPacers(t *testing.T) {
	p := newPacers([]*control.Rate{{Node: "slow", BytesPerSecond: 1e6}, {BytesPerSecond: 1e7}})
	if other := p.to("other"); len(other.limiters) != 1 || other.step != 200_000 {
		t.Errorf("%+v", other)
	}
	if slow := p.to("slow"); len(slow.limiters) != 2 || slow.step != 20_000 || slow.limit(1e6) != 20_000 || slow.limit(5) != 5 {
		t.Errorf("%+v", slow)
	}
	free := newPacers([]*control.Rate{{Node: "slow", BytesPerSecond: 1}}).to("other")
	if free != nil || free.limit(1<<40) != 1<<40 || free.wait(t.Context(), 1<<40) != nil {
		t.Errorf("a link without a rate is held: %+v", free)
	}
}

// Several connections together keep to the rate.
func TestPacerKeepsToTheRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacers([]*control.Rate{{Node: "n", BytesPerSecond: 1e6}})
		const steps = 500
		began, done := time.Now(), make(chan error, 2)
		for range 2 {
			go func() {
				pace := p.to("n")
				for range steps / 2 {
					if err := pace.wait(t.Context(), pace.step); err != nil {
						done <- err
						return
					}
				}
				done <- nil
			}()
		}
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		rate := steps * 20_000 / time.Since(began).Seconds() // of the bubble's clock: exact
		if rate < 0.99e6 || rate > 1.01e6 {
			t.Errorf("%.0f bytes/s at a rate of 1,000,000", rate)
		}
	})
}

func TestPacerEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := newPacers([]*control.Rate{{BytesPerSecond: 1}}).to("n")
	if err := p.wait(ctx, minStep); err != nil { // the first step is free
		t.Error(err)
	}
	cancel()
	if err := p.wait(ctx, 1); err == nil {
		t.Error("a finished context may send")
	}
}
