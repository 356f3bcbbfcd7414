package dataplane

import (
	"bytes"
	"context"
	"os"
	"strconv"
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
		PeakRss:       peakRSS(),
		Last:          last,
	}
	if a.source != nil {
		a.source.addUsage(usage)
	}
	return &control.Event{Kind: &control.Event_Usage{Usage: usage}}
}

// peakRSS is the most memory that the process has had in bytes, 0 where the system does
// not tell. Getrusage's figure will not do: it is inherited from whoever started the
// process.
func peakRSS() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(status, []byte("\nVmHWM:"))
	line, _, _ := bytes.Cut(rest, []byte("kB"))
	kib, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}

func rusage() (used unix.Rusage) {
	_ = unix.Getrusage(unix.RUSAGE_SELF, &used) // fails only for a bad argument
	return used
}

func seconds(t unix.Timeval) float64 { return time.Duration(t.Nano()).Seconds() }
