package dataplane_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// atPart runs f beside the transfer when the destination store is given its nth part,
// which waits for it unless its gateway ends.
func (s *stores) atPart(n int, f func()) {
	var once sync.Once
	done := make(chan struct{})
	var running sync.WaitGroup
	s.t.Cleanup(running.Wait)
	s.destination.before = func(ctx context.Context, c call) error {
		if c.op != "part" || c.n < n {
			return nil
		}
		once.Do(func() {
			running.Go(func() {
				f()
				close(done)
			})
		})
		select {
		case <-done:
		case <-ctx.Done():
		}
		return ctx.Err()
	}
}

// moving is a transfer that is in its middle when something happens.
func moving(t *testing.T, opts dataplane.Options) (*stores, *fleet) {
	s := newStores(t)
	s.put("large", 40*partSize+1, objstore.Attrs{})
	s.put("other", 10*partSize, objstore.Attrs{})
	s.putMany("small ", 100, 1000)
	opts.PartSize = partSize
	return s, newFleet(t, impatient(opts), s.opener())
}

func TestRelayStopsBesideAnotherPath(t *testing.T) {
	t.Parallel()
	s, f := moving(t, dataplane.Options{})
	top := f.topology(
		dataplane.Route{Nodes: []string{"source", "relay", "destination"}, Circuits: 2},
		dataplane.Route{Nodes: []string{"source", "other", "destination"}, Circuits: 2},
	)
	s.atPart(20, func() { f.stop("relay") })
	report := f.mustRun(top, s.job())
	s.check()
	if links(report)["source>other"] == 0 {
		t.Errorf("%+v", report.Links)
	}
}

func TestRelayStopsBesideStandby(t *testing.T) {
	t.Parallel()
	s, f := moving(t, dataplane.Options{})
	top := f.topology(
		dataplane.Route{Nodes: []string{"source", "relay", "destination"}, Circuits: 3},
		dataplane.Route{Nodes: []string{"source", "destination"}, Circuits: 3, Standby: true},
	)
	s.atPart(20, func() { f.stop("relay") })
	report := f.mustRun(top, s.job())
	s.check()
	if links(report)["source>destination"] == 0 {
		t.Errorf("nothing went over the direct link: %+v", report.Links)
	}
}

func TestReplacedGateways(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"source", "relay", "destination"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var f *fleet
			s, f := moving(t, dataplane.Options{Replace: func(ctx context.Context, name string) (dataplane.Node, error) { return f.replace(ctx, name) }})
			top := f.chain(3, "source", "relay", "destination")
			s.atPart(20, func() { f.stop(name) })
			f.mustRun(top, s.job())
			s.check()
			lost := told[dataplane.GatewayLost](f)
			if len(lost) != 1 || lost[0].Node != name || !lost[0].Replaced {
				t.Errorf("%+v", lost)
			}
		})
	}
}

// All gateways are stopped one after the other, each more than once.
func TestReplacedAgainAndAgain(t *testing.T) {
	t.Parallel()
	names := []string{"source", "relay", "destination"}
	var f *fleet
	s, f := moving(t, dataplane.Options{Replace: func(ctx context.Context, name string) (dataplane.Node, error) { return f.replace(ctx, name) }})
	top := f.chain(3, names...)
	steps, parts := 0, 0
	var mu sync.Mutex
	var running sync.WaitGroup
	t.Cleanup(running.Wait)
	s.destination.before = func(_ context.Context, c call) error {
		mu.Lock()
		defer mu.Unlock()
		if c.op != "part" || steps == 2*len(names) {
			return nil
		}
		if parts++; parts > 15 {
			name := names[steps%len(names)]
			steps, parts = steps+1, 0
			running.Go(func() { f.stop(name) })
		}
		return nil
	}
	f.mustRun(top, s.job())
	s.check()
}

// A replacement that does not come up at first is tried again.
func TestReplacementFails(t *testing.T) {
	t.Parallel()
	failures := 2
	var f *fleet
	s, f := moving(t, dataplane.Options{Replace: func(ctx context.Context, name string) (dataplane.Node, error) {
		if failures--; failures >= 0 {
			return dataplane.Node{}, errors.New("no capacity")
		}
		return f.replace(ctx, name)
	}})
	top := f.chain(3, "source", "relay", "destination")
	s.atPart(20, func() { f.stop("relay") })
	f.mustRun(top, s.job())
	s.check()
}

func TestNoReplacement(t *testing.T) {
	t.Parallel()
	for name, replace := range map[string]func(context.Context, string) (dataplane.Node, error){
		"none": nil,
		"fails": func(context.Context, string) (dataplane.Node, error) {
			return dataplane.Node{}, errors.New("no capacity")
		},
	} {
		for _, lost := range []string{"source", "destination", "relay"} {
			t.Run(name+"/"+lost, func(t *testing.T) {
				t.Parallel()
				s, f := moving(t, dataplane.Options{Replace: replace, Restarts: 1})
				top := f.chain(3, "source", "relay", "destination")
				s.atPart(20, func() { f.stop(lost) })
				report, err := f.run(top, s.job())
				want := dataplane.ErrGatewaysLost
				if lost == "relay" { // it is not needed where there is a direct route
					want = dataplane.ErrStalled
				}
				checkKind(t, err, want)
				if report.Verified || report.Bytes > int64(len(s.bodies["large"])*2) {
					t.Errorf("%+v", report)
				}
				s.checkUploads()
			})
		}
	}
}

// One of two machines on each side is enough.
func TestHalfOfTheGatewaysStop(t *testing.T) {
	t.Parallel()
	for _, stopped := range [][]string{{"s0"}, {"d0"}, {"s0", "d1"}, {"r0", "s1"}} {
		s, f := moving(t, dataplane.Options{})
		var routes []dataplane.Route
		for i, source := range []string{"s0", "s1"} {
			for _, destination := range []string{"d0", "d1"} {
				relay := []string{"r0", "r1"}[i]
				routes = append(routes, dataplane.Route{Nodes: []string{source, relay, destination}, Circuits: 2})
				routes = append(routes, dataplane.Route{Nodes: []string{source, destination}, Circuits: 1, Standby: true})
			}
		}
		top := f.topology(routes...)
		s.atPart(10, func() {
			for _, name := range stopped {
				f.stop(name)
			}
		})
		f.mustRun(top, s.job())
		s.check()
	}
}

// A source whose every route is lost gives its chunks to the other source.
func TestSourceWithoutRoutes(t *testing.T) {
	t.Parallel()
	s, f := moving(t, dataplane.Options{})
	top := f.topology(
		dataplane.Route{Nodes: []string{"s0", "r0", "destination"}, Circuits: 2},
		dataplane.Route{Nodes: []string{"s1", "r1", "destination"}, Circuits: 2},
	)
	s.atPart(10, func() { f.stop("r0") })
	f.mustRun(top, s.job())
	s.check()
}

// Gateways that are gone when nothing is left to move do not matter.
func TestGatewayStopsAfterTheLastObject(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"source", "relay", "destination"} {
		s := newStores(t)
		s.put("key", 5, objstore.Attrs{})
		f := newFleet(t, dataplane.Options{Replace: func(context.Context, string) (dataplane.Node, error) {
			t.Error("a gateway was replaced that nobody needed")
			return dataplane.Node{}, errors.New("not needed")
		}}, s.opener())
		f.events.on = func(e dataplane.Event) {
			if _, ok := e.(dataplane.ObjectDone); ok {
				f.stop(name)
			}
		}
		f.mustRun(f.chain(1, "source", "relay", "destination"), s.job())
		s.check()
	}
}

func TestGatewaysThatWereNeverThere(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"source", "destination"} {
		s, f := moving(t, dataplane.Options{})
		top := f.chain(1, "source", "destination")
		f.stop(name)
		_, err := f.run(top, s.job())
		checkKind(t, err, dataplane.ErrGatewaysLost)
		s.checkUploads()
		if up := told[dataplane.GatewayUp](f); slices.ContainsFunc(up, func(e dataplane.GatewayUp) bool { return e.Node == name }) {
			t.Errorf("%+v", up)
		}
	}
}
