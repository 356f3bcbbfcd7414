package provisiontest

import (
	"errors"
	"sync"
	"testing"

	"github.com/skyferry/skyferry/provision"
)

var closeTests = map[string]func(*testing.T, Harness){
	"StopsAll":      testCloseStopsAll,
	"ByForce":       testCloseByForce,
	"Closed":        testClosed,
	"WhileStarting": testCloseWhileStarting,
}

func testCloseStopsAll(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	instances := startMany(t, p, h, Script{})
	if err := p.Close(t.Context()); err != nil {
		t.Fatalf("Close: %v", err)
	}
	for _, instance := range instances {
		wantDone(t, instance)
		if err := instance.Err(); err != nil {
			t.Errorf("%s: %v", instance.Name, err)
		}
	}
}

func testCloseByForce(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	instances := startMany(t, p, h, Script{Deaf: true})
	if err := p.Close(ended(t)); err != nil {
		t.Fatalf("Close: %v", err)
	}
	for _, instance := range instances {
		wantDone(t, instance)
	}
}

// startMany starts machines at the same time.
func startMany(t *testing.T, p provision.Provider, h Harness, script Script) []*provision.Instance {
	t.Helper()
	names := []string{"node#0", "node#1", "node#2", "node#3"}
	instances, errs := make([]*provision.Instance, len(names)), make([]error, len(names))
	var starting sync.WaitGroup
	for i, name := range names {
		starting.Go(func() { instances[i], errs[i] = p.Start(t.Context(), h.spec(name, script)) })
	}
	starting.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatalf("Start: %v", err)
	}
	return instances
}

func testClosed(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	for range 2 {
		if err := p.Close(t.Context()); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	if _, err := p.Start(t.Context(), h.spec("node#0", Script{})); !errors.Is(err, provision.ErrInvalid) {
		t.Errorf("Start after Close: %v, want ErrInvalid", err)
	}
}

// testCloseWhileStarting closes the provider while a gateway does not get ready: Start fails, and
// nothing is left.
func testCloseWhileStarting(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	runs := make(chan struct{}, 1)
	spec := h.spec("node#0", Script{Say: []string{"here"}, Silent: true, Deaf: true})
	spec.Log = writerFunc(func() { runs <- struct{}{} })
	failed := make(chan error, 1)
	go func() {
		_, err := p.Start(t.Context(), spec)
		failed <- err
	}()
	<-runs
	if err := p.Close(t.Context()); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := <-failed; !errors.Is(err, provision.ErrInvalid) {
		t.Errorf("Start: %v, want ErrInvalid", err)
	}
}
