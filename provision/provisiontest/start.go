package provisiontest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/skyferry/skyferry/provision"
)

var startTests = map[string]func(*testing.T, Harness){
	"Machine":         testMachine,
	"Bootstrap":       testBootstrap,
	"Output":          testOutput,
	"Log":             testLog,
	"InvalidSpec":     testInvalidSpec,
	"NameInUse":       testNameInUse,
	"ContextEnded":    testContextEnded,
	"ContextEnds":     testContextEnds,
	"ContextEndsLate": testContextEndsLate,
}

func testMachine(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	spec := h.spec("node#0", Script{})
	spec.Expires = time.Now().Add(time.Hour).Truncate(time.Second)
	instance := start(t, p, spec)
	m := instance.Machine
	if m.Name != spec.Name || m.Transfer != spec.Transfer || m.Region != spec.Region || !m.Expires.Equal(spec.Expires) {
		t.Errorf("machine %+v is not of spec %+v", m, spec)
	}
	if m.ID == "" || m.Control == "" || m.Data == "" {
		t.Errorf("machine %+v lacks its id or an address", m)
	}
	select {
	case <-instance.Done():
		t.Errorf("done: %v", instance.Err())
	default:
	}
	if err := instance.Err(); err != nil {
		t.Errorf("error while it runs: %v", err)
	}
}

// testBootstrap gives the gateway more than a pipe holds.
func testBootstrap(t *testing.T, h Harness) {
	padding := strings.Repeat("0123456789abcdef", 1<<16)
	instance := start(t, open(t, h, Patience{}), h.spec("node#0", Script{Padding: padding}))
	want := fmt.Sprintf("%x", sha256.Sum256([]byte(padding)))
	if got := Ask(t, instance.Control, "padding"); got != want {
		t.Errorf("the document arrived with the sum %s, want %s", got, want)
	}
}

// testOutput has the gateway write more to standard output than a pipe holds: it only serves if
// someone reads it.
func testOutput(t *testing.T, h Harness) {
	instance := start(t, open(t, h, Patience{}), h.spec("node#0", Script{Flood: 1 << 20}))
	Exit(t, instance.Control, 7)
	<-instance.Done()
	wantExit(t, instance.Err(), 7)
}

func testLog(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	log := newLog()
	spec := h.spec("node#0", Script{Say: []string{"first", "second"}})
	spec.Log = log
	instance := start(t, p, spec)
	Say(t, instance.Control, "third")
	for _, want := range []string{"first", "second", "third"} {
		if got := <-log.lines; !strings.Contains(got, spec.Name) || !strings.HasSuffix(got, want+"\n") {
			t.Errorf("logged %q, want the line %q with the node's name", got, want)
		}
	}
}

func testInvalidSpec(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	for name, spoil := range map[string]func(*provision.Spec){
		"no transfer":       func(s *provision.Spec) { s.Transfer = "" },
		"no name":           func(s *provision.Spec) { s.Name = "" },
		"name of two lines": func(s *provision.Spec) { s.Name = "a\nb" },
		"no region":         func(s *provision.Spec) { s.Region = "" },
	} {
		spec := h.spec("node#0", Script{})
		spoil(&spec)
		if _, err := p.Start(t.Context(), spec); !errors.Is(err, provision.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	wantNodes(t, p, "")
}

func testNameInUse(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	spec := h.spec("node#0", Script{})
	first := start(t, p, spec)
	if _, err := p.Start(t.Context(), spec); !errors.Is(err, provision.ErrInvalid) {
		t.Errorf("a second node of one name: %v, want ErrInvalid", err)
	}
	start(t, p, h.spec("node#0", Script{})) // another transfer's
	if err := p.Stop(t.Context(), first.Machine); err != nil {
		t.Fatalf("Stop: %v", err)
	}
	if again := start(t, p, spec); again.ID == first.ID {
		t.Errorf("the node started again has the id %q of the one before", again.ID)
	}
}

func testContextEnded(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	spec := h.spec("node#0", Script{Say: []string{"here"}})
	log := newLog()
	spec.Log = log
	if _, err := p.Start(ended(t), spec); !errors.Is(err, context.Canceled) {
		t.Errorf("Start: %v, want the context's error", err)
	}
	if len(log.lines) != 0 {
		t.Errorf("a gateway was started: %q", <-log.lines)
	}
}

// testContextEnds ends the context when the gateway runs and is not ready.
func testContextEnds(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	ctx, cancel := context.WithCancel(t.Context())
	spec := h.spec("node#0", Script{Say: []string{"here"}, Silent: true, Deaf: true})
	spec.Log = writerFunc(func() { cancel() })
	_, err := p.Start(ctx, spec)
	if !errors.Is(err, context.Canceled) || provision.KindOf(err) != "" {
		t.Errorf("Start: %v, want the context's error and no kind", err)
	}
	wantNodes(t, p, spec.Transfer)
}

// testContextEndsLate ends the context of a Start that has returned: the machine stays.
func testContextEndsLate(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	ctx, cancel := context.WithCancel(t.Context())
	spec := h.spec("node#0", Script{})
	instance, err := p.Start(ctx, spec)
	if err != nil {
		t.Fatalf("Start: %v", err)
	}
	cancel()
	Ask(t, instance.Control, "padding")
	wantNodes(t, p, spec.Transfer, spec.Name)
}
