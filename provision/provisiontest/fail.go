package provisiontest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/skyferry/skyferry/provision"
)

var failTests = map[string]func(*testing.T, Harness){
	"EndsBeforeReady": testEndsBeforeReady,
	"WrongAnswer":     testWrongAnswer,
	"NoAnswer":        testNoAnswer,
	"Crash":           testCrash,
	"EndsUnasked":     testEndsUnasked,
}

// words are what a gateway says before it fails.
var words = []string{"about to fail", "for this reason"}

func testEndsBeforeReady(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	spec := h.spec("node#0", Script{Say: words, Silent: true, Quit: true, Status: 3})
	_, err := p.Start(t.Context(), spec)
	wantExit(t, err, 3)
	wantFailure(t, err, spec, provision.ErrExited)
	wantNodes(t, p, spec.Transfer)
}

// testWrongAnswer starts things that are no gateways. They would not end by themselves.
func testWrongAnswer(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	for name, answer := range map[string]string{
		"another program": "usage: program [flags]\n",
		"not an object":   "[]\n",
		"no addresses":    "{}\n",
		"no port":         `{"control":"127.0.0.1","data":"127.0.0.1:1"}` + "\n",
		"no end":          string(make([]byte, 1<<20)),
	} {
		t.Run(name, func(t *testing.T) {
			spec := h.spec("node#0", Script{Say: words, Answer: answer, Deaf: true})
			_, err := p.Start(t.Context(), spec)
			wantFailure(t, err, spec, provision.ErrProtocol)
			wantNodes(t, p, spec.Transfer)
		})
	}
}

func testNoAnswer(t *testing.T, h Harness) {
	p := open(t, h, Patience{Start: 50 * time.Millisecond})
	spec := h.spec("node#0", Script{Silent: true, Deaf: true})
	_, err := p.Start(t.Context(), spec)
	if !errors.Is(err, provision.ErrTimeout) {
		t.Errorf("Start: %v, want ErrTimeout", err)
	}
	wantNodes(t, p, spec.Transfer)
}

// testCrash ends a gateway that works: whoever watches the instance learns how, and with which last
// words.
func testCrash(t *testing.T, h Harness) {
	p := open(t, h, Patience{})
	spec := h.spec("node#0", Script{Say: words})
	instance := start(t, p, spec)
	Exit(t, instance.Control, 4)
	<-instance.Done()
	wantExit(t, instance.Err(), 4)
	wantFailure(t, instance.Err(), spec, provision.ErrExited)
	wantNodes(t, p, spec.Transfer)
	if err := p.Stop(t.Context(), instance.Machine); err != nil {
		t.Errorf("Stop after the crash: %v", err)
	}
}

// testEndsUnasked: an end that nobody asked for is a failure, whatever status it has.
func testEndsUnasked(t *testing.T, h Harness) {
	instance := start(t, open(t, h, Patience{}), h.spec("node#0", Script{}))
	Exit(t, instance.Control, 0)
	<-instance.Done()
	wantExit(t, instance.Err(), 0)
}

// wantFailure checks the kind, what it was about, and the last words.
func wantFailure(t *testing.T, err error, spec provision.Spec, kind provision.Kind) {
	t.Helper()
	e, ok := errors.AsType[*provision.Error](err)
	if !ok || !errors.Is(err, kind) {
		t.Fatalf("error %v, want one of the kind %q", err, kind)
	}
	if e.Node != spec.Name || e.Region != spec.Region {
		t.Errorf("the error is about %q in %q, want %q in %q", e.Node, e.Region, spec.Name, spec.Region)
	}
	if !slices.Equal(e.Stderr, words) {
		t.Errorf("last words %q, want %q", e.Stderr, words)
	}
}

// wantExit checks that err says that the gateway ended by itself with a status.
func wantExit(t *testing.T, err error, code int) {
	t.Helper()
	exit, ok := errors.AsType[*provision.Exit](err)
	if !ok || !errors.Is(err, provision.ErrExited) {
		t.Fatalf("error %v, want ErrExited with the exit status", err)
	}
	if exit.Code != code || exit.Signal != "" {
		t.Errorf("it ended with %v, want status %d", exit, code)
	}
}
