package grid

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

var (
	november = time.Date(2022, time.November, 28, 0, 0, 0, 0, time.UTC)
	measured = Origin{Figure: Throughput, Source: "iperf3", Measured: november}
)

func TestNewRefuses(t *testing.T) {
	link := func(change func(*Link)) Spec {
		l := Link{Src: "aws:a", Dst: "aws:b", Gbps: 1, USDPerGB: 0.02}
		change(&l)
		return Spec{Links: []Link{l}}
	}
	machine := func(m Machine) Spec { return Spec{Machines: map[Region]Machine{"aws:a": m}} }
	for name, spec := range map[string]Spec{
		"no region":                     {},
		"a region without a provider":   link(func(l *Link) { l.Src = "us-east-1" }),
		"a destination without a name":  link(func(l *Link) { l.Dst = "aws:" }),
		"a link to itself":              link(func(l *Link) { l.Dst = l.Src }),
		"no rate":                       link(func(l *Link) { l.Gbps = 0 }),
		"a negative rate":               link(func(l *Link) { l.Gbps = -1 }),
		"a rate that is not a number":   link(func(l *Link) { l.Gbps = math.NaN() }),
		"an infinite rate":              link(func(l *Link) { l.Gbps = math.Inf(1) }),
		"a rate in bit/s":               link(func(l *Link) { l.Gbps = 4.4e9 }),
		"a rate of next to nothing":     link(func(l *Link) { l.Gbps = 1e-300 }),
		"a negative price":              link(func(l *Link) { l.USDPerGB = -0.01 }),
		"a price that is not a number":  link(func(l *Link) { l.USDPerGB = math.NaN() }),
		"an infinite price":             link(func(l *Link) { l.USDPerGB = math.Inf(1) }),
		"an absurd price":               link(func(l *Link) { l.USDPerGB = 1e9 }),
		"a negative round trip":         link(func(l *Link) { l.RTT = -1 }),
		"a round trip of two hours":     link(func(l *Link) { l.RTT = 2 * time.Hour }),
		"negative connections":          link(func(l *Link) { l.Connections = -64 }),
		"negative samples":              link(func(l *Link) { l.Samples = -1 }),
		"a link measured long ago":      link(func(l *Link) { l.Measured = time.Date(1066, 10, 14, 0, 0, 0, 0, time.UTC) }),
		"negative connections of all":   {Machines: map[Region]Machine{"aws:a": {EgressGbps: 1, IngressGbps: 1, USDPerHour: 0, Limit: 0}}, Connections: -1},
		"a machine without egress":      machine(Machine{IngressGbps: 1}),
		"a machine with no ingress":     machine(Machine{EgressGbps: 1, IngressGbps: math.NaN()}),
		"a machine of a negative price": machine(Machine{EgressGbps: 1, IngressGbps: 1, USDPerHour: -1, Limit: 0}),
		"a machine of no price":         machine(Machine{EgressGbps: 1, IngressGbps: 1, USDPerHour: math.NaN(), Limit: 0}),
		"a negative limit":              machine(Machine{EgressGbps: 1, IngressGbps: 1, USDPerHour: 1, Limit: -1}),
		"a pair twice": {Links: []Link{
			{Src: "aws:a", Dst: "aws:b", Gbps: 1}, {Src: "aws:b", Dst: "aws:a", Gbps: 1}, {Src: "aws:a", Dst: "aws:b", Gbps: 1},
		}},
		"an origin of no figure": {Machines: map[Region]Machine{"aws:a": {EgressGbps: 1, IngressGbps: 1, USDPerHour: 1, Limit: 0}}, Origins: []Origin{{Figure: "colour"}}},
		"two origins of a figure": {
			Machines: map[Region]Machine{"aws:a": {EgressGbps: 1, IngressGbps: 1, USDPerHour: 1, Limit: 0}},
			Origins:  []Origin{{Figure: Price, Source: "one"}, {Figure: Price, Source: "two"}},
		},
		"an origin long ago": {
			Machines: map[Region]Machine{"aws:a": {EgressGbps: 1, IngressGbps: 1, USDPerHour: 1, Limit: 0}},
			Origins:  []Origin{{Figure: Price, Measured: time.Date(1492, 10, 12, 0, 0, 0, 0, time.UTC)}},
		},
	} {
		if g, err := New(spec); !errors.Is(err, ErrInvalid) || g != nil {
			t.Errorf("%s: New = %v, %v, want ErrInvalid", name, g, err)
		}
	}
}

func TestNewNamesTheLink(t *testing.T) {
	_, err := New(Spec{Links: []Link{{Src: "aws:a", Dst: "gcp:b", Gbps: -1}}})
	if want := "link aws:a to gcp:b: -1 Gbit/s is negative"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	_, err = New(Spec{Machines: map[Region]Machine{"aws:a": {EgressGbps: 1}}})
	if err == nil || !strings.HasPrefix(err.Error(), "machine of aws:a: ingress: ") {
		t.Errorf("error %v does not name the machine", err)
	}
}

func TestSpecDefaults(t *testing.T) {
	g, err := New(Spec{
		Links: []Link{
			{Src: "aws:a", Dst: "gcp:b", Gbps: 1},
			{Src: "gcp:b", Dst: "aws:a", Gbps: 1, Connections: 32, Source: "mine", Samples: 3},
			{Src: "gcp:b", Dst: "azure:c", Gbps: 1, Measured: november.AddDate(1, 0, 0)},
			{Src: "azure:c", Dst: "local:d", Gbps: 1, Estimated: true},
		},
		Machines: map[Region]Machine{"gcp:b": {EgressGbps: 1, IngressGbps: 2, USDPerHour: 3, Limit: 4}},
		Origins:  []Origin{measured},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Link{
		{Src: "aws:a", Dst: "gcp:b", Gbps: 1, Connections: 64, Source: "iperf3", Measured: november, Samples: 1},
		{Src: "gcp:b", Dst: "aws:a", Gbps: 1, Connections: 32, Source: "mine", Samples: 3},
		{Src: "gcp:b", Dst: "azure:c", Gbps: 1, Connections: 64, Source: "iperf3", Measured: november.AddDate(1, 0, 0), Samples: 1},
		{Src: "azure:c", Dst: "local:d", Gbps: 1, Connections: 64, Source: "iperf3", Measured: november, Estimated: true},
	} {
		if l, _ := g.Link(want.Src, want.Dst); l != want {
			t.Errorf("link %+v, want %+v", l, want)
		}
	}
	spec := g.Spec()
	for r, want := range map[Region]Machine{
		"aws:a":   {EgressGbps: 5, IngressGbps: 10, USDPerHour: 1.54},
		"gcp:b":   {EgressGbps: 1, IngressGbps: 2, USDPerHour: 3, Limit: 4},
		"azure:c": {EgressGbps: 16, IngressGbps: 16, USDPerHour: 1.54},
		"local:d": {EgressGbps: 10, IngressGbps: 10},
	} {
		if spec.Machines[r] != want {
			t.Errorf("machine of %s: %+v, want %+v", r, spec.Machines[r], want)
		}
	}
	if spec.Connections != 64 || len(spec.Origins) != 2 || spec.Origins[0] != measured || spec.Origins[1].Figure != Machines {
		t.Errorf("connections %d, origins %+v", spec.Connections, spec.Origins)
	}
}

func TestSpecDefaultsAreReplaceable(t *testing.T) {
	own := PaperDefaults()
	own.Connections = 16
	own.Machines["aws"] = Machine{EgressGbps: 12.5, IngressGbps: 12.5, USDPerHour: 0.5}
	own.Origin.Source = "our contract"
	g, err := New(Spec{Links: []Link{{Src: "aws:a", Dst: "gcp:b", Gbps: 1}}, Defaults: own})
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := g.Machine("aws:a"); m.EgressGbps != 12.5 || g.Connections() != 16 {
		t.Errorf("machine %+v, %d connections", m, g.Connections())
	}
	if got := originOf(Machines, g.Origins()).Source; got != "our contract" {
		t.Errorf("source of the machines: %q", got)
	}
	if m := PaperDefaults().Machines["aws"]; m.EgressGbps != 5 {
		t.Errorf("changing a copy changed the defaults: %+v", m)
	}
}

func TestPaperDefaults(t *testing.T) {
	d := PaperDefaults()
	for region, want := range map[Region]Machine{
		"aws:us-east-1": {EgressGbps: 5, IngressGbps: 10, USDPerHour: 1.54, Limit: 0},
		"gcp:us-east1":  {EgressGbps: 7, IngressGbps: 16, USDPerHour: 1.54, Limit: 0},
		"azure:eastus":  {EgressGbps: 16, IngressGbps: 16, USDPerHour: 1.54, Limit: 0},
		"local:a":       {EgressGbps: 10, IngressGbps: 10, USDPerHour: 0, Limit: 0},
		"host:backup-7": {EgressGbps: 10, IngressGbps: 10, USDPerHour: 0, Limit: 0},
		"oci:us-ashb":   {EgressGbps: 5, IngressGbps: 10, USDPerHour: 1.54, Limit: 0},
	} {
		if got := d.Machine(region); got != want {
			t.Errorf("default machine of %s: %+v, want %+v", region, got, want)
		}
	}
	if d.Connections != 64 || d.Origin.Figure != Machines || d.Origin.Source == "" || d.Origin.Measured.IsZero() {
		t.Errorf("defaults %+v", d)
	}
}

func TestTimesAreKeptInUTC(t *testing.T) {
	cet := time.FixedZone("CET", 3600)
	at := time.Date(2023, time.May, 1, 12, 0, 0, 0, cet)
	g, err := New(Spec{
		Links:   []Link{{Src: "aws:a", Dst: "gcp:b", Gbps: 1, Measured: at}},
		Origins: []Origin{{Figure: Throughput, Source: "x", Measured: at}},
	})
	if err != nil {
		t.Fatal(err)
	}
	l, _ := g.Link("aws:a", "gcp:b")
	if l.Measured != at.UTC() || g.Measured() != at.UTC() {
		t.Errorf("link %v, grid %v, want %v", l.Measured, g.Measured(), at.UTC())
	}
}
