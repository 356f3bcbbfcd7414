package plan

import (
	"testing"
)

func TestList(t *testing.T) {
	for want, names := range map[string][]string{
		"":                      {},
		"a":                     {"a"},
		"a and b":               {"a", "b"},
		"a, b, c, d and e":      {"a", "b", "c", "d", "e"},
		"a, b, c, d and 2 more": {"a", "b", "c", "d", "e", "f"},
	} {
		if got := list(names); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for after, want := range map[float64]string{
		4: "", 8: " (+100 %)", 3: " (-25 %)", 4.04: " (+1 %)", 3.998: " (-0.05 %)", 4 + 1e-7: "", 4.39: " (+9.7 %)",
	} {
		if got := percent(4, after); got != want {
			t.Errorf("4 to %v: %q, want %q", after, got, want)
		}
	}
}
