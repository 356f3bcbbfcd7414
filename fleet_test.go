package skyferry_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"syscall"
	"testing"

	"github.com/skyferry/skyferry/provision"
	"github.com/skyferry/skyferry/provision/local"
)

// processes starts gateways as processes; nil options make them copies of this test binary.
// When the test ends, none may be left.
func processes(t *testing.T, options *local.Options) *watched {
	t.Helper()
	p, err := local.New(options)
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{Provider: p}
	t.Cleanup(func() {
		w.expectNobody(t)
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return w
}

// watched is a provider that remembers what it has started, and can be told to refuse.
type watched struct {
	provision.Provider
	refuse  func(provision.Spec) error // nil: none is refused
	started func(provision.Machine)    // told of each machine that is there; may be nil

	mu   sync.Mutex
	seen []provision.Machine
}

// Start implements provision.Provider.
func (w *watched) Start(ctx context.Context, spec provision.Spec) (*provision.Instance, error) {
	if w.refuse != nil {
		if err := w.refuse(spec); err != nil {
			return nil, err
		}
	}
	machine, err := w.Provider.Start(ctx, spec)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.seen = append(w.seen, machine.Machine)
	w.mu.Unlock()
	if w.started != nil {
		w.started(machine.Machine)
	}
	return machine, nil
}

// machines are all that were ever started.
func (w *watched) machines() []provision.Machine {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]provision.Machine(nil), w.seen...)
}

// expectNobody fails the test if a gateway lives.
func (w *watched) expectNobody(t *testing.T) {
	t.Helper()
	living, err := w.List(context.Background(), "")
	if err != nil || len(living) > 0 {
		t.Errorf("gateways left: %v (%v)", living, err)
	}
	for _, m := range w.machines() {
		if m.PID == os.Getpid() {
			continue // a goroutine
		}
		if err := syscall.Kill(m.PID, 0); !errors.Is(err, syscall.ESRCH) {
			t.Errorf("process %d of gateway %s is left (%v)", m.PID, m.Name, err)
		}
	}
}
