package main

import (
	"os"
	"slices"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/grid"
)

// ferry begins to copy the tree of odd files by a plan of two paths, one of them through
// a relay, with links held to a small part of their rates. Little memory makes small
// chunks, so that the bytes arrive one after the other, not all at the end.
func (x *tool) ferry(t *testing.T, shape string, more ...string) (process *os.Process, wait func() outcome) {
	t.Helper()
	return x.start(t, append([]string{
		"cp", "-r", oddSource(t), x.out(), "--src-region", "azure:eastus", "--dst-region", "aws:ap-south-1", "--min-gbps", "2.36",
		"--shape", shape, "--memory", "32MiB", "--events", x.events(), "--json",
	}, more...)...)
}

// TestFerry: a tree of odd files through gateways that are processes, by a plan.
func TestFerry(t *testing.T) {
	t.Parallel()
	x := newTool(t)
	_, wait := x.ferry(t, "0.2")
	o := wait().want(t, statusDone)
	r := decode[skyferry.Report](t, o, reportFields+linkFields)
	if !r.Verified || r.Failed != 0 || r.Bytes != oddBytes() || r.PredictedGbps < 0.2*2.3 || r.USDEstimated <= 0 {
		t.Errorf("%+v", r)
	}
	for _, pair := range [][2]grid.Region{{"azure:eastus", "aws:ap-south-1"}, {"azure:eastus", "azure:westus2"}, {"azure:westus2", "aws:ap-south-1"}} {
		if bytesOver(r, pair[0], pair[1]) == 0 {
			t.Errorf("nothing went from %s to %s: %+v", pair[0], pair[1], r.Links)
		}
	}
	if o.stderr != "" {
		t.Errorf("standard error: %s", o.stderr)
	}
	wantTree(t, x.out(), oddSource(t))
	wantEvents(t, x.readEvents(t), "plan_made", "gateway_up", "route_changed", "progress", "object_done")
}

func bytesOver(r skyferry.Report, src, dst grid.Region) int64 {
	for _, l := range r.Links {
		if l.Src == src && l.Dst == dst {
			return l.Bytes
		}
	}
	return 0
}

func wantEvents(t *testing.T, events []event, types ...string) {
	t.Helper()
	found := map[string]int{}
	for _, e := range events {
		found[e.Type]++
	}
	for _, name := range types {
		if found[name] == 0 {
			t.Errorf("no event %s in %v", name, found)
		}
	}
}

// TestFerryLosesGateway: each role is killed in the middle, and all arrives.
func TestFerryLosesGateway(t *testing.T) {
	for _, role := range []string{"source", "relay", "destination"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			x := newTool(t)
			_, wait := x.ferry(t, "0.06", "--kill", role+"@50%")
			r := decode[skyferry.Report](t, wait().want(t, statusDone), reportFields)
			if !r.Verified || r.Failed != 0 || r.Bytes != oddBytes() {
				t.Errorf("%+v", r)
			}
			wantTree(t, x.out(), oddSource(t))
			wantLost(t, x.readEvents(t), role)
		})
	}
}

// wantLost wants a gateway of the role to have been lost before the large object was
// complete, and the processes of all gateways to be told.
func wantLost(t *testing.T, events []event, role string) {
	t.Helper()
	pids, lost := map[int]bool{}, false
	for _, e := range events {
		switch {
		case e.Type == "gateway_up":
			pids[e.Event.PID] = true
		case e.Type == "gateway_lost" && e.Event.Role == role:
			lost = true
		case e.Type == "object_done" && e.Event.Key == bigName && !lost:
			t.Errorf("the large object was complete before a %s was lost", role)
		}
	}
	if !lost || len(pids) < 3 || pids[0] {
		t.Errorf("a %s was lost: %t; processes %v", role, lost, pids)
	}
}

// TestFerryInterrupted: one signal to the tool ends its gateways, in order, and no
// temporary file stays.
func TestFerryInterrupted(t *testing.T) {
	for name, sig := range map[string]os.Signal{"interrupt": os.Interrupt, "terminate": syscall.SIGTERM, "hang up": syscall.SIGHUP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newTool(t)
			process, wait := x.ferry(t, "0.01")
			x.waitForBytes(t, oddBytes()-bigSize)
			if err := process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			o := wait().want(t, statusNotDone).wantErr(t, "interrupted")
			if left := x.processes(); len(left) > 0 {
				t.Errorf("still running: %v", left)
			}
			if r := decode[skyferry.Report](t, o, reportFields); r.Verified {
				t.Errorf("%+v", r)
			}
			wantNothingTemporary(t, x.out())
		})
	}
}

// TestFerryKilled: the gateways of a tool that was killed end by themselves.
func TestFerryKilled(t *testing.T) {
	t.Parallel()
	x := newTool(t)
	process, wait := x.ferry(t, "0.01")
	x.waitForBytes(t, oddBytes()-bigSize)
	if running := len(x.processes()); running != 4 {
		t.Errorf("%d processes, want the tool and three gateways", running)
	}
	if err := process.Kill(); err != nil {
		t.Fatal(err)
	}
	wait().want(t, -1)
	x.wantNoProcess(t)
}

// TestFerryInterruptedTwice: while the tool waits for a gateway that hangs, a second
// signal ends it at once.
func TestFerryInterruptedTwice(t *testing.T) {
	t.Parallel()
	x := newTool(t)
	process, wait := x.ferry(t, "0.01")
	x.waitForBytes(t, oddBytes()-bigSize)
	gateway := x.gateway(t, "destination")
	if err := syscall.Kill(gateway, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Kill(gateway, syscall.SIGCONT) }() // ends then, as its input has
	if !eventually(func() bool {
		_ = process.Signal(os.Interrupt) // ended already: that is what is waited for
		return !slices.Contains(x.processes(), process.Pid)
	}) {
		t.Error("the tool does not end")
	}
	wait().want(t, -1)
}

// gateway is the process of a gateway of a role.
func (x *tool) gateway(t *testing.T, role string) (pid int) {
	t.Helper()
	for _, e := range x.readEvents(t) {
		if e.Type == "gateway_up" && e.Event.Role == role && e.Event.PID > 0 {
			return e.Event.PID
		}
	}
	t.Fatalf("no %s gateway has come up", role)
	return 0
}
