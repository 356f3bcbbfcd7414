//go:build !unix

package plan

import (
	"testing"
	"time"
)

var started = time.Now()

// cpuTime is the time on the wall, for want of better.
func cpuTime(testing.TB) time.Duration { return time.Since(started) }
