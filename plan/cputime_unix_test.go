//go:build unix

package plan

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is what this process has used of processors so far. Unlike the time on the wall,
// it does not grow while others have them.
func cpuTime(tb testing.TB) time.Duration {
	tb.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
