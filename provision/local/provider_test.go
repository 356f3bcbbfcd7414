package local_test

import (
	"testing"

	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
	"github.com/skyferry/skyferry/provision/provisiontest"
)

func TestProcesses(t *testing.T) { conform(t, processes) }

func TestFunctions(t *testing.T) { conform(t, local.Options{Run: provisiontest.Gateway}) }

// processes starts this test's binary. Under the race detector a process ends a second late, for
// the sake of other threads that might yet report a race; the gateway is looked at in
// TestFunctions.
var processes = local.Options{Env: []string{"GORACE=atexit_sleep_ms=0"}}

func conform(t *testing.T, options local.Options) {
	t.Helper()
	provisiontest.Run(t, provisiontest.Harness{
		Region: "local:here",
		New: func(t *testing.T, patience provisiontest.Patience) provision.Provider {
			options := options
			options.StartTimeout, options.StopGrace = patience.Start, patience.Grace
			p, err := local.New(&options)
			if err != nil {
				t.Fatalf("New: %v", err)
			}
			return p
		},
	})
}

// open returns a provider that is closed at the test's end.
func open(t *testing.T, options local.Options) *local.Provider {
	t.Helper()
	p, err := local.New(&options)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	t.Cleanup(func() {
		if err := p.Close(t.Context()); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return p
}

func spec(script provisiontest.Script) provision.Spec {
	return provision.Spec{Transfer: "t1", Name: "node#0", Region: "local:here", Bootstrap: script.Bootstrap()}
}

// start starts a gateway that must come up.
func start(t *testing.T, p *local.Provider, script provisiontest.Script) *provision.Instance {
	t.Helper()
	instance, err := p.Start(t.Context(), spec(script))
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	return instance
}
