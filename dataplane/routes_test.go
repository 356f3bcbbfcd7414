package dataplane_test

import (
	"slices"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/objstore"
)

// links returns the bytes on each link of a report.
func links(report *dataplane.Report) map[string]int64 {
	bytes := map[string]int64{}
	for _, l := range report.Links {
		bytes[l.From+">"+l.To] = l.Bytes
	}
	return bytes
}

func TestSeveralMachinesARegion(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 200*partSize+7, objstore.Attrs{})
	s.putMany("small ", 200, 1000)
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	var routes []dataplane.Route
	for _, source := range []string{"s0", "s1"} {
		for _, relay := range []string{"r0", "r1"} {
			for _, destination := range []string{"d0", "d1"} {
				routes = append(routes, dataplane.Route{Nodes: []string{source, relay, destination}, Circuits: 2})
			}
		}
	}
	top := f.topology(routes...)
	for _, source := range []string{"s0", "s1"} { // time enough for both to take part
		top.Rates = append(top.Rates, dataplane.Rate{From: source, BytesPerSecond: 8 << 20})
	}
	report := f.mustRun(top, s.job())
	checkTotals(t, report, s)
	s.check()
	if len(report.Links) != 8 || len(report.Gateways) != 6 || len(told[dataplane.GatewayUp](f)) != 6 {
		t.Errorf("%+v", report)
	}
	for link, bytes := range links(report) { // each hop carries everything once
		if bytes == 0 {
			t.Errorf("nothing went over %s: %+v", link, report.Links)
		}
	}
}

// The dear route never carries more than it may; the rest goes the other way.
func TestMostBytesOfARoute(t *testing.T) {
	t.Parallel()
	for _, most := range []int64{1, partSize - 1, partSize, 10*partSize + 1, 30 * partSize} {
		s := newStores(t)
		s.put("large", 60*partSize+3, objstore.Attrs{})
		s.putMany("small ", 50, 777)
		f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
		report := f.mustRun(f.topology(
			dataplane.Route{Nodes: []string{"source", "dear", "destination"}, Circuits: 4, MaxBytes: most},
			dataplane.Route{Nodes: []string{"source", "cheap", "destination"}, Circuits: 1},
		), s.job())
		checkTotals(t, report, s)
		s.check()
		if got := links(report); got["source>dear"] > most || got["dear>destination"] > most {
			t.Errorf("%d bytes went over the dear route, which may carry %d", got["source>dear"], most)
		}
	}
}

// What is lost on the way was paid for too.
func TestMostBytesCountWhatIsLost(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 100*partSize, objstore.Attrs{})
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	const most = 50 * partSize
	top := f.topology(
		dataplane.Route{Nodes: []string{"source", "dear", "destination"}, Circuits: 2, MaxBytes: most},
		dataplane.Route{Nodes: []string{"source", "cheap", "destination"}, Circuits: 1},
	)
	lossy := newProxy(t, data(top, "dear"), func(i int) fault {
		if i < 10 {
			return fault{up: script{at: 3 * partSize, do: cut}}
		}
		return fault{}
	})
	setData(top, "dear", lossy.address)
	top.Rates = []dataplane.Rate{{From: "source", To: "cheap", BytesPerSecond: 8 << 20}} // let the dear one have its turn
	report := f.mustRun(top, s.job())
	s.check()
	if got := links(report); got["source>dear"] > most {
		t.Errorf("%d bytes went over the dear route, which may carry %d", got["source>dear"], most)
	}
}

// When no other route may carry anything more, the transfer says so.
func TestEveryRouteHasCarriedItsBytes(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 20*partSize, objstore.Attrs{})
	f := newFleet(t, impatient(dataplane.Options{PartSize: partSize}), s.opener())
	report, err := f.run(f.topology(dataplane.Route{Nodes: []string{"source", "destination"}, Circuits: 2, MaxBytes: 5 * partSize}), s.job())
	checkKind(t, err, dataplane.ErrStalled)
	if got := links(report); got["source>destination"] != 5*partSize || report.Verified {
		t.Errorf("%+v", report)
	}
	s.checkUploads()
}

// Two links share the work as their rates do, whatever those are in seconds. It is not
// run beside others: with all processors busy the rates would limit nothing.
func TestRatesShareTheWork(t *testing.T) {
	for name, rates := range map[string][]dataplane.Rate{
		"at the source": {
			{From: "source", To: "slow", BytesPerSecond: 1 << 20},
			{From: "source", To: "fast", BytesPerSecond: 4 << 20},
		},
		"at the relays": {
			{From: "slow", To: "destination", BytesPerSecond: 1 << 20},
			{From: "fast", BytesPerSecond: 4 << 20},
		},
	} {
		s := newStores(t)
		s.put("large", 6<<20, objstore.Attrs{})
		f := newFleet(t, dataplane.Options{PartSize: partSize, Memory: 1 << 20}, s.opener())
		top := f.topology(
			dataplane.Route{Nodes: []string{"source", "slow", "destination"}, Circuits: 2},
			dataplane.Route{Nodes: []string{"source", "fast", "destination"}, Circuits: 2},
		)
		top.Rates = rates
		report := f.mustRun(top, s.job())
		s.check()
		got := links(report)
		share := float64(got["source>fast"]) / float64(got["source>slow"])
		if share < 1.5 || share > 8 {
			t.Errorf("%s: %d bytes over the fast link, %d over the slow one, which is 4 times slower", name, got["source>fast"], got["source>slow"])
		}
	}
}

// A slow network is not a slow store: chunks wait for memory as long as it takes.
func TestSlowNetworkBesideImpatienceWithStores(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.source.noViews = true
	s.put("large", 30*partSize, objstore.Attrs{})
	f := newFleet(t, dataplane.Options{PartSize: partSize, Memory: 1 << 20, StoreTimeout: 100 * ms, Attempts: 2}, s.opener())
	top := f.chain(2, "source", "destination")
	top.Rates = []dataplane.Rate{{From: "source", BytesPerSecond: 1 << 20}}
	f.mustRun(top, s.job())
	s.check()
}

// A standby route carries nothing while another is up.
func TestStandbyStaysIdle(t *testing.T) {
	t.Parallel()
	s := newStores(t)
	s.put("large", 50*partSize, objstore.Attrs{})
	f := newFleet(t, dataplane.Options{PartSize: partSize}, s.opener())
	report := f.mustRun(f.topology(
		dataplane.Route{Nodes: []string{"source", "relay", "destination"}, Circuits: 2},
		dataplane.Route{Nodes: []string{"source", "destination"}, Circuits: 2, Standby: true},
	), s.job())
	s.check()
	if got := links(report); got["source>destination"] != 0 || got["source>relay"] == 0 {
		t.Errorf("%v", got)
	}
	if slices.ContainsFunc(told[dataplane.RouteChanged](f), func(r dataplane.RouteChanged) bool { return r.Standby }) {
		t.Error("the standby route was opened")
	}
}
