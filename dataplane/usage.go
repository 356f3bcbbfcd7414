package dataplane

import (
	"context"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skyferry/skyferry/internal/control"
)

// usageInterval is how often a gateway tells what it uses; it is also its sign of
// life on the control stream.
const usageInterval = 500 * time.Millisecond

func (a *attachment) reportUsage(ctx context.Context) error {
	for sleep(ctx, usageInterval) {
		a.events.put(usageEvent(a, false))
	}
	return ctx.Err()
}

// usageEvent tells what the process has used since the attachment began.
func usageEvent(a *attachment, last bool) *control.Event {
	used := rusage()
	usage := &control.Usage{
		UserSeconds:   seconds(used.Utime) - seconds(a.before.Utime),
		SystemSeconds: seconds(used.Stime) - seconds(a.before.Stime),
		PeakRss:       used.Maxrss * 1024, // Linux counts in KiB
		Last:          last,
	}
	if a.source != nil {
		a.source.addUsage(usage)
	}
	return &control.Event{Kind: &control.Event_Usage{Usage: usage}}
}

func rusage() (used unix.Rusage) {
	_ = unix.Getrusage(unix.RUSAGE_SELF, &used) // fails only for a bad argument
	return used
}

func seconds(t unix.Timeval) float64 { return time.Duration(t.Nano()).Seconds() }
