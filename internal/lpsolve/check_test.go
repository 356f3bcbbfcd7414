package lpsolve

import (
	"errors"
	"math"
	"testing"
)

// TestCheck feeds answers that a faulty solver could give.
func TestCheck(t *testing.T) {
	p := twoByTwo()
	p.Columns[0].Integer = true
	settings := (*Settings)(nil).withDefaults()
	if err := check(p, []float64{2, 3}, -8, settings); err != nil {
		t.Fatalf("the optimum is refused: %v", err)
	}
	for _, c := range []struct {
		what   string
		values []float64
		stated float64
	}{
		{"value", []float64{2}, -8},
		{"value", []float64{2, math.NaN()}, -8},
		{"value", []float64{2, math.Inf(1)}, -8},
		{"bound", []float64{-1, 0}, 1},
		{"bound", []float64{5, 0}, -5},
		{"whole number", []float64{2.5, 2.5}, -7.5},
		{"row", []float64{3, 3}, -9},
		{"row", []float64{0, 2}, -4},
		{"objective", []float64{2, 3}, 0},
	} {
		err := check(p, c.values, c.stated, settings)
		var failed *CheckError
		if !errors.As(err, &failed) || failed.What != c.what || !errors.Is(err, ErrNumerical) {
			t.Errorf("%v: got %v, want a failed %s", c.values, err, c.what)
		}
	}
}

// TestCheckForgivesNoise accepts violations that are small beside the terms they
// come from.
func TestCheckForgivesNoise(t *testing.T) {
	p := &Problem{
		Columns: []Column{{Upper: 1e6}, {Upper: 1e6}},
		Rows:    []Row{{Terms: []Term{{0, 1}, {1, -1}}, Relation: Equal}},
	}
	settings := (*Settings)(nil).withDefaults()
	if err := check(p, []float64{1e6, 1e6 - 0.01}, 0, settings); err != nil {
		t.Error(err)
	}
	if err := check(p, []float64{1e6, 1e6 - 1}, 0, settings); err == nil {
		t.Error("an imbalance of a millionth is accepted")
	}
}
