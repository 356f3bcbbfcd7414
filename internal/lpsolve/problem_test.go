package lpsolve

import (
	"errors"
	"math"
	"testing"
	"time"
)

// twoByTwo is a small valid problem for tests to break.
func twoByTwo() *Problem {
	return &Problem{
		Columns: []Column{{Upper: 4, Cost: -1}, {Upper: math.Inf(1), Cost: -2}},
		Rows: []Row{
			{Terms: []Term{{0, 1}, {1, 1}}, Relation: AtMost, Bound: 5},
			{Terms: []Term{{0, 1}, {1, -1}}, Relation: AtLeast, Bound: -1},
		},
	}
}

func TestValidate(t *testing.T) {
	if err := twoByTwo().Validate(); err != nil {
		t.Fatal(err)
	}
	nan, inf := math.NaN(), math.Inf(1)
	for name, spoil := range map[string]func(*Problem){
		"no columns":          func(p *Problem) { p.Columns = nil },
		"empty row":           func(p *Problem) { p.Rows[1].Terms = nil },
		"column too high":     func(p *Problem) { p.Rows[0].Terms[1].Column = 2 },
		"column negative":     func(p *Problem) { p.Rows[0].Terms[1].Column = -1 },
		"column twice":        func(p *Problem) { p.Rows[1].Terms[1].Column = 0 },
		"coefficient NaN":     func(p *Problem) { p.Rows[0].Terms[0].Value = nan },
		"coefficient huge":    func(p *Problem) { p.Rows[0].Terms[0].Value = 1e16 },
		"bound of row":        func(p *Problem) { p.Rows[0].Bound = inf },
		"relation":            func(p *Problem) { p.Rows[0].Relation = 7 },
		"cost NaN":            func(p *Problem) { p.Columns[0].Cost = nan },
		"cost infinite":       func(p *Problem) { p.Columns[0].Cost = -inf },
		"lower NaN":           func(p *Problem) { p.Columns[0].Lower = nan },
		"lower plus infinity": func(p *Problem) { p.Columns[1].Lower = inf },
		"upper NaN":           func(p *Problem) { p.Columns[0].Upper = nan },
		"upper minus inf":     func(p *Problem) { p.Columns[0].Upper = -inf },
		"crossed":             func(p *Problem) { p.Columns[0].Lower = 4.5 },
	} {
		p := twoByTwo()
		spoil(p)
		if _, err := New(p, nil); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: got %v, want ErrInvalid", name, err)
		}
	}
}

func TestSettingsDefaults(t *testing.T) {
	var none *Settings
	want := Settings{Tolerance: 1e-7, IntegerTolerance: 1e-6}
	if got := none.withDefaults(); got != want {
		t.Errorf("nil: got %+v, want %+v", got, want)
	}
	own := Settings{TimeLimit: time.Second, Tolerance: 1e-3, IntegerTolerance: 1e-4}
	if got := own.withDefaults(); got != own {
		t.Errorf("own settings changed to %+v", got)
	}
}

func TestSettingsValidate(t *testing.T) {
	for _, s := range []Settings{
		{TimeLimit: -1},
		{Tolerance: math.NaN()},
		{Tolerance: -1e-9},
		{IntegerTolerance: 0.5},
	} {
		if _, err := New(twoByTwo(), &s); !errors.Is(err, ErrInvalid) {
			t.Errorf("%+v: got %v, want ErrInvalid", s, err)
		}
	}
}

func TestTimeLimitInWholeSeconds(t *testing.T) {
	for limit, want := range map[time.Duration]int{
		0: 0, time.Nanosecond: 1, time.Second: 1, 1001 * time.Millisecond: 2,
	} {
		if got := (Settings{TimeLimit: limit}).seconds(); got != want {
			t.Errorf("%v: got %d, want %d", limit, got, want)
		}
	}
}

func TestStatus(t *testing.T) {
	for status, want := range map[Status]error{
		Optimal: nil, Infeasible: ErrInfeasible, Unbounded: ErrUnbounded,
		Limit: ErrLimit, Failed: ErrNumerical,
	} {
		if got := status.Err(); !errors.Is(got, want) {
			t.Errorf("%v: got %v, want %v", status, got, want)
		}
	}
	if got := Status(9).String(); got != "Status(9)" {
		t.Errorf("unknown status is called %q", got)
	}
}
