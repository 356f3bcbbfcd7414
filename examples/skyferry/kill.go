package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
)

const killUsage = "kill one gateway when so much has arrived: source|relay|destination@50%"

// killFlag kills one gateway of a role with SIGKILL when a share of the bytes has
// arrived: for tests and demonstrations. It learns the processes from the events.
type killFlag struct {
	role dataplane.Role
	at   float64 // share of all bytes, 0 to 1

	nodes map[string]int // process of each gateway of the role
	done  bool
}

// Type implements pflag.Value.
func (k *killFlag) Type() string { return "role@share" }

// String implements pflag.Value.
func (k *killFlag) String() string {
	if k.role == "" {
		return ""
	}
	return fmt.Sprintf("%s@%g%%", k.role, 100*k.at)
}

// Set implements pflag.Value.
func (k *killFlag) Set(s string) error {
	role, share, _ := strings.Cut(s, "@")
	number, isShare := strings.CutSuffix(share, "%")
	percent, err := strconv.ParseFloat(number, 64)
	known := []dataplane.Role{dataplane.RoleSource, dataplane.RoleRelay, dataplane.RoleDestination}
	if err != nil || !isShare || !(percent >= 0 && percent <= 100) || !slices.Contains(known, dataplane.Role(role)) {
		return fmt.Errorf("%q is not source|relay|destination@50%%", s)
	}
	k.role, k.at, k.nodes = dataplane.Role(role), percent/100, map[string]int{}
	return nil
}

// watch is told every event.
func (k *killFlag) watch(e skyferry.Event) {
	switch e := e.(type) {
	case dataplane.GatewayUp:
		if e.Role == k.role && e.PID > 0 { // process 0 would be our own group
			k.nodes[e.Node] = e.PID
		}
	case dataplane.Progress:
		if !k.done && e.Total > 0 && float64(e.Bytes) >= k.at*float64(e.Total) {
			k.killOne()
		}
	}
}

func (k *killFlag) killOne() {
	nodes := slices.Sorted(maps.Keys(k.nodes))
	if len(nodes) == 0 {
		return
	}
	k.done = true
	_ = syscall.Kill(k.nodes[nodes[0]], syscall.SIGKILL) // gone already: nothing to do
}

// missed says that what was asked for never happened.
func (k *killFlag) missed() error {
	if k.role == "" || k.done {
		return nil
	}
	return fmt.Errorf("--kill %s: there was no %s gateway to kill at that point", k, k.role)
}
