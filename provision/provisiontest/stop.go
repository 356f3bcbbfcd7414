package provisiontest

import (
	"errors"
	"net"
	"testing"
	"time"

	"github.com/skyferry/skyferry/provision"
)

var stopTests = map[string]func(*testing.T, Harness){
	"InOrder":      testStopInOrder,
	"Unknown":      testStopUnknown,
	"ByForce":      testStopByForce,
	"AfterGrace":   testStopAfterGrace,
	"OthersRemain": testStopOthersRemain,
}

func testStopInOrder(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	instance := start(t, p, h.spec("node#0", Script{}))
	for range 2 {
		if err := p.Stop(t.Context(), instance.Machine); err != nil {
			t.Fatalf("Stop: %v", err)
		}
		wantDone(t, instance)
	}
	if err := instance.Err(); err != nil {
		t.Errorf("error after an end in order: %v", err)
	}
	if conn, err := net.Dial("tcp", instance.Control); err == nil {
		conn.Close()
		t.Errorf("something still listens at %s", instance.Control)
	}
}

func testStopUnknown(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	err := p.Stop(t.Context(), provision.Machine{Name: "node#0", ID: "no-such-id", Region: h.Region})
	if !errors.Is(err, provision.ErrNotFound) {
		t.Errorf("Stop: %v, want ErrNotFound", err)
	}
}

// testStopByForce stops a gateway that does not obey with a context that leaves no time.
func testStopByForce(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	instance := start(t, p, h.spec("node#0", Script{Deaf: true}))
	wantForced(t, instance, p.Stop(ended(t), instance.Machine))
}

// testStopAfterGrace stops it with all the time there is.
func testStopAfterGrace(t *testing.T, h Harness) {
	p := open(t, h, Patience{Grace: 50 * time.Millisecond})
	instance := start(t, p, h.spec("node#0", Script{Deaf: true}))
	wantForced(t, instance, p.Stop(t.Context(), instance.Machine))
}

// wantForced checks that Stop, which returned err, ended the instance by force.
func wantForced(t *testing.T, instance *provision.Instance, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("Stop: %v", err)
	}
	wantDone(t, instance)
	if !errors.Is(instance.Err(), provision.ErrExited) {
		t.Errorf("error after an end by force: %v, want ErrExited", instance.Err())
	}
}

func testStopOthersRemain(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	first, second := h.spec("node#0", Script{}), h.spec("node#1", Script{})
	second.Transfer = first.Transfer
	stopped, stays := start(t, p, first), start(t, p, second)
	if err := p.Stop(t.Context(), stopped.Machine); err != nil {
		t.Fatalf("Stop: %v", err)
	}
	Ask(t, stays.Control, "padding")
	wantNodes(t, p, first.Transfer, "node#1")
}

// wantDone checks that an instance is known to have ended.
func wantDone(t *testing.T, instance *provision.Instance) {
	t.Helper()
	select {
	case <-instance.Done():
	default:
		t.Errorf("%s is gone and not done", instance.Name)
	}
}
