package provisiontest

import (
	"context"
	"crypto/rand"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/grid"
	"github.com/skyferry/skyferry/provision"
)

// Patience is how long a provider waits; 0 is its default.
type Patience struct {
	Start time.Duration // for the ready line
	Grace time.Duration // for the end in order, once told
}

// Harness is how [Run] gets at a provider.
type Harness struct {
	// New returns a fresh provider that starts [Gateway]. Run closes it.
	New func(t *testing.T, patience Patience) provision.Provider
	// Region is one where it can start machines.
	Region grid.Region
}

// Run tests a provider, each property under a name of its own.
func Run(t *testing.T, h Harness) {
	groups := map[string]map[string]func(*testing.T, Harness){
		"Start": startTests, "Fail": failTests, "Stop": stopTests, "List": listTests, "Close": closeTests,
	}
	for group, tests := range groups {
		t.Run(group, func(t *testing.T) {
			for name, test := range tests {
				t.Run(name, func(t *testing.T) { test(t, h) })
			}
		})
	}
}

// open returns a fresh provider that is closed at the test's end, and then has nothing left.
func open(t *testing.T, h Harness, patience Patience) provision.Provider {
	t.Helper()
	p := h.New(t, patience)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		if err := p.Close(ctx); err != nil {
			t.Errorf("Close: %v", err)
		}
		wantNodes(t, p, "")
	})
	return p
}

// spec describes a machine of a transfer that no other test has.
func (h Harness) spec(name string, script Script) provision.Spec {
	return provision.Spec{
		Transfer: "test-" + rand.Text(), Name: name, Region: h.Region, Bootstrap: script.Bootstrap(),
	}
}

// start starts a machine that must come up.
func start(t *testing.T, p provision.Provider, spec provision.Spec) *provision.Instance {
	t.Helper()
	instance, err := p.Start(t.Context(), spec)
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	return instance
}

// wantNodes checks which nodes of a transfer ("" for all) are listed.
func wantNodes(t *testing.T, p provision.Provider, transfer string, want ...string) {
	t.Helper()
	machines, err := p.List(context.WithoutCancel(t.Context()), transfer)
	if err != nil {
		t.Fatalf("List: %v", err)
	}
	var got []string
	for _, m := range machines {
		got = append(got, m.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("listed nodes of transfer %q: %q, want %q", transfer, got, want)
	}
}

// ended returns a context that has ended.
func ended(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
