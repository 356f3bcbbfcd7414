package main

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
)

// killFlag kills one gateway of a role with SIGKILL when a share of the bytes has
// arrived: for tests and demonstrations. It learns the processes from the events.
type killFlag struct {
	role dataplane.Role
	at   float64 // share of all bytes, 0 to 1

	mu   sync.Mutex
	pids []int
	done bool
}

func (k *killFlag) Type() string { return "role@share" }

func (k *killFlag) String() string {
	if k.role == "" {
		return ""
	}
	return fmt.Sprintf("%s@%g%%", k.role, 100*k.at)
}

func (k *killFlag) Set(s string) error {
	role, share, _ := strings.Cut(s, "@")
	percent, err := strconv.ParseFloat(strings.TrimSuffix(share, "%"), 64)
	known := role == string(dataplane.RoleSource) || role == string(dataplane.RoleRelay) || role == string(dataplane.RoleDestination)
	if err != nil || !known || !strings.HasSuffix(share, "%") || percent < 0 || percent > 100 {
		return fmt.Errorf("%q is not source|relay|destination@50%%", s)
	}
	k.role, k.at = dataplane.Role(role), percent/100
	return nil
}

// watch is told every event.
func (k *killFlag) watch(e skyferry.Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch e := e.(type) {
	case dataplane.GatewayUp:
		if e.Role == k.role {
			k.pids = append(k.pids, e.PID)
		}
	case dataplane.Progress:
		if k.role != "" && !k.done && len(k.pids) > 0 && e.Total > 0 && float64(e.Bytes) >= k.at*float64(e.Total) {
			k.done = true
			_ = syscall.Kill(k.pids[0], syscall.SIGKILL) // gone already: nothing to do
		}
	}
}
