package dataplane

import (
	"bytes"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/skyferry/skyferry/internal/control"
	"github.com/skyferry/skyferry/objstore/mem"
)

// newTestCoordinator keeps the books of a job over two paths.
func newTestCoordinator(t *testing.T, opts Options) *coordinator {
	t.Helper()
	transfer, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	store := mem.NewStore()
	job := Job{
		Source:      Store{Bucket: store.Bucket("a"), Credential: []byte("read with this")},
		Destination: Store{Bucket: store.Bucket("b"), Credential: []byte("write with this")},
		Items:       func(func(Item, error) bool) {},
	}
	c, err := newCoordinator(transfer, twoPaths(), job)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A gateway is told what its role needs, and nothing more.
func TestConfigurationTellsNoMoreThanNeeded(t *testing.T) {
	c := newTestCoordinator(t, Options{})
	may := map[string][]string{ // whose hop keys, besides its own
		"s": {"r", "d"}, "r": {"d", "q"}, "q": {"d"}, "d": nil,
	}
	for name, role := range c.roles {
		encoded, err := proto.Marshal(c.configuration(name))
		if err != nil {
			t.Fatal(err)
		}
		wantHas(t, name+": the secret", encoded, c.t.secret, role != RoleRelay)
		wantHas(t, name+": the source's credential", encoded, c.job.Source.Credential, role == RoleSource)
		wantHas(t, name+": the destination's credential", encoded, c.job.Destination.Credential, role == RoleDestination)
		for other := range c.roles {
			known := other == name
			for _, n := range may[name] {
				known = known || n == other
			}
			wantHas(t, name+": the hop key of "+other, encoded, c.t.hopKey(other), known)
		}
		for _, key := range []string{c.t.credential.Key, c.t.credential.Certificate} {
			wantHas(t, name+": the coordinator's credential", encoded, []byte(key), false)
		}
	}
}

func wantHas(t *testing.T, what string, encoded, secret []byte, want bool) {
	t.Helper()
	if bytes.Contains(encoded, secret) != want {
		t.Errorf("%s is told: %t", what, !want)
	}
}

func TestConfigurationOfRoutes(t *testing.T) {
	c := newTestCoordinator(t, Options{})
	c.nodes["r"].node.Data = "host:1"
	source := c.configuration("s")
	if len(source.GetRoutes()) != 3 || len(source.GetRates()) != 1 || source.GetSource() == nil || !source.GetSealed() {
		t.Errorf("%v", source)
	}
	for _, r := range source.GetRoutes() {
		if !r.GetOrigin() || r.GetNext().GetNode() != c.top.Routes[r.GetId()].Nodes[1] || r.GetStandby() != (r.GetId() == 2) {
			t.Errorf("%v", r)
		}
	}
	if next := source.GetRoutes()[0].GetNext(); next.GetAddress() != "host:1" {
		t.Errorf("%v", next)
	}
	for _, r := range c.configuration("d").GetRoutes() {
		if r.GetOrigin() || r.GetNext() != nil {
			t.Errorf("%v", r)
		}
	}
	if rates := c.configuration("r").GetRates(); len(rates) != 1 || rates[0].GetBytesPerSecond() != 1 || rates[0].GetNode() != "d" {
		t.Errorf("%v: half a byte a second is not none", rates)
	}
}

// What earlier control streams have sent is gone from a route's allowance.
func TestAllowance(t *testing.T) {
	c := newTestCoordinator(t, Options{})
	c.top.Routes[1].MaxBytes = 100
	sent := func(n int64) *control.Usage {
		return &control.Usage{Routes: []*control.RouteUsage{{Id: 0, Sent: 1000}, {Id: 1, Sent: n}}}
	}
	for _, step := range []struct {
		usages []*control.Usage
		want   int64
	}{
		{nil, 100},
		{[]*control.Usage{nil}, 100},
		{[]*control.Usage{sent(30)}, 100}, // the stream at hand counts for itself
		{[]*control.Usage{sent(30), nil}, 70},
		{[]*control.Usage{sent(30), sent(20), sent(5)}, 50},
		{[]*control.Usage{sent(70), sent(70), nil}, -1}, // 0 would be no limit
	} {
		c.nodes["s"].usages = step.usages
		if got := c.configuration("s").GetRoutes()[1].GetMaxBytes(); got != step.want {
			t.Errorf("%d bytes are left, want %d", got, step.want)
		}
		if got := c.configuration("s").GetRoutes()[0].GetMaxBytes(); got != 0 {
			t.Errorf("a route without a limit has one of %d bytes", got)
		}
	}
}

// What arrived counts where a lost source has not told of it any more.
func TestAllowanceByArrivals(t *testing.T) {
	c := newTestCoordinator(t, Options{})
	c.top.Routes[1].MaxBytes = 100
	c.nodes["s"].usages = []*control.Usage{{Routes: []*control.RouteUsage{{Id: 1, Sent: 30, Acknowledged: 25}}}, nil}
	c.nodes["s"].arrived = map[uint32]int64{1: 60}
	if got := c.configuration("s").GetRoutes()[1].GetMaxBytes(); got != 35 {
		t.Errorf("%d bytes are left of 100 when 60 have arrived and 5 were under way", got)
	}
}

func TestHopKeysDiffer(t *testing.T) {
	c := newTestCoordinator(t, Options{})
	if bytes.Equal(c.t.hopKey("a"), c.t.hopKey("b")) || !bytes.Equal(c.t.hopKey("a"), c.t.hopKey("a")) {
		t.Error("hop keys are not one a node")
	}
	other := newTestCoordinator(t, Options{})
	if bytes.Equal(c.t.hopKey("a"), other.t.hopKey("a")) || bytes.Equal(c.t.secret, other.t.secret) || c.t.id == other.t.id {
		t.Error("two transfers share a secret")
	}
}
