package skyferry_test

import (
	"context"
	"errors"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry"
	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/file"
	"github.com/skyferry/skyferry/plan"
	"github.com/skyferry/skyferry/provision"
)

// TestCancel: whenever the context ends, Copy returns its error and leaves neither a
// process nor a file that is not a whole object.
func TestCancel(t *testing.T) {
	t.Parallel()
	for _, event := range []skyferry.Event{
		skyferry.PlanMade{},
		dataplane.GatewayUp{},
		dataplane.RouteChanged{},
		dataplane.Progress{},
		dataplane.ObjectDone{},
		dataplane.GatewayLost{},
	} {
		t.Run(event.Type(), func(t *testing.T) {
			t.Parallel()
			c := newCancelTest(t)
			c.on = event.Type()
			c.run()
		})
	}
	t.Run("gateway_started", func(t *testing.T) { // while others start
		t.Parallel()
		c := newCancelTest(t)
		c.fleet.started = func(provision.Machine) { c.cancel() }
		c.run()
	})
	t.Run("before", func(t *testing.T) {
		t.Parallel()
		c := newCancelTest(t)
		c.cancel()
		c.run()
		if n := len(c.fleet.machines()); n > 0 {
			t.Errorf("%d machines were started under a context that had ended", n)
		}
	})
}

// cancelTest is a copy that is cancelled on an event.
type cancelTest struct {
	t      *testing.T
	fleet  *watched
	ctx    context.Context // of the copy
	cancel context.CancelFunc
	on     string // type of the event
	killed atomic.Bool
}

func newCancelTest(t *testing.T) *cancelTest {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return &cancelTest{t: t, fleet: processes(t, nil), ctx: ctx, cancel: cancel}
}

func (c *cancelTest) run() {
	c.t.Helper()
	src, want := makeTree(c.t, 20e6)
	dst := c.t.TempDir()
	_, err := skyferry.Copy(c.ctx, "file://"+src+"/", "file://"+dst+"/", skyferry.Options{
		Stores: objstore.Openers{file.Opener()}, Fleet: c.fleet, OnEvent: c.event,
		SrcRegion: "test:a", DstRegion: "test:c", Grid: forkGrid(c.t, direct), Goal: plan.Fastest(), Shape: 1,
	})
	if !errors.Is(err, context.Canceled) {
		c.t.Errorf("the error is %v", err)
	}
	c.fleet.expectNobody(c.t)
	expectWithin(c.t, readTree(c.t, dst), want)
	expectTree(c.t, src, want)
}

func (c *cancelTest) event(e skyferry.Event) {
	if e.Type() == c.on {
		c.cancel()
	}
	if up, ok := e.(dataplane.GatewayUp); ok && c.on == (dataplane.GatewayLost{}).Type() && !c.killed.Swap(true) {
		if err := syscall.Kill(up.PID, syscall.SIGKILL); err != nil {
			c.t.Error(err)
		}
	}
}

// TestFleetFails: when one gateway cannot be had, those that can are ended again.
func TestFleetFails(t *testing.T) {
	t.Parallel()
	src, _ := makeTree(t, 0)
	dst := t.TempDir()
	fleet := processes(t, nil)
	others := make(chan struct{}, 2)
	fleet.started = func(provision.Machine) { others <- struct{}{} }
	fleet.refuse = func(s provision.Spec) error {
		if s.Region != "test:b" {
			return nil
		}
		for range cap(others) {
			<-others
		}
		return &provision.Error{Op: "start", Node: s.Name, Region: s.Region, Kind: provision.ErrNoCapacity}
	}
	report, err := skyferry.Copy(t.Context(), "file://"+src+"/", "file://"+dst+"/", skyferry.Options{
		Stores: objstore.Openers{file.Opener()}, Fleet: fleet,
		SrcRegion: "test:a", DstRegion: "test:c", Grid: forkGrid(t, direct), Goal: plan.Fastest(),
	})
	if report != nil || !errors.Is(err, provision.ErrNoCapacity) {
		t.Errorf("%+v, %v", report, err)
	}
	if n := len(fleet.machines()); n != 2 {
		t.Errorf("%d machines had been started, want 2", n)
	}
	fleet.expectNobody(t)
	expectTree(t, dst, nil)
}
