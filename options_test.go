package skyferry

import (
	"errors"
	"math"
	"testing"

	"github.com/skyferry/skyferry/dataplane"
	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/objstore"
	"github.com/skyferry/skyferry/objstore/mem"
	"github.com/skyferry/skyferry/plan"
)

func TestOptionsDefaults(t *testing.T) {
	o, err := Options{Stores: someStores}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	if o.Grid != grid.Builtin() || o.MaxCircuits != 256 || o.OnEvent == nil || o.planned() {
		t.Errorf("%+v", o)
	}
	o.OnEvent(dataplane.Progress{})
}

var someStores = objstore.Openers{mem.NewStore().Opener()}

func TestOptionsAreKept(t *testing.T) {
	g := testGrid(t)
	told := 0
	o, err := Options{
		Stores: someStores, Grid: g, MaxCircuits: 7, Shape: 0.5, SrcRegion: "t:a", DstRegion: "t:z", Memory: 1 << 20, Bare: true,
		OnEvent: func(Event) { told++ },
	}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	o.OnEvent(dataplane.Progress{})
	if o.Grid != g || o.MaxCircuits != 7 || o.Shape != 0.5 || !o.planned() || told != 1 {
		t.Errorf("%+v", o)
	}
	if d := o.dataplaneOptions(&fleet{}, 1<<18); !d.Bare || d.Memory != 1<<20 || d.PartSize != 1<<18 || d.Replace == nil {
		t.Errorf("%+v", d)
	}
}

func TestOptionsThatAreWrong(t *testing.T) {
	for name, o := range map[string]Options{
		"no stores":                {},
		"source region alone":      {SrcRegion: "t:a"},
		"destination region alone": {DstRegion: "t:a"},
		"negative shape":           {SrcRegion: "t:a", DstRegion: "t:z", Shape: -1},
		"shape that is no number":  {SrcRegion: "t:a", DstRegion: "t:z", Shape: math.NaN()},
		"infinite shape":           {SrcRegion: "t:a", DstRegion: "t:z", Shape: math.Inf(1)},
		"shape without a plan":     {Shape: 1},
		"negative circuits":        {MaxCircuits: -1},
		"limits without a plan":    {Limits: plan.Limits{DenyRelays: []string{"t"}}},
		"no machine at the source": {SrcRegion: "t:a", DstRegion: "t:z", Limits: plan.Limits{RemoteSrc: true}},
		"none at the destination":  {SrcRegion: "t:a", DstRegion: "t:z", Limits: plan.Limits{RemoteDst: true}},
	} {
		if name != "no stores" {
			o.Stores = someStores
		}
		if _, err := o.withDefaults(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPlanKeepsToOptions: what narrows a plan, and what it counts and asks for, reaches
// the planner.
func TestPlanKeepsToOptions(t *testing.T) {
	for name, c := range map[string]struct {
		opts Options
		want func(p, free *plan.Plan) bool
	}{
		"limits": {
			Options{Limits: plan.Limits{SrcStore: plan.StoreLimit{AccountGbps: 0.25}}},
			func(p, _ *plan.Plan) bool { return math.Abs(p.ThroughputGbps-0.25) < 1e-9 },
		},
		"boot minutes": {
			Options{BootMinutes: 60},
			func(p, free *plan.Plan) bool { return p.USDPerGB > free.USDPerGB },
		},
		"time limit": {
			Options{PlanTimeLimit: 1, Goal: plan.AtRate(14.5)},
			func(p, _ *plan.Plan) bool { return p.Status == plan.StatusFeasible && p.Gap > 0 },
		},
	} {
		c.opts.SrcRegion, c.opts.DstRegion, c.opts.MaxVMs = "azure:eastus", "aws:ap-south-1", 2
		if c.opts.Goal == (plan.Goal{}) {
			c.opts.Goal = plan.Fastest()
		}
		c.opts.Stores = someStores
		opts, err := c.opts.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		p, err := makePlan(t.Context(), opts, 50e9)
		opts.Limits, opts.BootMinutes, opts.PlanTimeLimit = plan.Limits{}, 0, 0
		free, err2 := makePlan(t.Context(), opts, 50e9)
		if err != nil || err2 != nil || !c.want(p, free) {
			t.Errorf("%s: %+v, %v; without: %+v, %v", name, p, err, free, err2)
		}
	}
}

func TestBenchOptions(t *testing.T) {
	o, err := BenchOptions{}.withDefaults()
	if err != nil || o.Size != 4e9 || o.Circuits != 8 || o.Relays != 0 {
		t.Errorf("%+v, %v", o, err)
	}
	kept, err := BenchOptions{Size: 1, Relays: 3, Circuits: 2}.withDefaults()
	if err != nil || kept.Size != 1 || kept.Relays != 3 || kept.Circuits != 2 {
		t.Errorf("%+v, %v", kept, err)
	}
	for _, o := range []BenchOptions{{Size: -1}, {Relays: -1}, {Relays: 1000}, {Circuits: -1}} {
		if _, err := o.withDefaults(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
