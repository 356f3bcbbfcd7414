package plan

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/skyferry/skyferry/grid"
)

// TestSweepFailures: what goes wrong on one route is counted and does not end the sweep.
func TestSweepFailures(t *testing.T) {
	failures := map[grid.Region]error{
		"a:1": &InfeasibleError{}, "a:2": &InfeasibleError{MaxGbps: 3}, "a:3": ErrNumerical, "a:4": errors.New("unheard of"),
		"a:7": &InfeasibleError{MinUSDPerGB: 0.1},
	}
	solve := func(_ context.Context, req Request) (*Plan, error) {
		if err := failures[req.Src]; err != nil && req.Algorithm == Optimal {
			return nil, err
		}
		if req.Src == "a:5" && req.Algorithm == Direct {
			return nil, &NoLinkError{}
		}
		if req.Src == "a:6" && req.Algorithm == Direct {
			return nil, ErrNumerical
		}
		return &Plan{ThroughputGbps: 4, USDPerGB: 0.1}, nil
	}
	req := SweepRequest{Workers: 2, Goal: Fastest()}
	for _, src := range []grid.Region{"a:0", "a:1", "a:2", "a:3", "a:4", "a:5", "a:6", "a:7"} {
		req.Pairs = append(req.Pairs, Pair{src, "b:0"})
	}
	rows, err := sweepRows(t.Context(), solve, req)
	if err != nil {
		t.Fatal(err)
	}
	s := newSweepReport(smallGrid(t), req, rows)
	if s.Pairs != 8 || s.Planned != 3 || s.NoPath != 1 || s.Failed != 5 {
		t.Errorf("%+v", s)
	}
	want := []SweepError{
		{"a:2", "b:0", FailureInfeasible, failures["a:2"].Error()},
		{"a:3", "b:0", FailureNumerical, failures["a:3"].Error()},
		{"a:4", "b:0", FailureOther, "unheard of"},
		{"a:6", "b:0", FailureNumerical, "direct path: " + ErrNumerical.Error()},
		{"a:7", "b:0", FailureInfeasible, failures["a:7"].Error()},
	}
	if !reflect.DeepEqual(s.Errors, want) {
		t.Errorf("got %+v, want %+v", s.Errors, want)
	}
}

// TestSweepCancelled: a context that is done ends the sweep with its own error.
func TestSweepCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	solve := func(ctx context.Context, _ Request) (*Plan, error) {
		if done++; done == 3 {
			cancel()
		}
		return &Plan{ThroughputGbps: 1}, ctx.Err()
	}
	req := SweepRequest{Workers: 1, Pairs: allPairs(grid.Builtin().Regions())}
	if rows, err := sweepRows(ctx, solve, req); rows != nil || !errors.Is(err, context.Canceled) || done != 3 {
		t.Errorf("after %d plans: %d rows, %v", done, len(rows), err)
	}
	if _, err := Sweep(ctx, grid.Builtin(), SweepRequest{}); !errors.Is(err, context.Canceled) {
		t.Errorf("started after the end: %v", err)
	}
}

func TestSweepBadRequests(t *testing.T) {
	for name, c := range map[string]struct {
		req  SweepRequest
		kind error
	}{
		"machines":       {SweepRequest{MaxVMs: -1}, ErrInvalid},
		"volume":         {SweepRequest{VolumeGB: math.NaN()}, ErrInvalid},
		"goal":           {SweepRequest{Goal: AtRate(-1)}, ErrInvalid},
		"workers":        {SweepRequest{Workers: -1}, ErrInvalid},
		"limits":         {SweepRequest{Limits: Limits{MaxRelays: -1}}, ErrInvalid},
		"same region":    {SweepRequest{Pairs: []Pair{{"cloud:s", "cloud:d"}, {"cloud:s", "cloud:s"}}}, ErrInvalid},
		"unknown region": {SweepRequest{Pairs: []Pair{{"cloud:s", "cloud:d"}, {"cloud:s", "cloud:x"}}}, grid.ErrUnknownRegion},
	} {
		if s, err := Sweep(t.Context(), smallGrid(t), c.req); s != nil || !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v", name, err, c.kind)
		}
	}
	if _, err := Sweep(t.Context(), nil, SweepRequest{}); !errors.Is(err, ErrInvalid) {
		t.Errorf("without a grid: %v", err)
	}
}

func TestSweepNothing(t *testing.T) {
	s, err := Sweep(t.Context(), smallGrid(t), SweepRequest{Pairs: []Pair{}})
	if err != nil || s.Pairs != 0 || len(s.Groups) != 1 || s.Groups[0].GeoMeanSpeedup != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
}
