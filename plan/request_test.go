package plan

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/internal/lpsolve"
)

func TestRequestDefaults(t *testing.T) {
	want := Request{Algorithm: Optimal, MaxVMs: 1, VolumeGB: 50}
	if got := (Request{}).withDefaults(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	own := Request{Src: "a:b", Dst: "c:d", Goal: AtRate(2), Algorithm: RON, MaxVMs: 3, VolumeGB: 7}
	if got := own.withDefaults(); !reflect.DeepEqual(got, own) {
		t.Errorf("own values changed to %+v", got)
	}
}

func TestInvalidRequests(t *testing.T) {
	g := smallGrid(t)
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		field string
		spoil func(*Request)
	}{
		"algorithm":       {"algorithm", func(r *Request) { r.Algorithm = "fast" }},
		"negative VMs":    {"machines", func(r *Request) { r.MaxVMs = -1 }},
		"too many VMs":    {"machines", func(r *Request) { r.MaxVMs = mostVMs + 1 }},
		"negative volume": {"volume", func(r *Request) { r.VolumeGB = -1 }},
		"NaN volume":      {"volume", func(r *Request) { r.VolumeGB = nan }},
		"infinite volume": {"volume", func(r *Request) { r.VolumeGB = inf }},
		"volume in bytes": {"volume", func(r *Request) { r.VolumeGB = 5e13 }},
		"half a byte":     {"volume", func(r *Request) { r.VolumeGB = 5e-10 }},
		"endless budget":  {"budget", func(r *Request) { r.Goal = WithinPerGB(1e16) }},
		"tiny budget":     {"budget", func(r *Request) { r.Goal, r.VolumeGB = WithinTotal(1e-5), 1e12 }},
		"store in bit/s":  {"source store", func(r *Request) { r.Limits.SrcStore.AccountGbps = 5e9 }},
		"zero rate":       {"rate", func(r *Request) { r.Goal = AtRate(0) }},
		"negative rate":   {"rate", func(r *Request) { r.Goal = AtLeast(-1) }},
		"NaN rate":        {"rate", func(r *Request) { r.Goal = AtRate(nan) }},
		"infinite rate":   {"rate", func(r *Request) { r.Goal = AtLeast(inf) }},
		"rate in bit/s":   {"rate", func(r *Request) { r.Goal = AtRate(5e9) }},
		"one bit/s":       {"rate", func(r *Request) { r.Goal = AtRate(1e-9) }},
		"same region":     {"destination", func(r *Request) { r.Dst = r.Src }},
	} {
		req := Request{Src: "cloud:s", Dst: "cloud:d"}
		c.spoil(&req)
		_, err := Solve(t.Context(), g, req)
		var invalid *InvalidError
		if !errors.As(err, &invalid) || !errors.Is(err, ErrInvalid) || invalid.Field != c.field {
			t.Errorf("%s: got %v, want an invalid %s", name, err, c.field)
		}
	}
	if _, err := Solve(t.Context(), nil, Request{Src: "cloud:s", Dst: "cloud:d"}); !errors.Is(err, ErrInvalid) {
		t.Errorf("without a grid: got %v, want ErrInvalid", err)
	}
}

func TestUnknownRegions(t *testing.T) {
	g := grid.Builtin()
	for _, req := range []Request{
		{Src: "aws:us-eats-1", Dst: "azure:eastus"},
		{Src: "azure:eastus", Dst: "aws:us-eats-1"},
	} {
		_, err := Solve(t.Context(), g, req)
		var unknown *grid.UnknownRegionError
		if !errors.As(err, &unknown) || unknown.Region != "aws:us-eats-1" || !strings.Contains(err.Error(), "aws:us-east-1") {
			t.Errorf("got %v, want an unknown region with its nearest name", err)
		}
	}
}

func TestContextDone(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("some cause"))
	for _, algorithm := range []Algorithm{Optimal, Direct, RON} {
		req := Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: algorithm}
		if _, err := Solve(ctx, smallGrid(t), req); err != context.Canceled { //nolint:errorlint // not rewrapped is what is tested
			t.Errorf("%s: got %v, want context.Canceled itself", algorithm, err)
		}
	}
}

func TestInfeasible(t *testing.T) {
	g := smallGrid(t)
	for _, c := range []struct {
		algorithm Algorithm
		goal      Goal
		want      float64
	}{
		{Direct, AtRate(2.1), 2},
		{Direct, AtLeast(2.1), 2},
		{RON, AtRate(5.1), 5},
		{RON, AtLeast(5.1), 5},
		{Optimal, AtRate(5.1), 5},
		{Optimal, AtLeast(6), 5},
		{Optimal, AtRate(1e5), 5},
	} {
		_, err := Solve(t.Context(), g, Request{Src: "cloud:s", Dst: "cloud:d", Algorithm: c.algorithm, Goal: c.goal})
		if !lpsolve.Available && c.algorithm == Optimal {
			continue // see TestNoSolver
		}
		var infeasible *InfeasibleError
		if !errors.As(err, &infeasible) || !errors.Is(err, ErrInfeasible) || math.Abs(infeasible.MaxGbps-c.want) > 1e-6 {
			t.Errorf("%s, %v: got %v, want infeasible with %v Gbit/s", c.algorithm, c.goal, err, c.want)
		}
	}
}

func TestInfeasibleJSON(t *testing.T) {
	err := &InfeasibleError{Src: "cloud:s", Dst: "cloud:d", Goal: AtRate(9), MaxGbps: 5}
	got, failed := json.Marshal(err)
	if want := `{"version":1,"status":"infeasible","max_gbps":5}`; failed != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, failed, want)
	}
}

// TestWithoutDirectLink plans where only a relay leads to the destination.
func TestWithoutDirectLink(t *testing.T) {
	g := makeGrid(t, grid.Spec{Links: []grid.Link{
		{Src: "cloud:s", Dst: "cloud:r", Gbps: 3, USDPerGB: 0.02},
		{Src: "cloud:r", Dst: "cloud:d", Gbps: 4, USDPerGB: 0.02},
	}})
	req := Request{Src: "cloud:s", Dst: "cloud:d"}
	for _, algorithm := range []Algorithm{Optimal, Direct} {
		req.Algorithm = algorithm
		_, err := Solve(t.Context(), g, req)
		var missing *NoLinkError
		if !errors.As(err, &missing) || !errors.Is(err, ErrNoLink) {
			t.Errorf("%s: got %v, want ErrNoLink", algorithm, err)
		}
	}
	req.Algorithm = RON
	p, err := Solve(t.Context(), g, req)
	if err != nil || p.ThroughputGbps != 3 || p.Direct != nil || p.Speedup != 0 {
		t.Errorf("RON: got %+v, %v; want 3 Gbit/s and nothing to compare with", p, err)
	}
	req.Algorithm, req.Goal = Optimal, Fastest()
	p, err = Solve(t.Context(), g, req)
	if err != nil || p.ThroughputGbps != 3 || p.Direct != nil {
		t.Errorf("fastest: got %+v, %v; want 3 Gbit/s", p, err)
	}
}

func TestWithoutAnyPath(t *testing.T) {
	g := makeGrid(t, grid.Spec{Links: []grid.Link{
		{Src: "cloud:d", Dst: "cloud:r", Gbps: 3, USDPerGB: 0.02},
		{Src: "cloud:r", Dst: "cloud:s", Gbps: 4, USDPerGB: 0.02},
		{Src: "cloud:s", Dst: "cloud:x", Gbps: 4, USDPerGB: 0.02},
	}})
	for _, req := range []Request{
		{Algorithm: RON},
		{Goal: AtRate(1)},
		{Goal: AtLeast(1)},
		{Goal: Fastest()},
	} {
		req.Src, req.Dst = "cloud:s", "cloud:d"
		_, err := Solve(t.Context(), g, req)
		var infeasible *InfeasibleError
		if !errors.As(err, &infeasible) || infeasible.MaxGbps != 0 {
			t.Errorf("%s, %v: got %v, want infeasible at any rate", req.Algorithm, req.Goal, err)
		}
	}
}

func TestGoalString(t *testing.T) {
	for goal, want := range map[Goal]string{
		{}:           "at least as fast as the direct path",
		AtRate(2.5):  "exactly 2.5 Gbit/s",
		AtLeast(0.5): "at least 0.5 Gbit/s",
		Fastest():    "the highest rate",
	} {
		if got := goal.String(); !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
