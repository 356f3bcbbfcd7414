package skyferry_test

import (
	"os"
	"testing"
)

// requireVariable is set by make test: what this machine lacks for a proof then fails the
// test, which would otherwise skip it or prove less.
const requireVariable = "SKYFERRY_REQUIRE_ALL"

// unlessRequired returns what a test calls with the reason why it cannot do all that it
// should: mild, which is t.Skipf or t.Logf, or t.Fatalf where everything is required.
func unlessRequired(t testing.TB, mild func(format string, args ...any)) func(format string, args ...any) {
	t.Helper()
	if os.Getenv(requireVariable) != "" {
		return t.Fatalf
	}
	return mild
}

// verdicts takes down what became of a test.
type verdicts struct {
	testing.TB
	all []string
}

func (v *verdicts) Helper()               {}
func (v *verdicts) Skipf(string, ...any)  { v.all = append(v.all, "skipped") }
func (v *verdicts) Fatalf(string, ...any) { v.all = append(v.all, "failed") }

func TestUnlessRequired(t *testing.T) {
	for value, want := range map[string]string{"": "skipped", "1": "failed"} {
		t.Setenv(requireVariable, value)
		var v verdicts
		unlessRequired(&v, v.Skipf)("no strace")
		if len(v.all) != 1 || v.all[0] != want {
			t.Errorf("%s=%s: %v, want %s", requireVariable, value, v.all, want)
		}
	}
}
